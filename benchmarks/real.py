"""Positions of published puzzles, their sources and spells known by name.

The facts lie beside the repository in ``../shared/boards`` and ``../shared/cards`` and are not part
of it; without them these questions are left out.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AutotapError
from autotap.models.mtg.cost import ManaCost
from autotap.models.text import name_key
from benchmarks.facts import Facts, LeftOutError
from benchmarks.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.facts import KnownPermanent

SHARED = Path(__file__).parents[2] / "shared"
"""Where the facts are looked for."""

_PAYERS = ("convoke", "improvise", "delve")


@dataclass(frozen=True, slots=True)
class RealBoards:
    """Questions on real boards.

    Parameters
    ----------
    questions
        A question per board and card in hand that has a mana cost.
    boards
        Number of boards used.
    skipped
        Number of boards left out, by reason.
    """

    questions: tuple[Question, ...]
    boards: int
    skipped: Counter[str]

    def sample(self, number: int, seed: int) -> list[Question]:
        """Draw so many questions; equal seeds give equal questions."""
        draw = random.Random(f"real {seed}")
        return draw.sample(self.questions, min(number, len(self.questions)))


def read_real_boards(shared: Path = SHARED) -> RealBoards | None:
    """Read the positions; None where the files are not there."""
    boards, cards = shared / "boards" / "puzzles.jsonl", shared / "cards"
    if not (boards.is_file() and Facts.are_in(cards)):
        return None
    facts = Facts(cards)
    skipped: Counter[str] = Counter()
    questions: list[Question] = []
    used = 0
    for line in boards.read_text(encoding="utf-8").splitlines():
        position = json.loads(line)
        try:
            board = _board(position, facts)
        except LeftOutError as reason:
            skipped[str(reason)] += 1
            continue
        used += 1
        questions += _spells(position, board, facts)
    return RealBoards(tuple(questions), used, skipped)


def _board(position: dict[str, Any], facts: Facts) -> str:
    """Write the board of a position."""
    entries = [_entry(facts.permanent(entry)) for entry in position["battlefield"]]
    for name in position.get("graveyard", ()):
        entries.append(f"graveyard: {_words(facts.types(name))}".strip())
    entries.append(f"life: {position['life']}")
    return "; ".join(entries)


def _entry(known: KnownPermanent) -> str:
    states = ["tapped"] if known.tapped else []
    states += ["sick"] if known.summoning_sick else []
    states.append(f"types: {_words(known.types)}")
    states += [f"{number} {json.dumps(kind)} counters" for kind, number in known.counters.items()]
    abilities = " / ".join(known.abilities)
    return f"{known.count} {json.dumps(known.name)} ({', '.join(states)}) [{abilities}]"


def _spells(position: dict[str, Any], board: str, facts: Facts) -> Iterator[Question]:
    """Yield a question for each card in hand that has a mana cost which the library reads."""
    for name in dict.fromkeys(position["hand"]):
        known = name if name_key(name) in facts.cards else name.split(" // ")[0]
        cost, _ = facts.cards.get(name_key(known), ("", ""))
        try:
            if not cost or not ManaCost.parse(cost).mana_value:
                continue
        except AutotapError:
            continue
        words = facts.keywords.get(name_key(name), "")
        payers = tuple(way for way in _PAYERS if way in words.split("; "))
        yield Question(cost, board, types=_words(facts.types(known)), payers=payers)


def _words(types: tuple[str, ...]) -> str:
    return " ".join(map(json.dumps, types)) or "none"
