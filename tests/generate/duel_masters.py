"""Random Duel Masters problems in the case format: a mana zone of one to seven cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.generate.draw import Case, Draw

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

CIVILIZATIONS = ("light", "water", "darkness", "fire", "nature")
LETTERS = dict(zip("WUBRG", CIVILIZATIONS, strict=True))
MOST_CARDS = 7

KINDS: dict[str, float] = {
    "mono": 6,
    "dual": 2.5,
    "triple": 0.7,
    "rainbow": 1.2,
    "rainbow-one": 0.4,
    "colorless": 0.9,
    "two": 1.6,
    "three": 0.5,
    "choice": 1,
    "core": 0.8,
    "face-down": 0.8,
}
SIZES: dict[int, float] = {1: 3, 2: 9, 3: 18, 4: 24, 5: 22, 6: 15, 7: 9}

FEATURES: dict[str, Callable[[Case], bool]] = {
    "multicolored": lambda case: any(len(card["civilizations"]) > 1 for card in case["board"]),
    "rainbow": lambda case: any(len(card["civilizations"]) == 5 for card in case["board"]),
    "colorless-card": lambda case: any(
        not card["civilizations"] and not card.get("face_down") for card in case["board"]
    ),
    "number-0": lambda case: any(card["mana_number"] == 0 for card in case["board"]),
    "number-2": lambda case: any(card["mana_number"] in (2, 3) for card in case["board"]),
    "number-choice": lambda case: any(
        isinstance(card["mana_number"], list) for card in case["board"]
    ),
    "face-down": lambda case: any(card.get("face_down") for card in case["board"]),
    "tapped": lambda case: any(card["tapped"] for card in case["board"]),
    "colorless-cost": lambda case: not case["pay"]["civilizations"],
    "two-civilizations": lambda case: len(case["pay"]["civilizations"]) == 2,
    "many-civilizations": lambda case: len(case["pay"]["civilizations"]) > 2,
    "excess": lambda case: 0 < case["pay"]["total_cost"] < len(case["pay"]["civilizations"]),
    "zero-total": lambda case: case["pay"]["total_cost"] == 0,
    "classic": lambda case: case["pay"].get("options", {}).get("era") == "classic",
    "last-card": lambda case: case["pay"].get("options", {}).get("point_overshoot") == "last_card",
    "zero-civilizations": lambda case: "zero_total" in case["pay"].get("options", {}),
    "plays": lambda case: case["pay"].get("options", {}).get("system") == "plays",
    "additional": lambda case: "additional_costs" in case["pay"],
    "changed-total": lambda case: "effects" in case,
}


def problem(rng: Random) -> Case:
    """A random problem with its hint keys filled in and an empty ``expect``.

    Parameters
    ----------
    rng
        Source of all randomness: the same seed gives the same problem.

    Returns
    -------
    Case
        A case of the case format; ``features`` lists the tags that it has.

    Examples
    --------
    >>> from random import Random
    >>> problem(Random(5)) == problem(Random(5))
    True
    """
    draw = Draw(rng)
    board = _zone(draw)
    pay: Case = {"name": "Used Card", "types": ["creature"], "kind": "card"}
    case: Case = {
        "v": 1,
        "id": f"random-dm-{rng.getrandbits(40):010x}",
        "game": "dm",
        "title": "random problem",
        "ref": "tests/generate/duel_masters.py",
        "board": board,
        "pay": pay,
        "expect": {},
        "answer": "rules",
        "checked": "search",
    }
    options: Case = {}
    if draw.chance(0.1):
        options["era"] = "classic"
    if draw.chance(0.18):
        options["point_overshoot"] = draw.weighted({"last_card": 3, "exact": 1})
    if draw.chance(0.07):
        options["system"] = "plays"
    _cost(draw, case, options)
    if pay["total_cost"] == 0 and draw.chance(0.5):
        options["zero_total"] = "civilizations"
    if options:
        pay["options"] = options
    case["features"] = [name for name, has in FEATURES.items() if has(case)]
    return case


def _zone(draw: Draw) -> list[Case]:
    """Entries of a mana zone, equal cards together."""
    cards: list[Case] = []
    for _ in range(draw.weighted(SIZES)):
        card = _card(draw)
        card["tapped"] = draw.chance(0.12)
        for other in cards:
            if {**other, "count": 0} == {**card, "count": 0}:
                other["count"] += 1
                break
        else:
            cards.append(card)
    return cards


def _card(draw: Draw) -> Case:
    kind = draw.weighted(KINDS)
    number: int | list[int] = 1
    letters = draw.color()
    if kind in ("dual", "choice"):
        letters = "".join(draw.rng.sample(draw.colors(3), 2))
    elif kind == "triple":
        letters = draw.colors(3)
    elif kind.startswith("rainbow"):
        letters = "WUBRG"
    elif kind in ("colorless", "face-down"):
        letters = ""
    if kind in ("rainbow", "core"):
        number = 0
    elif kind == "two":
        number = 2
    elif kind == "three":
        number = 3
    elif kind == "choice":
        number = [1, 2]
    elif kind == "face-down" and draw.chance(0.25):
        number = 2
    civilizations = [LETTERS[letter] for letter in "WUBRG" if letter in letters]
    name = "/".join(civilization.capitalize() for civilization in civilizations) or "Colorless"
    if number != 1:
        name += f" ({' or '.join(map(str, number)) if isinstance(number, list) else number})"
    card: Case = {"name": name, "count": 1, "civilizations": civilizations, "mana_number": number}
    if kind == "face-down":
        card["name"] = f"Face-Down Card ({number})"
        card["face_down"] = True
    return card


def _cost(draw: Draw, case: Case, options: Case) -> None:
    """A cost that some of the untapped cards pay, disturbed now and then."""
    pay = case["pay"]
    cards = [card for card in case["board"] if not card["tapped"] for _ in range(card["count"])]
    draw.rng.shuffle(cards)
    wanted = draw.weighted({0: 0.1, 1: 0.36, 2: 0.27, 3: 0.14, 4: 0.06, 5: 0.07})
    civilizations: list[str] = []
    points = 0
    rest: list[Case] = []
    for card in cards:
        free = [each for each in card["civilizations"] if each not in civilizations]
        if free and len(civilizations) < wanted:
            civilizations.append(draw.pick(free))
            points += _number(draw, card)
        else:
            rest.append(card)
    if draw.chance(0.23) and rest and "system" not in options:
        extra = draw.pick(rest)
        if extra["civilizations"]:
            rest.remove(extra)
            count = 1
            civilization = draw.pick(extra["civilizations"])
            same = [card for card in rest if civilization in card["civilizations"]]
            if same and draw.chance(0.3):
                rest.remove(draw.pick(same))
                count = 2
            pay["additional_costs"] = [
                {"kind": "tap mana cards", "civilization": civilization, "count": count}
            ]
    if draw.chance(0.45):
        rest = rest[: draw.rng.randint(0, len(rest))]
    points += sum(_number(draw, card) for card in rest)
    if options.get("point_overshoot") == "last_card" and rest and draw.chance(0.5):
        points -= 1
    if draw.chance(0.16) and civilizations:
        points = draw.rng.randint(0, len(civilizations))
    elif draw.chance(0.06):
        points = 0
    else:
        points += draw.weighted({0: 0.46, 1: 0.34, 2: 0.14, -1: 0.06})
    other = draw.pick(CIVILIZATIONS)
    if other not in civilizations and draw.chance(0.4):
        kept = civilizations if draw.chance(0.4) else civilizations[1:]
        civilizations = [*kept, other]
    points = max(points, 0)
    pay["cost"] = pay["total_cost"] = points
    pay["civilizations"] = [each for each in CIVILIZATIONS if each in civilizations]
    if draw.chance(0.3):
        _changed_total(draw, case)


def _number(draw: Draw, card: Case) -> int:
    number = card["mana_number"]
    chosen: int = draw.pick(number) if isinstance(number, list) else number
    return chosen


def _changed_total(draw: Draw, case: Case) -> None:
    """Let an increase or a reduction stand between the printed cost and the total (DM-15)."""
    pay = case["pay"]
    amount = draw.pick((1, 2))
    if pay["total_cost"] > amount and draw.chance(0.5):
        pay["cost"] = pay["total_cost"] - amount
        effect: Case = {"text": f"costs {amount} more", "kind": "increase", "amount": amount}
    else:
        pay["cost"] = pay["total_cost"] + amount
        effect = {"text": f"costs {amount} less", "kind": "reduce", "amount": amount}
    case["effects"] = [{**effect, "of": "this card"}]
