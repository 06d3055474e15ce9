"""Asks: what a payment takes, as classes of units, where only mana and life can pay.

The other half of `offers.py`. An *ask* depends on the spell alone. Its *classes* are the kinds of
symbol that are due; a unit is told apart by the set of classes that accept it, written as a bit
set. Each way to announce and to pay {2/W} symbols is one *leaf* with fixed amounts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.memo import per_object
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.solver.announce import announcements
from autotap.solver.backends.greedy import guard, is_payable, owed, touched
from autotap.solver.compile.closing import urgency
from autotap.solver.compile.profiles import Letter, other_than
from autotap.solver.compile.units import GENERIC, X_SLOT, Slot, SpellRules, slot_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.spell import Announcement

MAX_CLASSES = 8
"""Most classes that an ask may have: every set of them is looked at."""
MAX_LEAVES = 64
"""Most ways to announce and to pay {2/W} symbols."""
REMEMBERED = 4_096
"""Spells whose asks are remembered."""

TYPES = tuple(ManaType)
NOTHING = Board()
NOT_ASKED = Spell(None)
READ = frozenset(
    (
        *("cost", "name", "context", "modifiers", "totals", "rulings"),
        *("spend_as", "snow_as", "only_colors", "x_colors", "x_limit", "no_life"),
    )
)
"""What a spell may have."""
PLAIN = frozenset(
    ("cost", "name", "context", "modifiers", "totals", "rulings", "x_limit", "no_life")
)
"""What of it does not matter to unrestricted mana."""


class Due(NamedTuple):
    """Equal symbols of a total.

    Parameters
    ----------
    symbol
        Its text, as the payment names it.
    place
        Index of its class.
    number
        How many.
    half
        Mana that pays it as generic mana instead ({2/W}), 0 for none.
    """

    symbol: str
    place: int
    number: int
    half: int = 0


LIFE = Letter(())
"""Two life that pay a Phyrexian symbol."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Fixed amounts that are due.

    Parameters
    ----------
    rank
        What comes before the objective (the smallest X).
    announcement
        What is announced.
    colored
        Numbers of {2/W} symbols whose colored half is paid, by symbol.
    due
        Amount of each class.
    sets
        Every set of classes of which something is due, with what is due of them together.
    owed
        The same for all sets of classes, packed (`backends/greedy.py`).
    life_symbols
        Symbols that life pays too.
    symbols
        The symbols of the total in order, equal neighbours together.
    """

    rank: tuple[int, ...]
    announcement: Announcement
    colored: tuple[tuple[str, int], ...]
    due: tuple[int, ...]
    sets: tuple[tuple[int, int], ...]
    owed: int
    life_symbols: int
    symbols: tuple[Due, ...]

    @property
    def total(self) -> int:
        """Units due."""
        return sum(self.due)


@dataclass(eq=False)
class Ask:
    """What a payment takes.

    Parameters
    ----------
    rules
        What mana may pay the symbols.
    slots
        The classes.
    by_life
        Bit set of the classes that life pays too.
    leaves
        The ways to pay, by rank.
    no_life
        Whether no life may be paid.
    life_symbols
        Most symbols that life pays too.
    generic
        Bit set of the class of generic mana.
    guard
        For `greedy.is_payable`.
    known
        The classes of the units seen so far.
    touched
        The sets of classes that these units touch, packed.
    """

    rules: SpellRules
    slots: tuple[Slot, ...]
    by_life: int
    leaves: tuple[Leaf, ...]
    no_life: bool
    life_symbols: int
    generic: int
    guard: int
    known: dict[Letter, int] = field(default_factory=dict, repr=False)
    touched: dict[Letter, int] = field(default_factory=dict, repr=False)
    _types: dict[tuple[Letter, int], tuple[int, ManaType]] = field(default_factory=dict, repr=False)
    _verdicts: list[dict[Letter, bool] | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        own = other_than(self.rules.spell, NOT_ASKED, PLAIN)
        self._verdicts = [None if own else _verdicts_on(slot) for slot in self.slots]

    def classes(self, letter: Letter) -> int:
        """Return the set of the classes that accept a unit.

        Raises
        ------
        RestrictionSyntaxError
            For a restriction that cannot be read and has no ruling.
        """
        known = self.known.get(letter)
        if known is None:
            known = self.known[letter] = sum(
                1 << index for index in range(len(self.slots)) if self._accepts(index, letter)
            )
        return known

    def _accepts(self, index: int, letter: Letter) -> bool:
        """Tell whether a class accepts a unit; for all spells at once where they do not matter."""
        verdicts = self._verdicts[index]
        if verdicts is None or letter.restricted:
            verdicts = {}
        verdict = verdicts.get(letter)
        if verdict is None:
            slot = self.slots[index]
            verdict = verdicts[letter] = any(
                self.rules.accepts(slot, kind, template)
                for template in letter.templates
                for kind in template.types
            )
        return verdict

    def touch(self, letter: Letter) -> int:
        """Return the sets of classes that a unit touches, packed."""
        known = self.touched.get(letter)
        if known is None:
            known = self.touched[letter] = touched(self.classes(letter), len(self.slots))
        return known

    def is_payable(self, there: int) -> bool:
        """Tell whether units that touch so much of the sets of classes pay any leaf."""
        return any(is_payable(there, leaf.owed, self.guard) for leaf in self.leaves)

    def type_for(self, letter: Letter, index: int) -> tuple[int, ManaType]:
        """Return the template, by its place in the letter, and the type that pay a class."""
        known = self._types.get((letter, index))
        if known is None:
            slot = self.slots[index]
            known = self._types[letter, index] = next(
                (place, kind)
                for place, template in enumerate(letter.templates)
                for kind in template.types
                if self.rules.accepts(slot, kind, template)
            )
        return known


def ask_of(spell: Spell, x: int | None = None) -> Ask | str:
    """Return the ask of a spell, or the feature for which there is none; worked out once.

    Parameters
    ----------
    spell
        What is paid.
    x
        Value of X; None for the smallest.

    Notes
    -----
    Complexity: exponential in the number of classes, at most `MAX_CLASSES`.

    Examples
    --------
    >>> from autotap.models import Spell
    >>> ask = ask_of(Spell.parse("{2}{W}{U}"))
    >>> [slot.symbol for slot in ask.slots], [leaf.due for leaf in ask.leaves]
    (['{W}', '{U}', '{1}'], [(1, 1, 2)])
    >>> dict(ask.leaves[0].sets)[0b011]
    2
    """
    if x is None:
        return _smallest(spell)
    known = _asks(spell)
    if x not in known:
        known[x] = _ask(spell, x)
    return known[x]


@lru_cache(maxsize=1_024)
def _verdicts_on(slot: Slot) -> dict[Letter, bool]:
    """Return which unrestricted units a symbol accepts in plain costs, as far as it is known."""
    return {}


@per_object(maxsize=REMEMBERED)
def _smallest(spell: Spell) -> Ask | str:
    return _ask(spell, None)


@per_object(maxsize=REMEMBERED)
def _asks(spell: Spell) -> dict[int, Ask | str]:
    """Return the asks of a spell by X, as far as they are known."""
    return {}


def _ask(spell: Spell, x: int | None) -> Ask | str:
    if strange := other_than(spell, NOT_ASKED, READ):
        return f"a cost with {strange[0].replace('_', ' ')}"
    announced = announcements(Problem(NOTHING, spell, x))
    if any(one.life or one.sacrifice or one.tap or one.objects for one in announced):
        return "an announcement with life or objects"
    rules = SpellRules(spell)
    leaves: list[tuple[Announcement, Counter[Slot], Counter[str]]] = []
    for one in announced:
        leaves += _leaves(rules, one)
        if len(leaves) > MAX_LEAVES:
            return f"more than {MAX_LEAVES} ways to announce"
    slots = tuple(sorted({slot for _, due, _ in leaves for slot in due}, key=_place))
    if len(slots) > MAX_CLASSES:
        return f"more than {MAX_CLASSES} classes of symbols"
    by_life = sum(1 << index for index, slot in enumerate(slots) if slot.by_life)
    generic = sum(1 << index for index, slot in enumerate(slots) if slot.generic and not slot.is_x)
    ways = sorted((_leaf(rules, slots, *leaf) for leaf in leaves), key=lambda leaf: leaf.rank)
    ask = Ask(
        rules,
        slots,
        0 if spell.no_life else by_life,
        tuple(ways),
        spell.no_life,
        max((leaf.life_symbols for leaf in ways), default=0),
        generic if generic.bit_count() == 1 else 0,
        guard(len(slots)),
    )
    ask.known[LIFE] = ask.by_life
    return ask


def _leaves(
    rules: SpellRules, announcement: Announcement
) -> list[tuple[Announcement, Counter[Slot], Counter[str]]]:
    """Return every way to pay the {2/W} symbols of one announcement."""
    view = rules.view(announcement)
    generic = replace(GENERIC, view=view)
    due: Counter[Slot] = Counter()
    halves: Counter[tuple[Slot, int]] = Counter()
    for symbol in announcement.total.symbols:
        if symbol.variable:
            x_slot = generic if rules.spell.x_colors is None else replace(X_SLOT, view=view)
            due[x_slot] += announcement.x or 0
        elif symbol.is_generic:
            due[generic] += symbol.generic
        elif symbol.is_monocolored_hybrid:
            halves[slot_of(symbol, frozenset(), view), symbol.generic] += 1
        else:
            due[slot_of(symbol, frozenset(), view)] += 1
    result = []
    for colored in product(*(range(number + 1) for number in halves.values())):
        amounts, chosen = Counter(due), Counter[str]()
        for ((slot, half), number), paid in zip(halves.items(), colored, strict=True):
            amounts[slot] += paid
            amounts[generic] += (number - paid) * half
            chosen[slot.symbol] += paid
        result.append((announcement, +amounts, chosen))
    return result


def _leaf(
    rules: SpellRules,
    slots: tuple[Slot, ...],
    announcement: Announcement,
    due: Counter[Slot],
    colored: Counter[str],
) -> Leaf:
    amounts = tuple(due[slot] for slot in slots)
    wanted = [index for index, amount in enumerate(amounts) if amount]
    sets = tuple(
        (sum(1 << index for index in chosen), sum(amounts[index] for index in chosen))
        for chosen in reversed(_subsets(wanted))
    )
    return Leaf(
        urgency(rules.spell, announcement, 0),
        announcement,
        tuple(sorted(colored.items())),
        amounts,
        sets,
        owed(amounts),
        sum(
            amount
            for slot, amount in zip(slots, amounts, strict=True)
            if slot.by_life and not rules.spell.no_life
        ),
        tuple(_dues(rules, slots, announcement)),
    )


def _dues(rules: SpellRules, slots: tuple[Slot, ...], announcement: Announcement) -> Iterator[Due]:
    view = rules.view(announcement)
    place = {slot: index for index, slot in enumerate(slots)}
    generic = replace(GENERIC, view=view)
    for symbol in announcement.total.symbols:
        if symbol.variable:
            x_slot = generic if rules.spell.x_colors is None else replace(X_SLOT, view=view)
            if announcement.x:
                yield Due("{X}", place[x_slot], announcement.x)
        elif symbol.is_generic:
            if symbol.generic:
                yield Due(GENERIC.symbol, place[generic], symbol.generic)
        else:
            slot = slot_of(symbol, frozenset(), view)
            half = symbol.generic if symbol.is_monocolored_hybrid else 0
            yield Due(str(symbol), place.get(slot, -1), 1, half)


def _subsets(items: list[int]) -> list[list[int]]:
    return [
        [item for bit, item in enumerate(items) if number >> bit & 1]
        for number in range(1, 1 << len(items))
    ]


def _place(slot: Slot) -> tuple[object, ...]:
    """Return what classes are sorted by: those that fewer units pay first."""
    types = tuple(sorted(map(TYPES.index, slot.types)))
    return slot.generic, slot.snow, len(types), types, slot.symbol, slot.view
