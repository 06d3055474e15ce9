"""Mana abilities brought into one form, so that two descriptions can be compared in meaning.

One side is what the reader made of the rules text; the other the notes of the card facts, which
have a notation of their own and are read here with tables of their own. A meaning is a cost, the
set of what can be made, an amount that it comes times, a condition, a restriction, and whether
there is damage, a rider or a limit of once each turn.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from autotap.models.errors import RestrictionSyntaxError
from autotap.models.mtg.open_ability import (
    ChosenColor,
    ColorsAmong,
    CommanderColor,
    CouldProduce,
    Devotion,
    EachCounter,
)
from autotap.models.mtg.restriction import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.mtg.ability import ManaAbility
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.oracle import CardReading

COLORS = "WUBRG"
_NUMBERS = dict(
    zip("one two three four five six seven eight nine ten".split(), range(1, 11), strict=True)
)
_DROPPED = frozenset(
    "a an the of on in you your control number amount battlefield or more greater that have has is "
    "are it its this there if among to with for each all opponent opponents".split()
)

_BESIDE = (
    *("also", "does not untap", "gain", "other effect", "chosen", "each player", "a player"),
    *("instant speed", "conditional"),
)
"""Notes of the card facts on what does not matter for paying."""
_BURDENS = ("mill ", "exert ", "put a -0/-1 counter")
"""Parts of costs that can always be paid; the reader tells them beside the ability."""


@dataclass(frozen=True)
class Meaning:
    """What one ability does."""

    cost: tuple[str, ...]
    makes: frozenset[str]
    times: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()
    only: str = ""
    rider: bool = False
    damage: int = 0
    once: bool = False

    def __str__(self) -> str:
        parts = [", ".join(self.cost), "|".join(sorted(self.makes))]
        parts += [f"times {' '.join(self.times)}"] if self.times else []
        parts += [f"if {' '.join(self.condition)}"] if self.condition else []
        parts += [self.only] if self.only else []
        parts += ["rider"] if self.rider else []
        parts += [f"{self.damage} damage"] if self.damage else []
        parts += ["once"] if self.once else []
        return "; ".join(parts)


def key(text: str, name: str = "") -> tuple[str, ...]:
    """Bring words into one form: sorted, singular, without articles and the card's name."""
    plain = text.lower()
    for own in (name.lower(), name.lower().split(",")[0], "~"):
        if not own:
            continue
        plain = plain.replace(f"{own}'s", "this's").replace(own, "this")
    plain = re.sub(
        r"this(?: (?:creature|artifact|land|permanent|enchantment|card))?'s", "own", plain
    )
    plain = re.sub(r"this (?:creature|artifact|land|permanent|enchantment|card)\b", "this", plain)
    plain = re.sub(r"\bits (?=power|toughness)", "own ", plain)
    plain = plain.replace("entered the battlefield", "entered").replace(
        "converted mana cost", "mana value"
    )
    plain = re.sub(r"(\d+)\+", r"\1", plain)
    words = re.findall(r"[+-]\d/[+-]\d|[\w'-]+|\{[^}]*\}", plain)
    found = (str(_NUMBERS.get(word, word)) for word in words)
    return tuple(sorted(_singular(word) for word in found if word not in _DROPPED))


def _among(text: str, name: str = "") -> str:
    return " ".join(word for word in key(text, name) if word != "and")


def _singular(word: str) -> str:
    special = {"elves": "elf", "allies": "ally", "dwarves": "dwarf", "abilities": "ability"}
    if word in special:
        return special[word]
    return word if word in ("plains", "urza's", "locus", "counters'") else word.removesuffix("s")


def merged(meanings: Iterable[Meaning]) -> frozenset[Meaning]:
    """Join abilities that differ only in what they make: the payer chooses anyway."""
    joined: dict[Meaning, frozenset[str]] = {}
    for each in meanings:
        rest = replace(each, makes=frozenset())
        joined[rest] = joined.get(rest, frozenset()) | each.makes
    return frozenset(replace(rest, makes=makes) for rest, makes in joined.items())


# --- what the reader made ------------------------------------------------------------------------


def of_reading(reading: CardReading) -> frozenset[Meaning]:
    """Bring what the reader found into that form."""
    found = [_of_ability(ability, reading) for ability in reading.abilities]
    for opened in reading.open_abilities:
        makes, times = _of_offer(opened.offer)
        found.append(
            Meaning(
                _cost(str(opened.cost), reading.name),
                makes,
                times,
                only=_only(opened.tags.only),
                rider=bool(opened.tags.riders),
            )
        )
    return merged(found)


def _of_ability(ability: ManaAbility, reading: CardReading) -> Meaning:
    tags = [group.tags for output in ability.outputs for group in output]
    if ability.times_x:
        times: tuple[str, ...] = ("x",)
    else:
        times = key(ability.per, reading.name)
    condition: tuple[str, ...] = ()
    if ability.condition:
        number, what = ability.condition
        condition = key(what if number == 1 else f"{number} {what}", reading.name)
    return Meaning(
        _cost(str(ability.cost), reading.name),
        frozenset(text for output in ability.outputs for text in _expanded(output)),
        times,
        condition,
        _only(tags[0].only) if tags else "",
        any(tag.riders for tag in tags),
        ability.damage + ability.damage_waiting,
        ability.once_each_turn,
    )


def _expanded(output: ManaList) -> Iterable[str]:
    """Yield the mana of an output with every choice of types made."""
    units = Counter(unit for group in output for unit in group.units)
    choices = (combinations_with_replacement(unit, number) for unit, number in units.items())
    for picked in product(*choices):
        yield "".join(sorted("".join("".join(part) for part in picked)))


