"""What "Add …" makes.

::

    made     = ["an additional"] choice {("," | "or" | ", or") choice} [multiple]
             | N "mana" how | "X mana" how ", where X is" amount
             | "X" symbol "or X" symbol ", where X is" amount
             | "an amount of" (symbol | "mana of that color") "equal to" amount
             | "that much" (symbol | "mana" how)
    choice   = symbols | N symbol | "one mana of the chosen color"
    how      = "of any color" | "of any one color" | "in any combination of" (colors | symbols)
             | "of different colors" | "of the chosen color" | "of any type|color that …"
             | "of any color among" kind | "of any color in your commander's color identity"
    multiple = "for each" counted                    counted and amount: `amounts.py`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import parse_mana_list
from autotap.models.mtg.open_ability import (
    ChosenColor,
    ColorsAmong,
    CommanderColor,
    CouldProduce,
    Devotion,
    EachCounter,
    Whose,
)
from autotap.models.mtg.oracle.amounts import Amount, Measured, amount, counted
from autotap.models.mtg.oracle.described import permanents
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.symbols import COLORS, ManaType

if TYPE_CHECKING:
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.open_ability import Offer
    from autotap.models.mtg.oracle.words import Words

_MANA = re.compile(r"\{(?:[wubrgc]|[wubrg]/[wubrg])\}")
MAX_ADDED = 20
"""Most mana that one sentence adds by a number."""


@dataclass(frozen=True, slots=True)
class Made:
    """The alternatives that one sentence offers.

    Parameters
    ----------
    outputs
        Mana lists without tags.
    offers
        What is read off the board.
    times
        What the outputs come times; None for once.
    """

    outputs: tuple[ManaList, ...] = ()
    offers: tuple[Offer, ...] = ()
    times: Amount | None = None


def made(words: Words) -> Made:
    """Read what stands after "add".

    Raises
    ------
    NotRead
        If it is outside the grammar.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_list_text
    >>> from autotap.models.mtg.oracle.words import Words
    >>> [mana_list_text(each) for each in made(Words("{R}, {G}, or {W}")).outputs]
    ['{R}', '{G}', '{W}']
    >>> made(Words("{G} for each creature you control")).times.what
    'creature'
    """
    words.accept("an additional", "to your mana pool")
    if words.accept("x mana"):
        return _where_x(words, _how(words, 1))
    if words.peek() == "x" and _MANA.fullmatch(words.peek(1)):
        return _where_x(words, _x_symbols(words))
    if words.accept("an amount of"):
        return _equal_to(words)
    if words.accept("that much"):
        plain = _how(words, 1) if words.accept("mana") else Made((_list(_symbols(words)),))
        return replace(plain, times=Amount(Measured.X))
    found = _choices(words)
    if words.accept("for each"):
        return _for_each(words, found)
    return found


def _choices(words: Words) -> Made:
    outputs: list[ManaList] = []
    offers: list[Offer] = []
    while True:
        one = _choice(words)
        outputs += one.outputs
        offers += one.offers
        start = words.at
        if not words.accept(", or", "or", ","):
            break
        if not (_MANA.fullmatch(words.peek()) or words.accept("one mana")):
            words.at = start
            break
        words.at -= 0 if _MANA.fullmatch(words.peek()) else 2
    return Made(tuple(dict.fromkeys(outputs)), tuple(dict.fromkeys(offers)))


def _choice(words: Words) -> Made:
    if _MANA.fullmatch(words.peek()):
        return Made((_list(_symbols(words)),))
    words.accept("an additional")
    number = words.number()
    if number is None or number > MAX_ADDED:
        raise words.fault("mana")
    if _MANA.fullmatch(words.peek()):
        return Made((_list(words.take() * number),))
    words.expect("mana")
    return _how(words, number)


def _symbols(words: Words) -> str:
    found = ""
    while _MANA.fullmatch(words.peek()):
        found += words.take()
    if not found or words.peek().startswith("{"):
        raise words.fault("mana symbols")
    return found


def _list(symbols: str) -> ManaList:
    return parse_mana_list(symbols)


def _each_color(number: int) -> tuple[ManaList, ...]:
    return tuple(_list(f"{{{color}}}" * number) for color in COLORS)


def _how(words: Words, number: int) -> Made:
    """Read of which types the mana is, after "N mana"."""
    if words.accept("of any one color they choose", "of any one color"):
        return Made(_each_color(number))
    if words.accept("of any color they choose"):
        return Made((_list("{Any}" * number),))
    if words.accept("in any combination of colors"):
        return Made((_list("{Any}" * number),))
    if words.accept("in any combination of"):
        return Made((_list(_combined(words) * number),))
    if words.accept("of different colors"):
        pairs = combinations(COLORS, number)
        return Made(tuple(_list("".join(f"{{{c}}}" for c in chosen)) for chosen in pairs))
    if words.accept("of the chosen color"):
        return _single(number, ChosenColor())
    if words.accept("of any color in your commander's color identity"):
        return _single(number, CommanderColor())
    if words.accept("of any color among"):
        what = words.upto("you control")
        words.expect("you control")
        return _single(number, ColorsAmong(permanents(what)))
    if words.accept("of any color that a", "of any color that an"):
        return _single(number, _could_produce(words, colors_only=True))
    if words.accept("of any type that a", "of any type that an"):
        return _single(number, _could_produce(words, colors_only=False))
    if words.accept("of any color"):
        if number > 1 or not (words.done or words.peek() in (",", "for", "and", "or", "equal")):
            raise words.fault("any color without a condition")
        return Made((_list("{Any}"),))
    raise words.fault("the types of mana")


def _combined(words: Words) -> str:
    types = []
    while _MANA.fullmatch(words.peek()):
        types.append(words.take()[1:-1].upper())
        if not words.accept(", and/or", "and/or") and _MANA.fullmatch(words.peek(1)):
            words.accept(",")
    if not types:
        raise words.fault("the types of mana")
    return "{" + "/".join(types) + "}"


def _single(number: int, offer: Offer) -> Made:
    if number != 1:
        raise NotRead(f"{number} mana of what the board shows; the model has one")
    return Made(offers=(offer,))


def _could_produce(words: Words, *, colors_only: bool) -> Offer:
    what = words.upto("you control", "an opponent controls", "could produce")
    whose = words.accept(Whose.YOU, Whose.OPPONENT)
    words.expect("could produce")
    if not whose:
        raise NotRead("what a permanent that left could have produced")
    return CouldProduce(permanents(what), Whose(whose), colors_only=colors_only)


def _x_symbols(words: Words) -> Made:
    outputs = []
    while words.accept("x", "or x"):
        outputs.append(_list(_symbols(words)))
    return Made(tuple(outputs))


def _where_x(words: Words, plain: Made) -> Made:
    if words.accept(", where x is"):
        return _times(plain, amount(words))
    return replace(plain, times=Amount(Measured.X))


def _for_each(words: Words, plain: Made) -> Made:
    return _times(plain, counted(words))


def _equal_to(words: Words) -> Made:
    if words.accept("mana of that color equal to"):
        plain = Made(_each_color(1))
    else:
        plain = Made((_list(_symbols(words)),))
        words.expect("equal to")
    return _times(plain, amount(words))


def _times(plain: Made, found: Amount) -> Made:
    """Multiply by an amount, which makes an offer where the model has one for it."""
    types = tuple(unit[0] for output in plain.outputs for group in output for unit in group.units)
    simple = all(len(output) == 1 and len(output[0].units) == 1 for output in plain.outputs)
    free = plain.outputs == (_list("{Any}"),)
    if plain.offers:
        raise NotRead("an amount of mana of what the board shows; the model has one")
    if found.kind is Measured.DEVOTION:
        if not simple or free or (found.what and COLOR_OF.get(found.what) not in types):
            raise NotRead("devotion to another color than that of the mana")
        return Made(offers=(Devotion(types),))
    if found.kind is Measured.COUNTERS:
        if not simple or free:
            return replace(plain, times=Amount(Measured.ASKED, found.phrase, found.phrase))
        return Made(offers=(EachCounter(found.what, types),))
    return replace(plain, times=found)


COLOR_OF = dict(zip(("white", "blue", "black", "red", "green"), ManaType, strict=False))
