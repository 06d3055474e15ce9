"""Activated mana abilities: from one line to the abilities of the model (MTG-605.1a).

::

    activated = cost ":" sentence {sentence}
    sentence  = "choose a color" | "choose a player" | ["put a" NAME "counter on this, then"] add
              | "double the amount of each type of unspent mana you have"
              | "if" condition ("," add "instead" | ", instead" add)
              | restriction | rider | retention                              `spending.py`
              | "activate only" limit {"and only" limit}
              | hurt ["if you don't control" kind]
              | words that concern neither mana nor costs
    add       = ["you" | "that player" | "each player" | …] "add" made       `outputs.py`
    limit     = "if" conditions | "once each turn" | "during your turn" | …  `conditions.py`
    hurt      = "this deals" N "damage to you" | ("you lose" | "each player loses") N "life"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.affected import PERMANENTS
from autotap.models.mtg.mana import ManaGroup, ManaTags, parse_mana_list
from autotap.models.mtg.open_ability import ColorsAmong, EachCounter, OpenAbility
from autotap.models.mtg.oracle.amounts import Measured
from autotap.models.mtg.oracle.concerns import Elsewhere, concerns_mana
from autotap.models.mtg.oracle.conditions import Condition, asked, conditions, held
from autotap.models.mtg.oracle.costs import price
from autotap.models.mtg.oracle.outputs import Made, made
from autotap.models.mtg.oracle.spending import Spending
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.symbols import COLORS

if TYPE_CHECKING:
    from autotap.models.mtg.mana import ManaList
    from autotap.models.mtg.oracle.costs import Price
    from autotap.models.mtg.oracle.sentences import Line

_ADDERS = (
    "you",
    "that player",
    "each player",
    "target player",
    "a player of your choice",
    "they",
)
_LOYALTY = re.compile(r"\[?(?:[+-]?(?:\d+|X)|0)\]?", re.IGNORECASE)
_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_HURTS = re.compile(
    r"(?:^|\b(?:you|that player|each player|and) )loses? .*\blife\b"
    r"|\bdamage\b.* to (?:you|each player|that player)\b",
    re.IGNORECASE,
)
_FIVE = tuple(parse_mana_list(f"{{{color}}}") for color in COLORS)
EVERYONE = "the permanents of other players count, too"
"""A remark on an ability that counts what is on the battlefield, of which a board shows its own."""
_ANY = parse_mana_list("{Any}")


@dataclass(slots=True)
class Activated:
    """What one line gives.

    Parameters
    ----------
    abilities, open_abilities
        The abilities; several where the line says several things at once.
    asks
        Phrases in them that no board answers.
    remarks
        Its sentences and parts of its cost that concern neither mana nor costs.
    """

    abilities: list[ManaAbility] = field(default_factory=list)
    open_abilities: list[OpenAbility] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Variant:
    """One thing that the ability may do, and when."""

    made: Made
    needs: tuple[Condition, ...] = ()
    damage: int = 0
    absent: str = ""


def activated(line: Line, section: str = "") -> Activated:
    """Read an activated ability that adds mana.

    Parameters
    ----------
    line
        The line.
    section
        In words, when the part of the card holds that the line is in; "" for always.

    Raises
    ------
    NotRead
        If a part of it is outside the grammar or has no place in the model.
    Elsewhere
        If it is no mana ability, or cannot be activated during a payment.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> line = line_of("{T}: Add {R} or {G}. This land deals 1 damage to you.")
    >>> print(*activated(line).abilities)
    {T}: Add {R}|{G} (1 damage to you)
    """
    return _Reader(line, section).read()


class _Reader:
    """The sentences of one line, one after the other."""

    def __init__(self, line: Line, section: str) -> None:
        self.line = line
        self.found = Activated()
        self.variants: list[_Variant] = []
        self.spending = Spending()
        self.needs: tuple[Condition, ...] = (asked(section),) if section else ()
        self.once = False
        self.chosen = ""
        self.doubles = False
        self.unless: list[tuple[Condition, int]] = []

    def read(self) -> Activated:
        line = self.line
        if line.cost is None or _LOYALTY.fullmatch(line.cost):
            raise Elsewhere("a loyalty ability uses the stack (MTG-SYM-15)")
        if any(_TARGET.search(sentence) for sentence in line.sentences):
            raise Elsewhere("an ability with a target is no mana ability (CR 605.1a)")
        self.label()
        for sentence in line.sentences:
            if re.match(r"activate only\b", sentence, re.IGNORECASE):
                self.limits(sentence)
        cost = price(line.cost)
        self.found.remarks += cost.burdens
        for sentence in line.sentences:
            self.sentence(sentence.rstrip("."))
        if self.doubles:
            if self.variants or self.needs or self.spending != Spending():
                raise NotRead("an ability that doubles the pool does nothing else")
            once = self.once
            self.found.abilities.append(
                ManaAbility(cost.cost, (), doubles_pool=True, once_each_turn=once)
            )
        elif not self.variants:
            raise NotRead("no sentence of the ability adds mana in words of the grammar")
        for variant in self.apart():
            self.build(cost, variant)
        return self.found

    def label(self) -> None:
        """Read what stands before the dash; an ability word has no meaning (CR 207.2c)."""
        label = self.line.label.lower()
        if held(label):
            self.need(asked(held(label)))
        elif label == "exhaust":
            self.once = True
            self.found.remarks.append("Exhaust: once a game")
        elif label == "boast":
            raise Elsewhere("a boast ability needs an attack (702.142)")
        elif any(mark in label for mark in ("{", "→")) or label[:1].isdecimal():
            raise NotRead(f"what {self.line.label!r} before the dash means")

    def need(self, *found: Condition) -> None:
        if self.needs:
            raise NotRead("two conditions; the model has one")
        self.needs = found

    # -- sentences -----------------------------------------------------------------------------

    def sentence(self, sentence: str) -> None:
        words = Words(sentence)
        spending = self.spending.read(sentence)
        if spending is not None:
            self.spending = spending
        elif words.accept("choose a color of a permanent you control"):
            words.end()
            self.chosen = "of a permanent"
        elif words.accept("choose a color"):
            words.end()
            self.chosen = "any"
        elif words.accept("choose a player"):
            words.end()
            self.found.remarks.append(sentence)
        elif words.accept("activate only", "activate"):
            if words.text.lower().startswith("activate no"):
                raise words.fault("a limit of once each turn")
        elif words.accept("double the amount of each type of unspent mana you have"):
            words.end()
            self.doubles = True
        elif not (self.placing(words) or self.instead(words) or self.hurt(words)):
            words.at = 0
            if self.adds(words):
                self.variants.append(_Variant(self.add(words)))
            else:
                self.beside(sentence)

    def beside(self, sentence: str) -> None:
        """Take what concerns neither mana nor costs, nor the life of who activates it."""
        if concerns_mana(sentence) or _HURTS.search(sentence):
            raise NotRead(f"no production reads {sentence!r}")
        if sentence:
            self.found.remarks.append(self.line.original(sentence))

    def adds(self, words: Words) -> bool:
        words.accept(*_ADDERS)
        return bool(words.accept("add", "adds"))

    def add(self, words: Words) -> Made:
        """Read what is added, and what the sentence does besides."""
        if self.chosen:
            words = Words(re.sub(r"\b(\w+) mana of that color\b", self.color, words.rest()))
            if self.chosen == "of a permanent":
                words.expect("one mana of that color")
                words.end()
                return Made(offers=(ColorsAmong(PERMANENTS),))
        found = made(words)
        if not words.done:
            words.expect(", and", "and", ", then", ",")
            beside = Words(words.rest())
            if not self.hurt(beside):
                self.beside(words.rest())
        return found

    def color(self, match: re.Match[str]) -> str:
        kept = self.chosen == "of a permanent" or match[1] == "of"
        return match[0] if kept else f"{match[1]} mana of any one color"

    def placing(self, words: Words) -> bool:
        """Read "put a charge counter on this, then add …"."""
        start = words.at
        if words.accept("put a", "put an"):
            name = words.take()
            if words.accept("counter on") and words.this() and words.accept(", then add"):
                found = made(words)
                words.end()
                offers = tuple(
                    replace(offer, placed=True)
                    for offer in found.offers
                    if isinstance(offer, EachCounter) and offer.counter == name
                )
                if not offers or found.outputs:
                    raise NotRead("mana for each of these counters")
                self.variants.append(_Variant(Made(offers=offers)))
                return True
        words.at = start
        return False

    def instead(self, words: Words) -> bool:
        """Read "if CONDITION, add … instead"."""
        start = words.at
        if not words.accept("if") or not self.variants:
            words.at = start
            return False
        text = words.upto(", add", ", instead add")
        if words.done:
            words.at = start
            return False
        words.expect(", add", ", instead add")
        found = made(words)
        words.accept("instead")
        words.end()
        needs = conditions(text)
        if any(need.number > 1 for need in needs):
            # The model can say that none is there, but not that there are too few.
            needs = (asked(text),)
        self.variants.append(_Variant(found, needs))
        return True

    def hurt(self, words: Words) -> bool:
        """Read damage or loss of life, which is an effect and no cost (MTG-PRO-17)."""
        start = words.at
        need: Condition | None = None
        if words.accept("if you don't have"):
            need = asked(words.upto(",") + " that you have")
            words.accept(",")
        lost = words.accept("you lose", "each player loses")
        if not lost and not (
            (words.this() or words.accept("it")) and words.accept("deals", "deal")
        ):
            words.at = start
            return False
        number = words.number()
        expected = "life" if lost else "damage to you"
        if number is None or not words.accept(expected):
            words.at = start
            return False
        if words.accept("if you don't control"):
            (need,) = conditions(f"you control {words.upto()}")
        words.end()
        if need is None:
            for variant in self.variants:
                variant.damage += number
        else:
            self.unless.append((need, number))
        return True

    def limits(self, sentence: str) -> None:
        """Read "activate only …"."""
        text = re.sub(r"^activate only ", "", sentence.rstrip("."), flags=re.IGNORECASE)
        for limit in re.split(r" and only | and (?=once each turn)", text):
            if limit in ("once each turn", "once"):
                self.once = True
            elif limit in ("as an instant", "as a sorcery", "any time you could cast an instant"):
                raise Elsewhere("it is activated only with priority, not during a payment")
            elif limit.startswith("if "):
                self.need(*conditions(limit.removeprefix("if ")))
            elif limit in ("during your turn", "during an opponent's turn"):
                self.need(asked(f"it is {limit.removeprefix('during ')}"))
            else:
                raise NotRead(f"the limit {limit!r} has no place in the model")

    # -- building ------------------------------------------------------------------------------

    def apart(self) -> list[_Variant]:
        """Tell the variants with damage from those where a condition saves you from it."""
        found = self.variants
        for need, damage in self.unless:
            if need.asked:
                self.found.asks.append(need.what)
            saved = [replace(variant, needs=(*variant.needs, need)) for variant in found]
            found = saved + [
                replace(variant, damage=variant.damage + damage, absent=need.what)
                for variant in found
            ]
        return found

    def build(self, cost: Price, variant: _Variant) -> None:
        """Make the abilities for one thing that the line does."""
        needs = self.needs or variant.needs
        if self.needs and variant.needs:
            raise NotRead("two conditions; the model has one")
        absent = variant.absent or self.replacing(variant)
        for need in needs or (None,):
            self.closed(cost, variant, need, absent)
        self.opened(cost, variant, plain=not needs and not absent)

    def replacing(self, variant: _Variant) -> str:
        """Return what must be absent for a variant that another takes the place of."""
        others = [other.needs for other in self.variants if other.needs]
        if variant.needs or variant.absent or not others:
            return ""
        if len(others) > 1 or len(others[0]) > 1:
            raise NotRead("several conditions; the model has one")
        ((need,),) = others
        if need.asked:
            self.found.asks.append(need.what)
        return need.what

    def closed(self, cost: Price, variant: _Variant, need: Condition | None, absent: str) -> None:
        times = variant.made.times
        if not variant.made.outputs:
            return
        outputs = tuple(tagged(output, self.spending.tags) for output in variant.made.outputs)
        if times is None and variant.made.outputs == _FIVE:
            outputs = (tagged(_ANY, self.spending.tags),)
        counted = times is not None and times.kind is not Measured.X
        if times is not None and times.everyone:
            self.found.remarks.append(EVERYONE)
        if times is not None and times.kind is Measured.ASKED:
            self.found.asks.append(times.what)
        if need is not None and need.asked:
            self.found.asks.append(need.what)
        try:
            ability = ManaAbility(
                cost.cost,
                outputs,
                condition=None if need is None else need.pair,
                absent=absent,
                per=times.what if times is not None and counted else "",
                once_each_turn=self.once,
                damage=variant.damage,
                times_x=times is not None and not counted,
            )
        except InputError as error:
            raise NotRead(f"{error.text}: the model expects {error.expected}") from None
        self.found.abilities.append(ability)

    def opened(self, cost: Price, variant: _Variant, *, plain: bool) -> None:
        offers = variant.made.offers
        if offers and (not plain or self.once or variant.damage):
            raise NotRead("an ability read off the board with a condition or damage")
        for offer in offers:
            self.found.open_abilities.append(OpenAbility(cost.cost, offer, self.spending.tags))


def tagged(output: ManaList, tags: ManaTags) -> ManaList:
    """Put tags on mana that has none."""
    return tuple(ManaGroup(group.units, tags) for group in output)
