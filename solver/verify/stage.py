"""A replay under continuous effects: the scenes it runs through, as permanents leave."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError
from autotap.models.memo import per_object
from autotap.models.mtg.ability import Deed, ManaAbility
from autotap.solver.verify.scene import PAYER, Held, Place, Scene, printed_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.source import Source
    from autotap.models.result import Activation


@per_object(maxsize=64)
def stage_of(board: Board) -> Stage:
    """Set the stage for the replays of payments from a board."""
    return Stage(board)


class Stage:
    """The scenes of one replay.

    Parameters
    ----------
    board
        The payer's board, with its opponents.
    """

    def __init__(self, board: Board) -> None:
        self.printed = board
        self.boards = (board, *board.opponents)
        self.scenes: dict[frozenset[str], Scene] = {}
        first = self.scene(frozenset())
        self.held = {
            source.id: [*printed_on(source), *first.gained(_own(source), source)]
            for source in board.sources
        }
        self.board = self.board_at(frozenset())

    def scene(self, gone: Iterable[str]) -> Scene:
        """Return the scene when some of the payer's objects are gone."""
        key = frozenset(gone)
        if key not in self.scenes:
            self.scenes[key] = Scene(self.boards, key)
        return self.scenes[key]

    def board_at(self, gone: Iterable[str]) -> Board:
        """Return the board with the types of that moment.

        Its sources have every ability that they ever have, with cost and condition; what they make
        is for the scenes to know.
        """
        scene = self.scene(gone)
        return replace(
            self.printed,
            sources=tuple(
                replace(
                    scene.source(_own(source), source),
                    abilities=tuple(_frame(held.ability) for held in self.held[source.id]),
                    open_abilities=(),
                    effects=(),
                )
                for source in self.printed.sources
            ),
            effects=(),
            opponents=(),
        )

    def has(self, source_id: str, number: int, gone: Iterable[str]) -> bool:
        """Tell whether a permanent has an ability at that moment."""
        scene, source = self.scene(gone), self.printed.source(source_id)
        held = self.held[source_id][number]
        if held.giver is None:
            return (PAYER, source_id) not in scene.blank
        return held in scene.gained((PAYER, source_id), source)

    def allow(self, activation: Activation, gone: Iterable[str]) -> None:
        """Refuse an ability that the permanent has not got then, or a cost that is banned.

        Raises
        ------
        InvalidPaymentError
            MTG-605.1a, or MTG-118.3.
        """
        source = self.printed.source(activation.source)
        if not self.has(source.id, activation.ability, gone):
            raise InvalidPaymentError("MTG-605.1a", f"{source.id!r} has lost that ability")
        scene = self.scene(gone)
        now = scene.source(_own(source), source)
        if banned := scene.banned(self.held[source.id][activation.ability].ability.cost, now):
            raise InvalidPaymentError("MTG-118.3", f"{banned!r} cannot be paid with")
        for deed, each in activation.objects:
            if deed is Deed.SACRIFICE and (PAYER, each) in scene.there:
                other = self.printed.source(each)
                if not scene.may_sacrifice(scene.source(_own(other), other)):
                    raise InvalidPaymentError("MTG-118.3", f"{each!r} cannot be sacrificed")

    def damage_of(
        self, activation: Activation, made: Sequence[Mana], gone: Iterable[str]
    ) -> tuple[int, int]:
        """Return the damage of triggers, at once and later, on mana that an ability makes.

        Raises
        ------
        InvalidPaymentError
            MTG-106.12b if no order of replacements and triggers makes that mana.
        """
        source = self.printed.source(activation.source)
        ability = self.held[source.id][activation.ability].ability
        if activation.x is not None and isinstance(ability, ManaAbility):
            ability = ability.with_x(activation.x)
        damage = self.scene(gone).damage_of(_own(source), source, ability, made)
        if damage is None:
            text = "".join(map(str, made)) or "nothing"
            raise InvalidPaymentError("MTG-106.12b", f"{source.id!r} does not make {text}")
        return damage

    @cached_property
    def valued(self) -> Board:
        """The board for the terms of the objective: abilities with all that they make at first."""
        scene = self.scene(())
        return replace(
            self.board,
            sources=tuple(
                replace(
                    source,
                    abilities=tuple(
                        ability
                        for held in scene.holds(_own(source), self.printed.source(source.id))
                        for ability in self._worked_out(scene, source, held)
                    ),
                )
                for source in self.board.sources
            ),
        )

    def _worked_out(self, scene: Scene, source: Source, held: Held) -> Iterator[ManaAbility]:
        cost = held.ability.cost
        sacrifices = [item for item in cost.objects if item.deed is Deed.SACRIFICE]
        if scene.banned(cost, source):
            return
        if sacrifices and scene.bans_sacrifices:
            allowed = [each for each in self.board.sources if scene.may_sacrifice(each)]
            if any(sum(each.fits(item) for each in allowed) < item.count for item in sacrifices):
                return
        ability = held.ability
        if isinstance(ability, ManaAbility):
            ability = source.best_of(ability)
        frame = _frame(ability)
        printed = self.printed.source(source.id)
        by_damage: dict[tuple[int, int], list[ManaList]] = {}
        for mana, now, later in scene.outcomes(_own(source), printed, ability):
            by_damage.setdefault((now, later), []).append(mana)
        for (now, later), outputs in by_damage.items() or [((0, 0), [])]:
            yield replace(
                frame,
                outputs=tuple(dict.fromkeys(outputs)),
                per="",
                damage=frame.damage + now,
                damage_waiting=frame.damage_waiting + later,
            )


def _frame(ability: ManaAbility | OpenAbility) -> ManaAbility:
    return ability if isinstance(ability, ManaAbility) else ManaAbility(ability.cost, ())


def _own(source: Source) -> Place:
    return PAYER, source.id
