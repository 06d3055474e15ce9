"""Mana that had better be spent, added to random Magic problems."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.generate.draw import COLORS, Case

if TYPE_CHECKING:
    from random import Random

RIDER = " (rider: that creature gains haste)"


def with_wish(case: Case, rng: Random) -> Case:
    """The same problem with a wish: colors, mana with a rider, or one to three mana.

    Where no ability has a rider, one that makes mana gets one, if its text is not to be worked out.

    Examples
    --------
    >>> from random import Random
    >>> from tests.generate.magic import problem
    >>> case = with_wish(problem(Random(5)), Random(4))
    >>> case["pay"]["prefer"], case["features"][-1]
    ('{W}{G}', 'prefer')
    """
    board = case["board"]
    wish = rng.choice(("colors", "rider", "mana"))
    if wish == "rider" and "(rider: " not in str(board):
        board = _with_rider(board, rng)
    if wish == "mana" or (wish == "rider" and "(rider: " not in str(board)):
        wish = _mana(case, rng)
    pay = {**case["pay"], "prefer": wish}
    return {**case, "board": board, "pay": pay, "features": [*case["features"], "prefer"]}


def _with_rider(board: list[Case], rng: Random) -> list[Case]:
    places = [
        (i, k)
        for i, entry in enumerate(board)
        for k, text in enumerate(entry.get("abilities", ()))
        if "{" in text.partition(": Add ")[2] and "(from: " not in text and "printed" not in entry
    ]
    if not places:
        return board
    at, ability = rng.choice(places)
    abilities = list(board[at]["abilities"])
    abilities[ability] += RIDER
    return [
        {**entry, "abilities": abilities} if i == at else entry for i, entry in enumerate(board)
    ]


def _mana(case: Case, rng: Random) -> str:
    """One to three mana, mostly of types that the board makes."""
    text = str([entry.get("abilities") for entry in case["board"]]) + case.get("pool", "")
    there = re.findall(r"\{([WUBRGC])\}", text) or ["C"]
    types = [rng.choice(there if rng.random() < 0.8 else COLORS + "C")]
    types += rng.choices([*types, *there], k=rng.choice((0, 1, 1, 2)))
    return "".join(f"{{{kind}}}" for kind in sorted(types, key=(COLORS + "C").index))
