"""Boards that change what mana is made: from printed abilities to what sources can do now.

The steps follow the rules: characteristics (types, granted abilities), what could be produced,
then for every ability the replacement effects and triggers that it meets, and last the costs that
cannot be paid. The result is a plain `Board`, which needs no effects any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.closing import close
from autotap.models.mtg.could_produce import Table
from autotap.models.mtg.mana import MAX_UNITS
from autotap.models.mtg.output import effects_on, is_linear, merged, rewrite
from autotap.models.mtg.side import with_characteristics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.presence import Presence
    from autotap.models.mtg.side import Side
    from autotap.models.mtg.source import Source


def apply_effects(side: Side, opponents: Sequence[Side] = ()) -> Board:
    """Work out what the payer's sources can do now.

    Parameters
    ----------
    side
        The payer's board with printed abilities, and the effects on it.
    opponents
        The other players' sides; only what their lands could produce matters.

    Returns
    -------
    Board
        The payer's board with the abilities that its sources have now.

    Raises
    ------
    UnsupportedCostError
        Where the notation of abilities cannot say the result exactly, as for a count that mana
        abilities may change together with a trigger.
    LimitError
        If an ability has too many alternatives, or makes too much mana.

    Examples
    --------
    >>> from autotap.models.mtg.affected import Affected
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.effects import ExtraMana, Multiplier
    >>> from autotap.models.mtg.side import Side
    >>> flare = ExtraMana(Affected.parse("lands"), "Mana Flare")
    >>> reflection = Multiplier(Affected.parse("permanents"), 2)
    >>> board = apply_effects(Side(Board.parse("Tundra; Sol Ring"), (flare, reflection)))
    >>> for source in board.sources:
    ...     print(*source.abilities)
    {T}: Add {W}{W}; {W} (from: Mana Flare)|{U}{U}; {U} (from: Mana Flare)
    {T}: Add {C}{C}{C}{C}
    """
    table = Table(tuple(map(with_characteristics, (side, *opponents))))
    own = table.sides[0]
    sources = []
    for source in own.board.sources:
        abilities = [*source.abilities]
        for opened in own.open_of(source):
            abilities += close(table, source, opened)
        made = [
            changed
            for ability in abilities
            if own.can_pay(ability.cost, source)
            for changed in _changed(ability, source, own, table.presences[0])
        ]
        sources.append(replace(source, abilities=tuple(made)))
    return replace(own.board, sources=tuple(sources))


def _changed(
    ability: ManaAbility, source: Source, side: Side, presence: Presence
) -> tuple[ManaAbility, ...]:
    """Apply what touches the output of one ability."""
    effects = effects_on(ability, source, side.effects)
    if ability.per and (ability.per in dict(side.amounts) or not is_linear(ability, effects)):
        ability = _counted(ability, source, presence)
    return rewrite(ability, effects)


def _counted(ability: ManaAbility, source: Source, presence: Presence) -> ManaAbility:
    """Put the number for a count that no mana ability can change before this one resolves."""
    if not presence.steady(ability.per, source.id):
        raise UnsupportedCostError(
            f"{source.name}: {ability}", "a count that no mana ability on the board changes"
        )
    itself = ability.cost.sacrifice_this and source.is_a(ability.per)
    number = presence.count(ability.per) - (itself and ability.per not in dict(presence.amounts))
    outputs = tuple(merged(output * number) for output in ability.outputs) if number else ()
    if any(sum(len(group.units) for group in output) > MAX_UNITS for output in outputs):
        raise LimitError(str(number), f"an output of at most {MAX_UNITS} mana")
    return replace(ability, outputs=outputs, per="")
