"""Reading a card: each line goes to the production that it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from autotap.models.errors import InputError, LimitError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.card import Layout
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.effects import BASIC_LAND_TYPES
from autotap.models.mtg.oracle.activated import activated
from autotap.models.mtg.oracle.changes import change, permission, with_floor
from autotap.models.mtg.oracle.concerns import SPELL_TYPES, Elsewhere, adds_mana, dismiss
from autotap.models.mtg.oracle.conditions import asked, held
from autotap.models.mtg.oracle.creating import CREATED, creating
from autotap.models.mtg.oracle.entering import Entering
from autotap.models.mtg.oracle.granted import granted_way
from autotap.models.mtg.oracle.keywords import own_costs
from autotap.models.mtg.oracle.own import OwnCosts
from autotap.models.mtg.oracle.prototype import prototype_of
from autotap.models.mtg.oracle.reading import CardReading, Remark, Unread
from autotap.models.mtg.oracle.resolving import resolving
from autotap.models.mtg.oracle.sentences import MAX_TEXT, Line, lines
from autotap.models.mtg.oracle.statics import static
from autotap.models.mtg.oracle.triggered import is_triggered, triggered
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.symbols import ManaType
from autotap.models.mtg.vocabulary import type_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.effects import Effect
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.open_ability import OpenAbility
    from autotap.models.mtg.oracle.changes import CostChange, SpendPermission
    from autotap.models.mtg.oracle.creating import Created
    from autotap.models.mtg.oracle.granted import GrantedWay

_SPLIT = " // "
_KEYWORDS = re.compile(r"[a-z]+(?: [a-z]+){0,2}(?:[,;] [a-z]+(?: [a-z]+){0,2})*")
_MARKS = frozenset(("haste", "changeling"))
_LEVEL = re.compile(r"level (\d+(?:-\d+|\+)?)\.?", re.IGNORECASE)


def read_card(
    name: str,
    type_line: str,
    text: str,
    *,
    mana_cost: str | None = None,
    layout: Layout | str = Layout.NORMAL,
    colors: Iterable[str] | None = None,
    power: str | int | None = None,
    toughness: str | int | None = None,
) -> CardReading:
    """Read a card.

    Parameters
    ----------
    name
        Its name. The names of several faces are joined by ``" // "``, and then the type lines and
        mana costs are, too; their texts by a line with ``//``.
    type_line
        As printed, ``"Basic Land — Forest"``.
    text
        Its rules text, one ability a line; "" for none.
    mana_cost
        Its mana cost; None or "" for no mana cost.
    layout
        How several faces share the card; without one it is taken to be modal.
    colors
        Letters of its colors where they do not follow from the mana cost.
    power, toughness
        As printed; ``"*"`` is not known.

    Returns
    -------
    CardReading
        What paying needs; `CardReading.unread` lists what could not be read.

    Raises
    ------
    CostSyntaxError
        If the mana cost cannot be read.
    LimitError
        If a text is longer than 20,000 characters.
    InputError
        If a color or the layout is unknown, or the layout has another number of faces.

    Examples
    --------
    >>> reading = read_card("My Rock", "Artifact", "{T}: Add {C}{C}.", mana_cost="{1}")
    >>> print(*reading.abilities, reading.complete)
    {T}: Add {C}{C} True
    >>> half = read_card("My Land", "Land", "{T}: Sing. Add {G}. Sing for more mana.")
    >>> half.complete, half.unread[0].sentence
    (False, '{T}: Sing. Add {G}. Sing for more mana.')
    """
    for each in (name, type_line, text, mana_cost or ""):
        if len(each) > MAX_TEXT:
            raise LimitError(f"{len(each)} characters", f"at most {MAX_TEXT} characters")
    shape = _layout(layout)
    shown = _Shown(
        _number(power),
        _number(toughness),
        None if colors is None else frozenset(map(_color, colors)),
    )
    if _SPLIT not in type_line:
        return _of_one(_Reader(name, type_line, text, mana_cost, shown))
    names, type_lines = name.split(_SPLIT), type_line.split(_SPLIT)
    texts = re.split(r"\n?[^\S\n]*//[^\S\n]*\n?", text)
    costs = (mana_cost or "").split(_SPLIT.rstrip())
    faces = tuple(
        _Reader(
            names[i] if len(names) == len(type_lines) else name,
            each,
            texts[i] if i < len(texts) else "",
            costs[i].strip() if i < len(costs) else "",
            shown if i == 0 else _Shown(),
        ).read()
        for i, each in enumerate(type_lines)
    )
    return _joined(name, faces, Layout.MODAL_DOUBLE_FACED if shape is Layout.NORMAL else shape)


def _of_one(reader: _Reader) -> CardReading:
    """Read a card of one face; as a prototype it has another cost, color and size."""
    prototype = prototype_of(reader.text)
    if prototype is None:
        return reader.read()
    small = _Shown(_number(prototype.power), _number(prototype.toughness))
    name, types, text = reader.name, reader.type_line, prototype.text
    printed = _Reader(name, types, text, reader.mana_cost, reader.shown).read()
    second = _Reader(name, types, text, prototype.mana_cost, small).read()
    return _joined(name, (printed, second), Layout.PROTOTYPE)


def _joined(name: str, faces: tuple[CardReading, ...], layout: Layout) -> CardReading:
    """Make the reading of a card of several faces: it is its first one."""
    first = faces[0]
    whole = replace(
        first,
        faces=faces,
        layout=layout,
        unread=tuple(dict.fromkeys(each for face in faces for each in face.unread)),
    )
    whole.card()
    return whole


def _layout(layout: Layout | str) -> Layout:
    if layout not in set(Layout):
        raise InputError(str(layout), f"one of {', '.join(Layout)}")
    return Layout(layout)


def _color(letter: str) -> ManaType:
    if letter not in set(ManaType):
        raise InputError(letter, "letters of colors")
    return ManaType(letter)


def _number(shown: str | int | None) -> int | None:
    """Return a power or toughness that is a plain number."""
    text = str(shown)
    return int(text) if re.fullmatch(r"[+-]?\d{1,4}", text) and text.isascii() else None


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a face shows beside its texts."""

    power: int | None = None
    toughness: int | None = None
    colors: frozenset[ManaType] | None = None


