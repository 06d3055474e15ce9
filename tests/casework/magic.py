"""A Magic case as a `Problem` of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.ability import (
    X_OBJECTS,
    ActivationCost,
    CoverCost,
    Deed,
    ManaAbility,
    Measure,
    ObjectCost,
)
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import parse_pool
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Announcement, Payer, Spell, spend_as
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import CostOption
from autotap.models.mtg.wish import Wish
from autotap.models.problem import KeepWhen, Problem
from autotap.solver.assist import most_assist
from tests.casework.context import context_of, refuse_unknown_color, restriction_texts
from tests.casework.effects import as_printed, must_be_worked_out, worked_out
from tests.casework.keep import kept_spells
from tests.casework.modifiers import base_cost, life_for, modifiers_of, options_of
from tests.casework.reasons import (
    GRAVEYARD_KINDS,
    OBJECTS_BY_X,
    UnsupportedCaseError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.locking import Modifier

TOTALS = ("tap total", "collect evidence", "blight")
"""Kinds of additional cost that ask for a total, or blight; generated cases alone have them."""
_DEEDS = {
    "sacrifice": Deed.SACRIFICE,
    "return": Deed.RETURN,
    "tap": Deed.TAP,
    "discard": Deed.DISCARD,
}


def magic_problem(case: Mapping[str, Any], *, hints: bool) -> Problem:
    """Build the problem that a case asks.

    Parameters
    ----------
    case
        A case of the game ``mtg`` with ``pay``.
    hints
        Whether the hints of the case are read: the locked total, the verdicts on restriction
        texts, and the abilities of entries that effects change.

    Raises
    ------
    UnsupportedCaseError
        If the case asks for something that is not covered.
    InputError
        If the library refuses a part of it.
    """
    case = worked_out(case) if not hints and must_be_worked_out(case) else case
    x = None if hints else case["pay"].get("x")
    return Problem(
        _board(case, hints),
        _spell(case, hints),
        x=x,
        keep=kept_spells(case, hints=hints),
        keep_when=KeepWhen.NOW,
        prefer=_wishes(case),
    )


def magic_board(case: Mapping[str, Any], *, hints: bool) -> Board:
    """Build the board of a case alone; parameters and errors as `magic_problem`."""
    return _board(worked_out(case) if not hints and must_be_worked_out(case) else case, hints)


def _wishes(case: Mapping[str, Any]) -> tuple[Wish, ...]:
    wish = case["pay"].get("prefer")
    return (Wish.parse(wish),) if wish else ()


def source_ids(case: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield an id and the board entry for every copy: ``Forest``, ``Forest 2``, …"""
    used: set[str] = set()
    for entry in case["board"]:
        for _ in range(entry["count"]):
            name, number = entry["name"], 1
            while name in used:
                number += 1
                name = f"{entry['name']} {number}"
            used.add(name)
            yield name, entry


def _board(case: Mapping[str, Any], hints: bool) -> Board:
    pairs = [(_source(source_id, entry), entry) for source_id, entry in source_ids(case)]
    sources = tuple(source for source, _ in pairs)
    effects: tuple[Effect, ...] = ()
    rulings: tuple[tuple[str, Ruling], ...] = ()
    if not hints and any("printed" in entry for _, entry in pairs):
        sources, effects = as_printed(case, pairs)
    elif hints:
        verdicts = case.get("ability_restrictions", {})
        rulings = tuple(
            (text, Ruling(verdicts.get(text, Ruling.NO))) for text in restriction_texts(case)
        )
    return Board(
        sources=sources,
        pool=parse_pool(case.get("pool", "")),
        life=case.get("life", 20),
        graveyard=_cards(case.get("graveyard", [])),
        hand=_cards(case.get("hand", [])),
        rulings=rulings,
        life_for=frozenset() if hints else life_for(case),
        effects=effects,
    )


def _source(source_id: str, entry: Mapping[str, Any]) -> Source:
    cost = entry.get("mana_cost")
    return Source(
        id=source_id,
        name=entry["name"],
        types=frozenset(entry["types"]),
        abilities=tuple(map(ManaAbility.parse, entry.get("abilities", ()))),
        tapped=entry.get("tapped", False),
        summoning_sick=entry.get("summoning_sick", False),
        stays_tapped=entry.get("stays_tapped", False),
        counters=tuple(sorted((k, n) for k, n in entry.get("counters", {}).items() if n)),
        zone=Zone(entry.get("zone", Zone.BATTLEFIELD)),
        colors=frozenset(map(ManaType, entry.get("colors", ""))),
        cost=ManaCost.parse(cost) if cost else None,
        power=entry.get("power"),
        toughness=entry.get("toughness"),
        reserved=entry.get("reserved", 0),
    )


def _cards(entries: list[Mapping[str, Any]]) -> tuple[Card, ...]:
    return tuple(
        Card(entry.get("name", ""), frozenset(entry.get("types", ())), entry.get("mana_value", 0))
        for entry in entries
        for _ in range(entry.get("count", 1))
    )


