"""What a card's own cost may be paid with, and what changes it.

::

    keywords = keyword {"," keyword}
    keyword  = "convoke" | "improvise" | "delve" | "assist" | "undaunted" | "affinity for" kind
             | ADDED ("—" cost | symbols) | INSTEAD [N] ("—" cost | symbols) | kind "offering"
    added    = "as an additional cost to cast this spell," ["you may"] cost
    instead  = ["if" condition ","] "you may" cost "rather than pay this spell's mana cost"
               ["if" condition]
             | ["if" condition ","] "you may cast this spell without paying its mana cost"
    spending = "spend only" COLOR "mana on X" | "you can't spend mana to cast this spell"
             | "spend only mana produced by" kind "to cast this spell"
"""

from __future__ import annotations

import re
from dataclasses import replace

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ActivationCost, Deed, ObjectCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.oracle.changes import ITSELF, CostChange, change, permission
from autotap.models.mtg.oracle.costs import price
from autotap.models.mtg.oracle.kinds import kind
from autotap.models.mtg.oracle.outputs import COLOR_OF
from autotap.models.mtg.oracle.own import INSTEAD, OwnCosts
from autotap.models.mtg.oracle.subjects import Payers
from autotap.models.mtg.oracle.words import NotRead, Words
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import COLORS
from autotap.models.mtg.ways import CostOption, emerge, harmonize, kicker, offering, optional

