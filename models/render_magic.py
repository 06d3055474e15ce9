"""A Magic payment as text: its lines, and the words for its parts."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import Deed
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.ways import costs_beside_mana

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.models.mtg.ability import ActivationCost, ManaAbility
    from autotap.models.mtg.current import Current
    from autotap.models.mtg.source import Source
    from autotap.models.problem import Problem
    from autotap.models.result import Activation, Payment, Spend

SPENT_BEFORE = "what was already spent"
"""Where mana comes from that the caller spent by hand."""
_GIVEN_UP = {
    Deed.SACRIFICE: "sacrifice",
    Deed.EXILE: "exile",
    Deed.TAP: "tap",
    Deed.RETURN: "return",
    Deed.DISCARD: "discard",
    Deed.EXILE_CARD: "exile",
}


class MagicText:
    """The lines of one Magic payment, and the words for its parts."""

    def __init__(self, problem: Problem, payment: Payment) -> None:
        self.problem = problem
        self.payment = payment
        self.sources = {source.id: source for source in problem.board.sources}
        first = len(problem.board.pool)
        self.spent_before = range(first, first + len(problem.already_spent))
        self.maker: dict[int, str] = {}
        for activation in payment.activations:
            for number in activation.made:
                self.maker[number] = activation.source

    def lines(self) -> list[str]:
        """Give all lines."""
        steps = [*self.activations(), *self.spends(), *self.other_costs(), *self.balance()]
        return self.announcement() + [f"  {step}" for step in steps]

    @cached_property
    def current(self) -> Current:
        """What the sources can do."""
        return current_problem(self.problem)[1]

    # --- announcement ----------------------------------------------------------------------------

    def announcement(self) -> list[str]:
        """Say what is paid, and how the total came about."""
        spell, announced = self.problem.spell, self.payment.announcement
        words = [f"pay {spell.cost if spell.cost is not None else announced.total}"]
        if spell.name:
            words.append(f"for {spell.name}")
        if announced.x is not None:
            words.append(f"with X = {announced.x}")
        if spell.cost is not None and announced.total != spell.cost:
            words.append(f"- the total is {announced.total}")
        return [" ".join(words), *(f"  ({step})" for step in announced.trace)]

    # --- mana abilities --------------------------------------------------------------------------

    def activations(self) -> list[str]:
        """Say which abilities are activated, in their order."""
        lines = []
        latest: Sequence[int] = ()
        for _, group in groupby(self.payment.activations, key=self.alike):
            equal = list(group)
            lines.append(self.activation(equal, latest))
            latest = [number for one in equal for number in one.made]
        return lines

    def alike(self, activation: Activation) -> tuple[object, ...]:
        """Say what two neighbouring activations must share to be told in one line."""
        if activation.spends or activation.objects:
            return (activation,)
        return (
            self.label(activation.source),
            activation.ability,
            activation.x,
            self.symbols(activation.made),
        )

    def activation(self, equal: list[Activation], latest: Sequence[int]) -> str:
        """Tell neighbours that are alike in one line."""
        first = equal[0]
        cost = self.ability(first).cost
        name = self.counted([one.source for one in equal])
        made = self.symbols([number for one in equal for number in one.made]) or "nothing"
        extras = self.extras(equal)
        notes = f" ({', '.join(extras)})" if extras else ""
        if first.spends:
            funded = self.funding(first.spends, latest)
            given = " and sacrifice it" if cost.sacrifice_this else ""
            return f"{funded} into {name}{given}: {made}{notes}"
        verbs = [
            word
            for word, here in (
                ("tap", cost.tap),
                ("untap", cost.untap),
                ("sacrifice", cost.sacrifice_this),
                ("exile", cost.exile_this),
            )
            if here
        ]
        return f"{' and '.join(verbs) or 'use'} {name} for {made}{notes}"

    def ability(self, activation: Activation) -> ManaAbility:
        """Return the ability that is activated, with the value of its X."""
        mana = [self.payment.mana[number] for number in activation.made]
        ability = self.current.ability(activation.source, activation.ability, mana)
        return ability if activation.x is None else ability.with_x(activation.x)

    def extras(self, equal: Sequence[Activation]) -> list[str]:
        """Say what equal activations cost and do besides mana, taps and giving up themselves."""
        first = equal[0]
        ability = self.ability(first)
        cost = ability.cost
        extras = []
        if cost.life:
            extras.append(f"paying {cost.life * len(equal)} life")
        if cost.energy:
            extras.append(f"paying {'{E}' * cost.energy}")
        if cost.tickets:
            extras.append(f"paying {'{TK}' * cost.tickets}")
        if cost.discard_hand:
            extras.append("discarding your hand")
        if cost.graveyard:
            extras.append(f"exiling {_graveyard(cost)}")
        for counter, number in cost.counters:
            extras.append(f"removing {_number(number, f'{counter} counter')}")
        for deed, objects in groupby(first.objects, key=lambda one: one[0]):
            extras.append(f"{_gerund(deed)} {self.listed([name for _, name in objects])}")
        if damage := ability.damage + ability.damage_waiting:
            extras.append(f"taking {damage * len(equal)} damage")
        return extras

    def funding(self, spends: Sequence[Spend], latest: Sequence[int]) -> str:
        """Say how an ability's own mana cost is paid."""
        cost = joined((spend.symbol for spend in spends), spends)
        numbers = [number for spend in spends for number in spend.mana]
        life = sum(spend.life for spend in spends)
        parts = []
        if numbers:
            just_made = set(numbers) <= set(latest)
            parts.append(self.mana(numbers) if not just_made else f"that {self.symbols(numbers)}")
        if life:
            parts.append(f"{life} life")
        return f"pay {cost} with {' and '.join(parts)}"

    # --- paying ----------------------------------------------------------------------------------

    def spends(self) -> list[str]:
        """Say what pays which symbols, where that is not plain."""
        lines = []
        payers = [(*payer, spend.symbol) for spend in self.payment.spends for payer in spend.payers]
        tappers = [payer for payer in payers if payer[1]]
        for (way, _), group in groupby(tappers, key=lambda one: (one[0], self.label(one[1]))):
            together = list(group)
            names = self.counted([source for _, source, _ in together])
            lines.append(f"{way} with {names} for {self.due(symbol for *_, symbol in together)}")
        ways = Counter(way for way, _, _ in payers)
        if delved := ways[Payer.DELVE]:
            lines.append(f"delve {_number(delved, 'card')} for {{{delved}}}")
        if helped := ways[Payer.ASSIST]:
            lines.append(f"another player pays {{{helped}}} (assist)")
        for spend in self.payment.spends:
            if spend.life:
                lines.append(f"pay {spend.life} life for {spend.symbol}")
        paid = [spend for spend in self.payment.spends if spend.mana]
        if self.tells_mana_apart(paid):
            shares: dict[tuple[str, ...], list[Spend]] = {}
            for spend in paid:
                shares.setdefault(self.makers(spend), []).append(spend)
            for makers, spends in shares.items():
                cost = self.due(spend.symbol for spend in spends)
                mana = self.symbols([number for spend in spends for number in spend.mana])
                if makers == (SPENT_BEFORE,):
                    lines.append(f"pay {cost} with the {mana} already spent")
                else:
                    lines.append(f"pay {cost} with {mana} from {_and(makers)}")
        return lines

    def due(self, symbols: Iterable[str]) -> str:
        """Write some symbols of the locked total."""
        return joined(symbols, self.payment.spends, self.payment.announcement.total.x_count)

    def tells_mana_apart(self, paid: list[Spend]) -> bool:
        """Tell whether it has to be said which mana pays which symbol."""
        spent = {number for spend in paid for number in spend.mana}
        return (
            not spent <= self.maker.keys()
            or len(spent) < len(self.payment.mana)
            or any(len(spend.mana) > 1 for spend in paid)
        )

    def makers(self, spend: Spend) -> tuple[str, ...]:
        """Name what made the mana of a symbol, each once."""
        return tuple(dict.fromkeys(map(self.origin, spend.mana)))

    def origin(self, number: int) -> str:
        """Name what made a mana."""
        if number in self.maker:
            return self.label(self.maker[number])
        return SPENT_BEFORE if number in self.spent_before else "the pool"

    def other_costs(self) -> list[str]:
        """Say what is paid besides mana."""
        additional = self.problem.spell.additional
        lines = self.covers_and_blight()
        lines += [
            f"{_GIVEN_UP[deed]} {self.listed([name for _, name in group])}"
            for deed, group in groupby(self.payment.objects, key=lambda one: one[0])
            if deed is not Deed.BLIGHT
        ]
        life = additional.life + self.payment.announcement.life
        if life:
            lines.append(f"pay {life} life")
        lines += [
            f"exile {_graveyard(cost)}"
            for cost in costs_beside_mana(self.problem.spell, self.payment.announcement)
            if cost.graveyard
        ]
        if additional.untap:
            lines.append(f"untap {self.problem.spell.name}")
        if additional.discard_hand:
            lines.append("discard your hand")
        return lines

    def covers_and_blight(self) -> list[str]:
        """Tell what pays the costs that ask for a total, and what is blighted."""
        lines = []
        coverings = iter(self.payment.coverings)
        blighted = (each for deed, each in self.payment.objects if deed is Deed.BLIGHT)
        graveyard = self.problem.board.graveyard
        for cost in costs_beside_mana(self.problem.spell, self.payment.announcement):
            for covering in (next(coverings) for _ in cost.covers):
                if covering.objects:
                    total = sum(self.sources[each].power or 0 for each in covering.objects)
                    lines.append(f"tap {self.listed(covering.objects)} (total power {total})")
                if covering.cards:
                    cards = [graveyard[index] for index in covering.cards]
                    names = Counter(card.name for card in cards)
                    total = sum(card.mana_value for card in cards)
                    shown = _and([_cards(name, number) for name, number in names.items()])
                    lines.append(f"exile {shown} from your graveyard (total mana value {total})")
            if cost.blight:
                counters = _number(cost.blight, "-1/-1 counter")
                lines.append(f"put {counters} on {self.label(next(blighted))}")
        return lines

    def balance(self) -> list[str]:
        """Say what is lost, and what is left in the pool."""
        lines = []
        lost, life = self.payment.life_lost, self.problem.board.life
        if lost:
            losing = ", which loses the game" if lost >= life else ""
            lines.append(f"life: {life} to {life - lost}{losing}")
        if floating := self.payment.floating:
            lines.append(f"floating: {''.join(f'{{{mana.type}}}' for mana in floating)}")
        return lines

    # --- words -----------------------------------------------------------------------------------

    def label(self, source_id: str) -> str:
        """Name a source: with its id where another of that name differs from it."""
        source = self.sources.get(source_id)
        if source is None:
            return source_id or "a card"
        if source.name not in self.told_apart:
            return source.name
        return source_id if source.name in source_id else f"{source.name} ({source_id})"

    @cached_property
    def told_apart(self) -> frozenset[str]:
        """Names of sources that differ, or of which one is used and then given up."""
        first: dict[str, Source] = {}
        differ = {
            one.name
            for one in self.sources.values()
            if not _equal(first.setdefault(one.name, one), one)
        }
        steps = self.payment.activations
        given_up = {each for _, each in self.payment.objects}
        given_up.update(each for step in steps for _, each in step.objects)
        used = {step.source for step in steps}
        twice = {self.sources[each].name for each in given_up & used if each in self.sources}
        return frozenset(differ | twice)

    def listed(self, ids: Iterable[str]) -> str:
        """Name objects, neighbours of a name together."""
        return _and([self.counted(list(group)) for _, group in groupby(ids, key=self.label)])

    def counted(self, ids: Sequence[str]) -> str:
        """Name objects of one name, with their number."""
        name = self.label(ids[0])
        if len(ids) == 1:
            return name
        return f"{len(ids)} {name}" if len(set(ids)) > 1 else f"{name} {len(ids)} times"

    def symbols(self, numbers: Iterable[int]) -> str:
        """Spell the types of mana."""
        return "".join(f"{{{self.payment.mana[number].type}}}" for number in numbers)

    def mana(self, numbers: Sequence[int]) -> str:
        """Name mana with what made it."""
        groups = groupby(numbers, key=self.origin)
        return _and([f"{self.symbols(group)} from {maker}" for maker, group in groups])


