"""Judged payments whose cost other permanents change, with these on the board by name.

The cases state the effects and the locked total; here the effects are read off the cards.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import UnknownNameError
from autotap.models.mtg.board import Board
from autotap.models.mtg.cards.casting import casting
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.spell import Spell
from autotap.models.result import Payment, Status
from autotap.solver import solve
from tests.casework.magic import magic_board

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.models.mtg.cards import Cards
    from autotap.models.mtg.source import Source
    from autotap.models.problem import Problem

FILES = ("rules.jsonl", "reports.jsonl", "peer-tests.jsonl")
NAMED = {
    "trinisphere": "Trinisphere",
    "thunderscape familiar": "Thunderscape Familiar",
    "edgewalker": "Edgewalker",
    "sphere of resistance": "Sphere of Resistance",
    "thalia": "Thalia, Guardian of Thraben",
    "k'rrik": "K'rrik, Son of Yawgmoth",
    "chromatic orrery": "Chromatic Orrery",
    "etherium sculptor": "Etherium Sculptor",
    "chief engineer": "Chief Engineer",
    "inspiring statuary": "Inspiring Statuary",
    "goblin electromancer": "Goblin Electromancer",
    "grand arbiter": "Grand Arbiter Augustin IV",
    "arcane melee": "Arcane Melee",
    "mycosynth lattice": "Mycosynth Lattice",
    "oath of nissa": "Oath of Nissa",
    "sunglasses of urza": "Sunglasses of Urza",
    "vizier of the menagerie": "Vizier of the Menagerie",
    "defiler of vigor": "Defiler of Vigor",
    "without paying their mana costs": "Omniscience",
}
"""Words by which the text of an effect means a card."""
OF_ITSELF = {"affinity-lock-kci", "ag-frogmite"}
"""Cases whose effect is in the text of the spell itself, and counts what is on the board."""
UNSTATED = {"edgewalker": ["cleric"]}
"""Subtypes of the spell that a case leaves to its name."""
ANONYMOUS = {
    "spells cost {1} more": "Sphere of Resistance",
    "your blue spells cost {1} less": "Sapphire Medallion",
    "you may spend mana as though it were mana of any color": "Chromatic Orrery",
    "mana of any type can be spent to cast creature spells": "Vizier of the Menagerie",
}
"""Cards that do what an effect without a name says."""
NUMBERS = {"two": 2, "three": 3}


def effects_by_name(case: dict[str, Any]) -> list[tuple[str, bool]]:
    """The permanents that the effects of a case come from, and whether they are the opponent's.

    None at all where one of them is not known by name.
    """
    found: list[tuple[str, bool]] = []
    for effect in case["effects"]:
        text = effect["text"].lower()
        named = [name for words, name in NAMED.items() if words in text]
        name = named[0] if named else ANONYMOUS.get(text)
        if name is None:
            return []
        found += [(name, text.startswith("opposing"))] * NUMBERS.get(text.split(" ")[0], 1)
    return found


def asked(case: dict[str, Any], cards: Cards) -> Problem:
    """The question of a case, with the permanents of its effects beside its board."""
    plain = magic_board({**case, "effects": []}, hints=False)
    there = [source.name for source in plain.sources]
    mine: list[Source] = []
    theirs: list[Source] = []
    for name, is_theirs in () if case["id"] in OF_ITSELF else effects_by_name(case):
        if name in there:
            there.remove(name)
            continue
        # What it makes itself is no part of the case; a tapped Trinisphere does nothing.
        tapped = name != "Trinisphere"
        one = replace(cards.source(name), abilities=(), open_abilities=(), tapped=tapped)
        (theirs if is_theirs else mine).append(one)
    mine = [replace(one, id=f"{one.name} of the effect {at}") for at, one in enumerate(mine)]
    board = replace(plain, sources=(*plain.sources, *mine), opponents=(Board(tuple(theirs)),))
    pay = case["pay"]
    try:
        return cards.castings(pay["name"], board)[0]
    except UnknownNameError:
        types = [*pay["types"], *UNSTATED.get(case["id"], ())]
        spell = Spell.parse(pay["cost"], name=pay["name"], types=types)
        return casting(spell, board, cards)


def totals(case: dict[str, Any]) -> set[str]:
    """The totals of which one is locked."""
    total = case["pay"]["total_cost"]
    found = [total] if isinstance(total, str) else [each["cost"] for each in total]
    return {str(ManaCost.parse(text)) for text in found}


def judged(folder: Path) -> list[dict[str, Any]]:
    """The cases whose effects come from cards that are known by name."""
    lines = [line for name in FILES for line in (folder / name).read_text("utf-8").splitlines()]
    cases = [case for case in map(json.loads, lines) if case.get("effects") and "pay" in case]
    return [
        case
        for case in cases
        if case["pay"].get("kind", "spell") == "spell"
        and (case["id"] in OF_ITSELF or effects_by_name(case))
    ]


def fault(case: dict[str, Any], problem: Problem) -> str:
    """What the library answers otherwise than the case; "" for nothing."""
    result = solve(problem, use_cache=False)
    expected = Status.OPTIMAL if case["expect"]["payable"] else Status.UNPAYABLE
    if result.status is not expected:
        return f"{result.status}: {result}"
    if not isinstance(result.payment, Payment):
        return ""
    life = case["expect"].get("life_paid")
    if life is not None and case["answer"] != "preference" and life != result.payment.life_lost:
        return f"{result.payment.life_lost} life"
    # Life for mana is a choice within the total, which the cases write as a symbol.
    if any(effect["kind"] in ("life-for-mana", "optional-reduce") for effect in case["effects"]):
        return ""
    locked = str(result.payment.locked_total)
    return "" if locked in totals(case) else f"the total is {locked}"


def test_judged_payments(shared: Path, corpus: Cards) -> None:
    """MTG-RED-01 to 14, MTG-AST-01 to 08, MTG-KW-31, MTG-601.2f."""
    cases = judged(shared / "cases")
    faults = {case["id"]: found for case in cases if (found := fault(case, asked(case, corpus)))}
    assert faults == {}
    assert len(cases) >= 45


def test_the_check_can_fail(shared: Path, corpus: Cards) -> None:
    """Without the permanents most of the cases come out otherwise."""
    cases = [case for case in judged(shared / "cases") if case["id"] not in OF_ITSELF][::3]
    plain = [asked({**case, "effects": []}, corpus) for case in cases]
    wrong = sum(bool(fault(case, problem)) for case, problem in zip(cases, plain, strict=True))
    assert 2 * wrong > len(cases)
