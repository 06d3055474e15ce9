"""Drafts: the activations of a Magic problem before their units are sorted into kinds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, Deed, ManaAbility, ObjectCost
from autotap.models.mtg.board import Board, Card
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import NO_TAGS
from autotap.models.mtg.source import Zone
from autotap.models.mtg.spell import Payer, Spell
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL, ManaType
from autotap.solver.compile.chosen_x import values_of_x
from autotap.solver.compile.units import (
    GENERIC,
    AbilityRules,
    Accepts,
    Slot,
    Template,
    flags_of,
    made_of,
    slot_of,
)
from autotap.solver.program import Move, Pick

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from autotap.models.mtg.symbols import ManaSymbol
    from autotap.solver.compile.groups import Group

Way = tuple[str, Slot | None, int]
"""How one symbol is paid: its text, the slot and the amount; no slot means that much life."""

COUNTER = "counter"
"""Resources of counters are named after it, the source and the counter."""
ONCE = "once"
"""Resources of abilities that each copy may activate once are named after it, body and ability."""
GRAVEYARD = "graveyard"
"""Resource of all cards in the graveyard; those of some kinds are named after it."""
EVIDENCE = "evidence"
"""Resources of groups of equal cards in the graveyard are named after it and their number."""
ASSIST = "assist"
"""Resource of the mana that another player pays."""
LIFE_SYMBOLS = "life symbols"
"""Resource of the symbols that life can pay."""
WATERBEND = "waterbend"
"""Resource of the taps for a waterbend cost."""

NO_MANA = ManaCost()
TAPPERS = {
    Payer.CONVOKE: "creature",
    Payer.IMPROVISE: "artifact",
    Payer.WATERBEND: "artifact or creature",
}
"""What each way to pay taps."""


@dataclass(frozen=True, slots=True)
class Substitute:
    """What stands for one mana without being mana.

    Parameters
    ----------
    payer
        The way to pay; None for life that pays a Phyrexian symbol.
    colors
        Colours of a convoking creature.
    """

    payer: Payer | None
    colors: frozenset[ManaType] = frozenset()

    @property
    def identity(self) -> str:
        """Return what tells it apart; the same in every process."""
        return f"{self.payer or 'life'} {''.join(sorted(self.colors))}"


Unit = Template | Substitute


@dataclass(frozen=True)
class Table:
    """The bodies of a problem: groups of sources, then groups of equal cards in hand.

    Parameters
    ----------
    groups, hand
        The bodies.
    flags
        Types of sources that tell mana apart in this problem.
    graveyard_kinds
        Every set of the kinds of card that costs exile from the graveyard.
    graveyard
        Groups of equal cards in the graveyard, by index, if any cost asks for their total.
    forbid
        Ids of sources that are not chosen for a cost.
    told_apart
        Types of mana that wishes of the caller tell apart.
    """

    groups: tuple[Group, ...]
    hand: tuple[tuple[Card, ...], ...]
    flags: frozenset[str]
    graveyard_kinds: tuple[tuple[str, ...], ...] = ()
    graveyard: tuple[tuple[int, ...], ...] = ()
    forbid: frozenset[str] = frozenset()
    told_apart: frozenset[ManaType] = frozenset()

    @property
    def decided(self) -> frozenset[ManaType]:
        """Types that must be chosen when mana is made."""
        return frozenset(ManaType) if self.concrete else self.told_apart

    @cached_property
    def concrete(self) -> bool:
        """Whether all types must be chosen when mana is made, for unspent mana may be doubled."""
        return any(
            group.source.abilities[index].doubles_pool
            for group in self.groups
            for index in group.abilities
        )

    def permanents(self, what: str) -> tuple[int, ...]:
        """Return the bodies of permanents that fit."""
        return tuple(i for i, group in enumerate(self.groups) if group.source.is_a(what))

    def named(self, name: str) -> tuple[int, ...]:
        """Return the bodies of permanents with exactly that name."""
        return tuple(
            i
            for i, group in enumerate(self.groups)
            if group.source.name == name and group.source.zone is Zone.BATTLEFIELD
        )

    def allowed(self, bodies: Iterable[int]) -> tuple[int, ...]:
        """Return those of some bodies that may be chosen for a cost."""
        first = len(self.groups)
        return tuple(i for i in bodies if i >= first or self.groups[i].source.id not in self.forbid)

    def holding(self, ids: Collection[str]) -> tuple[int, ...]:
        """Return the bodies of sources with these ids; a body has all of its copies or none."""
        return tuple(i for i, group in enumerate(self.groups) if group.source.id in ids)

    def cards(self, what: str) -> tuple[int, ...]:
        """Return the bodies of cards in hand that fit."""
        sources = tuple(
            i
            for i, group in enumerate(self.groups)
            if group.source.zone is Zone.HAND
            and Card(group.source.name, group.source.types).is_a(what)
        )
        first = len(self.groups)
        return sources + tuple(
            first + i for i, cards in enumerate(self.hand) if cards[0].is_a(what)
        )


MOVES = {
    Deed.SACRIFICE: Move.LEAVE,
    Deed.EXILE: Move.LEAVE,
    Deed.RETURN: Move.LEAVE,
    Deed.DISCARD: Move.LEAVE,
    Deed.EXILE_CARD: Move.LEAVE,
    Deed.TAP: Move.TAP,
}


@dataclass(frozen=True)
class Draft:
    """One way to activate one ability of one group, or one way to pay besides mana.

    Parameters
    ----------
    group, index
        Group, and index of the ability in `Source.abilities`; None for the player's own payers.
    x
        X with which it is activated, None without.
    ability, rules
        The ability with that X, and what mana may pay its mana cost; None for payers.
    symbols
        For each symbol of its mana cost the slot and amount that pay it, or None and the life.
    life
        Life paid, Phyrexian symbols included.
    outputs
        Alternatives: units with amounts.
    picks, uses
        Bodies, and named resources, that it uses up.
    payer
        The way to pay, for payers; they act in the closing stage. A draft without ability and
        payer is life for Phyrexian symbols.
    per, once
        Bodies that its outputs count, and for each alternative what comes once beside that.
    requires, absent
        Bodies that it needs, and those that must not be there, where that can change.
    """

    group: int | None = None
    index: int = 0
    x: int | None = None
    ability: ManaAbility | None = None
    rules: Accepts | None = None
    symbols: tuple[Way, ...] = ()
    life: int = 0
    outputs: tuple[tuple[tuple[Unit, int], ...], ...] = ()
    picks: tuple[Pick, ...] = ()
    uses: tuple[tuple[str, int], ...] = ()
    payer: Payer | None = None
    per: tuple[int, ...] | None = None
    once: tuple[tuple[tuple[Unit, int], ...], ...] = ()
    requires: tuple[int, tuple[int, ...]] | None = None
    absent: tuple[int, ...] = ()

    @cached_property
    def needs(self) -> tuple[tuple[Slot, int], ...]:
        """Slots of its mana cost, with amounts."""
        needs: Counter[Slot] = Counter()
        for _, slot, amount in self.symbols:
            if slot is not None:
                needs[slot] += amount
        return tuple(needs.items())

    @property
    def doubles(self) -> bool:
        """Whether it doubles the unspent mana."""
        return self.ability is not None and self.ability.doubles_pool

    @property
    def leaves(self) -> bool:
        """Whether its cost gives up the source itself."""
        if self.ability is None:
            return False
        return self.ability.cost.sacrifice_this or self.ability.cost.exile_this


def pick_of(cost: ObjectCost, table: Table, own: int | None = None) -> Pick:
    """Return the bodies that an object cost may choose from; ``own`` is no other one."""
    find = table.cards if cost.deed.of_cards else table.permanents
    bodies = table.allowed(find(cost.what))
    if cost.another:
        bodies = tuple(body for body in bodies if body != own)
    move = Move.LEAVE_TAPPED if cost.tapped else MOVES[cost.deed]
    return Pick(move, cost.count, bodies)


def twin_of(draft: Draft, table: Table, mana: ManaType) -> Template:
    """Return the unit that a doubling ability makes of one of a type (MTG-106.6)."""
    assert draft.group is not None
    return Template((mana,), NO_TAGS, table.groups[draft.group].source.types & table.flags)


def graveyard_uses(cost: ActivationCost, table: Table) -> list[tuple[str, int]]:
    """Return what a cost takes from the graveyard, of every set of kinds that holds its kind.

    Kinds overlap, so each set of kinds that costs ask for has a capacity of its own (Hall).
    """
    if not cost.graveyard:
        return []
    return [(GRAVEYARD, cost.graveyard)] + [
        (graveyard_of(kinds), cost.graveyard)
        for kinds in table.graveyard_kinds
        if cost.graveyard_what in kinds
    ]


def graveyard_of(kinds: tuple[str, ...]) -> str:
    """Name the resource of the cards in the graveyard of some kinds."""
    return f"{GRAVEYARD} {' or '.join(kinds)}"


def draft_abilities(board: Board, table: Table, due: int, *, life_allowed: bool) -> list[Draft]:
    """Draft every usable ability, with one draft for each X and way to pay ambiguous symbols.

    ``due`` is the most mana that an announcement asks for.
    """
    drafts: list[Draft] = []
    for number, group in enumerate(table.groups):
        for index in group.abilities:
            ability = group.source.abilities[index]
            values: Iterable[int | None] = (None,)
            if ability.cost.has_x:
                values = values_of_x(board, group.source, ability, due)
            for x in values:
                drafts += _draft(board, table, number, index, x, life_allowed=life_allowed)
    return [draft for draft in drafts if all(pick.bodies for pick in draft.picks)]


def _draft(
    board: Board, table: Table, number: int, index: int, x: int | None, *, life_allowed: bool
) -> Iterable[Draft]:
    source = table.groups[number].source
    printed = source.abilities[index]
    ability = printed if x is None else printed.with_x(x)
    cost = ability.cost
    if cost.discard_hand and board.hand:
        raise UnsupportedCostError(str(ability), "an empty hand, or a cost without it")
    mana = cost.mana or NO_MANA
    picks = tuple(pick_of(item, table, number) for item in cost.objects)
    uses = [(f"{COUNTER} {number} {name}", amount) for name, amount in cost.counters]
    uses += [
        (resource, amount)
        for resource, amount in (
            *graveyard_uses(cost, table),
            ("energy", cost.energy),
            ("tickets", cost.tickets),
        )
        if amount
    ]
    outputs, once = made_of(ability)[flags_of(source), table.flags, table.decided]
    if ability.once_each_turn:
        uses.append((f"{ONCE} {number} {index}", 1))
    per = table.permanents(ability.per) if ability.per else None
    requires = None
    if ability.condition:
        requires = ability.condition[0], table.permanents(ability.condition[1])
    absent = table.permanents(ability.absent) if ability.absent else ()
    life_for = board.life_for if life_allowed else None
    rules = AbilityRules(board, source, printed.cost.mana or mana)
    for ways in dict.fromkeys(product(*(_ways(s, life_for) for s in _symbols(ability, mana)))):
        yield Draft(
            group=number,
            index=index,
            x=x,
            ability=ability,
            rules=rules,
            symbols=ways,
            life=cost.life + sum(amount for _, slot, amount in ways if slot is None),
            outputs=outputs,
            picks=picks,
            uses=tuple(uses),
            per=per,
            once=once,
            requires=requires,
            absent=absent,
        )


def _symbols(ability: ManaAbility, mana: ManaCost) -> list[ManaSymbol | None]:
    """Return the symbols of a mana cost, None for each generic mana."""
    if any(symbol.variable for symbol in mana.symbols):
        raise UnsupportedCostError(str(ability), "a mana ability whose only variable is {X}")
    symbols: list[ManaSymbol | None] = [s for s in mana.symbols if not s.is_generic]
    return symbols + [None] * mana.generic


def _ways(symbol: ManaSymbol | None, life_for: frozenset[ManaType] | None) -> list[Way]:
    """Return the ways to pay one symbol; ``life_for`` is None where no life may be paid."""
    if symbol is None:
        return [("{1}", GENERIC, 1)]
    slot = slot_of(symbol, life_for or frozenset())
    ways: list[Way] = [(slot.symbol, slot, 1)]
    if symbol.generic:
        ways.append((slot.symbol, GENERIC, symbol.generic))
    if slot.by_life and life_for is not None:
        ways.append((slot.symbol, None, LIFE_FOR_A_SYMBOL))
    return ways


def draft_payers(spell: Spell, board: Board, table: Table, forbid: frozenset[str]) -> list[Draft]:
    """Draft the ways to pay besides mana (MTG-KW-01…05, MTG-SYM-09, MTG-AST-08)."""
    drafts = []
    for payer, types in TAPPERS.items():
        if payer not in spell.payers:
            continue
        for number, group in enumerate(table.groups):
            source = group.source
            untapped = not source.tapped or any(
                source.abilities[i].cost.untap for i in group.abilities
            )
            if untapped and source.id not in forbid and source.is_a(types):
                colors = source.colors if payer is Payer.CONVOKE else frozenset()
                drafts.append(
                    Draft(
                        group=number,
                        payer=payer,
                        outputs=(((Substitute(payer, colors), 1),),),
                        uses=((WATERBEND, 1),) if payer is Payer.WATERBEND else (),
                    )
                )
    if Payer.DELVE in spell.payers and board.graveyard:
        unit = Substitute(Payer.DELVE)
        drafts.append(Draft(payer=Payer.DELVE, outputs=(((unit, 1),),), uses=((GRAVEYARD, 1),)))
    if Payer.ASSIST in spell.payers and spell.assist:
        unit = Substitute(Payer.ASSIST)
        drafts.append(Draft(payer=Payer.ASSIST, outputs=(((unit, 1),),), uses=((ASSIST, 1),)))
    return drafts


def draft_life(spell: Spell, board: Board, due: Iterable[Slot]) -> list[Draft]:
    """Draft life as a payer, if any symbol that is due can be paid with it (MTG-SYM-09)."""
    if not life_payments(spell, board) or not any(slot.by_life for slot in due):
        return []
    unit = (Substitute(None), 1)
    return [Draft(life=LIFE_FOR_A_SYMBOL, outputs=((unit,),), uses=((LIFE_SYMBOLS, 1),))]


def life_payments(spell: Spell, board: Board) -> int:
    """Return how many symbols life can pay at most (MTG-SYM-09)."""
    return 0 if spell.no_life else max(board.life, 0) // LIFE_FOR_A_SYMBOL
