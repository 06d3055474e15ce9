"""Exhaustive reference for Magic payments, read from plain case JSON.

``World`` knows the position and what its mana abilities can do, step by step. ``Question`` adds
what is paid. ``solve`` walks through every sequence of mana abilities and every way to pay
afterwards, and keeps the best by the default objective. Nothing of the library is imported.

Copies of an entry in the same state are interchangeable, so a position is a tuple of multisets
(one per entry) of copy states. ``{Any}`` mana stays undecided until it is spent: choosing its
color when it is made, knowing what it will pay, comes to the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import heappop, heappush
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.notation import (
    COLORS,
    TYPES,
    Ability,
    Pick,
    Symbol,
    Unit,
    parse_ability,
    parse_cost,
    parse_mana_list,
    write_mana_list,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Case = "Mapping[str, Any]"
Position = tuple[int, ...]
Pool = tuple[int, ...]
Demand = tuple[int, ...]
Spends = tuple[tuple[int, str], ...]

TERMS = (
    "lethal",
    "losses",
    "preferred",
    "mana_left",
    "reserved",
    "flexibility",
    "emptied",
    "graveyard",
    "activations",
)
LIFE_FLOOR = 5
KEPT_WEIGHT = 6
CARD_TYPES = frozenset(
    "artifact battle creature enchantment instant kindred land planeswalker sorcery tribal"
    " basic legendary snow world token".split()
)


_STAGE = {"tap": 0, "tap this": 0, "untap this": 1}


class Unbounded(Exception):  # noqa: N818
    """A loop of mana abilities makes mana without end."""


class TooLarge(Exception):  # noqa: N818
    """The search needs more states than allowed."""


class CopyState(NamedTuple):
    """What may differ between two copies of one entry."""

    tapped: bool
    gone: bool = False
    used: bool = False
    touched: bool = False
    counters: tuple[int, ...] = ()
    once: int = 0


class Kind(NamedTuple):
    """What may differ between two mana of the pool."""

    type: str
    tags: tuple[str, ...]
    snow: bool = False
    source: frozenset[str] | None = None
    rider: bool = False


class Slot(NamedTuple):
    """One mana that is due: for which cost (``context``), and which mana pays it."""

    context: str
    types: str = ""
    generic: bool = False
    variable: bool = False
    snow: bool = False


class State(NamedTuple):
    """A moment between two mana abilities."""

    position: Position
    pool: Pool
    life: int
    waiting: int
    graveyard: int


class Move(NamedTuple):
    """One activation from a position; its mana, life and graveyard cost still have to be met."""

    group: int
    index: int
    position: Position
    loss: int
    ability: Ability
    outputs: tuple[Pool, ...]


class Step(NamedTuple):
    """One activation done: the state after it, the mana it made and the mana spent on it.

    ``decided`` holds the colors that a doubling forces upon ``{Any}`` mana of the pool.
    """

    state: State
    move: Move
    made: Pool
    spends: Spends
    decided: Spends


class Expansion(NamedTuple):
    """A cost with every symbol decided: mana slots, life for symbols, whether mana is due."""

    demand: Demand
    life: int
    mana_due: bool


@dataclass(slots=True)
class Context:
    """How mana is judged for one cost."""

    verdicts: Mapping[str, str]
    spend_as: Mapping[str, str] = field(default_factory=dict)
    only_from: frozenset[str] = frozenset()
    only_colors: str = ""
    x_colors: str = ""
    no_mana: bool = False


@dataclass(slots=True)
class Group:
    """The copies of one board entry, or of one card in hand."""

    name: str
    types: frozenset[str]
    count: int
    abilities: tuple[Ability, ...]
    colors: str
    in_hand: bool
    sick: bool
    stays_tapped: bool
    reserved: int
    counter_names: tuple[str, ...]
    start: CopyState
    printed: tuple[str, ...] = ()

    @property
    def tap_loss(self) -> int:
        return ("creature" in self.types) + 2 * self.stays_tapped

    @property
    def give_loss(self) -> int:
        """Weight of giving up one copy: the first class that fits (R3)."""
        gives_itself = any(ability.sacrifice_this for ability in self.abilities)
        token, creature = "token" in self.types, "creature" in self.types
        if self.in_hand:
            return 6
        if "land" in self.types:
            return 8
        if token and creature:
            return 2 if gives_itself else 4
        if gives_itself and (token or ("artifact" in self.types and not creature)):
            return 3
        return 10

    def fits(self, wanted: str) -> bool:
        return (
            wanted in ("permanent", "card")
            or wanted in self.types
            or wanted == self.name.lower()
            or ("changeling" in self.types and wanted not in CARD_TYPES)
        )

    def fits_any(self, what: str) -> bool:
        return any(self.fits(wanted) for wanted in what.split(" or "))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the search found; ``vector`` holds ``mana_left`` as the positive number."""

    payable: bool
    x: int | None = None
    vector: dict[str, int] | None = None
    witness: dict[str, Any] | None = None


