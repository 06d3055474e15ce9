"""From a hand and a board to one Program: every card is an activation, what arrives are bodies.

Casting a card takes units, gives up the card, and makes the mana that it adds. What arrives is a
body from the start; what may be done with a copy of it takes a *sign* that only casting the card
makes: one to tap the copy, one to give it up, one to use it otherwise, which is made again. So the
order of a turn is the order of activations, and everything that is exact for one payment is exact
for a turn. What enters untapped if life is paid is an untapped body, and only who pays gets the
sign to tap it. The restrictions on mana are judged for each card by itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import UnsupportedCostError
from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, ManaAbility
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Announcement, Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Kept, Problem
from autotap.models.turn import TURN_TERMS
from autotap.solver.compile.bodies import table_of
from autotap.solver.compile.casting import Casting
from autotap.solver.compile.closing import closing_uses, closings
from autotap.solver.compile.compiler import Compiler
from autotap.solver.compile.drafts import Draft, draft_abilities
from autotap.solver.compile.groups import Group, worth_of
from autotap.solver.compile.signs import GIVEN_UP, TAPPED, USED, Signs, sign, ways_of_signs
from autotap.solver.compile.terms import term_of
from autotap.solver.compile.units import made_of, rules_of
from autotap.solver.program import Linear, Move, Option, Quantity, Term, What

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping

    from autotap.models.mtg.board import Board
    from autotap.models.objective import Objective
    from autotap.models.turn import TurnCard
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Unit, Way
    from autotap.solver.program import Pick, Program

NOTHING = Spell(ManaCost())
"""Stands for what is paid: the Program of a turn demands nothing."""
NO_FLAGS: frozenset[str] = frozenset()
NO_TYPES: frozenset[ManaType] = frozenset()


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
    paid_for
        Ids of what arrives untapped because life is paid for it.
    arriving_life
        That life.
    """

    card: int
    announcement: Announcement | None
    value: int
    paid_for: tuple[str, ...] = ()
    arriving_life: int = 0


