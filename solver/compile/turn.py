"""From a hand and a board to one Program: every card is an activation, what arrives are bodies.

Casting a card takes units, gives up the card, and makes the mana that it adds. What arrives is a
body from the start; what may be done with a copy of it takes a *sign* that only casting the card
makes: one to tap the copy, one to give it up, one to use it otherwise, which is made again. So the
order of a turn is the order of activations, and everything that is exact for one payment is exact
for a turn. The restrictions on mana are judged for each card by itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from autotap.models.errors import UnsupportedCostError
from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import ManaTags
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Announcement, Spell
from autotap.models.mtg.symbols import LIFE_FOR_A_SYMBOL, ManaType
from autotap.models.problem import Kept, Problem
from autotap.models.turn import TURN_TERMS
from autotap.solver.announce import announcements
from autotap.solver.compile.bodies import table_of
from autotap.solver.compile.chosen_x import most_mana
from autotap.solver.compile.closing import closing_uses, closings
from autotap.solver.compile.compiler import Compiler
from autotap.solver.compile.drafts import Draft, draft_abilities
from autotap.solver.compile.groups import Group, worth_of
from autotap.solver.compile.units import (
    GENERIC,
    X_SLOT,
    Slot,
    Template,
    alternatives,
    rules_of,
    slot_of,
)
from autotap.solver.program import Linear, Move, Option, Quantity, Term, What

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.symbols import ManaSymbol
    from autotap.models.mtg.ways import CostOption
    from autotap.models.objective import Objective
    from autotap.models.turn import TurnCard
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Unit, Way
    from autotap.solver.compile.units import Accepts, View
    from autotap.solver.program import Pick, Program

TAPPED, GIVEN_UP, USED = "tapped", "given up", "used"
"""What the signs of an arrived copy allow, each once."""
NOTHING = Spell(ManaCost())
"""Stands for what is paid: the Program of a turn demands nothing."""
_USUAL = ("losses", "reserved", "flexibility", "graveyard", "activations")
_SIGN = "only: sign of "


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a card.

    Parameters
    ----------
    card
        Index into the hand.
    announcement
        What is announced; None for a land.
    value
        What it is worth.
    """

    card: int
    announcement: Announcement | None
    value: int


@dataclass(frozen=True, slots=True)
class TurnBlueprint:
    """The Program of a turn together with what its indices mean.

    Parameters
    ----------
    blueprint
        The Program with the meaning of its bodies, kinds and demands.
    plays
        The way to play of each activation that is one.
    most_value
        Value that no turn exceeds: that of all cards together.
    """

    blueprint: Blueprint
    plays: Mapping[int, Play]
    most_value: int


@dataclass(frozen=True)
class SignedRules:
    """What pays a cost of the turn: mana as the cost allows, a sign only what asks for it."""

    rules: Accepts

    def accepts(self, slot: Slot, mana: ManaType, unit: Template) -> bool:
        """Tell whether one unit pays one symbol."""
        if is_sign(unit.tags.only):
            return slot.symbol == unit.tags.only
        return self.rules.accepts(slot, mana, unit)


def is_sign(text: str) -> bool:
    """Tell whether a restriction, or the symbol of a slot, is a sign."""
    return text.startswith(_SIGN)


def compile_turn(
    hand: tuple[TurnCard, ...],
    board: Board,
    arrivals: Mapping[str, int],
    land_drops: int,
    objective: Objective,
    check: Callable[[], None] = lambda: None,
) -> TurnBlueprint:
    """Compile a turn.

    Parameters
    ----------
    hand
        The cards; each with which anything arrives is a single copy.
    board
        The board as its effects leave it, with all that may arrive.
    arrivals
        Per id of what may arrive the index of its card.
    land_drops
        Lands that may be played.
    objective
        Weights of losses and the life floor.
    check
        Called now and then; what it raises ends the work.

    Raises
    ------
    UnsupportedCostError
        For a card or a source whose part in a turn is not covered.
    """
    return _TurnCompiler(hand, board, arrivals, land_drops, objective, check).turn()


