"""The supply graph: which activations that cost units can feed which (formulation: order).

Only inside a strongly connected component of it can units circulate, so only there does a model
of counts need to care about order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def components(feeds: Sequence[Sequence[int]]) -> list[int | None]:
    """Return per node the index of its component if it has a cycle, else None.

    Parameters
    ----------
    feeds
        Per node the nodes that it feeds, itself included where it feeds itself.

    Notes
    -----
    Tarjan's algorithm, linear in nodes and edges.

    Examples
    --------
    >>> components([[1], [0], [0], [3]])
    [0, 0, None, 1]
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []

    def visit(node: int) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in feeds[node]:
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            cut = stack.index(node)
            found.append(stack[cut:])
            del stack[cut:]

    for node in range(len(feeds)):
        if node not in order:
            visit(node)
    result: list[int | None] = [None] * len(feeds)
    cyclic = sorted(sorted(c) for c in found if len(c) > 1 or c[0] in feeds[c[0]])
    for index, members in enumerate(cyclic):
        for node in members:
            result[node] = index
    return result
