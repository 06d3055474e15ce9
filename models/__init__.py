"""What autotap knows of the games: costs, mana, sources, boards, problems and results."""

from autotap.models.duel_masters.card import DuelMastersCard
from autotap.models.duel_masters.cost import DuelMastersCost
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.source import Source
from autotap.models.mtg.spell import Spell
from autotap.models.objective import Objective
from autotap.models.problem import DuelMastersProblem, KeepWhen, Kept, Problem
from autotap.models.result import Payment, Result, Status, ZonePayment

__all__ = [
    "Board",
    "DuelMastersCard",
    "DuelMastersCost",
    "DuelMastersProblem",
    "DuelMastersSpell",
    "KeepWhen",
    "Kept",
    "ManaCost",
    "ManaZone",
    "Objective",
    "Payment",
    "Problem",
    "Result",
    "Source",
    "Spell",
    "Status",
    "ZonePayment",
]
