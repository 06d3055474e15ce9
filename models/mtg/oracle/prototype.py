"""Prototypes: one card with a second mana cost, color and size (702.160)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE = re.compile(
    r"^prototype (?P<cost>(?:\{[^{}\n]+\})+) — (?P<power>\d{1,3})/(?P<toughness>\d{1,3})[^\n]*\n?",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Prototype:
    """What differs where a card is cast prototyped.

    Parameters
    ----------
    mana_cost, power, toughness
        As printed in the prototype box.
    text
        The rules text without that box.
    """

    mana_cost: str
    power: str
    toughness: str
    text: str


def prototype_of(text: str) -> Prototype | None:
    r"""Find the prototype in a rules text.

    Examples
    --------
    >>> prototype_of("Prototype {1}{W} — 2/2 (You may cast it.)\nVigilance")
    Prototype(mana_cost='{1}{W}', power='2', toughness='2', text='Vigilance')
    >>> prototype_of("Vigilance") is None
    True
    """
    found = _LINE.search(text)
    if found is None:
        return None
    rest = text[: found.start()] + text[found.end() :]
    return Prototype(found["cost"], found["power"], found["toughness"], rest)
