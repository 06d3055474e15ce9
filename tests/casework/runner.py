"""Running cases: build the problem, let the library answer, and judge the answer."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autotap.models.result import Status
from autotap.solver import UNBOUNDED, mana_options, max_x, solve
from tests.casework.disputes import DISPUTES
from tests.casework.duel_masters import duel_masters_problem
from tests.casework.magic import magic_board, magic_problem
from tests.casework.reasons import (
    COUNTED_AS_UNSUPPORTED,
    HINT_ONLY,
    UnsupportedCaseError,
)
from tests.casework.record import answer_record, options_record, unsupported_record
from tests.reference.judge import judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result

VERDICTS = ("pass", "fail", "unsupported", "disputed")
TIME_LIMIT_S = 60.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case.

    Parameters
    ----------
    id, answer
        As in the case.
    verdict
        One of `VERDICTS`.
    reason
        Why it is not "pass"; empty otherwise.
    result
        The answer record.
    """

    id: str
    answer: str
    verdict: str
    reason: str
    result: Mapping[str, Any]

    @property
    def counts(self) -> bool:
        """Whether it is a failure that no objective can excuse."""
        return self.verdict == "fail" and self.answer in ("rules", "dominance")

    def as_json(self) -> dict[str, Any]:
        """Give the outcome as a JSON object."""
        return {
            "id": self.id,
            "answer": self.answer,
            "verdict": self.verdict,
            "reason": self.reason,
            "result": self.result,
        }


def read_cases(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Read case files: one JSON object a line.

    Raises
    ------
    ValueError
        Naming file and line, if a line is not a case of format 1.
    """
    cases = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
            if not line.strip():
                continue
            try:
                case = json.loads(line)
                if case["v"] != 1:
                    raise ValueError(f"case format {case['v']}")
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path}:{number}: not a case of format 1: {error}") from None
            cases.append(case)
    return cases


def run(case: Mapping[str, Any], *, hints: bool) -> Outcome:
    """Answer one case and judge the answer.

    Parameters
    ----------
    case
        A case of format 1.
    hints
        Whether the hints of the case are read.
    """
    verdict, reason, record = _answer(case, hints)
    if case["id"] in DISPUTES:
        rule, why = DISPUTES[case["id"]]
        verdict, reason = "disputed", f"{rule}: {why}"
    return Outcome(case["id"], case["answer"], verdict, reason, record)


def _answer(case: Mapping[str, Any], hints: bool) -> tuple[str, str, dict[str, Any]]:
    if not hints and "hint-only" in case["features"]:
        return "unsupported", HINT_ONLY, unsupported_record(case, HINT_ONLY)
    build = duel_masters_problem if case["game"] == "dm" else magic_problem
    try:
        if "mana_options" in case["expect"]:
            record = options_record(case, mana_options(magic_board(case, hints=hints)))
            return (*judge(case, record, hints), record)
        record, result = _asked(case, build(case, hints=hints))
    except UnsupportedCaseError as error:
        return "unsupported", str(error), unsupported_record(case, str(error))
    except COUNTED_AS_UNSUPPORTED as error:
        reason = f"{type(error).__name__}: {error}"
        return "unsupported", reason, unsupported_record(case, reason)
    except Exception as error:  # a fault of the library: the other cases still run
        return "fail", f"{type(error).__name__}: {error}", unsupported_record(case, "fault")
    if result.status is Status.UNKNOWN:
        return "fail", f"not decided in {TIME_LIMIT_S:g} seconds", record
    if result.status is Status.FEASIBLE:
        return "fail", f"not proven to be best in {TIME_LIMIT_S:g} seconds", record
    return (*judge(case, record, hints), record)


def _asked(
    case: Mapping[str, Any], problem: Problem | DuelMastersProblem
) -> tuple[dict[str, Any], Result]:
    """Ask what a case asks: where that is the largest X, all else is asked at it."""
    if "max_x" not in case["expect"]:
        result = solve(problem, time_limit_s=TIME_LIMIT_S)
        return answer_record(case, result), result
    largest = max_x(problem.spell, problem.board, time_limit_s=TIME_LIMIT_S)
    if isinstance(largest, int):
        problem = replace(problem, x=largest)
    result = solve(problem, time_limit_s=TIME_LIMIT_S)
    said = largest.value if largest is UNBOUNDED else largest
    return answer_record(case, result) | {"max_x": said}, result


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Count the verdicts and list the cases, as one JSON object."""
    counts = Counter(outcome.verdict for outcome in outcomes)
    return {
        "total": len(outcomes),
        **{verdict: counts[verdict] for verdict in VERDICTS},
        "cases": [outcome.as_json() for outcome in outcomes],
    }


def unsupported_share(outcomes: Sequence[Outcome]) -> float:
    """Give the share of unsupported cases."""
    number = sum(outcome.verdict == "unsupported" for outcome in outcomes)
    return number / len(outcomes) if outcomes else 0.0


def summary(outcomes: Sequence[Outcome]) -> str:
    """Write the report for people: counts, every failure, and the unsupported by reason."""
    counts = Counter(outcome.verdict for outcome in outcomes)
    lines = [f"{len(outcomes)} cases: " + ", ".join(f"{counts[v]} {v}" for v in VERDICTS)]
    for verdict in ("fail", "disputed"):
        chosen = [outcome for outcome in outcomes if outcome.verdict == verdict]
        lines += ["", verdict] if chosen else []
        lines += [f"  {o.id} ({o.answer}): {o.reason}" for o in chosen]
    reasons = Counter(o.reason for o in outcomes if o.verdict == "unsupported")
    lines += _table(f"unsupported: {100 * unsupported_share(outcomes):.1f} %", reasons)
    return "\n".join(lines)


def _table(title: str, counts: Counter[str]) -> list[str]:
    if not counts:
        return []
    return ["", title] + [f"{number:6}  {reason}" for reason, number in counts.most_common()]
