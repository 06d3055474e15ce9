"""What an announcement uses when it is paid: objects, in the order of the Program's choices."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import UnsupportedCostError
from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, CoverCost, Deed, Measure
from autotap.models.mtg.context import PaymentKind
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.ways import costs_beside_mana, wants_tapped
from autotap.solver.compile.drafts import (
    EVIDENCE,
    GRAVEYARD,
    MOVES,
    Table,
    graveyard_of,
    graveyard_uses,
    pick_of,
)
from autotap.solver.compile.groups import BLIGHTED, asks_for_another, dies_of
from autotap.solver.compile.units import GENERIC, X_SLOT
from autotap.solver.program import Mark, Move, Pick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board
    from autotap.solver.compile.units import Slot


class Closing(NamedTuple):
    """Bodies that are chosen for one cost.

    Parameters
    ----------
    pick
        The bodies.
    deed
        What happens to them; None for {Q}.
    option
        The option whose total depends on them; empty for other costs.
    """

    pick: Pick
    deed: Deed | None
    option: str = ""


@per_object(maxsize=4_096)
def _is_mana_and_life(spell: Spell) -> bool:
    """Tell whether no cost of a spell, whatever is announced, asks for more than mana and life."""
    cost = spell.additional
    return not (spell.options or spell.totals) and cost == ActivationCost(
        mana=cost.mana, life=cost.life
    )


def closings(
    spell: Spell, announcement: Announcement, table: Table, own: int | None = None
) -> list[Closing]:
    """List the bodies that an announcement asks for.

    ``own`` is the body of the object whose ability is paid for, None for any of its name.
    """
    if _is_mana_and_life(spell):
        return []

    def named(name: str) -> tuple[int, ...]:
        return table.named(name) if own is None or name != spell.name else (own,)

    result = [
        Closing(pick_of(item, table, own), item.deed)
        for cost in costs_beside_mana(spell, announcement)
        for item in cost.objects
        if item.count
    ]
    chosen = {option.name: option.chosen for option in spell.options}
    for name, ids in announcement.objects:
        wanted = chosen[name]
        assert wanted is not None
        deed = wanted.cost.deed
        result.append(Closing(Pick(MOVES[deed], 1, table.holding(ids)), deed, name))
    for move, deed, names in (
        (Move.LEAVE, Deed.SACRIFICE, announcement.sacrifice),
        (Move.TAP, Deed.TAP, announcement.tap),
    ):
        result += [Closing(Pick(move, 1, table.allowed(named(n))), deed) for n in names]
    for move, due in ((Move.TAP, spell.additional.tap), (Move.UNTAP, spell.additional.untap)):
        if due:
            able = (b for b in named(spell.name) if table.groups[b].source.can_pay_tap())
            result.append(
                Closing(Pick(move, 1, tuple(able)), Deed.TAP if move is Move.TAP else None)
            )
    return result


class Fitting(NamedTuple):
    """Interchangeable objects that add to a total.

    Parameters
    ----------
    worth
        What one of them adds.
    number
        Their body, or for cards of the graveyard their group in `Table.graveyard`.
    uses
        The resources that one card uses, by name.
    """

    worth: int
    number: int
    uses: tuple[str, ...] = ()


def covers(spell: Spell, announcement: Announcement) -> list[CoverCost]:
    """List the costs of an announcement that ask for a total, in the order of the costs."""
    costs = costs_beside_mana(spell, announcement)
    return [cover for cost in costs for cover in cost.covers]


def fitting(cover: CoverCost, board: Board, table: Table, spell: Spell) -> list[Fitting]:
    """List what adds to a total, and what may be tapped for it to be given up tapped."""
    if cover.measure is Measure.POWER:
        bodies = table.allowed(table.permanents(cover.what))
        found = [Fitting(table.groups[body].source.power or 0, body) for body in bodies]
    else:
        found = []
        for number, indices in enumerate(table.graveyard):
            card = board.graveyard[indices[0]]
            of_kinds = (k for k in table.graveyard_kinds if card.is_a(" or ".join(k)))
            uses = (f"{EVIDENCE} {number}", GRAVEYARD, *map(graveyard_of, of_kinds))
            found.append(Fitting(card.mana_value, number, uses))
    least = 0 if cover.measure is Measure.POWER and wants_tapped(spell) else 1
    return [each for each in found if each.worth >= least]


def own_bodies(spell: Spell, table: Table) -> tuple[int, ...]:
    """Return the bodies of which one copy is the object whose ability is paid for."""
    return table.named(spell.name) if spell.context.kind is PaymentKind.ABILITY else ()


def itself(spell: Spell, table: Table) -> tuple[int | None, ...]:
    """Return what may be the object whose ability is paid for, where another one is asked for.

    Each stands alone then; what is none of them is nothing that a cost could ask for.
    """
    if not asks_for_another(spell):
        return (None,)
    return own_bodies(spell, table) or (None,)


def marked(spell: Spell, announcement: Announcement, table: Table) -> Mark | None:
    """Return the choice of a creature to blight (MTG-KW-21).

    Raises
    ------
    UnsupportedCostError
        If two costs blight: the counters of both may be put on one creature.
    """
    amounts = [cost.blight for cost in costs_beside_mana(spell, announcement) if cost.blight]
    if not amounts:
        return None
    if len(amounts) > 1:
        raise UnsupportedCostError(spell.name, "one cost that blights")
    bodies = table.allowed(table.permanents(BLIGHTED))
    fatal = (body for body in bodies if dies_of(table.groups[body].source, amounts[0]))
    return Mark(bodies, frozenset(fatal))


def closing_uses(spell: Spell, announcement: Announcement, table: Table) -> dict[str, int]:
    """Return the resources that an announcement uses, by name."""
    if _is_mana_and_life(spell):
        return {}
    uses: Counter[str] = Counter()
    for cost in costs_beside_mana(spell, announcement):
        for name, amount in graveyard_uses(cost, table):
            uses[name] += amount
        uses["energy"] += cost.energy
        uses["tickets"] += cost.tickets
    return {name: amount for name, amount in uses.items() if amount}


def most_help(spell: Spell, announcement: Announcement) -> int:
    """Return how much of a total another player may pay (MTG-KW-05)."""
    if Payer.ASSIST not in spell.payers:
        return 0
    total = announcement.total.with_x(announcement.x or 0)
    return min(spell.assist, sum(symbol.generic for symbol in total.symbols))


def shares_of_x(spell: Spell, announcement: Announcement) -> Iterator[dict[Slot, int]]:
    """Yield every way to share X out among slots that take different mana.

    There is one, unless each type of mana may pay one of it only (MTG-RSC-02): then there is one
    for each set of types, at most 64.
    """
    units = announcement.total.x_count * (announcement.x or 0)
    if not spell.x_distinct:
        yield {X_SLOT if spell.x_apart else GENERIC: units}
        return
    types = [each for each in ManaType if spell.x_colors is None or each in spell.x_colors]
    for number in range(0 if spell.payers else units, min(units, len(types)) + 1):
        for chosen in combinations(types, number):
            shares = {replace(X_SLOT, types=frozenset({each})): 1 for each in chosen}
            yield shares | {X_SLOT: units - number}


def most_taps(spell: Spell, announcement: Announcement) -> int:
    """Return how many taps may pay a waterbend cost (MTG-KW-04)."""
    if not spell.waterbend_x:
        return spell.waterbend
    return min(spell.waterbend, announcement.x or 0)


def urgency(spell: Spell, announcement: Announcement, help_: int) -> tuple[int, ...]:
    """Return what comes before the objective: X, options that only add, mana of another player."""
    only_adds = {option.name for option in spell.options if option.only_adds}
    return announcement.x or 0, sum(name in only_adds for name in announcement.options), help_
