"""One random board with effects: what the library answers, held against the reference."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.board import Board
from autotap.models.mtg.catalogue import lookup
from autotap.models.mtg.spell import Spell
from autotap.models.objective import Objective
from autotap.models.problem import Problem
from autotap.models.result import Status
from autotap.solver import solve
from tests.boards.table import CARDS, COLORS, SUN, Table, TooLarge

TERMS = ("losses", "mana_left", "activations")
SOURCES = (
    *("Forest", "Island", "Plains", "Swamp", "Mountain", "Wastes", "Tundra", "Ancient Tomb"),
    *("Crystal Vein", "Gaea's Cradle", "Reflecting Pool", "Exotic Orchard", "Command Tower"),
    *("Nykthos, Shrine to Nyx", "Azorius Signet", "Sol Ring", "Mox Amber", "Treasure"),
    *("Llanowar Elves", "Isamaru"),
)
OUTLETS = {"Phyrexian Altar": "creature", "Krark-Clan Ironworks": "artifact"}
"""What gives up permanents, with their type."""
EFFECTS = tuple(name for name in CARDS if name not in (*SOURCES, *OUTLETS))
OTHER_LANDS = {"Island": "U", "Forest; Wastes": "GC", "Ancient Tomb": "C", "Sol Ring": ""}


@dataclass(frozen=True, slots=True)
class Question:
    """A board with a cost, for the library and for the reference."""

    text: str
    table: Table
    colored: tuple[str, ...]
    generic: int

    @property
    def cost(self) -> str:
        """The cost as text."""
        return f"{{{self.generic}}}" * (self.generic > 0) + "".join(
            f"{{{color}}}" for color in self.colored
        )


def question_of(seed: int) -> Question:
    """The question of a seed."""
    rng = Random(seed)
    names = [rng.choice(SOURCES) for _ in range(rng.randint(2, 3))]
    if counts := rng.random() < 0.15:
        names = [*names[:1], "Gaea's Cradle", rng.choice(("Isamaru", "Llanowar Elves"))]
    outlet = "Phyrexian Altar" if counts else rng.choice((*OUTLETS, "", ""))
    ending = [name for name in EFFECTS if OUTLETS.get(outlet, "") in CARDS[name].types]
    names += {rng.choice([*EFFECTS, *ending * 3]): 0 for _ in range(rng.choice((1, 1, 2, 2, 3)))}
    names += [outlet] if outlet else []
    rng.shuffle(names)
    legends = {name for name in names if "legendary" in CARDS[name].types}
    names = [name for at, name in enumerate(names) if name not in legends or name not in names[:at]]
    lands = [at for at, name in enumerate(names) if "land" in CARDS[name].types]
    growth = rng.choice(lands) if lands else None
    commander = "".join(color for color in COLORS if rng.random() < 0.3)
    theirs = rng.choice(list(OTHER_LANDS))
    if "Blood Moon" in names or "Urborg, Tomb of Yawgmoth" in names:
        theirs = "Island"  # what the effect does to other lands is tested elsewhere
    types = OTHER_LANDS[theirs]
    if "Urborg, Tomb of Yawgmoth" in names and "Blood Moon" not in names:
        types += "B"
    if "Contamination" in names and types:
        types = "B"
    table = Table(tuple(names), commander, types, growth)
    text = "; ".join(_entry(at, name, table) for at, name in enumerate(names))
    text += f"; opponent: [{theirs}]" + (f"; commander: {commander}" if commander else "")
    colored = tuple(rng.choice("WUBRGGC") for _ in range(rng.choice((0, 1, 1, 2, 3))))
    generic = rng.randint(0 if colored else 1, 4)
    return Question(text, table, colored, generic)


def _entry(at: int, name: str, table: Table) -> str:
    items = [f"id: {at}"]
    if name == "Caged Sun":
        items.append(f"chosen: {SUN}")
    if name == "Wild Growth" and table.growth is not None:
        items.append(f"on: {table.growth}")
    if lookup(name) is None:
        card = CARDS[name]
        items.append(f"types: {' '.join(sorted(card.types))}")
        items.append(f"colors: {card.colors}")
        items.append("cost: " + "".join(f"{{{color}}}" for color in card.cost))
        return f"{name} ({', '.join(items)}) []"
    return f"{name} ({', '.join(items)})"


def disagreement(question: Question) -> str | None:
    """What the library says otherwise than the reference; None if nothing.

    Raises
    ------
    TooLarge, UnsupportedCostError
        If one of the two does not answer.
    """
    best = question.table.best(question.colored, question.generic)
    problem = Problem(
        Board.parse(question.text), Spell.parse(question.cost), objective=Objective(TERMS)
    )
    result = solve(problem, time_limit_s=60)
    status = Status.UNPAYABLE if best is None else Status.OPTIMAL
    if result.status is not status:
        return f"{status} by the reference, {result.status} by the library"
    if best is None:
        return None
    found = dict(result.objective)
    values = (found["losses"], -found["mana_left"], found["activations"])
    return None if values == best else f"{best} by the reference, {values} by the library"


def outcome(seed: int) -> str:
    """Say what came of a seed: "agree", "refused", "too large", or what is wrong."""
    question = question_of(seed)
    try:
        return disagreement(question) or "agree"
    except TooLarge:
        return "too large"
    except UnsupportedCostError as error:
        return f"refused: {error.expected}"
