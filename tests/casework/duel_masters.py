"""A Duel Masters case as a `DuelMastersProblem` of the library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import Civilization
from autotap.models.duel_masters.cost import DuelMastersCost, DuelMastersOptions
from autotap.models.duel_masters.effects import (
    give_all_civilizations,
    remove_civilizations,
    set_mana_number,
)
from autotap.models.duel_masters.spell import (
    AdditionalTap,
    AlternativeCost,
    DuelMastersSpell,
    Increase,
    Reduction,
)
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.problem import DuelMastersProblem
from tests.casework.keep import kept_creatures
from tests.casework.magic import source_ids
from tests.casework.reasons import ALTERNATIVE_COST, ZONE_EFFECT, UnsupportedCaseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.duel_masters.effects import Selection


def duel_masters_problem(case: Mapping[str, Any], *, hints: bool) -> DuelMastersProblem:
    """Build the problem that a case asks.

    Parameters
    ----------
    case
        A case of the game ``dm``.
    hints
        Whether the hints of the case are read: the points and civilizations due, and the values
        of cards that effects change.

    Raises
    ------
    UnsupportedCaseError
        If the case asks for something that is not covered.
    InputError
        If the library refuses a part of it.
    """
    spell = _spell_with_hints(case) if hints else _spell(case)
    return DuelMastersProblem(_zone(case, hints), spell, keep=kept_creatures(case))


def _civilizations(names: list[str]) -> frozenset[Civilization]:
    return frozenset(map(Civilization, names))


def _options(pay: Mapping[str, Any]) -> DuelMastersOptions:
    return DuelMastersOptions(**pay.get("options", {}))


def _additional(pay: Mapping[str, Any]) -> tuple[AdditionalTap, ...]:
    return tuple(
        AdditionalTap(Civilization(cost["civilization"]), cost["count"])
        for cost in pay.get("additional_costs", [])
    )


def _spell_with_hints(case: Mapping[str, Any]) -> DuelMastersSpell:
    pay = case["pay"]
    return DuelMastersSpell(
        DuelMastersCost(pay["total_cost"], _civilizations(pay["civilizations"])),
        name=pay["name"],
        x_cost=pay.get("x_cost", 0),
        additional=_additional(pay),
        options=_options(pay),
    )


def _spell(case: Mapping[str, Any]) -> DuelMastersSpell:
    pay = case["pay"]
    printed = pay.get("printed_civilizations", pay["civilizations"])
    alternative = None
    if declared := pay.get("alternative_cost"):
        if "cost" not in declared:
            raise UnsupportedCaseError(ALTERNATIVE_COST)
        cost = DuelMastersCost(declared["cost"], _civilizations(declared["civilizations"]))
        alternative = AlternativeCost(declared["name"], cost)
    changes: list[Increase | Reduction] = []
    due = None
    for effect in case.get("effects", []):
        kind, of = effect.get("kind"), effect.get("of", "")
        if kind == "increase" and _applies(of, pay):
            changes.append(Increase(effect["amount"], effect["text"]))
        elif kind == "reduce" and _applies(of, pay):
            floor = effect.get("floor", 0)
            changes.append(Reduction(effect["amount"], floor, name=effect["text"]))
        elif kind == "civilizations" and "cost" in of:
            due = _new_civilizations(effect["to"])
        elif kind not in ("increase", "reduce", "civilizations", "mana-number"):
            raise UnsupportedCaseError(ZONE_EFFECT)
    return DuelMastersSpell(
        DuelMastersCost(pay["cost"], _civilizations(printed)),
        name=pay["name"],
        alternative=alternative,
        changes=tuple(changes),
        x_cost=pay.get("x_cost", 0),
        additional=_additional(pay),
        civilizations=due,
        options=_options(pay),
    )


def _applies(of: str, pay: Mapping[str, Any]) -> bool:
    """Judge the card types in ``of``; races and names count as met."""
    words = re.findall(r"[a-z]+", of.lower())
    if words[:1] == ["this"]:
        return True
    named = {word.removesuffix("s") for word in words} & {"spell", "creature", "crossgear"}
    return not named or bool(named & set(pay["types"]))


def _new_civilizations(to: str) -> frozenset[Civilization]:
    if to not in ("all", "none"):
        raise UnsupportedCaseError(ZONE_EFFECT)
    return frozenset(Civilization) if to == "all" else frozenset()


def _zone(case: Mapping[str, Any], hints: bool) -> ManaZone:
    cards = []
    changed = set()
    for card_id, entry in source_ids(case):
        values = {**entry, **({} if hints else entry.get("printed", {}))}
        numbers = values["mana_number"]
        cards.append(
            DuelMastersCard(
                entry["name"],
                _civilizations(values["civilizations"]),
                tuple(numbers) if isinstance(numbers, list) else (numbers,),
                tapped=entry.get("tapped", False),
                face_down=entry.get("face_down", False),
                id=card_id,
            )
        )
        if "printed" in entry:
            changed.add(card_id)
    zone = ManaZone(tuple(cards))
    if hints:
        return zone
    for effect in case.get("effects", []):
        zone = _changed(zone, effect, frozenset(changed))
    return zone


def _changed(zone: ManaZone, effect: Mapping[str, Any], changed: frozenset[str]) -> ManaZone:
    """Apply an effect on mana cards; it touches only entries with ``printed``."""
    of = effect.get("of", "").lower()

    def touched(card: DuelMastersCard) -> bool:
        return (
            card.id in changed
            and (card.face_down or "face-down" not in of)
            and (card.is_multicolored or "multicolored" not in of)
        )

    selection: Selection = touched
    if effect.get("kind") == "mana-number":
        optional = effect.get("optional", False)
        return set_mana_number(zone, effect["number"], selection, optional=optional)
    if effect.get("kind") == "civilizations" and "cards" in of:
        gives = bool(_new_civilizations(effect["to"]))
        return (give_all_civilizations if gives else remove_civilizations)(zone, selection)
    return zone
