"""What a card's own cost may be paid with, and what changes it.

::

    keywords = keyword {"," keyword}
    keyword  = "convoke" | "improvise" | "delve" | "assist" | "undaunted" | "affinity for" kind
             | ADDED ("—" cost | symbols) | INSTEAD [N] ("—" cost | symbols) | kind "offering"
    added    = "as an additional cost to cast this spell," ["you may"] cost
    instead  = ["if" condition ","] "you may" cost "rather than pay this spell's mana cost"
    spending = "spend only" COLOR "mana on X" | "you can't spend mana to cast this spell"
             | "spend only mana produced by" kind "to cast this spell"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.oracle.changes import ITSELF, CostChange, Payers, change, permission
from autotap.models.mtg.oracle.costs import price
from autotap.models.mtg.oracle.kinds import kind
from autotap.models.mtg.oracle.outputs import COLOR_OF
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import COLORS
from autotap.models.mtg.ways import CostOption, emerge, harmonize, kicker, offering, optional

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.mtg.spell import SpendAs
    from autotap.models.mtg.symbols import ManaType

_PAYERS = {each.value: each for each in Payer if each is not Payer.WATERBEND}
_ADDED = tuple("buyback replicate entwine escalate squad offspring multikicker kicker".split())
_REPEATED = ("replicate", "escalate", "squad", "multikicker")
_FROM_GRAVEYARD = {"retrace": "discard a land", "jump-start": "discard a card"}
_UNCOVERED = re.compile(
    r"casualty \d+|conspire|spree|tiered|splice onto .*|prototype\b.*|sneak \{.*", re.IGNORECASE
)
_INSTEAD = (
    "evoke dash blitz overload spectacle surge prowl freerunning cleave bestow mutate impending "
    "warp madness miracle disturb flashback escape mayhem web-slinging emerge harmonize"
).split()
_OF_KEYWORD = re.compile(
    rf"(?P<name>{'|'.join((*_ADDED, *_INSTEAD))})(?: \d+)?(?:—| (?=[{{—])|$)(?P<cost>.*)",
    re.IGNORECASE,
)
_ADDITIONAL = re.compile(
    r"as an additional cost to cast this spell, (?P<may>you may )?(?P<cost>.*)", re.IGNORECASE
)
_RATHER = re.compile(
    r"(?:if (?P<need>.*), )?you may (?P<cost>.*) rather than pay this spell's mana cost",
    re.IGNORECASE,
)
_AND = re.compile(r" and (?=(?:sacrifice|return|discard|exile|pay|tap)\b)")
_WATERBEND = re.compile(r"waterbend \{(?P<n>\d+|x)\}", re.IGNORECASE)
_NO_COST = re.compile(r"(?:reveal|behold|choose)\b(?!.*\bexile\b).*", re.IGNORECASE)
_ON_X = re.compile(r"spend only (?P<which>[a-z/ ]+?) mana on x", re.IGNORECASE)
_FROM = re.compile(
    r"spend only mana produced by (?P<kind>[a-z ]+) to cast this(?: spell)?", re.IGNORECASE
)
_NO_MANA = "you can't spend mana to cast this spell"
_ONE_EACH = "no more than one mana of each color may be spent this way"


@dataclass(frozen=True, slots=True)
class OwnCosts:
    """The ways to pay for the card itself.

    Parameters
    ----------
    payers
        Ways to pay besides mana.
    waterbend
        Most generic mana paid by waterbend; `waterbend_x` where it is X.
    additional
        Costs on top of the mana cost.
    options
        Costs on top that need not be paid (kicker, …).
    alternatives
        Costs in place of the mana cost; see `CardReading.spell`.
    needs
        ``(name, condition)`` of the alternatives that are not always there, in words.
    changes
        What changes its own cost.
    spend_as
        As what mana may be spent for it.
    x_colors, x_distinct, only_from, no_mana
        Which mana may be spent, as `Spell` has them.
    """

    payers: frozenset[Payer] = frozenset()
    waterbend: int = 0
    waterbend_x: bool = False
    additional: ActivationCost = ActivationCost()
    options: tuple[CostOption, ...] = ()
    alternatives: tuple[CostOption, ...] = ()
    needs: tuple[tuple[str, str], ...] = ()
    changes: tuple[CostChange, ...] = ()
    spend_as: SpendAs = ()
    x_colors: frozenset[ManaType] | None = None
    x_distinct: bool = False
    only_from: frozenset[str] = frozenset()
    no_mana: bool = False

    def fields(self, amounts: Mapping[str, int], alternative: str = "") -> dict[str, Any]:
        """Return the fields of a `Spell`.

        Parameters
        ----------
        amounts
            Numbers for the changes of its cost.
        alternative
            Name of the alternative cost that is paid; "" for the mana cost.

        Raises
        ------
        InputError
            If there is no such alternative.
        """
        chosen = [option for option in self.alternatives if option.name == alternative]
        if alternative and not chosen:
            known = ", ".join(option.name for option in self.alternatives) or "no alternative cost"
            raise InputError(alternative, known)
        return {
            "payers": self.payers,
            "waterbend": self.waterbend,
            "waterbend_x": self.waterbend_x,
            "additional": self.additional,
            "options": (*self.options, *(replace(option, least=1) for option in chosen)),
            "modifiers": tuple(
                modifier for each in self.changes for modifier in each.modifiers(amounts)
            ),
            "spend_as": self.spend_as,
            "x_colors": self.x_colors,
            "x_distinct": self.x_distinct,
            "only_from": self.only_from,
            "no_mana": self.no_mana,
        }

    def read(self, sentence: str, label: str = "") -> OwnCosts | None:
        """Add what a sentence says; None if it speaks of something else.

        Parameters
        ----------
        sentence
            The sentence.
        label
            What stands before its dash: a keyword, for one whose cost is no mana.

        Raises
        ------
        NotRead
            If it is about the card's own cost, but outside the grammar or the model.

        Examples
        --------
        >>> OwnCosts().read("Affinity for artifacts").changes[0].per
        'artifact'
        """
        plain = sentence.rstrip(".")
        text = f"{label}—{plain}" if label.lower() in _KEYWORDS else plain
        if match := _ADDITIONAL.fullmatch(text):
            return self._additional(match)
        if match := _RATHER.fullmatch(text):
            return self._instead("instead", match["cost"], match["need"] or "")
        if match := _ON_X.fullmatch(text):
            return self._on_x(match["which"].lower())
        if match := _FROM.fullmatch(text):
            return self._produced_by(match["kind"].lower())
        if text.lower() == _ONE_EACH:
            return replace(self, x_distinct=True)
        if text.lower() == _NO_MANA:
            return replace(self, no_mana=True)
        allowed = permission(text) if "this spell" in text.lower() else None
        if allowed is not None and allowed.of == ITSELF:
            return replace(self, spend_as=allowed.spend_as)
        if re.match(r"this spell costs |this costs ", text, re.IGNORECASE):
            changed = change(text)
            return None if changed is None else replace(self, changes=(*self.changes, changed))
        return self._keywords(text)

    # -- keywords ------------------------------------------------------------------------------

    def _keywords(self, text: str) -> OwnCosts | None:
        """Read a list of keywords; None if none of them is about paying."""
        whole = self._keyword(text)
        if whole is not None:
            return whole
        found: OwnCosts | None = None
        for piece in re.split(r"[,;] (?=[a-z])", text):
            now = (found or self)._keyword(piece)
            found = found if now is None else now
        return found

    def _keyword(self, text: str) -> OwnCosts | None:
        plain = text.strip().lower()
        if plain in _PAYERS:
            return replace(self, payers=self.payers | {_PAYERS[plain]})
        if plain == "undaunted":
            return self._less_per("opponent")
        if plain.startswith("affinity for "):
            words = Words(text)
            words.expect("affinity for")
            counted = kind(words)
            words.end()
            return self._less_per(counted.what)
        if plain.endswith(" offering") and plain.count(" ") == 1:
            return self._alternative(offering(plain.split(" ")[0]))
        if plain == "bargain":
            given = ObjectCost(Deed.SACRIFICE, 1, "artifact or enchantment or token")
            return self._option(CostOption("bargain", ActivationCost(objects=(given,))))
        if plain in _FROM_GRAVEYARD:
            discarded = ActivationCost.parse(_FROM_GRAVEYARD[plain])
            return self._alternative(CostOption(plain, discarded), "it is in your graveyard")
        if _UNCOVERED.fullmatch(plain):
            raise NotRead(f"{plain.split()[0]} has no place in the model")
        match = _OF_KEYWORD.fullmatch(text.strip())
        if match is None:
            return None
        name, cost = match["name"].lower(), match["cost"].strip(" —")
        if not cost:
            return None
        return self._with_cost(name, cost)

    def _with_cost(self, name: str, cost: str) -> OwnCosts:
        if name in ("emerge", "harmonize"):
            paid = price(cost).cost
            if paid.mana is None or replace(paid, mana=None) != ActivationCost():
                raise NotRead(f"{name} with a mana cost")
            made = emerge if name == "emerge" else harmonize
            return self._alternative(made(str(paid.mana)))
        if name in _INSTEAD:
            return self._instead(name, cost, _NEEDS.get(name, ""))
        found = self
        for each in cost.split(" and/or "):
            added = str(price(each).cost)
            most = None if name in _REPEATED else 1
            kicks = name.endswith("kicker")
            option = kicker(added, most=most) if kicks else optional(name, added, most=most)
            found = found._option(option)
        return found

    def _option(self, option: CostOption) -> OwnCosts:
        return replace(self, options=(*self.options, option))

    def _alternative(self, option: CostOption, need: str = "") -> OwnCosts:
        names = {each.name for each in self.alternatives}
        if option.name in names:
            raise NotRead("one alternative cost of a name")
        needs = (*self.needs, (option.name, need)) if need else self.needs
        return replace(self, alternatives=(*self.alternatives, option), needs=needs)

    def _instead(self, name: str, cost: str, need: str = "") -> OwnCosts:
        paid = _beside_mana(re.sub(r"^pay (?=\{)", "", cost))
        if name == "web-slinging":
            back = ObjectCost(Deed.RETURN, 1, "creature", tapped=True)
            paid = replace(paid, objects=(*paid.objects, back))
        try:
            return self._alternative(CostOption(name, paid, instead=True), need)
        except InputError as error:
            raise NotRead(f"{error.text}: the model expects {error.expected}") from None

    def _less_per(self, what: str) -> OwnCosts:
        less = Modifier(Change.REDUCE, ManaCost.parse("{1}"), text=f"less for each {what}")
        added = CostChange(less, ITSELF, Payers.YOU, what)
        return replace(self, changes=(*self.changes, added))

    # -- sentences -----------------------------------------------------------------------------

    def _additional(self, match: re.Match[str]) -> OwnCosts:
        cost = match["cost"]
        if water := _WATERBEND.fullmatch(cost):
            return self._waterbend(water["n"].lower(), may=match["may"] is not None)
        if re.search(r"\bor (?:pay|discard|sacrifice|exile|tap|return|put|lose)\b|\bx\b", cost):
            raise NotRead("one additional cost without a choice or X")
        if _NO_COST.fullmatch(cost):
            return self
        if any(word in cost for word in ("evidence", "blight", "teamwork")):
            paid = _special(cost)
        else:
            paid = _beside_mana(cost)
        if match["may"]:
            return self._option(CostOption(cost.lower(), paid))
        if self.additional != ActivationCost():
            raise NotRead("one additional cost")
        return replace(self, additional=paid)

    def _waterbend(self, number: str, *, may: bool) -> OwnCosts:
        if may:
            raise NotRead("waterbend that need not be paid")
        mana = ManaCost.parse(f"{{{number.upper()}}}")
        return replace(
            self,
            payers=self.payers | {Payer.WATERBEND},
            waterbend=0 if number == "x" else int(number),
            waterbend_x=number == "x",
            additional=replace(self.additional, mana=mana),
        )

    def _on_x(self, which: str) -> OwnCosts:
        if which == "colored":
            return replace(self, x_colors=frozenset(COLORS))
        named = [COLOR_OF.get(word) for word in re.split(r" and/or | or ", which)]
        colors = frozenset(color for color in named if color is not None)
        if len(colors) < len(named):
            raise NotRead("colors of the mana that is spent on X")
        return replace(self, x_colors=colors)

    def _produced_by(self, text: str) -> OwnCosts:
        found = kind(Words(text)).what
        if " or " in found:
            raise NotRead("mana of one kind of sources")
        return replace(self, only_from=frozenset(found.split()))


def _beside_mana(text: str) -> ActivationCost:
    """Read a cost in a sentence, its items joined by "and"."""
    found = price(_AND.sub(", ", text))
    if found.burdens:
        raise NotRead(f"the cost {found.burdens[0]!r} has no place in the model")
    return found.cost


def _special(cost: str) -> ActivationCost:
    try:
        return ActivationCost.parse(cost)
    except InputError as error:
        raise NotRead(f"{cost!r}: expected {error.expected}") from None


_NEEDS = {
    "spectacle": "an opponent lost life this turn",
    "surge": "you or a teammate cast another spell this turn",
    "prowl": "you dealt combat damage with a creature of one of its types this turn",
    "freerunning": "you dealt combat damage with an Assassin or commander this turn",
    "madness": "it was discarded into exile",
    "miracle": "it is the first card drawn this turn",
    "disturb": "it is in your graveyard",
    "flashback": "it is in your graveyard",
    "escape": "it is in your graveyard",
    "harmonize": "it is in your graveyard",
    "mayhem": "it is in your graveyard and was discarded this turn",
}
"""What must hold for an alternative cost, in words."""

_KEYWORDS = frozenset((*_ADDED, *_INSTEAD))