class WayToPlay(NamedTuple):
    """What playing a card in one way takes.

    Parameters
    ----------
    play
        Which way.
    symbols, life, picks, uses
        As in `Draft`.
    """

    play: Play
    symbols: tuple[Way, ...] = ()
    life: int = 0
    picks: tuple[Pick, ...] = ()
    uses: tuple[tuple[str, int], ...] = ()


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
    owner
        The card of each body that arrives.
    """

    blueprint: Blueprint
    plays: Mapping[int, Play]
    most_value: int
    owner: Mapping[int, int]


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
        self.casting = Casting(hand, board)
        self.life_asked = _life_asked(hand, arrivals)
        spells = tuple(card.spell for card in hand if isinstance(card.spell, Spell))
        problem = Problem(board, NOTHING, objective=objective)
        asked = table_of(Problem(board, NOTHING, keep=(Kept(spells),) if spells else ()))
        there = replace(board, sources=tuple(s for s in board.sources if s.id not in arrivals))
        groups = [
            Group(sources, group.abilities, worth_of(there, sources[0]))
            for group in asked.groups
            for sources in _apart(group.sources, arrivals, self.life_asked)
        ]
        self.first_card = len(groups)
        self.owner = {
            index: arrivals[group.source.id]
            for index, group in enumerate(groups)
            if group.source.id in arrivals
        }
        groups += [_card_group(index, card) for index, card in enumerate(hand)]
        table = replace(asked, groups=tuple(groups))
        super().__init__(problem, (), check, table)
        self.there = there

    def turn(self) -> TurnBlueprint:
        """Write the Program of the turn."""
        self.problem = replace(self.problem, board=self.there)
        blueprint = replace(
            self.blueprint(),
            problem=replace(self.problem, board=self.board),
            announcements=(Announcement(ManaCost()),),
        )
        most: dict[int, int] = {}
        for play in self.plays.values():
            most[play.card] = max(play.value, most.get(play.card, 0))
        worth = sum(value * self.hand[card].count for card, value in most.items())
        return TurnBlueprint(blueprint, self.plays, worth, self.owner)

    # --- drafts ------------------------------------------------------------------------------

    def loosened(self, drafts: list[Draft]) -> list[Draft]:
        """Return what can be done in the turn: mana abilities with their signs, then the cards."""
        if any(draft.x is not None for draft in drafts):
            most = self.casting.most_mana
            drafts = draft_abilities(self.board, self.table, most, life_allowed=True)
        abilities = [each for draft in drafts for each in self.signed(draft)]
        ways = [way for index in range(len(self.hand)) for way in self.ways(index)]
        symbols = [draft.symbols for draft in abilities] + [way.symbols for way in ways]
        asked = {text for each in symbols for text, _, _ in each}
        cards = [self.draft(way, asked) for way in ways]
        found = super().loosened([*abilities, *cards])
        place = {id(draft): number for number, draft in enumerate(found)}
        self.plays = {place[id(draft)]: way.play for draft, way in zip(cards, ways, strict=True)}
        return found

    def is_vain(self, draft: Draft, drafts: list[Draft]) -> bool:
        """Tell the same of a mana ability; a card is worth something by itself."""
        is_card = draft.group is not None and draft.group >= self.first_card
        return not is_card and super().is_vain(draft, drafts)

    def signed(self, draft: Draft) -> Iterator[Draft]:
        """Yield an ability once for each choice between what is there and what may arrive."""
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
        own = draft.group in self.owner
        if not (own or draft.picks):
            yield draft
            return
        if cost.untap:
            self.refuse_unsure([draft.group])
        asked = Signs()
        returned: list[tuple[Unit, int]] = []
        if own:
            if cost.tap:
                asked[TAPPED, draft.group] += 1
            if draft.leaves:
                asked[GIVEN_UP, draft.group] += 1
            if not (cost.tap or draft.leaves):
                asked[USED, draft.group] += 1
                returned.append((sign(USED, draft.group), 1))
        outputs = tuple((*output, *returned) for output in draft.outputs)
        for picks, more in self.chosen(draft.picks):
            symbols = (*draft.symbols, *ways_of_signs(asked + more))
            yield replace(draft, symbols=symbols, picks=picks, outputs=outputs)

    def chosen(self, picks: tuple[Pick, ...]) -> Iterator[tuple[tuple[Pick, ...], Signs]]:
        """Yield every choice between bodies that are there and bodies that may arrive.

        With each choice go the signs that it asks for. Cards of the turn are not chosen.
        """
        ways: list[list[tuple[list[Pick], Signs]]] = []
        for pick in picks:
            fitting = [body for body in pick.bodies if not self.is_card(body)]
            if pick.move in (Move.UNTAP, Move.LEAVE_TAPPED):
                self.refuse_unsure(fitting)
            there = tuple(body for body in fitting if body not in self.owner)
            what = TAPPED if pick.move is Move.TAP else GIVEN_UP
            places = [there] if there else []
            places += [(body,) for body in fitting if body in self.owner]
            choices = []
            for chosen in combinations_with_replacement(places, pick.count):
                counts = Counter(chosen)
                parts = [replace(pick, count=n, bodies=bodies) for bodies, n in counts.items()]
                signs = Signs(
                    {(what, bodies[0]): n for bodies, n in counts.items() if bodies != there}
                )
                choices.append((parts, signs))
            ways.append(choices)
        for combined in product(*ways):
            every = tuple(pick for parts, _ in combined for pick in parts)
            total = Signs()
            for _, signs in combined:
                total += signs
            yield every, total

    def refuse_unsure(self, bodies: Iterable[int]) -> None:
        """Refuse to ask for something tapped where that hangs on the life paid as it entered.

        Raises
        ------
        UnsupportedCostError
            If one of the bodies is such a one.
        """
        for source in (self.table.groups[body].source for body in bodies):
            if source.id in self.life_asked:
                expected = "no cost that asks for what is tapped beside life to enter untapped"
                raise UnsupportedCostError(source.name, expected)

    def is_card(self, body: int) -> bool:
        """Tell whether a body is a card of the turn."""
        return self.first_card <= body < len(self.table.groups)

    # --- cards -------------------------------------------------------------------------------

    def ways(self, index: int) -> Iterator[WayToPlay]:
        """Yield every way to play a card."""
        card = self.hand[index]
        spell = card.spell
        if spell is None:
            for paid_for, more in self.entries(index):
                yield WayToPlay(Play(index, None, card.value, paid_for, more), life=more)
            return
        assert isinstance(spell, Spell)
        for announcement, ways in self.casting.announced(card, spell):
            value = card.value_of(announcement.x, announcement.options)
            plays = [Play(index, announcement, value, *entry) for entry in self.entries(index)]
            picks = tuple(closing.pick for closing in closings(spell, announcement, self.table))
            life = announcement.life + spell.additional.life
            uses = tuple(closing_uses(spell, announcement, self.table).items())
            for symbols in ways:
                paid = life + sum(amount for _, slot, amount in symbols if slot is None)
                if paid and spell.no_life:
                    continue
                self.refuse_free(card, symbols, picks)
                for (chosen, signs), play in product(self.chosen(picks), plays):
                    due = paid + play.arriving_life
                    yield WayToPlay(play, (*symbols, *ways_of_signs(signs)), due, chosen, uses)

    def entries(self, index: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield every choice of what arriving with a card life is paid for, and the life."""
        bodies = (self.table.groups[body] for body, card in self.owner.items() if card == index)
        asking = [group.sources for group in bodies if group.source.id in self.life_asked]
        for numbers in product(*(range(len(sources) + 1) for sources in asking)):
            chosen = (s.id for each, n in zip(asking, numbers, strict=True) for s in each[:n])
            paid_for = tuple(chosen)
            yield paid_for, sum(self.life_asked[each] for each in paid_for)

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

    def draft(self, way: WayToPlay, asked: Collection[str]) -> Draft:
        """Draft one way to play a card: it leaves the hand, and makes mana.

        It also makes the signs of what arrives with it, as far as they are ``asked`` for.
        """
        index = way.play.card
        card = self.hand[index]
        ability = _resolving(card)
        outputs, _ = made_of(ability)[NO_FLAGS, self.table.flags, NO_TYPES]
        signs = []
        for body, owner in self.owner.items():
            if owner != index:
                continue
            ids = [source.id for source in self.table.groups[body].sources]
            untapped = sum(each not in self.life_asked or each in way.play.paid_for for each in ids)
            for what, number in ((TAPPED, untapped), (GIVEN_UP, len(ids)), (USED, len(ids))):
                unit = sign(what, body)
                if number and unit.tags.only in asked:
                    signs.append((unit, number))
        return Draft(
            group=self.first_card + index,
            ability=ability,
            rules=rules_of(card.spell) if isinstance(card.spell, Spell) else None,
            symbols=way.symbols,
            life=way.life,
            outputs=tuple((*output, *signs) for output in outputs),
            picks=way.picks,
            uses=way.uses,
        )

    # --- limits and terms --------------------------------------------------------------------

    def finished(self, program: Program) -> Program:
        """Limit the lands that are played, and say what is better about a turn."""
        lands = [
            (Quantity(What.ACTIVATED, index), 1)
            for index, play in self.plays.items()
            if play.announcement is None
        ]
        limits = (Linear(tuple(lands), upper=self.land_drops),) if lands else ()
        terms = tuple(self.term(name, program) for name in TURN_TERMS)
        return replace(program, options=(Option(),), constraints=limits, terms=terms)

    def term(self, name: str, program: Program) -> Term:
        """Return one term of the turn; the cards are no sources, and no mana abilities."""
        plays = self.plays
        if name == "value":
            value = ((Quantity(What.ACTIVATED, i), p.value) for i, p in plays.items() if p.value)
            return Term(name, tuple(value), maximise=True)
        if name == "cards":
            return Term(name, tuple((Quantity(What.ACTIVATED, index), 1) for index in plays))
        usual = term_of(name, program, self.problem, self.table)
        cards = range(self.first_card, len(self.table.groups))
        skipped = plays if name == "activations" else cards
        parts = (part for part in usual.parts if not _concerns(part[0], skipped))
        return Term(name, tuple(parts))


