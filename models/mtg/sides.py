"""Reading off boards what holds for whom: from permanents and their effects to sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.mtg.effects import CostBan, ExtraMana, GivenAmount, TypeSetting
from autotap.models.mtg.mana import ManaGroup
from autotap.models.mtg.side import Side
from autotap.models.mtg.source import Zone

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from autotap.models.mtg.ability import ActivationCost
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.source import Source


@dataclass(frozen=True, slots=True)
class Held:
    """An effect with what it comes from.

    Parameters
    ----------
    effect
        The effect, with the permanent that it is attached to and the chosen color put in.
    player
        Whose board it comes from; 0 is the payer.
    source
        Id of the permanent; "" if it comes from none.
    """

    effect: Effect
    player: int
    source: str = ""

    def reaches(self, player: int) -> bool:
        """Tell whether it holds for a player."""
        if player == self.player:
            return True
        if not self.source or isinstance(self.effect, GivenAmount):
            return False
        return isinstance(self.effect, CostBan) or not self.effect.affected.yours


def sides_of(
    board: Board, other_costs: Sequence[ActivationCost] = (), gone: Collection[str] = ()
) -> tuple[Side, ...]:
    """List what holds for each player: the payer's side, then those of the opponents.

    An effect of a permanent holds for every player, unless it speaks of what "you control". A land
    that loses its abilities has no effect any more, whichever came first (CR 305.7, 613.8).

    Parameters
    ----------
    board
        The payer's board.
    other_costs
        As in `Side`, for the payer.
    gone
        Ids of the payer's sources whose effects have ended.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> urborg = "Urborg (types: legendary land) [each land is also swamp]"
    >>> [side] = sides_of(Board.parse(f"{urborg}; Forest"))
    >>> len(side.effects)
    1
    >>> [side] = sides_of(Board.parse(f"{urborg}; Moon [each nonbasic land is mountain]"))
    >>> len(side.effects)
    1
    """
    boards = (board, *board.opponents)
    held = [
        one for one in _held(boards) if one.player > 0 or not one.source or one.source not in gone
    ]
    lost = _lost(boards, held)
    held = [one for one in held if (one.player, one.source) not in lost]
    return tuple(
        Side(
            each,
            tuple(one.effect for one in held if one.reaches(player)),
            tuple((s.id, ability) for s in each.sources for ability in s.open_abilities),
            each.commander,
            tuple((s.id, c) for s in each.sources if (c := s.chosen_color) is not None),
            tuple(other_costs) if player == 0 else (),
        )
        for player, each in enumerate(boards)
    )


def _held(boards: Sequence[Board]) -> Iterator[Held]:
    for player, board in enumerate(boards):
        for effect in board.effects:
            yield Held(effect, player)
        for source in board.sources:
            if source.zone is Zone.BATTLEFIELD:
                for effect in source.effects:
                    yield Held(_of_source(effect, source), player, source.id)


def _lost(boards: Sequence[Board], held: Iterable[Held]) -> set[tuple[int, str]]:
    """Find the lands whose types are set; "" as an id never is among them."""
    lost: set[tuple[int, str]] = set()
    for one in held:
        setting = one.effect
        if isinstance(setting, TypeSetting) and not setting.added:
            if (one.player, one.source) in lost:
                continue
            for player, board in enumerate(boards):
                if one.reaches(player):
                    lost |= {(player, s.id) for s in board.sources if setting.affected.fits(s)}
    return lost


def _of_source(effect: Effect, source: Source) -> Effect:
    """Put in what the permanent is attached to, and the color chosen for it (MTG-106.5)."""
    if isinstance(effect, CostBan | GivenAmount):
        return effect
    if effect.affected.attached:
        ids = frozenset({source.attached_to} - {""})
        effect = replace(effect, affected=replace(effect.affected, ids=ids))
    if isinstance(effect, ExtraMana) and (effect.mana == () or not effect.produced):
        if source.chosen_color is None:
            return replace(effect, affected=replace(effect.affected, ids=frozenset()))
        chosen = (ManaGroup(((source.chosen_color,),)),)
        return replace(
            effect,
            mana=chosen if effect.mana == () else effect.mana,
            produced=effect.produced or frozenset({source.chosen_color}),
        )
    return effect
