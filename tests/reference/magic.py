"""Exhaustive reference for Magic payments, read from plain case JSON (hint keys included).

``solve`` walks through every sequence of mana abilities and every way to pay afterwards, and
keeps the best by the default objective. Nothing of the library is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.reference.notation import COLORS, Unit, write_mana_list
from tests.reference.position import State, TooLarge, Unbounded, World, refuse_growth
from tests.reference.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.reference.position import Kind, Move, Position, Spends
    from tests.reference.question import Found, Payer

__all__ = [
    "TERMS",
    "Answer",
    "TooLarge",
    "Unbounded",
    "covers",
    "given_up",
    "largest_x",
    "least_life",
    "mana_options",
    "payable",
    "record",
    "solve",
]

TERMS = (
    "lethal",
    "losses",
    "preferred",
    "mana_left",
    "reserved",
    "flexibility",
    "emptied",
    "graveyard",
    "activations",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the search found; ``vector`` holds ``mana_left`` as the positive number."""

    payable: bool
    x: int | None = None
    vector: dict[str, int] | None = None
    witness: dict[str, Any] | None = None


def solve(
    case: Mapping[str, Any],
    *,
    x: int | None = None,
    keep: bool = True,
    max_states: int | None = 200_000,
) -> Answer:
    """The best payment of a case under the default objective, from its hint keys.

    ``x`` asks for a payment with just this X; otherwise the smallest payable one is taken.
    ``keep``: the cards of ``hand`` count as kept spells. Help by another player (assist) is
    only counted on where nothing else pays. Raises ``Unbounded`` and ``TooLarge``.
    """
    for assist in (False, True) if "assist" in case["pay"].get("alternatives", ()) else (False,):
        question = Question(case, x=x, keep=keep, assist=assist, max_states=max_states)
        found = question.best()
        if found is not None:
            terms = dict(zip(TERMS, found.vector, strict=True))
            terms["mana_left"] = -terms["mana_left"]
            return Answer(True, found.announcement.x, terms, record(question, found, terms))
    return Answer(False)


def payable(
    case: Mapping[str, Any], *, x: int | None = None, max_states: int | None = None
) -> bool:
    """Whether there is any legal payment (with just this X)."""
    question = Question(case, x=x, keep=False, assist=True, max_states=max_states)
    return question.best("any") is not None


def least_life(
    case: Mapping[str, Any], *, x: int | None = None, max_states: int | None = None
) -> int | None:
    """The least life (paid and damage) that any payment loses; None: not payable."""
    question = Question(case, x=x, keep=False, assist=True, max_states=max_states)
    found = question.best("life")
    return None if found is None else found.vector[0]


def largest_x(case: Mapping[str, Any], *, max_states: int | None = None) -> int | None:
    """The largest payable X; None: not even the smallest. {X} is payable up to a limit."""
    total = case["pay"]["total_cost"]
    if isinstance(total, list):
        values = sorted({one["x"] for one in total}, reverse=True)
        return next((x for x in values if payable(case, x=x, max_states=max_states)), None)
    x = -1
    while x < case["pay"].get("x_limit", 10**6) and payable(case, x=x + 1, max_states=max_states):
        x += 1
    return None if x < 0 else x


def mana_options(case: Mapping[str, Any], *, max_states: int | None = None) -> list[str]:
    """All maximal pools after some mana abilities, as mana lists."""
    world = World({**case, "hand": ()}, max_states=max_states)
    parents: dict[State, State | None] = {world.start: None}
    agenda = [world.start]
    while agenda:
        state = agenda.pop()
        world.spend_state()
        for move in world.moves(state.position):
            for step in world.after(state, move):
                if step.state not in parents:
                    if world.cyclic:
                        refuse_growth(step.state, state, parents)
                    parents[step.state] = state
                    agenda.append(step.state)
    pools = {
        tuple(Unit(world.kind(kind).type, world.kind(kind).tags) for kind in state.pool)
        for state in parents
    }
    best: list[tuple[Unit, ...]] = []
    for pool in sorted(pools, key=lambda one: (-len(one), sum(u.type == "Any" for u in one))):
        if not any(covers(other, pool) for other in best):
            best = [*(other for other in best if not covers(pool, other)), pool]
    return [write_mana_list(pool) for pool in best]


