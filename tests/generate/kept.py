"""Cards in hand that should stay payable, added to random problems."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.generate.draw import COLORS, Case
from tests.generate.restrictions import TEXTS, verdict

if TYPE_CHECKING:
    from random import Random

TYPES = (["creature", "elf"], ["artifact"], ["instant"], ["sorcery"])
CIVILIZATIONS = ("light", "water", "darkness", "fire", "nature")


def with_hand(case: Case, rng: Random) -> Case:
    """The same problem with one to three cards in hand.

    Some Magic problems keep all of them together, the others each for itself.

    Examples
    --------
    >>> from random import Random
    >>> from tests.generate.magic import problem
    >>> case = with_hand(problem(Random(5)), Random(3))
    >>> [card["cost"] for card in case["hand"]], "keep" in case["features"]
    (['{1}{W}'], True)
    """
    number = rng.choice((1, 1, 2, 3))
    if case["game"] == "dm":
        hand = [_creature(case, rng, f"Kept {i}") for i in range(number)]
    else:
        hand = [_card(case, rng, f"Kept {i}") for i in range(number)]
    features = [*case["features"], "keep"]
    expect = dict(case["expect"])
    if case["game"] == "mtg" and number > 1 and rng.random() < 0.4:
        expect["still_castable"] = [card["name"] for card in hand]
        features.append("keep-together")
    return {**case, "hand": hand, "features": features, "expect": expect}


def _card(case: Case, rng: Random, name: str) -> Case:
    board = "".join(str(entry.get("printed", entry.get("abilities"))) for entry in case["board"])
    there = sorted(set(re.findall(r"\{([WUBRG])\}", board))) or ["C"]
    symbols = []
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        color, other = rng.choice(there), rng.choice(COLORS)
        hybrid = f"{{{color}/{other}}}" if color != other else f"{{{color}}}"
        symbols.append(
            rng.choice(
                (
                    *(f"{{{color}}}", f"{{{color}}}", f"{{{color}}}", "{1}", "{1}", hybrid),
                    *("{C}", "{S}", f"{{{color}/P}}" if color != "C" else "{S}"),
                    f"{{2/{color}}}" if color != "C" else "{1}",
                )
            )
        )
    generic = symbols.count("{1}")
    cost = (f"{{{generic}}}" if generic else "") + "".join(s for s in symbols if s != "{1}")
    types = rng.choice(TYPES)
    text = str(case["board"]) + case.get("pool", "")
    return {
        "name": name,
        "types": types,
        "cost": cost,
        "restrictions": {
            one: verdict(one, kind="spell", types=types, cost=cost)
            for one in TEXTS
            if f"({one})" in text
        },
    }


def _creature(case: Case, rng: Random, name: str) -> Case:
    number = rng.choice((0, 1, 1, 1, 2))
    return {
        "name": name,
        "cost": rng.randint(max(1, number), 5),
        "civilizations": sorted(rng.sample(CIVILIZATIONS, number)),
    }