def _concerns(quantity: Quantity, numbers: Container[int]) -> bool:
    of = (What.ACTIVATED, What.TAPPED, What.GONE, What.TOUCHED, What.USED)
    return quantity.number in numbers and quantity.what in of


@per_object(maxsize=4_096)
def _resolving(card: TurnCard) -> ManaAbility:
    """Return what playing a card is: it leaves the hand, and makes the mana that it adds."""
    return ManaAbility(ActivationCost(exile_this=True), card.adds)


def _life_asked(hand: tuple[TurnCard, ...], arrivals: Mapping[str, int]) -> dict[str, int]:
    """Return the life that may be paid for what arrives to arrive untapped, by its id."""
    asked: dict[str, int] = {}
    for index, card in enumerate(hand):
        ids = (source_id for source_id, owner in arrivals.items() if owner == index)
        asked.update((each, life) for each, life in zip(ids, card.life_asked, strict=True) if life)
    return asked


def _apart(
    sources: tuple[Source, ...], arrivals: Mapping[str, int], life_asked: Mapping[str, int]
) -> Iterator[tuple[Source, ...]]:
    """Split sources by the card with which they arrive, and the life that may be paid then."""
    shares: dict[tuple[int | None, int], list[Source]] = defaultdict(list)
    for source in sources:
        shares[arrivals.get(source.id), life_asked.get(source.id, 0)].append(source)
    yield from map(tuple, shares.values())


def _card_group(index: int, card: TurnCard) -> Group:
    """Return the body of a card in hand."""
    copies = tuple(
        Source(f"card {index} {number}", card.name, zone=Zone.HAND) for number in range(card.count)
    )
    return Group(copies, (), (0,) * len(ManaType))
