"""The best turn of a hand."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from autotap.models import Board
from autotap.models.turn import TurnCard
from autotap.solver import plan_turn
from benchmarks.jobs.judging import MEASURED, judged
from benchmarks.results import Spread, time_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.jobs.judging import Effort
    from benchmarks.results import Row

SIZE = 12
"""Sources on the board."""
CARDS = 7
LIMIT_US = 10e3
_LANDS = (
    "Plains",
    "Island",
    "Swamp",
    "Mountain",
    "Forest",
    "Tundra",
    "Badlands",
    "Tropical Island",
)
_MIXED = (*_LANDS[:5], "Mystic Gate", "Azorius Signet", "Adarkar Wastes", "Sol Ring")
_SPELLS = (
    *("{1}{W}", "{2}{U}", "{3}{B}", "{1}{R}{R}", "{4}{G}", "{2}{W}{U}", "{1}{B}{B}", "{R}"),
    *("{5}", "{3}{G}{G}", "{W}{W}", "{1}{U}"),
)
_MAKERS = (
    ("Dark Ritual", "{B} adds {B}{B}{B}"),
    ("Pyretic Ritual", "{1}{R} adds {R}{R}{R}"),
    ("Sol Ring", "{1}"),
    ("Mind Stone", "{2} makes Mind Stone [{T}: Add {C}]"),
    ("Azorius Signet", "{2}"),
)
_FAMILIES = {
    "lands": (_LANDS, ()),
    "filters, Signets, painlands": (_MIXED, ()),
    "lands, 2 rituals and 3 rocks": (_LANDS, _MAKERS),
    "all of these": (_MIXED, _MAKERS),
}
"""Names on the board, and cards of the hand that make mana."""
GROWTH = (3, 5, 10)
"""Further numbers of cards in hand, held against the same limit to show the growth."""


def measure_turns(effort: Effort) -> list[Row]:
    """Plan turns on fresh boards."""
    rows = [_row(name, CARDS, effort, growth=False) for name in _FAMILIES]
    rows += [_row("all of these", cards, effort, growth=True) for cards in GROWTH]
    return rows


def _row(name: str, cards: int, effort: Effort, *, growth: bool) -> Row:
    names, makers = _FAMILIES[name]
    draws = [
        _drawn(names, makers, cards, f"{name} {effort.seed} {i}") for i in range(effort.questions)
    ]
    rounds: list[list[float]] = []
    played = 0
    for _ in range(effort.rounds):
        rounds.append([])
        played = 0
        for text, hand in draws:
            board = Board.parse(text)
            start = time.perf_counter()
            turn = plan_turn(hand, board)
            rounds[-1].append(time.perf_counter() - start)
            played += len(turn.steps)
    spread = Spread.of(rounds)
    met = spread.median <= LIMIT_US
    return judged(
        f"turn, {f'{cards} cards, ' if growth else ''}{name}",
        SIZE,
        f"<= {time_text(LIMIT_US)}",
        met,
        samples={MEASURED: spread},
        questions=len(draws),
        facts={"note": f"{played / len(draws):.1f} cards played"},
    )


def _drawn(
    names: Sequence[str], makers: Sequence[tuple[str, str]], cards: int, seed: str
) -> tuple[str, tuple[TurnCard, ...]]:
    """Draw a board, and a hand with up to five cards that make mana."""
    rng = random.Random(seed)
    board = "; ".join(rng.choice(names) for _ in range(SIZE))
    made = [TurnCard.parse(*each, value=0) for each in makers[: cards - 2]]
    costs = [rng.choice(_SPELLS) for _ in range(cards - len(made))]
    spells = [
        TurnCard.parse(f"Spell {i}", cost, value=rng.randint(1, 6)) for i, cost in enumerate(costs)
    ]
    return board, (*made, *spells)
