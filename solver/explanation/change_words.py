"""Changes as a player would say them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.explanation import ChangeKind
from autotap.models.mtg.symbols import ManaType
from autotap.solver.explanation.levers import SNOW
from autotap.solver.explanation.words import counted, listed, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autotap.models.explanation import Item

    Way = tuple[Item, ...]

MOST_WAYS = 4
"""Most ways of one change that are all named."""
SOME_WAYS = 2
"""Ways that are named of more."""
MOST_LISTED = 4
"""Most types, or civilizations, of which each is named."""
LETHAL = "(but then you would lose the game)"
"""What is said of a change that makes lethal payments possible only."""


def change_phrase(
    kind: ChangeKind, amount: int, ways: tuple[Way, ...], *, points: bool = False
) -> str:
    """Say what would have to change, to follow "It could be paid".

    ``points``: whether a cost is reduced by points instead of generic mana.
    """
    match kind:
        case ChangeKind.LIFE:
            return f"with {amount} more life"
        case ChangeKind.REDUCE:
            return f"if it cost {amount if points else f'{{{amount}}}'} less"
        case ChangeKind.ADD:
            return f"with {_more(ways)}"
        case ChangeKind.UNTAP:
            return f"with {_either([_awake(way) for way in ways])} untapped"
        case ChangeKind.LIFT:
            return _either([_lifted(way) for way in ways])


def _either(texts: Sequence[str], between: str = "") -> str:
    """Name the choices that there are: all of a few, else some, with the number of the others.

    ``between``: what stands between them, "" for what stands in a list.
    """
    if len(texts) > MOST_WAYS:
        texts = [*texts[:SOME_WAYS], f"{number(len(texts) - SOME_WAYS)} other choices"]
    return between.join(texts) if between else listed(texts, "or")


def _more(ways: tuple[Way, ...]) -> str:
    """Say what mana, or which cards, there would have to be more.

    One way with one type for each unit is counted: ``one more {W} and two more {U}``. Otherwise
    the choices follow the number of units: ``two more mana: {W}{W}, {W}{U} or {U}{U}``.
    """
    way = Counter(ways[0])
    if len(ways) == 1 and (len(way) == 1 or all(_is_plain(item) for item in way)):
        return listed([_more_of(item, n) for item, n in way.items()])
    amount = len(ways[0])
    noun = "mana" if _is_mana(ways[0][0]) else f"untapped card{_s(amount)}"
    choices = [text for _, text in sorted({each for way in ways for each in _choices(way)})]
    if len(ways) == 1 and len(choices) > MOST_WAYS:
        said = "; ".join(f"{number(n)} {_any_of(item)}" for item, n in way.items())
    else:
        said = _either(choices, "; or " if any(" and " in text for text in choices) else "")
    return f"{number(amount)} more {noun}: {said}"


def _more_of(item: Item, amount: int) -> str:
    if _is_mana(item):
        name = _mana(item)
        each = "mana, each " if amount > 1 and " or " in name else ""
        return f"{number(amount)} more {each}{name}"
    name = f" of {listed(item, 'or')}" if len(item) <= MOST_LISTED else ""
    return f"{number(amount)} more untapped card{_s(amount)}{name}"


def _choices(way: Way) -> Iterator[tuple[tuple[tuple[int, str], ...], str]]:
    """Write a way, once for each choice of types where these are few, with its place in a list."""
    fixed = [item for item in way if not _is_listed(item)]
    rest = [f"{number(n)} {_any_of(item)}" for item, n in Counter(fixed).items()]
    chosen: set[tuple[str, ...]] = {()}
    for item in filter(_is_listed, way):
        chosen = {tuple(sorted((*names, name), key=_order)) for names in chosen for name in item}
    for names in chosen:
        text = listed([text for text in (_side_by_side(names), *rest) if text])
        yield tuple(map(_order, names)), text


def _is_mana(item: Item) -> bool:
    return set(item) <= {*ManaType, *(f"{SNOW}{kind}" for kind in ManaType)}


def _is_plain(item: Item) -> bool:
    """Tell whether an item is named without a choice: a type, or mana of any."""
    return len(item) == 1 or not _is_listed(item)


def _is_listed(item: Item) -> bool:
    """Tell whether the members of an item are named one by one."""
    return len(item) <= MOST_LISTED and not any(name.startswith(SNOW) for name in item)


def _any_of(item: Item) -> str:
    """Say of what type or civilization a unit is, to follow a number."""
    if not _is_mana(item):
        return f"of {listed(item, 'or')}" if len(item) <= MOST_LISTED else "of any other kind"
    return {"mana": "of any type", "colored mana": "colored"}.get(name := _mana(item), f"of {name}")


def _order(name: str) -> tuple[int, str]:
    """Return the place of a type, or of a civilization, in a list."""
    return (list(ManaType).index(ManaType(name)) if name in set(ManaType) else 0, name)


def _side_by_side(names: Sequence[str]) -> str:
    """Write types as symbols, civilizations as words."""
    if all(name in set(ManaType) for name in names):
        return "".join(f"{{{name}}}" for name in names)
    return listed(counted(names))


def _s(amount: int) -> str:
    return "" if amount == 1 else "s"


def _mana(item: Item) -> str:
    """Name mana of some types."""
    plain = [kind for kind in item if not kind.startswith(SNOW)]
    if set(plain) == set(ManaType):
        return "mana"
    if set(plain) == set(ManaType) - {ManaType.C}:
        return "colored mana"
    snow = [name for kind in item if (name := kind.removeprefix(SNOW)) not in plain]
    words = [f"snow {{{name}}}" for name in snow]
    if {*plain, *snow} == set(ManaType):
        words = ["snow mana"]
    return listed([*(f"{{{kind}}}" for kind in plain), *words], "or")


def _awake(way: Way) -> str:
    chosen = Counter(way)
    return listed([_some_of(item, n, alone=len(chosen) == 1) for item, n in chosen.items()])


def _some_of(item: Item, amount: int, *, alone: bool = True) -> str:
    """Name so many of some equal things; ``alone``: whether nothing else stands beside them."""
    if amount == len(item):
        return listed(item)
    if amount == 1 and alone:
        return listed(item, "or")
    return f"{number(amount)} of {listed(item)}"


def _lifted(way: Way) -> str:
    texts = []
    for item, n in Counter(way).items():
        word, _, what = item[0].partition(" ")
        if word in ("must_use", "forbid", "require"):
            names = [text.partition(" ")[2] for text in item]
            what = _some_of(tuple(names), n)
            verbs = {
                "must_use": f"having to use {what}",
                "forbid": f"the ban on {what}",
                "require": f"requiring {what}",
            }
            texts.append(f"without {verbs[word]}")
        else:
            texts.append(f"without the restriction '{item[0]}'")
    return listed(texts)
