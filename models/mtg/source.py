"""Sources: permanents and cards with their state."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from autotap.models.mtg.ability import X_COUNTERS
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.vocabulary import COLOR_WORDS, FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from autotap.models.mtg.ability import ManaAbility, ObjectCost
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.open_ability import OpenAbility


class Zone(StrEnum):
    """Where a source is."""

    BATTLEFIELD = "battlefield"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Source:
    """One permanent, or one card in hand that has a mana ability.

    Also permanents without mana abilities are sources: they can be tapped for convoke, given up
    for a cost, or counted.

    Parameters
    ----------
    id
        Stable and unique on its board, chosen by the caller.
    name
        Card name.
    types
        Supertypes, types and subtypes, lower case; ``token`` marks a token, ``snow`` makes its
        mana snow mana (MTG-107.4h, TRAP-2).
    abilities
        The mana abilities printed on it, or that it has for another reason, whatever `effects`
        make of them.
    tapped, summoning_sick, stays_tapped
        State; a source that stays tapped does not untap in the untap step (MTG-PRO-23).
    counters
        ``(name, number)`` pairs, sorted by name, numbers of 0 left out.
    zone
        Battlefield or hand.
    colors
        Colours, for convoke.
    cost
        Mana cost, None for none; not needed for paying.
    power
        Power, None where it has none or it is not known.
    toughness
        Toughness, with counters and damage reckoned in; None where it has none or it is not known,
        and then a blighted creature is taken to die.
    reserved
        Weight of another use it is kept for (0 or more), as for a creature land.
    open_abilities
        The mana abilities whose types or amount are read off the board (Reflecting Pool).
    effects
        What it does to what permanents make, as long as it is on the battlefield.
    chosen
        What is chosen for it: a color, or a creature type in lower case, which is then put into
        the restrictions of `abilities` in the place of "of the chosen type".
    attached_to
        Id of the source that it is attached to, as an Aura; "" for none.
    unread
        What of its text, or else of it, was not understood where it was made of a card, a sentence
        each: it may make other mana than `abilities` and `effects` say.
    """

    id: str
    name: str
    types: frozenset[str] = frozenset()
    abilities: tuple[ManaAbility, ...] = ()
    tapped: bool = False
    summoning_sick: bool = False
    stays_tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    zone: Zone = Zone.BATTLEFIELD
    colors: frozenset[ManaType] = frozenset()
    cost: ManaCost | None = field(default=None, compare=False)
    power: int | None = None
    toughness: int | None = None
    reserved: int = 0
    open_abilities: tuple[OpenAbility, ...] = ()
    effects: tuple[Effect, ...] = ()
    chosen: ManaType | str | None = None
    attached_to: str = ""
    unread: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.chosen is not None and self.chosen_color is None:
            from autotap.models.mtg.chosen import with_chosen_type

            named = tuple(with_chosen_type(each, self.chosen) for each in self.abilities)
            object.__setattr__(self, "abilities", named)

    @property
    def chosen_color(self) -> ManaType | None:
        """The color chosen for it, None if there is none."""
        return self.chosen if isinstance(self.chosen, ManaType) else None

    def is_a(self, what: str) -> bool:
        """Tell whether the object fits ``what``: types or whole names joined by " or ".

        Several words, as in "legendary creature" or "nontoken artifact", must all fit; colors are
        words too. Cards in hand are no permanents and fit nothing here; a changeling fits every
        subtype.

        Examples
        --------
        >>> elves = Source("a", "Llanowar Elves", frozenset({"creature", "elf"}))
        >>> elves.is_a("artifact or elf"), elves.is_a("legendary creature")
        (True, False)
        """
        if self.zone is Zone.HAND:
            return False
        return any(
            word in self.types or word == self.name.lower() or all(map(self._has, word.split()))
            for word in what.split(" or ")
        )

    def _has(self, word: str) -> bool:
        """Tell whether one word, a type or a color, describes the object."""
        return (
            word in self.types
            or word in ("permanent", "card")
            or (word in _COLORS and _COLORS[word] in self.colors)
            or (word.startswith("non") and not self._has(word[3:]))
            or ("changeling" in self.types and word not in CARD_TYPES | FUNCTION_WORDS)
        )

    def counter(self, name: str) -> int:
        """Return how many counters of that name are on it."""
        return dict(self.counters).get(name, 0)

    def most_x(self, ability: ManaAbility) -> int | None:
        """Return the largest X that its counters allow an ability, None if they do not bound it.

        Examples
        --------
        >>> from autotap.models.mtg.ability import ManaAbility
        >>> hold = ManaAbility.parse("{T}, remove X storage counters: Add {R} (per: X)")
        >>> Source("Dwarven Hold", "Dwarven Hold", counters=(("storage", 3),)).most_x(hold)
        3
        """
        numbers = [self.counter(n) for n, number in ability.cost.counters if number == X_COUNTERS]
        return min(numbers, default=None)

    @property
    def at_best(self) -> tuple[ManaAbility, ...]:
        """Its abilities with the largest X, for what comes X times; 1 where only mana bounds X."""
        if not any(ability.times_x for ability in self.abilities):
            return self.abilities
        return tuple(map(self.best_of, self.abilities))

    def best_of(self, ability: ManaAbility) -> ManaAbility:
        """Return one of its abilities with the largest X, if its output comes X times."""
        if not ability.times_x:
            return ability
        most = self.most_x(ability)
        return ability.with_x(1 if most is None else most)

    def can_pay_tap(self) -> bool:
        """Tell whether summoning sickness allows {T} and {Q} in a cost (MTG-SYM-12)."""
        return not (self.summoning_sick and "creature" in self.types and "haste" not in self.types)

    def fits(self, cost: ObjectCost) -> bool:
        """Tell whether it is a kind of object that the cost accepts, whatever its state."""
        return not cost.deed.of_cards and self.is_a(cost.what)


def alike(
    sources: Iterable[Source], state_of: Callable[[Source], Hashable]
) -> dict[tuple[object, ...], list[Source]]:
    """Gather the sources of the same state with the same abilities, in their order.

    Equal abilities that are different objects tell sources apart here, for hashing them costs more
    than it gains. So the keys mean something as long as the abilities exist.

    Examples
    --------
    >>> from autotap.models.mtg.board import Board
    >>> found = alike(Board.parse("2 Plains; Island").sources, lambda source: source.name)
    >>> [[source.id for source in copies] for copies in found.values()]
    [['Plains 1', 'Plains 2'], ['Island']]
    """
    found: dict[tuple[object, ...], list[Source]] = {}
    known: dict[int, tuple[int, ...]] = {}
    for source in sources:
        abilities = known.get(id(source.abilities))  # copies share the tuple
        if abilities is None:
            abilities = known[id(source.abilities)] = tuple(map(id, source.abilities))
        found.setdefault((state_of(source), abilities), []).append(source)
    return found


CARD_TYPES = frozenset(
    (
        *("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land"),
        *("planeswalker", "sorcery", "basic", "legendary", "snow", "token", "world"),
    )
)
"""Types and supertypes, which a changeling does not gain."""

_COLORS = dict(zip(COLOR_WORDS, COLORS, strict=True))
