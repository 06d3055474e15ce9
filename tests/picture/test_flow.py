"""What a picture says flows where."""

from __future__ import annotations

from collections import Counter

import pytest

from autotap.models import Board, ManaZone
from autotap.models.picture.flow import COST, MOST_CARDS, MOST_LAYERS, Flow, FlowBuilder, Key
from autotap.models.picture.payments import magic_flow, zone_flow
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, ZonePayment
from autotap.solver import pay, solve
from tests.fuzzing.check import case_of, problem_of
from tests.picture.gallery import gallery


def flow_of(result: Result) -> Flow:
    problem, payment = result.problem, result.unwrap()
    if isinstance(payment, Payment):
        assert isinstance(problem, Problem)
        return magic_flow(problem, payment)
    assert problem is not None
    assert not isinstance(problem, Problem)
    return zone_flow(problem, payment)


def shown(name: str) -> Flow:
    result = gallery()[name]
    assert isinstance(result, Result)
    return flow_of(result)


def told(flow: Flow) -> list[str]:
    """Write each wire as ``MANA of SOURCE pays SYMBOL of TARGET``."""
    lines = []
    for wire in flow.wires:
        source, target = flow.cards[wire.source], flow.cards[wire.target]
        out, into = source.outs[wire.out], target.ins[wire.into]
        lines.append(
            f"{out.count} {out.symbol} of {source.title} pays {into.symbol} of {target.title}"
        )
    return sorted(lines)


def test_a_filter_stands_between_what_funds_it_and_what_it_pays() -> None:
    flow = shown("chain")
    assert [(card.title, card.layer) for card in flow.cards] == [
        ("Forest", 0),
        ("Plains", 0),
        ("Azorius Signet", 1),
        ("Mystic Gate", 1),
        ("Cost", 2),
    ]
    assert told(flow) == [
        "1 {G} of Forest pays {1} of Azorius Signet",
        "1 {U} of Azorius Signet pays {U} of Cost",
        "1 {U} of Mystic Gate pays {U} of Cost",
        "1 {W} of Azorius Signet pays {W} of Cost",
        "1 {W} of Mystic Gate pays {W} of Cost",
        "1 {W} of Plains pays {W/U} of Mystic Gate",
    ]
    assert [(port.symbol, port.count) for port in flow.cards[-1].ins] == [("{W}", 2), ("{U}", 2)]


@pytest.mark.parametrize(
    ("name", "title", "pays", "notes"),
    [
        ("phyrexian", "4 life", "2 {life} of 4 life pays {B/P} of Cost", "in place of mana"),
        ("convoke", "Saproling", "2 {tap} of Saproling pays {G} of Elvish Host", "convoke"),
        ("delve", "Graveyard", "5 {card} of Graveyard pays {6} of Gurmag Angler", "delve 5"),
        ("restricted", "Trilobite", "1 {C} of Trilobite pays {1} of Azorius Signet",
         "only: abilities"),
        ("painlands", "City of Brass", "1 {R} of City of Brass pays {R} of Cost",
         "taking 1 damage"),
        ("zone payment", "Water", "3 {1} of Water pays {3} of Cost", ""),
    ],
)  # fmt: skip
def test_what_pays_besides_plain_mana(name: str, title: str, pays: str, notes: str) -> None:
    flow = shown(name)
    assert pays in told(flow)
    card = next(card for card in flow.cards if card.title == title)
    assert ", ".join(card.notes) == notes


def test_mana_that_pays_nothing_is_shown_unspent() -> None:
    flow = flow_of(pay("{1}{R}", "Gilded Lotus; pool: {G}"))
    unspent = [(card.title, port.symbol, port.count)
               for card in flow.cards for port in card.outs if not port.spent]  # fmt: skip
    assert sum(number for *_, number in unspent) == 2


def test_equal_steps_are_one_card() -> None:
    flow = flow_of(pay("{W}{W}{W}{U}{U}{U}", "3 Forest; 3 Azorius Signet"))
    assert [(card.title, card.count) for card in flow.cards[:-1]] == [
        ("Forest", 3),
        ("Azorius Signet", 3),
    ]
    assert [(port.symbol, port.count) for port in flow.cards[1].ins] == [("{1}", 3)]


def test_other_costs_are_noted_at_the_cost_and_a_free_one_says_so() -> None:
    assert flow_of(pay("{0}", "Forest")).cards[-1].notes == ("nothing to pay",)
    free = flow_of(pay("colorless(0)", ManaZone.parse("Fire")))
    assert [card.notes for card in free.cards] == [("nothing to pay",)]


def test_crowds_and_long_chains_are_cut_with_a_count() -> None:
    builder = FlowBuilder()
    keys: list[Key] = []
    for number in range(1_000):
        keys.append(builder.card((number,), f"Rock {number}", layer=number // 100))
        if number >= 100:
            builder.needs(keys[-1], "{1}")
            builder.wire(keys[number - 100], "{C}", keys[-1], "{1}")
    builder.needs(COST, "{100}")
    for key in keys[-100:]:
        builder.wire(key, "{C}", COST, "{100}")
    flow = builder.flow("Cost", ())
    sizes = Counter(card.layer for card in flow.cards)
    assert max(sizes.values()) == MOST_CARDS
    assert max(sizes) == MOST_LAYERS
    assert flow.cards[MOST_CARDS - 1].title == f"{100 - MOST_CARDS + 1} more"
    drawn = sum(card.title.startswith("Rock") for card in flow.cards)
    rest = sum(int(card.title.split()[0]) for card in flow.cards if card.title.endswith(" more"))
    assert drawn + rest == 1_000
    layers = [card.layer for card in flow.cards]
    assert all(layers[wire.source] < layers[wire.target] for wire in flow.wires)


@pytest.mark.parametrize("seed", range(70_000, 70_060))
def test_every_mana_of_a_random_payment_is_drawn_once(seed: int) -> None:
    """What leaves the cards is what the payment makes; what enters the cost is what it pays."""
    result = solve(problem_of(case_of(seed)))
    if result.payment is None:
        return
    flow = flow_of(result)
    layers = [card.layer for card in flow.cards]
    assert all(layers[wire.source] < layers[wire.target] for wire in flow.wires)
    assert len({(wire.source, wire.out) for wire in flow.wires}) == len(flow.wires)
    outs = [port for card in flow.cards for port in card.outs]
    if isinstance(result.payment, ZonePayment):
        assert sum(port.count for port in outs) == len(result.payment.taps)
        return
    payment = result.payment
    mana = Counter(f"{{{one.type}}}" for one in payment.mana)
    drawn: Counter[str] = Counter()
    unspent: Counter[str] = Counter()
    for port in outs:
        drawn[port.symbol] += port.count
        unspent[port.symbol] += 0 if port.spent else port.count
    assert +unspent == Counter(f"{{{one.type}}}" for one in payment.floating)
    assert drawn.pop("{life}", 0) == sum(spend.life for spend in payment.spends)
    payers = sum(drawn.pop(symbol, 0) for symbol in ("{tap}", "{card}", "{player}"))
    assert payers == sum(len(spend.payers) for spend in payment.spends)
    assert drawn == mana


def test_a_flow_is_of_what_was_paid() -> None:
    """A payment of another board is refused and not drawn as if it were of this one."""
    result = pay("{G}", "Forest")
    payment = result.unwrap()
    assert isinstance(payment, Payment)
    assert isinstance(result.problem, Problem)
    other = Problem(Board.parse("Island"), result.problem.spell)
    with pytest.raises(KeyError):
        magic_flow(other, payment)
