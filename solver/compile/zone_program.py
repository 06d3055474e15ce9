"""What links a Duel Masters Program to cards: the roles of its activations, and the way back."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.result import Tap, ZonePayment

if TYPE_CHECKING:
    from autotap.models.duel_masters.card import DuelMastersCard
    from autotap.models.duel_masters.civilization import Civilization
    from autotap.models.duel_masters.locking import LockedTotal
    from autotap.solver.program import Program
    from autotap.solver.solution import Solution


@dataclass(frozen=True, slots=True)
class Role:
    """What a tapped card does: pay a civilization, make points, or be an additional card.

    Parameters
    ----------
    name
        As in `Tap.role`.
    civilization
        Civilization that it gives, None for the points step.
    additional
        Whether it is tapped for an additional cost, where it makes no points (DM-33).
    """

    name: str
    civilization: Civilization | None = None
    additional: bool = False

    def suits(self, civilizations: frozenset[Civilization]) -> bool:
        """Whether a card of these civilizations can do it."""
        return self.civilization is None or self.civilization in civilizations


POINTS = Role("points")


@dataclass(frozen=True, slots=True)
class Announced:
    """One way to declare the cost.

    Parameters
    ----------
    x
        Number of optional steps, None without.
    locked
        The total arrived at.
    additional
        Additional cards due.
    """

    x: int | None
    locked: LockedTotal
    additional: Counter[Civilization]

    def due(self, role: Role) -> int:
        """Cards due in the role of a civilization or of an additional card."""
        if role.civilization is None:
            return 0
        if role.additional:
            return self.additional[role.civilization]
        return int(role.civilization in self.locked.civilizations)


@dataclass(frozen=True, slots=True)
class ZoneProgram:
    """A Program with what is needed to read its solutions.

    Parameters
    ----------
    program
        The Program.
    announced
        What each option of the Program stands for.
    cards
        The cards of each body, in the caller's order.
    roles
        All roles in the order of the rules: civilizations, points, additional cards.
    activated
        Role and number of each activation, None where the demand that takes its unit decides.
    demanded
        Role that each demand asks for, None for a demand that nothing meets.
    """

    program: Program
    announced: tuple[Announced, ...]
    cards: tuple[tuple[DuelMastersCard, ...], ...]
    roles: tuple[Role, ...]
    activated: tuple[tuple[Role, int] | None, ...]
    demanded: tuple[Role | None, ...]


def decode_duel_masters(compiled: ZoneProgram, solution: Solution) -> ZonePayment:
    """Turn a solution back into cards to tap: civilizations, points, additional cards.

    Equal cards are taken in the caller's order.
    """
    announced = compiled.announced[solution.option]
    waiting = [list(cards) for cards in compiled.cards]
    made: defaultdict[int, list[DuelMastersCard]] = defaultdict(list)
    done: list[tuple[Role, int, DuelMastersCard]] = []
    for step in sorted(solution.steps, key=lambda step: step.activation):
        activation = compiled.program.activations[step.activation]
        assert activation.body is not None
        card = waiting[activation.body].pop(0)
        if (activated := compiled.activated[step.activation]) is None:
            made[activation.outputs[0][0][0]].append(card)
        else:
            done.append((*activated, card))
    for demand, kind, amount in sorted(solution.spent):
        if role := compiled.demanded[demand]:
            done += [(role, int(not role.additional), card) for card in made[kind][:amount]]
            del made[kind][:amount]
    done.sort(key=lambda each: compiled.roles.index(each[0]))
    return ZonePayment(
        taps=tuple(Tap(card.id, role.name, number) for role, number, card in done),
        total=announced.locked.total,
        points=sum(number for _, number, _ in done),
        x=announced.x,
        trace=tuple(map(str, announced.locked.trace)),
        free=announced.locked.free,
    )
