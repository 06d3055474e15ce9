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
    open_nodes: dict[int, None] = {}
    found: list[list[int]] = []
    for root in range(len(feeds)):
        path = [] if root in order else [(root, iter(feeds[root]))]
        while path:
            node, ahead = path[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                open_nodes[node] = None
            for other in ahead:
                if other not in order:
                    path.append((other, iter(feeds[other])))
                    break
                if other in open_nodes:
                    low[node] = min(low[node], order[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append([])
                    while not found[-1] or found[-1][-1] != node:
                        found[-1].append(open_nodes.popitem()[0])
    result: list[int | None] = [None] * len(feeds)
    cyclic = sorted(sorted(c) for c in found if len(c) > 1 or c[0] in feeds[c[0]])
    for index, members in enumerate(cyclic):
        for node in members:
            result[node] = index
    return result
