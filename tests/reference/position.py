"""The position of a Magic case and everything its mana abilities can do, step by step.

Copies of an entry in the same state are interchangeable, so a position is a tuple of multisets
(one per entry) of copy states. ``{Any}`` mana stays undecided until it is spent: choosing its
color when it is made, knowing what it will pay, comes to the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.notation import COLORS, TYPES, Ability, Symbol, Unit, parse_mana_list
from tests.reference.objects import (
    CopyState,
    Group,
    give_touched,
    give_used,
    no_loss,
    present,
    read_group,
    tap_loss,
    tap_used,
    untapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Position = tuple[int, ...]
Pool = tuple[int, ...]
Demand = tuple[int, ...]
Spends = tuple[tuple[int, str], ...]

MOST_X = 15
"""Largest X of a mana ability that only mana bounds."""


class Unbounded(Exception):  # noqa: N818
    """A loop of mana abilities makes mana without end."""


MAX_POOLS = 20_000
"""Most pools that are looked at after one payment, where the number of states is limited."""


class TooLarge(Exception):  # noqa: N818
    """The search needs more states than allowed."""


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
    x_distinct: bool = False


class World:
    """The position of a case and everything its mana abilities can do."""

    def __init__(self, case: Mapping[str, Any], *, max_states: int | None = None) -> None:
        pay = case.get("pay", {})
        self.groups = [read_group(entry) for entry in case["board"]]
        self.listed = len(self.groups)
        self.groups += [read_group(card, hand=True) for card in case.get("hand", ())]
        self.life = case.get("life", 20)
        self.cards = [
            (Group(card["name"], frozenset(card.get("types", ())), 0, (), "", False, False, False,
                   0, (), CopyState(False), mana_value=card.get("mana_value", 0)), card["count"])
            for card in case.get("graveyard", ())
        ]  # fmt: skip
        self.graveyard = sum(count for _, count in self.cards)
        self.no_life = pay.get("no_life", False)
        self.prefer = pay.get("prefer", "")
        kept = sum(card.get("count", 1) for card in case.get("hand", ()) if card.get("cost"))
        together = bool(case.get("expect", {}).get("still_castable"))
        self.readers = bool(case.get("pool")) + (min(kept, 1) if together else kept)
        self.contexts = {
            "ability": Context(case.get("ability_restrictions", {})),
            "main": Context(
                pay.get("restrictions", {}),
                pay.get("spend_as", {}),
                frozenset(pay.get("only_from", ())),
                pay.get("only_colors", ""),
                pay.get("x_colors", ""),
                pay.get("no_mana", False),
                pay.get("x_distinct", False),
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
        self._with_x: dict[tuple[int, int, int], Ability] = {}
        self._funds: dict[tuple[tuple[Symbol, ...], Pool], list[tuple[Pool, int, Spends]]] = {}
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
            tuple(
                sorted(self.unit_kind(unit, None) for unit in parse_mana_list(case.get("pool", "")))
            ),
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
            for expansion in self.expand(ability.with_x(1).mana, "ability")
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

    def unit_kind(self, unit: Unit, group: Group | None, *, rider: bool = False) -> int:
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
        if slot.variable and context.x_distinct:
            types = "".join(one for one in types if one in slot.types)
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
                if self.budget is not None and len(after) > MAX_POOLS:
                    raise TooLarge
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
            if self.contexts[context].x_distinct:
                choices = [_symbol_choices(one, context, x) for one in cost if not one.variable]
                choices.append(_different(context, x * sum(one.variable for one in cost)))
            found: dict[Expansion, None] = {}
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
        key = (ability.mana, pool)
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
        """Apply an effect to ``count`` objects, in every way; of ways that meet, the least loss.

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
                            cost = lost + loss(group)
                            after[key] = min(cost, after.get(key, cost))
                if source is not None and own is not None and wanted(self.groups[source], own):
                    key = (position, effect(own))
                    cost = lost + loss(self.groups[source])
                    after[key] = min(cost, after.get(key, cost))
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

    def with_x(self, at: int, index: int, x: int) -> Ability:
        """An ability of a group with X, if it has one."""
        ability = self.groups[at].abilities[index]
        if not ability.has_x:
            return ability
        if (at, index, x) not in self._with_x:
            self._with_x[at, index, x] = ability.with_x(x)
        return self._with_x[at, index, x]

    def values_of_x(self, at: int, state: CopyState, index: int) -> range:
        """Every X that an ability may be activated with, as far as its counters allow it."""
        group = self.groups[at]
        ability = group.abilities[index]
        if state.gone or not ability.has_x:
            return range(1)
        counters = dict(zip(group.counter_names, state.counters, strict=True))
        return range(min((counters.get(n, 0) for n in ability.x_counters), default=MOST_X) + 1)

    def own_cost(self, at: int, state: CopyState, index: int, x: int = 0) -> CopyState | None:
        """The source after tapping, untapping, counters and limits of an ability; None: cannot."""
        group = self.groups[at]
        ability = self.with_x(at, index, x)
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
        for x in self.values_of_x(at, state, index):
            yield from self._activations(position, at, state, index, x)

    def _activations(
        self, position: Position, at: int, state: CopyState, index: int, x: int
    ) -> Iterator[Move]:
        group = self.groups[at]
        ability = self.with_x(at, index, x)
        own = self.own_cost(at, state, index, x)
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
            wanted = partial(untapped, pick.what)
            chosen = None if pick.other else at
            ways = self.pick(ways, pick.count, wanted, tap_used, tap_loss, chosen)
        for pick in ability.gives:
            wanted = partial(present, pick.what)
            chosen = None if pick.other else at
            ways = self.pick(ways, pick.count, wanted, give_used, no_loss, chosen)
        if ability.discard_hand:
            ways = {(self._empty_hand(rest), own): lost for (rest, own), lost in ways.items()}
        for (after, source), lost in ways.items():
            assert source is not None
            if ability.sacrifice_this or ability.exile_from_hand:
                if source.gone:
                    continue
                source = give_used(source)
            final = self.change(after, at, -1, self.state_id(at, source))
            times = self.number(final, ability.per) if ability.per else 1
            yield Move(at, final, lost, ability, self._made(group, ability, times))

    def _empty_hand(self, position: Position) -> Position:
        for at, group in enumerate(self.groups):
            for state, count in self.copies(position, at) if group.in_hand else ():
                if not state.gone:
                    new = self.state_id(at, give_touched(state))
                    for _ in range(count):
                        position = self.change(position, at, self.state_id(at, state), new)
        return position

    def _made(self, group: Group, ability: Ability, times: int) -> tuple[Pool, ...]:
        """The alternatives of an output as kinds.

        ``{Any}`` is decided now if a wish reads colors, or several things read what floats.
        """
        decided = self.prefer == "colors" or any(f"{{{color}}}" in self.prefer for color in COLORS)
        decided |= self.readers > 1
        found: dict[Pool, None] = {}
        for printed in ability.outputs:
            ways = []
            for unit, copies in Counter(counted(printed, times)).items():
                types = COLORS if unit.type == "Any" and decided else (unit.type,)
                kinds = [
                    self.unit_kind(
                        Unit(kind, unit.tags, unit.source), group, rider=ability.rider is not None
                    )
                    for kind in types
                ]
                ways.append(combinations_with_replacement(kinds, copies))
            for chosen in product(*ways):
                found[tuple(sorted(kind for kinds in chosen for kind in kinds))] = None
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
            made = tuple(sorted(self.unit_kind(Unit(self._kinds[k].type), group) for k in kept))
            yield kept, made, tuple(zip(anys, colors, strict=True))

    def after(self, state: State, move: Move) -> Iterator[Step]:
        """Every state after an activation, as far as life, graveyard and pool allow it."""
        ability = move.ability
        if ability.life and (self.no_life or state.life < ability.life):
            return
        graveyard = state.graveyard + ability.graveyard
        if graveyard > self.graveyard:
            return
        waiting = state.waiting + ability.damage_waiting
        for left, paid, spends in (
            self.fund(ability, state.pool) if ability.mana else ((state.pool, 0, ()),)
        ):
            if paid and (self.no_life or state.life - ability.life < paid):
                continue
            life = state.life - ability.life - paid - ability.damage
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
            best = 0
            ways = [
                (index, x)
                for index in range(len(self.groups[at].abilities))
                for x in self.values_of_x(at, state, index)
            ]
            for index, x in ways:
                ability = self.with_x(at, index, x)
                own = self.own_cost(at, state, index, x)
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


def counted(output: tuple[Unit, ...], times: int) -> tuple[Unit, ...]:
    """What a count makes of an output; mana of other sources comes once, if there is any."""
    own = tuple(unit for unit in output if unit.source is None)
    others = tuple(unit for unit in output if unit.source is not None)
    return own * times + others * (times > 0)


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


def _different(context: str, number: int) -> list[tuple[tuple[Slot, ...], int]]:
    """The slots of X where no two of its mana have the same type; "" is for payers alone."""
    slots = {one: Slot(context, one, generic=True, variable=True) for one in ["", *TYPES]}
    return [
        ((slots[""],) * (number - count) + tuple(slots[one] for one in chosen), 0)
        for count in range(min(number, len(TYPES)) + 1)
        for chosen in combinations(TYPES, count)
    ]


def refuse_growth(
    state: State, parent: State | None, parents: Mapping[State, State | None]
) -> None:
    while parent is not None:
        if grown(parent, state):
            raise Unbounded
        parent = parents[parent]
