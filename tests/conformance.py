"""Run payment cases: ``python tests/conformance.py FILE... [--json] [--hints]``.

The exit code is 0 unless a case whose answer is "rules" or "dominance" fails (1), or a file cannot
be read (2).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.casework.runner import read_cases, report, run, summary


def main(arguments: list[str] | None = None) -> int:
    """Run the files named on the command line and print what came out."""
    parser = argparse.ArgumentParser(prog="conformance.py", description="Run payment cases.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSONL file of cases")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--hints", action="store_true", help="read the hints of the cases")
    chosen = parser.parse_args(arguments)
    try:
        cases = read_cases(chosen.files)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    outcomes = [run(case, hints=chosen.hints) for case in cases]
    if chosen.json:
        print(json.dumps(report(outcomes), ensure_ascii=False))
    else:
        print(summary(outcomes))
    return int(any(outcome.counts for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
