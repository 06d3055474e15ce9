"""One random problem: what the library answers, held against the reference."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from autotap import solver
from autotap.models.errors import (
    InvalidPaymentError,
    UnsupportedByBackend,
    UnsupportedCostError,
)
from autotap.models.problem import DuelMastersProblem, Problem
from autotap.models.result import Payment, Status, ZonePayment
from autotap.solver.router import BACKENDS
from tests.casework.duel_masters import duel_masters_problem
from tests.casework.magic import magic_problem
from tests.casework.reasons import UnsupportedCaseError
from tests.casework.record import answer_record
from tests.fuzzing.replay import Illegal, Referee, illegal_zone
from tests.fuzzing.tamper import tampered
from tests.fuzzing.tamper_zone import tampered_zone
from tests.generate import duel_masters as duel_masters_problems
from tests.generate import fewer
from tests.generate import magic as magic_problems
from tests.generate.copies import with_copies
from tests.generate.kept import with_hand
from tests.generate.wishes import with_wish
from tests.reference import duel_masters, magic
from tests.reference.hints import with_hints
from tests.reference.judge import illegal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autotap.models.result import Result

    AnyProblem = Problem | DuelMastersProblem
    AnyPayment = Payment | ZonePayment
    Solve = Callable[[AnyProblem], Result]
    Verify = Callable[[AnyProblem, AnyPayment], None]

Case = dict[str, Any]

TIME_LIMIT_S = 60.0
ALWAYS = frozenset(
    (
        *("drop-activation", "use-source-twice", "before-its-funding", "repeat-tap"),
        *("swap-color", "restricted-mana", "cover-less", "cover-twice", "cover-otherwise"),
    )
)
WAYS = 10
"""How many ways of tampering are tried on one payment, besides those that always are."""
DUEL_MASTERS_EVERY = 4
PLAIN_EVERY = 8
WITHOUT_HINTS_EVERY = 4
LOOP_EVERY = 40
KEPT_SHARE = 0.2
KEPT_FROM = 900_000_000
"""From this seed on every problem without a loop has cards in hand that should stay payable."""
COPIED_FROM = 950_000_000
"""From this seed on every Magic problem without a loop has more copies of a source as well."""
WISH_SHARE = 0.2
ENDLESS, BOUNDED = "{1}: Add {C}{C}", "{1}: Add {C}{C} (once each turn)"
ROUNDS = 6
"""How often a loop is run for a lower bound: it makes one mana more each time."""


@dataclass(slots=True)
class Outcome:
    """What came of one problem.

    Parameters
    ----------
    seed, game, features
        Which problem it was.
    payable
        Whether the reference pays it.
    critical
        Whether it is payable, but not with some copy of a source less.
    refused
        Why it is not answered; empty otherwise.
    disagreements
        Everything that is wrong.
    tried, accepted
        By way of tampering: payments spoiled, and those of them that still verify.
    answered
        Backends that answered when they were asked for by name.
    """

    seed: int
    game: str
    features: list[str] = field(default_factory=list)
    payable: bool = False
    critical: bool = False
    refused: str = ""
    disagreements: list[str] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)


def case_of(seed: int) -> Case:
    """The problem of a seed: one in four is Duel Masters, one in four is Magic without hints.

    One in eight is Magic with plain sources; a few of the other Magic boards have a loop. One in
    five of those without a loop has cards in hand that should stay payable, and one in five of the
    other Magic problems has mana that had better be spent. See `KEPT_FROM` and `COPIED_FROM`, too.
    """
    case = _case_of(seed)
    if seed >= COPIED_FROM and case["game"] == "mtg" and "loop" not in case["features"]:
        case = with_copies(case, Random(f"copies {seed}"))
    rng = Random(f"hand {seed}")
    if "loop" not in case["features"] and (rng.random() < KEPT_SHARE or seed >= KEPT_FROM):
        return with_hand(case, rng)
    if "loop" not in case["features"] and case["game"] == "mtg" and rng.random() < WISH_SHARE:
        return with_wish(case, rng)
    return case


def _case_of(seed: int) -> Case:
    if seed % DUEL_MASTERS_EVERY == DUEL_MASTERS_EVERY - 1:
        return duel_masters_problems.problem(Random(seed))
    if seed % WITHOUT_HINTS_EVERY == WITHOUT_HINTS_EVERY - 2:
        return magic_problems.unhinted(Random(seed))
    if seed % PLAIN_EVERY == PLAIN_EVERY - 3:
        return magic_problems.plain(Random(seed))
    return magic_problems.problem(Random(seed), loop=seed % LOOP_EVERY == 0)


def problem_of(case: Mapping[str, Any]) -> AnyProblem:
    """The problem of the library that a case asks."""
    if case["game"] == "mtg":
        return magic_problem(case, hints=not without_hints(case))
    return duel_masters_problem(case, hints=True)


def without_hints(case: Mapping[str, Any]) -> bool:
    """Whether the total and the abilities must be worked out first."""
    return case["game"] == "mtg" and "total_cost" not in case["pay"]


def library_solve(problem: AnyProblem) -> Result:
    """What is tested."""
    return solver.solve(problem, time_limit_s=TIME_LIMIT_S)


def examine(
    case: Mapping[str, Any],
    seed: int = 0,
    *,
    solve: Solve = library_solve,
    verify: Verify = solver.verify,
) -> Outcome:
    """Let the library answer a case, and hold everything it says against the reference.

    Parameters
    ----------
    case
        A case, with its hint keys or without.
    seed
        Of the problem; it chooses how payments are spoiled too.
    solve, verify
        What is tested.
    """
    hidden = without_hints(case)
    game = "mtg without hints" if hidden else case["game"]
    outcome = Outcome(seed, game, list(case["features"]))
    check = _Check(with_hints(case) if hidden else case, outcome, verify, case if hidden else None)
    loop = "loop" in case["features"]
    try:
        best = None if loop else check.reference()
        problem = problem_of(case)
        result = solve(problem)
    except magic.TooLarge:
        outcome.refused = "too large for the reference"
    except UnsupportedCaseError as error:
        outcome.refused = str(error)
    except UnsupportedCostError as error:
        outcome.refused = error.expected
    except Exception as error:
        check.wrong(f"the library raises {type(error).__name__}: {error}")
    else:
        if loop:
            check.loop(problem, result)
            return outcome
        if hidden:
            check.worked_out(problem, result, best)
        else:
            check.answer(problem, result, best)
        check.backends(problem, result)
    return outcome


class _Check:
    """One case with what has been found about it; ``whole`` is the case before hints."""

    def __init__(
        self,
        case: Mapping[str, Any],
        outcome: Outcome,
        verify: Verify,
        whole: Mapping[str, Any] | None = None,
    ) -> None:
        self.case = case
        self.whole = whole
        self.outcome = outcome
        self.verify = verify
        self.referee = Referee(case) if case["game"] == "mtg" else None

    def wrong(self, what: str) -> None:
        self.outcome.disagreements.append(what)

    def reference(self) -> dict[str, int] | None:
        """The best objective vector, None if nothing pays; sets what the histogram counts."""
        case, outcome = self.case, self.outcome
        vector: dict[str, int] | None
        payable: Callable[[Mapping[str, Any]], bool]
        if case["game"] == "mtg":
            found = magic.solve(case)
            vector, payable = found.vector, magic.payable
        else:
            values = duel_masters.solve(case, keep=True).vector
            vector = None if values is None else dict(zip(duel_masters.TERMS, values, strict=True))
            payable = _zone_payable
        outcome.payable = vector is not None
        copies = map(with_hints, fewer(self.whole)) if self.whole else fewer(case)
        outcome.critical = outcome.payable and not all(map(payable, copies))
        return vector

    # -- the answer ------------------------------------------------------------------------------

    def answer(self, problem: AnyProblem, result: Result, best: dict[str, int] | None) -> None:
        """Compare payability, the objective and the payment; then spoil the payment."""
        if not self.compare(result, best) or best is None or result.payment is None:
            return
        if self.payment(problem, result, best):
            self.tamper(problem, result.payment)

    def worked_out(self, problem: AnyProblem, result: Result, best: dict[str, int] | None) -> None:
        """Compare payability and the objective, and verify the payment.

        The reference works out other texts of the same abilities, so its replay of single
        activations cannot be asked.
        """
        if not self.compare(result, best) or result.payment is None:
            return
        try:
            self.verify(problem, result.payment)
        except InvalidPaymentError as error:
            self.wrong(f"the payment does not verify: {error}")

    def compare(self, result: Result, best: dict[str, int] | None) -> bool:
        """Compare payability and the objective; tells whether payability agrees."""
        expected = Status.UNPAYABLE if best is None else Status.OPTIMAL
        if result.status is not expected or (result.payment is None) != (best is None):
            self.wrong(f"the reference says {expected}, the library {result.status}")
            return False
        if best is None:
            return True
        said = dict(result.objective)
        differ = {
            term: (best.get(term, 0), said.get(term, 0))
            for term in best | said
            if best.get(term, 0) != said.get(term, 0)
        }
        if differ:
            self.wrong(f"objective (reference, library): {differ}")
        return True

    def payment(self, problem: AnyProblem, result: Result, best: Mapping[str, int] | None) -> bool:
        """Check that the payment is legal, for everyone, and as good as it is said to be."""
        payment = result.unwrap()
        try:
            self.verify(problem, payment)
        except InvalidPaymentError as error:
            self.wrong(f"the payment does not verify: {error}")
            return False
        broken = illegal(self.case, answer_record(self.case, result))
        if broken:
            self.wrong(f"the record of the payment is illegal: {broken}")
        reason = self.illegal(payment, best)
        if reason:
            self.wrong(f"the payment is illegal: {reason}")
        return not reason

    def illegal(self, payment: AnyPayment, best: Mapping[str, int] | None = None) -> str | None:
        """Why the reference refuses a payment, or finds another objective than ``best``."""
        if isinstance(payment, ZonePayment):
            return illegal_zone(self.case, payment)
        assert self.referee is not None
        try:
            final = self.referee.follow(payment)
        except Illegal as broken:
            return str(broken)
        if best is not None and (found := self.referee.vector(final)) != best:
            return f"its objective is {found}"
        return None

    def backends(self, problem: AnyProblem, result: Result) -> None:
        """Ask every other backend that can express the question, and the cache; all say the same.

        The matcher may leave a question open, and its payment need not be the best.
        """
        self.outcome.answered[result.backend] += 1
        for backend in BACKENDS:
            if backend == result.backend:
                continue
            try:
                other = solver.solve(
                    problem, backend=backend, time_limit_s=TIME_LIMIT_S, use_cache=False
                )
            except UnsupportedByBackend:
                continue
            except Exception as error:
                self.wrong(f"{backend} raises {type(error).__name__}: {error}")
                continue
            self.outcome.answered[backend] += 1
            is_open = other.status is Status.UNKNOWN or (
                other.status is Status.FEASIBLE and result.payment is not None
            )
            if backend == "matcher" and is_open:
                continue
            if other.status is not result.status or other.objective != result.objective:
                self.wrong(
                    f"{backend} says {other.status} {dict(other.objective)}, "
                    f"{result.backend} {result.status} {dict(result.objective)}"
                )
        if library_solve(problem) != result:
            self.wrong("the cache gives another answer")

    def loop(self, problem: AnyProblem, result: Result) -> None:
        """Check the answer where mana is unbounded: reported, and no payment is missed.

        Without an order that can be proven impossible the answer may be UNKNOWN, never UNPAYABLE.
        For the reference the loop is run a few times by copies that no cost can use otherwise.
        """
        bounded = copy.deepcopy(dict(self.case))
        for entry in list(bounded["board"]):
            if entry["abilities"] == [ENDLESS]:
                entry["abilities"] = [BOUNDED]
                bounded["board"].append({**entry, "count": ROUNDS - 1, "types": []})
        self.outcome.payable = result.payment is not None
        if not result.warnings:
            self.wrong("unbounded mana is not reported")
        if result.payment is not None:
            self.payment(problem, result, None)
        elif magic.payable(bounded):
            self.wrong("the reference pays, the library does not")

    # -- tampering -------------------------------------------------------------------------------

    def tamper(self, problem: AnyProblem, payment: AnyPayment) -> None:
        """Spoil the payment; what still verifies must be legal for the reference."""
        rng = Random(f"tamper {self.outcome.seed}")
        ways: defaultdict[str, list[AnyPayment]] = defaultdict(list)
        for label, spoiled in _spoiled(problem, payment, rng):
            if spoiled != payment:
                ways[label].append(spoiled)
        others = sorted(ways.keys() - ALWAYS)
        chosen = rng.sample(others, min(WAYS, len(others)))
        for label in (*sorted(ways.keys() & ALWAYS), *chosen):
            self.outcome.tried[label] += 1
            spoiled = rng.choice(ways[label])
            try:
                self.verify(problem, spoiled)
            except InvalidPaymentError:
                continue
            except Exception as error:
                self.wrong(f"{label}: verify raises {type(error).__name__}: {error}")
                continue
            self.outcome.accepted[label] += 1
            reason = self.illegal(spoiled)
            if reason:
                self.wrong(f"{label}: an illegal payment verifies ({reason}): {spoiled}")


def _zone_payable(case: Mapping[str, Any]) -> bool:
    return duel_masters.solve(case).payable


def _spoiled(
    problem: AnyProblem, payment: AnyPayment, rng: Random
) -> Iterator[tuple[str, AnyPayment]]:
    if isinstance(problem, Problem) and isinstance(payment, Payment):
        yield from tampered(problem, payment, rng)
    elif isinstance(problem, DuelMastersProblem) and isinstance(payment, ZonePayment):
        yield from tampered_zone(problem, payment)
