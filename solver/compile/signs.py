"""Signs: units that say that something has arrived, and what may be done with it.

A sign is made by the card with which a copy arrives, and paid by what is done with the copy. It is
no mana: it pays the slot that is named after it, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import ManaTags
from autotap.models.mtg.symbols import ManaType
from autotap.solver.compile.units import Slot, Template

if TYPE_CHECKING:
    from autotap.solver.compile.drafts import Way

Signs = Counter[tuple[str, int]]
"""Numbers of signs: what they allow, and the body that arrives."""

TAPPED, GIVEN_UP, USED = "tapped", "given up", "used"
"""What the signs of an arrived copy allow, each once."""
_PREFIX = "only: sign of "


def is_sign(text: str) -> bool:
    """Tell whether a restriction, or the symbol of a slot, is a sign."""
    return text.startswith(_PREFIX)


@lru_cache(maxsize=4_096)
def sign(what: str, body: int) -> Template:
    """Return the sign that a copy of a body has arrived and may be tapped, given up or used."""
    return Template((ManaType.C,), ManaTags(only=f"{_PREFIX}{body} to be {what}"))


def ways_of_signs(signs: Signs) -> tuple[Way, ...]:
    """Return how signs are asked for in the place of symbols."""
    texts = ((sign(what, body).tags.only, number) for (what, body), number in signs.items())
    return tuple((text, Slot(text), number) for text, number in texts)
