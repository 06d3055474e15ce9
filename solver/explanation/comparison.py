"""Why this payment and not another: the first term on which an alternative loses.

The *runner-up* is the best payment that does without a source of the best one: of some group of
sources that nothing in the question tells apart it uses, taps or gives up fewer. A payment that
only does more to sources is no other choice, for it does so in vain; only where the best one needs
no source at all, the runner-up is the best that needs one. It is the optimum of the same Program
with one more constraint: of at least one group fewer are touched. So it is exact, and there is none
only if every payment touches these groups at least as often. As everywhere, announcements that
cannot be best are not considered (`announce.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from autotap.models.errors import InvalidPaymentError, UnknownNameError
from autotap.models.explanation import Comparison, Obstacle, Verdict
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.ways import costs_beside_mana
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, Result, Status, ZonePayment
from autotap.solver.api import solve
from autotap.solver.compile.blueprint import Blueprint
from autotap.solver.compile.zone_program import ZoneProgram
from autotap.solver.direct import counted
from autotap.solver.explanation.decide import undecided
from autotap.solver.explanation.levers import copies_of
from autotap.solver.explanation.values import values_of
from autotap.solver.explanation.words import comparison_sentence, listed, obstacles_text
from autotap.solver.explanation.zone_levers import zone_copies
from autotap.solver.pipeline import Clock, duel_masters_job, magic_job, run
from autotap.solver.program import Linear, Program, Quantity, What
from autotap.solver.verify.mtg import verify_payment

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    AnyProblem = Problem | DuelMastersProblem
    AnyPayment = Payment | ZonePayment

C = TypeVar("C", Blueprint, ZoneProgram)
MAXIMISED = "mana_left"
"""The term of which more is better."""
X = "x"
"""Stands for the announced X: a smaller one comes before every term."""


def with_payment(result: Result, payment: AnyPayment, clock: Clock) -> Comparison:
    """Compare the best payment with a given one."""
    problem = _problem(result)
    try:
        values = values_of(problem, payment, clock)
    except InvalidPaymentError as error:
        comparison = Comparison(Verdict.ILLEGAL, payment, rule=error.rule, reason=error.reason)
        return replace(comparison, sentence=comparison_sentence(comparison, "That payment"))
    if payment == result.payment:
        return _same("That is the best payment itself.", result)
    return _compared(result, payment, values, "That payment")


def with_use_of(result: Result, ids: Collection[str], clock: Clock) -> Comparison:
    """Compare the best payment with the best one that uses some sources as well."""
    problem = _problem(result)
    _check(problem, ids)
    names = listed(sorted(ids))
    if set(ids) <= _used(problem, result.unwrap()):
        return _same(f"The best payment uses {names} already.", result)
    asked = replace(problem, must_use=problem.must_use | frozenset(ids))
    other = solve(asked, time_limit_s=clock.remaining, use_cache=False)
    none = f"No payment uses {names}"
    if other.status is Status.UNPAYABLE:
        why = "; ".join(
            f"{one} {obstacles_text(found)}"
            for one in sorted(ids)
            if (found := _state(problem, one))
        )
        none += f": {why}" if why else ""
    return _judged(result, other, f"Using {names}", none, clock)


def _state(problem: AnyProblem, one: str) -> tuple[Obstacle, ...]:
    """Return what keeps a source from being used at all."""
    if isinstance(problem, Problem):
        source = problem.board.source(one)
        tapped, sick = source.tapped, not source.can_pay_tap()
    else:
        tapped = next(card.tapped for card in problem.board.cards if card.id == one)
        sick = False
    there = (
        (tapped, Obstacle.TAPPED),
        (sick, Obstacle.SICK),
        (one in problem.forbid, Obstacle.FORBIDDEN),
    )
    return tuple(obstacle for holds, obstacle in there if holds)


def without_use_of(result: Result, ids: Collection[str], clock: Clock) -> Comparison:
    """Compare the best payment with the best one that leaves some sources alone."""
    problem = _problem(result)
    _check(problem, ids)
    names = listed(sorted(ids))
    touched = _touched(problem, result.unwrap())
    if touched.isdisjoint(ids):
        return _same(f"The best payment leaves {names} alone already.", result)
    wanted = frozenset(ids)

    def spare(bodies: Sequence[Sequence[str]]) -> tuple[tuple[Linear, ...], int]:
        limits = []
        for number, copies in enumerate(bodies):
            if spared := sum(one in wanted for one in copies):
                part = (Quantity(_what(problem), number), 1)
                limits.append(Linear((part,), upper=len(copies) - spared))
        return tuple(limits), 0

    other = _solved(problem, spare, clock, last=wanted)
    return _judged(result, other, f"Leaving {names} alone", f"Nothing pays without {names}", clock)


def with_runner_up(result: Result, clock: Clock) -> Comparison:
    """Compare the best payment with the runner-up."""
    problem, payment = _problem(result), result.unwrap()
    if _is_nothing(problem, payment):
        return _same("Nothing needs to be paid.", result)
    touched = _touched(problem, payment)
    alike = copies_of(problem) if isinstance(problem, Problem) else zone_copies(problem)
    group_of = {one: number for number, ids in enumerate(alike) for one in ids}

    def differ(bodies: Sequence[Sequence[str]]) -> tuple[tuple[Linear, ...], int]:
        """Ask for fewer touched copies of some group, or for any if there are none."""
        parts: defaultdict[int, list[int]] = defaultdict(list)
        used: Counter[int] = Counter()
        for number, copies in enumerate(bodies):
            group = group_of[copies[0]]
            parts[group].append(number)
            used[group] += len(touched.intersection(copies))
        limits: list[Linear] = []
        for group, numbers in parts.items():
            total = tuple((Quantity(_what(problem), number), 1) for number in numbers)
            when = ((len(limits), True),)
            if not touched:
                limits.append(Linear(total, lower=1, when=when))
            elif used[group]:
                limits.append(Linear(total, upper=used[group] - 1, when=when))
        switches = len(limits)
        any_ = tuple((Quantity(What.SWITCH, switch), 1) for switch in range(switches))
        return (*limits, Linear(any_, lower=1)), switches

    other = _solved(problem, differ, clock)
    name = "The next best"
    if other.payment is not None:
        name = f"{name}, {_difference(problem, touched, _touched(problem, other.payment))},"
    none = "Every payment needs these sources, or equal ones" if touched else "No source can pay"
    return _judged(result, other, name, none, clock)


def _is_nothing(problem: AnyProblem, payment: AnyPayment) -> bool:
    """Tell whether a payment consists of nothing."""
    if isinstance(payment, ZonePayment):
        return not payment.taps
    assert isinstance(problem, Problem)
    announced = payment.announcement
    beside = costs_beside_mana(problem.spell, announced)
    costs = {replace(cost, mana=None) for cost in beside} - {ActivationCost()}
    return not costs and replace(payment, mana=()) == Payment(announced)


def _difference(problem: AnyProblem, best: set[str], other: set[str]) -> str:
    """Say which sources one payment uses that another does not."""
    if isinstance(problem, Problem):
        names = {source.id: source.name for source in problem.board.sources}
    else:
        names = {card.id: card.id for card in problem.board.cards}
    mine, its = (Counter(names[one] for one in used) for used in (best, other))
    more, fewer = (counted((a - b).elements()) for a, b in ((its, mine), (mine, its)))
    if more and fewer:
        return f"with {listed(more)} in place of {listed(fewer)}"
    if more:
        return f"with {listed(more)} as well"
    return f"without {listed(fewer)}" if fewer else "with other copies"


# --- solving -------------------------------------------------------------------------------------


def _what(problem: AnyProblem) -> What:
    return What.TOUCHED if isinstance(problem, Problem) else What.TAPPED


def _solved(
    problem: AnyProblem,
    cut: Callable[[Sequence[Sequence[str]]], tuple[tuple[Linear, ...], int]],
    clock: Clock,
    last: Collection[str] = (),
) -> Result:
    """Solve a problem under more constraints.

    Parameters
    ----------
    problem
        What is asked.
    cut
        From the ids of the copies of each body to the constraints, and to the number of switches
        that they use, the first of which is 0.
    clock
        Of the call.
    last
        Ids of the copies that are used after others of their body.
    """
    rest = Clock(clock.remaining)
    if isinstance(problem, Problem):

        def cut_magic(blueprint: Blueprint) -> Blueprint:
            table = blueprint.table
            groups = tuple(
                replace(group, sources=tuple(sorted(group.sources, key=lambda s: s.id in last)))
                for group in table.groups
            )
            bodies = [[source.id for source in group.sources] for group in groups]
            return replace(_cut(blueprint, *cut(bodies)), table=replace(table, groups=groups))

        return run(magic_job(problem, rest, cut_magic), rest, 0, "", "an alternative")

    def cut_zone(compiled: ZoneProgram) -> ZoneProgram:
        cards = tuple(
            tuple(sorted(copies, key=lambda card: card.id in last)) for copies in compiled.cards
        )
        bodies = [[card.id for card in copies] for copies in cards]
        return replace(_cut(compiled, *cut(bodies)), cards=cards)

    return run(duel_masters_job(problem, rest, cut_zone), rest, 0, "", "an alternative")


def _cut(compiled: C, limits: tuple[Linear, ...], switches: int) -> C:
    """Add constraints whose switches come after those that are there."""
    program: Program = compiled.program
    first = program.switches
    moved: tuple[Linear, ...] = tuple(
        replace(
            limit,
            parts=tuple(
                (q._replace(number=first + q.number) if q.what is What.SWITCH else q, weight)
                for q, weight in limit.parts
            ),
            when=tuple((first + switch, value) for switch, value in limit.when),
        )
        for limit in limits
    )
    return replace(
        compiled,
        program=replace(
            program, constraints=(*program.constraints, *moved), switches=first + switches
        ),
    )


# --- comparing -----------------------------------------------------------------------------------


def _judged(result: Result, other: Result, name: str, none: str, clock: Clock) -> Comparison:
    if other.status is Status.UNPAYABLE:
        return Comparison(Verdict.IMPOSSIBLE, sentence=f"{none}.")
    if other.status is not Status.OPTIMAL:
        raise undecided(clock)
    return _compared(result, other.unwrap(), dict(other.objective), name)


def _compared(
    result: Result, payment: AnyPayment, values: Mapping[str, int], name: str
) -> Comparison:
    best = _with_x(result.objective, result.unwrap())
    other = _with_x(values, payment)
    term = next((term for term in best if best[term] != other[term]), "")
    if not term:
        found = Comparison(Verdict.EQUAL, payment, values)
    else:
        is_worse = (other[term] < best[term]) == (term == MAXIMISED)
        verdict = Verdict.WORSE if is_worse else Verdict.BETTER
        found = Comparison(verdict, payment, values, term, best[term], other[term])
    return replace(found, sentence=comparison_sentence(found, name))


def _with_x(values: Mapping[str, int], payment: AnyPayment) -> dict[str, int]:
    x = payment.announcement.x if isinstance(payment, Payment) else payment.x
    return {X: x or 0, **values}


def _same(sentence: str, result: Result) -> Comparison:
    return Comparison(Verdict.SAME, result.payment, result.objective, sentence=sentence)


def _problem(result: Result) -> AnyProblem:
    assert result.problem is not None
    return result.problem


def _check(problem: AnyProblem, ids: Collection[str]) -> None:
    if isinstance(problem, Problem):
        known = {source.id for source in problem.board.sources}
    else:
        known = {card.id for card in problem.board.cards}
    for one in sorted(set(ids) - known):
        raise UnknownNameError(one, "the id of something on the board")


def _touched(problem: AnyProblem, payment: AnyPayment) -> set[str]:
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        tally = verify_payment(problem, payment)
        return set(tally.touched)
    assert isinstance(payment, ZonePayment)
    return {tap.card for tap in payment.taps}


def _used(problem: AnyProblem, payment: AnyPayment) -> set[str]:
    if isinstance(problem, Problem):
        assert isinstance(payment, Payment)
        return set(verify_payment(problem, payment).used)
    return _touched(problem, payment)