def _of_offer(offer: object) -> tuple[frozenset[str], tuple[str, ...]]:
    match offer:
        case ChosenColor():
            return frozenset({"chosen"}), ()
        case CommanderColor():
            return frozenset({"commander"}), ()
        case CouldProduce():
            text = str(offer).removeprefix("one mana of any ")
            return frozenset({_among(text)}), ()
        case ColorsAmong():
            return frozenset({_among(f"color among {offer.what}")}), ()
        case Devotion():
            color = dict(zip(COLORS, ("white", "blue", "black", "red", "green"), strict=True))
            named = color[offer.colors[0]] if len(offer.colors) == 1 else "that color"
            return frozenset(offer.colors), key(f"devotion to {named}")
        case EachCounter():
            return frozenset(offer.types), key(f"{offer.counter} counter")
    raise TypeError(offer)


def _only(text: str) -> str:
    if not text:
        return ""
    try:
        clauses = [str(clause).lower() for clause in Restriction.parse(text).clauses]
    except RestrictionSyntaxError:
        return " ".join(key(text))
    return f"{text[:4]}: {' or '.join(sorted(clauses))}"


def _cost(text: str, name: str) -> tuple[str, ...]:
    """Bring the items of a cost into one form."""
    found = []
    for item in re.split(r", ?", text):
        plain = item.strip().lower()
        if plain.startswith(_BURDENS) or plain == "{0}":
            continue
        plain = re.sub(r"^exile (?:this )?from (?:your )?hand$", "exile from hand", plain)
        if energy := re.fullmatch(r"(?:\{e\})+", plain):
            plain = f"pay {len(energy[0]) // 3} energy"
        symbols = re.findall(r"\{[^{}]*\}", plain)
        if symbols and "".join(symbols) == plain:
            found.append("".join(sorted(symbols)))
        else:
            found.append(" ".join(key(plain, name)))
    return tuple(sorted(found))


# --- what the card facts say ---------------------------------------------------------------------

_COUNTED = re.compile(r"(?P<made>.*?) (?:plus )?per (?P<each>each )?\((?P<what>.*?)\)(?= \(|$|\|)")
_COMBINED = re.compile(r"(?P<n>\d+|X)(?: mana)? in any combination of (?P<types>[WUBRG]+)")


def of_facts(text: str, name: str) -> list[Meaning]:
    """Read one ability of the card facts; several where it says "instead".

    Raises
    ------
    ValueError
        If it is not in their notation.
    """
    cost, add, body = text.partition(": Add ")
    if not add:
        raise ValueError(text)
    times: tuple[str, ...] = ()
    if counted := _COUNTED.fullmatch(re.split(r" \((?=only|if|not|other|spend|also)", body)[0]):
        times = key(counted["what"], name)
        if times == ("counter", "removed", "storage", "way") or "removed" in times:
            times = ("x",)
        notes = body[len(counted[0]) :]
        body = counted["made"]
    else:
        body, notes = _notes(body)
    makes, more = _makes(body, name)
    found = Meaning(_cost(cost, name), makes, times or more)
    return _with_notes(found, notes, name)


def _notes(body: str) -> tuple[str, str]:
    at = body.find(" (")
    return (body, "") if at < 0 else (body[:at], body[at:])


def _makes(body: str, name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Read what is made; the second part tells whether it comes X times."""
    makes: set[str] = set()
    times: tuple[str, ...] = ()
    for piece in body.split("|"):
        plain = re.sub(r" per \(.*\)$", "", piece.strip())
        if combined := _COMBINED.fullmatch(plain):
            number = 1 if combined["n"] == "X" else int(combined["n"])
            makes |= {
                "".join(sorted(each))
                for each in combinations_with_replacement(combined["types"], number)
            }
            times = ("x",) if combined["n"] == "X" else ()
        elif plain in ("X of one color",):
            makes |= set(COLORS)
            times = ("x",)
        elif plain in ("X mana of one color", "one color", "X mana in any combination"):
            makes |= set(COLORS)
        elif plain == "1 of chosen color":
            makes.add("chosen")
        elif plain == "1 of commander color identity":
            makes.add("commander")
        elif plain.startswith("1 of any "):
            makes.add(_among(plain.removeprefix("1 of any "), name))
        elif symbols := re.fullmatch(r"(?:\{[WUBRGC]\})+", plain):
            makes.add("".join(sorted(symbols[0].replace("{", "").replace("}", ""))))
        else:
            raise ValueError(piece)
    return frozenset(makes), times


def _with_notes(found: Meaning, notes: str, name: str) -> list[Meaning]:
    others = []
    for note in re.split(r"; |\) \(", notes.strip().removeprefix("(").removesuffix(")")):
        if hurt := re.fullmatch(r"(\d+) damage to you", note):
            found = replace(found, damage=int(hurt[1]))
        elif note == "once each turn":
            found = replace(found, once=True)
        elif note.startswith(("only: ", "not: ")):
            found = replace(found, only=_only(note))
        elif note.startswith("if: "):
            text = re.sub(r"^you control ", "", note.removeprefix("if: "))
            found = replace(found, condition=key(text, name))
        elif note == "spend bonus":
            found = replace(found, rider=True)
        elif instead := re.fullmatch(r"instead (?P<made>.*?) if: (?P<when>.*)", note):
            makes, _ = _makes(instead["made"], name)
            others.append(replace(found, makes=makes, condition=key(instead["when"], name)))
        elif note and not note.startswith(_BESIDE):
            raise ValueError(note)
    return [found, *others]
