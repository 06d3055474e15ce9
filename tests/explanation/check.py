"""One random problem: what the library explains, held against the reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from autotap import solver
from autotap.models.errors import UnsupportedByBackend, UnsupportedCostError
from autotap.models.explanation import (
    Cause,
    Change,
    ChangeKind,
    Explanation,
    Verdict,
    explanation_from_json,
    explanation_to_json,
)
from autotap.models.result import Result, Status
from autotap.solver.explanation import explain_result
from tests.casework.reasons import UnsupportedCaseError
from tests.explanation import changed
from tests.explanation.alternatives import Untried, check_named, check_runner_up
from tests.fuzzing.check import case_of, problem_of
from tests.reference import duel_masters, magic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Case = dict[str, Any]
MOST_CHECKS = 12
"""Most changes of one kind that the reference is asked for, besides those that are named."""
MAX_STATES = 4_000
MUCH = 8
MUCH_LIFE = 1_000


@dataclass(slots=True)
class Outcome:
    """What came of one problem.

    Parameters
    ----------
    seed
        Which problem it was.
    said
        What was explained, as words that are counted: ``"add"``, ``"runner-up"``, …
    skipped
        What the reference was too small for.
    disagreements
        Everything that is wrong.
    """

    seed: int
    said: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)


def payable(case: Case) -> bool:
    """Whether the reference pays."""
    if case["game"] == "dm":
        return duel_masters.solve(case).payable
    return magic.payable(case, max_states=MAX_STATES)


def survivable(case: Case) -> bool:
    """Whether the reference pays without losing life, or with some left."""
    if case["game"] == "dm":
        return payable(case)
    lost = magic.least_life(case, max_states=MAX_STATES)
    return lost is not None and (not lost or lost < case.get("life", 20))


def examine(seed: int, explain: Callable[[Result], Explanation] = explain_result) -> Outcome:
    """Explain the problem of a seed, and hold everything that is said against the reference."""
    outcome = Outcome(seed)
    case = case_of(seed)
    if "loop" in case["features"]:
        outcome.skipped.append("loop")
        return outcome
    try:
        problem = problem_of(case)
        result = solver.solve(problem)
    except (UnsupportedCaseError, UnsupportedCostError, UnsupportedByBackend):
        outcome.skipped.append("not covered")
        return outcome
    check = _Check(seed, case, outcome)
    explanation = explain(result)
    if explanation_from_json(explanation_to_json(explanation)) != explanation:
        outcome.disagreements.append("JSON: the explanation that is read is another one")
    if result.status is Status.UNPAYABLE:
        check.no(explanation)
    else:
        check.yes(explanation)
    return outcome


class _Check:
    def __init__(self, seed: int, case: Case, outcome: Outcome) -> None:
        self.case = changed.full(case)
        self.is_bare = self.case != case
        self.outcome = outcome
        self.rng = Random(f"explain {seed}")
        self.does = payable

    def wrong(self, what: str) -> None:
        self.outcome.disagreements.append(what)

    def some(self, cases: Iterable[Any]) -> list[Any]:
        """Some of many, chosen at random."""
        every = list(cases)
        return every if len(every) <= MOST_CHECKS else self.rng.sample(every, MOST_CHECKS)

    # -- a no ------------------------------------------------------------------------------------

    def no(self, explanation: Explanation) -> None:
        """Check the blocking set and each kind of change."""
        found = {change.kind: change for change in explanation.changes}
        for kind in ChangeKind:
            change = found.get(kind)
            lethal = change is not None and change.lethal
            self.does = payable if change is None or lethal else survivable
            if kind in explanation.unsettled:
                self.outcome.skipped.append(f"{kind} unsettled")
                continue
            try:
                getattr(self, f"_{kind}")(change)
                if lethal:
                    self.never_survived(kind)
            except magic.TooLarge:
                self.outcome.skipped.append(f"{kind} too large")
            else:
                self.outcome.said.append(str(kind) if kind in found else f"no {kind}")
                self.outcome.said += [f"lethal {kind}"] if lethal else []
        try:
            self.blocking(explanation)
        except magic.TooLarge:
            self.outcome.skipped.append("blocking too large")

    def must(self, case: Case, expected: bool, what: str) -> None:
        """Check whether a changed case can be paid, for good where that can be."""
        if self.does(case) != expected:
            self.wrong(f"{what}: the reference says {'no' if expected else 'yes'}")

    def never_survived(self, kind: ChangeKind) -> None:
        """Check that no change of a kind pays without losing the game."""
        self.does = survivable
        names = list(changed.TYPES)
        most = {
            ChangeKind.ADD: lambda: changed.with_mana(self.case, names * MUCH),
            ChangeKind.UNTAP: lambda: changed.untapped(self.case, changed.tapped_ids(self.case)),
            ChangeKind.LIFE: lambda: changed.with_life(self.case, MUCH_LIFE),
            ChangeKind.LIFT: lambda: changed.lifted(self.case, changed.restrictions(self.case)),
            ChangeKind.REDUCE: lambda: changed.reduced(self.case, changed.generic(self.case)),
        }
        self.must(most[kind](), False, f"all of {kind}")

    def _add(self, change: Change | None) -> None:
        is_magic = self.case["game"] == "mtg"
        names = list(changed.TYPES if is_magic else (*changed.CIVILIZATIONS, "colorless"))
        add = changed.with_mana if is_magic else changed.with_cards
        if is_magic and self.case["pay"].get("only_from"):
            self.outcome.skipped.append("mana of some sources only")
            return
        if change is None:
            if is_magic or self.case["pay"].get("total_cost", 0) <= MUCH:
                self.must(add(self.case, names * MUCH), False, f"add {MUCH} of everything")
            return
        if any(name.startswith("S:") for way in change.ways for item in way for name in item):
            self.outcome.skipped.append("snow mana")
        else:
            meant = changed.expanded(change.ways)
            for units in self.some(changed.multisets(names, change.amount)):
                self.must(add(self.case, units), units in meant, f"add {units}")
            for units in self.some(meant)[:3]:
                self.must(add(self.case, units), True, f"add {units}")
        for units in self.some(changed.multisets(names, change.amount - 1)):
            self.must(add(self.case, units), False, f"add {units}")

    def _untap(self, change: Change | None) -> None:
        ids = changed.tapped_ids(self.case)
        most = len(ids) if change is None else change.amount
        subsets = [chosen for size in range(most + 1) for chosen in combinations(ids, size)]
        for chosen in self.some(subsets):
            expected = (
                change is not None
                and len(chosen) == change.amount
                and changed.is_meant(chosen, change.ways)
            )
            self.must(changed.untapped(self.case, chosen), expected, f"untap {chosen}")
        if change is not None:
            ways = [tuple(dict.fromkeys(item[0] for item in way)) for way in change.ways]
            for way in (way for way in ways if len(way) == change.amount):
                self.must(changed.untapped(self.case, way), True, f"untap {way}")

    def _life(self, change: Change | None) -> None:
        if self.case["game"] == "dm":
            return
        if change is None:
            self.must(changed.with_life(self.case, MUCH_LIFE), False, f"{MUCH_LIFE} more life")
            return
        for amount in (change.amount - 1, change.amount):
            expected = amount == change.amount
            self.must(changed.with_life(self.case, amount), expected, f"{amount} more life")

    def _lift(self, change: Change | None) -> None:
        texts = changed.restrictions(self.case)
        most = len(texts) if change is None else change.amount
        meant = set() if change is None else changed.expanded(change.ways)
        subsets = [chosen for size in range(most + 1) for chosen in combinations(texts, size)]
        for chosen in self.some(subsets):
            expected = tuple(sorted(chosen)) in meant
            self.must(changed.lifted(self.case, chosen), expected, f"lift {chosen}")

    def _reduce(self, change: Change | None) -> None:
        if self.is_bare or "reduce" in self.case["features"] or self.case.get("effects"):
            self.outcome.skipped.append("reductions of reductions")
            return
        most = changed.generic(self.case) if change is None else change.amount
        for amount in self.some(range(1, most + 1)):
            expected = change is not None and amount == change.amount
            self.must(changed.reduced(self.case, amount), expected, f"{amount} less")

    def blocking(self, explanation: Explanation) -> None:
        """Check that the blocking set is deficient: it lacks what is said, and no part could go."""
        found = explanation.blocking
        if found is None or self.case["game"] == "dm":
            self.zone_blocking(explanation)
            return
        if found.cause is not Cause.MANA or "{X}" in str(self.case["pay"]) or self.is_bare:
            return  # the totals of a case without hints are worked out otherwise
        self.outcome.said.append("order" if found.order else "blocking")
        self.deficient(found.total, list(found.symbols), found.missing)
        for symbol in set(found.symbols):
            rest = [one for one in found.symbols if one != symbol]
            if not self.pays_without(found.total, rest, found.missing - 1):
                self.wrong(f"{rest} of {found.symbols} lacks as much")

    def deficient(self, total: str, symbols: list[str], missing: int) -> None:
        """Check that so many symbols have to be left out, and no fewer."""
        if self.pays_without(total, symbols, missing - 1):
            self.wrong(f"{symbols} can be paid without {missing - 1}")
        if not self.pays_without(total, symbols, missing):
            self.wrong(f"{symbols} cannot be paid without {missing}")

    def pays_without(self, total: str, symbols: list[str], number: int) -> bool:
        """Whether some announcement pays if so many symbols are left out."""
        return any(
            payable(case)
            for kept in set(combinations(sorted(symbols), max(len(symbols) - number, 0)))
            for case in changed.total_only(self.case, total, kept)
            if kept
        ) or number >= len(symbols)

    def zone_blocking(self, explanation: Explanation) -> None:
        """Check that civilizations or points fall short by counting cards."""
        found = explanation.blocking
        if found is None or found.cause is not Cause.MANA or not found.symbols:
            return
        self.outcome.said.append("zone blocking")
        cards = duel_masters.untapped(self.case)
        if "points" in found.symbols:
            most = sum(n * max(card.numbers) for card, n in cards.items())
            if found.missing and most >= self.case["pay"]["total_cost"]:
                self.wrong(f"{most} points are there")
            return
        if self.case["pay"].get("options", {}).get("system") == "plays":
            return
        able = sum(n for card, n in cards.items() if card.civilizations & set(found.symbols))
        if able != found.available or found.missing < 1:
            self.wrong(f"{able} cards for {found.symbols}")

    # -- a yes -----------------------------------------------------------------------------------

    def yes(self, explanation: Explanation) -> None:
        """Check the runner-up, a source that is used as well, and the values of both payments."""
        result, compared = explanation.result, explanation.comparison
        assert compared is not None
        if compared.verdict in (Verdict.ILLEGAL, Verdict.BETTER):
            self.wrong(f"the runner-up is {compared.verdict}")
        several = isinstance(self.case["pay"]["total_cost"], list)
        try:
            if self.is_bare and several:
                raise Untried  # the library leaves out announcements that cannot be best
            check_runner_up(self.case, result, compared, self.wrong)
            check_named(self.case, result, self.rng, self.wrong)
        except (magic.TooLarge, Untried):
            self.outcome.skipped.append("alternatives too large")
        else:
            self.outcome.said.append(f"runner-up {compared.verdict}")
        for payment, values in (
            (result.payment, result.objective),
            (compared.payment, compared.objective),
        ):
            if payment is not None:
                again = explain_result(result, instead=payment).comparison
                assert again is not None
                if dict(again.objective) != dict(values):
                    self.wrong(f"values of a payment: {again.objective}, not {values}")


def names(outcomes: Sequence[Outcome]) -> list[str]:
    """Everything that was said."""
    return [word for one in outcomes for word in one.said]
