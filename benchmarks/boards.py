"""Questions to time: boards and costs as text, drawn by a seeded generator.

Every family holds payable and unpayable questions. The scarce colour of a cost is drawn around
what the board can just make of it, so that most questions are close to the border, where a proof
takes longest.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

COLORS = "WUBRG"
BASICS = dict(zip(COLORS, ("Plains", "Island", "Swamp", "Mountain", "Forest"), strict=True))

DEMOS = Path(__file__).parents[1] / "solver" / "demo_boards.json"


@dataclass(frozen=True, slots=True)
class Question:
    """One board and one cost.

    Parameters
    ----------
    cost, board
        Texts; in Duel Masters the board is a mana zone.
    duel_masters
        Which game it is.
    """

    cost: str
    board: str
    duel_masters: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """Questions of one sort.

    Parameters
    ----------
    name
        What the boards have in common.
    draw
        Draws one question.
    slow
        Whether one call takes so long that fewer are made.
    """

    name: str
    draw: Callable[[random.Random], Question]
    slow: bool = False

    def questions(self, number: int, seed: int) -> list[Question]:
        """Draw so many questions; equal seeds give equal questions."""
        return [self.draw(random.Random(f"{self.name} {seed} {i}")) for i in range(number)]


def _cycle(pairs: str, *lists: str) -> dict[frozenset[str], tuple[str, ...]]:
    columns = [names.split("; ") for names in lists]
    rows = zip(*columns, strict=True)
    return {frozenset(pair): row for pair, row in zip(pairs.split(), rows, strict=True)}


_PAIRS = "WU UB BR RG GW WB UR BG RW GU"
FREE = _cycle(
    _PAIRS,
    "Tundra; Underground Sea; Badlands; Taiga; Savannah; Scrubland; Volcanic Island; Bayou; "
    "Plateau; Tropical Island",
    "Adarkar Wastes; Underground River; Sulfurous Springs; Karplusan Forest; Brushland; "
    "Caves of Koilos; Shivan Reef; Llanowar Wastes; Battlefield Forge; Yavimaya Coast",
    "Azorius Chancery; Dimir Aqueduct; Rakdos Carnarium; Gruul Turf; Selesnya Sanctuary; "
    "Orzhov Basilica; Izzet Boilerworks; Golgari Rot Farm; Boros Garrison; Simic Growth Chamber",
)
"""Per pair of colours a dual land, a painland and a land that makes two mana."""
COSTED = _cycle(
    _PAIRS,
    "Mystic Gate; Sunken Ruins; Graven Cairns; Fire-Lit Thicket; Wooded Bastion; Fetid Heath; "
    "Cascade Bluffs; Twilight Mire; Rugged Prairie; Flooded Grove",
    "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Selesnya Signet; Orzhov Signet; "
    "Izzet Signet; Golgari Signet; Boros Signet; Simic Signet",
)
"""Per pair of colours a filter land and a Signet: abilities that cost mana."""


def _board(names: Counter[str]) -> str:
    return "; ".join(f"{count} {name}" for name, count in sorted(names.items()))


def _cost(generic: int, colored: Counter[str]) -> str:
    return (f"{{{generic}}}" if generic else "") + "".join(
        f"{{{color}}}" * colored[color] for color in COLORS
    )


def _magic(draw: random.Random, size: int, costed: int, times: int = 1) -> Question:
    """Draw a board of two main colours and a scarce third one.

    Parameters
    ----------
    draw
        The generator.
    size, costed
        Number of sources, and of those whose abilities cost mana.
    times
        Multiplies every source that does not make the scarce colour.
    """
    first, second, scarce = draw.sample(COLORS, 3)
    main = frozenset((first, second))
    side = frozenset((draw.choice((first, second)), scarce))
    few = Counter(draw.choices((BASICS[scarce], *FREE[side][:2]), k=max(1, size // 10)))
    few.update(draw.choices((*COSTED[side], "Shimmering Grotto"), k=costed // 3))
    many = Counter(draw.choices(COSTED[main], k=costed - costed // 3))
    lands = (BASICS[first], BASICS[second], *FREE[main], "Sol Ring")
    rest = size - few.total() - many.total()
    many.update(draw.choices(lands, weights=(5, 5, 3, 2, 1, 1), k=rest))
    board = few + Counter({name: count * times for name, count in many.items()})
    makes = few.total() + few[COSTED[side][0]]
    colored = Counter({scarce: makes + draw.randint(-2, 2)})
    colored.update(draw.choices((first, second), k=draw.randint(1, size // 5 + 1)))
    return Question(_cost(draw.randint(0, size // 4), +colored), _board(board))


def _two_colors(draw: random.Random) -> Question:
    """Draw a board of twelve sources in two colours."""
    first, second = draw.sample(COLORS, 2)
    pair = frozenset((first, second))
    names = (BASICS[first], BASICS[second], *FREE[pair][:2], *COSTED[pair], "Mind Stone")
    board = Counter(draw.choices(names, weights=(6, 4, 2, 2, 1, 2, 1), k=12))
    makes = 12 - board[BASICS[first]] - board["Mind Stone"]
    colored = Counter({first: draw.randint(1, 4), second: makes + draw.randint(-4, 2)})
    return Question(_cost(draw.randint(0, 2), +colored), _board(board))


def _largest_demo() -> list[str]:
    """Return the entries of the demo's largest board."""
    records = json.loads(DEMOS.read_text(encoding="utf-8"))
    boards = (record["board"] for record in records if record["game"] == "mtg")
    return max((board.split("; ") for board in boards), key=len)


