"""More copies of the sources of random problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from tests.generate.draw import Case

MOST_COPIES = 6


def with_copies(case: Case, rng: Random) -> Case:
    """The same problem with one or two more copies of a source, if there are not too many.

    What is drawn seldom has two copies of a source with more than one ability, or of one that asks
    for other objects.

    Examples
    --------
    >>> from random import Random
    >>> from tests.generate.magic import problem
    >>> case = problem(Random(5))
    >>> more = with_copies(case, Random(3))
    >>> [entry["count"] for entry in case["board"]], [entry["count"] for entry in more["board"]]
    ([1, 1, 1, 1, 1], [1, 1, 2, 1, 1])
    """
    board = [dict(entry) for entry in case["board"]]
    room = MOST_COPIES - sum(entry["count"] for entry in board)
    able = [entry for entry in board if "basic" not in entry["types"]]
    if able and room > 0:
        rng.choice(able)["count"] += rng.randint(1, min(2, room))
    return {**case, "board": board}
