"""Exhaustive reference for boards whose permanents change what others make.

It knows its cards by heart: what each does stands here in Python, and nothing of the library is
read. `best` walks through every sequence of mana abilities.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COLORS = "WUBRG"
TYPES = "WUBRGC"
ANY = tuple(COLORS)
BASIC_TYPES = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
LIFE, FLOOR = 20, 5
Mana = tuple[str, ...]
"""Types of mana, sorted."""


class Ability(NamedTuple):
    """What activating costs, and what it makes.

    ``makes`` is a tuple of alternatives, or a word that `Table.alternatives` knows.
    """

    makes: tuple[Mana, ...] | str
    tap: bool = True
    mana: int = 0
    sacrifice: str = ""
    """A type, "this", or nothing."""
    damage: int = 0


@dataclass(frozen=True)
class Card:
    """A card by heart."""

    types: frozenset[str]
    abilities: tuple[Ability, ...] = ()
    colors: str = ""
    cost: str = ""
    """Colored symbols of the mana cost, as letters."""


def _card(types: str, *abilities: Ability, colors: str = "", cost: str = "") -> Card:
    return Card(frozenset(types.split()), abilities, colors, cost)


def _tap(*makes: str) -> Ability:
    return Ability(tuple(tuple(sorted(one)) for one in makes))


_EACH = tuple((color,) for color in COLORS)

CARDS: dict[str, Card] = {
    **{
        name.capitalize(): _card(f"basic land {name}", _tap(color))
        for name, color in BASIC_TYPES.items()
    },
    "Wastes": _card("basic land", _tap("C")),
    "Tundra": _card("land plains island", _tap("W", "U")),
    "Ancient Tomb": _card("land", Ability((("C", "C"),), damage=2)),
    "Crystal Vein": _card("land", _tap("C"), Ability((("C", "C"),), sacrifice="this")),
    "Gaea's Cradle": _card("legendary land", Ability("creatures")),
    "Reflecting Pool": _card("land", Ability("my lands")),
    "Exotic Orchard": _card("land", Ability("their lands")),
    "Command Tower": _card("land", Ability("commander")),
    "Nykthos, Shrine to Nyx": _card("legendary land", _tap("C"), Ability("devotion", mana=2)),
    "Urborg, Tomb of Yawgmoth": _card("legendary land"),
    "Azorius Signet": _card("artifact", Ability((("U", "W"),), mana=1)),
    "Sol Ring": _card("artifact", _tap("CC")),
    "Mox Amber": _card("legendary artifact", Ability("legends")),
    "Treasure": _card("token artifact treasure", Ability(_EACH, sacrifice="this")),
    "Llanowar Elves": _card("creature elf druid", _tap("G"), colors="G", cost="G"),
    "Isamaru": _card("legendary creature dog", colors="W", cost="W"),
    "Phyrexian Altar": _card("artifact", Ability(_EACH, tap=False, sacrifice="creature")),
    "Krark-Clan Ironworks": _card(
        "artifact", Ability((("C", "C"),), tap=False, sacrifice="artifact")
    ),
    "Mana Reflection": _card("enchantment", colors="G", cost="GG"),
    "Nyxbloom Ancient": _card("enchantment creature elemental", colors="G", cost="GGG"),
    "Mirari's Wake": _card("enchantment", colors="GW", cost="GW"),
    "Overabundance": _card("enchantment", colors="RG", cost="RG"),
    "Manabarbs": _card("enchantment", colors="R", cost="R"),
    "Wild Growth": _card("enchantment aura", colors="G", cost="G"),
    "Crypt Ghast": _card("creature spirit", colors="B", cost="B"),
    "Kinnan, Bonder Prodigy": _card("legendary creature human druid", colors="UG", cost="GU"),
    "Caged Sun": _card("artifact"),
    "Contamination": _card("enchantment", colors="B", cost="B"),
    "Damping Sphere": _card("artifact"),
    "Blood Moon": _card("enchantment", colors="R", cost="R"),
    "Cryptolith Rite": _card("enchantment", colors="G", cost="G"),
    "Chromatic Lantern": _card("artifact", Ability(_EACH)),
    "Citanul Hierophants": _card("creature human druid", colors="G", cost="G"),
}

SUN = "U"
"""The color chosen for Caged Sun."""


class State(NamedTuple):
    """A moment: what is tapped and gone (by number), the pool, damage taken and waiting."""

    tapped: frozenset[int]
    gone: frozenset[int]
    pool: Mana = ()
    damage: int = 0
    waiting: int = 0


@dataclass
class Table:
    """One board.

    Parameters
    ----------
    names
        The permanents.
    commander
        Color identity.
    their_types
        Types that the lands of the opponents could produce.
    growth
        Number of the land that Wild Growth is on; None for none.
    """

    names: tuple[str, ...]
    commander: str = ""
    their_types: str = ""
    growth: int | None = None
    left: dict[tuple[frozenset[int], frozenset[int], int], int] = field(default_factory=dict)

    # -- what is there -----------------------------------------------------------------------

    def there(self, state: State) -> list[int]:
        """Numbers of the permanents that are left."""
        return [at for at in range(len(self.names)) if at not in state.gone]

    def effect(self, name: str, state: State) -> int:
        """How many permanents of a name have their effect, which a blood-mooned land has not."""
        return sum(
            self.names[at] == name and not self.mooned(at, state) for at in self.there(state)
        )

    def mooned(self, at: int, state: State) -> bool:
        """Whether a land is a Mountain and nothing else."""
        types = CARDS[self.names[at]].types
        moons = sum(self.names[other] == "Blood Moon" for other in self.there(state))
        return moons > 0 and "land" in types and "basic" not in types

    def types(self, at: int, state: State) -> frozenset[str]:
        """The types of a permanent now."""
        types = CARDS[self.names[at]].types
        if self.mooned(at, state):
            types = types - BASIC_TYPES.keys() | {"mountain"}
        if "land" in types and self.effect("Urborg, Tomb of Yawgmoth", state):
            types |= {"swamp"}
        return types

    def abilities(self, at: int, state: State) -> list[Ability]:
        """The abilities of a permanent now."""
        card = CARDS[self.names[at]]
        found = [] if self.mooned(at, state) else list(card.abilities)
        found += [
            _tap(BASIC_TYPES[word])
            for word in sorted(self.types(at, state) & BASIC_TYPES.keys())
            if word not in card.types or self.mooned(at, state)
        ]
        if "creature" in card.types:
            found += [Ability(_EACH)] * self.effect("Cryptolith Rite", state)
            found += [_tap("G")] * self.effect("Citanul Hierophants", state)
        if "land" in card.types:
            found += [Ability(_EACH)] * self.effect("Chromatic Lantern", state)
        return found

    # -- what an ability makes ---------------------------------------------------------------

    def alternatives(self, ability: Ability, state: State) -> list[Mana]:
        """What an ability says that it makes."""
        if not isinstance(ability.makes, str):
            return list(ability.makes)
        there = self.there(state)
        if ability.makes == "creatures":
            number = sum("creature" in self.types(at, state) for at in there)
            return [("G",) * number] if number else []
        if ability.makes == "devotion":
            costs = "".join(CARDS[self.names[at]].cost for at in there)
            return [(color,) * costs.count(color) for color in COLORS if color in costs]
        if ability.makes == "commander":
            kinds = self.commander
        elif ability.makes == "their lands":
            kinds = "".join(kind for kind in self.their_types if kind != "C")
        elif ability.makes == "legends":
            legends = [CARDS[self.names[at]] for at in there]
            kinds = "".join(c.colors for c in legends if {"legendary", "creature"} <= c.types)
        else:
            kinds = "".join(self.could_produce(state))
        return [(kind,) for kind in sorted(set(kinds))]

    def could_produce(self, state: State) -> set[str]:
        """Types that my lands could make; Reflecting Pool sees itself through the others."""
        known: set[str] = set()
        for _ in TYPES:
            for at in self.there(state):
                for ability in self.abilities(at, state):
                    if "land" not in self.types(at, state):
                        continue
                    pooled = [(kind,) for kind in known]
                    asks = ability.makes == "my lands"
                    says = pooled if asks else self.alternatives(ability, state)
                    for made in says:
                        for end in self.replaced(at, ability, made, state):
                            known |= set(end)
        return known

    def replaced(self, at: int, ability: Ability, made: Mana, state: State) -> set[Mana]:
        """What replacements make of mana, in any order."""
        if not (ability.tap and made):
            return {made}
        types = self.types(at, state)
        changes: list[Callable[[Mana], Mana]] = []
        changes += [lambda mana: mana * 2] * self.effect("Mana Reflection", state)
        changes += [lambda mana: mana * 3] * self.effect("Nyxbloom Ancient", state)
        if "land" in types:
            changes += [lambda mana: ("B",)] * self.effect("Contamination", state)
        spheres = self.effect("Damping Sphere", state) if "land" in types else 0
        ends = set()
        for order in permutations([*changes, *[None] * spheres]):
            mana, left = made, list(order)
            while True:
                ready = [one for one in left if one is not None or len(mana) > 1]
                if not ready:
                    break
                left.remove(ready[0])
                mana = ("C",) if ready[0] is None else ready[0](mana)
            ends.add(tuple(sorted(mana)))
        return ends

    def outcomes(self, at: int, ability: Ability, state: State) -> Iterator[tuple[Mana, int, int]]:
        """Every mana that an ability may make in a state, with damage now and later."""
        types = self.types(at, state)
        for said in self.alternatives(ability, state) or [()]:
            for own in self.replaced(at, ability, said, state):
                added: list[list[Mana]] = []
                damage = waiting = 0
                same: list[Mana] = [(kind,) for kind in sorted(set(own))]
                if own and ability.tap and "land" in types:
                    hurting = self.effect("Overabundance", state)
                    added += [same] * (self.effect("Mirari's Wake", state) + hurting)
                    damage += hurting
                    waiting += self.effect("Manabarbs", state)
                    if at == self.growth:
                        added += [[("G",)]] * self.effect("Wild Growth", state)
                    if "swamp" in types:
                        added += [[("B",)]] * self.effect("Crypt Ghast", state)
                if own and ability.tap and "land" not in types:
                    added += [same] * self.effect("Kinnan, Bonder Prodigy", state)
                if SUN in own and "land" in types:
                    added += [[(SUN,)]] * self.effect("Caged Sun", state)
                for more in product(*added):
                    yield tuple(sorted(own + sum(more, ()))), damage, waiting

    # -- every sequence ----------------------------------------------------------------------

    def steps(self, state: State) -> Iterator[State]:
        """Every state after one more activation."""
        for at in self.there(state):
            for ability in self.abilities(at, state):
                if ability.tap and at in state.tapped:
                    continue
                tapped = state.tapped | {at} if ability.tap else state.tapped
                victims: list[int | None] = [None]
                if ability.sacrifice == "this":
                    victims = [at]
                elif ability.sacrifice:
                    victims = [
                        other
                        for other in self.there(state)
                        if ability.sacrifice in self.types(other, state)
                    ]
                for victim in victims:
                    gone = state.gone if victim is None else state.gone | {victim}
                    after = state._replace(tapped=tapped, gone=gone)
                    for paid in _spent(state.pool, ability.mana):
                        for mana, damage, waiting in self.outcomes(at, ability, after):
                            yield after._replace(
                                pool=tuple(sorted(paid + mana)),
                                damage=state.damage + damage + ability.damage,
                                waiting=state.waiting + waiting,
                            )

    def mana_left(self, state: State) -> int:
        """The most mana that a position can still make, beginning with none."""
        key = (state.tapped - state.gone, state.gone, 0)
        if key not in self.left:
            start = State(key[0], state.gone)
            self.left[key] = max(len(one.pool) for one in self.reached(start))
        return self.left[key]

    def reached(self, start: State) -> dict[State, int]:
        """Every state that can be reached, with the fewest activations."""
        found = {start: 0}
        layer = [start]
        while layer:
            following = []
            for state in layer:
                for after in self.steps(state):
                    if after not in found:
                        found[after] = found[state] + 1
                        following.append(after)
            layer = following
            if len(found) > MOST_STATES:
                raise TooLarge
        return found

    def best(self, cost: Mana, generic: int) -> tuple[int, int, int] | None:
        """The best payment: losses, minus the mana left, and activations; None if there is none."""
        answers = []
        due = Counter(cost)
        for state, activations in self.reached(State(frozenset(), frozenset())).items():
            pool = Counter(state.pool)
            if due <= pool and pool.total() - due.total() >= generic:
                answers.append((self.losses(state), state, activations))
        if not answers:
            return None
        least = min(losses for losses, _, _ in answers)
        return min(
            (losses, -self.mana_left(state), activations)
            for losses, state, activations in answers
            if losses == least
        )

    def losses(self, state: State) -> int:
        """What is lost on the way to a state."""
        life = state.damage + state.waiting
        total = life + 4 * max(0, FLOOR - LIFE + life)
        for at in state.tapped:
            total += "creature" in CARDS[self.names[at]].types
        for at in state.gone:
            types = CARDS[self.names[at]].types
            if "land" in types:
                total += 8
            else:
                total += 3 if "treasure" in types else 10
        return total


MOST_STATES = 30_000


class TooLarge(Exception):  # noqa: N818
    """Too many states for an exhaustive search."""


def _spent(pool: Mana, number: int) -> set[Mana]:
    """What is left of a pool after so much generic mana is paid out of it."""
    if number == 0:
        return {pool}
    left = set()
    for chosen in combinations_with_replacement(sorted(set(pool)), number):
        if Counter(chosen) <= Counter(pool):
            left.add(tuple(sorted((Counter(pool) - Counter(chosen)).elements())))
    return left
