"""Zones: the ways to pay of a Duel Masters problem."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.solver.compile.duel_masters import compile_duel_masters
from autotap.solver.compile.zone_program import decode_duel_masters
from autotap.solver.enumeration.alike import Alike
from autotap.solver.enumeration.measure import End, Measures
from autotap.solver.enumeration.moves import Moves, start_of
from autotap.solver.enumeration.walk import Walk
from autotap.solver.enumeration.way import Scribe, WayToPay
from autotap.solver.solution import Solution, Step
from autotap.solver.verify.duel_masters import evaluate_duel_masters, verify_duel_masters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.problem import DuelMastersProblem
    from autotap.models.result import Payment, ZonePayment
    from autotap.solver.program import Linear, Program, Quantity

Counts = tuple[int, ...]
"""How often each activation is used."""


def zone_ways(problem: DuelMastersProblem, limit: int, *, best: bool) -> Iterator[WayToPay]:
    """Yield the ways to pay of a problem with the smallest X that can be paid.

    Parameters
    ----------
    problem
        What is asked.
    limit
        Most ways that are looked at for one X and total.
    best
        Whether to give them by their terms, or as they are found.
    """
    compiled = compile_duel_masters(problem)
    program = compiled.program

    def check(payment: Payment | ZonePayment) -> Mapping[str, int]:
        verify_duel_masters(problem, payment)  # type: ignore[arg-type]
        return evaluate_duel_masters(problem, payment)  # type: ignore[arg-type]

    scribe = Scribe(
        problem, program.terms, lambda solution: decode_duel_masters(compiled, solution), check
    )
    found = _numbered if program.constraints else _units
    ranks = [option.rank for option in program.options]
    for rank in sorted(set(ranks)):
        ways = (
            WayToPay(scribe, rank, solution.values, partial(_same, solution))
            for number, each in enumerate(ranks)
            if each == rank
            for solution in found(program, number, limit)
        )
        every = iter(sorted(ways, key=attrgetter("place"))) if best else ways
        for first in every:
            yield first
            yield from every
            return


def _units(program: Program, option: int, limit: int) -> Iterator[Solution]:
    """Yield the payments where each card is one unit."""
    size = 3 * len(program.bodies)
    alike = Alike(tuple(range(0, size, 3)), (), (), size + 1, tuple(range(len(program.kinds))), ())
    for found in Walk(program, [option], alike, limit).payments():
        yield found.solution()


def _numbered(program: Program, option: int, limit: int) -> Iterator[Solution]:
    """Yield the payments where numbers of cards differ: every choice of roles is looked at."""
    moves = Moves(program)
    measures = Measures(moves)
    best: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...], Counts]] = {}
    for number, counts in enumerate(_choices(program, option)):
        if number == limit:
            raise LimitError(f"more than {limit}", "fewer payments, or a larger limit")
        activated = Counter(dict(enumerate(counts)))
        if not _holds(program, option, activated):
            continue
        state = start_of(program)
        for index, copies in enumerate(counts):
            drawn = moves.drawn(state, program.activations[index], copies) if copies else state
            assert drawn is not None
            state = drawn
        if not all(state.touched[body] for body in program.required):
            continue
        values = measures.values(End(option, state, state.touched, activated))
        price = measures.minimised(values)
        if state.touched not in best or price < best[state.touched][0]:
            best[state.touched] = price, values, counts
    for tapped, (price, values, counts) in sorted(best.items(), key=lambda each: sum(each[0])):
        if not any(
            other != tapped and _no_more(other, tapped) and _no_more(less, price)
            for other, (less, _, _) in best.items()
        ):
            yield _solution(program, option, counts, values)


def _same(solution: Solution) -> Solution:
    return solution


def _no_more(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def _choices(program: Program, option: int) -> Iterator[Counts]:
    """Yield every choice of activations that makes exactly the units that are due."""
    due = [0] * len(program.kinds)
    for demand in program.demands:
        if demand.due[option] and not demand.accepts:
            return
        for kind in demand.accepts:
            due[kind] += demand.due[option]
    copies = [0 if body.tapped else body.copies for body in program.bodies]

    def chosen(at: int, counts: Counts) -> Iterator[Counts]:
        if at == len(program.activations):
            if not any(due):
                yield counts
            return
        activation = program.activations[at]
        body = activation.body
        assert body is not None
        kinds = [kind for kind, _ in activation.outputs[0]]
        most = min([copies[body], *(due[kind] for kind in kinds)])
        for number in range(most + 1):
            copies[body] -= number
            for kind in kinds:
                due[kind] -= number
            yield from chosen(at + 1, (*counts, number))
            copies[body] += number
            for kind in kinds:
                due[kind] += number

    yield from chosen(0, ())


def _holds(program: Program, option: int, activated: Mapping[int, int]) -> bool:
    """Tell whether there are switches with which all constraints hold."""
    return any(
        all(_is_met(each, option, activated, switches) for each in program.constraints)
        for switches in product((False, True), repeat=program.switches)
    )


def _is_met(
    constraint: Linear, option: int, activated: Mapping[int, int], switches: tuple[bool, ...]
) -> bool:
    if any(switches[switch] != value for switch, value in constraint.when):
        return True

    def amount(quantity: Quantity) -> int:
        named = {"activated": activated, "switch": dict(enumerate(switches))}
        known = named.get(quantity.what)
        return int(quantity.number == option) if known is None else known.get(quantity.number, 0)

    total = sum(weight * amount(quantity) for quantity, weight in constraint.parts)
    return (constraint.lower is None or total >= constraint.lower) and (
        constraint.upper is None or total <= constraint.upper
    )


def _solution(program: Program, option: int, counts: Counts, values: tuple[int, ...]) -> Solution:
    steps = tuple(Step(index) for index, number in enumerate(counts) for _ in range(number))
    spent = tuple(
        (number, kind, demand.due[option])
        for number, demand in enumerate(program.demands)
        for kind in demand.accepts
        if demand.due[option]
    )
    return Solution(option, steps, (), spent, values)