def _spell(case: Mapping[str, Any], hints: bool) -> Spell:
    pay = case["pay"]
    if not hints:
        refuse_unknown_color(case)
    totals: tuple[Announcement, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    options: tuple[CostOption, ...] = ()
    mana = None
    if hints or "cost" not in pay:
        totals = _totals(pay["total_cost"], pay.get("x"))
        cost = totals[0].total if totals else None
    else:
        cost, modifiers, mana = base_cost(case), modifiers_of(case), _added(pay)
        options = options_of(case) + _totals_as_options(pay)
    colors = pay.get("only_colors")
    x_colors = pay.get("x_colors")
    spell = Spell(
        cost=cost,
        name=_own_name(case) or pay["name"],
        context=context_of(case),
        payers=frozenset(map(Payer, pay.get("alternatives", []))),
        waterbend=_taps(case),
        waterbend_x=pay.get("waterbend") == "X",
        additional=_additional(case, mana, totals_too=not options),
        modifiers=modifiers,
        options=options,
        totals=totals,
        spend_as=spend_as(
            {
                ManaType(kind): frozenset(map(ManaType, types))
                for kind, types in pay.get("spend_as", {}).items()
            }
        ),
        only_from=frozenset(pay.get("only_from", ())),
        only_colors=None if colors is None else frozenset(map(ManaType, colors)),
        x_colors=None if x_colors is None else frozenset(map(ManaType, x_colors)),
        x_limit=pay.get("x_limit"),
        x_distinct=pay.get("x_distinct", False),
        no_mana=pay.get("no_mana", False),
        no_life=pay.get("no_life", False),
        rulings=tuple(
            (text, Ruling(verdict))
            for text, verdict in pay.get("restrictions", {}).items()
            if hints
        ),
    )
    if Payer.ASSIST not in spell.payers:
        return spell
    return replace(spell, assist=most_assist(spell, _other_board(case)))


def _other_board(case: Mapping[str, Any]) -> Board:
    """Make the board of the player who assists."""
    other = {"board": case.get("opponent_board", [])}
    return Board(tuple(_source(source_id, entry) for source_id, entry in source_ids(other)))


def _totals(total: str | list[Mapping[str, Any]] | None, x: int | None) -> tuple[Announcement, ...]:
    """Read the locked totals, none where the cost cannot be paid; an {X} left in one is open."""
    if total is None:
        return ()
    variants: list[Mapping[str, Any]] = [{"cost": total}] if isinstance(total, str) else total
    return tuple(
        Announcement(
            ManaCost.parse(variant["cost"]),
            x=variant.get("x", None if "{X}" in variant["cost"] else x),
            life=variant.get("life", 0),
            sacrifice=tuple(variant.get("sacrifice", ())),
            tap=tuple(variant.get("tap", ())),
        )
        for variant in variants
    )


def _added(pay: Mapping[str, Any]) -> ManaCost | None:
    """Add up the additional mana costs."""
    costs = [ManaCost.parse(c["cost"]) for c in pay.get("additional_costs", []) if "cost" in c]
    return sum(costs, ManaCost()) if costs else None


def _taps(case: Mapping[str, Any]) -> int:
    """Give the most waterbend taps, besides X."""
    limit = case["pay"].get("waterbend", 0)
    return sum(entry["count"] for entry in case["board"]) if limit == "X" else int(limit)


def _own_name(case: Mapping[str, Any]) -> str | None:
    """Name the permanent that "tap this" means: the longest board name within the name paid."""
    paid = case["pay"]["name"]
    names = [e["name"] for e in case["board"] if "zone" not in e and e["name"] in paid]
    return max(names, key=len, default=None)


def _total_cost(cost: Mapping[str, Any]) -> ActivationCost:
    """Read an additional cost that asks for a total, or blights."""
    if cost["kind"] == "blight":
        return ActivationCost(blight=cost["amount"])
    if cost["kind"] == "collect evidence":
        return ActivationCost(covers=(CoverCost(Measure.MANA_VALUE, cost["total"]),))
    cover = CoverCost(Measure.POWER, cost["total"], cost["what"], cost.get("another", False))
    return ActivationCost(covers=(cover,))


def _totals_as_options(pay: Mapping[str, Any]) -> tuple[CostOption, ...]:
    """Make the costs that ask for a total options that are paid once."""
    return tuple(
        CostOption(cost["kind"], _total_cost(cost), least=1)
        for cost in pay.get("additional_costs", [])
        if cost["kind"] in TOTALS
    )


def _additional(
    case: Mapping[str, Any], mana: ManaCost | None, *, totals_too: bool
) -> ActivationCost:
    """Collect the additional costs; objects that are not on the board are left out."""
    pay = case["pay"]
    covers: tuple[CoverCost, ...] = ()
    blight = 0
    life = graveyard = 0
    tap = untap = False
    graveyard_what = "card"
    objects = []
    for cost in pay.get("additional_costs", []):
        if "not listed" in cost.get("text", ""):
            continue
        kind, what = cost["kind"], cost.get("what", "card")
        count = cost.get("count", 1)
        if count == "X":
            if "x" not in pay and kind not in _DEEDS:
                raise UnsupportedCaseError(OBJECTS_BY_X)
            if pay.get("x") == 0:
                continue
            count = pay.get("x", X_OBJECTS)
        if kind in TOTALS:
            if totals_too:
                covers += _total_cost(cost).covers
                blight += _total_cost(cost).blight
        elif kind == "life":
            life += cost["amount"]
        elif kind == "exile from graveyard":
            if graveyard and what != graveyard_what:
                raise UnsupportedCaseError(GRAVEYARD_KINDS)
            graveyard, graveyard_what = graveyard + count, what
        elif kind == "tap this":
            tap = _own_name(case) is not None
        elif kind == "untap this":
            untap = _own_name(case) is not None
        elif kind in _DEEDS:
            tapped = cost.get("tapped", False)
            objects.append(ObjectCost(_DEEDS[kind], count, what, tapped=tapped))
    return ActivationCost(
        tap=tap,
        untap=untap,
        mana=mana,
        life=life,
        objects=tuple(objects),
        graveyard=graveyard,
        graveyard_what=graveyard_what,
        covers=covers,
        blight=blight,
    )
