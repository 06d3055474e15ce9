"""What is paid in a Magic case: every legal payment, its objective, and the exhaustive search."""

from __future__ import annotations

from collections import Counter
from functools import partial
from heapq import heappop, heappush
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.locking import LARGEST_X
from tests.reference.notation import COLORS, TYPES, Symbol, parse_cost, parse_mana_list
from tests.reference.objects import (
    CopyState,
    Group,
    card_in_hand,
    doom,
    give_touched,
    leaving,
    mortal,
    named,
    no_loss,
    present,
    tap_loss,
    tap_touched,
    tap_used,
    untap,
    untapped,
)
from tests.reference.position import (
    Demand,
    Kind,
    Pool,
    Position,
    Spends,
    State,
    Step,
    Unbounded,
    World,
    counted,
    grown,
    refuse_growth,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LIFE_FLOOR = 5
KEPT_WEIGHT = 6
_STAGE = {"tap": 0, "tap total": 0, "tap this": 0, "untap this": 1, "blight": 1}


class Announcement(NamedTuple):
    """One way to declare the cost."""

    x: int | None
    cost: tuple[Symbol, ...]
    life: int
    sacrifice: tuple[str, ...]
    tap: tuple[str, ...]


class Payer(NamedTuple):
    """Something that pays besides mana: what it is tapped or exiled for, and the slot it pays."""

    how: str
    group: int
    slot: int


_Partial = tuple[Demand, Position, int, int, tuple[Payer, ...]]


class Final(NamedTuple):
    """A payment done. ``life`` is what is left after everything, waiting damage included."""

    position: Position
    left: Pool
    life: int
    graveyard: int
    loss: int
    activations: int
    payers: tuple[Payer, ...]
    spends: Spends


class Kept(NamedTuple):
    """Spells that should stay castable, together."""

    cards: tuple[tuple[int, int], ...]
    costs: tuple[tuple[tuple[Symbol, ...], str], ...]


class Standing(NamedTuple):
    """What a position alone adds to the objective."""

    loss: int
    sure_loss: int
    reserved: int
    flexibility: int
    emptied: int


class Question:
    """A position and what is paid there, under the default objective."""

    def __init__(
        self,
        case: Mapping[str, Any],
        *,
        x: int | None = None,
        keep: bool = True,
        assist: bool = False,
        max_states: int | None = None,
    ) -> None:
        self.case = case
        self.world = World(case, max_states=max_states)
        self.pay: Mapping[str, Any] = case.get("pay", {})
        self.ways = frozenset(self.pay.get("alternatives", ())) - {"assist"}
        self.helper = 0
        if assist and "assist" in self.pay.get("alternatives", ()):
            helper = World({"board": case.get("opponent_board", [])})
            self.helper = helper.mana_left(helper.start.position, helper.life, 0)
            self.ways |= {"assist"}
        self.announcements = sorted(self._announce(x), key=lambda one: one.x or 0)
        self.extra = [
            item
            for item in self.pay.get("additional_costs", ())
            if item["kind"] != "mana" and "not listed" not in item.get("text", "")
        ]
        self.this = max(
            (
                group.name
                for group in self.world.groups
                if not group.in_hand and group.name in self.pay.get("name", "")
            ),
            key=len,
            default=None,
        )
        self.kept = self._keep(case) if keep else []
        self.adds = tuple(
            self.world.unit_kind(u, None) for u in parse_mana_list(self.pay.get("adds", ""))
        )
        self.reads_pool = bool(self.world.start.pool or self.kept or self.world.prefer)
        self._worths()
        self._able_payers = [
            (at, group, hows)
            for at, group in enumerate(self.world.groups)
            if not group.in_hand and (hows := self._payer_roles(group))
        ]
        self._only_payers: Counter[tuple[str, str]] | None = None
        self._standings: dict[Position, Standing] = {}
        self._payers: dict[Any, list[_Partial]] = {}
        self._extras: dict[Any, list[tuple[Position, int, int]]] = {}
        self._castable: dict[Any, bool] = {}

    # -- what is asked -----------------------------------------------------------------------

    def _announce(self, x: int | None) -> Iterator[Announcement]:
        total = self.pay.get("total_cost")
        if isinstance(total, str):
            values: Iterable[int | None] = (self.pay.get("x"),)
            if "{X}" in total:
                most = min(self.pay.get("x_limit", LARGEST_X), LARGEST_X)
                values = range(most + 1) if x is None else (x,)
            for value in values:
                yield Announcement(value, parse_cost(total), 0, (), ())
        for variant in total if isinstance(total, list) else ():
            announced = variant.get("x", self.pay.get("x"))
            if x is None or announced is None or announced == x:
                yield Announcement(
                    announced,
                    parse_cost(variant["cost"]),
                    variant.get("life", 0),
                    tuple(variant.get("sacrifice", ())),
                    tuple(variant.get("tap", ())),
                )

    def _keep(self, case: Mapping[str, Any]) -> list[Kept]:
        cards: list[tuple[str, int, tuple[Symbol, ...], str]] = []
        for at, card in enumerate(case.get("hand", ())):
            if card["cost"] != "" and "land" not in card["types"]:
                for _ in range(card.get("count", 1)):
                    group = self.world.listed + at
                    cost = parse_cost(card.get("total_cost", card["cost"]))
                    cards.append((card["name"], group, cost, f"hand {at}"))
        together = Counter(case.get("expect", {}).get("still_castable", ()))
        if not together:
            return [Kept(((group, 1),), ((cost, key),)) for _, group, cost, key in cards]
        chosen = []
        for name, group, cost, key in cards:
            if together[name] > 0:
                together[name] -= 1
                chosen.append((group, cost, key))
        numbers = Counter(group for group, _, _ in chosen)
        return [Kept(tuple(numbers.items()), tuple((cost, key) for _, cost, key in chosen))]

    # -- worth of sources ----------------------------------------------------------------------

    def _worths(self) -> None:
        """Worth and scarcity of every type (R5, R7), as at the start."""
        world = self.world
        start = world.start.position
        wished = Counter(
            kind
            for kept in self.kept
            for cost, _ in kept.costs
            for symbol in cost
            for kind in symbol.types
        )
        self._unit_worth = {kind: (2 if kind == "C" else 4) * (1 + wished[kind]) for kind in TYPES}
        self._worth: list[dict[str, int]] = []
        offers: Counter[str] = Counter()
        for group in world.groups:
            best = dict.fromkeys(TYPES, 0)
            for ability in group.abilities:
                painful = bool(ability.life or ability.damage or ability.damage_waiting)
                times = world.number(start, ability.per) if ability.per else 1
                if ability.times_x:
                    there = dict(zip(group.counter_names, group.start.counters, strict=True))
                    times = min((there.get(n, 0) for n in ability.x_counters), default=1)
                for printed in ability.outputs:
                    alternative = counted(printed, times)
                    for kind in TYPES:
                        worth = sum(
                            self._unit_worth[kind] // (2 if unit.tags or painful else 1)
                            for unit in alternative
                            if _can_be(unit.type, kind)
                        )
                        best[kind] = max(best[kind], worth)
            self._worth.append(best)
            if not group.start.tapped:
                offers.update({kind: group.count for kind in TYPES if best[kind]})
        for unit in world.start.pool:
            offers.update(kind for kind in TYPES if _can_be(world.kind(unit).type, kind))
        self._scarcity = {kind: -(-12 // max(offers[kind], 1)) for kind in TYPES}
        self._price = [
            sum(worth[kind] * self._scarcity[kind] for kind in TYPES) for worth in self._worth
        ]
        self._vectors: dict[tuple[int, ...], list[int]] = {}
        for at, worths in enumerate(self._worth):
            if any(worths.values()):
                self._vectors.setdefault(tuple(worths.values()), []).append(at)

    def floating_price(self, kind: Kind) -> int:
        """Flexibility of one floating unit."""
        return sum(
            self._unit_worth[one] // (2 if kind.tags else 1) * self._scarcity[one]
            for one in TYPES
            if _can_be(kind.type, one)
        )

    def missing(self, left: Pool) -> tuple[int, list[Kind]]:
        """Price of the starting units that are missing, and those that {Any} stands in for."""
        have = Counter(world_kind[:2] for world_kind in map(self.world.kind, left))
        lost = []
        for kind in map(self.world.kind, self.world.start.pool):
            if have[kind[:2]] > 0:
                have[kind[:2]] -= 1
            else:
                lost.append(kind)
        lost.sort(key=self.floating_price, reverse=True)
        price, stand_ins = 0, []
        for kind in lost:
            if kind.type in COLORS and have["Any", kind.tags] > 0:
                have["Any", kind.tags] -= 1
                stand_ins.append(kind)
            else:
                price += self.floating_price(kind)
        return price, stand_ins

    def standing(self, position: Position) -> Standing:
        """What the position adds to losses, reserved, flexibility and emptied."""
        found = self._standings.get(position)
        if found is not None:
            return found
        loss = counters = reserved = flexibility = 0
        full: list[bool] = []
        for at, group in enumerate(self.world.groups):
            whole = True
            for state, count in self.world.copies(position, at):
                reserved += count * group.reserved * state.used
                if state.used or state.touched:
                    flexibility += count * self._price[at]
                else:
                    whole = False
                if state.gone:
                    loss += count * group.give_loss
                else:
                    removed = sum(group.start.counters) - sum(state.counters)
                    counters += 2 * count * removed
            full.append(whole)
        emptied = 0
        for members in self._vectors.values():
            fresh = [at for at in members if not self.world.groups[at].start.tapped]
            emptied += bool(fresh) and all(full[at] for at in fresh)
        safe = not (
            self.world.gives_up or self.extra or isinstance(self.pay.get("total_cost"), list)
        )
        found = self._standings[position] = Standing(
            loss + counters, loss + counters * safe, reserved, flexibility, emptied
        )
        return found

    # -- paying --------------------------------------------------------------------------------

    def _payer_roles(self, group: Group) -> frozenset[str]:
        """What a permanent may be tapped for besides mana (R14)."""
        creature, artifact = "creature" in group.types, "artifact" in group.types
        fitting = {"convoke": creature, "improvise": artifact, "waterbend": creature or artifact}
        return self.ways & {how for how, fits in fitting.items() if fits}

    def restrict_payers(self, listed: Counter[tuple[str, str]]) -> None:
        """Allow only these payers: how they pay and their name (empty for delve, assist)."""
        self._only_payers = listed

    def payers(self, position: Position, graveyard: int, demand: Demand, x: int) -> list[_Partial]:
        """Every use of payers besides mana: slots left, position, cards exiled, loss, payers."""
        if not self.ways:
            return [(demand, position, graveyard, 0, ())]
        key = (position, graveyard, demand, x)
        if key not in self._payers:
            cap = self.pay.get("waterbend", 0)
            cap = x if cap == "X" else cap
            found: dict[Any, tuple[int, tuple[Payer, ...]]] = {}
            agenda: list[_Partial] = [(demand, position, graveyard, 0, ())]
            while agenda:
                self.world.spend_state()
                one = agenda.pop()
                used = Counter((payer.how, payer.group) for payer in one[4])
                mark = (one[:3], tuple(sorted(used.items())))
                if mark not in found:
                    found[mark] = one[3:]
                    agenda += self._one_more(*one, cap)
            self._payers[key] = [(*mark[0], *rest) for mark, rest in found.items()]
        return self._payers[key]

    def _one_more(
        self,
        demand: Demand,
        position: Position,
        graveyard: int,
        loss: int,
        payers: tuple[Payer, ...],
        cap: int,
    ) -> Iterator[_Partial]:
        world = self.world
        used = Counter(payer.how for payer in payers)
        ways = self.ways - ({"waterbend"} if used["waterbend"] >= cap else set())
        taps = [
            (place, group, hows, self._tapped_payers(position, place))
            for place, group, hows in self._able_payers
            if ways & hows
        ]
        for at, slot in enumerate(demand):
            if at and demand[at - 1] == slot:
                continue
            content = world.slot(slot)
            left = demand[:at] + demand[at + 1 :]
            if content.generic and "delve" in ways and graveyard < world.graveyard:
                yield left, position, graveyard + 1, loss, (*payers, Payer("delve", -1, slot))
            if content.generic and "assist" in ways and used["assist"] < self.helper:
                yield left, position, graveyard, loss, (*payers, Payer("assist", -1, slot))
            for place, group, hows, positions in taps:
                usable = hows & ways
                if not content.generic:
                    colored = set(content.types) & set(group.colors) & set(COLORS)
                    usable = usable & {"convoke"} if colored else frozenset()
                for how in sorted(usable):
                    payer = Payer(how, place, slot)
                    if self._only_payers is not None and not self._listed(payer, payers):
                        continue
                    for after in positions:
                        yield left, after, graveyard, loss + group.tap_loss, (*payers, payer)

    def _tapped_payers(self, position: Position, place: int) -> list[Position]:
        """The positions after tapping one untapped copy of a group as a payer."""
        world = self.world
        return [
            world.change(
                position,
                place,
                world.state_id(place, state),
                world.state_id(place, tap_used(state)),
            )
            for state, _ in world.copies(position, place)
            if not state.tapped and not state.gone
        ]

    def _listed(self, payer: Payer, payers: tuple[Payer, ...]) -> bool:
        """One more payer of this kind and name is still allowed."""
        assert self._only_payers is not None
        names = [self.world.groups[one.group].name for one in payers if one.how == payer.how]
        name = self.world.groups[payer.group].name
        return names.count(name) < self._only_payers[payer.how, name]

    def extras(
        self, position: Position, graveyard: int, announcement: Announcement
    ) -> list[tuple[Position, int, int]]:
        """Every way to pay what is due besides mana and life: position, cards exiled, loss."""
        if not (self.extra or announcement.sacrifice or announcement.tap):
            return [(position, graveyard, 0)]
        key = (position, graveyard, announcement)
        if key in self._extras:
            return self._extras[key]
        world, x = self.world, announcement.x or 0
        ways: dict[tuple[Position, CopyState | None], int] = {(position, None): 0}
        exiled = 0
        items = list(self.extra)
        items += [{"kind": "tap", "name": name} for name in announcement.tap]
        items += [{"kind": "sacrifice", "name": name} for name in announcement.sacrifice]
        for item in sorted(items, key=lambda one: _STAGE.get(one["kind"], 2)):
            kind, what = item["kind"], item.get("what", "card")
            count = item.get("count", 1)
            count = x if count == "X" else count
            if kind == "exile from graveyard":
                exiled += count
                fitting = sum(number for card, number in world.cards if card.fits_any(what))
                if fitting < count or graveyard + exiled > world.graveyard:
                    ways = {}
            elif kind in ("tap this", "untap this"):
                if self.this is not None:
                    wanted = partial(self._this, kind == "untap this")
                    effect = untap if kind == "untap this" else tap_touched
                    cost = no_loss if kind == "untap this" else tap_loss
                    ways = world.pick(ways, 1, wanted, effect, cost)
            elif kind == "tap":
                wanted = partial(named, item.get("name"), partial(untapped, what))
                ways = world.pick(ways, count, wanted, tap_touched, tap_loss)
            elif kind == "tap total":
                ways = self._tapped_total(ways, item)
            elif kind == "blight":
                dying = world.pick(ways, 1, partial(mortal, item["amount"]), doom, no_loss)
                ways = {w: n for w, n in ways.items() if self._survivor(w[0], item["amount"])}
                ways |= dying
            elif kind == "discard":
                ways = world.pick(ways, count, partial(card_in_hand, what), give_touched, no_loss)
            elif kind in ("sacrifice", "return"):
                wanted = partial(leaving, what, item.get("tapped"))
                wanted = partial(named, item.get("name"), wanted)
                ways = world.pick(ways, count, wanted, give_touched, no_loss)
        found = [
            (self._buried(after), number, loss)
            for (after, _), loss in ways.items()
            for number in self._exiled(graveyard + exiled, items)
        ]
        self._extras[key] = found
        return found

    def _tapped_total(
        self, ways: dict[tuple[Position, CopyState | None], int], item: Mapping[str, Any]
    ) -> dict[tuple[Position, CopyState | None], int]:
        """Every set of untapped objects with enough power; ``another`` leaves out the object."""
        world = self.world
        own = self.this if item.get("another") else None
        copies = sum(g.count for g in world.groups if g.name == own and not g.in_hand)
        found: dict[tuple[Position, CopyState | None], int] = {}
        for (start, source), lost in ways.items():
            reached = {start: (lost, 0, 0)}
            agenda = [start]
            while agenda:
                world.spend_state()
                position = agenda.pop()
                loss, power, named_own = reached[position]
                for at, group in enumerate(world.groups):
                    for state, _ in world.copies(position, at):
                        if untapped(item["what"], group, state):
                            old = world.state_id(at, state)
                            new = world.state_id(at, tap_touched(state))
                            after = world.change(position, at, old, new)
                            if after not in reached:
                                reached[after] = (
                                    loss + group.tap_loss,
                                    power + group.power,
                                    named_own + (group.name == own),
                                )
                                agenda.append(after)
            for position, (loss, power, named_own) in reached.items():
                if power >= item["total"] and (own is None or named_own < copies):
                    key = (position, source)
                    found[key] = min(loss, found.get(key, loss))
        return found

    def _survivor(self, position: Position, counters: int) -> bool:
        """There is a creature that so many -1/-1 counters do not kill."""
        return any(
            present("creature", group, state) and not group.dies_of(counters)
            for at, group in enumerate(self.world.groups)
            for state, _ in self.world.copies(position, at)
        )

    def _buried(self, position: Position) -> Position:
        """The position after the creatures that blight kills have died."""
        world = self.world
        for at in range(len(world.groups)):
            for state, count in world.copies(position, at):
                for _ in range(count if state.doomed else 0):
                    old, new = world.state_id(at, state), world.state_id(at, give_touched(state))
                    position = world.change(position, at, old, new)
        return position

    def _exiled(self, exiled: int, items: list[Mapping[str, Any]]) -> list[int]:
        """Every number of cards exiled in the end, with those that are collected as evidence."""
        totals = [item["total"] for item in items if item["kind"] == "collect evidence"]
        if not totals:
            return [exiled]
        (total,) = totals
        cards = self.world.cards
        found = set()
        for chosen in product(*(range(count + 1) for _, count in cards)):
            value = sum(n * card.mana_value for n, (card, _) in zip(chosen, cards, strict=True))
            fits = all(
                sum(
                    count - n
                    for n, (card, count) in zip(chosen, cards, strict=True)
                    if card.fits_any(item.get("what", "card"))
                )
                >= item.get("count", 1)
                for item in items
                if item["kind"] == "exile from graveyard"
            )
            number = exiled + sum(chosen)
            if value >= total and fits and number <= self.world.graveyard:
                found.add(number)
        return sorted(found)

    def _this(self, tapped: bool, group: Group, state: CopyState) -> bool:
        return (
            group.name == self.this
            and not (group.in_hand or group.sick or state.gone)
            and state.tapped == tapped
        )

    def finals(
        self, state: State, loss: int, activations: int, announcement: Announcement
    ) -> Iterator[Final]:
        """Every way to finish the payment from a state, after all mana abilities."""
        world = self.world
        x = announcement.x or 0
        due = announcement.life + sum(
            item["amount"] for item in self.extra if item["kind"] == "life"
        )
        for expansion in world.expand(announcement.cost, "main", x):
            paid = due + expansion.life
            if paid and (world.no_life or paid > state.life):
                continue
            if activations and not expansion.mana_due:
                continue
            for demand, position, graveyard, tapped, payers in self.payers(
                state.position, state.graveyard, expansion.demand, x
            ):
                lefts = world.fills(demand, state.pool)
                if not self.reads_pool and lefts:
                    lefts = dict([next(iter(lefts.items()))])
                taps = sum(payer.group >= 0 for payer in payers)
                for after, exiled, more in (
                    self.extras(position, graveyard, announcement) if lefts else ()
                ):
                    for left, spends in lefts.items():
                        yield Final(
                            after,
                            left,
                            state.life - paid - state.waiting,
                            exiled,
                            loss + tapped + more,
                            activations + taps,
                            payers,
                            spends,
                        )

    # -- judging a payment ---------------------------------------------------------------------

    def life_terms(self, life: int) -> tuple[int, int]:
        """Lethal and the part of the losses that comes from life (R2, R3)."""
        lost = self.world.life - life
        below = max(0, LIFE_FLOOR - life) - max(0, LIFE_FLOOR - self.world.life)
        return int(lost > 0 and life <= 0), lost + 4 * below

    def first_terms(self, final: Final) -> tuple[int, int]:
        """Lethal and losses without kept spells: cheap, and never more than the true terms."""
        lethal, losses = self.life_terms(final.life)
        return lethal, losses + final.loss + self.standing(final.position).loss

    def vector(self, final: Final) -> tuple[int, ...]:
        """The objective of a payment, all terms minimised (``mana_left`` negative)."""
        lethal, losses = self.first_terms(final)
        losses += KEPT_WEIGHT * sum(not self.castable(kept, final) for kept in self.kept)
        standing = self.standing(final.position)
        missing = self.missing(final.left)[0] if self.world.start.pool else 0
        return (
            lethal,
            losses,
            self._preferred(final) if self.world.prefer else 0,
            -self.world.mana_left(final.position, final.life, final.graveyard),
            standing.reserved,
            standing.flexibility + missing,
            standing.emptied,
            final.graveyard,
            final.activations,
        )

    def _preferred(self, final: Final) -> int:
        wish = self.world.prefer
        spent = Counter(self.world.kind(kind).type for kind, _ in final.spends)
        if wish == "colors":
            return 5 - len(set(COLORS) & set(spent))
        if wish == "rider":
            return int(not any(self.world.kind(kind).rider for kind, _ in final.spends))
        return sum((Counter(symbol.types for symbol in parse_cost(wish)) - spent).values())

    def castable(self, kept: Kept, final: Final) -> bool:
        """Kept spells are payable together with what is left in board and pool."""
        world = self.world
        for group, wanted in kept.cards:
            here = sum(n for state, n in world.copies(final.position, group) if not state.gone)
            if here < wanted:
                return False
        pool = tuple(sorted(final.left + self.adds))
        key = (kept, final.position, pool, final.life, final.graveyard)
        if key not in self._castable:
            start = State(final.position, pool, final.life, 0, final.graveyard)
            self._castable[key] = self._payable_from(start, kept)
        return self._castable[key]

    def _payable_from(self, start: State, kept: Kept) -> bool:
        world = self.world
        ways = [
            (tuple(slot for one in parts for slot in one.demand), sum(one.life for one in parts))
            for parts in product(*(world.expand(cost, key) for cost, key in kept.costs))
        ]
        parents: dict[State, State | None] = {start: None}
        agenda = [start]
        while agenda:
            state = agenda.pop()
            world.spend_state()
            for demand, life in ways:
                if life and (world.no_life or life > state.life):
                    continue
                if world.fills(demand, state.pool):
                    return True
            for move in world.moves(state.position):
                for step in world.after(state, move):
                    if step.state not in parents:
                        if world.cyclic:
                            refuse_growth(step.state, state, parents)
                        parents[step.state] = state
                        agenda.append(step.state)
        return False

    # -- search --------------------------------------------------------------------------------

    def bound(self, state: State, loss: int, activations: int) -> tuple[int, ...]:
        """A vector that no payment from this state on can beat: every term only grows.

        Life, objects, taps and uses never come back, and what is left after using up more makes
        no more mana. (Where something untaps, ``mana_left`` and what comes later is left open.)
        """
        lethal, losses = self.life_terms(state.life - state.waiting)
        standing = self.standing(state.position)
        losses += loss + standing.sure_loss
        if not self.world.shrinking or any(item["kind"] == "untap this" for item in self.extra):
            return (lethal, losses, 0, -(10**9))
        return (
            lethal,
            losses,
            0,
            -self.world.mana_left(state.position, state.life - state.waiting, state.graveyard),
            standing.reserved,
            standing.flexibility,
            standing.emptied,
            state.graveyard,
            activations,
        )

    def best(self, measure: str = "objective") -> Found | None:
        """The best payment; the smallest payable X comes first.

        ``measure`` "life": least life lost; "any": whether there is a payment at all.
        """
        for x in sorted({one.x or 0 for one in self.announcements}):
            chosen = [one for one in self.announcements if (one.x or 0) == x]
            found = self._best_of(chosen, measure)
            if found is not None:
                return found
        return None

    def _best_of(self, announcements: list[Announcement], measure: str) -> Found | None:
        world = self.world
        start = world.start
        any_due = any(
            expansion.mana_due
            for one in announcements
            for expansion in world.expand(one.cost, "main", one.x or 0)
        )
        nodes: list[Node] = [Node(start, 0, 0, -1, None)]
        seen: dict[State, tuple[int, int]] = {start: (0, 0)}
        heap: list[tuple[tuple[int, ...], int]] = [((), 0)]
        best: tuple[int, ...] | None = None
        found: Found | None = None
        while heap:
            bound, at = heappop(heap)
            if best is not None and bound >= best:
                break
            state, loss, activations = nodes[at][:3]
            if seen[state] < (loss, activations):
                continue
            world.spend_state()
            for announcement in announcements:
                for final in self.finals(state, loss, activations, announcement):
                    if measure == "objective":
                        if best is not None and self.first_terms(final) > best[:2]:
                            continue
                        vector = self.vector(final)
                    else:
                        vector = (world.life - final.life,) if measure == "life" else ()
                    if best is None or vector < best:
                        best = vector
                        found = Found(vector, final, announcement, self._path(nodes, at))
                        if measure == "any":
                            return found
            if not any_due:
                break
            for move in world.moves(state.position):
                for step in world.after(state, move):
                    reached = (loss + move.loss, activations + 1)
                    known = seen.get(step.state)
                    if known is not None and known <= reached:
                        continue
                    if measure == "objective":
                        bound = self.bound(step.state, *reached)
                    elif measure == "life":
                        bound = (world.life - step.state.life + step.state.waiting,)
                    else:
                        bound = (-len(step.state.pool),)
                    if best is not None and bound >= best:
                        continue
                    if world.cyclic:
                        self._refuse_growth_of(step.state, nodes, at)
                    seen[step.state] = reached
                    heappush(heap, (bound, len(nodes)))
                    nodes.append(Node(step.state, *reached, at, step))
        return found

    @staticmethod
    def _refuse_growth_of(state: State, nodes: list[Node], at: int) -> None:
        while at >= 0:
            if grown(nodes[at].state, state):
                raise Unbounded
            at = nodes[at].parent

    @staticmethod
    def _path(nodes: list[Node], at: int) -> tuple[Step, ...]:
        steps: list[Step] = []
        while (step := nodes[at].step) is not None:
            steps.append(step)
            at = nodes[at].parent
        return tuple(reversed(steps))


class Node(NamedTuple):
    """A state of the search tree with what it took to get there."""

    state: State
    loss: int
    activations: int
    parent: int
    step: Step | None


class Found(NamedTuple):
    """A payment with the activations that lead to it."""

    vector: tuple[int, ...]
    final: Final
    announcement: Announcement
    steps: tuple[Step, ...]


def _can_be(kind: str, wanted: str) -> bool:
    return wanted in kind.split("/") or (kind == "Any" and wanted in COLORS)
