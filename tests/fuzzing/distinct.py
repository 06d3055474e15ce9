"""Cases in which every copy has a name of its own, so that a payment can be followed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.casework.magic import source_ids

if TYPE_CHECKING:
    from collections.abc import Mapping

Case = dict[str, Any]


def distinct(case: Mapping[str, Any]) -> Case:
    """Name every copy by its id; what its name was counts as one of its types.

    Examples
    --------
    >>> forest = {"name": "Forest", "count": 2, "types": ["land"], "abilities": []}
    >>> [entry["name"] for entry in distinct({"game": "mtg", "board": [forest]})["board"]]
    ['Forest', 'Forest 2']
    """
    board = []
    for source_id, entry in source_ids(case):
        one = {**entry, "name": source_id, "count": 1}
        if case["game"] == "mtg":
            one["types"] = [*entry["types"], entry["name"].lower()]
        board.append(one)
    return {**case, "board": board}
