"""Random problems for differential testing, and a table of what they cover."""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def fewer(case: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the case with one copy of one board entry less, for each entry.

    >>> case = {"board": [{"name": "Plains", "count": 2}, {"name": "Island", "count": 1}]}
    >>> [[entry["count"] for entry in less["board"]] for less in fewer(case)]
    [[1, 1], [2]]
    """
    for at, entry in enumerate(case["board"]):
        less = copy.deepcopy(dict(case))
        less["board"][at]["count"] -= 1
        if entry["count"] == 1:
            del less["board"][at]
        yield less


def histogram(
    problems: Sequence[dict[str, Any]], payable: Sequence[bool], critical: Sequence[bool]
) -> str:
    """How often each feature occurs, and how many of those problems are payable and critical.

    Parameters
    ----------
    problems
        Cases with ``features``.
    payable
        For each problem, whether it can be paid.
    critical
        For each problem, whether it can be paid, but not with some source copy less.

    Returns
    -------
    str
        One line per feature, the most frequent first, then a line for all problems.

    Examples
    --------
    >>> print(histogram([{"features": ["snow"]}, {"features": []}], [True, False], [True, False]))
    feature                     share  payable critical
    snow                       50.0 %  100.0 %  100.0 %
    all (2)                   100.0 %   50.0 %   50.0 %
    """
    total, paid, tight = Counter[str](), Counter[str](), Counter[str]()
    for case, pays, needs_all in zip(problems, payable, critical, strict=True):
        for name in (*case["features"], ""):
            total[name] += 1
            paid[name] += pays
            tight[name] += needs_all
    everything = total.pop("")

    def line(label: str, name: str, number: int) -> str:
        shares = (number / everything, paid[name] / number, tight[name] / number)
        return f"{label:<25}" + "".join(f"{100 * share:6.1f} %" + " " for share in shares).rstrip()

    rows = [f"{'feature':<25} {'share':>7} {'payable':>8} {'critical':>8}"]
    rows += [line(name, name, number) for name, number in total.most_common()]
    return "\n".join([*rows, line(f"all ({everything})", "", everything)])
