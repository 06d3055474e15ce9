"""Random Magic problems in the case format, small enough for an exhaustive search."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from tests.generate import effects, modifiers, paying, sources, ways
from tests.generate.costs import Cost
from tests.generate.draw import Case, Draw
from tests.generate.features import features
from tests.reference.hints import Untold, with_hints, without_hints

if TYPE_CHECKING:
    from random import Random

FAMILIES: dict[str, float] = dict.fromkeys(sources.KINDS, 1.0) | {
    "restricted": 1.7,
    "snow": 2.7,
    "untap": 0.95,
    "variable": 1.5,
}
PLAIN_FAMILIES = (
    *("choice", "any-color", "colorless", "snow", "damage", "trigger-damage", "life-cost"),
    *("bundle", "combination", "sacrifice-self", "hand", "restricted"),
)
PLAIN_KINDS = [
    kind
    for family in PLAIN_FAMILIES
    for kind in sources.KINDS[family]
    if not kind.wants
    and not kind.counter
    and not any(re.match(r"\{[^TQ]", text) for text in kind.abilities)
]
NUMBER_OF_FAMILIES = {0: 0.04, 1: 0.22, 2: 0.44, 3: 0.3}
TARGETS = {1: 0.03, 2: 0.1, 3: 0.2, 4: 0.26, 5: 0.25, 6: 0.16}
MOST_COPIES = 7
MOST_LANDS = 8
MOST_BITS = 15.0
MOST_BITS_UNHINTED = 14.0
MOST_COPIES_UNHINTED = 6
MOST_TOTALS = 40
UNHINTED = modifiers.FEATURES | ways.FEATURES | effects.FEATURES


def problem(rng: Random, *, loop: bool = False) -> Case:
    """A random problem with its hint keys filled in and an empty ``expect``.

    Parameters
    ----------
    rng
        Source of all randomness: the same seed gives the same problem.
    loop
        Add an ability that makes mana without end once something starts it; such a problem has
        the feature ``loop``, and no other problem has unbounded mana.

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
    while True:
        draw = Draw(rng)
        case = _adversarial(draw) if draw.chance(0.055) else _usual(draw)
        if case is not None and _bits(case["board"]) <= MOST_BITS:
            if loop and "(per: X)" in str(case["board"]):
                continue
            if loop:
                case["board"].append(_land("Loop", 1, "{1}: Add {C}{C}"))
                case["features"].append("loop")
            case["id"] = f"random-mtg-{rng.getrandbits(40):010x}"
            case["features"] += features(case)
            return case


def unhinted(rng: Random) -> Case:
    """A random problem without hint keys: what changes totals and production is to be worked out.

    Parameters
    ----------
    rng
        Source of all randomness: the same seed gives the same problem.

    Returns
    -------
    Case
        A case of the case format without hints and with an empty ``expect``; ``features`` lists
        those tags of `UNHINTED` that it has.

    Examples
    --------
    >>> from random import Random
    >>> "total_cost" in unhinted(Random(5))["pay"]
    False
    """
    while True:
        case = _unhinted(Draw(rng))
        if case is None:
            continue
        try:
            full = with_hints(case)
        except Untold:
            continue
        totals = full["pay"]["total_cost"]
        few = not isinstance(totals, list) or len(totals) <= MOST_TOTALS
        if few and _bits(full["board"]) <= MOST_BITS_UNHINTED:
            case["id"] = f"unhinted-mtg-{rng.getrandbits(40):010x}"
            case["features"] = [name for name, has in UNHINTED.items() if has(case)]
            return case


def plain(rng: Random) -> Case:
    """A random problem with sources that are used once each, for themselves alone.

    No mana ability costs mana, counters, cards or other objects, and only mana and life pay. So
    the questions that need no search at all have a share of their own.

    Examples
    --------
    >>> from random import Random
    >>> case = plain(Random(5))
    >>> case == plain(Random(5)), case["pay"].get("alternatives")
    (True, None)
    """
    while True:
        case = _plain(Draw(rng))
        if case is not None and _bits(case["board"]) <= MOST_BITS:
            case["id"] = f"plain-mtg-{rng.getrandbits(40):010x}"
            case["features"] = features(case)
            return case


def _plain(draw: Draw) -> Case | None:
    pay = paying.context(draw)
    if draw.chance(0.1):
        pay["cost"] = "{X}"
    restriction = paying.restriction(draw, pay)
    board: list[Case] = []
    for _ in range(draw.rng.randint(1, 4)):
        kind = draw.pick(PLAIN_KINDS)
        copies = draw.rng.randint(1, kind.most)
        board.append(sources.entry(draw, kind, copies=copies, restriction=restriction))
    copies = sum(entry["count"] for entry in board)
    if copies > MOST_COPIES:
        return None
    board = _merged(board + _basics(draw, min(draw.rng.randint(0, 3), MOST_COPIES - copies)))
    draw.rng.shuffle(board)
    case = _case(board, pay)
    _states(draw, board)
    _pool_and_life(draw, case, restriction)
    if not paying.add_verdicts(case):
        return None
    paying.add_cost(draw, case)
    if "/P" in str(pay["total_cost"]) and "life" not in case and draw.chance(0.3):
        case["life"] = draw.rng.randint(1, 6)
    return case


