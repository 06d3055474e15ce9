"""What `effects` of a case do to production, and the abilities printed on its entries."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AbilitySyntaxError, InputError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.current import current
from autotap.models.mtg.effects import (
    ALL_TYPES,
    CostBan,
    ExtraMana,
    GivenAmount,
    Grant,
    Multiplier,
    OutputReplacement,
    TapDamage,
    TypeSetting,
)
from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.open_ability import (
    ChosenColor,
    CommanderColor,
    CouldProduce,
    OpenAbility,
    Whose,
)
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.vocabulary import TYPES
from tests.casework.reasons import EFFECT_IN_WORDS, PRINTED_IN_WORDS, UnsupportedCaseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autotap.models.mtg.effects import Effect

Data = dict[str, Any]

_OF = re.compile(
    r"(?P<each>each mana of )?(?P<who>.+?)(?: you control)?"
    r"(?:(?P<any>s?'s? abilities that add \{(?P<type>[WUBRGC])\})"
    r"| tapped for (?:(?P<two>two or more )?mana|\{(?P<tapped_type>[WUBRGC])\}))?"
)
_NAME_FIRST = re.compile(r"(?P<name>[^:(]+?)(?: on [^:]*| \([^:]*\))?:")
_NAME_LAST = re.compile(r"\((?:source: )?(?P<name>[^()]+)\)$")
_BAN = re.compile(r"(?P<life>paying life)?(?: or )?(?:sacrificing (?P<what>.+?))?(?: as a cost)?")


def worked_out(case: Mapping[str, Any]) -> Data:
    """Give the case with the abilities that entries with ``printed`` have under its effects.

    The hint ``abilities`` of these entries is not read, and what comes out has no ``printed``.

    Raises
    ------
    UnsupportedCaseError
        If a printed ability or an effect on production speaks in words that are not covered.
    InputError
        If the library refuses a part of it.
    """
    entries: list[Data] = case["board"]
    if not any("printed" in entry for entry in entries):
        return dict(case)
    pairs = [
        (_source(f"{number}.{copy}", entry), entry)
        for number, entry in enumerate(entries)
        for copy in range(entry["count"])
    ]
    sources, effects = as_printed(case, pairs)
    board = current(Board(sources, effects=effects)).board
    now = {source.id: [str(ability) for ability in source.abilities] for source in board.sources}
    return {
        **case,
        "board": [
            {key: value for key, value in entry.items() if key != "printed"}
            | ({"abilities": now[f"{number}.0"]} if "printed" in entry else {})
            for number, entry in enumerate(entries)
        ],
    }


def must_be_worked_out(case: Mapping[str, Any]) -> bool:
    """Tell whether an effect would reach further on the table than it does in the case.

    Only entries with ``printed`` are under the effects; a ban and a number that is given are not
    told for whom they hold.
    """
    kinds = {effect.get("kind") for effect in case.get("effects", [])}
    return bool(kinds & {"forbid", "amount"}) and not all("printed" in e for e in case["board"])


def as_printed(
    case: Mapping[str, Any], pairs: Sequence[tuple[Source, Mapping[str, Any]]]
) -> tuple[tuple[Source, ...], tuple[Effect, ...]]:
    """Give the sources their printed abilities, and the effects on them.

    Parameters
    ----------
    case
        The case.
    pairs
        Every source with its board entry; the abilities of the source do not matter.
    """
    granting = [e["text"].lower() for e in case.get("effects", []) if e.get("kind") == "grant"]
    sources = []
    for source, entry in pairs:
        closed, opened = _abilities(dict(entry), granting)
        source = replace(source, abilities=tuple(closed), open_abilities=tuple(opened))
        sources.append((source, entry))
    effects = tuple(_effects(case, sources))
    return tuple(source for source, _ in sources), effects


def _source(source_id: str, entry: Data) -> Source:
    cost = entry.get("mana_cost")
    return Source(
        source_id,
        entry["name"],
        frozenset(entry["types"]),
        counters=tuple(sorted(entry.get("counters", {}).items())),
        zone=Zone(entry.get("zone", Zone.BATTLEFIELD)),
        colors=frozenset(map(ManaType, entry.get("colors", ""))),
        cost=ManaCost.parse(cost) if cost else None,
    )


def _abilities(entry: Data, granting: list[str]) -> tuple[list[ManaAbility], list[OpenAbility]]:
    """Read the abilities of an entry; the one that a grant writes on other entries is not its own.

    Notes that begin with "also" speak of further printed abilities.
    """
    if "printed" not in entry:
        return [ManaAbility.parse(text) for text in entry["abilities"]], []
    closed, opened = [], []
    if entry.get("notes", "").startswith("also "):
        raise UnsupportedCaseError(PRINTED_IN_WORDS)
    for text in entry["printed"]:
        ability = _ability(text)
        if isinstance(ability, ManaAbility):
            closed.append(ability)
        elif ability is not None and not _asks_more_than_a_case_states(ability):
            opened.append(ability)
        elif not any(grant.startswith(entry["name"].lower()) for grant in granting):
            raise UnsupportedCaseError(PRINTED_IN_WORDS)
    return closed, opened


def _asks_more_than_a_case_states(ability: OpenAbility) -> bool:
    """Tell whether it asks for the commander, a chosen color, or an opponent's permanents."""
    offer = ability.offer
    if isinstance(offer, CouldProduce):
        return offer.whose is Whose.OPPONENT
    return isinstance(offer, CommanderColor | ChosenColor)


