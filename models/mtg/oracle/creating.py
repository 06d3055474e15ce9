"""Tokens that make mana and come with a card, as it resolves or enters.

::

    creating = ["when" this "enters,"] ["draw" amount "cards and"] "create" amount ["tapped"] TOKEN
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from autotap.models.mtg.catalogue import lookup
from autotap.models.mtg.oracle.words import NUMBERS

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.sentences import Line

Created = tuple[str, int, bool]
"""Name of the tokens, how many, and whether they are tapped."""

CREATED = "a number of tokens that depends on something"
"""Why a sentence that creates mana tokens is only remarked on."""

_CREATES = re.compile(
    r"(?:[Ww]hen this(?: \w+)? enters, )?(?:[Dd]raw \w+ cards? and )?[Cc]reate (?P<number>\w+) "
    r"(?P<tapped>tapped )?(?P<name>[A-Z]\w+(?: [A-Z]\w+)*) tokens?\.?"
)
_ENTERS = re.compile(r"when this(?: \w+)? enters\b", re.IGNORECASE)
_TOKENS = re.compile(r"\b[Cc]reate .*?\b(?P<name>[A-Z]\w+(?: [A-Z]\w+)*) tokens?\b")


def creating(line: Line, *, resolves: bool) -> tuple[list[Created], list[str]]:
    """Return the tokens that a line creates, and the sentences that do not say how many.

    Parameters
    ----------
    line
        The line.
    resolves
        Whether it is one of an instant or sorcery; else only what comes on entering counts.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> creating(line_of("Draw two cards and create two Treasure tokens."), resolves=True)
    ([('Treasure', 2, False)], [])
    >>> creating(line_of("Create X tapped Powerstone tokens."), resolves=True)
    ([], ['Create X tapped Powerstone tokens.'])
    """
    found: list[Created] = []
    unclear: list[str] = []
    if line.cost is not None or not (resolves or _ENTERS.match(line.text)):
        return found, unclear
    for sentence in line.sentences:
        token = _TOKENS.search(sentence)
        entry = None if token is None else lookup(token["name"])
        if entry is None or "token" not in entry.types:
            continue
        plain = _CREATES.fullmatch(sentence)
        number = None if plain is None else NUMBERS.get(plain["number"])
        if plain is None or number is None:
            unclear.append(sentence)
        else:
            found.append((entry.name, number, bool(plain["tapped"])))
    return found, unclear
