"""Random explanations against the reference: ``python -m tests.explanation 2000 --seed 0``.

The exit code is 0 if nothing disagrees.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.explanation.check import guarded


def main(arguments: list[str] | None = None) -> int:
    """Run as the command line says, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.explanation", description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=2000, help="how many problems")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first problem")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    seeds = range(chosen.seed, chosen.seed + chosen.number)
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as pool:
        outcomes = list(pool.map(guarded, seeds, chunksize=10))
    said = Counter(word for one in outcomes for word in one.said)
    skipped = Counter(word for one in outcomes for word in one.skipped)
    wrong = [one for one in outcomes if one.disagreements]
    for word, number in [*said.most_common(), *((f"skipped: {w}", n) for w, n in skipped.items())]:
        print(f"{number:7} {word}")
    for one in wrong:
        print(f"seed {one.seed}: {'; '.join(one.disagreements[:3])}")
    seconds = time.perf_counter() - start
    print(f"{len(outcomes)} problems, {len(wrong)} disagree, {seconds:.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
