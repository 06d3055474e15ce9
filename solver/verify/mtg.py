"""Replay of a Magic payment: announce, lock the total, activate mana abilities, pay (MOD-6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.errors import InvalidPaymentError, LimitError
from autotap.models.memo import per_object
from autotap.models.mtg.ability import ActivationCost, Deed
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.ways import costs_beside_mana
from autotap.solver.verify.covers import bury_blighted, own_copies, pay_covers
from autotap.solver.verify.production import check_doubled, check_flags, check_made, flags_of
from autotap.solver.verify.spending import Pool, is_generic_part, match_symbols, terms_for
from autotap.solver.verify.stage import stage_of
from autotap.solver.verify.table import Table, Want, wants
from autotap.solver.verify.tally import Tally
from autotap.solver.verify.total import check_announcement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.symbols import ManaSymbol
    from autotap.models.problem import Problem
    from autotap.models.result import Activation, Payment


def verify_payment(problem: Problem, payment: Payment) -> Tally:
    """Replay a payment step by step and say what it used up.

    Parameters
    ----------
    problem
        What was asked.
    payment
        The payment, which is not trusted: numbers and ids may be anything.

    Raises
    ------
    InvalidPaymentError
        For the first step that breaks a rule, with the id of the rule. MOD-10 stands for a wish of
        the caller (`Problem.must_use`, `forbid`, `require`, `already_spent`) that is not met.

    Notes
    -----
    Complexity: linear in the payment and, for abilities that count permanents, in the board.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> from autotap.models.mtg.cost import ManaCost
    >>> from autotap.models.mtg.mana import parse_pool
    >>> from autotap.models.mtg.spell import Announcement, Spell
    >>> from autotap.models.problem import Problem
    >>> from autotap.models.result import Payment, Spend
    >>> pool = parse_pool("{R}{G}")
    >>> problem = Problem(Board(pool=pool), Spell.parse("{R}"))
    >>> shock = Announcement(ManaCost.parse("{R}"))
    >>> tally = verify_payment(problem, Payment(shock, pool, spends=(Spend("{R}", mana=(0,)),)))
    >>> print(*tally.leftover)
    {G}
    >>> verify_payment(problem, Payment(shock, pool, spends=(Spend("{R}", mana=(1,)),)))
    Traceback (most recent call last):
    autotap.models.errors.InvalidPaymentError: MTG-SYM-01: {G} may not pay {R} here
    """
    return Replay(problem, payment).run()


_NO_MANA = ManaCost()
_PAYER_RULES = {
    Payer.CONVOKE: "MTG-KW-01",
    Payer.IMPROVISE: "MTG-KW-02",
    Payer.DELVE: "MTG-KW-03",
    Payer.WATERBEND: "MTG-KW-04",
    Payer.ASSIST: "MTG-KW-05",
}
_PAYER_TYPES = {
    Payer.CONVOKE: "creature",
    Payer.IMPROVISE: "artifact",
    Payer.WATERBEND: "artifact or creature",
}


_HAND = Zone.HAND
_TAP = ActivationCost(tap=True)


@per_object(maxsize=4096)
def _only_taps(cost: ActivationCost) -> bool:
    """Tell whether a cost is {T} and nothing else."""
    return cost == _TAP


@per_object(maxsize=256)
def _is_mana_or_life(cost: ActivationCost) -> bool:
    """Tell whether an additional cost is mana, which is in the locked total, and life only."""
    return cost == ActivationCost(mana=cost.mana, life=cost.life)


def _is_mana_and_life(spell: Spell, payment: Payment) -> bool:
    """Tell whether nothing but mana and life is asked for and offered."""
    said = payment.announcement
    offered = (payment.objects, payment.coverings, said.options, said.objects)
    return not any((*offered, said.sacrifice, said.tap)) and _is_mana_or_life(spell.additional)


def _with_x(ability: ManaAbility, activation: Activation) -> ManaAbility:
    """Put the X that an activation announces into its ability (MTG-107.3k)."""
    x = activation.x
    if x is None and _only_taps(ability.cost):
        return ability
    if not ability.cost.has_x:
        if x is not None:
            raise InvalidPaymentError("MTG-107.3k", f"{activation.source!r} has no X")
        return ability
    if x is None or x < 0:
        raise InvalidPaymentError("MTG-107.3k", f"X of {activation.source!r} is not announced")
    try:
        return ability.with_x(x)
    except LimitError:
        raise InvalidPaymentError("MTG-PRO-30", f"{activation.source!r} with X = {x}") from None


class Replay:
    """One replay: the table and the pool as the steps change them."""

    def __init__(self, problem: Problem, payment: Payment) -> None:
        self.stage = None if problem.board.is_plain else stage_of(problem.board)
        if self.stage is not None:
            problem = replace(problem, board=self.stage.board)
        self.problem = problem
        self.payment = payment
        self.table = Table(problem.board, no_life=problem.spell.no_life)
        self.pool = Pool()
        self.activated: set[tuple[str, int]] = set()
        self.payer_taps = 0

    def run(self) -> Tally:
        """Carry the replay out; what it changed is in `table` and `pool` afterwards."""
        payment, problem = self.payment, self.problem
        check_announcement(problem, payment.announcement)
        start = problem.board.pool + problem.already_spent
        if payment.mana[: len(start)] != start:
            raise InvalidPaymentError("MTG-106.4", "the first mana is not the pool at the start")
        for mana in start:
            self.pool.add(mana, mana.tags.flags)
        symbols = match_symbols(
            payment.spends, payment.announcement.total, payment.announcement.x or 0
        )
        paired = zip(payment.spends, symbols, strict=True)
        if payment.activations and all(s.life and symbol.phyrexian for s, symbol in paired):
            raise InvalidPaymentError("MTG-601.2g", "a mana ability, but no mana is due")
        for activation in payment.activations:
            self.activate(activation)
        if len(payment.mana) != len(self.pool):
            raise InvalidPaymentError("MTG-106.3", "mana that no ability made")
        self.pay(symbols)
        return self.conclude()

    # -- mana abilities ----------------------------------------------------------------------

    def activate(self, activation: Activation) -> None:
        """Activate one mana ability, pay its cost, and let it resolve (MTG-605)."""
        source = self.table.source(activation.source)
        if not 0 <= activation.ability < len(source.abilities):
            raise InvalidPaymentError("MTG-605.1a", f"{source.id!r} has no such ability")
        ability = _with_x(source.abilities[activation.ability], activation)
        if ability.once_each_turn:
            key = (source.id, activation.ability)
            if key in self.activated:
                raise InvalidPaymentError("MTG-PRO-21", f"{source.id!r} once more in one turn")
            self.activated.add(key)
        if (source.zone is _HAND) != ability.cost.exile_this:
            raise InvalidPaymentError("MTG-PRO-19", f"{source.id!r} is in the wrong zone")
        if ability.condition and self.table.count(ability.condition[1]) < ability.condition[0]:
            number, what = ability.condition
            raise InvalidPaymentError("MTG-PRO-22", f"{source.id!r} needs {number} {what}")
        if ability.absent and self.table.count(ability.absent):
            raise InvalidPaymentError("MTG-PRO-22", f"{source.id!r} needs no {ability.absent}")
        if self.stage is not None:
            self.stage.allow(activation, self.table.given_up)
        self.table.used.add(source.id)
        self.table.touched.add(source.id)
        self.pay_activation(activation, source, ability.cost)
        self.make(activation, source, ability)
        if ability.damage:
            self.table.deal_damage(ability.damage, waits=False)
        if ability.damage_waiting:
            self.table.deal_damage(ability.damage_waiting, waits=True)

    def pay_activation(self, activation: Activation, source: Source, cost: ActivationCost) -> None:
        """Pay the whole cost of one activation."""
        table = self.table
        if (cost.tap or cost.untap) and not source.can_pay_tap():
            raise InvalidPaymentError("MTG-SYM-12", f"{source.id!r} is summoning sick")
        if cost.tap:
            table.tap(source)
        if _only_taps(cost) and not (activation.spends or activation.objects):
            return
        if cost.untap:
            table.untap(source)
        table.pay_life(cost.life + self.fund(activation, source, cost.mana or _NO_MANA))
        table.pay_counters_and_cards(cost)
        for name, amount in cost.counters:
            table.remove_counters(source, name, amount)
        if cost.objects or activation.objects:
            objects = table.use_objects(activation.objects, wants(cost.objects, source.id))
            table.used.update(each.id for each in objects)
        if cost.discard_hand:
            table.discard_hand()
        if cost.sacrifice_this or cost.exile_this:
            table.give_up(table.source(source.id))

    def fund(self, activation: Activation, source: Source, cost: ManaCost) -> int:
        """Pay the mana part with mana made earlier; return the life due for its symbols."""
        if not (cost.symbols or activation.spends):
            return 0
        symbols = match_symbols(activation.spends, cost, 0)
        terms = self.table.census.ability_terms[source.id, activation.ability]
        for spend, symbol in zip(activation.spends, symbols, strict=True):
            for way, _ in spend.payers:
                raise InvalidPaymentError(_PAYER_RULES[way], f"{way} pays for no mana ability")
            if not set(spend.mana).isdisjoint(activation.made):
                raise InvalidPaymentError("MTG-605.3c", f"{source.id!r} pays for itself")
            generic = is_generic_part(symbol, spend, self.problem.board.life_for)
            for number in spend.mana:
                self.pool.spend(number, symbol, terms, generic=generic)
        return sum(spend.life for spend in activation.spends)

    def make(self, activation: Activation, source: Source, ability: ManaAbility) -> None:
        """Check what the ability makes, and put it into the pool."""
        start, made = len(self.pool.mana), activation.made
        end = start + len(made)
        if made != tuple(range(start, end)) or end > len(self.payment.mana):
            raise InvalidPaymentError("MTG-106.3", f"{source.id!r} makes mana out of turn")
        mana = self.payment.mana[start:end]
        if ability.doubles_pool:
            check_doubled(mana, self.pool.unspent(), source)
        elif self.stage is not None:
            check_flags(mana, source)
            now, later = self.stage.damage_of(activation, mana, self.table.given_up)
            self.table.deal_damage(now, waits=False)
            self.table.deal_damage(later, waits=True)
        else:
            times = self.table.count(ability.per) if ability.per else 1
            rule = "" if activation.x is None else "MTG-PRO-30"
            check_made(mana, source, ability, times, rule)
        for each in mana:
            self.pool.add(each, flags_of(each, source))

    # -- paying ------------------------------------------------------------------------------

    def pay(self, symbols: Sequence[ManaSymbol]) -> None:
        """Pay the locked total and the additional costs (MTG-601.2h)."""
        spell, payment, table = self.problem.spell, self.payment, self.table
        announcement, life_for = payment.announcement, self.problem.board.life_for
        terms = terms_for(spell)[announcement.options, announcement.x or 0]
        life = announcement.life + spell.additional.life
        ways: list[Payer] = []
        for spend, symbol in zip(payment.spends, symbols, strict=True):
            generic = is_generic_part(symbol, spend, life_for)
            for number in spend.mana:
                self.pool.spend(number, symbol, terms, generic=generic)
            for way, source_id in spend.payers:
                self.pay_otherwise(way, source_id, symbol, generic=generic)
                ways.append(way)
            life += spend.life
        if ways:
            self.limit_ways(ways)
        if spell.x_distinct:
            self.limit_x(symbols)
        table.pay_life(life)
        if not _is_mana_and_life(spell, payment):
            costs = costs_beside_mana(spell, announcement)
            for cost in costs:
                table.pay_counters_and_cards(cost)
            self.pay_with_objects(costs)

    def limit_ways(self, ways: Sequence[Payer]) -> None:
        """Refuse more units paid in one way than the spell allows (MTG-KW-04, MTG-KW-05)."""
        spell = self.problem.spell
        x = self.payment.announcement.x or 0
        bends = min(spell.waterbend, x) if spell.waterbend_x else spell.waterbend
        for way, most in ((Payer.WATERBEND, bends), (Payer.ASSIST, spell.assist)):
            if (number := ways.count(way)) > most:
                raise InvalidPaymentError(_PAYER_RULES[way], f"{way} pays for {number} mana")

    def limit_x(self, symbols: Sequence[ManaSymbol]) -> None:
        """Refuse more than one mana of a type for X (MTG-RSC-02)."""
        paired = zip(self.payment.spends, symbols, strict=True)
        types = Counter(
            self.pool.mana[number].type
            for spend, symbol in paired
            if symbol.variable
            for number in spend.mana
        )
        for kind, number in types.items():
            if number > 1:
                raise InvalidPaymentError("MTG-RSC-02", f"{number} {{{kind}}} pay for X")

    def pay_otherwise(
        self, way: Payer, source_id: str, symbol: ManaSymbol, *, generic: bool
    ) -> None:
        """Pay one unit of a symbol without mana of one's own (MTG-KW-01 to 05)."""
        rule = _PAYER_RULES[way]
        if way not in self.problem.spell.payers:
            raise InvalidPaymentError(rule, f"{way} is not a way to pay this")
        if not generic and (way is not Payer.CONVOKE or symbol.snow):
            raise InvalidPaymentError(rule, f"{way} does not pay {symbol}")
        if way in (Payer.DELVE, Payer.ASSIST):
            if source_id:
                raise InvalidPaymentError(rule, f"{way} names {source_id!r}")
            if way is Payer.DELVE:
                self.table.exile_cards(1, rule=rule)
            return
        source = self.table.source(source_id)
        if not source.is_a(_PAYER_TYPES[way]):
            raise InvalidPaymentError(rule, f"{source_id!r} cannot be tapped for {way}")
        if not generic and source.colors.isdisjoint(symbol.types):
            raise InvalidPaymentError(rule, f"{source_id!r} does not pay {symbol}")
        self.table.tap(source)
        self.table.used.add(source_id)
        self.payer_taps += 1

    def pay_with_objects(self, costs: Sequence[ActivationCost]) -> None:
        """Pay the costs that need objects: additional ones, options, what is announced."""
        extra = costs[0]
        table, name, announcement = self.table, self.problem.spell.name, self.payment.announcement
        named = table.present(name) if extra.untap or extra.counters or extra.objects else []
        wanted = self.wanted(costs)
        for counter, amount in extra.counters:
            fitting = (each for each in named if each.counter(counter) >= amount)
            keeper = next(fitting, None)
            if keeper is None:
                raise InvalidPaymentError("MTG-PRO-13", f"{name!r} lacks {counter} counters")
            table.remove_counters(keeper, counter, amount)
        pay_covers(table, self.problem.spell, announcement, self.payment.coverings)
        table.use_objects(self.payment.objects, *wanted)
        if extra.untap:
            tapped = [each for each in named if table.is_tapped(each) and each.can_pay_tap()]
            if not tapped:
                raise InvalidPaymentError("MTG-SYM-12", f"{{Q}} of {name!r}, which is not tapped")
            table.untap(tapped[0])
        if extra.discard_hand:
            table.discard_hand()
        blighted = [each for deed, each in self.payment.objects if deed is Deed.BLIGHT]
        bury_blighted(table, blighted, [cost.blight for cost in costs if cost.blight])

    def wanted(self, costs: Sequence[ActivationCost]) -> list[list[Want]]:
        """List the objects that the costs ask for.

        Where they ask for another one than "this", and several objects may be that, there is a list
        for each of them.
        """
        spell, announcement, extra = self.problem.spell, self.payment.announcement, costs[0]
        chosen = {option.name: option.chosen for option in spell.options}
        fixed = [Want(Deed.BLIGHT, "creature") for cost in costs if cost.blight]
        for option, (each,) in announcement.objects:
            asked = chosen[option]
            assert asked is not None
            fixed.append(Want(asked.cost.deed, id=each))
        if extra.exile_this:
            fixed.append(Want(Deed.EXILE, name=spell.name, zone=Zone.HAND))
        own = [Want(Deed.TAP, name=spell.name, awake=True)] if extra.tap else []
        own += [Want(Deed.SACRIFICE, name=spell.name)] if extra.sacrifice_this else []
        own += [Want(Deed.SACRIFICE, name=each) for each in announcement.sacrifice]
        own += [Want(Deed.TAP, name=each) for each in announcement.tap]
        another = any(item.another for cost in costs for item in cost.objects)
        copies = own_copies(self.table, spell) if another else []
        lists = []
        for this in copies or [""]:
            mine = [replace(w, id=this) if w.name == spell.name else w for w in own]
            others = [want for cost in costs for want in wants(cost.objects, this)]
            lists.append([*others, *mine, *fixed])
        return lists

    # -- the end -----------------------------------------------------------------------------

    def conclude(self) -> Tally:
        """Hold what the payment says of itself against the replay, and what the caller wished."""
        payment, table, problem = self.payment, self.table, self.problem
        lost = table.life_paid + table.damage
        if (payment.life_paid, payment.life_lost) != (table.life_paid, lost):
            raise InvalidPaymentError(
                "MTG-118.3b",
                f"{table.life_paid} life is paid and {lost} lost, "
                f"not {payment.life_paid} and {payment.life_lost}",
            )
        if payment.graveyard != table.graveyard:
            raise InvalidPaymentError(
                "MTG-118.3", f"{table.graveyard} cards are exiled, not {payment.graveyard}"
            )
        if not problem.must_use <= table.used:
            missing = min(problem.must_use - table.used)
            raise InvalidPaymentError("MOD-10", f"{missing!r} was to be used")
        if problem.forbid and (touched := problem.forbid & (table.used | table.given_up)):
            raise InvalidPaymentError("MOD-10", f"{min(touched)!r} was not to be used")
        numbers = [number for spend in payment.spends for number in spend.mana]
        first = len(problem.board.pool)
        before = range(first, first + len(problem.already_spent))
        if not set(numbers).issuperset(before):
            raise InvalidPaymentError("MOD-10", "mana that was spent on it before is not counted")
        spent = tuple([self.pool.mana[number] for number in numbers])
        for wish in problem.require:
            if wish.missed_by(spent):
                raise InvalidPaymentError("MOD-10", f"not spent as required: {wish}")
        return Tally(
            life_lost=lost,
            taps=table.taps,
            counters=table.counters,
            given_up=table.given_up,
            cards_discarded=table.cards_discarded,
            used=table.used,
            touched=table.touched,
            graveyard=table.graveyard,
            activations=len(payment.activations),
            payer_taps=self.payer_taps,
            spent=spent,
            leftover=tuple(self.pool.unspent()),
        )
