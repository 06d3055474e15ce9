"""Costs of activated abilities, as the cards word them.

::

    cost  = item {"," item}
    item  = {T} | {Q} | symbols | ["pay"] {E}… | "pay" N ({E} | "life")
          | "sacrifice" (this | amount kind) | "exile this card from your hand"
          | "discard your hand" | "discard" amount card | "tap" amount "untapped" kind
          | "return" amount kind | "exile" amount (kind | card "from your hand")
          | "exile" amount kind "card from your graveyard"
          | "remove" (amount | "X" | "any number of" | "one or more") NAME "counter from" this
          | burden
    card  = [TYPE {"or" TYPE}] ("card" | "cards")

A *burden* is a part that can always be paid and takes nothing that other costs need: milling cards,
exerting the permanent, putting a counter on it. It is told beside the ability.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.ability import X_COUNTERS, X_OBJECTS, ActivationCost, Deed, ObjectCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.oracle.kinds import kind
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.vocabulary import COLOR_WORDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Price:
    """A cost with what stands beside it.

    Parameters
    ----------
    cost
        What the model knows.
    burdens
        Parts that can always be paid, in words.
    """

    cost: ActivationCost
    burdens: tuple[str, ...] = ()


def price(text: str) -> Price:
    """Read the cost of an activated ability.

    Raises
    ------
    NotRead
        If an item is outside the grammar, or has no place in `ActivationCost`.

    Examples
    --------
    >>> print(price("{T}, Tap two untapped Elves you control").cost)
    {T}, tap 2 untapped elf
    """
    found = Price(ActivationCost())
    for piece in text.split(", "):
        words = Words(piece)
        found = _item(words, found)
        words.end()
    if found.cost == ActivationCost():
        return replace(found, cost=ActivationCost(mana=ManaCost()))
    return found


def _item(words: Words, so_far: Price) -> Price:
    word = words.peek()
    if word.startswith("{") or (word == "pay" and words.peek(1).startswith("{")):
        words.accept("pay")
        return replace(so_far, cost=_symbols(words, so_far.cost))
    reader = _ITEMS.get(word)
    if reader is None:
        raise words.fault("a cost")
    words.take()
    return reader(words, so_far)


def _symbols(words: Words, cost: ActivationCost) -> ActivationCost:
    mana = ""
    while words.peek().startswith("{"):
        symbol = words.take()
        if symbol == "{t}":
            cost = replace(cost, tap=True)
        elif symbol == "{q}":
            cost = replace(cost, untap=True)
        elif symbol == "{e}":
            cost = replace(cost, energy=cost.energy + 1)
        elif symbol == "{tk}":
            cost = replace(cost, tickets=cost.tickets + 1)
        else:
            mana += symbol
    if not mana:
        return cost
    try:
        paid = ManaCost.parse(mana)
    except InputError as error:
        raise NotRead(f"cost {mana}: expected {error.expected}") from None
    return replace(cost, mana=paid if cost.mana is None else cost.mana + paid)


def _pay(words: Words, so_far: Price) -> Price:
    number = words.number()
    if number is not None and words.accept("{e}"):
        return replace(so_far, cost=replace(so_far.cost, energy=so_far.cost.energy + number))
    if number is None or not words.accept("life"):
        raise words.fault("a number of life")
    return replace(so_far, cost=replace(so_far.cost, life=so_far.cost.life + number))


def _with_objects(words: Words, so_far: Price, deed: Deed) -> Price:
    """Read an amount and a kind of objects."""
    number = X_OBJECTS if words.accept("x") else words.number() if _counted(words) else 1
    found = kind(words)
    if number is None:
        raise words.fault("a number of objects")
    words.accept("to its owner's hand", "to their owner's hand", "to their owners' hands")
    item = ObjectCost(deed, number, found.what, found.other)
    return replace(so_far, cost=replace(so_far.cost, objects=(*so_far.cost.objects, item)))


def _counted(words: Words) -> bool:
    return words.peek() not in ("another", "untapped")


def _sacrifice(words: Words, so_far: Price) -> Price:
    if words.this():
        return replace(so_far, cost=replace(so_far.cost, sacrifice_this=True))
    if words.find("any number of", "one or more"):
        raise NotRead("a cost of any number of permanents has no place in the model")
    return _with_objects(words, so_far, Deed.SACRIFICE)


def _exile(words: Words, so_far: Price) -> Price:
    if words.this():
        words.expect("from your hand")
        return replace(so_far, cost=replace(so_far.cost, exile_this=True))
    if words.find("from your graveyard"):
        number = words.number()
        words.accept("other")
        what = re.sub(r" ?cards?$", "", words.upto("from your graveyard")).lower() or "card"
        words.expect("from your graveyard")
        if number is None or not re.fullmatch(r"[a-z]+(?: or [a-z]+)*", what):
            raise words.fault("a number of cards of a type")
        return replace(so_far, cost=replace(so_far.cost, graveyard=number, graveyard_what=what))
    if words.find("from your hand"):
        found = _cards(words, so_far, Deed.EXILE_CARD)
        words.expect("from your hand")
        return found
    return _with_objects(words, so_far, Deed.EXILE)


def _cards(words: Words, so_far: Price, deed: Deed) -> Price:
    """Read an amount of cards in hand, of which a type or color may be asked."""
    number = X_OBJECTS if words.accept("x") else words.number()
    if number is None:
        raise words.fault("a number of cards")
    kinds: list[str] = []
    while words.peek() not in ("card", "cards"):
        written = words.shown()
        kinds.append(words.take())
        if kinds[-1] not in TYPES | set(COLOR_WORDS) and not written[:1].isupper():
            raise NotRead(f"cards described by {written!r}")
        if not words.accept("or"):
            break
    words.expect("card", "cards")
    item = ObjectCost(deed, number, " or ".join(kinds) or "card")
    return replace(so_far, cost=replace(so_far.cost, objects=(*so_far.cost.objects, item)))


def _discard(words: Words, so_far: Price) -> Price:
    if words.accept("your hand"):
        return replace(so_far, cost=replace(so_far.cost, discard_hand=True))
    if words.find("at random") or words.this():
        raise NotRead("a discard that is not chosen has no place in the model")
    return _cards(words, so_far, Deed.DISCARD)


def _tap(words: Words, so_far: Price) -> Price:
    if not words.find("untapped"):
        raise words.fault("untapped permanents")
    return _with_objects(words, so_far, Deed.TAP)


def _return(words: Words, so_far: Price) -> Price:
    if words.this():
        raise NotRead("returning itself to hand has no place in the model")
    return _with_objects(words, so_far, Deed.RETURN)


def _remove(words: Words, so_far: Price) -> Price:
    if words.accept("x", "any number of", "one or more"):
        number = X_COUNTERS
    else:
        found = words.number()
        if found is None:
            raise words.fault("a number of counters")
        number = found
    name = words.upto("counter", "counters").lower()
    words.expect("counter from", "counters from")
    if not name or not words.this():
        raise words.fault("named counters on this permanent")
    counters = (*so_far.cost.counters, (name, number))
    return replace(so_far, cost=replace(so_far.cost, counters=counters))


def _burden(verb: str) -> Callable[[Words, Price], Price]:
    def read(words: Words, so_far: Price) -> Price:
        rest = words.upto()
        fits = _BURDENS[verb]
        if not re.fullmatch(fits, rest.lower()):
            raise NotRead(f"the cost {verb + ' ' + rest!r} has no place in the model")
        return replace(so_far, burdens=(*so_far.burdens, f"{verb} {rest}".lower()))

    return read


_BURDENS = {
    "mill": r"(?:a|two|three|four) cards?",
    "exert": r"this(?: \w+)?",
    "put": r"a [-+]\d/[-+]\d counter on this(?: \w+)?",
}
_ITEMS: dict[str, Callable[[Words, Price], Price]] = {
    "pay": _pay,
    "sacrifice": _sacrifice,
    "exile": _exile,
    "discard": _discard,
    "tap": _tap,
    "return": _return,
    "remove": _remove,
    **{verb: _burden(verb) for verb in _BURDENS},
}