def _ability(text: str) -> ManaAbility | OpenAbility | None:
    for read in (ManaAbility.parse, OpenAbility.parse):
        try:
            return read(text)
        except AbilitySyntaxError:
            continue
    return None


# --- effects -------------------------------------------------------------------------------------


Pairs = list[tuple[Source, "Mapping[str, Any]"]]


def _effects(case: Mapping[str, Any], pairs: Pairs) -> Iterator[Effect]:
    for effect in case.get("effects", []):
        if "kind" not in effect:
            raise UnsupportedCaseError(EFFECT_IN_WORDS)
        read = _KINDS.get(effect["kind"])
        if read is None:
            continue
        yield from [read(effect, _scope(effect, pairs))] * effect.get("times", 1)


class _Scope:
    """What ``of`` says: who is affected, and when."""

    def __init__(self, match: re.Match[str], affected: Affected) -> None:
        self.affected = affected
        self.each = match["each"] is not None
        self.at_least = 2 if match["two"] else 1
        self.tapped = match["any"] is None
        kind = match["type"] or match["tapped_type"]
        self.produced = frozenset({ManaType(kind)}) if kind else ALL_TYPES


def _scope(effect: Data, pairs: Pairs) -> _Scope | None:
    if effect["kind"] in ("amount", "forbid"):
        return None
    match = _OF.fullmatch(effect["of"])
    assert match is not None
    sources = [source for source, _ in pairs]
    ids = {source.id for source, entry in pairs if "printed" in entry}
    who = match["who"]
    if who.startswith("the enchanted "):
        named = {s.id for s in sources if s.id in ids and f" on {s.name}:" in effect["text"]}
        return _Scope(match, Affected(ids=frozenset(named or ids)))
    try:
        affected = Affected.parse(who.partition(" with ")[0])
    except InputError:
        raise UnsupportedCaseError(EFFECT_IN_WORDS) from None
    subtypes = affected.all_of - TYPES - {"token"}
    met = [s for s in sources if all(map(s.is_a, subtypes)) or not s.types - TYPES - {"token"}]
    affected = replace(affected, all_of=affected.all_of - subtypes)
    return _Scope(match, replace(affected, ids=frozenset(s.id for s in met if s.id in ids)))


def _extra(effect: Data, scope: _Scope) -> Effect:
    add = effect["add"]
    return ExtraMana(
        scope.affected,
        _origin(effect["text"]),
        None if add == "one of a type produced" else parse_mana_list(add),
        produced=scope.produced,
        tapped=scope.tapped,
        damage=effect.get("damage", 0),
    )


def _origin(text: str) -> str:
    """Name the object that the effect comes from."""
    match = _NAME_FIRST.match(text) or _NAME_LAST.search(text)
    return match["name"] if match else re.sub(r"[()]", "", text)


def _ban(effect: Data) -> Effect:
    match = _BAN.fullmatch(effect["what"])
    if match is None or not (match["life"] or match["what"]):
        raise UnsupportedCaseError(EFFECT_IN_WORDS)
    what = Affected.parse(match["what"]) if match["what"] else None
    return CostBan(life=match["life"] is not None, sacrifice=what)


def _grant(effect: Data, scope: _Scope) -> Effect:
    ability = _ability(effect["ability"])
    if ability is None or (
        isinstance(ability, OpenAbility) and _asks_more_than_a_case_states(ability)
    ):
        raise UnsupportedCaseError(EFFECT_IN_WORDS)
    return Grant(scope.affected, ability)


def _amount(effect: Data) -> Effect:
    of = effect["of"].removesuffix(" you control")
    if not re.match(r"devotion to |[a-z]+ counters", of):
        of = str(Affected.parse(of))
    return GivenAmount(of, effect["value"])


def _replacement(effect: Data, scope: _Scope) -> Effect:
    if scope.produced != ALL_TYPES:
        raise UnsupportedCaseError(EFFECT_IN_WORDS)
    mana = parse_mana_list(effect["with"])
    return OutputReplacement(scope.affected, mana, scope.each, scope.at_least)


def _types(effect: Data, scope: _Scope) -> Effect:
    to = frozenset({effect["to"]}) if isinstance(effect["to"], str) else frozenset(effect["to"])
    return TypeSetting(scope.affected, to, added="in addition" in effect["text"])


_KINDS: dict[str, Callable[[Data, Any], Effect]] = {
    "multiply": lambda effect, scope: Multiplier(scope.affected, effect["factor"]),
    "extra": _extra,
    "replace": _replacement,
    "damage": lambda effect, scope: TapDamage(scope.affected, effect["amount"]),
    "grant": _grant,
    "types": _types,
    "amount": lambda effect, _: _amount(effect),
    "forbid": lambda effect, _: _ban(effect),
}