def _no_two_alike(draw: random.Random) -> Question:
    """Draw a cost for the demo's board of 100 sources; in half of them most are tapped."""
    names = _largest_demo()
    colored = Counter(draw.choices(COLORS, k=draw.randint(4, 12)))
    generic = draw.randint(0, 6)
    if draw.random() < 0.5:
        untapped = round((colored.total() + generic) * draw.uniform(0.3, 0.6))
        tapped = set(draw.sample(names, len(names) - untapped))
        names = [f"{name} (tapped)" if name in tapped else name for name in names]
    return Question(_cost(generic, colored), "; ".join(names))


def _zone(draw: random.Random) -> Question:
    """Draw a zone of 30 cards, some tapped; in half of them some have mana number 0 or 2."""
    civilizations = ("Light", "Water", "Darkness", "Fire", "Nature")
    weights = draw.sample((8, 6, 3, 1, 1), 5)
    numbered = draw.random() < 0.5
    entries: Counter[str] = Counter()
    for _ in range(30):
        chosen = draw.choices(civilizations, weights, k=draw.choice((1, 1, 1, 2, 3)))
        states = ["tapped"] if draw.random() < 0.6 else []
        if numbered and draw.random() < 0.3:
            states.append(f"number {draw.choice((0, 2, 2))}")
        state = f" ({', '.join(states)})" if states else ""
        entries["/".join(dict.fromkeys(chosen)) + state] += 1
    asked = draw.sample(civilizations, draw.choice((1, 1, 2, 2, 3, 5)))
    cost = f"{'/'.join(asked).lower()}({draw.randint(max(3, len(asked)), 14)})"
    return Question(cost, _board(entries), duel_masters=True)


FAMILIES = (
    Family("12 sources, two colours", _two_colors),
    Family("30 sources, 8 costed", lambda draw: _magic(draw, 30, 8)),
    Family("1,000 sources of the same kinds", lambda draw: _magic(draw, 30, 8, 40)),
    Family("100 sources, no two alike", _no_two_alike, slow=True),
    Family("Duel Masters, 30 cards", _zone),
)
"""What is timed stage by stage."""

PLAIN_FAMILIES = (
    Family("12 sources, none costed", lambda draw: _magic(draw, 12, 0)),
    Family("30 sources, none costed", lambda draw: _magic(draw, 30, 0)),
    Family("1,000 sources, none costed", lambda draw: _magic(draw, 30, 0, 38)),
)
"""What is also asked of the naive model, which cannot put abilities that cost mana in order."""


def family(name: str) -> Family:
    """Find a family by its name."""
    return next(each for each in FAMILIES if each.name == name)
