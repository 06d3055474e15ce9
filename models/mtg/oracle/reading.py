"""What the reader found on a card: abilities, effects, costs, and what it could not read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError, UnknownNameError
from autotap.models.mtg.card import Card, Face, Layout
from autotap.models.mtg.mana import ManaGroup
from autotap.models.mtg.oracle.conditions import own_amount
from autotap.models.mtg.oracle.entering import Entering
from autotap.models.mtg.oracle.own import INSTEAD, OwnCosts
from autotap.models.mtg.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.cost import ManaCost
    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.oracle.changes import CostChange, SpendPermission
    from autotap.models.mtg.oracle.creating import Created
    from autotap.models.mtg.oracle.granted import GrantedWay
    from autotap.models.mtg.spell import Spell
    from autotap.models.mtg.symbols import ManaType


@dataclass(frozen=True, slots=True)
class Unread:
    """A sentence about mana or costs that the reader cannot put into the models.

    Parameters
    ----------
    sentence
        As it is printed, without reminder text.
    reason
        What was expected, or what no model can hold.
    casting
        Whether it is about casting the card itself.
    """

    sentence: str
    reason: str
    casting: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence that was read, but is no part of paying.

    Parameters
    ----------
    sentence
        As it is printed, without reminder text.
    why
        Why a payment does not use it.
    """

    sentence: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CardReading:
    """A card, or one of its faces, as far as paying is concerned.

    Its other abilities and special actions (equip, cycling, foretell, …) have costs of their own,
    which are not read.

    Parameters
    ----------
    name, types, cost
        Its name, the lower-case words of its type line, its mana cost; None for no mana cost.
    colors
        Its colors.
    power, toughness
        As printed; None where there is none or it is no number.
    abilities, open_abilities, effects
        What it does for mana, as `Source` has it.
    entering
        How it enters.
    own
        What its own cost may be paid with, and what changes it.
    changes
        How it changes the costs of other spells and abilities.
    permissions
        As what mana may be spent because of it.
    granted
        Other ways to pay for spells that it offers.
    asks
        What its abilities count or need that no board shows, in words; see `source`.
    remarks
        Sentences that were read and are no part of a payment.
    unread
        Sentences about mana or costs that could not be read.
    marks
        Keywords that matter for what it can be tapped or given up for, and which `Source` has
        among its types: haste, changeling.
    adds
        Alternatives of the mana that it adds when it resolves, as an instant or sorcery, where that
        depends on nothing (MTG-PRO-27).
    creates
        ``(name, number, tapped)`` of the tokens with a mana ability that come as it resolves or
        enters, where their number depends on nothing.
    faces
        The readings of its faces or halves, where it has several; it is itself the first of them.
    layout
        How the faces share their characteristics.

    Examples
    --------
    >>> from autotap.models.mtg.oracle import read_card
    >>> land = read_card("My Land", "Land — Forest", "{T}, Pay 1 life: Add one mana of any color.")
    >>> print(*land.abilities, sep="; ")
    {T}: Add {G}; {T}, pay 1 life: Add {Any}
    >>> land.complete, land.source("a").id
    (True, 'a')
    """

    name: str
    types: frozenset[str] = frozenset()
    cost: ManaCost | None = None
    colors: frozenset[ManaType] = frozenset()
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[ManaAbility, ...] = ()
    open_abilities: tuple[OpenAbility, ...] = ()
    effects: tuple[Effect, ...] = ()
    entering: Entering = Entering()
    own: OwnCosts = OwnCosts()
    changes: tuple[CostChange, ...] = ()
    permissions: tuple[SpendPermission, ...] = ()
    granted: tuple[GrantedWay, ...] = ()
    asks: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    unread: tuple[Unread, ...] = ()
    marks: frozenset[str] = frozenset()
    adds: tuple[ManaList, ...] = ()
    creates: tuple[Created, ...] = ()
    faces: tuple[CardReading, ...] = field(default=(), repr=False)
    layout: Layout = Layout.NORMAL

    @property
    def complete(self) -> bool:
        """Whether every sentence about mana or costs was read."""
        return not self.unread

    @property
    def makes_mana(self) -> bool:
        """Whether it has a mana ability of its own, or an effect on what others make."""
        return bool(self.abilities or self.open_abilities or self.effects)

    def face(self, name: str) -> CardReading:
        """Return the face with a name, without regard to letter case.

        Raises
        ------
        UnknownNameError
            If there is none.
        """
        for each in self.faces or (self,):
            if each.name.casefold() == name.casefold():
                return each
        raise UnknownNameError(name, f"a face of {self.name!r}")

    def source(self, id: str, *, amounts: Mapping[str, int] | None = None, **state: Any) -> Source:
        """Make the source that it is on a board.

        Parameters
        ----------
        id
            Id of the source.
        amounts
            Numbers for what `asks` lists: how many there are, or 1 for a condition that is met and
            0 for one that is not. What is not given counts as 0; power, toughness and counters of
            the permanent itself are known from its state.
        state
            Fields of `Source` in place of those of the card: ``tapped``, ``counters``, ``chosen``.

        Raises
        ------
        InputError
            If a state is no field of a source, or an amount is negative.

        Examples
        --------
        >>> from autotap.models.mtg.oracle import read_card
        >>> elf = read_card(
        ...     "My Elf", "Creature", "{T}: Add an amount of {G} equal to this creature's power."
        ... )
        >>> elf.asks, str(elf.source("a", power=2).abilities[0])
        (('its power',), '{T}: Add {G}{G}')
        """
        fields: dict[str, Any] = {
            "name": self.name,
            "types": self.types | self.marks,
            "open_abilities": self.open_abilities,
            "effects": self.effects,
            "counters": tuple(sorted(self.entering.counters)),
            "stays_tapped": self.entering.stays_tapped,
            "colors": self.colors,
            "cost": self.cost,
            "power": self.power,
            "toughness": self.toughness,
            "unread": tuple(each.sentence for each in self.unread if not each.casting),
        } | state
        known = dict(amounts or {})
        if negative := [what for what, number in known.items() if number < 0]:
            raise InputError(negative[0], "a number of 0 or more")
        if "abilities" not in state:
            shown = fields["power"], fields["toughness"], fields["counters"]
            own = {what: own_amount(what, *shown) for what in self.asks}
            known |= {what: number for what, number in own.items() if number is not None}
            fields["abilities"] = tuple(
                bound for each in self.abilities for bound in _bound(each, known)
            )
        try:
            return Source(id=id, **fields)
        except TypeError as error:
            raise InputError(", ".join(state), "fields of Source", hint=str(error)) from None

    def card(self) -> Card:
        """Return the card with its faces, which has a mana value and colors in every zone."""
        faces = self.faces or (self,)
        return Card(
            tuple(
                Face(each.name, each.cost, each.types, each.colors - _colors(each.cost))
                for each in faces
            ),
            self.layout,
        )

    def spell(
        self, *, alternative: str = "", amounts: Mapping[str, int] | None = None, **facts: Any
    ) -> Spell:
        r"""Make the spell that it is when it is cast.

        Parameters
        ----------
        alternative
            Name of the alternative cost that is paid (``"evoke"``, ``"flashback"``; ``"instead"``
            for one without a name); "" for the mana cost, in place of which one without a name may
            be paid.
        amounts
            Numbers for what its cost is reduced by, in the words of `OwnCosts.changes`; what is
            not given counts as 0.
        facts
            As `Spell.of` has them: ``zone``, ``payers``, ``options``, …; they go before what the
            card says.

        Raises
        ------
        InputError
            If the faces or the alternative cost are not there.

        Examples
        --------
        >>> from autotap.models.mtg.oracle import read_card
        >>> card = read_card("My Spell", "Sorcery", "Convoke\nKicker {2}", mana_cost="{4}{W}")
        >>> spell = card.spell()
        >>> spell.payers, [option.name for option in spell.options]
        (frozenset({<Payer.CONVOKE: 'convoke'>}), ['kicker {2}'])
        """
        from autotap.models.mtg.spell import Spell as Made

        used = facts.pop("faces", (0,))
        shown = self.faces[used[0]] if self.faces and used[0] < len(self.faces) else self
        known = {} if amounts is None else amounts
        free = bool(shown.own.met(INSTEAD, known.get))
        said = shown.own.fields(known, alternative, free=free)
        said["unread"] = tuple(each.sentence for each in shown.unread if each.casting)
        return Made.of(self.card(), faces=used, **said | facts)


def _colors(cost: ManaCost | None) -> frozenset[ManaType]:
    return frozenset() if cost is None else cost.colors


def _bound(ability: ManaAbility, known: Mapping[str, int]) -> tuple[ManaAbility, ...]:
    """Put known numbers into an ability; none if it cannot be activated then."""
    if ability.absent in known:
        if known[ability.absent]:
            return ()
        ability = replace(ability, absent="")
    if ability.condition is not None and ability.condition[1] in known:
        if known[ability.condition[1]] < ability.condition[0]:
            return ()
        ability = replace(ability, condition=None)
    if ability.per in known:
        number = known[ability.per]
        outputs = tuple(
            tuple(ManaGroup(group.units * number, group.tags) for group in output)
            for output in ability.outputs
        )
        ability = replace(ability, outputs=outputs if number else (), per="")
    return (ability,)
