"""Payments of the library followed by the reference: which copy did what, which mana paid what.

An answer record leaves open which copy, object or mana was meant. Here nothing is left open, so a
payment that breaks a rule is not excused by another one that has the same record.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

from tests.casework.magic import source_ids
from tests.fuzzing.distinct import distinct
from tests.reference import duel_masters
from tests.reference.magic import TERMS
from tests.reference.notation import COLORS, Symbol, Unit, parse_cost
from tests.reference.objects import give_touched, give_used, tap_touched, tap_used
from tests.reference.position import counted
from tests.reference.question import Announcement, Final, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from autotap.models.mtg.mana import Mana
    from autotap.models.result import Activation, Payment, Spend, ZonePayment
    from tests.reference.notation import Ability
    from tests.reference.objects import CopyState, Group
    from tests.reference.position import Move, Position

    Objects = Iterable[tuple[str, str]]

PAYER_TYPES = {
    "convoke": {"creature"},
    "improvise": {"artifact"},
    "waterbend": {"artifact", "creature"},
}
ADDITIONAL = "additional "
MOST_STATES = 200_000


class Illegal(Exception):  # noqa: N818
    """The payment breaks a rule."""


def _require(holds: object, reason: str) -> None:
    if not holds:
        raise Illegal(reason)


class Referee:
    """Follows payments of one Magic case, step by step.

    Parameters
    ----------
    case
        The case, with its hint keys.
    """

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.names = {source_id: entry["name"] for source_id, entry in source_ids(case)}
        self.at = {source_id: at for at, source_id in enumerate(self.names)}
        self.question = Question(distinct(case), max_states=MOST_STATES)
        self.question.reads_pool = True

    def follow(self, payment: Payment) -> Final:
        """Follow a payment to its end.

        Raises
        ------
        Illegal
            At the first step that the rules do not allow.
        """
        return _Replay(self, payment).run()

    def vector(self, final: Final) -> dict[str, int]:
        """The objective of a payment that was followed."""
        terms = dict(zip(TERMS, self.question.vector(final), strict=True))
        return {**terms, "mana_left": -terms["mana_left"]}


class _Replay:
    def __init__(self, referee: Referee, payment: Payment) -> None:
        self.referee, self.payment = referee, payment
        self.question, self.world = referee.question, referee.question.world
        start = self.world.start
        self.position = start.position
        self.life, self.waiting, self.graveyard = start.life, 0, 0
        self.life_paid = self.loss = 0
        self.kinds: list[int] = []
        self.spent: set[int] = set()
        self.paid: list[tuple[int, str]] = []

    def run(self) -> Final:
        payment, world = self.payment, self.world
        announcement = self.announcement()
        size = len(world.start.pool)
        self.kinds = [self.kind(mana, None) for mana in payment.mana[:size]]
        _require(sorted(self.kinds) == list(world.start.pool), "another pool at the start")
        for step in payment.activations:
            self.activate(step)
        _require(len(self.kinds) == len(payment.mana), "mana that nothing made")
        return self.pay(announcement)

    # -- announcing --------------------------------------------------------------------------

    def announcement(self) -> Announcement:
        """The variant of the total that is announced, with the ids given up or tapped for it."""
        pay, claimed = self.question.pay, self.payment.announcement
        total = pay["total_cost"]
        for variant in [{"cost": total}] if isinstance(total, str) else total or ():
            x = variant.get("x", claimed.x if "{X}" in variant["cost"] else None)
            if (
                _counted(str(claimed.total)) == _counted(variant["cost"])
                and claimed.x in (x, variant.get("x", pay.get("x")))
                and 0 <= (claimed.x or 0) <= pay.get("x_limit", 10**6)
                and claimed.life == variant.get("life", 0)
                and sorted(claimed.sacrifice) == sorted(variant.get("sacrifice", ()))
                and sorted(claimed.tap) == sorted(variant.get("tap", ()))
            ):
                return Announcement(claimed.x, parse_cost(variant["cost"]), claimed.life, (), ())
        raise Illegal(f"{claimed.total} is not on offer")

    # -- objects -----------------------------------------------------------------------------

    def index(self, source_id: str) -> int:
        _require(source_id in self.referee.at, f"there is no {source_id!r}")
        return self.referee.at[source_id]

    def state(self, at: int) -> CopyState:
        return self.world.copies(self.position, at)[0][0]

    def moved(self, position: Position, states: Mapping[int, CopyState]) -> Position:
        """The position with these copies in these states."""
        for at, state in states.items():
            old = self.world.copies(position, at)[0][0]
            ids = self.world.state_id(at, old), self.world.state_id(at, state)
            position = self.world.change(position, at, *ids)
        return position

    def used(
        self,
        states: dict[int, CopyState],
        objects: Objects,
        tap: Callable[[CopyState], CopyState],
        give: Callable[[CopyState], CopyState],
    ) -> None:
        """Put into ``states`` what becomes of the objects of a cost: taps first."""
        chosen = list(objects)
        _require(len(set(chosen)) == len(chosen), "an object does the same twice")
        for deed, source_id in sorted(chosen, key=lambda one: one[0] != "tap"):
            at = self.index(source_id)
            state = states.get(at, self.state(at))
            _require(not state.gone, f"{source_id!r} is gone")
            _require(deed != "tap" or not state.tapped, f"{source_id!r} is tapped")
            states[at] = tap(state) if deed == "tap" else give(state)

    # -- mana --------------------------------------------------------------------------------

    def kind(self, mana: Mana, group: Group | None, *, rider: bool = False) -> int:
        tags = (mana.tags.only,) if mana.tags.only else ()
        own = group.types if group is not None and not mana.tags.origin else frozenset()
        _require(mana.tags.flags <= own, f"{mana} is not from such a source")
        unit = Unit(mana.type, tags, mana.tags.origin or None)
        return self.world.unit_kind(unit, group, rider=rider)

    def spend(self, context: str, cost: tuple[Symbol, ...], spends: Iterable[Spend], x: int) -> int:
        """Pay a cost with the mana named, and say how much life is due for its symbols."""
        spends = list(spends)
        due = _counted("".join(symbol.text for symbol in cost), x)
        _require(Counter(_key(spend.symbol) for spend in spends) == due, "not the symbols due")
        life = 0
        x_types: list[str] = []
        for spend in spends:
            number = len(spend.mana) + len(spend.payers)
            symbol = parse_cost(spend.symbol)
            ways = [
                way
                for way in self.world.expand(symbol, context, 1)
                if len(way.demand) == number and way.life == spend.life
            ]
            _require(ways, f"{spend.symbol} is not paid in full")
            slot = ways[0].demand[0] if number else -1
            for unit in spend.mana:
                _require(0 <= unit < len(self.kinds), f"mana {unit} is not there")
                _require(unit not in self.spent, f"mana {unit} is spent twice")
                self.spent.add(unit)
                _require(
                    any(self.world.accepts(way.demand[0], self.kinds[unit]) for way in ways),
                    f"mana {unit} may not pay {spend.symbol}",
                )
                if context == "main":
                    self.paid.append((self.kinds[unit], self.world.kind(self.kinds[unit]).type))
                x_types += [self.world.kind(self.kinds[unit]).type] * symbol[0].variable
            for way, source_id in spend.payers:
                _require(context == "main", f"{way} pays for no ability")
                self.pay_otherwise(way, source_id, slot)
            life += spend.life
        if self.world.contexts[context].x_distinct:
            _require(len(set(x_types)) == len(x_types), "X takes two mana of a type")
        return life

    def pay_life(self, amount: int) -> None:
        _require(not (amount and self.world.no_life), "no life may be paid")
        _require(amount <= max(self.life, 0), "not enough life")
        self.life -= amount
        self.life_paid += amount

    # -- mana abilities ----------------------------------------------------------------------

    def activate(self, step: Activation) -> None:
        world, at = self.world, self.index(step.source)
        group = world.groups[at]
        _require(0 <= step.ability < len(group.abilities), f"no such ability of {step.source!r}")
        has_x = group.abilities[step.ability].has_x
        _require(has_x == (step.x is not None), f"X of {step.source!r}")
        x = step.x or 0
        _require(x in world.values_of_x(at, self.state(at), step.ability), f"X = {x}")
        ability = world.with_x(at, step.ability, x)
        own = world.own_cost(at, self.state(at), step.ability, x)
        if own is None:
            raise Illegal(f"{step.source!r} cannot be activated")
        states = {at: own}
        self.used(states, step.objects, tap_used, give_used)
        if ability.sacrifice_this or ability.exile_from_hand:
            _require(not states[at].gone, f"{step.source!r} is gone")
            states[at] = give_used(states[at])
        after = self.moved(self.position, states)
        moves = world.activations(self.position, at, self.state(at), step.ability)
        fitting = (one for one in moves if one.position == after and one.ability is ability)
        move = next(fitting, None)
        if move is None:
            raise Illegal(f"{step.source!r} lacks objects or a condition")
        life = self.spend("ability", ability.mana, step.spends, 0)
        self.pay_life(ability.life + life)
        self.graveyard += ability.graveyard
        _require(self.graveyard <= world.graveyard, "not enough cards in the graveyard")
        self.position = after
        self.loss += move.loss
        self.make(step, group, ability, move)
        self.waiting += ability.damage_waiting
        self.life -= ability.damage

    def make(self, step: Activation, group: Group, ability: Ability, move: Move) -> None:
        """Check the mana made, and put it into the pool."""
        size = len(self.kinds)
        _require(step.made == tuple(range(size, size + len(step.made))), "numbers out of turn")
        mana = self.payment.mana[size : size + len(step.made)]
        _require(len(mana) == len(step.made), "numbers of mana that is not there")
        if ability.doubles:
            unspent = [
                self.world.kind(kind).type
                for number, kind in enumerate(self.kinds)
                if number not in self.spent
            ]
            alternatives: Iterable[tuple[Unit, ...]] = [tuple(map(Unit, unspent))]
        else:
            times = self.world.number(move.position, ability.per) if ability.per else 1
            alternatives = [counted(alternative, times) for alternative in ability.outputs]
        _require(any(_is_output(mana, units) for units in alternatives), "other mana than it makes")
        rider = ability.rider is not None
        self.kinds += [self.kind(each, group, rider=rider) for each in mana]

    # -- paying ------------------------------------------------------------------------------

    def pay_otherwise(self, way: str, source_id: str, slot: int) -> None:
        """Tap an object, or exile a card, for one slot."""
        content = self.world.slot(slot)
        _require(way in self.question.ways, f"{way} is no way to pay this")
        _require(content.generic or way == "convoke", f"{way} pays generic mana only")
        if way == "delve":
            self.graveyard += 1
            _require(self.graveyard <= self.world.graveyard, "not enough cards to delve")
            return
        at = self.index(source_id)
        group, state = self.world.groups[at], self.state(at)
        _require(not (group.in_hand or state.gone or state.tapped), f"{source_id!r} is not there")
        _require(PAYER_TYPES[way] & group.types, f"{source_id!r} does not {way}")
        colors = set(content.types) & set(group.colors) & set(COLORS)
        _require(content.generic or colors, f"{source_id!r} has another color")
        self.position = self.moved(self.position, {at: tap_used(state)})
        self.loss += group.tap_loss

    def pay(self, announcement: Announcement) -> Final:
        question, world, payment = self.question, self.world, self.payment
        x = announcement.x or 0
        life = self.spend("main", announcement.cost, payment.spends, x)
        _require(
            not payment.activations or any(not spend.life for spend in payment.spends),
            "a mana ability, but no mana is due",
        )
        payers = [str(way) for spend in payment.spends for way, _ in spend.payers]
        cap = question.pay.get("waterbend", 0)
        _require(payers.count("waterbend") <= (x if cap == "X" else cap), "too much waterbending")
        extra = sum(item["amount"] for item in question.extra if item["kind"] == "life")
        self.pay_life(life + announcement.life + extra)
        after, exiled, more = self.extras(announcement)
        lost = world.life - self.life + self.waiting
        _require(payment.life_paid == self.life_paid, f"{self.life_paid} life is paid")
        _require(payment.life_lost == lost, f"{lost} life is lost")
        _require(payment.graveyard == exiled, f"{exiled} cards are exiled")
        left = [kind for number, kind in enumerate(self.kinds) if number not in self.spent]
        activations = len(payment.activations) + sum(way != "delve" for way in payers)
        return Final(
            after,
            tuple(sorted(left)),
            world.life - lost,
            exiled,
            self.loss + more,
            activations,
            (),
            tuple(sorted(self.paid)),
        )

    def extras(self, announcement: Announcement) -> tuple[Position, int, int]:
        """The position after the other costs are paid with the objects named."""
        states: dict[int, CopyState] = {}
        objects = [*self.covered()]
        objects += [one for one in self.payment.objects if one[0] != "blight"]
        self.used(states, objects, tap_touched, give_touched)
        self.blight(states)
        after = self.moved(self.position, states)
        for sacrificed in self.called("sacrifice", self.payment.announcement.sacrifice):
            for tapped in self.called("tap", self.payment.announcement.tap):
                one = announcement._replace(sacrifice=sacrificed, tap=tapped)
                for way in self.question.extras(self.position, self.graveyard, one):
                    if way[:2] == (after, self.payment.graveyard):
                        return way
        raise Illegal("the objects chosen do not fit the other costs")

    def covered(self) -> Iterator[tuple[str, str]]:
        """What is tapped for costs that ask for a total, each of which is met."""
        items = [i for i in self.question.extra if i["kind"] in ("tap total", "collect evidence")]
        coverings = self.payment.coverings
        _require(len(items) == len(coverings), "not as many totals as costs ask for")
        cards = [card for card, count in self.world.cards for _ in range(count)]
        for item, covering in zip(items, coverings, strict=True):
            if item["kind"] == "tap total":
                groups = [self.world.groups[self.index(each)] for each in covering.objects]
                _require(all(g.fits_any(item["what"]) for g in groups), "tapped for no power")
                total = sum(group.power for group in groups)
                _require(not covering.cards, "cards for power")
                yield from (("tap", each) for each in covering.objects)
            else:
                _require(not covering.objects, "objects for evidence")
                _require(len(set(covering.cards)) == len(covering.cards), "a card twice")
                _require(all(0 <= n < len(cards) for n in covering.cards), "a card from nowhere")
                total = sum(cards[number].mana_value for number in covering.cards)
            _require(total >= item["total"], f"a total of {total} for {item['total']}")

    def blight(self, states: dict[int, CopyState]) -> None:
        """Put -1/-1 counters on the creature named; if it dies it leaves."""
        items = [item for item in self.question.extra if item["kind"] == "blight"]
        ids = [each for deed, each in self.payment.objects if deed == "blight"]
        _require(len(items) == len(ids), "not as many objects blighted as costs ask for")
        for item, source_id in zip(items, ids, strict=True):
            at = self.index(source_id)
            group, state = self.world.groups[at], states.get(at, self.state(at))
            _require(group.fits("creature"), f"{source_id!r} is no creature")
            _require(not (group.in_hand or self.state(at).gone), f"{source_id!r} is gone")
            if group.dies_of(item["amount"]) and not state.gone:
                states[at] = give_touched(state)

    def called(self, deed: str, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Objects of the other costs that have these names, in every way."""
        ids = [source_id for done, source_id in self.payment.objects if done == deed]
        for chosen in permutations(ids, len(names)):
            if tuple(self.referee.names[each] for each in chosen) == names:
                yield chosen


