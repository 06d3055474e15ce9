"""Open abilities of the payer said as mana abilities of the notation.

What an open ability offers can depend on permanents that mana abilities may give up before it is
activated: a type is there only while one of the permanents that support it is. So the ability is
written once for the types that last, and once more, with a condition, for those that may pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.mana import ManaGroup
from autotap.models.mtg.open_ability import ColorsAmong, CouldProduce, EachCounter

if TYPE_CHECKING:
    from autotap.models.mtg.could_produce import Table
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.source import Source
    from autotap.models.mtg.symbols import ManaType


def close(table: Table, source: Source, opened: OpenAbility) -> tuple[ManaAbility, ...]:
    """Turn an open ability of the payer into mana abilities.

    Parameters
    ----------
    table
        All sides.
    source
        The payer's source that has the ability.
    opened
        The ability.

    Raises
    ------
    UnsupportedCostError
        Where no condition of the notation says when a type or an amount is there.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.could_produce import Table
    >>> from autotap.models.mtg.open_ability import OpenAbility
    >>> from autotap.models.mtg.side import Side
    >>> amber = OpenAbility.parse(
    ...     "{T}: Add one mana of any color among legendary creatures you control")
    >>> board = Board.parse("Mox Amber []; Isamaru (types: legendary creature, colors: W) []; "
    ...                     "Altar [sacrifice a creature: Add {C}]")
    >>> table = Table((Side(board, open_abilities=(("Mox Amber", amber),)),))
    >>> print(*close(table, board.sources[0], amber))
    {T}: Add {W} (if: 1 isamaru)
    """
    now = table.offered(0, source, opened, table.now, lasting=False)
    lasting = table.offered(0, source, opened, table.lasting, lasting=True)
    offer = opened.offer
    if isinstance(offer, EachCounter) and not _keeps(table, source, opened, offer):
        raise _unclear(source, opened)
    if now == lasting:
        return (ManaAbility(opened.cost, now),)
    if not isinstance(offer, CouldProduce | ColorsAmong):
        raise _unclear(source, opened)
    if opened.cost.objects or opened.cost.sacrifice_this:
        raise _unclear(source, opened)
    conditions: dict[str, list[ManaType]] = {}
    for kind in sorted(_types(now) - _types(lasting)):
        conditions.setdefault(_supporters(table, source, opened, kind), []).append(kind)
    closed = [ManaAbility(opened.cost, lasting)] if lasting else []
    for what, kinds in conditions.items():
        outputs = tuple((ManaGroup(((kind,),), opened.tags),) for kind in kinds)
        closed.append(ManaAbility(opened.cost, outputs, condition=(1, what)))
    return tuple(closed)


def _types(outputs: tuple[ManaList, ...]) -> set[ManaType]:
    return {kind for (group,) in outputs for unit in group.units for kind in unit}


def _keeps(table: Table, source: Source, opened: OpenAbility, offer: EachCounter) -> bool:
    """Tell whether the number of counters is the same whenever the ability can resolve."""
    others = [
        cost
        for owner, cost in table.presences[0].costs
        if owner == source.id and cost != opened.cost
    ]
    if offer.counter in dict(opened.cost.counters) or (offer.placed and not opened.cost.tap):
        return False
    return not any(
        offer.counter in dict(cost.counters) or (offer.placed and cost.untap) for cost in others
    )


def _supporters(table: Table, source: Source, opened: OpenAbility, kind: ManaType) -> str:
    """Name the permanents of which one must be there for a type that may pass.

    These are the ones that offer it, or that another one counts for it.
    """
    offer = opened.offer
    assert isinstance(offer, CouldProduce | ColorsAmong)
    ids: set[str] = set()
    counted: set[str] = set()
    for owner, each in table.looked_at(0, source, opened):
        if kind not in table.support(owner, each, offer, table.now):
            continue
        if isinstance(offer, ColorsAmong) or kind in table.lasting[owner, each.id]:
            ids.add(each.id)
            continue
        if any(one.offer != offer for one in table.sides[owner].open_of(each)):
            raise _unclear(source, opened)
        if kind in table.closed_types(owner, each, lasting=False):
            if table.may_leave(owner, each):
                raise _unclear(source, opened)
            counted |= table.counted_for(owner, each, kind)
    sources = table.sides[0].board.sources
    words = {s.name.lower() for s in sources if s.id in ids} | counted
    what = " or ".join(sorted(words))
    ids |= {s.id for s in sources if any(map(s.is_a, counted))}
    if ids != {s.id for s in sources if s.is_a(what)}:
        raise _unclear(source, opened)
    return what


def _unclear(source: Source, opened: OpenAbility) -> UnsupportedCostError:
    return UnsupportedCostError(
        f"{source.name}: {opened}", "types and amounts that no mana ability of the board changes"
    )