def _bits(board: list[Case]) -> float:
    """Logarithm of about the number of sets of activations, as a measure of the search."""
    total = 0.0
    for entry in board:
        ways = 1.0
        for text in entry["abilities"]:
            output = text.partition(": Add ")[2]
            any_colors = output.count("{Any}")
            ways += output.count("|") + math.comb(4 + any_colors, 4)
            ways += 2.0 * (not text.startswith("{T}") and "this" not in text)
            ways += 6.0 * ("(per: X)" in text)
        total += math.log2(math.comb(entry["count"] + round(ways) - 1, entry["count"]))
    return total


def _case(board: list[Case], pay: Case) -> Case:
    return {
        "v": 1,
        "id": "",
        "game": "mtg",
        "title": "random problem",
        "ref": "tests/generate/magic.py",
        "board": board,
        "pay": pay,
        "expect": {},
        "answer": "rules",
        "checked": "search",
        "features": [],
    }


def _usual(draw: Draw) -> Case | None:
    """A board of a few kinds of source with a cost made for it; ``None`` if it came out too big."""
    pay = paying.context(draw)
    if draw.chance(0.16):
        pay["cost"] = "{X}"
    wants = paying.add_payers(draw, pay)
    restriction = paying.restriction(draw, pay)
    lands = not wants and draw.chance(0.07)
    board = _lands(draw) if lands else _board(draw, wants, restriction)
    most = MOST_LANDS if lands else MOST_COPIES
    if not 0 < sum(entry["count"] for entry in board) <= most:
        return None
    case = _case(board, pay)
    if "card" in wants or draw.chance(0.08):
        case["graveyard"] = paying.graveyard(draw)
    _states(draw, board)
    _pool_and_life(draw, case, restriction)
    paying.add_rules(draw, case)
    if not paying.add_verdicts(case):
        return None
    paying.add_cost(draw, case)
    if "/P" in str(pay["total_cost"]) and "life" not in case and draw.chance(0.3):
        case["life"] = draw.rng.randint(1, 6)
    return case


def _unhinted(draw: Draw) -> Case | None:
    """A problem whose totals and abilities are to be worked out; ``None`` if it came out bad."""
    pay = paying.context(draw)
    way, needs = ways.choose(draw, pay)
    wants = paying.add_payers(draw, pay) + needs
    pay.pop("alternative_cost", None)
    restriction = paying.restriction(draw, pay)
    board = _board(draw, wants, restriction)
    if not 0 < sum(entry["count"] for entry in board) <= MOST_COPIES_UNHINTED:
        return None
    case = _case(board, pay)
    if "card" in wants:
        case["graveyard"] = paying.graveyard(draw)
    _states(draw, board)
    _pool_and_life(draw, case, restriction)
    if draw.chance(0.3):
        paying.add_rules(draw, case)
    ways.prepare(draw, case, way)
    effects.add_effects(draw, case)
    try:
        played = with_hints(case)
    except Untold:
        return None
    played.pop("effects", None)
    paying.add_cost(draw, played)
    cost = _fitting(played["pay"])
    modifiers.add_modifiers(draw, case, cost)
    xs = draw.pick((0, 0, 0, 0, 0, 1, 2))
    if not ways.add_way(draw, case, cost, way, xs):
        return None
    if "{X}" in pay["cost"] and draw.chance(0.4):
        pay["x"] = draw.pick((0, 1, 1, 2, 3))
    if ("life-for-mana" in way or "/P" in str(pay)) and draw.chance(0.3):
        case["life"] = draw.rng.randint(1, 6)
    return without_hints(case)


def _fitting(pay: Case) -> Cost:
    """The printed cost that was made for a board, as a cost in the making."""
    symbols = re.findall(r"\{([^}]*)\}", pay["cost"])
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    return Cost(generic, [symbol for symbol in symbols if not symbol.isdigit() and symbol != "X"])


def _lands(draw: Draw) -> list[Case]:
    """Up to eight plain lands, the only boards beyond seven copies."""
    duals = draw.rng.randint(0, 2)
    board = [
        sources.entry(draw, sources.KINDS["choice"][0], copies=1, restriction="")
        for _ in range(duals)
    ]
    return _merged(board + _basics(draw, draw.rng.randint(5, MOST_LANDS) - duals))


