"""What is paid for: cost, context, other ways to pay, and the totals that may be announced."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.card import CardZone
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.models.mtg.vocabulary import type_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from autotap.models.mtg.card import Card
    from autotap.models.mtg.locking import Modifier
    from autotap.models.mtg.restriction import Ruling
    from autotap.models.mtg.ways import CostOption


E = TypeVar("E", bound=StrEnum)


class Payer(StrEnum):
    """A way to pay the locked total besides mana; all act after mana abilities."""

    CONVOKE = "convoke"
    """Tap a creature for {1} or one mana of its colour (MTG-KW-01)."""
    IMPROVISE = "improvise"
    """Tap an artifact for {1} (MTG-KW-02)."""
    DELVE = "delve"
    """Exile a card from the graveyard for {1} (MTG-KW-03)."""
    WATERBEND = "waterbend"
    """Tap an artifact or creature for {1} of the waterbend part (MTG-KW-04)."""
    ASSIST = "assist"
    """Another player pays {1} (MTG-KW-05)."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One way to announce the cost, with the total that is locked for it (MTG-601.2b, 601.2f).

    Parameters
    ----------
    total
        Locked total; {X} left in it stands for ``x`` generic mana each.
    x
        Announced value of X, None without X.
    life
        Life that is due besides Phyrexian symbols still in the total, and besides the additional
        costs that every announcement has.
    sacrifice, tap
        Names of the objects given up or tapped for this announcement.
    trace
        How the total came about: one sentence a step, each with its rule id.
    options
        Names of the cost options that are chosen, each as often as it is.
    objects
        ``(option, ids)``: the object that is chosen with an option is one of these; in a payment
        it is the only one.
    """

    total: ManaCost
    x: int | None = None
    life: int = 0
    sacrifice: tuple[str, ...] = ()
    tap: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    objects: tuple[tuple[str, tuple[str, ...]], ...] = ()


SpendAs = tuple[tuple[ManaType, frozenset[ManaType]], ...]
"""Per listed type all the types that it may be spent as; unlisted types are themselves."""


def spend_as(table: Mapping[ManaType, frozenset[ManaType]]) -> SpendAs:
    """Make a canonical `SpendAs` of a mapping."""
    return tuple(sorted(table.items()))


ANY_COLOR: SpendAs = spend_as({t: frozenset((*COLORS, t)) for t in ManaType})
"""Mana may be spent as though it were mana of any colour (MTG-AST-01): not {C}, not {S}."""
ANY_TYPE: SpendAs = spend_as({t: frozenset(ManaType) for t in ManaType})
"""Mana of any type can be spent (MTG-AST-02, MTG-118.14)."""


FACE_DOWN_COST = ManaCost.parse("{3}")
"""What casting a card face down costs (MTG-KW-19)."""


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell, an ability or another payment that is asked for.

    `parse` makes one of a cost text, `of` of a card.

    Parameters
    ----------
    cost
        Mana cost, or the alternative cost chosen in its place (MTG-118.9); None for no mana cost,
        which cannot be paid (MTG-118.6).
    name
        Name of the card or of the object whose ability it is.
    context
        What restrictions on mana are judged on, before X is announced. Where it does not name the
        symbols of the cost, all that it leaves at its default follows from the cost
        (`Context.of`).
    payers
        Ways to pay besides mana.
    waterbend
        Largest number of waterbend taps.
    waterbend_x
        Whether there are no more of them than X either (waterbend {X}, MTG-KW-04).
    assist
        Most generic mana that another player pays; as little of it as possible is asked for.
    additional
        Additional costs (MTG-118.8); ``tap`` and ``untap`` mean the object called ``name``.
    options
        Alternative and optional costs (MTG-601.2b).
    modifiers
        Increases, reductions and minimums, from which the total is locked.
    totals
        Locked totals that the caller has worked out; exactly one is paid. If given, ``cost``,
        ``options`` and ``modifiers`` are not paid.
    spend_as
        As what types mana may be spent (MTG-609.4b).
    snow_as
        Types that snow mana may be spent as besides its own (MTG-AST-05).
    only_from
        Mana only from sources with all these types (MTG-RSC-04).
    only_colors
        Only mana of these types, None for any (MTG-RSC-03).
    x_colors
        X is paid with mana of these types only, None for any (MTG-RSC-01).
    x_distinct
        Whether no more than one mana of each type is spent on X (MTG-RSC-02); where it says "only
        colored mana", `x_colors` are the five colors.
    x_limit
        Largest X, None for no limit.
    no_mana, no_life
        Whether no mana may be spent, or no life may be paid.
    rulings
        The caller's own verdicts on restriction texts for this payment; a text that is not listed
        is judged by its words.
    unread
        What of its text about casting it was not understood where it was made of a card, a
        sentence each.

    Raises
    ------
    InputError
        If two options have the same name.

    Examples
    --------
    >>> spell = Spell(ManaCost.parse("{X}{2}{W/U}"))
    >>> spell.mana_value, sorted(spell.colors)
    (3, [<ManaType.U: 'U'>, <ManaType.W: 'W'>])
    """

    cost: ManaCost | None
    name: str = ""
    context: Context = Context()
    payers: frozenset[Payer] = frozenset()
    waterbend: int = 0
    additional: ActivationCost = ActivationCost()
    modifiers: tuple[Modifier, ...] = ()
    totals: tuple[Announcement, ...] = ()
    spend_as: SpendAs = ()
    snow_as: frozenset[ManaType] = frozenset()
    only_from: frozenset[str] = frozenset()
    only_colors: frozenset[ManaType] | None = None
    x_colors: frozenset[ManaType] | None = None
    x_limit: int | None = None
    no_mana: bool = False
    no_life: bool = False
    rulings: tuple[tuple[str, Ruling], ...] = ()
    options: tuple[CostOption, ...] = ()
    assist: int = 0
    x_distinct: bool = False
    waterbend_x: bool = False
    unread: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        names = [option.name for option in self.options]
        if twice := {name for name in names if names.count(name) > 1}:
            raise InputError(min(twice), "options with different names")
        if not self.context.symbols:
            paid = _whole(self.cost, self.additional)
            context = _completed(self.context, self.cost, paid, self.name)
            object.__setattr__(self, "context", context)

    @classmethod
    def parse(
        cls,
        cost: str | None,
        *,
        alternative: str | None = None,
        types: str | Iterable[str] = (),
        name: str = "",
        kind: PaymentKind | str = PaymentKind.SPELL,
        colors: Iterable[str] | None = None,
        keywords: str | Iterable[str] = (),
        additional: ActivationCost | str = "",
        **rest: Any,
    ) -> Spell:
        """Make a spell, or what else is paid for, of a cost text.

        Parameters
        ----------
        cost
            Printed mana cost, which gives the mana value and the colors (MTG-202.2, 202.3), or the
            mana cost of the ability. None for no mana cost.
        alternative
            The cost that is paid in its place (MTG-118.9); it changes neither.
        types
            Type line, or its words.
        name
            Name of the card, or of the object whose ability it is.
        kind
            What is paid for.
        colors
            Letters of the colors where they do not follow from the mana cost: a color indicator,
            or the colors of an ability's source.
        keywords
            A keyword, or several; see `Context`.
        additional
            What is paid beside the cost, or its text, as ``"sacrifice a creature"``.
        rest
            Other fields of `Context` (``zone``, ``chosen``, …) and of `Spell` (``payers``, …).

        Raises
        ------
        CostSyntaxError, AbilitySyntaxError
            If a cost cannot be read.
        InputError
            If the kind or a color is unknown.

        Examples
        --------
        >>> spell = Spell.parse("{2}{G}{G}", types="Creature — Elf", payers=frozenset({"convoke"}))
        >>> spell.mana_value, sorted(spell.context.types)
        (4, ['creature', 'elf'])
        >>> Spell.parse("{1}{R}", alternative="{4}{R}", zone="graveyard").mana_value
        2
        """
        printed = None if cost is None else ManaCost.parse(cost)
        paid = printed if alternative is None else ManaCost.parse(alternative)
        facts: dict[str, Any] = {"name": name}
        if types:
            facts["types"] = type_words(types)
        if colors is not None:
            facts["colors"] = frozenset(_member(ManaType, letter) for letter in colors)
        if keywords:
            facts["keywords"] = frozenset([keywords] if isinstance(keywords, str) else keywords)
        if isinstance(additional, str):
            additional = ActivationCost.parse(additional) if additional else ActivationCost()
        parts = {"additional": additional, **rest}
        return cls._made(printed, paid, _member(PaymentKind, kind), facts, name, parts)

    @classmethod
    def of(
        cls,
        card: Card,
        *,
        faces: tuple[int, ...] = (0,),
        alternative: ManaCost | None = None,
        zone: CardZone | str = CardZone.HAND,
        face_down: bool = False,
        keywords: str | Iterable[str] = (),
        **rest: Any,
    ) -> Spell:
        """Make the spell that a card is when it is cast, as it is on the stack.

        Parameters
        ----------
        card
            What is cast.
        faces
            Indices of the faces that are cast: ``(1,)`` for a back face, an Adventure, the second
            half of a split card or the prototype, ``(0, 1)`` for a fused split card.
        alternative
            The cost that is paid in place of the mana cost (MTG-118.9).
        zone
            Where it is cast from.
        face_down
            Whether it is cast face down, for {3} unless there is an `alternative` (MTG-KW-19).
        keywords
            A keyword, or several; see `Context`.
        rest
            Other fields of `Context` and of `Spell`.

        Raises
        ------
        InputError
            If the card has no such faces.

        Examples
        --------
        >>> from autotap.models.mtg.card import Card, Face, Layout
        >>> giant = Face("Bonecrusher Giant", ManaCost.parse("{2}{R}"), frozenset({"creature"}))
        >>> stomp = Face("Stomp", ManaCost.parse("{1}{R}"), frozenset({"instant"}))
        >>> spell = Spell.of(Card((giant, stomp), Layout.ADVENTURE), faces=(1,))
        >>> spell.name, spell.mana_value, *spell.context.types
        ('Stomp', 2, 'instant')
        """
        stack = CardZone.STACK
        shown = card.shown(stack, faces)
        name = " // ".join(face.name for face in shown)
        words = frozenset([keywords] if isinstance(keywords, str) else keywords)
        if face_down:
            printed = None
            facts: dict[str, Any] = {"face_down": True}
            alternative = alternative or FACE_DOWN_COST
        else:
            printed = card.mana_cost(faces)
            value = card.mana_value(stack, faces=faces)
            facts = {
                "name": name,
                "types": card.types(stack, faces=faces),
                "colors": card.colors(stack, faces=faces),
                "mana_value": value,
                "x_count": card.mana_value(stack, faces=faces, x=1) - value,
            }
            words |= {"devoid"} if any(face.devoid for face in shown) else set()
        facts |= {"zone": str(zone), "keywords": words}
        paid = printed if alternative is None else alternative
        return cls._made(printed, paid, PaymentKind.SPELL, facts, name, rest)

    @classmethod
    def _made(
        cls,
        printed: ManaCost | None,
        cost: ManaCost | None,
        kind: PaymentKind,
        facts: Mapping[str, Any],
        name: str,
        rest: Mapping[str, Any],
    ) -> Spell:
        """Make a spell; `rest` has fields of both the context and the spell."""
        parts = {key: value for key, value in rest.items() if key not in _FACTS}
        facts = {**facts, **{key: value for key, value in rest.items() if key in _FACTS}}
        paid = _whole(cost, parts.get("additional", ActivationCost()))
        return cls(cost, name, Context.of(printed, paid, kind, **facts), **parts)

    @property
    def mana_value(self) -> int:
        """Mana value before X is announced (MTG-202.3); see `mana_value_with`."""
        return self.context.mana_value

    def mana_value_with(self, x: int) -> int:
        """Mana value on the stack with X announced (MTG-202.3e); additional costs do not count.

        Examples
        --------
        >>> Spell.parse("{X}{X}{R}", additional=ActivationCost.parse("{X}")).mana_value_with(3)
        7
        """
        return self.context.announced(x).mana_value

    @property
    def x_apart(self) -> bool:
        """Whether X takes other mana than generic mana, so that it stays apart in the total."""
        return self.x_colors is not None or self.x_distinct

    @property
    def colors(self) -> frozenset[ManaType]:
        """Colors (MTG-202.2): those of the mana cost and color indicator, none with devoid."""
        return self.context.colors


_FACTS = frozenset(field.name for field in fields(Context))


@lru_cache(maxsize=4096)
def _completed(
    context: Context, printed: ManaCost | None, paid: ManaCost | None, name: str
) -> Context:
    """Return the context with what it does not state taken from the costs and the name."""
    usual = Context(context.kind)
    stated = {
        field: value
        for field in _FACTS - {"kind"}
        if (value := getattr(context, field)) != getattr(usual, field)
    }
    return Context.of(printed, paid, context.kind, **{"name": name, **stated})


def _whole(cost: ManaCost | None, additional: ActivationCost) -> ManaCost | None:
    """Return the mana that is paid in all, before modifiers (MTG-118.8)."""
    return cost if cost is None or additional.mana is None else cost + additional.mana


def _member(kind: type[E], text: str) -> E:
    """Return the member of an enumeration with that value."""
    if text not in set(kind):
        raise InputError(text, f"one of {', '.join(kind)}")
    return kind(text)
