"""Staple mana sources by name, as facts in the ability notation.

An entry says what the printed card can do, and what it does to the mana of others. What a board
adds to that (a chosen color, a counter already spent, what an Aura is on) belongs to the board.
Cards whose mana depends on more than the notation can say are left out on purpose.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from autotap.models.mtg.staple import Entry
from autotap.models.mtg.staple_effects import cards_with_effects
from autotap.models.mtg.staple_lands import lands
from autotap.models.mtg.staple_permanents import permanents
from autotap.models.text import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CATALOGUE", "Entry", "lookup", "near"]


def lookup(name: str) -> Entry | None:
    """Find an entry by its name.

    Parameters
    ----------
    name
        A card name, written in any way (`name_key`).

    Returns
    -------
    Entry or None
        None where the catalogue does not know the name; see `near`.

    Examples
    --------
    >>> lookup("gaeas  cradle").name
    "Gaea's Cradle"
    >>> lookup("Treasure token").types
    ('token', 'artifact', 'treasure')
    >>> lookup("Storm Crow") is None
    True
    """
    return _BY_KEY.get(name_key(name))


def near(name: str, cutoff: float = 0.7) -> tuple[str, ...]:
    """Names of the catalogue that look like ``name``, the closest first, at most three.

    ``cutoff``, from 0 to 1, says how much they have to look like it.

    Linear in the size of the catalogue; meant for error messages.

    Examples
    --------
    >>> near("Azorius Sigent")[0]
    'Azorius Signet'
    >>> near("???")
    ()
    """
    from difflib import get_close_matches

    keys = get_close_matches(name_key(name[:_LONGEST_NAME]), _BY_KEY, n=3, cutoff=cutoff)
    return tuple(_BY_KEY[key].name for key in keys)


_LONGEST_NAME = 200

CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {entry.name: entry for entry in (*lands(), *permanents(), *cards_with_effects())}
)
"""All entries by printed name."""

_BY_KEY = {name_key(name): entry for name, entry in CATALOGUE.items()}