def _equal(one: Source, other: Source) -> bool:
    return (one.abilities, one.tapped, one.summoning_sick, one.types, one.counters) == (
        *(other.abilities, other.tapped, other.summoning_sick, other.types, other.counters),
    )


def _and(words: Sequence[str]) -> str:
    """List words: ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def joined(symbols: Iterable[str], due: Iterable[Spend] = (), written: int = 1) -> str:
    """Write symbols side by side, generic ones added up, and X not unit by unit.

    Parameters
    ----------
    symbols
        What is written.
    due
        All that is due: X is written as in the cost where all of its units are among the symbols.
    written
        How often X stands in the cost.

    Examples
    --------
    >>> from autotap.models.result import Spend
    >>> joined(["{1}", "{U}", "{1}"])
    '{2}{U}'
    >>> joined(["{X}", "{X}", "{R}"], [Spend("{X}"), Spend("{R}"), Spend("{X}")])
    '{X}{R}'
    >>> joined(["{X}", "{X}", "{R}"])
    '{R} and {2} of X'
    """
    found = list(symbols)
    generic, x = found.count("{1}"), found.count("{X}")
    rest = "".join(symbol for symbol in found if symbol not in ("{1}", "{X}"))
    plain = (f"{{{generic}}}" if generic else "") + rest
    if not x:
        return plain
    if x == sum(spend.symbol == "{X}" for spend in due):
        return "{X}" * written + plain
    return f"{plain} and {{{x}}} of X" if plain else f"{{{x}}} of X"


def _graveyard(cost: ActivationCost) -> str:
    kind = "card" if cost.graveyard_what == "card" else f"{cost.graveyard_what} card"
    return f"{_number(cost.graveyard, kind)} from your graveyard"


def _number(number: int, noun: str) -> str:
    if number > 1:
        return f"{number} {noun}s"
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _cards(name: str, number: int) -> str:
    """Name cards, by their number where they have no name."""
    if not name:
        return _number(number, "card")
    return name if number == 1 else f"{number} {name}"


def _gerund(deed: Deed) -> str:
    word = _GIVEN_UP[deed]
    if deed is Deed.TAP:
        return "tapping"
    return f"{word.removesuffix('e')}ing"