def _key(text: str) -> tuple[object, ...]:
    (symbol,) = parse_cost(text)
    return "".join(sorted(symbol.types)), symbol.generic, symbol.life, symbol.snow, symbol.variable


def _counted(text: str, x: int = 1) -> Counter[tuple[object, ...]]:
    """Symbols of a cost, generic mana one by one, {X} as often as ``x`` says."""
    found: Counter[tuple[object, ...]] = Counter()
    for symbol in parse_cost(text):
        if not (symbol.types or symbol.snow or symbol.variable):
            found[_key("{1}")] += symbol.generic
        else:
            found[_key(symbol.text)] += x if symbol.variable else 1
    return +found


def _is_output(mana: tuple[Mana, ...], units: tuple[Unit, ...]) -> bool:
    """Each mana can be one of the units, ``{Any}`` being any color."""
    have: Counter[tuple[object, ...]] = Counter(
        (each.type, (each.tags.only,) if each.tags.only else (), each.tags.origin or None)
        for each in mana
    )
    free: Counter[tuple[object, ...]] = Counter()
    wanted: Counter[tuple[object, ...]] = Counter()
    for unit in units:
        if unit.type == "Any":
            free[unit.tags, unit.source] += 1
        else:
            wanted[unit.type, unit.tags, unit.source] += 1
    rest = have - wanted
    return (
        not wanted - have
        and all(str(kind) in COLORS for kind, *_ in rest)
        and Counter((tags, source) for _, tags, source in rest.elements()) == free
    )


