"""Duel Masters: cards in a mana zone, costs with civilizations, and what changes them."""

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.civilization import (
    ALL_CIVILIZATIONS,
    Civilization,
    format_civilizations,
    parse_civilizations,
)
from autotap.models.duel_masters.cost import (
    DuelMastersCost,
    DuelMastersOptions,
    Era,
    PointOvershoot,
    System,
    ZeroTotal,
)
from autotap.models.duel_masters.locking import CostStep, LockedTotal, lock_totals
from autotap.models.duel_masters.spell import (
    AdditionalTap,
    AlternativeCost,
    DuelMastersSpell,
    Increase,
    Reduction,
)
from autotap.models.duel_masters.zone import ManaZone

__all__ = [
    "ALL_CIVILIZATIONS",
    "AdditionalTap",
    "AlternativeCost",
    "Civilization",
    "CostStep",
    "DuelMastersCard",
    "DuelMastersCost",
    "DuelMastersOptions",
    "DuelMastersSpell",
    "Era",
    "Increase",
    "LockedTotal",
    "ManaZone",
    "PointOvershoot",
    "Reduction",
    "System",
    "ZeroTotal",
    "format_civilizations",
    "lock_totals",
    "parse_civilizations",
]