class _TurnCompiler(Compiler):
    def __init__(
        self,
        hand: tuple[TurnCard, ...],
        board: Board,
        arrivals: Mapping[str, int],
        land_drops: int,
        objective: Objective,
        check: Callable[[], None],
    ) -> None:
        self.hand = hand
        self.land_drops = land_drops
        self.plays: dict[int, Play] = {}
        self.spells = tuple(card.spell for card in hand if isinstance(card.spell, Spell))
        problem = Problem(board, NOTHING, objective=replace(objective, terms=_USUAL))
        asked = table_of(replace(problem, keep=(Kept(self.spells),) if self.spells else ()))
        there = replace(board, sources=tuple(s for s in board.sources if s.id not in arrivals))
        groups = [
            Group(sources, group.abilities, worth_of(there, sources[0]))
            for group in asked.groups
            for sources in _apart(group.sources, arrivals)
        ]
        self.first_card = len(groups)
        self.owner = {
            index: arrivals[group.source.id]
            for index, group in enumerate(groups)
            if group.source.id in arrivals
        }
        groups += [_card_group(index, card) for index, card in enumerate(hand)]
        table = replace(asked, groups=tuple(groups))
        super().__init__(problem, (Announcement(ManaCost()),), check, table)
        self.there = there

    def turn(self) -> TurnBlueprint:
        """Write the Program of the turn."""
        self.problem = replace(self.problem, board=self.there)
        blueprint = self.blueprint()
        program = replace(blueprint.program, options=(Option(),))
        program = self.limited(program)
        program = replace(program, terms=self.turn_terms(program))
        problem = replace(self.problem, board=self.board)
        most: dict[int, int] = {}
        for play in self.plays.values():
            most[play.card] = max(play.value, most.get(play.card, 0))
        return TurnBlueprint(
            replace(blueprint, program=program, problem=problem),
            self.plays,
            sum(value * self.hand[card].count for card, value in most.items()),
        )

    # --- drafts ------------------------------------------------------------------------------

    def loosened(self, drafts: list[Draft]) -> list[Draft]:
        """Return what can be done in the turn: mana abilities with their signs, then the cards."""
        if any(draft.x is not None for draft in drafts):
            most = self.most_mana
            drafts = draft_abilities(self.board, self.table, most, life_allowed=True)
        abilities = [each for draft in drafts for each in self.signed(draft)]
        plays = [play for index in range(len(self.hand)) for play in self.played(index)]
        asked = {slot.symbol for draft in abilities for slot, _ in draft.needs}
        asked |= {slot.symbol for _, draft in plays for slot, _ in draft.needs}
        plays = [(play, self.signing(play, draft, asked)) for play, draft in plays]
        found = super().loosened([*abilities, *(draft for _, draft in plays)])
        place = {id(draft): number for number, draft in enumerate(found)}
        self.plays = {place[id(draft)]: play for play, draft in plays}
        return found

    def is_vain(self, draft: Draft, drafts: list[Draft]) -> bool:
        """Tell the same of a mana ability; a card is worth something by itself."""
        is_card = draft.group is not None and draft.group >= self.first_card
        return not is_card and super().is_vain(draft, drafts)

    def signed(self, draft: Draft) -> Iterator[Draft]:
        """Yield an ability once for each choice between what is there and what may arrive."""
        assert draft.rules is not None
        assert draft.ability is not None
        assert draft.group is not None
        cost = draft.ability.cost
        counted = (*(draft.per or ()), *draft.absent, *(draft.requires or (0, ()))[1])
        if draft.doubles or cost.discard_hand or any(body in self.owner for body in counted):
            name = self.table.groups[draft.group].source.name
            raise UnsupportedCostError(
                f"{name}: {draft.ability}",
                "an ability that neither counts what arrives nor doubles mana nor discards a hand",
            )
        asked: Counter[tuple[str, int]] = Counter()
        returned: list[tuple[Unit, int]] = []
        if draft.group in self.owner:
            if cost.tap:
                asked[TAPPED, draft.group] += 1
            if draft.leaves:
                asked[GIVEN_UP, draft.group] += 1
            if not (cost.tap or draft.leaves):
                asked[USED, draft.group] += 1
                returned.append((_sign(USED, draft.group), 1))
        outputs = tuple((*output, *returned) for output in draft.outputs)
        rules = SignedRules(draft.rules)
        for picks, more in self.chosen(draft.picks):
            symbols = (*draft.symbols, *_ways_of_signs(asked + more))
            yield replace(draft, rules=rules, symbols=symbols, picks=picks, outputs=outputs)

    def chosen(
        self, picks: tuple[Pick, ...]
    ) -> Iterator[tuple[tuple[Pick, ...], Counter[tuple[str, int]]]]:
        """Yield every choice between bodies that are there and bodies that may arrive.

        With each choice go the signs that it asks for. Cards of the turn are not chosen.
        """
        ways: list[list[tuple[list[Pick], Counter[tuple[str, int]]]]] = []
        for pick in picks:
            fitting = [body for body in pick.bodies if not self.is_card(body)]
            there = tuple(body for body in fitting if body not in self.owner)
            sign = TAPPED if pick.move is Move.TAP else GIVEN_UP
            places = [there] if there else []
            places += [(body,) for body in fitting if body in self.owner]
            choices = []
            for chosen in combinations_with_replacement(places, pick.count):
                counts = Counter(chosen)
                parts = [replace(pick, count=n, bodies=bodies) for bodies, n in counts.items()]
                signs = Counter(
                    {(sign, bodies[0]): n for bodies, n in counts.items() if bodies != there}
                )
                choices.append((parts, signs))
            ways.append(choices)
        for combined in product(*ways):
            every = tuple(pick for parts, _ in combined for pick in parts)
            total: Counter[tuple[str, int]] = Counter()
            for _, signs in combined:
                total += signs
            yield every, total

    def is_card(self, body: int) -> bool:
        """Tell whether a body is a card of the turn."""
        return self.first_card <= body < len(self.table.groups)

    @cached_property
    def most_mana(self) -> int:
        """Bound the mana that can be there together.

        Raises
        ------
        UnsupportedCostError
            If nothing bounds it.
        """
        known = most_mana(self.board)
        if known is None:
            raise UnsupportedCostError("X", "an X that the mana of the turn bounds")
        added = (
            card.count * max(sum(len(group.units) for group in way) for way in card.adds)
            for card in self.hand
            if card.adds
        )
        return known + sum(added)

    # --- cards -------------------------------------------------------------------------------

    def played(self, index: int) -> Iterator[tuple[Play, Draft]]:
        """Yield every way to play a card."""
        card = self.hand[index]
        if card.spell is None:
            yield Play(index, None, card.value), self.draft(index, (), 0, (), ())
            return
        assert isinstance(card.spell, Spell)
        spell = card.spell
        _refuse(card, spell)
        for announcement in self.announced_for(card, spell):
            value = card.value_of(announcement.x, announcement.options)
            play = Play(index, announcement, value)
            picks = tuple(closing.pick for closing in closings(spell, announcement, self.table))
            life = announcement.life + spell.additional.life
            uses = tuple(closing_uses(spell, announcement, self.table).items())
            for symbols in self.ways(spell, announcement):
                paid = life + sum(amount for _, slot, amount in symbols if slot is None)
                if paid and spell.no_life:
                    continue
                self.refuse_free(card, symbols, picks)
                for chosen, signs in self.chosen(picks):
                    every = (*symbols, *_ways_of_signs(signs))
                    yield play, self.draft(index, every, paid, chosen, uses)

    def refuse_free(
        self, card: TurnCard, symbols: tuple[Way, ...], picks: tuple[Pick, ...]
    ) -> None:
        """Refuse to use permanents where no mana is paid: mana abilities come before that.

        Raises
        ------
        UnsupportedCostError
            If it would have to be.
        """
        uses = any(body < self.first_card for pick in picks for body in pick.bodies)
        if uses and all(slot is None for _, slot, _ in symbols):
            raise UnsupportedCostError(card.name, "mana in a cost that asks for permanents")

    def announced_for(self, card: TurnCard, spell: Spell) -> Iterator[Announcement]:
        """Yield the announcements of a card; with a value per X for every X."""
        numbers: Iterable[int | None] = (None,)
        if card.value_per_x:
            most = self.most_mana
            numbers = range(1 + (most if spell.x_limit is None else min(most, spell.x_limit)))
        for options in self.times(card, spell):
            for x in numbers:
                asked = replace(spell, options=options) if options else spell
                yield from announcements(Problem(self.board, asked, x))

    def times(self, card: TurnCard, spell: Spell) -> Iterator[tuple[CostOption, ...]]:
        """Yield the options with the numbers of times fixed for those that are worth something.

        Others are chosen as rarely as may be.
        """
        worth = {name for name, value in card.option_values if value}
        choices = []
        for option in spell.options:
            if option.name not in worth or option.most == 1:
                choices.append([option])
                continue
            most = self.most_mana if option.most is None else option.most
            times = range(option.least, most + 1)
            choices.append([replace(option, least=n, most=n) for n in times])
        yield from product(*choices)

    def ways(self, spell: Spell, announcement: Announcement) -> Iterator[tuple[Way, ...]]:
        """Yield every way to pay ambiguous symbols."""
        view = self.view(spell, announcement)
        generic = replace(GENERIC, view=view)
        fixed: list[Way] = []
        open_: Counter[ManaSymbol] = Counter()
        for symbol in announcement.total.symbols:
            if symbol.variable:
                slot = replace(X_SLOT, view=view) if spell.x_apart else generic
                fixed += [("{X}", slot, 1)] * (announcement.x or 0)
            elif symbol.is_generic:
                fixed += [("{1}", generic, 1)] * symbol.generic
            else:
                open_[symbol] += 1
        choices = []
        for symbol, number in open_.items():
            slot = slot_of(symbol, self.board.life_for, view)
            each: list[Way] = [(slot.symbol, slot, 1)]
            if symbol.generic:
                each.append((slot.symbol, generic, symbol.generic))
            if slot.by_life and not spell.no_life:
                each.append((slot.symbol, None, LIFE_FOR_A_SYMBOL))
            choices.append(list(combinations_with_replacement(each, number)))
        for chosen in product(*choices):
            yield (*(way for group in chosen for way in group), *fixed)

    def view(self, spell: Spell, announcement: Announcement) -> View:
        """Return what restrictions see, with a mark where other mana pays than elsewhere."""
        x, options = rules_of(spell).view(announcement)
        own = (
            *(spell.spend_as, spell.snow_as, spell.only_from, spell.x_colors),
            *(spell.no_mana, spell.only_colors is not None),
        )
        return x, (*options, repr(spell)) if any(own) else options

    def draft(
        self,
        index: int,
        symbols: tuple[Way, ...],
        life: int,
        picks: tuple[Pick, ...],
        uses: tuple[tuple[str, int], ...],
    ) -> Draft:
        """Draft one way to play a card: it leaves the hand, and makes mana."""
        card = self.hand[index]
        ability = ManaAbility(ActivationCost(exile_this=True), card.adds)
        outputs = []
        for made in alternatives(ability) or ((),):
            units = Counter(
                Template(unit, group.tags, group.tags.flags & self.table.flags)
                for group in made
                for unit in group.units
            )
            outputs.append(tuple(units.items()))
        rules = SignedRules(rules_of(card.spell)) if isinstance(card.spell, Spell) else None
        return Draft(
            group=self.first_card + index,
            ability=ability,
            rules=rules,
            symbols=symbols,
            life=life,
            outputs=tuple(outputs),
            picks=picks,
            uses=uses,
        )

    def signing(self, play: Play, draft: Draft, asked: Collection[str]) -> Draft:
        """Let a card make the signs of what arrives with it, as far as anything asks for them."""
        signs = tuple(
            (sign, len(self.table.groups[body].sources))
            for body, owner in self.owner.items()
            if owner == play.card
            for sign in (_sign(what, body) for what in (TAPPED, GIVEN_UP, USED))
            if sign.tags.only in asked
        )
        if not signs:
            return draft
        return replace(draft, outputs=tuple((*output, *signs) for output in draft.outputs))

    # --- limits and terms --------------------------------------------------------------------

    def limited(self, program: Program) -> Program:
        """Limit the lands that are played."""
        lands = [
            (Quantity(What.ACTIVATED, index), 1)
            for index, play in self.plays.items()
            if play.announcement is None
        ]
        if not lands:
            return program
        return replace(program, constraints=(Linear(tuple(lands), upper=self.land_drops),))

    def turn_terms(self, program: Program) -> tuple[Term, ...]:
        """Return the terms of the turn; the cards are no sources, and no mana abilities."""
        cards = range(self.first_card, len(self.table.groups))
        usual = {}
        for term in program.terms:
            skipped = self.plays if term.name == "activations" else cards
            parts = ((q, weight) for q, weight in term.parts if not _concerns(q, skipped))
            usual[term.name] = replace(term, parts=tuple(parts))
        value = [(Quantity(What.ACTIVATED, i), p.value) for i, p in self.plays.items() if p.value]
        played = tuple((Quantity(What.ACTIVATED, index), 1) for index in self.plays)
        usual["lethal"] = Term("lethal", ((Quantity(What.LETHAL), 1),))
        usual["value"] = Term("value", tuple(value), maximise=True)
        usual["cards"] = Term("cards", played)
        return tuple(usual[name] for name in TURN_TERMS)


