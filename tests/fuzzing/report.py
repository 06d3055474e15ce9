"""What a run of random problems showed, as text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.generate import histogram

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.fuzzing.check import Outcome

GAMES = {"mtg": "Magic", "mtg without hints": "Magic without hints", "dm": "Duel Masters"}
MOST_REFUSED = 0.01
"""Largest share of problems that may go unanswered."""
FEWEST = 5_000
"""Of fewer problems the share says too little."""


def failed(outcomes: Sequence[Outcome]) -> bool:
    """Whether anything disagrees, or too many problems go unanswered."""
    refused = sum(bool(one.refused) for one in outcomes)
    too_many = len(outcomes) >= FEWEST and refused > MOST_REFUSED * len(outcomes)
    return too_many or any(one.disagreements for one in outcomes)


def report(outcomes: Sequence[Outcome], seconds: float) -> str:
    """Write the histogram of each game, the tamperings, the refusals and the disagreements.

    Parameters
    ----------
    outcomes
        One for each problem.
    seconds
        Wall time of the run.
    """
    outcomes = sorted(outcomes, key=lambda one: one.seed)
    lines: list[str] = []
    for game, name in GAMES.items():
        own = [one for one in outcomes if one.game == game]
        if own:
            table = histogram(
                [{"features": one.features} for one in own],
                [one.payable for one in own],
                [one.critical for one in own],
            )
            lines += [f"{name}: {len(own)} problems", table, ""]
    lines += [
        *_backends(outcomes),
        "",
        *_tampering(outcomes),
        "",
        *_refused(outcomes),
        "",
        *_disagreements(outcomes),
    ]
    first, last = outcomes[0].seed, outcomes[-1].seed
    lines += ["", f"seeds {first} to {last}: {len(outcomes)} problems in {seconds:.0f} s"]
    return "\n".join(lines)


def _backends(outcomes: Sequence[Outcome]) -> list[str]:
    answered = sum((one.answered for one in outcomes), Counter[str]())
    return ["answers by backend", *(f"{name:<30}{n:>7}" for name, n in answered.most_common())]


def _tampering(outcomes: Sequence[Outcome]) -> list[str]:
    tried, accepted = Counter[str](), Counter[str]()
    for one in outcomes:
        tried.update(one.tried)
        accepted.update(one.accepted)
    rows = [f"{label:<30}{tried[label]:>7}{accepted[label]:>7}" for label in sorted(tried)]
    total = f"{'all ways of tampering':<30}{tried.total():>7}{accepted.total():>7}"
    return [f"{'tampered payments':<30}{'tried':>7}{'legal':>7}", *rows, total]


def _refused(outcomes: Sequence[Outcome]) -> list[str]:
    reasons = Counter(one.refused for one in outcomes if one.refused)
    share = 100 * reasons.total() / len(outcomes)
    rows = [f"{number:>7}  {reason}" for reason, number in reasons.most_common()]
    return [f"not answered: {reasons.total()} ({share:.2f} %)", *rows]


def _disagreements(outcomes: Sequence[Outcome]) -> list[str]:
    wrong = [one for one in outcomes if one.disagreements]
    lines = [f"disagreements: {len(wrong)} problems"]
    for one in wrong:
        lines += [f"  seed {one.seed}: python -m tests.fuzz --only {one.seed}"]
        lines += [f"    {what[:1000]}" for what in one.disagreements]
    return lines