def _group(entry: Mapping[str, Any], *, hand: bool = False) -> Group:
    names = tuple(sorted(entry.get("counters", {})))
    return Group(
        name=entry["name"],
        types=frozenset(entry.get("types", ())),
        count=entry.get("count", 1),
        abilities=() if hand else tuple(parse_ability(text) for text in entry["abilities"]),
        colors=entry.get("colors", ""),
        in_hand=hand or entry.get("zone") == "hand",
        sick=entry.get("summoning_sick", False) and "creature" in entry.get("types", ()),
        stays_tapped=entry.get("stays_tapped", False),
        reserved=entry.get("reserved", 0),
        counter_names=names,
        start=CopyState(
            entry.get("tapped", False), counters=tuple(entry["counters"][name] for name in names)
        ),
        printed=tuple(entry.get("printed", ())),
    )


class World:
    """The position of a case and everything its mana abilities can do."""

    def __init__(self, case: Mapping[str, Any], *, max_states: int | None = None) -> None:
        pay = case.get("pay", {})
        self.groups = [_group(entry) for entry in case["board"]]
        self.listed = len(self.groups)
        self.groups += [_group(card, hand=True) for card in case.get("hand", ())]
        self.life = case.get("life", 20)
        self.cards = [
            (Group(card["name"], frozenset(card.get("types", ())), 0, (), "", False, False, False,
                   0, (), CopyState(False)), card["count"])
            for card in case.get("graveyard", ())
        ]  # fmt: skip
        self.graveyard = sum(count for _, count in self.cards)
        self.no_life = pay.get("no_life", False)
        self.prefer = pay.get("prefer", "")
        self.contexts = {
            "ability": Context(case.get("ability_restrictions", {})),
            "main": Context(
                pay.get("restrictions", {}),
                pay.get("spend_as", {}),
                frozenset(pay.get("only_from", ())),
                pay.get("only_colors", ""),
                pay.get("x_colors", ""),
                pay.get("no_mana", False),
            ),
        }
        for at, card in enumerate(case.get("hand", ())):
            self.contexts[f"hand {at}"] = Context(card.get("restrictions", {}))
        self.budget = max_states
        self._snow = "{S}" in repr([case["board"], pay, case.get("hand", ())])
        self._states: list[list[CopyState]] = []
        self._sets: list[list[tuple[tuple[int, int], ...]]] = []
        self._state_ids: list[dict[CopyState, int]] = []
        self._set_ids: list[dict[tuple[tuple[int, int], ...], int]] = []
        self._changes: dict[tuple[int, int, int, int], int] = {}
        self._kinds: list[Kind] = []
        self._kind_ids: dict[Kind, int] = {}
        self._slots: list[Slot] = []
        self._slot_ids: dict[Slot, int] = {}
        self._accepts: dict[tuple[int, int], str] = {}
        self._fills: dict[tuple[Demand, Pool], dict[Pool, Spends]] = {}
        self._moves: dict[Position, list[Move]] = {}
        self._funds: dict[tuple[str, Pool], list[tuple[Pool, int, Spends]]] = {}
        self._bare: dict[Position, Position] = {}
        self._most: dict[State, int] = {}
        self._most_copy: dict[tuple[int, CopyState], int] = {}
        self._expansions: dict[Any, tuple[Expansion, ...]] = {}
        for group in self.groups:
            self._states.append([group.start])
            self._state_ids.append({group.start: 0})
            self._sets.append([((0, group.count),)])
            self._set_ids.append({((0, group.count),): 0})
        self.start = State(
            (0,) * len(self.groups),
            tuple(sorted(self._kind(unit, None) for unit in parse_mana_list(case.get("pool", "")))),
            self.life,
            0,
            0,
        )
        abilities = [ability for group in self.groups for ability in group.abilities]
        self.cyclic = any(ability.untap or not _wears_out(ability) for ability in abilities)
        self.shrinking = not any(ability.untap for ability in abilities)
        self.gives_up = any(a.gives or a.sacrifice_this or a.exile_from_hand for a in abilities)
        self._doubling = any(ability.doubles for ability in abilities)
        self._life_counts = any(a.life or any(s.life for s in a.mana) for a in abilities)
        self._graveyard_counts = any(ability.graveyard for ability in abilities)
        self._independent = all(_stands_alone(ability) for ability in abilities) and not self.cyclic
        slots = {
            slot
            for ability in abilities
            for expansion in self.expand(ability.mana, "ability")
            for slot in expansion.demand
        }
        self._ability_slots = tuple(sorted(slots))
        self._shadows: dict[int, int | None] = {}
        self._shadow_of: dict[tuple[str, ...], int] = {}

    # -- interning ---------------------------------------------------------------------------

    def spend_state(self) -> None:
        """Count one more state of the search."""
        if self.budget is not None:
            self.budget -= 1
            if self.budget < 0:
                raise TooLarge

    def state_id(self, group: int, state: CopyState) -> int:
        ids = self._state_ids[group]
        if state not in ids:
            ids[state] = len(ids)
            self._states[group].append(state)
        return ids[state]

    def copies(self, position: Position, group: int) -> list[tuple[CopyState, int]]:
        """The copy states of a group with the number of copies in each."""
        states = self._states[group]
        return [(states[one], count) for one, count in self._sets[group][position[group]]]

    def change(self, position: Position, group: int, old: int, new: int) -> Position:
        """Move one copy of a group from one state to another; -1 stands for outside."""
        key = (group, position[group], old, new)
        changed = self._changes.get(key)
        if changed is None:
            counts = Counter(dict(self._sets[group][position[group]]))
            if old >= 0:
                counts[old] -= 1
            if new >= 0:
                counts[new] += 1
            content = tuple(sorted(pair for pair in counts.items() if pair[1]))
            ids = self._set_ids[group]
            if content not in ids:
                ids[content] = len(ids)
                self._sets[group].append(content)
            changed = self._changes[key] = ids[content]
        return (*position[:group], changed, *position[group + 1 :])

    def kind_id(self, kind: Kind) -> int:
        if kind not in self._kind_ids:
            self._kind_ids[kind] = len(self._kinds)
            self._kinds.append(kind)
        return self._kind_ids[kind]

    def kind(self, kind: int) -> Kind:
        return self._kinds[kind]

    def _kind(self, unit: Unit, group: Group | None, *, rider: bool = False) -> int:
        """The kind of a unit made by a group (None: floating, its source is not known)."""
        own = group is not None and unit.source is None
        types = group.types if own and group is not None and not group.in_hand else frozenset()
        return self.kind_id(
            Kind(
                unit.type,
                unit.tags,
                self._snow and own and group is not None and "snow" in group.types,
                types if self.contexts["main"].only_from else None,
                rider and own and self.prefer == "rider",
            )
        )

    def recolored(self, kind: int, color: str) -> int:
        """The same mana with another type."""
        return self.kind_id(self._kinds[kind]._replace(type=color))

    def lift_restrictions(self) -> None:
        """Judge every restriction text with yes for the cost itself (to explain a refusal)."""
        tags = {tag for kind in self._kinds for tag in kind.tags}
        self.contexts["main"] = replace(self.contexts["main"], verdicts=dict.fromkeys(tags, "yes"))
        self._accepts.clear()
        self._fills.clear()

    def slot_id(self, slot: Slot) -> int:
        if slot not in self._slot_ids:
            self._slot_ids[slot] = len(self._slots)
            self._slots.append(slot)
        return self._slot_ids[slot]

    def slot(self, slot: int) -> Slot:
        return self._slots[slot]

    # -- mana --------------------------------------------------------------------------------

    def accepts(self, slot: int, kind: int) -> str:
        """The types as which a mana may pay a slot; empty if it may not."""
        key = (slot, kind)
        if key not in self._accepts:
            self._accepts[key] = self._accepted(self._slots[slot], self._kinds[kind])
        return self._accepts[key]

    def _accepted(self, slot: Slot, kind: Kind) -> str:
        context = self.contexts[slot.context]
        verdicts = [context.verdicts.get(tag, "no") for tag in kind.tags]
        if context.no_mana or "no" in verdicts or ("not generic" in verdicts and slot.generic):
            return ""
        if not context.only_from <= (kind.source or frozenset()):
            return ""
        types = COLORS if kind.type == "Any" else kind.type
        if context.only_colors:
            types = "".join(one for one in types if one in context.only_colors)
        if slot.snow:
            return types if kind.snow else ""
        if slot.variable and context.x_colors:
            return "".join(one for one in types if one in context.x_colors)
        if slot.generic:
            return types
        return "".join(
            one for one in types if set(context.spend_as.get(one, one)) & set(slot.types)
        )

    def fills(self, demand: Demand, pool: Pool) -> dict[Pool, Spends]:
        """Every pool that may be left after paying the slots, with one way to get there."""
        key = (demand, pool)
        found = self._fills.get(key)
        if found is not None:
            return found
        current: dict[Pool, Spends] = {pool: ()}
        if len(pool) < len(demand):
            current = {}
        for slot in demand:
            after: dict[Pool, Spends] = {}
            for rest, spends in current.items():
                last = -1
                for at, kind in enumerate(rest):
                    if kind == last:
                        continue
                    last = kind
                    types = self.accepts(slot, kind)
                    if types:
                        left = rest[:at] + rest[at + 1 :]
                        if left not in after:
                            after[left] = (*spends, (kind, types[0]))
            current = after
            if not current:
                break
        self._fills[key] = current
        return current

    def expand(self, cost: tuple[Symbol, ...], context: str, x: int = 0) -> tuple[Expansion, ...]:
        """Decide {2/W} and life for Phyrexian symbols in every way."""
        key = (cost, context, x)
        if key not in self._expansions:
            choices = [_symbol_choices(symbol, context, x) for symbol in cost]
            found = {}
            for chosen in product(*choices):
                slots = [slot for slots, _ in chosen for slot in slots]
                slots.sort(key=lambda slot: (slot.generic, slot.snow, len(slot.types), slot))
                life = sum(life for _, life in chosen)
                demand = tuple(self.slot_id(slot) for slot in slots)
                found[Expansion(demand, life, bool(demand))] = None
            self._expansions[key] = tuple(found)
        return self._expansions[key]

    def fund(self, ability: Ability, pool: Pool) -> list[tuple[Pool, int, Spends]]:
        """Every way to pay the mana of an ability: pool left, life paid for symbols, spends."""
        key = (ability.text, pool)
        if key not in self._funds:
            ways: dict[tuple[Pool, int], Spends] = {}
            for expansion in self.expand(ability.mana, "ability"):
                for left, spends in self.fills(expansion.demand, pool).items():
                    ways.setdefault((left, expansion.life), spends)
            self._funds[key] = [(left, life, spends) for (left, life), spends in ways.items()]
        return self._funds[key]

    # -- objects -----------------------------------------------------------------------------

    def number(self, position: Position, what: str) -> int:
        """How many permanents of a type you control."""
        return sum(
            count
            for at, group in enumerate(self.groups)
            if not group.in_hand and group.fits(what)
            for state, count in self.copies(position, at)
            if not state.gone
        )

    def pick(
        self,
        ways: dict[tuple[Position, CopyState | None], int],
        count: int,
        wanted: Callable[[Group, CopyState], bool],
        effect: Callable[[CopyState], CopyState],
        loss: Callable[[Group], int],
        source: int | None = None,
    ) -> dict[tuple[Position, CopyState | None], int]:
        """Apply an effect to ``count`` objects, in every way.

        A way is a position with the state of the source apart (it is not in the position). The
        source, of group ``source``, may be chosen too; None: it may not, or there is none. An
        object that got the effect must not be wanted any more.
        """
        for _ in range(count):
            after: dict[tuple[Position, CopyState | None], int] = {}
            for (position, own), lost in ways.items():
                for at, group in enumerate(self.groups):
                    for state, _ in self.copies(position, at):
                        if wanted(group, state):
                            old = self.state_id(at, state)
                            new = self.state_id(at, effect(state))
                            key = (self.change(position, at, old, new), own)
                            after[key] = lost + loss(group)
                if source is not None and own is not None and wanted(self.groups[source], own):
                    after[(position, effect(own))] = lost + loss(self.groups[source])
            ways = after
        return ways

    # -- activations -------------------------------------------------------------------------

    def moves(self, position: Position) -> list[Move]:
        """Every activation from a position, as far as objects, conditions and counters allow."""
        found = self._moves.get(position)
        if found is None:
            found = self._moves[position] = [
                move
                for at, group in enumerate(self.groups)
                if group.abilities
                for state, _ in self.copies(position, at)
                for index in range(len(group.abilities))
                for move in self.activations(position, at, state, index)
            ]
        return found

    def own_cost(self, at: int, state: CopyState, index: int) -> CopyState | None:
        """The source after tapping, untapping, counters and limits of an ability; None: cannot."""
        group = self.groups[at]
        ability = group.abilities[index]
        if state.gone or group.in_hand != ability.exile_from_hand:
            return None
        if ability.tap and (state.tapped or group.sick):
            return None
        if ability.untap and (group.sick or not state.tapped):
            return None
        if ability.once and state.once >> index & 1:
            return None
        counters = dict(zip(group.counter_names, state.counters, strict=True))
        for name, removed in ability.counters:
            counters[name] = counters.get(name, 0) - removed
            if counters[name] < 0:
                return None
        return state._replace(
            tapped=ability.tap or (state.tapped and not ability.untap),
            used=True,
            counters=tuple(counters[name] for name in group.counter_names),
            once=state.once | (ability.once << index),
        )

    def activations(
        self, position: Position, at: int, state: CopyState, index: int
    ) -> Iterator[Move]:
        group = self.groups[at]
        ability = group.abilities[index]
        own = self.own_cost(at, state, index)
        condition = ability.condition
        if own is None:
            return
        if condition and self.number(position, condition.what) < condition.count:
            return
        rest = self.change(position, at, self.state_id(at, state), -1)
        ways: dict[tuple[Position, CopyState | None], int] = {
            (rest, own): group.tap_loss * ability.tap
        }
        for pick in ability.taps:
            wanted = partial(_untapped, pick.what)
            chosen = None if pick.other else at
            ways = self.pick(ways, pick.count, wanted, _tap_used, _tap_loss, chosen)
        for pick in ability.gives:
            wanted = partial(_present, pick.what)
            chosen = None if pick.other else at
            ways = self.pick(ways, pick.count, wanted, _give_used, _no_loss, chosen)
        if ability.discard_hand:
            ways = {(self._empty_hand(rest), own): lost for (rest, own), lost in ways.items()}
        for (after, source), lost in ways.items():
            assert source is not None
            if ability.sacrifice_this or ability.exile_from_hand:
                if source.gone:
                    continue
                source = _give_used(source)
            final = self.change(after, at, -1, self.state_id(at, source))
            times = self.number(final, ability.per) if ability.per else 1
            yield Move(at, index, final, lost, ability, self._made(group, ability, times))

    def _empty_hand(self, position: Position) -> Position:
        for at, group in enumerate(self.groups):
            for state, count in self.copies(position, at) if group.in_hand else ():
                if not state.gone:
                    new = self.state_id(at, _give_touched(state))
                    for _ in range(count):
                        position = self.change(position, at, self.state_id(at, state), new)
        return position

    def _made(self, group: Group, ability: Ability, times: int) -> tuple[Pool, ...]:
        """The alternatives of an output as kinds; with a wish each ``{Any}`` is decided now."""
        found: dict[Pool, None] = {}
        for alternative in ability.outputs:
            choices = [
                COLORS if unit.type == "Any" and self.prefer else (unit.type,)
                for unit in alternative
            ] * times
            for types in product(*choices):
                kinds = (
                    self._kind(
                        Unit(kind, unit.tags, unit.source), group, rider=ability.rider is not None
                    )
                    for unit, kind in zip(alternative * times, types, strict=True)
                )
                found[tuple(sorted(kinds))] = None
        return tuple(found)

    def outputs(self, move: Move, pool: Pool) -> Iterable[tuple[Pool, Pool, Spends]]:
        """What an activation may make: (pool kept, kinds made, colors decided for {Any})."""
        if not move.ability.doubles:
            for made in move.outputs:
                yield pool, made, ()
            return
        group = self.groups[move.group]
        anys = [kind for kind in pool if self._kinds[kind].type == "Any"]
        fixed = [kind for kind in pool if self._kinds[kind].type != "Any"]
        for colors in product(COLORS, repeat=len(anys)):
            decided = [self.recolored(k, c) for k, c in zip(anys, colors, strict=True)]
            kept = tuple(sorted(fixed + decided))
            made = tuple(sorted(self._kind(Unit(self._kinds[k].type), group) for k in kept))
            yield kept, made, tuple(zip(anys, colors, strict=True))

    def after(self, state: State, move: Move) -> Iterator[Step]:
        """Every state after an activation, as far as life, graveyard and pool allow it."""
        ability = move.ability
        if state.life < ability.life or (ability.life and self.no_life):
            return
        graveyard = state.graveyard + ability.graveyard
        if graveyard > self.graveyard:
            return
        now = 0 if ability.damage_waits else ability.damage
        waiting = state.waiting + ability.damage - now
        for left, paid, spends in self.fund(ability, state.pool) if ability.mana else (
            (state.pool, 0, ()),
        ):
            if paid and (self.no_life or state.life - ability.life < paid):
                continue
            life = state.life - ability.life - paid - now
            for kept, made, decided in self.outputs(move, left):
                pool = tuple(sorted(kept + made)) if kept else made
                after = State(move.position, pool, life, waiting, graveyard)
                yield Step(after, move, made, spends, decided)

    # -- the most mana that a position can still make ------------------------------------------

    def mana_left(self, position: Position, life: int, graveyard: int) -> int:
        """The largest pool after any mana abilities, starting with an empty pool (R4)."""
        bare = self._bare.get(position)
        if bare is None:
            bare = position
            for at in range(len(self.groups)):
                for state, count in self.copies(position, at):
                    plain = state._replace(used=False, touched=False)
                    if plain != state:
                        old, new = self.state_id(at, state), self.state_id(at, plain)
                        for _ in range(count):
                            bare = self.change(bare, at, old, new)
            self._bare[position] = bare
        start = State(
            bare,
            (),
            life if self._life_counts else 0,
            0,
            graveyard if self._graveyard_counts else 0,
        )
        if start not in self._most:
            if self._independent:
                self._most[start] = self._most_alone(bare)
            elif self.cyclic:
                self._most[start] = self._most_flat(start)
            else:
                return self._most_deep(start)
        return self._most[start]

    def _most_alone(self, position: Position) -> int:
        """No ability needs or changes anything but its own source: copies add up."""
        total = 0
        for at, group in enumerate(self.groups):
            for state, count in self.copies(position, at):
                if group.abilities and not state.gone:
                    total += count * self._most_of_copy(at, state)
        return total

    def _most_of_copy(self, at: int, state: CopyState) -> int:
        if (at, state) not in self._most_copy:
            group, best = self.groups[at], 0
            for index, ability in enumerate(group.abilities):
                own = self.own_cost(at, state, index)
                if own is not None:
                    made = max((len(output) for output in ability.outputs), default=0)
                    gone = ability.sacrifice_this or ability.exile_from_hand
                    best = max(best, made + (0 if gone else self._most_of_copy(at, own)))
            self._most_copy[at, state] = best
        return self._most_copy[at, state]

    def _shadow(self, pool: Pool) -> tuple[int, Pool]:
        """Units that can pay for no ability as a number; of the others what tells them apart."""
        if self._doubling:
            return 0, pool
        plain, rest = 0, []
        for kind in pool:
            if kind not in self._shadows:
                seen = tuple(self.accepts(slot, kind) and "+" for slot in self._ability_slots)
                self._shadows[kind] = self._shadow_of.setdefault(seen, kind) if any(seen) else None
            shadow = self._shadows[kind]
            if shadow is None:
                plain += 1
            else:
                rest.append(shadow)
        return plain, tuple(sorted(rest))

    def _shadow_states(self, state: State) -> Iterator[tuple[State, int]]:
        """Successors with shadow pools, and how many units left the pool as mere numbers."""
        for move in self.moves(state.position):
            for after, *_ in self.after(state, move):
                plain, pool = self._shadow(after.pool)
                life = after.life if self._life_counts else 0
                graveyard = after.graveyard if self._graveyard_counts else 0
                yield State(after.position, pool, life, 0, graveyard), plain

    def _most_deep(self, state: State) -> int:
        if state not in self._most:
            self.spend_state()
            best = len(state.pool)
            for after, plain in self._shadow_states(state):
                best = max(best, plain + self._most_deep(after))
            self._most[state] = best
        return self._most[state]

    def _most_flat(self, start: State) -> int:
        best: dict[State, int] = {start: 0}
        parents: dict[State, State | None] = {start: None}
        agenda = [start]
        while agenda:
            state = agenda.pop()
            self.spend_state()
            for after, plain in self._shadow_states(state):
                total = best[state] + plain
                if total > best.get(after, -1):
                    self._refuse_loop(after, total, state, best, parents)
                    best[after] = total
                    parents[after] = state
                    agenda.append(after)
        return max(total + len(state.pool) for state, total in best.items())

    def _refuse_loop(
        self,
        after: State,
        total: int,
        state: State | None,
        best: Mapping[State, int],
        parents: Mapping[State, State | None],
    ) -> None:
        """Refuse a state that repeats one of its ancestors with more mana."""
        while state is not None:
            if grown(state, after, total > best[state]):
                raise Unbounded
            state = parents[state]


