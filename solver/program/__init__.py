"""The Program: one payment question in game-neutral integers.

`compile` writes it, backends read it. It never speaks of mana or civilizations: *bodies* are
tapped, untapped and given up; *activations* turn bodies, resources and units into units; *demands*
take units; *terms* say what is better. Bodies, activations, kinds and demands are referred to by
their index.

A payment runs through three stages: ordered activations, then closing activations (payers that
act after all others) together with the picks and uses of the chosen announcement, and then the
position left over, whose production the quantity ``left`` measures.
"""

from autotap.solver.program.measures import Linear, Quantity, Share, Stock, Term, What
from autotap.solver.program.question import Choice, Demand, Kind, Later, Option, Program
from autotap.solver.program.uses import (
    Activation,
    Body,
    Cover,
    Mark,
    Member,
    Move,
    Outputs,
    Pick,
    Resource,
)

__all__ = [
    "Activation",
    "Body",
    "Choice",
    "Cover",
    "Demand",
    "Kind",
    "Later",
    "Linear",
    "Mark",
    "Member",
    "Move",
    "Option",
    "Outputs",
    "Pick",
    "Program",
    "Quantity",
    "Resource",
    "Share",
    "Stock",
    "Term",
    "What",
]
