"""What an announcement uses up when it is paid: objects, in the order of the Program's picks."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from autotap.models.mtg.ability import Deed
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.ways import costs_beside_mana
from autotap.solver.compile.drafts import MOVES, Table, graveyard_uses, pick_of
from autotap.solver.program import Move, Pick


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


def closings(spell: Spell, announcement: Announcement, table: Table) -> list[Closing]:
    """List the bodies that an announcement asks for."""
    result = [
        Closing(pick_of(item, table), item.deed)
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
        result += [Closing(Pick(move, 1, table.allowed(table.named(n))), deed) for n in names]
    for move, due in ((Move.TAP, spell.additional.tap), (Move.UNTAP, spell.additional.untap)):
        if due:
            able = (b for b in table.named(spell.name) if table.groups[b].source.can_pay_tap())
            result.append(
                Closing(Pick(move, 1, tuple(able)), Deed.TAP if move is Move.TAP else None)
            )
    return result


def closing_uses(spell: Spell, announcement: Announcement, table: Table) -> dict[str, int]:
    """Return the resources that an announcement uses, by name."""
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


def urgency(spell: Spell, announcement: Announcement, help_: int) -> tuple[int, ...]:
    """Return what comes before the objective: X, options that only add, mana of another player."""
    only_adds = {option.name for option in spell.options if option.only_adds}
    return announcement.x or 0, sum(name in only_adds for name in announcement.options), help_
