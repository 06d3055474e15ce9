"""Random boards with effects against the reference: ``python -m tests.boards 500``.

The exit code is 0 if nothing disagrees and at most one question in ten is not answered.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.boards.check import outcome, question_of


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.boards", description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=500, help="how many boards")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first board")
    chosen = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for seed in range(chosen.seed, chosen.seed + chosen.number):
        found = outcome(seed)
        counts[found.partition(":")[0] if found.startswith("refused") else found] += 1
        if not found.startswith(("agree", "refused", "too large")):
            question = question_of(seed)
            print(f"seed {seed}: {found}\n  {question.cost} from {question.text}")
    print(dict(counts))
    answered = counts["agree"]
    unanswered = counts["refused"] + counts["too large"]
    return int(answered + unanswered < chosen.number or 10 * unanswered > chosen.number)


if __name__ == "__main__":
    sys.exit(main())
