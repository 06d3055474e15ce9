"""Feasibility of many costs on many boards at once, in NumPy.

Where units stand for themselves, a cost can be paid if and only if, for each set of its classes,
there are as many units that some class of the set accepts as are due of it (Hall's condition). For
many boards at once the left sides are one matrix product: units per board and letter, times letters
per set of classes. Pairs for which that is not exact go to the general engine one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from autotap.solver.api import as_board, as_spell, can_pay
from autotap.solver.compile.asks import LIFE, Ask, ask_of
from autotap.solver.compile.offers import Letter, Offer, offer_of
from autotap.solver.plans import LIFE_FOR_A_SYMBOL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.spell import Spell

ROWS = 65_536
"""Boards that are decided at once; counts up to 2**24 are exact in single precision."""


@dataclass(frozen=True, eq=False, slots=True)
class Feasibility:
    """Which costs can be paid on which boards.

    Parameters
    ----------
    payable
        Boolean array of shape ``(boards, costs)``.
    routed
        Boolean array of the same shape: pairs that the general engine answered.
    """

    payable: NDArray[np.bool_]
    routed: NDArray[np.bool_]


def feasibility(
    costs: Sequence[str | ManaCost | Spell], boards: Sequence[str | Board]
) -> Feasibility:
    """Tell which costs can be paid on which boards, each cost for itself.

    Parameters
    ----------
    costs, boards
        As in `can_pay`; X is the smallest.

    Raises
    ------
    AutotapError
        As `can_pay`, for the first cost or board that cannot be read.

    Complexity: boards × (letters × sets of classes + inequalities), after work that is linear in
    the sources of each board seen for the first time; letters are the different units on the
    boards.

    Examples
    --------
    >>> answer = feasibility(["{W}{U}", "{2}{G}"], ["Plains; Island", "3 Forest"])
    >>> answer.payable.tolist()
    [[True, False], [False, True]]
    >>> bool(answer.routed.any())
    False
    """
    spells = [as_spell(cost) for cost in costs]
    positions = [as_board(board) for board in boards]
    offers = [offer_of(board) for board in positions]
    asks = [ask_of(spell) for spell in spells]
    routed = _routed(positions, offers, spells, asks)
    payable = np.zeros(routed.shape, dtype=bool)
    _decide(positions, offers, asks, payable)
    for row, column in np.argwhere(routed):
        payable[row, column] = can_pay(spells[column], positions[row])
    return Feasibility(payable, routed)


def _routed(
    boards: list[Board], offers: list[Offer | str], spells: list[Spell], asks: list[Ask | str]
) -> NDArray[np.bool_]:
    """Mark the pairs that Hall's condition alone does not decide."""
    exact = [not isinstance(offer, str) and offer.units is not None for offer in offers]
    told = [isinstance(ask, Ask) and bool(ask.leaves) for ask in asks]
    decided = np.array(exact, dtype=bool)[:, None] & np.array(told, dtype=bool)[None, :]
    routed: NDArray[np.bool_] = ~decided
    life_paid = _per_board(offers, "life_paid")
    damage = _per_board(offers, "damage_at_once")
    restricted = _per_board(offers, "restricted")
    life = np.array([board.life for board in boards], dtype=np.int64)
    for column, (spell, ask) in enumerate(zip(spells, asks, strict=True)):
        if isinstance(ask, str):
            continue
        due = LIFE_FOR_A_SYMBOL * ask.life_symbols
        lacks = (damage > 0) & (life - damage < due)
        routed[:, column] |= lacks if due else lacks & (life_paid > 0)
        if ask.no_life:
            routed[:, column] |= life_paid > 0
        if spell.context.x_count:
            routed[:, column] |= restricted > 0
    return routed


def _per_board(offers: list[Offer | str], name: str) -> NDArray[np.int64]:
    return np.array(
        [0 if isinstance(offer, str) else int(getattr(offer, name)) for offer in offers],
        dtype=np.int64,
    )


def _decide(
    boards: list[Board],
    offers: list[Offer | str],
    asks: list[Ask | str],
    payable: NDArray[np.bool_],
) -> None:
    """Hold Hall's inequalities of every ask against every offer."""
    letters, units = _units(boards, offers)
    accepted: dict[bytes, int] = {}
    systems: list[list[tuple[NDArray[np.int64], NDArray[np.float32]]]] = []
    for ask in asks:
        if isinstance(ask, str):
            systems.append([])
            continue
        classes = np.array([ask.classes(letter) for letter in letters], dtype=np.int64)
        inequalities = [leaf.usual if ask.is_usual else leaf.sets for leaf in ask.leaves]
        systems.append(
            [
                (
                    np.array(
                        [
                            accepted.setdefault((classes & one != 0).tobytes(), len(accepted))
                            for one, _ in system
                        ],
                        dtype=np.int64,
                    ),
                    np.array([due for _, due in system], dtype=np.float32),
                )
                for system in inequalities
            ]
        )
    if not accepted:
        columns = np.zeros((len(letters), 0), dtype=np.float32)
    else:
        columns = np.stack([np.frombuffer(one, dtype=bool) for one in accepted], axis=1)
    for first in range(0, len(boards), ROWS):
        some = units[first : first + ROWS] @ columns.astype(np.float32)
        some = np.ascontiguousarray(some.T)
        for column, ways in enumerate(systems):
            answer = payable[first : first + ROWS, column]
            for places, due in ways:
                answer |= (some[places] >= due[:, None]).all(axis=0)


def _units(
    boards: list[Board], offers: list[Offer | str]
) -> tuple[list[Letter], NDArray[np.float32]]:
    """Count units by board and letter; two life that pay a Phyrexian symbol are the first."""
    letters: dict[Letter, int] = {LIFE: 0}
    rows: list[int] = []
    columns: list[int] = []
    numbers: list[int] = []
    for row, (board, offer) in enumerate(zip(boards, offers, strict=True)):
        if isinstance(offer, str) or offer.units is None:
            continue
        rows.append(row)
        columns.append(0)
        numbers.append(max(board.life, 0) // LIFE_FOR_A_SYMBOL)
        for letter, number in offer.units:
            rows.append(row)
            columns.append(letters.setdefault(letter, len(letters)))
            numbers.append(number)
    units = np.zeros((len(boards), len(letters)), dtype=np.float32)
    units[rows, columns] = numbers
    return list(letters), units
