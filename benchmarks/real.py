"""Positions of published puzzles, their sources and spells known by name.

The facts lie beside the repository in ``../shared/boards`` and ``../shared/cards`` and are not part
of it; without them these questions are left out.
"""

from __future__ import annotations

import json
import random
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AutotapError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.catalogue import lookup
from autotap.models.mtg.cost import ManaCost
from benchmarks.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARED = Path(__file__).parents[2] / "shared"
"""Where the facts are looked for."""

_PAYERS = ("convoke", "improvise", "delve")
_ODD_STATES = ("face_down", "merged", "transformed", "back_face", "named", "chosen_color")
_BEYOND = ("unparsed", "grants", "triggered", "multiplier", "land_type_effect")


class SkippedError(Exception):
    """A board that is left out, with the reason."""


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
    needed = [cards / name for name in ("costs.tsv", "mana_abilities.jsonl")]
    needed.append(cards / "payment_keywords.tsv")
    if not all(path.is_file() for path in (boards, *needed)):
        return None
    facts = _Facts(*needed)
    skipped: Counter[str] = Counter()
    questions: list[Question] = []
    used = 0
    for line in boards.read_text(encoding="utf-8").splitlines():
        position = json.loads(line)
        try:
            board = facts.board(position)
        except SkippedError as reason:
            skipped[str(reason)] += 1
            continue
        used += 1
        questions += facts.spells(position, board)
    return RealBoards(tuple(questions), used, skipped)


class _Facts:
    """Card facts by name."""

    def __init__(self, costs: Path, abilities: Path, keywords: Path) -> None:
        rows = (row.split("\t") for row in costs.read_text(encoding="utf-8").splitlines()[1:])
        self.cards = {_key(name): (cost, types) for name, cost, types in rows}
        lines = abilities.read_text(encoding="utf-8").splitlines()
        self.sources = {_key(record["name"]): record for record in map(json.loads, lines)}
        pairs = (row.split("\t") for row in keywords.read_text(encoding="utf-8").splitlines()[1:])
        self.keywords = {_key(name): words for name, words in pairs}

    def board(self, position: dict[str, Any]) -> str:
        """Write the board of a position.

        Raises
        ------
        SkippedError
            If something on it is not known well enough.
        """
        entries = [self.entry(entry) for entry in position["battlefield"]]
        for name in position.get("graveyard", ()):
            _, types = self.cards.get(_key(name), ("", ""))
            entries.append(f"graveyard: {_words(types)}".strip())
        entries.append(f"life: {position['life']}")
        return "; ".join(entries)

    def entry(self, entry: dict[str, Any]) -> str:
        if any(entry.get(state) for state in _ODD_STATES):
            raise SkippedError("a permanent face down, transformed or merged")
        name = entry["name"]
        known = self.sources.get(_key(name), {})
        if any(known.get(key) for key in _BEYOND):
            raise SkippedError("mana that depends on another permanent, or is not described")
        states = ["tapped"] if entry.get("tapped") else []
        count = entry.get("count", 1)
        if name.endswith(" (token)"):
            return self.token(name.removesuffix(" (token)"), states, count)
        if _key(name) not in self.cards:
            raise SkippedError("a permanent without a name in the card facts")
        states.append(f"types: {_words(self.cards[_key(name)][1])}")
        for kind, number in entry.get("counters", {}).items():
            states.append(f"{number} {json.dumps(_COUNTERS.get(kind, kind.lower()))} counters")
        abilities = " / ".join(map(_ability, known.get("abilities", ())))
        return f"{count} {json.dumps(name)} ({', '.join(states)}) [{abilities}]"

    def token(self, name: str, states: list[str], count: int) -> str:
        if lookup(name) is not None:
            state = f" ({', '.join(states)})" if states else ""
            return f"{count} {lookup(name).name}{state}"  # type: ignore[union-attr]
        states.append("types: token creature")
        return f"{count} {json.dumps(name)} ({', '.join(states)}) []"

    def spells(self, position: dict[str, Any], board: str) -> Iterator[Question]:
        """Yield a question for each card in hand that has a mana cost which the library reads."""
        for name in dict.fromkeys(position["hand"]):
            cost, types = self.cards.get(_key(name)) or self.cards.get(
                _key(name.split(" // ")[0]), ("", "")
            )
            try:
                if not cost or not ManaCost.parse(cost).mana_value:
                    continue
            except AutotapError:
                continue
            words = self.keywords.get(_key(name), "")
            payers = tuple(way for way in _PAYERS if way in words.split("; "))
            yield Question(cost, board, types=types, payers=payers)


_COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}


def _ability(text: str) -> str:
    """Return an ability as the library writes it."""
    try:
        if "; if:" not in text:
            return str(ManaAbility.parse(text))
    except AutotapError:
        pass
    raise SkippedError("a mana ability that the notation cannot say")


def _words(type_line: str) -> str:
    words = type_line.replace("—", " ").replace("//", " ").lower().split()
    return " ".join(json.dumps(word) for word in dict.fromkeys(words)) or "none"


def _key(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()
