"""Hold random turns against the reference: ``python -m tests.turns [N] [--seed S]``."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from random import Random

from tests.turns.check import compared
from tests.turns.generate import turn


def main() -> int:
    """Run the command; 1 if any turn differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    went: Counter[str] = Counter()
    for index in range(options.number):
        case = turn(Random(f"{options.seed} {index}"))
        try:
            went[compared(case)] += 1
        except Exception:
            went["different"] += 1
            print(f"turn {index}: {json.dumps(case)}\n{traceback.format_exc(limit=-2)}")
    print(dict(went))
    return int(went["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
