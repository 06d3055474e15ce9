"""One question about random problems, held against the reference, any number of times.

``python -m tests.campaign enumeration 10000 --jobs 2``; the questions are in `questions`. The exit
code is 0 if nothing differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.campaign.asking import answers
from tests.campaign.questions import QUESTIONS

TOLD = 500
"""After so many that are compared there is a line about them."""


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("question", choices=QUESTIONS)
    parser.add_argument("number", type=int, help="how many are compared")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    compared: Counter[str] = Counter()
    left_out: Counter[str] = Counter()

    def tell(end: str) -> None:
        seconds = time.perf_counter() - start
        seeds = f"seeds {chosen.seed} to {chosen.seed + (compared + left_out).total() - 1}"
        print(
            f"{seeds}: compared {compared.total()}: {dict(compared)}; "
            f"left out: {dict(left_out)}; {seconds:.0f} s{end}",
            flush=True,
        )

    for is_compared, word in answers(chosen.question, chosen.seed, chosen.jobs):
        (compared if is_compared else left_out)[word] += 1
        if compared.total() >= chosen.number:
            break
        if is_compared and compared.total() % TOLD == 0:
            tell(" so far")
    tell("")
    return int(compared["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
