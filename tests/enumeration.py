"""Every payment of random problems against brute force.

The brute force looks at every position that mana abilities lead to, and at every way to pay from
each; then it leaves out what wastes anything, by comparing each payment with each other one.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from autotap.models.errors import LimitError, UnboundedManaError, UnsupportedCostError
from autotap.models.mtg.current import current_problem
from autotap.models.result import Payment
from autotap.solver import solve
from autotap.solver.compile.groups import group_sources
from autotap.solver.enumeration import ways_of
from tests.casework.magic import magic_problem, source_ids
from tests.casework.reasons import UnsupportedCaseError
from tests.fuzzing.check import case_of, without_hints
from tests.fuzzing.replay import Referee
from tests.reference.hints import with_hints
from tests.reference.magic import TERMS
from tests.reference.notation import COLORS, parse_cost
from tests.reference.position import TooLarge, Unbounded, refuse_growth
from tests.reference.question import Final, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.problem import Problem
    from autotap.solver.enumeration.way import WayToPay
    from tests.reference.question import Announcement

Case = dict[str, Any]
Used = frozenset[tuple[str, int]]
"""What is used up, by name, without what is not."""
Floating = tuple[tuple[str, tuple[str, ...]], ...]
Key = tuple[object, Used, Floating]

MAX_STATES = 1_000
LIMIT = 10_000


@dataclass
class Outcome:
    """What came of one problem."""

    seed: int
    payments: int | None = None
    skipped: str = ""
    wrong: list[str] = field(default_factory=list)


# --- brute force ---------------------------------------------------------------------------------


class Finals:
    """What payments of a case use up and leave.

    Parameters
    ----------
    question
        The case as the reference asks it.
    names
        Per group of the reference what its copies count as.
    """

    def __init__(self, question: Question, names: list[str]) -> None:
        self.question = question
        self.world = question.world
        self.names = names + [f"card {g.name}" for g in self.world.groups[self.world.listed :]]

    def used(self, final: Final) -> Used:
        """Return what a payment uses up."""
        amounts: Counter[str] = Counter()
        for at, (group, name) in enumerate(zip(self.world.groups, self.names, strict=True)):
            for state, number in self.world.copies(final.position, at):
                start = group.start
                amounts[f"{name}: tapped"] += number * (state.tapped or state.gone)
                amounts[f"{name}: gone"] += number * state.gone
                amounts[f"{name}: touched"] += number * (state.used or state.touched)
                kept = start.counters if state.gone else state.counters
                for counter, before, after in zip(
                    group.counter_names, start.counters, kept, strict=True
                ):
                    amounts[f"{name}: {counter}"] += number * (before - after)
                for index in range(len(group.abilities)):
                    amounts[f"{name}: once {index}"] += number * (state.once >> index & 1)
            amounts[f"{name}: tapped"] -= group.count * group.start.tapped
        amounts["graveyard"] = final.graveyard
        amounts["assist"] = sum(payer.how == "assist" for payer in final.payers)
        amounts["life"] = self.world.life - final.life
        return frozenset((name, amount) for name, amount in amounts.items() if amount)

    def floating(self, final: Final) -> Floating:
        """Return the mana left over."""
        kinds = map(self.world.kind, final.left)
        return tuple(sorted((kind.type, tuple(sorted(kind.tags))) for kind in kinds))


class BruteForce(Finals):
    """Every payment of a case."""

    def payments(self) -> dict[Key, list[tuple[int, ...]]]:
        """Return the payments that waste nothing, with the values that they may have."""
        for x in sorted({one.x or 0 for one in self.question.announcements}):
            chosen = [one for one in self.question.announcements if (one.x or 0) == x]
            found: dict[Key, list[tuple[int, ...]]] = {}
            for announcement in chosen:
                found |= self._thrifty(announcement)
            if found:
                return found
        return {}

    def _thrifty(self, announcement: Announcement) -> dict[Key, list[tuple[int, ...]]]:
        found: dict[Key, set[tuple[int, ...]]] = {}
        for final in self._finals(announcement):
            key = (named(announcement), self.used(final), self.floating(final))
            found.setdefault(key, set()).add(self.question.vector(final))
        return {
            key: sorted(kept)
            for key, vectors in found.items()
            if (
                kept := [
                    vector
                    for vector in vectors
                    if not any(
                        no_more(other[1], key[1])
                        and any(
                            no_worse(better, vector)
                            and (other[1] != key[1] or better[-1] < vector[-1])
                            for better in others
                        )
                        for other, others in found.items()
                    )
                ]
            )
        }

    def _finals(self, announcement: Announcement) -> Iterator[Final]:
        world, question = self.world, self.question
        due = any(
            expansion.mana_due
            for expansion in world.expand(announcement.cost, "main", announcement.x or 0)
        )
        reached: dict[Any, set[tuple[int, int]]] = {world.start: {(0, 0)}}
        parents: dict[Any, Any] = {world.start: None}
        agenda = [(world.start, 0, 0)]
        while agenda:
            state, loss, activations = agenda.pop()
            world.spend_state()
            yield from question.finals(state, loss, activations, announcement)
            for move in world.moves(state.position) if due else ():
                for step in world.after(state, move):
                    at = (loss + move.loss, activations + 1)
                    known = reached.setdefault(step.state, set())
                    if any(one[0] <= at[0] and one[1] <= at[1] for one in known):
                        continue
                    known.add(at)
                    if step.state not in parents:
                        if world.cyclic:
                            refuse_growth(step.state, state, parents)
                        parents[step.state] = state
                    agenda.append((step.state, *at))


def named(announcement: Announcement) -> object:
    """Return what tells an announcement apart."""
    cost = tuple(sorted(symbol.text for symbol in announcement.cost))
    return (announcement.x or 0, cost, announcement.life, announcement.sacrifice, announcement.tap)


def no_more(one: Used, other: Used) -> bool:
    """Tell whether no more of anything is used up."""
    mine, theirs = dict(one), dict(other)
    return all(mine.get(name, 0) <= theirs.get(name, 0) for name in mine.keys() | theirs.keys())


def no_worse(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Tell whether no term is worse."""
    return all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def choices(floating: Floating) -> Iterator[Floating]:
    """Yield the mana left over with the types chosen that were left open."""
    options = [
        [(one, tags) for one in (COLORS if kind == "Any" else kind.split("/"))]
        for kind, tags in floating
    ]
    for chosen in product(*options):
        yield tuple(sorted(chosen))


