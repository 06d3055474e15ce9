"""Boards as units of mana and costs as slots: what the alternatives to the library start from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from autotap.models import ManaCost, ManaZone
from autotap.models.duel_masters.cost import DuelMastersCost
from benchmarks.subject import board_of

if TYPE_CHECKING:
    from autotap.models.mtg.source import Source
    from benchmarks.question import Question

KINDS = ("W", "U", "B", "R", "G", "C", "light", "water", "darkness", "fire", "nature")
_BITS = {kind: 1 << bit for bit, kind in enumerate(KINDS)}

Units = tuple[int, ...]
"""Per unit a mask of what it can pay for."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What a cost asks for.

    Parameters
    ----------
    masks
        Per symbol that is not generic a mask of what pays it.
    generic
        Amount that anything pays.
    """

    masks: Units
    generic: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A board as units.

    Parameters
    ----------
    sources
        Per source what it can make; one alternative is chosen.
    units
        All units, if each source has one alternative; else empty.
    makers
        Per bit of `KINDS` a mask of the units that can be it.
    zone
        Whether costs are those of Duel Masters.
    """

    sources: tuple[tuple[Units, ...], ...]
    units: Units
    makers: tuple[int, ...]
    zone: bool = False

    @classmethod
    def of(cls, sources: list[tuple[Units, ...]], *, zone: bool = False) -> Prepared:
        """Number the units of a board."""
        units: Units = ()
        if all(len(alternatives) == 1 for alternatives in sources):
            units = tuple(unit for (alternative,) in sources for unit in alternative)
        makers = tuple(
            sum(1 << number for number, unit in enumerate(units) if unit & bit)
            for bit in _BITS.values()
        )
        return cls(tuple(sources), units, makers, zone)


def prepare(question: Question) -> Prepared | None:
    """Prepare the board of a question, None if there is more to it than units and slots."""
    try:
        slots_of(question.cost, question.duel_masters)
    except ValueError:
        return None
    if question.payers or question.modifiers:
        return None
    board = board_of(question)
    if isinstance(board, ManaZone):
        if any(card.mana_number != (1,) for card in board.untapped):
            return None
        cards = (sum(_BITS[str(c)] for c in card.civilizations) for card in board.untapped)
        return Prepared.of([((mask,),) for mask in cards], zone=True)
    found = [_alternatives(source) for source in board.sources]
    if board.pool or None in found:
        return None
    most_damage = sum(
        max((ability.damage for ability in source.abilities), default=0) for source in board.sources
    )
    if "/P" in question.cost and board.life < most_damage + 2 * question.cost.count("/P"):
        return None
    return Prepared.of([alternatives for alternatives in found if alternatives])


@lru_cache(maxsize=4096)
def slots_of(text: str, zone: bool) -> Slots:
    """Read a cost; a Phyrexian symbol asks for nothing, as `prepare` sees to it that life pays.

    Raises
    ------
    ValueError
        If it asks for more than coloured and generic mana.
    """
    if zone:
        asked = DuelMastersCost.parse(text)
        masks = tuple(_BITS[str(c)] for c in sorted(asked.civilizations))
        return Slots(masks, max(0, asked.points - len(masks)))
    cost = ManaCost.parse(text)
    colored = [s for s in cost.symbols if not s.is_generic and not s.phyrexian]
    if any(s.variable or s.generic or s.snow for s in colored):
        raise ValueError(f"more than colored and generic mana: {text}")
    return Slots(tuple(sum(_BITS[kind] for kind in s.types) for s in colored), cost.generic)


def _alternatives(source: Source) -> tuple[Units, ...] | None:
    """Return what one tap may make; None if there is more to it."""
    found: list[Units] = []
    for ability in source.abilities:
        cost = ability.cost
        if str(cost) != "{T}" or ability.doubles_pool or ability.condition or ability.per:
            return None
        for output in ability.outputs:
            if any(group.tags.only for group in output):
                return None
            units = (unit for group in output for unit in group.units)
            found.append(tuple(sum(_BITS[kind] for kind in unit) for unit in units))
    if source.tapped or (source.summoning_sick and "creature" in source.types) or not found:
        return ()
    if all(len(units) == 1 for units in found):
        return ((reduce(or_, (mask for (mask,) in found)),),)
    return tuple(dict.fromkeys(found))
