"""What the caller requires and forbids: the fewest to lift, against every subset."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models import Board, Problem, Spell
from autotap.models.explanation import ChangeKind
from autotap.models.result import Status
from autotap.solver import solve
from autotap.solver.explanation import explain_result
from tests.explanation.changed import expanded

SOURCES = (
    "Plains",
    "Island",
    "Tundra",
    "Sol Ring",
    "Azorius Signet",
    "Plains (tapped)",
    "Treasure",
)
boards = st.lists(st.sampled_from(SOURCES), min_size=2, max_size=5)
costs = st.lists(st.sampled_from(("{1}", "{W}", "{U}")), min_size=1, max_size=4).map("".join)


@settings(max_examples=25)
@given(costs, boards, st.data())
def test_the_fewest_are_lifted(cost: str, names: list[str], data: st.DataObject) -> None:
    """MOD-10: every smallest set of ids is named, up to equal sources, and no other."""
    board = Board.parse("; ".join(names))
    ids = [source.id for source in board.sources]
    some = st.frozensets(st.sampled_from(ids), max_size=3)
    problem = Problem(board, Spell.parse(cost), must_use=data.draw(some), forbid=data.draw(some))
    result = solve(problem)
    if result.status is not Status.UNPAYABLE:
        return
    demands = [
        *(f"must_use {one}" for one in problem.must_use),
        *(f"forbid {one}" for one in problem.forbid),
    ]
    sizes = range(1, len(demands) + 1)
    subsets = chain.from_iterable(combinations(sorted(demands), size) for size in sizes)
    paying = [lifted for lifted in subsets if _pays_without(problem, lifted)]
    fewest = {one for one in paying if len(one) == len(paying[0])} if paying else set()
    found = {change.kind: change for change in explain_result(result).changes}
    if ChangeKind.LIFT not in found:
        assert not fewest
        return
    change = found[ChangeKind.LIFT]
    meant = {one for one in expanded(change.ways) if len(set(one)) == change.amount}
    assert meant == fewest


def _pays_without(problem: Problem, lifted: tuple[str, ...]) -> bool:
    freed = replace(
        problem,
        must_use=frozenset(i for i in problem.must_use if f"must_use {i}" not in lifted),
        forbid=frozenset(i for i in problem.forbid if f"forbid {i}" not in lifted),
    )
    return solve(freed).payment is not None