# --- the library ---------------------------------------------------------------------------------


def classes_of(problem: Problem) -> dict[str, str]:
    """Return by id of a source what it counts as: which ones those are has tests of its own."""
    alike: dict[object, str] = {}
    classes = {}
    for number, group in enumerate(group_sources(current_problem(problem)[0])):
        key = replace(group.source, id="") if len(group.sources) == 1 else number
        for source in group.sources:
            classes[source.id] = alike.setdefault(key, source.id)
    return classes


def asked(seed: int) -> Case | None:
    """Return the Magic case of a seed with its hints, and without what is not asked here."""
    case = case_of(seed)
    if case["game"] != "mtg":
        return None
    case = with_hints(case) if without_hints(case) else case
    pay = {key: value for key, value in case["pay"].items() if key != "prefer"}
    return {**case, "pay": pay}


def is_open(case: Mapping[str, Any]) -> bool:
    """Tell whether mana may float whose type is left open, or stand for floating mana.

    What makes one unit, of a type that is chosen, leaves it floating where it is tapped in vain:
    for a cost that asks for something tapped.
    """
    texts = [text for entry in case["board"] for text in entry["abilities"]]
    made = [text.split(": Add ", 1)[-1] for text in texts]
    in_vain = '"tapped": true' in json.dumps(case["pay"])
    return bool(case.get("pool")) or any(
        "Any" in text or "/" in text or ("|" in text and ("}{" in text or in_vain)) for text in made
    )