def _board(draw: Draw, wants: list[str], restriction: str) -> list[Case]:
    """Up to three kinds of source, helpers for them and for the payers, and basic lands."""
    board: list[Case] = []
    families = dict(FAMILIES)
    for _ in range(draw.weighted(NUMBER_OF_FAMILIES)):
        family = draw.weighted(families)
        del families[family]
        kind = draw.pick(sources.KINDS[family])
        copies = draw.rng.randint(1, kind.most) if draw.chance(0.5) else 1
        made = sources.entry(draw, kind, copies=copies, restriction=restriction)
        board.append(made)
        for want in kind.wants:
            if want == "@p":
                board.append(sources.basic(_first_color(made), copies=1))
            elif draw.chance(0.85) or want == "card":
                wants.append(want)
    for want in wants:
        if want in sources.HELPERS:
            kind = draw.pick(sources.HELPERS[want])
            board.append(sources.entry(draw, kind, copies=1, restriction=restriction))
    copies = sum(entry["count"] for entry in board)
    lacking = max(draw.weighted(TARGETS) - copies, draw.pick((0, 1, 1)))
    board += _basics(draw, min(lacking, MOST_COPIES - copies))
    board = _merged(board)
    draw.rng.shuffle(board)
    return board


def _first_color(entry: Case) -> str:
    """First colour that an entry makes."""
    found = re.search(r": Add \{([WUBRG])\}", " ".join(entry["abilities"]))
    return found.group(1) if found else "G"


def _basics(draw: Draw, number: int) -> list[Case]:
    return _merged([sources.basic(draw.color(), copies=1) for _ in range(number)])


def _merged(board: list[Case]) -> list[Case]:
    """The board with equal entries put together."""
    merged: list[Case] = []
    for entry in board:
        for other in merged:
            if {**other, "count": 0} == {**entry, "count": 0}:
                other["count"] += entry["count"]
                break
        else:
            merged.append(dict(entry))
    return merged


def _states(draw: Draw, board: list[Case]) -> None:
    """Tap, tire, freeze and reserve some entries; part of a count may differ from the rest."""
    for key, chance, value in (
        ("tapped", 0.12, True),
        ("summoning_sick", 0.25, True),
        ("stays_tapped", 0.08, True),
        ("reserved", 0.12, draw.pick((1, 2, 3))),
    ):
        fitting = [
            entry
            for entry in board
            if "zone" not in entry
            and (key != "summoning_sick" or "creature" in entry["types"])
            and (key != "reserved" or entry["abilities"])
        ]
        if not fitting or not draw.chance(chance):
            continue
        entry = draw.pick(fitting)
        if entry["count"] > 1 and draw.chance(0.6):
            entry["count"] -= 1
            entry = {**entry, "count": 1}
            board.append(entry)
        entry[key] = value


def _pool_and_life(draw: Draw, case: Case, restriction: str) -> None:
    """Floating mana now and then, and a low life total where life may be lost."""
    if draw.chance(0.19):
        group = "".join(
            f"{{{draw.weighted({draw.color(): 4.0, 'C': 1.0})}}}"
            for _ in range(draw.pick((1, 1, 2, 3)))
        )
        tagged = f"{group} ({restriction})"
        free = f"{{{draw.color()}}}"
        case["pool"] = draw.weighted({group: 5, tagged: 3, f"{tagged}; {free}": 2})
    texts = str([entry["abilities"] for entry in case["board"]])
    hurts = "damage" in texts or "pay " in texts
    if "pay 3 life" in texts or draw.chance(0.5 if hurts else 0.15):
        case["life"] = draw.rng.randint(1, 6)


def _land(name: str, count: int, *abilities: str) -> Case:
    return {"name": name, "count": count, "types": ["land"], "abilities": list(abilities)}


def _adversarial(draw: Draw) -> Case:
    """Boards on which mana abilities of in-cost two or more wait for each other."""
    p, q, r, s = (f"{{{color}}}" for color in draw.colors(4))
    elf = _land("Elf", 1, f"{{T}}: Add {p}", f"{{1}}: Add {q}|{r}")
    source = _land("Spring", 1, f"{{T}}: Add {p}")
    other = _land("Well", 1, f"{{T}}: Add {q}")
    board, cost = draw.pick(
        (
            ([elf, _land("Vault", 1, f"{{2}}, {{T}}: Add {s * 3}")], draw.pick((s + s, q + s))),
            (
                [
                    source,
                    _land("Mill", 2, f"{p}, {{T}}: Add {q * 2}"),
                    _land("Engine", 1, f"{{3}}, {{T}}: Add {p * 5}"),
                ],
                p + p + q,
            ),
            (
                [source, other, _land("Twin", 2, f"{p}{q}, {{T}}: Add {p * 3}|{q * 3}")],
                p + p + q + q,
            ),
            ([_land("Signet", 2, f"{{1}}, {{T}}: Add {p}{q}")], p + q),
            ([{**source, "count": 2}, _land("Signet", 3, f"{{1}}, {{T}}: Add {p}{q}")], p + q * 3),
        )
    )
    if draw.chance(0.4):
        board = [*board, _land("Extra", 1, f"{{T}}: Add {draw.pick((p, q, s))}")]
    case = _case(board, {**paying.context(draw), "cost": cost, "total_cost": cost})
    if draw.chance(0.5):
        paying.add_cost(draw, case)
    case["features"] = ["adversarial"]
    return case
