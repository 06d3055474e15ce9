"""Payments of both games as a flow: which card pays what, by which mana."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from autotap.models.mtg.spell import Payer
from autotap.models.picture.flow import COST, Flow, FlowBuilder, Key
from autotap.models.render_magic import MagicText

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Activation, Payment, Spend, ZonePayment

_PAYERS = {
    Payer.CONVOKE: "{tap}",
    Payer.IMPROVISE: "{tap}",
    Payer.DELVE: "{card}",
    Payer.WATERBEND: "{tap}",
    Payer.ASSIST: "{player}",
}
_NAMELESS = {Payer.DELVE: "Graveyard", Payer.ASSIST: "Another player"}


def magic_flow(problem: Problem, payment: Payment) -> Flow:
    """Return what flows where in a Magic payment.

    Parameters
    ----------
    problem, payment
        A problem, and a payment that it allows.

    Examples
    --------
    >>> from autotap.solver import pay
    >>> result = pay("{W}{U}", "Forest; Azorius Signet")
    >>> flow = magic_flow(result.problem, result.unwrap())
    >>> [(card.title, card.layer) for card in flow.cards]
    [('Forest', 0), ('Azorius Signet', 1), ('Cost', 2)]
    """
    return _MagicFlow(problem, payment).flow()


class _MagicFlow:
    """A Magic payment on its way into a flow."""

    def __init__(self, problem: Problem, payment: Payment) -> None:
        self.payment = payment
        self.problem = problem
        self.words = MagicText(problem, payment)
        self.builder = FlowBuilder()
        self.maker: dict[int, Key] = {}

    def flow(self) -> Flow:
        made = {number for step in self.payment.activations for number in step.made}
        pool = [number for number in range(len(self.payment.mana)) if number not in made]
        before = self.words.spent_before
        floating = [number for number in pool if number not in before]
        for numbers, name, note in (
            (floating, "Mana pool", "floating"),
            (before, "Already spent", "by hand"),
        ):
            if numbers:
                key = self.builder.card((name,), name, notes=(note,))
                self.maker.update(dict.fromkeys(numbers, key))
        steps = self.cards()
        for step, key in zip(self.payment.activations, steps, strict=True):
            for spend in step.spends:
                self.spend(spend, key)
        for spend in self.payment.spends:
            self.spend(spend, COST)
        self.payers()
        spent = {
            number
            for spends in (self.payment.spends, *(one.spends for one in self.payment.activations))
            for spend in spends
            for number in spend.mana
        }
        for number, key in self.maker.items():
            if number not in spent:
                self.builder.leaves(key, self.symbol(number))
        spell = self.problem.spell
        notes = tuple(self.words.other_costs())
        free = not self.payment.spends and not notes
        x = self.payment.announcement.x
        return self.builder.flow(
            spell.name or "Cost",
            ("nothing to pay",) if free else notes,
            {} if x is None else {"{X}": f"= {x}"},
        )

    def cards(self) -> list[Key]:
        """Add a card for the mana abilities that are alike; return the key of each activation."""
        groups: dict[Key, list[Activation]] = {}
        keys = []
        layers: dict[int, int] = {}
        layer_of: dict[Key, int] = {}
        for step in self.payment.activations:
            paid = [number for spend in step.spends for number in spend.mana]
            layer = 1 + max(layers.get(number, 0) for number in paid) if paid else 0
            layers.update(dict.fromkeys(step.made, layer))
            key: Key = (
                layer,
                self.words.label(step.source),
                step.ability,
                step.x,
                self.words.symbols(step.made),
                tuple(spend.symbol for spend in step.spends),
                tuple((deed, self.words.label(each)) for deed, each in step.objects),
            )
            groups.setdefault(key, []).append(step)
            layer_of[key] = layer
            keys.append(key)
        found = {}
        for key, equal in groups.items():
            title = self.words.label(equal[0].source)
            notes = tuple(self.notes(equal))
            found[key] = self.builder.card(
                key, title, layer=layer_of[key], notes=notes, times=len(equal)
            )
            for step in equal:
                self.maker.update(dict.fromkeys(step.made, found[key]))
        return [found[key] for key in keys]

    def notes(self, equal: list[Activation]) -> list[str]:
        """Say what happens to a source besides that it taps for mana."""
        cost = self.words.ability(equal[0]).cost
        made = [self.payment.mana[number].tags for number in equal[0].made]
        notes = [
            word
            for word, here in (
                ("untapped", cost.untap),
                ("sacrificed", cost.sacrifice_this),
                ("exiled", cost.exile_this),
            )
            if here
        ]
        life = sum(spend.life for step in equal for spend in step.spends)
        notes += [f"paying {life} life"] if life else []
        notes += self.words.extras(equal)
        return notes + list(dict.fromkeys(tags.only for tags in made if tags.only))

    def spend(self, spend: Spend, target: Key) -> None:
        """Lead to one symbol the mana that pays it."""
        self.builder.needs(target, spend.symbol)
        for number in spend.mana:
            self.builder.wire(self.maker[number], self.symbol(number), target, spend.symbol)

    def payers(self) -> None:
        """Lead to the cost what pays it besides mana."""
        lives: Counter[str] = Counter()
        bodies: Counter[tuple[Payer, str, str]] = Counter()
        for spend in self.payment.spends:
            lives[spend.symbol] += spend.life
            bodies.update((way, source, spend.symbol) for way, source in spend.payers)
        if life := lives.total():
            key = self.builder.card(("life",), f"{life} life", notes=("in place of mana",))
            for symbol, count in (+lives).items():
                self.builder.wire(key, "{life}", COST, symbol, count)
        for (way, source, symbol), count in bodies.items():
            if source:
                key = (way, self.words.label(source), symbol)
                key = self.builder.card(key, self.words.label(source), notes=(str(way),))
            else:
                notes = (f"delve {count}" if way is Payer.DELVE else str(way),)
                key = self.builder.card((way, symbol), _NAMELESS[way], notes=notes)
            self.builder.wire(key, _PAYERS[way], COST, symbol, count)

    def symbol(self, number: int) -> str:
        return f"{{{self.payment.mana[number].type}}}"


def zone_flow(problem: DuelMastersProblem, payment: ZonePayment) -> Flow:
    """Return what flows where in a Duel Masters payment.

    Examples
    --------
    >>> from autotap.models import ManaZone
    >>> from autotap.solver import pay
    >>> result = pay("fire/nature(4)", ManaZone.parse("2 Fire; Fire/Nature; Water"))
    >>> flow = zone_flow(result.problem, result.unwrap())
    >>> [(port.symbol, port.count) for port in flow.cards[-1].ins]
    [('{fire}', 1), ('{nature}', 1), ('{2}', 1)]
    """
    builder = FlowBuilder()
    names = {card.id: card for card in problem.board.cards}
    taps = Counter(
        (names[tap.card].name, names[tap.card].face_down, tap.role, tap.number)
        for tap in payment.taps
    )
    labels = {}
    for (name, face_down, role, number), count in taps.items():
        notes: tuple[str, ...] = ("face-down",) if face_down else ()
        if number != 1:
            notes += (f"{number} points" + (" each" if count > 1 else ""),)
        key = builder.card((name, role, number), name, notes=notes, times=count)
        if role == "points":
            symbol, due, amount = f"{{{number}}}", "{1}", count * number
            labels["{1}"] = "points"
        else:
            civilization = role.removeprefix("additional ")
            symbol = due = f"{{{civilization}}}"
            amount = count
            if role != civilization:
                labels[due] = "in addition"
        builder.needs(COST, due, amount)
        builder.wire(key, symbol, COST, due, count)
    return builder.flow(
        problem.spell.name or "Cost", ("nothing to pay",) if not payment.taps else (), labels
    )