def examine(seed: int) -> Outcome | None:
    """Hold the payments of one random problem against brute force; None for another game."""
    case = asked(seed)
    return None if case is None else examined(case, seed)


def examined(case: Case, seed: int = 0) -> Outcome:
    """Hold the payments of one case against brute force."""
    outcome = Outcome(seed)
    try:
        problem = replace(
            magic_problem(case, hints=True), keep=(), prefer=(), require=(), already_spent=()
        )
        classes = classes_of(problem)
        ids = [source_id for source_id, _ in source_ids(case)]
        question = Question(case, keep=False, max_states=MAX_STATES)
        question.reads_pool = True
        names = []
        for group in question.world.groups[: question.world.listed]:
            names.append(classes[ids[0]])
            del ids[: group.count]
        expected: dict[Key, list[tuple[int, ...]]] | None
        try:
            expected = BruteForce(question, names).payments()
        except Unbounded:
            expected = None
        try:
            found = list(ways_of(problem, limit=LIMIT))
        except UnboundedManaError:
            if expected is not None and "loop" not in case["features"]:
                outcome.wrong.append("unbounded mana for the library only")
            outcome.skipped = "mana without end, if anything starts it"
            return outcome
        if expected is None:
            outcome.wrong.append("unbounded mana for brute force only")
            return outcome
    except (TooLarge, LimitError, UnsupportedCaseError, UnsupportedCostError) as error:
        outcome.skipped = str(error) or type(error).__name__
        return outcome
    outcome.payments = len(found)
    _compare(outcome, case, problem, classes, found, expected)
    return outcome


def _compare(
    outcome: Outcome,
    case: Case,
    problem: Problem,
    classes: Mapping[str, str],
    found: list[WayToPay],
    expected: Mapping[Key, list[tuple[int, ...]]],
) -> None:
    referee = Referee(case)
    copies = Finals(referee.question, list(map(classes.__getitem__, referee.names)))
    strict = not is_open(case)
    wanted: dict[Key, set[tuple[int, ...]]] = {}
    for (announcement, used, floating), vectors in expected.items():
        for chosen in choices(floating):
            key = announcement, used, chosen if strict else ()
            wanted.setdefault(key, set()).update(vectors)
    given: dict[Key, int] = {}
    for way in found:
        payment = way.payment
        assert isinstance(payment, Payment)
        final = referee.follow(payment)
        said = payment.announcement
        announcement = (
            said.x or 0,
            tuple(sorted(symbol.text for symbol in parse_cost(str(said.total)))),
            said.life,
            said.sacrifice,
            said.tap,
        )
        key = announcement, copies.used(final), copies.floating(final) if strict else ()
        if strict and key in given:
            outcome.wrong.append(f"twice: {key}")
        given[key] = 1
        if key not in wanted:
            outcome.wrong.append(f"not expected: {key}")
        elif vector_of(way.objective) not in wanted[key]:
            outcome.wrong.append(f"{vector_of(way.objective)} at {key}, not {wanted[key]}")
    outcome.wrong += [f"missing: {key}" for key in wanted if key not in given]
    prices = [way.place for way in found]
    if prices != sorted(prices):
        outcome.wrong.append("not in order")
    best = solve(problem)
    if (best.payment is None) != (not found) or (found and found[0].objective != best.objective):
        outcome.wrong.append(f"{found[:1]} is first, the best is {dict(best.objective)}")
    if {way.price for way in ways_of(problem, order="any")} != {way.price for way in found}:
        outcome.wrong.append("the other order gives others")


def vector_of(objective: Mapping[str, int]) -> tuple[int, ...]:
    """Return the values of the terms as the reference has them."""
    values = {**objective, "mana_left": -objective["mana_left"]}
    return tuple(values.get(term, 0) for term in TERMS)
