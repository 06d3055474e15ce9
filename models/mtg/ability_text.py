"""Reader of mana abilities and of their costs.

Two notations are read: the compact one, ``{B/R}, {T}: Add {B}{B}|{B}{R}|{R}{R}``, and the game's
own wording of the simple ones, as ``{T}: Add {G} or {W}.`` and ``{T}: Add one mana of any
color.``::

    ability = cost ": Add " output { " (" note ")" }
    cost    = item { ", " item }
    item    = "{T}" | "{Q}" | symbols | "pay N life" | "sacrifice this" | "exile this from hand"
            | "discard your hand" | DEED QUANTITY ["tapped" | "untapped"] TYPES
            | "exile" QUANTITY [TYPES] "cards from your graveyard"
            | "exile" QUANTITY [TYPES] "cards from your hand"
            | "remove" (QUANTITY | "X" | "any number of") NAME "counters"
            | "tap any number of" ["other"] "untapped" TYPES "with total power N"
            | "exile any number of cards from your graveyard with total mana value N"
            | ("crew" | "saddle" | "teamwork" | "collect evidence" | "blight") N
    output  = "nothing" | "the unspent pool again" | mana list { "|" mana list }
    note    = "if: N TYPE" | "if: no TYPE" | "per: TYPE" | "per: X" | "once each turn"
            | "N damage to you" [" by a trigger"]

QUANTITY is an article, "another" or a number in digits or words; TYPES are kinds joined by "or", in
the plural where there are several, and may say "you control".
Tags after the last of several alternatives hold for all of them, unless another has tags too.
Outputs by X are read as the cards say them too: ``Add X mana in any combination of {W} and/or
{U}``, ``Add X mana of any one color``, ``Add {B} for each storage counter removed this way``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AbilitySyntaxError, CostSyntaxError, LimitError
from autotap.models.mtg.ability import (
    MAX_AMOUNT,
    X_COUNTERS,
    X_OBJECTS,
    ActivationCost,
    CoverCost,
    Deed,
    ManaAbility,
    Measure,
    ObjectCost,
)
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import MAX_TEXT, parse_mana_list
from autotap.models.mtg.symbols import COLORS
from autotap.models.mtg.vocabulary import singular
from autotap.models.text import fold, split_outside, stripped

if TYPE_CHECKING:
    from collections.abc import Callable

    from autotap.models.mtg.mana import ManaList


@lru_cache(maxsize=4096)
def parse_ability(text: str) -> ManaAbility:
    """Read an ability; see `ManaAbility.parse`.

    Examples
    --------
    >>> print(parse_ability("{T}, Pay 1 life: Add one mana of any color."))
    {T}, pay 1 life: Add {Any}
    """
    plain = _plain(text)
    colon = plain.find(":")
    if colon < 0:
        raise AbilitySyntaxError(text, "'COST: Add MANA'", position=len(text))
    start, made = stripped(plain, colon + 1)
    if made[:4].lower() != "add ":
        raise AbilitySyntaxError(text, "'Add' after the colon", position=start)
    cost = _parse_cost(text, plain[:colon])
    start, made = stripped(plain, start + 4)
    body, notes = _split_notes(text, start, made.removesuffix("."))
    worded = _outputs_by_x(body)
    if worded is not None:
        return ManaAbility(cost, worded, **notes, times_x=True)
    if body.lower() == "nothing":
        return ManaAbility(cost, (), **notes)
    if body.lower() == "the unspent pool again":
        return ManaAbility(cost, (), doubles_pool=True, **notes)
    return ManaAbility(cost, _parse_outputs(text, start, body), **notes)


@lru_cache(maxsize=4096)
def parse_activation_cost(text: str) -> ActivationCost:
    """Read a cost; see `ActivationCost.parse`.

    Examples
    --------
    >>> print(parse_activation_cost("return a tapped creature, {1}"))
    {1}, return a tapped creature
    """
    return _parse_cost(text, _plain(text))


def _plain(text: str) -> str:
    """Fold a text and turn every white space character into a space, keeping all positions."""
    if len(text) > MAX_TEXT:
        raise AbilitySyntaxError(text, f"at most {MAX_TEXT} characters", position=MAX_TEXT)
    return re.sub(r"\s", " ", fold(text))


# --- costs ---------------------------------------------------------------------------------------

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBERS |= {"eight": 8, "nine": 9, "ten": 10}
_N = rf"\d+|{'|'.join(_NUMBERS)}"
_QUANTITY = rf"(?P<quantity>an?|another|(?P<n>{_N})( (?P<other>other))?)"
_NUMBER_OR_X = rf"(?P<quantity>an?|another|(?P<n>{_N}|x)( (?P<other>other))?)"
_OR_MORE = r"(?P<n>\d+)(?: or (?:more|greater))?"
_WHAT = r"(?P<what>[a-z](?!.* from your )[^\[\](){}|;]*)"


def _amount(text: str, digits: str | None, position: int) -> int:
    """Read a number of 1 to `MAX_AMOUNT`, in digits or words; none means 1."""
    if digits is None:
        return 1
    if digits.lower() in _NUMBERS:
        return _NUMBERS[digits.lower()]
    if len(digits) > 4 or int(digits) > MAX_AMOUNT:
        raise LimitError(digits[:20], f"a number up to {MAX_AMOUNT}")
    if int(digits) == 0:
        raise AbilitySyntaxError(text, "a number of at least 1", position=position)
    return int(digits)


_OWNED = r"(?: you control)?(?: to (?:its|their) owner's hands?)?$"
_UNREAD = frozenset(("with", "that", "which", "control", "controls"))
"""Words of a description that says more than a kind."""


def _kinds(text: str, position: int, written: str, *, several: bool) -> str:
    """Return kinds in the singular, joined by " or ", as `Source.is_a` reads them.

    Raises
    ------
    AbilitySyntaxError
        If the description says more than kinds; what it says would be lost.
    """
    kinds: list[str] = []
    for kind in re.split(r" (?:and/)?or ", re.sub(_OWNED, "", written)):
        words = kind.split()
        if kinds and words[:1] in (["a"], ["an"]):
            del words[0]
        if not words or _UNREAD.intersection(words) or words[0] in ("a", "an", "or", "tapped"):
            raise AbilitySyntaxError(text, "kinds of objects, joined by 'or'", position=position)
        if several:
            words[-1] = singular(words[-1])
        kinds.append(" ".join(words))
    return " or ".join(kinds)


class _Item:
    """One item of a cost that matched a pattern."""

    def __init__(self, text: str, position: int, match: re.Match[str]) -> None:
        self.text = text
        self.position = position
        self.match = match

    @property
    def amount(self) -> int:
        return _amount(self.text, self.match["n"], self.position + self.match.start("n"))

    def objects(self) -> dict[str, Any]:
        found = self.match
        tapped = found.groupdict().get("tapped") is not None
        return self._objects(Deed(found["deed"]), found["what"], tapped=tapped)

    def _objects(self, deed: Deed, what: str, *, tapped: bool = False) -> dict[str, Any]:
        found = self.match
        another = found["quantity"] == "another" or found["other"] is not None
        number = X_OBJECTS if found["n"] == "x" else self.amount
        at = self.position + found.start("what")
        kinds = _kinds(self.text, at, what, several=number != 1)
        return {"objects": (ObjectCost(deed, number, kinds, another, tapped),)}

    def cards(self) -> dict[str, Any]:
        return self._objects(Deed.EXILE_CARD, (self.match["what"] or "card").strip())

    def power(self) -> dict[str, Any]:
        found = self.match.groupdict()
        what, another = found.get("what", "creature"), found.get("other") is not None
        return {"covers": (CoverCost(Measure.POWER, self.amount, what, another),)}

    def mana_value(self) -> dict[str, Any]:
        return {"covers": (CoverCost(Measure.MANA_VALUE, self.amount),)}


_ITEMS: tuple[tuple[str, Callable[[_Item], dict[str, Any]]], ...] = (
    (r"\{t\}", lambda item: {"tap": True}),
    (r"\{q\}", lambda item: {"untap": True}),
    (r"(pay )?(\{e\})+", lambda item: {"energy": item.match[0].count("{e}")}),
    (r"(pay )?(\{tk\})+", lambda item: {"tickets": item.match[0].count("{tk}")}),
    (r"pay (?P<n>\d+) life", lambda item: {"life": item.amount}),
    (r"sacrifice this( \w+)?", lambda item: {"sacrifice_this": True}),
    (r"exile this( \w+)? from (your )?hand", lambda item: {"exile_this": True}),
    (r"discard your hand", lambda item: {"discard_hand": True}),
    (
        rf"exile {_QUANTITY} (?P<kind>[a-z]+(?: or [a-z]+)* )?cards? from your graveyard",
        lambda item: {
            "graveyard": item.amount,
            "graveyard_what": (item.match["kind"] or "card").strip(),
        },
    ),
    (
        rf"exile {_NUMBER_OR_X} (?P<what>[a-z][a-z' ]*? )??cards? from your hand",
        _Item.cards,
    ),
    (rf"(?P<deed>tap) {_NUMBER_OR_X} untapped {_WHAT}", _Item.objects),
    (
        rf"(?P<deed>sacrifice|exile|return|discard) {_NUMBER_OR_X} (?P<tapped>tapped )?{_WHAT}",
        _Item.objects,
    ),
    (
        r"remove (?:x|any number of) (?P<name>[^\[\](){}|;]+?) counters?( from this( \w+)?)?",
        lambda item: {"counters": ((item.match["name"], X_COUNTERS),)},
    ),
    (
        rf"remove {_QUANTITY} (?P<name>[^\[\](){{}}|;]+?) counters?( from this( \w+)?)?",
        lambda item: {"counters": ((item.match["name"], item.amount),)},
    ),
    (
        rf"tap any number of (?P<other>other )?untapped {_WHAT} with total power {_OR_MORE}",
        _Item.power,
    ),
    (r"((?P<other>crew|saddle)|teamwork) (?P<n>\d+)", _Item.power),
    (
        rf"exile any number of cards from your graveyard with total mana value {_OR_MORE}",
        _Item.mana_value,
    ),
    (r"collect evidence (?P<n>\d+)", _Item.mana_value),
    (r"blight (?P<n>\d+)", lambda item: {"blight": item.amount}),
)


def _parse_cost(text: str, head: str) -> ActivationCost:
    fields: dict[str, Any] = {}
    for position, piece in split_outside(head, ","):
        for key, value in _parse_item(text, position, piece).items():
            if key not in fields:
                fields[key] = value
            elif key in ("objects", "counters", "covers"):
                fields[key] += value
            else:
                raise AbilitySyntaxError(text, f"only one {piece!r}", position=position)
    return ActivationCost(**fields)


def _parse_item(text: str, position: int, piece: str) -> dict[str, Any]:
    plain = " ".join(piece.lower().split())
    for pattern, read in _ITEMS:
        if match := re.fullmatch(pattern, plain):
            return read(_Item(text, position, match))
    if piece.startswith("{"):
        try:
            return {"mana": ManaCost.parse(piece)}
        except CostSyntaxError as error:
            at = position + (error.position or 0)
            raise AbilitySyntaxError(text, error.expected, position=at, hint=error.hint) from None
    raise AbilitySyntaxError(
        text,
        "a cost: {T}, {Q}, mana symbols, 'pay N life', 'sacrifice ...', 'exile ...', "
        "'tap ... untapped ...', 'remove ... counter', 'discard your hand', 'teamwork N', "
        "'crew N', 'collect evidence N' or 'blight N'",
        position=position,
    )


# --- outputs -------------------------------------------------------------------------------------

_NOTE = re.compile(
    rf"(if: *(?P<n>{_N}) +(?P<condition>.*\S))|(if: *no +(?P<absent>.*\S))|(per: *(?P<per>.*\S))"
    r"|(?P<once_each_turn>once each turn)"
    r"|((?P<damage>\d+) damage to you(?P<waits> by a trigger)?)",
    re.IGNORECASE,
)


def _split_notes(text: str, start: int, made: str) -> tuple[str, dict[str, Any]]:
    """Take the notes at the end of an output away; tags of the mana stay."""
    notes: dict[str, Any] = {}
    tags = ""
    while made.endswith(")"):
        at = max(made.rfind("("), 0)
        piece = made[at:]
        made = made[:at].rstrip()
        note = _NOTE.fullmatch(piece[1:-1].strip())
        if note is None:
            tags = f" {piece}{tags}"
            continue
        for key, value in _read_note(text, start + at, note).items():
            if key in notes:
                raise AbilitySyntaxError(text, "each note once", position=start + at)
            notes[key] = value
    return (made + tags).strip(), notes


def _read_note(text: str, position: int, note: re.Match[str]) -> dict[str, Any]:
    if note["n"]:
        number = _amount(text, note["n"], position)
        what = note["condition"].lower()
        return {"condition": (number, _kinds(text, position, what, several=number != 1))}
    if note["absent"]:
        return {"absent": _kinds(text, position, note["absent"].lower(), several=True)}
    if note["per"]:
        per = note["per"].lower()
        if per == "x":
            return {"times_x": True}
        return {"per": _kinds(text, position, per, several=True)}
    if note["once_each_turn"]:
        return {"once_each_turn": True}
    damage = _amount(text, note["damage"], position)
    return {"damage_waiting" if note["waits"] else "damage": damage}


def _parse_outputs(text: str, start: int, body: str) -> tuple[ManaList, ...]:
    lists = _worded_outputs(body)
    if lists is None:
        pieces = split_outside(body, r"\|")
        if len(pieces) == 1:
            pieces = split_outside(body, r",? or |, (?=\{)")
        pieces, shared = _split_shared_tags(pieces)
        tags_start = pieces[-1][0] + len(pieces[-1][1])
        lists = []
        for position, piece in pieces:
            try:
                lists.append(parse_mana_list(piece + shared))
            except AbilitySyntaxError as error:
                beyond = (error.position or 0) - len(piece)
                at = start + (tags_start if shared and beyond >= 0 else position + len(piece))
                at += beyond
                raise AbilitySyntaxError(text, error.expected, position=at) from None
    return tuple(dict.fromkeys(lists))


def _split_shared_tags(pieces: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], str]:
    """Take the tags after the last of several alternatives off, if they hold for all of them."""
    *others, (position, last) = pieces
    tag = last.find("(")
    grouped = len(split_outside(last, ";")) > 1
    if not others or tag < 0 or grouped or any("(" in p or ";" in p for _, p in others):
        return pieces, ""
    return [*others, (position, last[:tag])], last[tag:]


_BY_X = re.compile(
    r"X mana (?:of (?P<one>any one color)|in any combination of (?P<types>colors|\{[WUBRGC]\}"
    r"(?:(?:, | and/or |, and/or | and | or )\{[WUBRGC]\})*))(?P<tags>(?: \([^()]*\))*)"
    r"|(?P<each>(?:\{[WUBRGC]\})+) for each [^\s{}()]+ counter removed this way",
    re.IGNORECASE,
)


def _outputs_by_x(body: str) -> tuple[ManaList, ...] | None:
    """Read what comes X times in the game's own wording; None for other wordings."""
    match = _BY_X.fullmatch(body)
    if match is None:
        return None
    if match["each"]:
        texts = [match["each"]]
    elif match["one"]:
        texts = [f"{{{color}}}" for color in COLORS]
    elif match["types"].lower() == "colors":
        texts = ["{Any}"]
    else:
        texts = ["{" + "/".join(re.findall(r"\{(\w)\}", match["types"])) + "}"]
    return tuple(parse_mana_list(text + (match["tags"] or "")) for text in texts)


_WORDED = re.compile(
    rf"(?P<n>{'|'.join(_NUMBERS)}) mana "
    r"(?P<how>of any one color|of any color|in any combination of colors|of different colors)"
    r"(?P<tags>(?: \([^()]*\))*)",
    re.IGNORECASE,
)


def _worded_outputs(body: str) -> list[ManaList] | None:
    match = _WORDED.fullmatch(body)
    if match is None:
        return None
    n, how = _NUMBERS[match["n"].lower()], match["how"].lower()
    if how == "in any combination of colors" or n == 1:
        texts = ["{Any}" * n]
    elif how == "of different colors":
        texts = ["".join(f"{{{color}}}" for color in chosen) for chosen in combinations(COLORS, n)]
    else:
        texts = [f"{{{color}}}" * n for color in COLORS]
    return [parse_mana_list(text + match["tags"]) for text in texts] or None
