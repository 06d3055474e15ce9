"""Units of mana and the symbols they can pay: who accepts what.

A *template* is what an ability prints: the types that may be chosen, the source's flags and the
tags. A *slot* is one kind of symbol in one cost. Units with the same accepting slots are one kind.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING, Protocol

from autotap.models.errors import UnsupportedCostError
from autotap.models.memo import Lookup, per_object
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.mana import ManaGroup, ManaTags
from autotap.models.mtg.restriction import Restriction, Ruling
from autotap.models.mtg.source import Source, Zone
from autotap.models.mtg.spell import Announcement, Payer, Spell
from autotap.models.mtg.symbols import ManaSymbol, ManaType
from autotap.models.mtg.ways import announced_context

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.board import Board
    from autotap.models.mtg.cost import ManaCost


MAX_ALTERNATIVES = 2_000
"""Most ways to choose the types that one activation makes, where they are told apart."""


@dataclass(frozen=True, slots=True)
class Template:
    """Units that an ability makes.

    Parameters
    ----------
    types
        Types that may be chosen, in the order of `ManaType`.
    tags
        Tags of the group, as printed.
    flags
        Types of the source that any symbol asks for.
    """

    types: tuple[ManaType, ...]
    tags: ManaTags
    flags: frozenset[str] = frozenset()


View = tuple[int, tuple[str, ...]]
"""The announced X and cost options, as far as restrictions on mana ask for them."""
NO_VIEW: View = (0, ())


@dataclass(frozen=True, slots=True)
class Slot:
    """One kind of symbol that is due.

    Parameters
    ----------
    symbol
        Its text, as the payment will name it.
    types
        Types that pay it; empty for generic mana and {S}. See `X_SLOT`.
    generic, snow, is_x
        What sort of symbol it is.
    by_life
        Whether 2 life pays it too (MTG-SYM-09, MTG-AST-08).
    view
        What of the announcement restrictions are judged with.
    """

    symbol: str
    types: frozenset[ManaType] = frozenset()
    generic: bool = False
    snow: bool = False
    by_life: bool = False
    is_x: bool = False
    view: View = NO_VIEW


GENERIC = Slot("{1}", generic=True)
X_SLOT = Slot("{X}", generic=True, is_x=True)
"""X; where each type of mana may pay one of it only, the slot has the type, or none for payers."""


@lru_cache(maxsize=4_096)
def slot_of(symbol: ManaSymbol, life_for: frozenset[ManaType], view: View = NO_VIEW) -> Slot:
    """Return the slot of a symbol that is neither a number nor X.

    For {2/W} it is the coloured half. Life pays Phyrexian symbols, and those of the types in
    ``life_for``.
    """
    types = frozenset(symbol.types)
    by_life = symbol.phyrexian or not types.isdisjoint(life_for)
    return Slot(str(symbol), types, snow=symbol.snow, by_life=by_life, view=view)


@dataclass(frozen=True)
class SpellRules:
    """What mana may pay the symbols of the spell's cost."""

    spell: Spell

    @cached_property
    def _rulings(self) -> dict[tuple[str, View], Ruling]:
        """Verdicts on restriction texts that were asked for before."""
        return {}

    def ruling(self, text: str, view: View) -> Ruling:
        """Say whether mana with a restriction may be spent for what is announced."""
        if (text, view) not in self._rulings:
            given = dict(self.spell.rulings).get(text)
            x, options = view
            self._rulings[text, view] = given or judge(
                text, announced_context(self.spell, options, x)
            )
        return self._rulings[text, view]

    def view(self, announcement: Announcement) -> View:
        """Return what restrictions see: X where the mana value depends on it, and options."""
        x = (announcement.x or 0) if self.spell.context.x_count else 0
        return x, tuple(sorted(set(announcement.options)))

    @cached_property
    def _spend_as(self) -> dict[ManaType, frozenset[ManaType]]:
        return dict(self.spell.spend_as)

    def accepts(self, slot: Slot, mana: ManaType, unit: Template) -> bool:
        """Tell whether one unit pays one symbol (MTG-106.6, MTG-609.4b, MTG-RSC)."""
        spell = self.spell
        if spell.no_mana or not spell.only_from <= unit.flags:
            return False
        if spell.only_colors is not None and mana not in spell.only_colors:
            return False
        if slot.is_x and spell.x_colors is not None and mana not in spell.x_colors:
            return False
        if slot.is_x and spell.x_distinct and mana not in slot.types:
            return False
        ruling = self.ruling(unit.tags.only, slot.view) if unit.tags.only else Ruling.YES
        spent_as = self._spend_as.get(mana, frozenset((mana,)))
        if "snow" in unit.flags:
            spent_as |= spell.snow_as
        return fits(slot, ruling, unit, spent_as)

    def accepts_payer(self, slot: Slot, payer: Payer, colors: frozenset[ManaType]) -> bool:
        """Tell whether a payer that is no mana pays one symbol (MTG-KW-01…04)."""
        return slot.generic or (payer is Payer.CONVOKE and bool(slot.types & colors))