@dataclass(slots=True)
class _Reader:
    """The lines of one face, one after the other."""

    name: str
    type_line: str
    text: str
    mana_cost: str | None
    shown: _Shown
    abilities: list[ManaAbility] = field(default_factory=list)
    open_abilities: list[OpenAbility] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    changes: list[CostChange] = field(default_factory=list)
    permissions: list[SpendPermission] = field(default_factory=list)
    granted: list[GrantedWay] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    entering: Entering = field(default_factory=Entering)
    own: OwnCosts = field(default_factory=OwnCosts)
    damage: int = 0
    section: str = ""
    marks: frozenset[str] = frozenset()
    adds: tuple[ManaList, ...] = ()
    creates: list[Created] = field(default_factory=list)
    types: frozenset[str] = frozenset()

    def read(self) -> CardReading:
        self.types = type_words(self.type_line) - {"—", "-", "//"}
        cost = ManaCost.parse(self.mana_cost) if self.mana_cost else None
        for kind, mana in BASIC_LAND_TYPES.items():
            if kind in self.types and "land" in self.types:
                self.abilities.append(ManaAbility.parse(f"{{T}}: Add {{{mana}}}"))
        for line in lines(self.text, self.name, self.types):
            try:
                self.line(line)
            except NotRead as error:
                self.unread.append(Unread(line.original(_whole(line)), str(error)))
            except Elsewhere as why:
                self.remarks.append(Remark(line.original(_whole(line)), str(why)))
        stated = self.shown.colors
        return CardReading(
            self.name,
            self.types,
            cost,
            _colors_of(cost) if stated is None else stated,
            self.shown.power,
            self.shown.toughness,
            tuple(map(self.hurting, self.abilities)),
            tuple(self.open_abilities),
            tuple(self.effects),
            self.entering,
            self.own,
            tuple(self.changes),
            tuple(self.permissions),
            tuple(self.granted),
            tuple(dict.fromkeys(self.asks)),
            tuple(self.remarks),
            tuple(self.unread),
            self.marks,
            self.adds,
            tuple(self.creates),
        )

    def hurting(self, ability: ManaAbility) -> ManaAbility:
        """Add the damage that waits whenever it becomes tapped (City of Brass)."""
        if not (self.damage and ability.cost.tap):
            return ability
        return replace(ability, damage_waiting=ability.damage_waiting + self.damage)

    def line(self, line: Line) -> None:
        """Give a line to the production that it belongs to."""
        listed = _KEYWORDS.fullmatch(line.text.lower())
        if listed and not self.section:
            self.marks |= _MARKS.intersection(re.split("[,;] ?", line.text.lower()))
        if level := _LEVEL.fullmatch(line.sentences[0] if line.sentences else ""):
            self.section = f"level {level[1]} that {self.name or 'it'} has"
            return
        created, unclear = creating(line, resolves=bool(self.types & SPELL_TYPES))
        self.creates += created
        self.remarks += [Remark(line.original(each), CREATED) for each in unclear]
        if line.cost is not None:
            self.activated(line)
        elif is_triggered(line):
            self.triggered(line)
        else:
            if self.types & SPELL_TYPES and not self.adds:
                self.adds = resolving(line)
            self.static(line)

    def activated(self, line: Line) -> None:
        if not any(map(adds_mana, line.sentences)):
            return
        found = activated(line, self.section)
        self.abilities += found.abilities
        self.open_abilities += found.open_abilities
        self.asks += found.asks
        self.remarks += [Remark(each) for each in found.remarks]

    def triggered(self, line: Line) -> None:
        self.entering = self.entering.read(line.text) or self.entering
        found = triggered(line, self.name)
        if (found.effects or found.damage) and self.holds(line):
            raise NotRead(f"an effect only with {self.holds(line)}")
        self.effects += found.effects
        self.damage += found.damage
        self.remarks += [Remark(each) for each in found.remarks]

    def holds(self, line: Line) -> str:
        """Say in words when a line holds, "" for always."""
        return held(line.label) or self.section

    def static(self, line: Line) -> None:
        if granted := granted_way(line, self.name):
            self.granted.append(granted)
            return
        found = static(line, self.holds(line))
        if found is not None:
            self.effects += found.effects
            self.abilities += found.abilities
            self.asks += found.asks
            return
        elsewhere = ""
        for sentence in line.sentences:
            try:
                self.sentence(line, sentence)
            except NotRead as error:
                if elsewhere and "this mana" in sentence.lower():
                    self.remarks.append(Remark(line.original(sentence), elsewhere))
                else:
                    casting = "this spell" in sentence.lower()
                    self.unread.append(Unread(line.original(sentence), str(error), casting))
            except Elsewhere as why:
                elsewhere = str(why)
                self.remarks.append(Remark(line.original(sentence), elsewhere))

    def sentence(self, line: Line, sentence: str) -> None:
        """Give a sentence to the first production that reads it."""
        try:
            own = own_costs(self.own, sentence, line.label)
        except NotRead as error:
            self.unread.append(Unread(line.original(sentence), str(error), casting=True))
            return
        if own is not None:
            self.own = own
            return
        entering = self.entering.read(sentence)
        if entering is not None:
            self.entering = entering
            return
        if self.changes and (floored := with_floor(self.changes[-1], sentence)):
            self.changes[-1] = floored
            return
        holds = self.holds(line)
        if changed := change(sentence):
            if holds and changed.needs:
                raise NotRead("two conditions")
            self.changes.append(replace(changed, needs=(asked(holds),)) if holds else changed)
            return
        if allowed := permission(sentence):
            if holds:
                raise NotRead(f"a permission only with {holds}")
            self.permissions.append(allowed)
            return
        dismiss(line, sentence, self.types)


def _whole(line: Line) -> str:
    label = f"{line.label} — " if line.label else ""
    return label + line.text


def _colors_of(cost: ManaCost | None) -> frozenset[ManaType]:
    return frozenset() if cost is None else cost.colors
