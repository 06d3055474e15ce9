"""Changes of a case, as the reference reads them: no code of the library decides here."""

from __future__ import annotations

import copy
import re
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any

from tests.casework.magic import source_ids
from tests.reference.hints import with_hints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Case = dict[str, Any]
TYPES = "WUBRGC"
CIVILIZATIONS = ("light", "water", "darkness", "fire", "nature")


def full(case: Mapping[str, Any]) -> Case:
    """The case with its hint keys."""
    is_bare = case["game"] == "mtg" and "total_cost" not in case["pay"]
    return with_hints(dict(case)) if is_bare else copy.deepcopy(dict(case))


def with_mana(case: Case, types: Iterable[str]) -> Case:
    """The case with more floating mana."""
    more = copy.deepcopy(case)
    units = "".join(f"{{{kind}}}" for kind in types)
    more["pool"] = "; ".join(filter(None, (case.get("pool", ""), units)))
    return more


def with_cards(case: Case, civilizations: Iterable[str]) -> Case:
    """The case with more untapped cards of number 1."""
    more = copy.deepcopy(case)
    for number, name in enumerate(civilizations):
        card = {
            "name": f"More {number}",
            "count": 1,
            "civilizations": [] if name == "colorless" else [name],
            "mana_number": 1,
            "tapped": False,
        }
        more["board"].append(card)
    return more


def tapped_ids(case: Case) -> list[str]:
    """Ids of the tapped sources."""
    return [one for one, entry in source_ids(case) if entry.get("tapped")]


def untapped(case: Case, ids: Iterable[str]) -> Case:
    """The case with these sources untapped, each an entry of its own."""
    awake = set(ids)
    less = copy.deepcopy(case)
    less["board"] = []
    for one, entry in source_ids(case):
        alone = {**copy.deepcopy(dict(entry)), "count": 1}
        if one in awake:
            alone["tapped"] = False
        less["board"].append(alone)
    return less


def with_life(case: Case, amount: int) -> Case:
    """The case with a greater life total."""
    return {**copy.deepcopy(case), "life": case.get("life", 20) + amount}


def restrictions(case: Case) -> list[str]:
    """Texts of all restrictions of the mana on the board."""
    texts = [text for entry in case["board"] for text in entry.get("abilities", ())]
    found = re.findall(r"\(((?:only|not): [^()]*)\)", " ".join([*texts, case.get("pool", "")]))
    return list(dict.fromkeys(found))


def lifted(case: Case, texts: Iterable[str]) -> Case:
    """The case without some restrictions."""
    free = copy.deepcopy(case)
    for text in texts:
        mark = f" ({text})"
        free["pool"] = free.get("pool", "").replace(mark, "")
        for entry in free["board"]:
            entry["abilities"] = [one.replace(mark, "") for one in entry.get("abilities", ())]
    return free


def generic(case: Case) -> int:
    """The most generic mana in any total; the points due (Duel Masters)."""
    total = case["pay"]["total_cost"]
    if isinstance(total, int):
        return total
    texts = [total] if isinstance(total, str) else [one["cost"] for one in total or ()]
    return max((sum(map(int, re.findall(r"\{(\d+)\}", text))) for text in texts), default=0)


def reduced(case: Case, amount: int) -> Case:
    """The case with less generic mana, or fewer points, in every total."""
    less = copy.deepcopy(case)
    total = less["pay"]["total_cost"]
    if isinstance(total, int):
        less["pay"]["total_cost"] = max(0, total - amount)
    elif isinstance(total, str):
        less["pay"]["total_cost"] = _reduced(total, amount)
    else:
        for one in total:
            one["cost"] = _reduced(one["cost"], amount)
    return less


def _reduced(text: str, amount: int) -> str:
    number = sum(map(int, re.findall(r"\{(\d+)\}", text)))
    rest = re.sub(r"\{\d+\}", "", text)
    left = max(0, number - amount)
    return (f"{{{left}}}" if left else "") + rest or "{0}"


def total_only(case: Case, total: str, symbols: Sequence[str]) -> list[Case]:
    """For each announcement with that total, the case that asks for some symbols in its place."""
    found = []
    every = case["pay"]["total_cost"]
    cost = "".join(sorted(symbols)) or "{0}"
    for one in [{"cost": every}] if isinstance(every, str) else every:
        if not total or symbols_of(one["cost"]) == symbols_of(total):
            less = copy.deepcopy(case)
            less["pay"]["total_cost"] = [{**one, "cost": cost}]
            found.append(less)
    return found


def symbols_of(text: str) -> list[str]:
    """The symbols of a cost, generic mana one by one."""
    found = re.findall(r"\{[^{}]*\}", text)
    plain = [one for one in found if not one[1:-1].isdigit()]
    return sorted(plain + ["{1}"] * sum(int(one[1:-1]) for one in found if one[1:-1].isdigit()))


def expanded(ways: Iterable[Sequence[Sequence[str]]]) -> set[tuple[str, ...]]:
    """Every multiset that some ways stand for."""
    return {tuple(sorted(chosen)) for way in ways for chosen in product(*way)}


def multisets(names: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of some names."""
    return (tuple(sorted(one)) for one in combinations_with_replacement(names, size))


def is_meant(ids: Sequence[str], ways: Iterable[Sequence[Sequence[str]]]) -> bool:
    """Whether a set of different ids is one that some ways stand for."""
    return any(
        all(one in item for one, item in zip(order, way, strict=True))
        for way in ways
        for order in permutations(ids)
    )
