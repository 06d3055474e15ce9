"""Ways to pay for spells that a permanent gives or offers.

::

    granted = kinds "spells you cast have" ("convoke" | "improvise" | "delve" | "assist")
            | "you may cast" kinds "spells" … "without paying their mana costs"
            | "you may" cost "rather than pay the mana cost for" kinds "spells you cast"
            | "as an additional cost to cast" kinds "spells, you may pay 2 life. those spells cost"
              symbols "less to cast if you paid life this way." ["this effect reduces only …"]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.oracle.costs import price
from autotap.models.mtg.oracle.described import payments
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.ways import CostOption, life_for_less

if TYPE_CHECKING:
    from autotap.models.mtg.oracle.sentences import Line

_HAVE = re.compile(
    r"(?P<of>.*spells) you cast (?P<from>from .* )?have (?P<way>convoke|improvise|delve|assist)\.?",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"you may cast (?P<of>.*spells(?: from your hand)?) without paying their mana costs\.?",
    re.IGNORECASE,
)
_FOR_A_TIME = re.compile(r"(?:until|when|whenever|at|during|once|as long as|if)\b", re.IGNORECASE)
_RATHER = re.compile(
    r"you may (?P<cost>.*) rather than pay the mana cost for (?P<of>.*spells) you cast\.?",
    re.IGNORECASE,
)
_FOR_LIFE = re.compile(
    r"as an additional cost to cast (?P<of>.*spells), you may pay 2 life\. "
    r"those spells cost (?P<less>(?:\{[WUBRG]\})+) less to cast if you paid life this way\."
    r"(?: this effect reduces only the amount of \w+ mana you pay\.)?",
    re.IGNORECASE,
)
_PERMANENT = re.compile(r"(?P<before>.*?)\bpermanent spells", re.IGNORECASE)
_KINDS = ("artifact", "battle", "creature", "enchantment", "planeswalker")


@dataclass(frozen=True, slots=True)
class GrantedWay:
    """A way to pay that a permanent gives to spells of its controller.

    Parameters
    ----------
    of
        For which spells: a restriction text, as ``"only: creature spells"``.
    option
        An alternative or optional cost, None for none.
    payers
        Ways to pay besides mana.
    """

    of: str
    option: CostOption | None = None
    payers: frozenset[Payer] = frozenset()


def granted_way(line: Line, name: str) -> GrantedWay | None:
    """Read such a line of the permanent with a name; None if it is none.

    Raises
    ------
    NotRead
        If it is one, but outside the grammar or the model.

    Examples
    --------
    >>> from autotap.models.mtg.oracle.sentences import line_of
    >>> text = "You may pay {0} rather than pay the mana cost for Zombie creature spells you cast."
    >>> granted = granted_way(line_of(text), "My Storm")
    >>> print(granted.option.name, granted.option.cost, granted.of, sep="; ")
    My Storm; {0}; only: Zombie creature spells
    """
    if line.label or line.cost is not None or _FOR_A_TIME.match(line.text):
        return None
    if match := _HAVE.fullmatch(line.text):
        payers = frozenset({Payer(match["way"].lower())})
        return GrantedWay(_spells(f"{match['of']} {match['from'] or ''}"), payers=payers)
    if match := _FREE.fullmatch(line.text):
        return GrantedWay(_spells(match["of"]), _instead(name, "{0}"))
    if match := _RATHER.fullmatch(line.text):
        return GrantedWay(_spells(match["of"]), _instead(name, match["cost"]))
    if match := _FOR_LIFE.fullmatch(line.text):
        return GrantedWay(_spells(match["of"]), life_for_less(name, match["less"].upper()))
    return None


def _instead(name: str, cost: str) -> CostOption:
    try:
        if cost.startswith("collect evidence"):
            return CostOption(name, ActivationCost.parse(cost), instead=True)
        found = price(cost)
        if found.burdens:
            raise NotRead(f"the cost {found.burdens[0]!r} has no place in the model")
        return CostOption(name, found.cost, instead=True)
    except InputError as error:
        raise NotRead(f"{error.text}: the model expects {error.expected}") from None


def _spells(text: str) -> str:
    """Write which spells are meant as a restriction."""
    if match := _PERMANENT.fullmatch(text.strip()):
        text = " or ".join(f"{match['before']}{kind} spells" for kind in _KINDS)
    return payments(text)