# -- Duel Masters ------------------------------------------------------------------------------


def illegal_zone(case: Mapping[str, Any], payment: ZonePayment) -> str | None:
    """Say what is wrong with a Duel Masters payment, or None; cards and numbers are exact."""
    pay = case["pay"]
    options = pay.get("options", {})
    extra = [tap for tap in payment.taps if tap.role.startswith(ADDITIONAL)]
    due = Counter(
        ADDITIONAL + cost["civilization"]
        for cost in pay.get("additional_costs", [])
        for _ in range(cost["count"])
    )
    nothing = options.get("zero_total", "free") == "free" or not pay["civilizations"]
    free = payment.total == 0 and nothing and options.get("system", "tcg") == "tcg"
    if (payment.total, payment.x, payment.free) != (pay["total_cost"], None, free):
        return "another total"
    if Counter(tap.role for tap in extra) != due or any(tap.number for tap in extra):
        return "other additional cards"
    numbers = {tap.card: tap.number for tap in payment.taps if tap not in extra}
    one_by_one = distinct(case)
    for card in one_by_one["board"]:
        allowed = card["mana_number"]
        number = numbers.get(card["name"])
        if number is not None:
            if number not in (allowed if isinstance(allowed, list) else [allowed]):
                return f"{card['name']} does not make {number}"
            card["mana_number"] = number
    taps = [{"name": t.card, "as": t.role.removeprefix(ADDITIONAL)} for t in payment.taps]
    record = {"payable": True, "taps": taps, "points": payment.points}
    return duel_masters.illegal(one_by_one, record)
