"""Published positions with a hand: what can be cast, the best turn, and what can be kept.

``python -m tests.boards.hands`` prints a table. Names, abilities and costs come from
``../shared/boards`` and ``../shared/cards``; boards with a source that is not described there are
counted and left out. Where a board is small enough, the exhaustive reference must agree. The exit
code is 0 if it does everywhere.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Kept
from autotap.models.text import name_key
from autotap.models.turn import TurnCard
from autotap.solver import castable, pay, plan_turn
from benchmarks.facts import Facts, LeftOutError
from benchmarks.real import SHARED
from tests.casework.magic import magic_board
from tests.reference import magic
from tests.reference.notation import parse_ability
from tests.reference.position import TooLarge, Unbounded
from tests.turns.reference import TurnReference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board

    Case = dict[str, Any]

TURN_S = 10.0
"""Seconds for the best turn of one board."""
MOST_STATES = 20_000
"""Size from which on a board is too large for the reference."""


def entry(permanent: Case, facts: Facts) -> Case:
    """A permanent of a position as an entry of a case."""
    known = facts.permanent(permanent)
    try:
        for text in known.abilities:
            parse_ability(text)
    except ValueError:
        raise LeftOutError("a mana ability that the reference does not read") from None
    return {
        "name": known.name,
        "count": known.count,
        "types": list(known.types),
        "abilities": list(known.abilities),
        "tapped": known.tapped,
        "summoning_sick": known.summoning_sick,
        "counters": known.counters,
    }


def hand(names: list[str], facts: Facts) -> Iterator[Case]:
    """The cards of a hand that this question covers: with a mana cost without X, and lands."""
    for name, count in Counter(names).items():
        cost, line = facts.cards.get(name_key(name), ("", ""))
        card: Case = {"name": name, "count": count, "restrictions": {}}
        if "Land" in line:
            is_tapped = facts.sources.get(name_key(name), {}).get("enters") == "tapped"
            arrives = {**entry({"name": name}, facts), "tapped": is_tapped}
            yield {**card, "land": True, "value": 0, "types": ["land"], "arrives": [arrives]}
        elif cost and "X" not in cost and "//" not in line:
            value = max(1, ManaCost.parse(cost).mana_value)
            yield {**card, "cost": cost, "value": value, "types": list(facts.types(name))}


def case_of(position: Case, facts: Facts) -> Case:
    """The turn case of a position.

    Raises
    ------
    LeftOutError
        If something on it is not known well enough.
    """
    cards = list(hand(position["hand"], facts))
    if not cards:
        raise LeftOutError("no card in hand with a mana cost without X, and no land")
    return {
        "board": [entry(permanent, facts) for permanent in position["battlefield"]],
        "life": position["life"],
        "cards": cards,
        "land_drops": 1,
    }


def turn_cards(case: Case) -> list[TurnCard]:
    """The hand of a turn case."""
    cards = []
    for card in case["cards"]:
        arrives = magic_board({"board": card.get("arrives", [])}, hints=True).sources
        spell = None if card.get("land") else spell_of(card)
        cards.append(TurnCard(card["name"], spell, card["value"], (), arrives, card["count"]))
    return cards


def spell_of(card: Case) -> Spell:
    """A card of a turn case as what is paid for."""
    return Spell.parse(card["cost"], name=card["name"], types=card["types"])


@dataclass
class Report:
    """What came of the boards."""

    left_out: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{reason}: {number} boards left out" for reason, number in self.left_out.items()]
        lines += [f"{what}: {number}" for what, number in self.counts.items()]
        return "\n".join([*lines, f"{self.seconds:.1f} s", f"{len(self.faults)} faults"])


def examine(id: str, case: Case, report: Report) -> Iterator[str]:
    """Answer the three questions of a board; yields a line for each."""
    board = magic_board(case, hints=False)
    spells = {card["name"]: spell_of(card) for card in case["cards"] if "cost" in card}
    can = castable(spells, board)
    report.counts["boards"] += 1
    report.counts["castable cards"] += sum(can.values())
    report.counts["cards in hand"] += len(can)
    yield "castable: " + (", ".join(name for name, yes in can.items() if yes) or "none")
    yield _kept(spells, can, board, report)
    turn = plan_turn(turn_cards(case), board, time_limit_s=TURN_S)
    report.counts[f"turns {turn.status}"] += 1
    played = ", ".join(step.card for step in turn.steps) or "nothing"
    yield f"best turn, worth {turn.value}, {turn.status}: {played}"
    for what, wrong in _compared(case, board, can, turn.objective, report):
        if wrong:
            report.faults.append(f"{id}: {what}: {wrong}")
            yield report.faults[-1]


def _kept(spells: dict[str, Spell], can: dict[str, bool], board: Board, report: Report) -> str:
    """The castable card whose payment keeps the most others castable."""
    best: tuple[int, str] | None = None
    for name in [name for name, yes in can.items() if yes]:
        others = [Kept((spell,)) for other, spell in spells.items() if other != name]
        result = pay(spells[name], board, keep=others)
        report.counts[f"payments that keep, {result.status}"] += 1
        kept = sum(result.kept)
        if best is None or kept > best[0]:
            best = kept, name
    return "" if best is None else f"keeps the most: {best[1]}, {best[0]} others stay castable"


def _compared(
    case: Case, board: Board, can: dict[str, bool], turn: Any, report: Report
) -> Iterator[tuple[str, str]]:
    """Hold the answers against the reference, where the board is small enough."""
    if any("only:" in text or "not:" in text for e in case["board"] for text in e["abilities"]):
        report.counts["restricted mana, without the reference"] += 1
        return
    try:
        for card in case["cards"]:
            if "cost" in card:
                asked = {**case, "pay": {"name": card["name"], "types": card["types"]}}
                asked["pay"] |= {"kind": "spell", "cost": card["cost"], "total_cost": card["cost"]}
                expected = magic.payable(asked, max_states=MOST_STATES)
                report.counts["cards with the reference"] += 1
                yield f"castable {card['name']}", str(expected) * (expected != can[card["name"]])
                if expected:
                    yield f"keeping beside {card['name']}", _kept_otherwise(asked, card, board)
                    report.counts["payments that keep, with the reference"] += 1
        best = TurnReference(case, max_states=MOST_STATES).best()
        report.counts["turns with the reference"] += 1
        yield "turn", str(best) * (best != dict(turn))
    except (TooLarge, Unbounded):
        report.counts["too large for the reference"] += 1


def _kept_otherwise(asked: Case, card: Case, board: Board) -> str:
    """What the reference says of the payment that keeps all other cards, if it differs."""
    others = [other for other in asked["cards"] if "cost" in other and other is not card]
    best = magic.solve({**asked, "hand": others}, max_states=MOST_STATES).vector or {}
    keep = [Kept((spell_of(other),)) for other in others for _ in range(other["count"])]
    found = dict(pay(spell_of(card), board, keep=keep, keep_when="now").objective)
    terms = best.keys() & found.keys()
    differ = {term: (best[term], found[term]) for term in terms if best[term] != found[term]}
    return str(differ or "")


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.boards.hands", description=__doc__)
    parser.add_argument("--limit", type=int, default=None, help="how many positions")
    chosen = parser.parse_args(arguments)
    report = Report()
    facts = Facts(SHARED / "cards")
    start = time.perf_counter()
    lines = (SHARED / "boards" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[: chosen.limit]:
        position = json.loads(line)
        try:
            case = case_of(position, facts)
        except LeftOutError as reason:
            report.left_out[str(reason)] += 1
            continue
        print(position["id"])
        for told in examine(position["id"], case, report):
            print(f"  {told}")
    report.seconds = time.perf_counter() - start
    print(report)
    return int(bool(report.faults))


if __name__ == "__main__":
    sys.exit(main())
