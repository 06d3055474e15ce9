"""A rough play of a board: which mana could be there if someone tapped about at random.

Nothing here decides what is legal. The plays only make costs that fit their board.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.generate.draw import COLORS, Case, Draw

SYMBOL = re.compile(r"\{([^}]*)\}")
NOTE = re.compile(
    r" \((if: \d+ [^)]*|per: [^)]*|once each turn|\d+ damage to you[^)]*|rider: [^)]*)\)"
)
TAG = re.compile(r" \(((?:only|not): [^)]*)\)")


@dataclass(frozen=True, slots=True)
class Unit:
    """One mana of a play."""

    type: str
    snow: bool = False
    tag: str = ""
    types: tuple[str, ...] = ()


@dataclass(slots=True)
class Body:
    """One copy of a board entry, and what happened to it."""

    entry: Case
    tapped: bool
    counters: dict[str, int]
    gone: bool = False
    kept: bool = False
    uses: Counter[str] = field(default_factory=Counter)

    def fits(self, what: str) -> bool:
        """Whether it is a permanent of one of the types joined by ``" or "``."""
        if self.gone or self.entry.get("zone") == "hand":
            return False
        names = {*self.entry["types"], self.entry["name"].lower(), "permanent"}
        return "changeling" in names or not names.isdisjoint(what.split(" or "))


@dataclass(slots=True)
class Table:
    """Everything that changes while mana abilities are activated."""

    bodies: list[Body]
    pool: list[Unit]
    life: int
    graveyard: int

    def count(self, what: str) -> int:
        return sum(body.fits(what) for body in self.bodies)


def units_of(text: str, entry: Case | None = None) -> list[Unit]:
    """Units of a mana list; with an entry they are made by it."""
    units = []
    for group in text.split("; "):
        tag = TAG.search(group)
        own = entry is not None and "(from: " not in group
        types = tuple(entry["types"]) if entry is not None and own else ()
        for symbol in SYMBOL.findall(group):
            units.append(Unit(symbol, "snow" in types, tag.group(1) if tag else "", types))
    return units


def table_of(case: Case) -> Table:
    """The position of a case before anything is activated."""
    bodies = [
        Body(entry, entry.get("tapped", False), dict(entry.get("counters", {})))
        for entry in case["board"]
        for _ in range(entry["count"])
    ]
    cards = sum(card["count"] for card in case.get("graveyard", []))
    pool = units_of(case["pool"]) if case.get("pool") else []
    return Table(bodies, pool, case.get("life", 20), cards)


def _funding(draw: Draw, symbols: list[str], pool: list[Unit], verdicts: Case) -> list[Unit] | None:
    """Units of the pool that pay these symbols, taken at random."""
    left = draw.rng.sample(pool, len(pool))
    taken = []
    wanted = [sign for text in symbols for sign in ([""] * int(text) if text.isdigit() else [text])]
    for wish in sorted(wanted, key=len, reverse=True):
        for unit in left:
            verdict = verdicts.get(unit.tag, "no") if unit.tag else "yes"
            fits = unit.snow if wish == "S" else not wish or unit.type in wish.split("/")
            if fits and (verdict == "yes" or (verdict == "not generic" and wish)):
                taken.append(unit)
                left.remove(unit)
                break
        else:
            return None
    return taken


def activate(draw: Draw, table: Table, body: Body, text: str, verdicts: Case) -> bool:
    """Try one mana ability and say whether it was activated."""
    cost, _, output = text.partition(": Add ")
    entry = body.entry
    tired = "creature" in entry["types"] and entry.get("summoning_sick", False)
    notes = NOTE.findall(output)
    output = NOTE.sub("", output)
    if "once each turn" in notes and body.uses[text]:
        return False
    for note in notes:
        if note.startswith("if: "):
            number, what = note.removeprefix("if: ").split(" ", 1)
            if table.count(what) < int(number):
                return False
    taps: list[Body] = []
    given: list[Body] = []
    symbols: list[str] = []
    life = cards = x = 0
    for item in cost.split(", "):
        words = item.split()
        if item in ("{T}", "{Q}"):
            if tired or body.tapped == (item == "{T}"):
                return False
            taps.append(body)
        elif item.startswith("{"):
            x = draw.rng.randint(0, len(table.pool)) if "{X}" in item else 0
            symbols += SYMBOL.findall(item.replace("{X}", f"{{{x}}}"))
        elif item.startswith("pay "):
            life += int(words[1])
        elif item in ("sacrifice this", "exile this from hand"):
            given.append(body)
        elif "graveyard" in item:
            cards += int(words[1]) if words[1].isdigit() else 1
        elif words[0] == "remove" and words[1] == "X":
            x = draw.rng.randint(0, body.counters.get(words[-2], 0))
            body.counters[words[-2]] = body.counters.get(words[-2], 0) - x
        elif words[0] == "remove":
            number, counter = int(words[1]) if words[1].isdigit() else 1, words[-2]
            if body.counters.get(counter, 0) < number:
                return False
            body.counters[counter] -= number
        else:
            number = int(words[1]) if words[1].isdigit() else 1
            tapping = words[0] == "tap"
            used = taps if tapping else given
            for other in draw.rng.sample(table.bodies, len(table.bodies)):
                fits = other.fits(words[-1]) and not other.kept and other not in used
                itself = other is body and words[1] == "another"
                if number and fits and not itself and not (tapping and other.tapped):
                    used.append(other)
                    number -= 1
            if number:
                return False
    funding = _funding(draw, symbols, table.pool, verdicts)
    if funding is None or life > table.life or cards > table.graveyard:
        return False
    for unit in funding:
        table.pool.remove(unit)
    table.life -= life
    table.graveyard -= cards
    for other in given:
        other.gone = True
    for other in taps:
        other.tapped = "{Q}" not in cost
    body.uses[text] += 1
    factor = 1
    for note in notes:
        if note.startswith("per: "):
            factor = x if note == "per: X" else table.count(note.removeprefix("per: "))
    if output == "the unspent pool again":
        table.pool += [Unit(unit.type) for unit in table.pool]
    elif output != "nothing":
        shared = TAG.search(output) if "; " not in output else None
        chosen = draw.pick(re.split(r"\|(?![^(]*\))", output))
        for unit in units_of(chosen, entry) * factor:
            color = draw.color() if unit.type == "Any" else draw.pick(unit.type.split("/"))
            tag = unit.tag or (shared.group(1) if shared else "")
            table.pool.append(Unit(color, unit.snow, tag, unit.types))
    return True


def play(draw: Draw, table: Table, verdicts: Case, *, steps: int = 14) -> None:
    """Activate random mana abilities until nothing more is found or the steps are over.

    Parameters
    ----------
    draw
        Dice of the problem.
    table
        The position; it is changed.
    verdicts
        ``ability_restrictions`` of the case.
    steps
        Most activations of the play.
    """
    for _ in range(steps):
        options = [
            (body, text)
            for body in table.bodies
            if not (body.gone or body.kept)
            for text in body.entry["abilities"]
            if body.uses[text] < 2
        ]
        draw.rng.shuffle(options)
        options.sort(key=lambda option: "sacrifice" in option[1] or "exile" in option[1])
        if not any(activate(draw, table, body, text, verdicts) for body, text in options):
            return


def colors_of(units: list[Unit]) -> str:
    """The colours among the units."""
    return "".join(color for color in COLORS if any(unit.type == color for unit in units))
