"""Restriction texts of random problems, with their verdicts worked out by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.generate.draw import Case

CONTEXTS: list[tuple[str, list[str]]] = [
    ("spell", ["creature", "elf"]),
    ("spell", ["artifact"]),
    ("spell", ["artifact", "creature", "golem"]),
    ("spell", ["instant"]),
    ("spell", ["sorcery"]),
    ("spell", ["enchantment"]),
    ("ability", ["creature"]),
    ("ability", ["artifact"]),
    ("ability", ["land"]),
    ("resolution", []),
]

TEXTS = (
    "only: creature spells",
    "only: artifact spells",
    "only: instant or sorcery spells",
    "only: Elf spells",
    "only: abilities",
    "only: creature spells or abilities of creatures",
    "only: costs that contain {X}",
    "not: nonartifact spells",
    "not: generic costs",
)


def verdict(text: str, *, kind: str, types: list[str], cost: str) -> str:
    """Whether mana with this restriction may pay: ``yes``, ``no`` or ``not generic``.

    Parameters
    ----------
    text
        One of `TEXTS`.
    kind
        ``spell``, ``ability`` or ``resolution``.
    types
        Types of the spell, or of the source of the ability.
    cost
        Printed cost.

    Examples
    --------
    >>> verdict("not: nonartifact spells", kind="ability", types=["land"], cost="{1}")
    'yes'
    """
    if text == "not: generic costs":
        return "not generic"
    spell = kind == "spell"
    answers = {
        "only: creature spells": spell and "creature" in types,
        "only: artifact spells": spell and "artifact" in types,
        "only: instant or sorcery spells": spell and bool({"instant", "sorcery"} & {*types}),
        "only: Elf spells": spell and "elf" in types,
        "only: abilities": kind == "ability",
        "only: creature spells or abilities of creatures": kind in ("spell", "ability")
        and "creature" in types,
        "only: costs that contain {X}": "{X}" in cost,
        "not: nonartifact spells": not spell or "artifact" in types,
    }
    return "yes" if answers[text] else "no"


def ability_verdict(text: str, sources: list[Case]) -> str | None:
    """The verdict for mana costs of mana abilities of these entries; ``None`` if they differ."""
    verdicts = {
        verdict(text, kind="ability", types=source["types"], cost=ability.partition(": ")[0])
        for source in sources
        for ability in source["abilities"]
        if re.match(r"\{[^TQ]", ability)
    }
    return verdicts.pop() if len(verdicts) == 1 else None if verdicts else "no"
