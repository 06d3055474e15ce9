"""Ways to pay: what an enumeration gives, written down and verified when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.result import Result, Status
from autotap.solver.pipeline import replayed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Payment, ZonePayment
    from autotap.solver.program import Term
    from autotap.solver.solution import Solution

NAME = "enumeration"
"""The backend that a `Result` names."""


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the payments of one problem down.

    Parameters
    ----------
    problem
        What is asked.
    terms
        The terms of the objective.
    decode
        From a solution to a payment.
    check
        Replays a payment and returns the values of its terms.
    """

    problem: Problem | DuelMastersProblem
    terms: tuple[Term, ...]
    decode: Callable[[Solution], Payment | ZonePayment]
    check: Callable[[Payment | ZonePayment], Mapping[str, int]]

    def named(self, values: Sequence[int]) -> dict[str, int]:
        """Return values by the names of their terms."""
        return {term.name: value for term, value in zip(self.terms, values, strict=True)}

    def result(self, solution: Solution) -> Result:
        """Write a solution down, and verify it."""
        payment = self.decode(solution)
        values = replayed(
            self.problem, lambda: self.check(payment), self.named(solution.values), proven=True
        )
        return Result(
            Status.FEASIBLE,
            payment=payment,
            objective=values,
            backend=NAME,
            problem=self.problem,
        )


class WayToPay:
    """One distinct payment of an enumeration.

    The payment is written down and verified when `payment` or `result` is first read, which takes
    longer than finding it.

    Examples
    --------
    >>> from autotap.solver import enumerate_payments
    >>> ways = list(enumerate_payments("{1}", "2 Plains; Sol Ring"))
    >>> [way.payment.activations[0].source for way in ways]
    ['Plains 1', 'Sol Ring']
    >>> [way.objective["mana_left"] for way in ways]
    [3, 2]
    """

    __slots__ = ("_result", "_scribe", "_values", "_write", "rank")

    def __init__(
        self,
        scribe: Scribe,
        rank: int,
        values: Sequence[int],
        write: Callable[[], Solution],
    ) -> None:
        self._scribe = scribe
        self._values = values
        self._write = write
        self._result: Result | None = None
        self.rank = rank

    @property
    def objective(self) -> dict[str, int]:
        """Value of each term, in order of importance."""
        return self._scribe.named(self._values)

    @property
    def price(self) -> tuple[int, ...]:
        """The values of the terms in order of importance, of each of which less is better."""
        terms = self._scribe.terms
        return tuple(
            -value if term.maximise else value
            for term, value in zip(terms, self._values, strict=True)
        )

    @property
    def place(self) -> tuple[int, ...]:
        """What the order ``"best"`` sorts by: the rank of the announcement, then the price."""
        return self.rank, *self.price

    @property
    def result(self) -> Result:
        """The whole answer, as `solve` gives it: FEASIBLE, for it says nothing about a better one.

        There is no bound, and no time was measured for it alone.

        Raises
        ------
        InternalError
            If the payment fails its verification, or its terms differ from what the replay shows.
        """
        if self._result is None:
            self._result = self._scribe.result(self._write())
        return self._result

    @property
    def payment(self) -> Payment | ZonePayment:
        """The payment, verified; raises as `result`."""
        return self.result.unwrap()

    def __str__(self) -> str:
        from autotap.models.render import steps_text

        return steps_text(self._scribe.problem, self.payment)

    def __repr__(self) -> str:
        return f"WayToPay({self.objective})"
