"""The objects of a Magic case: entries of the board, states of their copies, choices of objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.notation import Ability, parse_ability

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CARD_TYPES = frozenset(
    "artifact battle creature enchantment instant kindred land planeswalker sorcery tribal"
    " basic legendary snow world token".split()
)


class CopyState(NamedTuple):
    """What may differ between two copies of one entry."""

    tapped: bool
    gone: bool = False
    used: bool = False
    touched: bool = False
    counters: tuple[int, ...] = ()
    once: int = 0
    doomed: bool = False


@dataclass(slots=True)
class Group:
    """The copies of one board entry, or of one card in hand."""

    name: str
    types: frozenset[str]
    count: int
    abilities: tuple[Ability, ...]
    colors: str
    in_hand: bool
    sick: bool
    stays_tapped: bool
    reserved: int
    counter_names: tuple[str, ...]
    start: CopyState
    printed: tuple[str, ...] = ()
    power: int = 0
    toughness: int | None = None
    mana_value: int = 0

    @property
    def tap_loss(self) -> int:
        return ("creature" in self.types) + 2 * self.stays_tapped

    @property
    def give_loss(self) -> int:
        """Weight of giving up one copy: the first class that fits (R3)."""
        gives_itself = any(ability.sacrifice_this for ability in self.abilities)
        token, creature = "token" in self.types, "creature" in self.types
        if self.in_hand:
            return 6
        if "land" in self.types:
            return 8
        if token and creature:
            return 2 if gives_itself else 4
        if gives_itself and (token or ("artifact" in self.types and not creature)):
            return 3
        return 10

    def dies_of(self, counters: int) -> bool:
        """So many -1/-1 counters kill it; a toughness that is not told counts as too small."""
        return self.toughness is None or self.toughness <= counters

    def fits(self, wanted: str) -> bool:
        return (
            wanted in ("permanent", "card")
            or wanted in self.types
            or wanted == self.name.lower()
            or ("changeling" in self.types and wanted not in CARD_TYPES)
        )

    def fits_any(self, what: str) -> bool:
        return any(self.fits(wanted) for wanted in what.split(" or "))


def read_group(entry: Mapping[str, Any], *, hand: bool = False) -> Group:
    names = tuple(sorted(entry.get("counters", {})))
    return Group(
        name=entry["name"],
        types=frozenset(entry.get("types", ())),
        count=entry.get("count", 1),
        abilities=() if hand else tuple(parse_ability(text) for text in entry["abilities"]),
        colors=entry.get("colors", ""),
        in_hand=hand or entry.get("zone") == "hand",
        sick=entry.get("summoning_sick", False) and "creature" in entry.get("types", ()),
        stays_tapped=entry.get("stays_tapped", False),
        reserved=entry.get("reserved", 0),
        counter_names=names,
        start=CopyState(
            entry.get("tapped", False), counters=tuple(entry["counters"][name] for name in names)
        ),
        printed=tuple(entry.get("printed", ())),
        power=entry.get("power") or 0,
        toughness=entry.get("toughness"),
    )


def untapped(what: str, group: Group, state: CopyState) -> bool:
    return not (group.in_hand or state.gone or state.tapped) and group.fits_any(what)


def present(what: str, group: Group, state: CopyState) -> bool:
    return not (group.in_hand or state.gone) and group.fits_any(what)


def tap_used(state: CopyState) -> CopyState:
    return state._replace(tapped=True, used=True)


def tap_touched(state: CopyState) -> CopyState:
    return state._replace(tapped=True, touched=True)


def give_used(state: CopyState) -> CopyState:
    return CopyState(False, gone=True, used=True)


def give_touched(state: CopyState) -> CopyState:
    return CopyState(False, gone=True, used=state.used, touched=True)


def tap_loss(group: Group) -> int:
    return group.tap_loss


def no_loss(group: Group) -> int:
    return 0


def doom(state: CopyState) -> CopyState:
    return state._replace(doomed=True)


def mortal(counters: int, group: Group, state: CopyState) -> bool:
    return present("creature", group, state) and group.dies_of(counters)


def untap(state: CopyState) -> CopyState:
    return state._replace(tapped=False)


def card_in_hand(what: str, group: Group, state: CopyState) -> bool:
    return group.in_hand and not state.gone and group.fits_any(what)


def leaving(what: str, tapped: bool | None, group: Group, state: CopyState) -> bool:
    right = tapped is None or state.tapped == tapped
    return right and present(what, group, state)


def named(
    name: str | None,
    wanted: Callable[[Group, CopyState], bool],
    group: Group,
    state: CopyState,
) -> bool:
    return name in (None, group.name) and wanted(group, state)