def grown(early: State, late: State, more: bool = False) -> bool:
    """True if the later state is the earlier one with more mana in the pool."""
    return (
        early.position == late.position
        and early[2:] == late[2:]
        and (more or len(late.pool) > len(early.pool))
        and not Counter(early.pool) - Counter(late.pool)
    )


def _wears_out(ability: Ability) -> bool:
    """Each activation uses something up for good, as long as nothing untaps."""
    return bool(
        ability.tap
        or ability.counters
        or ability.once
        or ability.life
        or ability.sacrifice_this
        or ability.exile_from_hand
        or ability.graveyard
        or ability.taps
        or ability.gives
    )


def _stands_alone(ability: Ability) -> bool:
    """It needs and changes nothing but its own source."""
    return not (
        ability.mana
        or ability.life
        or ability.taps
        or ability.gives
        or ability.graveyard
        or ability.discard_hand
        or ability.doubles
        or ability.condition
        or ability.per
    )


def _symbol_choices(symbol: Symbol, context: str, x: int) -> list[tuple[tuple[Slot, ...], int]]:
    generic = Slot(context, generic=True)
    if symbol.variable:
        return [((Slot(context, generic=True, variable=True),) * x, 0)]
    if symbol.snow:
        return [((Slot(context, snow=True),), 0)]
    choices: list[tuple[tuple[Slot, ...], int]] = []
    if symbol.types:
        choices.append(((Slot(context, types=symbol.types),), 0))
    if symbol.generic or not symbol.types:
        choices.append(((generic,) * symbol.generic, 0))
    if symbol.life:
        choices.append(((), symbol.life))
    return choices


