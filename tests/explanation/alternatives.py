"""Alternatives of a payment by exhaustive search: every payment there is, and what it uses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from autotap.models.explanation import Comparison, Verdict
from autotap.models.mtg.current import current_problem
from autotap.models.problem import Problem
from autotap.models.result import Payment, ZonePayment
from autotap.solver.compile.duel_masters import compile_duel_masters
from autotap.solver.compile.groups import group_sources
from autotap.solver.explanation import explain_result
from autotap.solver.verify.mtg import verify_payment
from tests.casework.magic import source_ids
from tests.reference import duel_masters
from tests.reference.magic import TERMS
from tests.reference.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from random import Random

    from autotap.models.result import Result
    from tests.reference.position import Move

Case = dict[str, Any]
Vector = tuple[int, ...]
Touched = tuple[int, ...]
MAX_STATES = 3_000
MAX_FINALS = 40_000


class Untried(Exception):  # noqa: N818
    """The reference cannot list the payments of this case."""


class Paid(dict[tuple[Touched, Touched], Vector]):
    """The best vector, with X before the terms, for each number of copies touched, and used."""


def check_runner_up(
    case: Case, result: Result, compared: Comparison, wrong: Callable[[str], None]
) -> None:
    """Check that the runner-up is the best payment that touches fewer of some group, or any."""
    if compared.verdict is Verdict.SAME:
        if compared.payment != result.payment or any(_touched_of(case, result)):
            wrong("runner-up: something is paid")
        return
    every = payments(case)
    group_of = _groups(case, result)
    best = _grouped(_touched_of(case, result), group_of)

    def is_other(touched: Touched) -> bool:
        found = _grouped(touched, group_of)
        return any(found[group] < n for group, n in best.items()) if best else bool(found)

    others = [v for (touched, _), v in every.items() if is_other(touched)]
    _compare("runner-up", others, compared, case, wrong)


def check_named(case: Case, result: Result, rng: Random, wrong: Callable[[str], None]) -> None:
    """Check the best payment that uses a source, and the best that leaves it alone."""
    every = payments(case)
    one, entry = rng.choice(list(source_ids(case)))
    at = _place(case, entry)
    found = explain_result(result, instead_of=[one]).comparison
    assert found is not None
    if found.verdict is not Verdict.SAME:
        alone = [v for (touched, _), v in every.items() if touched[at] < entry["count"]]
        _compare(f"without {one}", alone, found, case, wrong)
    found = explain_result(result, using=[one]).comparison
    assert found is not None
    if found.verdict is not Verdict.SAME:
        along = [v for (_, used), v in every.items() if used[at]]
        _compare(f"using {one}", along, found, case, wrong)


def _compare(
    what: str,
    vectors: Iterable[Vector],
    found: Comparison,
    case: Case,
    wrong: Callable[[str], None],
) -> None:
    expected = min(vectors, default=None)
    if expected is None or found.payment is None:
        if (expected is None) != (found.verdict is Verdict.IMPOSSIBLE):
            wrong(f"{what}: the reference finds {expected}, the library {found.verdict}")
        return
    said = _vector(case, found)
    if said != expected:
        wrong(f"{what}: the reference finds {expected}, the library {said}")


def _vector(case: Case, found: Comparison) -> Vector:
    payment, values = found.payment, found.objective
    if isinstance(payment, Payment):
        signed = (-values[t] if t == "mana_left" else values.get(t, 0) for t in TERMS)
        return (payment.announcement.x or 0, *signed)
    assert isinstance(payment, ZonePayment)
    return (payment.x or 0, *(values.get(term, 0) for term in duel_masters.TERMS))


def _touched_of(case: Case, result: Result) -> Touched:
    payment, problem = result.unwrap(), result.problem
    if isinstance(payment, Payment):
        assert isinstance(problem, Problem)
        ids = set(verify_payment(problem, payment).touched)
    else:
        ids = {tap.card for tap in payment.taps}
    touched: Counter[int] = Counter()
    for one, entry in source_ids(case):
        touched[_place(case, entry)] += one in ids
    return tuple(touched[at] for at in range(len(case["board"])))


def _place(case: Case, entry: Mapping[str, Any]) -> int:
    return next(at for at, other in enumerate(case["board"]) if other is entry)


def _groups(case: Case, result: Result) -> list[int]:
    """Per entry the number of its group: what nothing in the question tells apart."""
    problem = result.problem
    if isinstance(problem, Problem):
        now, _ = current_problem(problem)
        bodies = [[source.id for source in group.sources] for group in group_sources(now)]
    else:
        assert problem is not None
        bodies = [[card.id for card in cards] for cards in compile_duel_masters(problem).cards]
    body_of = {one: number for number, ids in enumerate(bodies) for one in ids}
    groups: dict[int, int] = {}
    alike: dict[str, int] = {}
    for one, entry in source_ids(case):
        at = _place(case, entry)
        same = str(sorted((k, v) for k, v in entry.items() if k != "count"))
        number = alike.setdefault(same, body_of.get(one, -1 - at))
        groups.setdefault(at, number)
    return [groups[at] for at in range(len(case["board"]))]


def _grouped(touched: Touched, group_of: list[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for at, number in enumerate(touched):
        found[group_of[at]] += number
    return +found


def payments(case: Case) -> Paid:
    """Every payment of a case, as far as what it touches and uses differs."""
    if case["game"] == "dm":
        return _zone_payments(case)
    if "assist" in case["pay"].get("alternatives", ()):
        raise Untried
    # The reference writes it as Phyrexian mana, whose life closes the window of mana abilities.
    if any(effect["kind"] == "life-for-mana" for effect in case.get("effects", ())):
        raise Untried
    question = Question(case, keep=True, max_states=MAX_STATES)
    world = question.world
    found = Paid()
    number = 0
    reached = {world.start: (0, 0)}
    agenda = [world.start]
    any_due = any(
        expansion.mana_due
        for one in question.announcements
        for expansion in world.expand(one.cost, "main", one.x or 0)
    )
    if any("{X}" in one for one in _totals(case)):
        raise Untried
    # Uses that make nothing are payments of their own only where something wants them.
    asked = [cost for cost in case["pay"].get("additional_costs", ()) if cost.get("tapped")]
    wanted = " or ".join(cost["what"] for cost in asked)
    in_vain = any(word in str(case["board"]) for word in ("{Q}", "no "))

    def helps(move: Move) -> bool:
        group = world.groups[move.group]
        return in_vain or bool(wanted and (move.ability.taps or group.fits_any(wanted)))

    while agenda and any_due:
        state = agenda.pop()
        world.spend_state()
        loss, activations = reached[state]
        for move in world.moves(state.position):
            for step in world.after(state, move):
                if not (step.made or helps(move)):
                    continue
                now = (loss + move.loss, activations + 1)
                if step.state not in reached or now < reached[step.state]:
                    reached[step.state] = now
                    agenda.append(step.state)
                if len(reached) > MAX_STATES:
                    raise Untried
    for state, (loss, activations) in reached.items():
        for announcement in question.announcements:
            for final in question.finals(state, loss, activations, announcement):
                number += 1
                if number > MAX_FINALS:
                    raise Untried
                places = range(len(case["board"]))
                states = [world.copies(final.position, at) for at in places]
                key = (
                    tuple(
                        sum(n for s, n in one if s.used or s.touched or s.gone) for one in states
                    ),
                    tuple(sum(n for s, n in one if s.used) for one in states),
                )
                vector = (announcement.x or 0, *question.vector(final))
                found[key] = min(vector, found.get(key, vector))
    return found


def _totals(case: Case) -> Iterator[str]:
    total = case["pay"]["total_cost"]
    yield from [total] if isinstance(total, str) else (one["cost"] for one in total)


def _zone_payments(case: Case) -> Paid:
    zone = duel_masters.untapped(case)
    if case["pay"].get("x_cost"):
        raise Untried
    due = duel_masters.due_of(case, 0)
    cards = [None if entry["tapped"] else duel_masters._card(entry) for entry in case["board"]]
    if len({card for card in cards if card}) < sum(card is not None for card in cards):
        raise Untried
    found = Paid()
    for paid in duel_masters.payments(zone, due):
        touched = tuple(paid.tapped[card] if card else 0 for card in cards)
        lost = duel_masters.kept_lost(case, zone - paid.tapped, due)
        vector = (0, *duel_masters.vector(zone, paid, due.total, lost))
        key = touched, touched
        found[key] = min(vector, found.get(key, vector))
    return found
