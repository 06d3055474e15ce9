"""One question in a fresh process: ``python -m benchmarks.cold FAMILY SEED INDEX``.

Prints the seconds of the import, of reading the board, of the first call and of all three.
"""

from __future__ import annotations

import json
import sys
import time

from benchmarks.boards import family


def main() -> None:
    name, seed, index = sys.argv[1:]
    question = family(name).questions(int(index) + 1, int(seed))[-1]
    start = time.perf_counter()
    from autotap.models import Board, ManaZone
    from autotap.solver import pay

    imported = time.perf_counter()
    read = ManaZone.parse if question.duel_masters else Board.parse
    board = read(question.board)
    parsed = time.perf_counter()
    result = pay(question.cost, board)
    end = time.perf_counter()
    answer = {
        "import": imported - start,
        "read the board": parsed - imported,
        "first call": end - parsed,
        "all": end - start,
        "paid": result.payment is not None,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