def _untapped(what: str, group: Group, state: CopyState) -> bool:
    return not (group.in_hand or state.gone or state.tapped) and group.fits_any(what)


def _present(what: str, group: Group, state: CopyState) -> bool:
    return not (group.in_hand or state.gone) and group.fits_any(what)


def _tap_used(state: CopyState) -> CopyState:
    return state._replace(tapped=True, used=True)


def _tap_touched(state: CopyState) -> CopyState:
    return state._replace(tapped=True, touched=True)


def _give_used(state: CopyState) -> CopyState:
    return CopyState(False, gone=True, used=True)


def _give_touched(state: CopyState) -> CopyState:
    return CopyState(False, gone=True, used=state.used, touched=True)


def _tap_loss(group: Group) -> int:
    return group.tap_loss


def _no_loss(group: Group) -> int:
    return 0


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
        self.adds = tuple(self.world._kind(u, None) for u in parse_mana_list(self.pay.get("adds", "")))
        self.reads_pool = bool(self.world.start.pool or self.kept or self.world.prefer)
        self._worths()
        self._able_payers = [
            (at, group, hows)
            for at, group in enumerate(self.world.groups)
            if not group.in_hand and (hows := self._payer_roles(group))
        ]
        self._only_payers: Counter[tuple[str, str]] | None = None
        self._standings: dict[Position, Standing] = {}
        self._payers: dict[Any, list[tuple[Demand, Position, int, int, tuple[Payer, ...]]]] = {}
        self._extras: dict[Any, list[tuple[Position, int, int]]] = {}
        self._castable: dict[Any, bool] = {}

    # -- what is asked -----------------------------------------------------------------------

    def _announce(self, x: int | None) -> Iterator[Announcement]:
        total = self.pay.get("total_cost")
        if isinstance(total, str):
            free = "{X}" in total
            value = (x or 0) if free else self.pay.get("x")
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
                    cards.append((card["name"], group, parse_cost(card["cost"]), f"hand {at}"))
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
                painful = bool(ability.life or ability.damage)
                times = world.number(start, ability.per) if ability.per else 1
                for alternative in ability.outputs:
                    for kind in TYPES:
                        worth = sum(
                            self._unit_worth[kind] // (2 if unit.tags or painful else 1)
                            for unit in alternative
                            if _can_be(unit.type, kind)
                        )
                        best[kind] = max(best[kind], worth * times)
            self._worth.append(best)
            if not group.start.tapped:
                offers.update({kind: group.count for kind in TYPES if best[kind]})
        for unit in world.start.pool:
            offers.update(kind for kind in TYPES if _can_be(world.kind(unit).type, kind))
        self._scarcity = {kind: -(-12 // offers[kind]) if offers[kind] else 1 for kind in TYPES}
        self._price = [
            sum(worth[kind] * self._scarcity[kind] for kind in TYPES) for worth in self._worth
        ]
        self._vectors: dict[tuple[int, ...], list[int]] = {}
        for at, worth in enumerate(self._worth):
            if any(worth.values()):
                self._vectors.setdefault(tuple(worth.values()), []).append(at)

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
        safe = not (self.world.gives_up or self.extra or isinstance(self.pay.get("total_cost"), list))
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

    def payers(
        self, position: Position, graveyard: int, demand: Demand, x: int
    ) -> list[tuple[Demand, Position, int, int, tuple[Payer, ...]]]:
        """Every use of payers besides mana: slots left, position, cards exiled, loss, payers."""
        if not self.ways:
            return [(demand, position, graveyard, 0, ())]
        key = (position, graveyard, demand, x)
        if key not in self._payers:
            cap = self.pay.get("waterbend", 0)
            cap = x if cap == "X" else cap
            found: dict[Any, tuple[int, tuple[Payer, ...]]] = {}
            agenda = [(demand, position, graveyard, 0, ())]
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
    ) -> Iterator[tuple[Demand, Position, int, int, tuple[Payer, ...]]]:
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
                position, place, world.state_id(place, state), world.state_id(place, _tap_used(state))
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
                    effect = _untap if kind == "untap this" else _tap_touched
                    cost = _no_loss if kind == "untap this" else _tap_loss
                    ways = world.pick(ways, 1, wanted, effect, cost)
            elif kind == "tap":
                wanted = partial(_named, item.get("name"), partial(_untapped, what))
                ways = world.pick(ways, count, wanted, _tap_touched, _tap_loss)
            elif kind == "discard":
                ways = world.pick(ways, count, partial(_card_in_hand, what), _give_touched, _no_loss)
            elif kind in ("sacrifice", "return"):
                wanted = partial(_leaving, what, item.get("tapped"))
                wanted = partial(_named, item.get("name"), wanted)
                ways = world.pick(ways, count, wanted, _give_touched, _no_loss)
        found = [(after, graveyard + exiled, loss) for (after, _), loss in ways.items()]
        self._extras[key] = found
        return found

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
                            _refuse_growth(step.state, state, parents)
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
            state, loss, activations, parent, _ = nodes[at]
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


def _refuse_growth(
    state: State, parent: State | None, parents: Mapping[State, State | None]
) -> None:
    while parent is not None:
        if grown(parent, state):
            raise Unbounded
        parent = parents[parent]


def _can_be(kind: str, wanted: str) -> bool:
    return kind == wanted or (kind == "Any" and wanted in COLORS)


def _untap(state: CopyState) -> CopyState:
    return state._replace(tapped=False)


def _card_in_hand(what: str, group: Group, state: CopyState) -> bool:
    return group.in_hand and not state.gone and group.fits_any(what)


def _leaving(what: str, tapped: bool | None, group: Group, state: CopyState) -> bool:
    right = tapped is None or state.tapped == tapped
    return right and _present(what, group, state)


def _named(
    name: str | None,
    wanted: Callable[[Group, CopyState], bool],
    group: Group,
    state: CopyState,
) -> bool:
    return name in (None, group.name) and wanted(group, state)


# -- the public functions ----------------------------------------------------------------------


def solve(
    case: Mapping[str, Any],
    *,
    x: int | None = None,
    keep: bool = True,
    max_states: int | None = 200_000,
) -> Answer:
    """The best payment of a case under the default objective, from its hint keys.

    ``x`` asks for a payment with just this X; otherwise the smallest payable one is taken.
    ``keep``: the cards of ``hand`` count as kept spells. Help by another player (assist) is
    only counted on where nothing else pays. Raises ``Unbounded`` and ``TooLarge``.
    """
    for assist in (False, True) if "assist" in case["pay"].get("alternatives", ()) else (False,):
        question = Question(case, x=x, keep=keep, assist=assist, max_states=max_states)
        found = question.best()
        if found is not None:
            terms = dict(zip(TERMS, found.vector, strict=True))
            terms["mana_left"] = -terms["mana_left"]
            return Answer(True, found.announcement.x, terms, record(question, found, terms))
    return Answer(False)


def payable(case: Mapping[str, Any], *, x: int | None = None, max_states: int | None = None) -> bool:
    """Whether there is any legal payment (with just this X)."""
    question = Question(case, x=x, keep=False, assist=True, max_states=max_states)
    return question.best("any") is not None


def least_life(
    case: Mapping[str, Any], *, x: int | None = None, max_states: int | None = None
) -> int | None:
    """The least life (paid and damage) that any payment loses; None: not payable."""
    question = Question(case, x=x, keep=False, assist=True, max_states=max_states)
    found = question.best("life")
    return None if found is None else found.vector[0]


def largest_x(case: Mapping[str, Any], *, max_states: int | None = None) -> int | None:
    """The largest payable X; None: not even the smallest. {X} is payable up to a limit."""
    total = case["pay"]["total_cost"]
    if isinstance(total, list):
        values = sorted({one["x"] for one in total}, reverse=True)
        return next((x for x in values if payable(case, x=x, max_states=max_states)), None)
    x = -1
    while x < case["pay"].get("x_limit", 10**6) and payable(case, x=x + 1, max_states=max_states):
        x += 1
    return None if x < 0 else x


def mana_options(case: Mapping[str, Any], *, max_states: int | None = None) -> list[str]:
    """All maximal pools after some mana abilities, as mana lists."""
    world = World(case, max_states=max_states)
    parents: dict[State, State | None] = {world.start: None}
    agenda = [world.start]
    while agenda:
        state = agenda.pop()
        world.spend_state()
        for move in world.moves(state.position):
            for step in world.after(state, move):
                if step.state not in parents:
                    if world.cyclic:
                        _refuse_growth(step.state, state, parents)
                    parents[step.state] = state
                    agenda.append(step.state)
    pools = {
        tuple(Unit(world.kind(kind).type, world.kind(kind).tags) for kind in state.pool)
        for state in parents
    }
    best: list[tuple[Unit, ...]] = []
    for pool in sorted(pools, key=lambda one: (-len(one), sum(u.type == "Any" for u in one))):
        if not any(covers(other, pool) for other in best):
            best = [*(other for other in best if not covers(pool, other)), pool]
    return [write_mana_list(pool) for pool in best]


def covers(large: tuple[Unit, ...], small: tuple[Unit, ...]) -> bool:
    """Each mana of ``small`` can be matched to one of its own in ``large`` (README)."""
    matched: dict[int, int] = {}

    def match(at: int, tried: set[int]) -> bool:
        for other, unit in enumerate(large):
            fits = unit.type == small[at].type or (unit.type == "Any" and small[at].type in COLORS)
            if fits and unit.tags in ((), small[at].tags) and other not in tried:
                tried.add(other)
                if other not in matched or match(matched[other], tried):
                    matched[other] = at
                    return True
        return False

    return len(small) <= len(large) and all(match(at, set()) for at in range(len(small)))


# -- writing an answer record ------------------------------------------------------------------


def given_up(world: World, position: Position) -> list[str]:
    """Names of the objects sacrificed, exiled or returned (discards are not among them)."""
    return [
        group.name
        for at, group in enumerate(world.groups)
        for state, count in world.copies(position, at)
        if state.gone and (state.used or not group.in_hand)
        for _ in range(count)
    ]


def record(question: Question, found: Found, terms: dict[str, int]) -> dict[str, Any]:
    """The answer record of a payment; ``{Any}`` mana gets the color it was spent as."""
    world, final = question.world, found.final
    uses: list[tuple[Move, list[list[Any]]]] = []
    undecided: dict[int, list[list[Any]]] = {}
    for kind in world.start.pool:
        undecided.setdefault(kind, []).append([world.kind(kind), "Any"])

    def settle(pairs: Spends) -> None:
        for kind, color in pairs:
            if world.kind(kind).type == "Any":
                undecided[kind].pop(0)[1] = color

    for step in found.steps:
        settle(step.spends)
        settle(step.decided)
        made = [[world.kind(kind), world.kind(kind).type] for kind in step.made]
        for unit, kind in zip(made, step.made, strict=True):
            undecided.setdefault(kind, []).append(unit)
        uses.append((step.move, made))
    settle(final.spends)
    stand_ins = question.missing(final.left)[1]
    floating = []
    for kind in final.left:
        content = world.kind(kind)
        color = content.type
        if color == "Any":
            unit = undecided[kind].pop(0)
            color = next((one.type for one in stand_ins if one.tags == content.tags), "W")
            stand_ins = _without(stand_ins, color, content.tags)
            unit[1] = color
        floating.append(Unit(color, content.tags))
    lines: list[dict[str, Any]] = []
    for move, made in uses:
        line = {
            "name": world.groups[move.group].name,
            "ability": move.ability.text,
            "output": write_mana_list(tuple(Unit(one, kind.tags) for kind, one in made)),
            "copies": 1,
        }
        if lines and {**lines[-1], "copies": 1} == line:
            lines[-1]["copies"] += 1
        else:
            lines.append(line)
    return {
        "payable": True,
        "x": found.announcement.x,
        "uses": lines,
        "payers": list(_payer_lines(world, final.payers)),
        "life_paid": world.life - final.life,
        "sacrifices": given_up(world, final.position),
        "spent": write_mana_list(tuple(Unit(color) for _, color in final.spends)),
        "floating": write_mana_list(tuple(floating)),
        "max_x": None,
        "mana_options": None,
        "still_castable": [
            world.groups[group].name
            for kept in question.kept
            if question.castable(kept, final)
            for group, number in kept.cards
            for _ in range(number)
        ],
        "objective": terms,
        "unsupported": None,
    }


def _without(kinds: list[Kind], color: str, tags: tuple[str, ...]) -> list[Kind]:
    for at, kind in enumerate(kinds):
        if kind[:2] == (color, tags):
            return kinds[:at] + kinds[at + 1 :]
    return kinds


def _payer_lines(world: World, payers: tuple[Payer, ...]) -> Iterator[dict[str, Any]]:
    cards = [card.name for card, count in world.cards for _ in range(count)]
    for payer in payers:
        slot = world.slot(payer.slot)
        if payer.how == "delve":
            name = cards.pop(0)
        else:
            name = "another player" if payer.how == "assist" else world.groups[payer.group].name
        pays = "{1}" if slot.generic else "{" + "/".join(slot.types) + "}"
        yield {"name": name, "how": payer.how, "pays": pays, "copies": 1}