def _concerns(quantity: Quantity, numbers: Iterable[int]) -> bool:
    of = (What.ACTIVATED, What.TAPPED, What.GONE, What.TOUCHED, What.USED)
    return quantity.what in of and quantity.number in numbers


def _apart(
    sources: tuple[Source, ...], arrivals: Mapping[str, int]
) -> Iterator[tuple[Source, ...]]:
    """Split sources by the card with which they arrive."""
    shares: dict[int | None, list[Source]] = defaultdict(list)
    for source in sources:
        shares[arrivals.get(source.id)].append(source)
    yield from map(tuple, shares.values())


def _card_group(index: int, card: TurnCard) -> Group:
    """Return the body of a card in hand."""
    copies = tuple(
        Source(f"card {index} {number}", card.name, zone=Zone.HAND) for number in range(card.count)
    )
    return Group(copies, (), (0,) * len(ManaType))


def _sign(what: str, body: int) -> Template:
    """Return the sign that a copy of a body has arrived and may be tapped, given up or used."""
    return Template((ManaType.C,), ManaTags(only=f"{_SIGN}{body} to be {what}"))


def _ways_of_signs(signs: Counter[tuple[str, int]]) -> tuple[Way, ...]:
    texts = ((_sign(what, body).tags.only, number) for (what, body), number in signs.items())
    return tuple((text, Slot(text), number) for text, number in texts)


def _refuse(card: TurnCard, spell: Spell) -> None:
    """Refuse what cannot be said of several cards at once.

    Raises
    ------
    UnsupportedCostError
        For ways to pay besides mana, costs that ask for a total, blight, and X of different mana.
    """
    costs = [spell.additional, *(option.cost for option in spell.options)]
    if spell.payers or spell.x_distinct or any(cost.covers or cost.blight for cost in costs):
        raise UnsupportedCostError(
            card.name, "a card of a turn that is paid with mana, life, permanents and cards"
        )
    if any(cost.discard_hand or cost.tap or cost.untap for cost in costs):
        raise UnsupportedCostError(card.name, "a card that neither discards a hand nor taps itself")