def covers(large: tuple[Unit, ...], small: tuple[Unit, ...]) -> bool:
    """Each mana of ``small`` can be matched to one of its own in ``large`` (README)."""
    matched: dict[int, int] = {}

    def match(at: int, tried: set[int]) -> bool:
        for other, unit in enumerate(large):
            fits = unit.type == small[at].type or (unit.type == "Any" and small[at].type in COLORS)
            if fits and unit.tags in ((), small[at].tags) and other not in tried:
                tried.add(other)
                if other not in matched or match(matched[other], tried):
                    matched[other] = at
                    return True
        return False

    return len(small) <= len(large) and all(match(at, set()) for at in range(len(small)))


# -- writing an answer record ------------------------------------------------------------------


def given_up(world: World, position: Position) -> list[str]:
    """Names of the objects sacrificed, exiled or returned (discards are not among them)."""
    return [
        group.name
        for at, group in enumerate(world.groups)
        for state, count in world.copies(position, at)
        if state.gone and (state.used or not group.in_hand)
        for _ in range(count)
    ]


@dataclass(slots=True)
class _Made:
    """One mana made; the color of ``{Any}`` is filled in when it is spent."""

    kind: Kind
    color: str


def record(question: Question, found: Found, terms: dict[str, int]) -> dict[str, Any]:
    """The answer record of a payment; ``{Any}`` mana gets the color it was spent as."""
    world, final = question.world, found.final
    uses: list[tuple[Move, list[_Made]]] = []
    undecided: dict[int, list[_Made]] = {}
    for kind in world.start.pool:
        undecided.setdefault(kind, []).append(_Made(world.kind(kind), "Any"))

    def settle(pairs: Spends) -> None:
        for kind, color in pairs:
            if world.kind(kind).type == "Any":
                undecided[kind].pop(0).color = color

    for step in found.steps:
        settle(step.spends)
        settle(step.decided)
        made = [_Made(world.kind(kind), world.kind(kind).type) for kind in step.made]
        for unit, kind in zip(made, step.made, strict=True):
            undecided.setdefault(kind, []).append(unit)
        uses.append((step.move, made))
    settle(final.spends)
    stand_ins = question.missing(final.left)[1]
    floating = []
    for kind in final.left:
        content = world.kind(kind)
        color = content.type
        if color == "Any":
            unit = undecided[kind].pop(0)
            color = next((one.type for one in stand_ins if one.tags == content.tags), "W")
            stand_ins = _without(stand_ins, color, content.tags)
            unit.color = color
        floating.append(Unit(color, content.tags))
    lines: list[dict[str, Any]] = []
    for move, made in uses:
        line: dict[str, Any] = {
            "name": world.groups[move.group].name,
            "ability": move.ability.text,
            "output": write_mana_list(tuple(Unit(one.color, one.kind.tags) for one in made)),
            "copies": 1,
        }
        if lines and {**lines[-1], "copies": 1} == line:
            lines[-1]["copies"] += 1
        else:
            lines.append(line)
    return {
        "payable": True,
        "x": found.announcement.x,
        "uses": lines,
        "payers": list(_payer_lines(world, final.payers)),
        "life_paid": world.life - final.life,
        "sacrifices": given_up(world, final.position),
        "spent": write_mana_list(tuple(Unit(color) for _, color in final.spends)),
        "floating": write_mana_list(tuple(floating)),
        "max_x": None,
        "mana_options": None,
        "still_castable": [
            world.groups[group].name
            for kept in question.kept
            if question.castable(kept, final)
            for group, number in kept.cards
            for _ in range(number)
        ],
        "objective": terms,
        "unsupported": None,
    }


def _without(kinds: list[Kind], color: str, tags: tuple[str, ...]) -> list[Kind]:
    for at, kind in enumerate(kinds):
        if kind[:2] == (color, tags):
            return kinds[:at] + kinds[at + 1 :]
    return kinds


def _payer_lines(world: World, payers: tuple[Payer, ...]) -> Iterator[dict[str, Any]]:
    cards = [card.name for card, count in world.cards for _ in range(count)]
    for payer in payers:
        slot = world.slot(payer.slot)
        if payer.how == "delve":
            name = cards.pop(0)
        else:
            name = "another player" if payer.how == "assist" else world.groups[payer.group].name
        pays = "{1}" if slot.generic else "{" + "/".join(slot.types) + "}"
        yield {"name": name, "how": payer.how, "pays": pays, "copies": 1}