_PAYERS = {each.value: each for each in Payer if each is not Payer.WATERBEND}
_ADDED = tuple("buyback replicate entwine escalate squad offspring multikicker kicker".split())
_REPEATED = ("replicate", "escalate", "squad", "multikicker")
_FROM_GRAVEYARD = {"retrace": "discard a land", "jump-start": "discard a card"}
_UNCOVERED = re.compile(
    r"casualty \d+|conspire|spree|tiered|splice onto .*|sneak \{.*", re.IGNORECASE
)
_INSTEAD = (
    *"evoke dash blitz overload spectacle surge prowl freerunning cleave bestow mutate".split(),
    *"impending warp madness miracle disturb flashback escape mayhem web-slinging".split(),
    *("emerge", "harmonize", "foretell", "more than meets the eye"),
)
_OF_KEYWORD = re.compile(
    rf"(?P<name>{'|'.join((*_ADDED, *_INSTEAD))})(?: \d+)?(?:—| (?=[{{—])|$)(?P<cost>.*)",
    re.IGNORECASE,
)
_ADDITIONAL = re.compile(
    r"as an additional cost to cast this spell, (?P<may>you may )?(?P<cost>.*)", re.IGNORECASE
)
_RATHER = re.compile(
    r"(?:if (?P<need>.*), )?you may (?P<cost>.*) rather than pay this spell's mana cost"
    r"(?: if (?P<after>.*))?",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"(?:if (?P<need>.*), )?you may cast this(?: spell)? without paying its mana cost",
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


_NEEDS = {
    "spectacle": "an opponent lost life this turn",
    "surge": "you or a teammate cast another spell this turn",
    "prowl": "you dealt combat damage with a creature of one of its types this turn",
    "freerunning": "you dealt combat damage with an Assassin or commander this turn",
    "madness": "it was just discarded",
    "miracle": "it is the first card drawn this turn",
    "mayhem": "it was discarded this turn",
    "foretell": "it was foretold in an earlier turn",
}
"""What must hold for an alternative cost, in words."""

_KEYWORDS = frozenset((*_ADDED, *_INSTEAD))


def own_costs(own: OwnCosts, sentence: str, label: str = "") -> OwnCosts | None:
    """Add what a sentence says; None if it speaks of something else.

    Parameters
    ----------
    own
        What is known so far.
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
    >>> own_costs(OwnCosts(), "Affinity for artifacts").changes[0].per
    'artifact'
    """
    plain = sentence.rstrip(".")
    text = f"{label}—{plain}" if label.lower() in _KEYWORDS else plain
    if match := _ADDITIONAL.fullmatch(text):
        return _additional(own, match)
    if match := _RATHER.fullmatch(text):
        return _instead(own, INSTEAD, match["cost"], match["need"] or match["after"] or "")
    if match := _FREE.fullmatch(text):
        return _instead(own, INSTEAD, "pay {0}", match["need"] or "")
    if match := _ON_X.fullmatch(text):
        return _on_x(own, match["which"].lower())
    if match := _FROM.fullmatch(text):
        return _produced_by(own, match["kind"].lower())
    if text.lower() == _ONE_EACH:
        return replace(own, x_distinct=True)
    if text.lower() == _NO_MANA:
        return replace(own, no_mana=True)
    allowed = permission(text) if "this spell" in text.lower() else None
    if allowed is not None and allowed.of == ITSELF:
        return replace(own, spend_as=allowed.spend_as)
    if re.match(r"this spell costs |this costs ", text, re.IGNORECASE):
        changed = change(text)
        return None if changed is None else replace(own, changes=(*own.changes, changed))
    return _keywords(own, text)


# --- keywords ------------------------------------------------------------------------------------


def _keywords(own: OwnCosts, text: str) -> OwnCosts | None:
    """Read a list of keywords; None if none of them is about paying."""
    whole = _keyword(own, text)
    if whole is not None:
        return whole
    found: OwnCosts | None = None
    for piece in re.split(r"[,;] (?=[a-z])", text):
        now = _keyword(found or own, piece)
        found = found if now is None else now
    return found


def _keyword(own: OwnCosts, text: str) -> OwnCosts | None:
    plain = text.strip().lower()
    if plain in _PAYERS:
        return replace(own, payers=own.payers | {_PAYERS[plain]})
    if plain == "undaunted":
        return _less_per(own, "opponent")
    if plain.startswith("affinity for "):
        words = Words(text)
        words.expect("affinity for")
        counted = kind(words)
        words.end()
        return _less_per(own, counted.what)
    if plain.endswith(" offering") and plain.count(" ") == 1:
        return _alternative(own, offering(plain.split(" ")[0]))
    if plain == "bargain":
        given = ObjectCost(Deed.SACRIFICE, 1, "artifact or enchantment or token")
        return _option(own, CostOption("bargain", ActivationCost(objects=(given,))))
    if plain in _FROM_GRAVEYARD:
        discarded = ActivationCost.parse(_FROM_GRAVEYARD[plain])
        return _alternative(own, CostOption(plain, discarded))
    if _UNCOVERED.fullmatch(plain):
        raise NotRead(f"{plain.split()[0]} has no place in the model")
    match = _OF_KEYWORD.fullmatch(text.strip())
    if match is None:
        return None
    name, cost = match["name"].lower(), match["cost"].strip(" —")
    if not cost:
        return None
    return _with_cost(own, name, cost)


def _with_cost(own: OwnCosts, name: str, cost: str) -> OwnCosts:
    if name in ("emerge", "harmonize"):
        paid = price(cost).cost
        if paid.mana is None or replace(paid, mana=None) != ActivationCost():
            raise NotRead(f"{name} with a mana cost")
        made = emerge if name == "emerge" else harmonize
        return _alternative(own, made(str(paid.mana)))
    if name in _INSTEAD:
        return _instead(own, name, cost, _NEEDS.get(name, ""))
    found = own
    for each in cost.split(" and/or "):
        added = str(price(each).cost)
        most = None if name in _REPEATED else 1
        kicks = name.endswith("kicker")
        option = kicker(added, most=most) if kicks else optional(name, added, most=most)
        found = _option(found, option)
    return found


def _option(own: OwnCosts, option: CostOption) -> OwnCosts:
    return replace(own, options=(*own.options, option))


def _alternative(own: OwnCosts, option: CostOption, need: str = "") -> OwnCosts:
    names = {each.name for each in own.alternatives}
    if option.name in names:
        raise NotRead("one alternative cost of a name")
    needs = (*own.needs, (option.name, need)) if need else own.needs
    return replace(own, alternatives=(*own.alternatives, option), needs=needs)


def _instead(own: OwnCosts, name: str, cost: str, need: str = "") -> OwnCosts:
    paid = _beside_mana(re.sub(r"^pay (?=\{)", "", cost))
    if name == "web-slinging":
        back = ObjectCost(Deed.RETURN, 1, "creature", tapped=True)
        paid = replace(paid, objects=(*paid.objects, back))
    try:
        return _alternative(own, CostOption(name, paid, instead=True), need)
    except InputError as error:
        raise NotRead(f"{error.text}: the model expects {error.expected}") from None


def _less_per(own: OwnCosts, what: str) -> OwnCosts:
    less = Modifier(Change.REDUCE, ManaCost.parse("{1}"), text=f"less for each {what}")
    added = CostChange(less, ITSELF, Payers.YOU, what)
    return replace(own, changes=(*own.changes, added))


# --- sentences -----------------------------------------------------------------------------------


def _additional(own: OwnCosts, match: re.Match[str]) -> OwnCosts:
    cost = match["cost"]
    if water := _WATERBEND.fullmatch(cost):
        return _waterbend(own, water["n"].lower(), may=match["may"] is not None)
    if re.search(r"\bor (?:pay|discard|sacrifice|exile|tap|return|put|lose)\b|\bx\b", cost):
        raise NotRead("one additional cost without a choice or X")
    if _NO_COST.fullmatch(cost):
        return own
    if any(word in cost for word in ("evidence", "blight", "teamwork")):
        paid = _special(cost)
    else:
        paid = _beside_mana(cost)
    if match["may"]:
        return _option(own, CostOption(cost.lower(), paid))
    if own.additional != ActivationCost():
        raise NotRead("one additional cost")
    return replace(own, additional=paid)


def _waterbend(own: OwnCosts, number: str, *, may: bool) -> OwnCosts:
    if may:
        raise NotRead("waterbend that need not be paid")
    mana = ManaCost.parse(f"{{{number.upper()}}}")
    return replace(
        own,
        payers=own.payers | {Payer.WATERBEND},
        waterbend=0 if number == "x" else int(number),
        waterbend_x=number == "x",
        additional=replace(own.additional, mana=mana),
    )


def _on_x(own: OwnCosts, which: str) -> OwnCosts:
    if which == "colored":
        return replace(own, x_colors=frozenset(COLORS))
    named = [COLOR_OF.get(word) for word in re.split(r" and/or | or ", which)]
    colors = frozenset(color for color in named if color is not None)
    if len(colors) < len(named):
        raise NotRead("colors of the mana that is spent on X")
    return replace(own, x_colors=colors)


def _produced_by(own: OwnCosts, text: str) -> OwnCosts:
    found = kind(Words(text)).what
    if " or " in found:
        raise NotRead("mana of one kind of sources")
    return replace(own, only_from=frozenset(found.split()))


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