@per_object(maxsize=1024)
def rules_of(spell: Spell) -> SpellRules:
    """Return what mana may pay the symbols of a spell's cost."""
    return SpellRules(spell)


class Accepts(Protocol):
    """What mana may pay the symbols of one cost."""

    def accepts(self, slot: Slot, mana: ManaType, unit: Template) -> bool:
        """Tell whether one unit pays one symbol."""
        ...


@dataclass(frozen=True)
class AbilityRules:
    """What mana may pay the mana cost of one source's ability."""

    board: Board
    source: Source
    cost: ManaCost

    @cached_property
    def _context(self) -> Context:
        source = self.source
        return Context.of(
            source.cost,
            self.cost,
            PaymentKind.ABILITY,
            types=source.types,
            colors=source.colors,
            mana_value=source.cost.mana_value if source.cost else 0,
            zone=source.zone,
            keywords=source.types & {"changeling"},
            name=source.name,
        )

    def accepts(self, slot: Slot, mana: ManaType, unit: Template) -> bool:
        """Tell whether one unit pays one symbol (MTG-106.6, judged against the ability)."""
        ruling = Ruling.YES
        if unit.tags.only:
            given = dict(self.board.rulings).get(unit.tags.only)
            ruling = given or judge(unit.tags.only, self._context)
        return fits(slot, ruling, unit, frozenset((mana,)))


def judge(text: str, context: Context) -> Ruling:
    """Judge a restriction text by its words."""
    return Restriction.parse(text).judge(context)


def fits(slot: Slot, ruling: Ruling, unit: Template, spent_as: frozenset[ManaType]) -> bool:
    """Tell whether a unit under a ruling fits a symbol."""
    if ruling is Ruling.NO or (slot.generic and ruling is Ruling.NOT_GENERIC):
        return False
    if slot.generic:
        return True
    if slot.snow:
        return "snow" in unit.flags
    return bool(slot.types & spent_as)


def templates_of(source: Source, group: ManaGroup, wanted: frozenset[str]) -> Iterable[Template]:
    """Yield the template of each unit in a group."""
    return templates(group, flags_of(source), wanted)


def flags_of(source: Source) -> frozenset[str]:
    """Return the flags of mana of a source; a card in hand is no creature or artifact (109.2)."""
    return source.types & {"snow"} if source.zone is Zone.HAND else source.types


def templates(
    group: ManaGroup, flags: frozenset[str], wanted: frozenset[str]
) -> Iterator[Template]:
    """Yield the template of each unit in a group, as a source with these flags makes it.

    Mana of another source has no flags of this one (MTG-106.3).
    """
    if group.tags.origin or group.tags.flags:
        flags = group.tags.flags
    for unit in group.units:
        yield Template(unit, group.tags, flags & wanted)


