"""Feasibility of many costs on many boards at once, in NumPy.

Where units stand for themselves, a cost can be paid if and only if, for each set of its classes,
there are as many units that some class of the set accepts as are due of it (Hall's condition). For
many boards at once the left sides are one matrix product: units per board and letter, times letters
per set of classes. Pairs for which that is not exact go to the general engine one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from autotap.models.arguments import several
from autotap.models.errors import InputError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL
from autotap.solver.api import as_board, as_spell
from autotap.solver.compile.asks import LIFE, Ask, ask_of
from autotap.solver.compile.offers import offer_of
from autotap.solver.payable import can_pay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from autotap.models.mtg.source import Source
    from autotap.solver.compile.profiles import Letter

ROWS = 65_536
"""Boards that are decided at once; counts up to 2**24 are exact in single precision."""


@dataclass(frozen=True, eq=False, slots=True)
class BoardTable:
    """Many boards over the same sources.

    Parameters
    ----------
    sources
        What may be on a board; their ids do not matter.
    counts
        Integer array of shape ``(boards, sources)``: how many copies each board has, 0 or more.
    life
        Life total of every board.

    Raises
    ------
    InputError
        If the counts are no such array.
    """

    sources: tuple[Source, ...]
    counts: NDArray[np.integer]
    life: int = 20

    def __post_init__(self) -> None:
        shape = self.counts.shape
        if len(shape) != 2 or shape[1] != len(self.sources) or (self.counts < 0).any():
            expected = f"counts of 0 or more in shape (boards, {len(self.sources)})"
            raise InputError(f"counts of shape {shape}", expected)

    def board(self, row: int) -> Board:
        """Return one of the boards."""
        copies = (
            replace(source, id=f"{source.name} {column}.{number}")
            for column, source in enumerate(self.sources)
            for number in range(int(self.counts[row, column]))
        )
        return Board(tuple(copies), life=self.life)


@dataclass(frozen=True, eq=False, slots=True)
class Feasibility:
    """Which costs can be paid on which boards.

    Parameters
    ----------
    payable
        Boolean array of shape ``(boards, costs)``.
    routed
        Boolean array of the same shape: pairs that were decided one by one, by `can_pay`.
    """

    payable: NDArray[np.bool_]
    routed: NDArray[np.bool_]


def feasibility(
    costs: str | ManaCost | Spell | Sequence[str | ManaCost | Spell],
    boards: str | Board | Sequence[str | Board] | BoardTable,
) -> Feasibility:
    """Tell which costs can be paid on which boards, each cost for itself.

    Parameters
    ----------
    costs, boards
        As in `can_pay`, one or several of Magic; X is the smallest. A `BoardTable` is quicker than
        a list of boards.

    Raises
    ------
    AutotapError
        As `can_pay`, for the first cost or board that cannot be read.

    Notes
    -----
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
    >>> lands = Board.parse("Plains; Island").sources
    >>> feasibility(["{W}{U}"], BoardTable(lands, np.array([[1, 1], [2, 0]]))).payable.tolist()
    [[True], [False]]
    """
    given = several("costs", costs, "mana costs, or what is paid", str, ManaCost, Spell)
    spells = [as_spell(cost, "costs") for cost in given]
    asks = [ask_of(spell) for spell in spells]
    side = _tabled(boards) if isinstance(boards, BoardTable) else _listed(boards)
    routed = _routed(side, spells, asks)
    payable = np.zeros(routed.shape, dtype=bool)
    _decide(side, asks, payable)
    for row, column in np.argwhere(routed):
        payable[row, column] = can_pay(spells[column], side.board(int(row)))
    return Feasibility(payable, routed)


@dataclass(frozen=True, eq=False, slots=True)
class _Side:
    """What many boards have to give.

    Parameters
    ----------
    letters
        The different units; two life that pay a Phyrexian symbol are the first.
    units
        How many of each, by board.
    exact
        By board, whether these are all, and there together.
    life, life_paid, damage, restricted
        By board: life total, life that using everything would pay, and lose while it is paid, and
        whether any unit may be spent on some things only.
    board
        Returns the board of a row.
    """

    letters: list[Letter]
    units: NDArray[np.float32]
    exact: NDArray[np.bool_]
    life: NDArray[np.int64]
    life_paid: NDArray[np.int64]
    damage: NDArray[np.int64]
    restricted: NDArray[np.bool_]
    board: Callable[[int], Board]


def _listed(given: str | Board | Sequence[str | Board]) -> _Side:
    texts = several("boards", given, "boards, or their texts", str, Board)
    boards = [as_board(board) for board in texts]
    letters: dict[Letter, int] = {LIFE: 0}
    places: list[tuple[int, int, int]] = []
    facts: list[tuple[bool, int, int, int, bool]] = []
    for row, board in enumerate(boards):
        offer = offer_of(board)
        if isinstance(offer, str) or offer.units is None:
            facts.append((False, board.life, 0, 0, False))
            continue
        places.append((row, 0, max(board.life, 0) // LIFE_FOR_A_SYMBOL))
        for letter, number in offer.units:
            places.append((row, letters.setdefault(letter, len(letters)), number))
        facts.append((True, board.life, offer.life_paid, offer.damage_at_once, offer.restricted))
    units = np.zeros((len(boards), len(letters)), dtype=np.float32)
    if places:
        rows, columns, numbers = np.array(places).T
        units[rows, columns] = numbers
    exact, life, life_paid, damage, restricted = np.array(facts, dtype=np.int64).reshape(-1, 5).T
    return _Side(
        list(letters),
        units,
        exact.astype(bool),
        life,
        life_paid,
        damage,
        restricted.astype(bool),
        boards.__getitem__,
    )


def _tabled(table: BoardTable) -> _Side:
    letters: dict[Letter, int] = {LIFE: 0}
    made: list[tuple[int, int, int]] = []
    facts = np.zeros((len(table.sources), 4), dtype=np.int64)
    for row, source in enumerate(table.sources):
        offer = offer_of(Board((source,), life=table.life))
        if isinstance(offer, str) or offer.units is None or offer.depends:
            facts[row, 0] = 1
            continue
        facts[row, 1:] = offer.life_paid, offer.damage_at_once, offer.restricted
        for letter, number in offer.units:
            made.append((row, letters.setdefault(letter, len(letters)), number))
    each = np.zeros((len(table.sources), len(letters)), dtype=np.float32)
    for row, column, number in made:
        each[row, column] = number
    boards = len(table.counts)
    units = table.counts.astype(np.float32) @ each
    units[:, 0] = max(table.life, 0) // LIFE_FOR_A_SYMBOL
    strange, life_paid, damage, restricted = (table.counts.astype(np.int64) @ facts).T
    life = np.full(boards, table.life, dtype=np.int64)
    return _Side(
        list(letters), units, strange == 0, life, life_paid, damage, restricted > 0, table.board
    )


def _routed(side: _Side, spells: list[Spell], asks: list[Ask | str]) -> NDArray[np.bool_]:
    """Mark the pairs that Hall's condition alone does not decide."""
    told = np.array([isinstance(ask, Ask) and bool(ask.leaves) for ask in asks], dtype=bool)
    routed: NDArray[np.bool_] = ~(side.exact[:, None] & told[None, :])
    for column, (spell, ask) in enumerate(zip(spells, asks, strict=True)):
        if isinstance(ask, str):
            continue
        due = LIFE_FOR_A_SYMBOL * ask.life_symbols
        matters = side.life_paid > 0
        if ask.life_symbols:
            matters |= side.damage > 0
        routed[:, column] |= matters if ask.no_life else matters & (side.life - side.damage < due)
        if spell.context.x_count:
            routed[:, column] |= side.restricted
    return routed


