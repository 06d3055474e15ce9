"""Production: from the abilities printed on sources to what these can do now.

The steps follow the rules: characteristics (types, granted abilities), what could be produced,
then for every ability the replacement effects and triggers that it meets, and last the costs that
cannot be paid. `current.py` does this for a board and its permanents' own effects.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError, UnsupportedCostError
from autotap.models.mtg.ability import Deed
from autotap.models.mtg.closing import close
from autotap.models.mtg.could_produce import Table
from autotap.models.mtg.effects import ExtraMana, TapDamage
from autotap.models.mtg.mana import MAX_UNITS
from autotap.models.mtg.output import (
    adds_once,
    effects_on,
    is_fixed,
    is_linear,
    merged,
    rewrite,
)
from autotap.models.mtg.side import with_characteristics, with_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.output import OutputEffect
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
        Where the notation of abilities cannot say the result exactly, as for a free choice of
        colors for each of a number that mana abilities may change, together with a trigger that
        looks at them.
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
    return replace(
        side.board,
        sources=tuple(
            replace(each.source, abilities=tuple(ability for _, ability in each.made))
            for each in work_out((side, *opponents))
        ),
    )


Made = tuple[int, "ManaAbility"]
"""An ability as it is now, with the number of the one that it comes from."""


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A source under all effects.

    Abilities are numbered from those printed on the source on: `Source.abilities`, then
    ``open_abilities``, then those that it gains, by its land types and then by grants, in the order
    of the effects; again the closed ones first.

    Parameters
    ----------
    source
        The source with the types that it has now.
    made
        What it can do now.
    printed
        How many abilities are printed on it.
    gained
        The abilities that it gains, as they are given.
    """

    source: Source
    made: tuple[Made, ...]
    printed: int
    gained: tuple[ManaAbility | OpenAbility, ...]


def work_out(sides: Sequence[Side]) -> tuple[WorkedOut, ...]:
    """Work out every source of the first side."""
    table = Table(tuple(map(with_characteristics, sides)))
    own = table.sides[0]
    found = []
    for printed, source in zip(sides[0].board.sources, own.board.sources, strict=True):
        opened = own.open_of(source)
        own_closed, own_open = len(printed.abilities), len(sides[0].open_of(printed))
        _, lost = with_types(printed, sides[0].effects)
        kept_closed, kept_open = (0, 0) if lost else (own_closed, own_open)
        gained: tuple[ManaAbility | OpenAbility, ...] = source.abilities[kept_closed:]
        gained += opened[kept_open:]
        first = own_closed + own_open
        closed_numbers = [*range(kept_closed), *range(first, first + len(gained))]
        open_numbers = [
            *range(own_closed, own_closed + kept_open),
            *closed_numbers[len(source.abilities) :],
        ]
        abilities = list(zip(closed_numbers, source.abilities, strict=False))
        for number, ability in zip(open_numbers, opened, strict=True):
            abilities += [(number, closed) for closed in close(table, source, ability)]
        made = tuple(
            (number, changed)
            for number, ability in abilities
            if own.can_pay(ability.cost, source)
            for changed in _changed(ability, source, own, table.presences[0])
        )
        found.append(WorkedOut(source, made, first, gained))
    return tuple(found)


def _changed(
    ability: ManaAbility, source: Source, side: Side, presence: Presence
) -> tuple[ManaAbility, ...]:
    """Apply what touches the output of one ability."""
    effects = effects_on(ability, source, side.effects)
    if ability.times_x and not _is_repeatable(ability, effects):
        raise UnsupportedCostError(
            f"{source.name}: {ability}", "effects that do the same to each of X times"
        )
    if ability.per and (ability.per in dict(side.amounts) or not is_linear(ability, effects)):
        if presence.steady(ability.per, source.id):
            ability = _counted(ability, source, presence)
        else:
            ability = _counting(ability, source, effects)
    return rewrite(ability, effects)


def _is_repeatable(ability: ManaAbility, effects: tuple[OutputEffect, ...]) -> bool:
    """Tell whether an output that comes X times may be changed as if it came once."""
    triggers = tuple(e for e in effects if isinstance(e, ExtraMana | TapDamage))
    others = tuple(e for e in effects if e not in triggers)
    hurts = any(not isinstance(e, ExtraMana) or e.damage for e in triggers)
    return not hurts and is_linear(ability, others) and adds_once(ability, triggers)


def _counting(
    ability: ManaAbility, source: Source, effects: tuple[OutputEffect, ...]
) -> ManaAbility:
    """Write a count that may change so that effects can be applied to it, if it is not 0 then.

    What a fixed amount replaces is counted no more. Damage comes only where mana is made.
    """
    triggers = tuple(e for e in effects if isinstance(e, ExtraMana | TapDamage))
    others = tuple(e for e in effects if e not in triggers)
    fixed = is_fixed(others)
    if fixed or any(not isinstance(e, ExtraMana) or e.damage for e in triggers):
        ability = _while_any(ability, source)
    if fixed:
        return replace(ability, per="")
    if not (is_linear(ability, others) and adds_once(ability, triggers)):
        raise _uncounted(ability, source)
    return ability


def _while_any(ability: ManaAbility, source: Source) -> ManaAbility:
    """Allow an ability only while there is something to count, which then stays till it resolves.

    Without it the ability makes nothing, so nobody misses it.
    """
    gives_up = [item for item in ability.cost.objects if item.deed is not Deed.TAP]
    if ability.condition or gives_up or (ability.cost.sacrifice_this and source.is_a(ability.per)):
        raise _uncounted(ability, source)
    return replace(ability, condition=(1, ability.per))


def _uncounted(ability: ManaAbility, source: Source) -> UnsupportedCostError:
    return UnsupportedCostError(
        f"{source.name}: {ability}", "a count that no mana ability on the board changes"
    )


def _counted(ability: ManaAbility, source: Source, presence: Presence) -> ManaAbility:
    """Put the number for a count that no mana ability can change before this one resolves."""
    itself = ability.cost.sacrifice_this and source.is_a(ability.per)
    number = presence.count(ability.per) - (itself and ability.per not in dict(presence.amounts))
    outputs = tuple(merged(output * number) for output in ability.outputs) if number else ()
    if any(sum(len(group.units) for group in output) > MAX_UNITS for output in outputs):
        raise LimitError(str(number), f"an output of at most {MAX_UNITS} mana")
    return replace(ability, outputs=outputs, per="")