def alternatives(
    ability: ManaAbility, decided: frozenset[ManaType] = frozenset()
) -> tuple[tuple[ManaGroup, ...], ...]:
    """Return the outputs of an ability with free choices folded into units.

    ``{W}|{U}`` is one unit of either type, ``{B}{B}|{B}{R}|{R}{R}`` are two such units: what
    is a free choice per unit need not be a choice between alternatives. For the types in
    ``decided`` it is the other way round: each way to choose units of them is an alternative of its
    own, and the units that are of none of them stay free.

    Raises
    ------
    UnsupportedCostError
        If that makes more than `MAX_ALTERNATIVES`, or if the types are chosen of an amount that
        counts objects.
    """
    outputs = _folded(ability)
    if not decided:
        return outputs
    ways: dict[tuple[ManaGroup, ...], None] = {}
    for output in outputs:
        choices = [_choices(group, decided) for group in output]
        free = any(len(c) > 1 and not c[0].tags.origin for c in choices)
        if ability.per and free:
            raise UnsupportedCostError(str(ability), "a fixed type where types matter")
        if prod(map(len, choices)) > MAX_ALTERNATIVES:
            expected = f"at most {MAX_ALTERNATIVES} ways to choose types where types matter"
            raise UnsupportedCostError(str(ability), expected)
        ways.update(dict.fromkeys(product(*choices)))
    return tuple(ways)


Made = tuple[tuple[tuple[Template, int], ...], ...]
"""Per alternative the units with their amounts."""
Told = tuple[frozenset[str], frozenset[str], frozenset[ManaType]]
"""The flags of mana of a source, those that tell mana apart, and the types that must be chosen."""


@per_object(maxsize=4_096)
def made_of(ability: ManaAbility) -> Lookup[Told, tuple[Made, Made]]:
    """Return what an ability makes, and what comes once beside that."""
    return Lookup(partial(_made_of, ability), maxsize=64)


def _made_of(ability: ManaAbility, told: Told) -> tuple[Made, Made]:
    flags, wanted, decided = told

    def units(groups: Iterable[ManaGroup]) -> tuple[tuple[Template, int], ...]:
        return tuple(Counter(t for each in groups for t in templates(each, flags, wanted)).items())

    outputs, once = [], []
    for made in alternatives(ability, decided):
        added = [group for group in made if ability.per and group.tags.origin]
        outputs.append(units(group for group in made if group not in added))
        once.append(units(added))
    return tuple(outputs) or ((),), tuple(once) if any(once) else ()


def _folded(ability: ManaAbility) -> tuple[tuple[ManaGroup, ...], ...]:
    outputs = ability.outputs
    if len(outputs) < 2 or any(len(output) != 1 for output in outputs):
        return outputs
    groups = [output[0] for output in outputs]
    sizes = {len(group.units) for group in groups}
    if len({group.tags for group in groups}) > 1 or len(sizes) > 1:
        return outputs
    size = sizes.pop()
    if size == 1:
        types = frozenset(t for group in groups for t in group.units[0])
        return ((ManaGroup((_in_order(types),), groups[0].tags),),)
    if any(len(unit) > 1 for group in groups for unit in group.units):
        return outputs
    made = {tuple(sorted(unit[0] for unit in group.units)) for group in groups}
    types = frozenset(t for units in made for t in units)
    if made == set(combinations_with_replacement(sorted(types), size)):
        return ((ManaGroup((_in_order(types),) * size, groups[0].tags),),)
    return outputs


def _choices(group: ManaGroup, decided: frozenset[ManaType]) -> list[ManaGroup]:
    """Return a group with its types decided in every way; the order of units does not matter."""
    ways: list[Iterable[tuple[tuple[ManaType, ...], ...]]] = []
    number = 1
    for types, copies in Counter(group.units).items():
        options: list[tuple[ManaType, ...]] = [(kind,) for kind in types if kind in decided]
        if rest := tuple(kind for kind in types if kind not in decided):
            options.append(rest)
        number *= comb(copies + len(options) - 1, copies)
        ways.append(combinations_with_replacement(options, copies))
    if number > MAX_ALTERNATIVES:
        raise UnsupportedCostError(str(group), f"at most {MAX_ALTERNATIVES} ways to choose types")
    chosen = (tuple(sorted(chain.from_iterable(each))) for each in product(*ways))
    return [ManaGroup(units, group.tags) for units in dict.fromkeys(chosen)]


def _in_order(types: frozenset[ManaType]) -> tuple[ManaType, ...]:
    return tuple(t for t in ManaType if t in types)