def _decide(side: _Side, asks: list[Ask | str], payable: NDArray[np.bool_]) -> None:
    """Hold Hall's inequalities of every ask against every board."""
    accepted: dict[bytes, int] = {}
    systems: list[list[tuple[list[int], list[int]]]] = []
    for ask in asks:
        systems.append([])
        if isinstance(ask, str):
            continue
        classes = np.array([ask.classes(letter) for letter in side.letters], dtype=np.int64)
        for leaf in ask.leaves:
            most: dict[bytes, int] = {}
            for one, due in leaf.sets:
                mask = (classes & one != 0).tobytes()
                most[mask] = max(most.get(mask, 0), due)
            places = [accepted.setdefault(mask, len(accepted)) for mask in most]
            systems[-1].append((places, list(most.values())))
    columns = np.zeros((len(side.letters), len(accepted)), dtype=np.float32)
    for place, mask in enumerate(accepted):
        columns[:, place] = np.frombuffer(mask, dtype=bool)
    for first in range(0, len(side.units), ROWS):
        there = np.ascontiguousarray((side.units[first : first + ROWS] @ columns).T)
        for column, ways in enumerate(systems):
            answer = payable[first : first + ROWS, column]
            for places, dues in ways:
                enough = np.ones(len(answer), dtype=bool)
                for place, due in zip(places, dues, strict=True):
                    enough &= there[place] >= due
                answer |= enough
