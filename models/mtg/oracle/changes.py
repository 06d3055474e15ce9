"""What a card does to the costs of spells and abilities, and as what mana may be spent.

::

    change     = [when ","] subject ("cost" | "costs") ["an additional"] symbols ("less" | "more")
                 ("to cast" | "to activate") [extent]
    when       = ("as long as" | "if") condition | "during your turn" | "during turns other than …"
    subject    = "this spell" | KEYWORD "costs you pay" | …                        `subjects.py`
    extent     = "for each" counted | ", where X is" amount | ("if" | "as long as") condition
               | "during your turn" | "and can't be countered"
    floor      = "this effect can't reduce the mana in that cost to less than one mana"
    permission = ("you" | "players") "may spend" [COLOR] "mana as though it were" … ["to" scope]
               | "you can spend mana of any type to" scope
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.oracle.amounts import Measured, amount, counted
from autotap.models.mtg.oracle.conditions import Condition, asked, conditions
from autotap.models.mtg.oracle.described import payments
from autotap.models.mtg.oracle.outputs import COLOR_OF
from autotap.models.mtg.oracle.subjects import YOUR_TURN, Payers, Subject, subject
from autotap.models.mtg.oracle.words import NUMBERS, NotRead, Words
from autotap.models.mtg.restriction import Restriction, Ruling
from autotap.models.mtg.spell import ANY_COLOR, ANY_TYPE, SpendAs, spend_as
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.context import Context

_COST = re.compile(r"\bcosts? (?:an additional |up to )?\{")
_LEAST = re.compile(
    r"(?:as long as (?P<need>[^,]*), )?each spell that would cost less than (?P<number>\w+) mana "
    r"to cast costs (?P<again>\w+) mana to cast",
    re.IGNORECASE,
)
_AFFINITY = re.compile(r"(?P<of>.*spells? you cast) ha(?:s|ve) affinity for (?P<what>.*)", re.I)
ITSELF = "this spell"


@dataclass(frozen=True, slots=True)
class CostChange:
    """A change of costs (MTG-RED-01 to 14).

    Parameters
    ----------
    modifier
        What it does once.
    of
        What it is on: `ITSELF`, or a restriction text as ``"only: creature spells"``.
    payers
        Whose costs.
    per
        What it comes times: a kind of permanents, or words; "" for once.
    needs
        What must hold, any of these; empty for nothing.

    Examples
    --------
    >>> less = change("Creature spells you cast cost {1} less to cast.")
    >>> print(less.of, less.modifier.change, less.modifier.amount, less.payers)
    only: creature spells reduce {1} you
    """

    modifier: Modifier
    of: str = ITSELF
    payers: Payers = Payers.ANYONE
    per: str = ""
    needs: tuple[Condition, ...] = ()

    def applies(self, context: Context, *, yours: bool = True) -> bool:
        """Tell whether it is on a payment of its controller or of an opponent.

        Examples
        --------
        >>> from autotap.models.mtg.spell import Spell
        >>> less = change("Creature spells you cast cost {1} less to cast.")
        >>> less.applies(Spell.parse("{2}{G}", types="Creature").context)
        True
        """
        if self.payers is not Payers.ANYONE and (self.payers is Payers.YOU) is not yours:
            return False
        if self.of == ITSELF:
            return False
        return Restriction.parse(self.of).judge(context) is Ruling.YES

    def modifiers(self, amounts: Mapping[str, int]) -> tuple[Modifier, ...]:
        """Return what it does now.

        Parameters
        ----------
        amounts
            Numbers for `per` and `needs`; what is not given counts as 0.

        Examples
        --------
        >>> less = change("This spell costs {2} less to cast for each artifact you control.")
        >>> [str(each.amount) for each in less.modifiers({"artifact": 3})]
        ['{6}']
        """
        if self.needs and not any(amounts.get(n.what, 0) >= n.number for n in self.needs):
            return ()
        times = amounts.get(self.per, 0) if self.per else 1
        if times < 1:
            return ()
        amount = ManaCost(self.modifier.amount.symbols * times)
        return (replace(self.modifier, amount=amount),)


def change(sentence: str) -> CostChange | None:
    """Read a sentence that changes costs; None if it speaks of something else.

    Raises
    ------
    NotRead
        If it does, but outside the grammar.
    """
    if least := _LEAST.fullmatch(sentence.rstrip(".")):
        return _minimum(least)
    if affinity := _AFFINITY.fullmatch(sentence.rstrip(".")):
        sentence = (
            f"{affinity['of']} cost {{1}} less to cast for each {affinity['what']} you control"
        )
    match = _COST.search(sentence)
    if match is None or not re.search(r"\b(?:less|more)\b", sentence[match.end() :]):
        return None
    if re.match(r"when|at |until|choose|exile|target|the next|this turn", sentence, re.IGNORECASE):
        return None
    if re.match(r"this ability costs", sentence, re.IGNORECASE):
        return None
    needs: list[tuple[Condition, ...]] = []
    words = Words(sentence)
    if words.accept("as long as", "if"):
        needs.append(conditions(words.upto(",")))
        words.expect(",")
    elif words.accept("during your turn ,"):
        needs.append((asked(YOUR_TURN),))
    elif words.accept("during turns other than yours ,"):
        needs.append((asked("it is not your turn"),))
    on = _subject(words)
    needs += [(on.need,)] if on.need is not None else []
    words.expect("cost", "costs")
    words.accept("an additional")
    symbols = ""
    while words.peek().startswith("{"):
        symbols += words.take()
    kind = Change.REDUCE if words.expect("less", "more") == "less" else Change.INCREASE
    if not words.accept("to cast", "to activate"):
        words.end()
    per = ""
    by_x = symbols.lower() == "{x}"
    if by_x:
        words.expect(", where x is")
        found = amount(words)
        per = found.what if found.kind is Measured.KIND else found.phrase
        symbols = "{1}"
        if found.kind is Measured.DEVOTION:
            per = f"devotion to {found.what}"
    elif words.accept("for each"):
        found = counted(words)
        per = found.what if found.kind is Measured.KIND else found.phrase
    elif words.accept("if", "as long as"):
        needs.append(conditions(words.upto()))
    elif words.accept("during your turn"):
        needs.append((asked(YOUR_TURN),))
    words.accept("and can't be countered")
    if by_x and not per:
        raise words.fault("what X is")
    if len(needs) > 1:
        raise NotRead("two conditions")
    words.end()
    text = on.of if on.of != ITSELF else "itself"
    try:
        modifier = Modifier(kind, ManaCost.parse(symbols), text=text)
    except InputError as error:
        raise NotRead(f"{symbols}: expected {error.expected}") from None
    return CostChange(modifier, on.of, on.payers, per, needs[0] if needs else ())


def _minimum(least: re.Match[str]) -> CostChange:
    """Read "each spell that would cost less than three mana to cast costs three mana to cast"."""
    number = NUMBERS.get(least["number"].lower(), 0)
    if not number or least["again"].lower() != least["number"].lower():
        raise NotRead("the least number of mana")
    modifier = Modifier(Change.MINIMUM, ManaCost().add_generic(number), text="minimum")
    needs = (asked(least["need"]),) if least["need"] else ()
    return CostChange(modifier, "only: spells", needs=needs)


def with_floor(changed: CostChange, sentence: str) -> CostChange | None:
    """Read the floor of the change in the sentence before (MTG-RED-07); None if it is none.

    Examples
    --------
    >>> less = change("Activated abilities of creatures you control cost {2} less to activate.")
    >>> floor = "This effect can't reduce the mana in that cost to less than one mana."
    >>> with_floor(less, floor).modifier.floor
    1
    """
    plain = sentence.strip().rstrip(".").lower()
    if plain == "this effect can't reduce the mana in that cost to less than one mana":
        return replace(changed, modifier=replace(changed.modifier, floor=1))
    if plain == "this effect reduces only the amount of colored mana you pay":
        return replace(changed, modifier=replace(changed.modifier, spill=False))
    return None


def _subject(words: Words) -> Subject:
    """Read what the change is on."""
    if words.accept("this spell", "this costs"):
        words.at -= int(words.peek() != "costs")
        return Subject(ITSELF, Payers.YOU)
    text = words.upto("cost", "costs")
    if words.accept("costs you pay"):
        text += " abilities you activate"
    return subject(text)


# --- spending as though --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpendPermission:
    """As what mana may be spent (MTG-AST-01 to 10).

    Parameters
    ----------
    spend_as
        Per type all the types that it may be spent as.
    of
        For what: a restriction text, `ITSELF`, or "" for everything.
    life_for
        A type in place of which 2 life may be paid (K'rrik).

    Examples
    --------
    >>> ((white, types),) = permission(
    ...     "You may spend white mana as though it were red mana."
    ... ).spend_as
    >>> print(white, *sorted(types))
    W R W
    """

    spend_as: SpendAs = ()
    of: str = ""
    life_for: ManaType | None = None


_LIFE = re.compile(
    r"for each \{(?P<type>[WUBRGC])\} in a cost, you may pay 2 life rather than pay that mana",
    re.IGNORECASE,
)


def permission(sentence: str) -> SpendPermission | None:
    """Read a permission to spend mana as though it were other mana; None if it is none.

    Raises
    ------
    NotRead
        If it is one, but outside the grammar.
    """
    plain = sentence.strip().rstrip(".")
    if life := _LIFE.fullmatch(plain):
        return SpendPermission(life_for=ManaType(life["type"].upper()))
    words = Words(plain)
    if words.accept("you can spend mana of any type to"):
        return SpendPermission(ANY_TYPE, _scope(words))
    if not words.accept("you may spend", "players may spend"):
        return None
    types = _spent(words)
    if not words.accept("as though it were", "only as though it were"):
        return None
    if words.accept("mana of any color"):
        table = {kind: dict(ANY_COLOR)[kind] for kind in types}
    elif words.accept("mana of any type"):
        table = {kind: dict(ANY_TYPE)[kind] for kind in types}
    else:
        named = COLOR_OF.get(words.take())
        if named is None:
            raise words.fault("a color")
        words.expect("mana")
        table = {kind: frozenset({kind, named}) for kind in types}
    scope = _scope(words) if words.accept("to") else ""
    words.end()
    return SpendPermission(spend_as(table), scope)


def _spent(words: Words) -> tuple[ManaType, ...]:
    if words.accept("mana"):
        return tuple(ManaType)
    word = words.take()
    words.accept("mana")
    if word == "colorless":
        return (ManaType.C,)
    if word not in COLOR_OF:
        raise words.fault("the mana that is spent")
    return (COLOR_OF[word],)


def _scope(words: Words) -> str:
    if words.accept("cast this spell"):
        return ITSELF
    text = re.sub(r"^pay the activation costs? of ", "activate ", words.rest())
    words.upto()
    return payments(re.sub(r" you (?:cast|control)$", "", text))
