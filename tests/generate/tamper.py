"""Answers spoiled on purpose: each is near a legal payment, and most of them are illegal.

A verifier may accept one only where the rules do: dropping an activation that nothing needed, for
example, leaves a legal payment. Claims that follow from the rest (``floating``, ``sacrifices``,
``life_paid``) are removed where the payment itself is spoiled, so that a replay has to decide.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]
Spoiled = Iterator[tuple[str, Record]]

COLORS = "WUBRG"
CIVILIZATIONS = ("light", "water", "darkness", "fire", "nature")


def tampered(case: Record, answer: Record) -> Spoiled:
    """Spoil a legal answer in every way that fits it.

    Parameters
    ----------
    case
        The problem, in the case format.
    answer
        Answer record of a legal payment; it is not changed.

    Yields
    ------
    tuple
        What was done, as a label such as ``drop-activation``, and the spoiled record.

    Examples
    --------
    >>> case = {"game": "dm", "board": [], "pay": {}}
    >>> answer = {"payable": True, "taps": [{"name": "Fire", "as": "fire"}], "points": 1}
    >>> sorted({label for label, _ in tampered(case, answer)})
    ['drop-tap', 'repeat-tap', 'swap-civilization', 'wrong-points']
    """
    spoil = _magic if case["game"] == "mtg" else _duel_masters
    yield from spoil(case, answer)


def _magic(case: Record, answer: Record) -> Spoiled:
    yield from _activations(answer)
    yield from _outputs(answer)
    yield from _unusable(case, answer)
    yield from _misused(case, answer)
    yield from _payers(case, answer)
    yield from _claims(answer)


def _bare(answer: Record) -> Record:
    """A copy without the claims that a replay can work out."""
    made = copy.deepcopy(answer)
    made |= dict.fromkeys(("floating", "sacrifices", "life_paid", "objective"))
    return made


def _needs_mana(text: str) -> bool:
    return re.search(r"\{(?![TQ]\})", text.partition(": Add ")[0]) is not None


def _activations(answer: Record) -> Spoiled:
    """Leave out, repeat and reorder activations."""
    for index, use in enumerate(answer["uses"]):
        if use["ability"] is None:
            continue
        for label, change in (("drop-activation", -1), ("repeat-activation", 1)):
            made = _bare(answer)
            made["uses"][index]["copies"] = use.get("copies", 1) + change
            made["uses"] = [each for each in made["uses"] if each.get("copies", 1) > 0]
            yield label, made
        if index and _needs_mana(use["ability"]):
            made = _bare(answer)
            made["uses"].insert(0, made["uses"].pop(index))
            yield "early-activation", made


def _places(text: str) -> list[int]:
    """Where the letters of the mana stand in a mana list, without those inside tags."""
    return [
        found.start() + 1
        for found in re.finditer(r"\{[WUBRGC]\}", text)
        if text.count("(", 0, found.start()) == text.count(")", 0, found.start())
    ]


def _swapped(text: str, place: int) -> Iterator[str]:
    for color in COLORS + "C":
        if color != text[place]:
            yield text[:place] + color + text[place + 1 :]


def _outputs(answer: Record) -> Spoiled:
    """Swap the type of one mana made, and make half an output or more than one."""
    for index, use in enumerate(answer["uses"]):
        output = use["output"]
        places = _places(output)
        for place in places[:2]:
            for text in _swapped(output, place):
                made = _bare(answer)
                made["uses"][index]["output"] = text
                yield "swap-color", made
        if places and "(" not in output:
            symbol = output[places[0] - 1 : places[0] + 2]
            for label, text in (
                ("more-output", output + symbol),
                ("less-output", output.replace(symbol, "", 1)),
            ):
                made = _bare(answer)
                made["uses"][index]["output"] = text
                yield label, made


def _first_output(text: str) -> str:
    """First alternative of an ability, with white for any colour and no notes."""
    output = text.partition(": Add ")[2]
    first = re.split(r"\|(?![^(]*\))", output)[0]
    first = re.sub(r" \((?!only: |not: |from: )[^)]*\)", "", first).replace("{Any}", "{W}")
    return "" if first in ("nothing", "the unspent pool again") else first


def _use(entry: Record, text: str) -> Record:
    return {"name": entry["name"], "ability": text, "output": _first_output(text), "copies": 1}


def _unusable(case: Record, answer: Record) -> Spoiled:
    """Tap what is tapped already, or what is summoning sick."""
    for entry in case["board"]:
        sick = entry.get("summoning_sick") and "creature" in entry["types"]
        for label, unusable in (("tapped-source", entry.get("tapped")), ("sick-source", sick)):
            for text in entry["abilities"]:
                if unusable and "{T}" in text:
                    made = _bare(answer)
                    made["uses"].insert(0, _use(entry, text))
                    yield label, made
                    made = copy.deepcopy(made)
                    if len(made["uses"]) > 1:
                        del made["uses"][1]
                        yield label + "-instead", made


def _misused(case: Record, answer: Record) -> Spoiled:
    """Pay with mana whose restriction forbids it, or forget a restriction."""
    verdicts = case["pay"].get("restrictions", {})
    forbidden = [f"({text})" for text, verdict in verdicts.items() if verdict != "yes"]
    for entry in case["board"]:
        for text in entry["abilities"]:
            if not any(tag in text for tag in forbidden):
                continue
            for index, use in enumerate(answer["uses"]):
                if use["ability"] != text:
                    made = _bare(answer)
                    made["uses"][index] = _use(entry, text)
                    yield "restricted-instead", made
    for index, use in enumerate(answer["uses"]):
        plain = re.sub(r" \((only|not): [^)]*\)", "", use["output"])
        if plain != use["output"]:
            made = _bare(answer)
            made["uses"][index]["output"] = plain
            yield "forget-restriction", made
    for key in ("spent", "floating"):
        for tag in forbidden:
            if answer.get("spent") and tag in (answer.get(key) or ""):
                made = copy.deepcopy(answer)
                made["spent"], made["floating"] = made["floating"], made["spent"]
                yield "spend-the-floating", made


def _payers(case: Record, answer: Record) -> Spoiled:
    """Drop and repeat payers, and delve more cards than there are."""
    payers = answer.get("payers") or []
    ways = ("convoke", "improvise", "waterbend", "delve")
    for index, payer in enumerate(payers):
        if payer["how"] not in ways:
            continue
        made = _bare(answer)
        del made["payers"][index]
        yield "drop-payer", made
        made = _bare(answer)
        made["payers"].append(copy.deepcopy(payer))
        yield "repeat-payer", made
        if payer["how"] == "delve":
            cards = sum(card["count"] for card in case.get("graveyard", []))
            made = _bare(answer)
            made["payers"][index]["copies"] = cards + 1
            yield "too-many-cards", made
        elif payer.get("pays"):
            for color in COLORS + "C":
                if payer["pays"] != f"{{{color}}}":
                    made = _bare(answer)
                    made["payers"][index]["pays"] = f"{{{color}}}"
                    yield "payer-pays-other", made


def _claims(answer: Record) -> Spoiled:
    """Claim other mana spent, other life lost, other objects given up."""
    life = answer.get("life_paid")
    if life is not None:
        for change in (-2, -1, 1, 2):
            if life + change >= 0:
                yield "wrong-life", {**copy.deepcopy(answer), "life_paid": life + change}
    spent = answer.get("spent")
    if spent is not None:
        for place in _places(spent):
            if "(" not in spent:
                made = copy.deepcopy(answer)
                made["spent"] = spent[: place - 1] + spent[place + 2 :]
                made["floating"] = None
                yield "short-spent", made
        for text in _swapped(spent, _places(spent)[0]) if _places(spent) else ():
            yield "swap-spent", {**copy.deepcopy(answer), "spent": text, "floating": None}
        if "(" not in spent:
            yield "more-spent", {**copy.deepcopy(answer), "spent": spent + "{C}", "floating": None}
    for index in range(len(answer.get("sacrifices") or [])):
        made = copy.deepcopy(answer)
        del made["sacrifices"][index]
        yield "hide-sacrifice", made


def _duel_masters(case: Record, answer: Record) -> Spoiled:
    for index, tap in enumerate(answer["taps"]):
        made = copy.deepcopy(answer)
        del made["taps"][index]
        yield "drop-tap", {**made, "points": None}
        made = copy.deepcopy(answer)
        made["taps"].append(dict(tap))
        yield "repeat-tap", {**made, "points": None}
        for other in (*CIVILIZATIONS, "points"):
            if other != tap["as"]:
                made = copy.deepcopy(answer)
                made["taps"][index]["as"] = other
                yield "swap-civilization", {**made, "points": None}
    for entry in case["board"]:
        made = copy.deepcopy(answer)
        made["taps"].append({"name": entry["name"], "as": "points"})
        yield "tapped-card" if entry.get("tapped") else "more-points", {**made, "points": None}
        for index, tap in enumerate(answer["taps"]):
            if entry["name"] != tap["name"]:
                made = copy.deepcopy(answer)
                made["taps"][index]["name"] = entry["name"]
                yield "other-card", {**made, "points": None}
    if answer.get("points") is not None:
        for change in (-1, 1):
            yield "wrong-points", {**copy.deepcopy(answer), "points": answer["points"] + change}
