"""Reader of the case notation: costs, mana lists and ability texts as small plain records."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product

COLORS = "WUBRG"
TYPES = COLORS + "C"

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_SHARED_TAG_WORDS = ("only: ", "not: ")
_NOTE = re.compile(
    r" \((?:if: (?P<number>\d+) (?P<what>[^)]+)|per: (?P<per>[^)]+)|(?P<once>once each turn)"
    r"|(?P<damage>\d+) damage to you(?P<waits> by a trigger)?|rider: (?P<rider>[^)]+))\)"
)
_GROUP = re.compile(
    r"(?P<symbols>(?:\{(?:Any|[WUBRGC]|[WUBRG]/[WUBRG])\})+)"
    r"(?P<tags>(?: \((?:only|not|from): [^)]*\))*)"
)
_TAG = re.compile(r" \(((?:only|not|from): [^)]*)\)")
_QUANTITY = r"(?P<q>an?|another|\d+)"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One cost symbol: the mana types that pay it, or generic mana, snow mana, life or {X}."""

    text: str
    types: str = ""
    generic: int = 0
    life: int = 0
    snow: bool = False
    variable: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """One mana of a mana list: its type, its restrictions, and another source if it names one."""

    type: str
    tags: tuple[str, ...] = ()
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Objects chosen for a cost: how many, of which type, and whether the source is excluded."""

    count: int
    what: str
    other: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """A mana ability: what one activation costs and what it makes."""

    text: str
    tap: bool = False
    untap: bool = False
    mana: tuple[Symbol, ...] = ()
    life: int = 0
    sacrifice_this: bool = False
    exile_from_hand: bool = False
    discard_hand: bool = False
    taps: tuple[Pick, ...] = ()
    gives: tuple[Pick, ...] = ()
    graveyard: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    outputs: tuple[tuple[Unit, ...], ...] = ()
    doubles: bool = False
    condition: Pick | None = None
    per: str | None = None
    once: bool = False
    damage: int = 0
    damage_waiting: int = 0
    rider: str | None = None
    x_counters: tuple[str, ...] = ()
    times_x: bool = False

    @property
    def has_x(self) -> bool:
        """Whether X is chosen for it."""
        return bool(self.x_counters) or any(symbol.variable for symbol in self.mana)

    def with_x(self, x: int) -> Ability:
        """The ability with a value for X; ``{W/U}`` is decided unit by unit."""
        paid = (parse_symbol(str(x)),) if x else ()
        mana = [one for symbol in self.mana for one in (paid if symbol.variable else (symbol,))]
        outputs: dict[tuple[Unit, ...], None] = {}
        for output in self.outputs:
            units = output * x if self.times_x else output
            for types in product(*(unit.type.split("/") for unit in units)):
                made = (replace(one, type=each) for one, each in zip(units, types, strict=True))
                outputs[tuple(sorted(made, key=lambda one: one.type))] = None
        counters = tuple((name, x) for name in self.x_counters)
        return replace(
            self,
            mana=tuple(mana),
            counters=self.counters + counters,
            outputs=tuple(outputs),
            x_counters=(),
            times_x=False,
        )


def parse_symbol(text: str) -> Symbol:
    """Read the inside of one pair of braces of a cost."""
    whole = "{" + text + "}"
    if text.isdigit():
        return Symbol(whole, generic=int(text))
    if text == "X":
        return Symbol(whole, variable=True)
    if text == "S":
        return Symbol(whole, snow=True)
    parts = text.split("/")
    life = 0
    if len(parts) > 1 and parts[-1] == "P":
        life = 2
        parts = parts[:-1]
    generic = int(parts.pop(0)) if parts and parts[0].isdigit() else 0
    if not parts or any(len(part) != 1 or part not in TYPES for part in parts):
        raise ValueError(f"unknown cost symbol {whole!r}")
    return Symbol(whole, types="".join(parts), generic=generic, life=life)


def parse_cost(text: str) -> tuple[Symbol, ...]:
    """Read a cost such as ``{2}{W/U}{G/P}``; the empty text is an empty cost."""
    if _SYMBOL.sub("", text):
        raise ValueError(f"not a cost: {text!r}")
    return tuple(parse_symbol(inside) for inside in _SYMBOL.findall(text))


def _split(text: str, separator: str) -> list[str]:
    """Split at a separator that stands outside round brackets."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0 and text.startswith(separator, at):
            parts.append(text[start:at])
            at += len(separator)
            start = at
        else:
            at += 1
    parts.append(text[start:])
    return parts


def parse_mana_list(text: str, extra: tuple[str, ...] = ()) -> tuple[Unit, ...]:
    """Read a mana list (groups joined by ``; ``); ``extra`` tags are added to each unit."""
    if text in ("", "nothing"):
        return ()
    units: list[Unit] = []
    for group in _split(text, "; "):
        match = _GROUP.fullmatch(group)
        if match is None:
            raise ValueError(f"not a group of mana: {group!r}")
        tags = _TAG.findall(match["tags"])
        source = next((tag[6:] for tag in tags if tag.startswith("from: ")), None)
        limits = tuple(
            sorted({tag for tag in tags if tag.startswith(_SHARED_TAG_WORDS)} | {*extra})
        )
        units += [Unit(kind, limits, source) for kind in _SYMBOL.findall(match["symbols"])]
    return tuple(units)


def write_mana_list(units: tuple[Unit, ...]) -> str:
    """Write units as a mana list, one group per restriction (sources are left out)."""
    groups: dict[tuple[str, ...], list[str]] = {}
    order = "CWUBRGAny"
    for unit in sorted(units, key=lambda one: (one.tags, order.index(one.type))):
        groups.setdefault(unit.tags, []).append("{" + unit.type + "}")
    return "; ".join(
        "".join(symbols) + "".join(f" ({tag})" for tag in tags) for tags, symbols in groups.items()
    )


def _parse_outputs(text: str) -> tuple[tuple[Unit, ...], ...]:
    """Read the alternatives; tags after the last of several plain ones hold for all of them."""
    alternatives = _split(text, "|")
    shared: tuple[str, ...] = ()
    plain = all(len(_split(alternative, "; ")) == 1 for alternative in alternatives)
    if len(alternatives) > 1 and plain and not any(" (" in one for one in alternatives[:-1]):
        shared = tuple(
            tag for tag in _TAG.findall(alternatives[-1]) if tag.startswith(_SHARED_TAG_WORDS)
        )
    return tuple(parse_mana_list(alternative, shared) for alternative in alternatives)


def _number(quantity: str) -> int:
    return int(quantity) if quantity.isdigit() else 1


def parse_ability(text: str) -> Ability:
    """Read an ability text of the case notation."""
    cost, separator, output = text.partition(": Add ")
    if not separator:
        raise ValueError(f"no ': Add ' in {text!r}")
    read: dict[str, object] = {"text": text}
    taps: list[Pick] = []
    gives: list[Pick] = []
    counters: list[tuple[str, int]] = []
    for item in cost.split(", "):
        if item == "{T}":
            read["tap"] = True
        elif item == "{Q}":
            read["untap"] = True
        elif item.startswith("{"):
            read["mana"] = parse_cost(item)
        elif match := re.fullmatch(r"pay (\d+) life", item):
            read["life"] = int(match[1])
        elif item == "sacrifice this":
            read["sacrifice_this"] = True
        elif item == "exile this from hand":
            read["exile_from_hand"] = True
        elif item == "discard your hand":
            read["discard_hand"] = True
        elif match := re.fullmatch(rf"exile {_QUANTITY} cards? from your graveyard", item):
            read["graveyard"] = _number(match["q"])
        elif match := re.fullmatch(r"remove X (?P<name>.+) counters", item):
            read["x_counters"] = (match["name"],)
        elif match := re.fullmatch(rf"remove {_QUANTITY} (?P<name>.+) counters?", item):
            counters.append((match["name"], _number(match["q"])))
        elif match := re.fullmatch(rf"tap {_QUANTITY} untapped (?P<what>.+)", item):
            taps.append(Pick(_number(match["q"]), match["what"], match["q"] == "another"))
        elif match := re.fullmatch(rf"(?:sacrifice|exile) {_QUANTITY} (?P<what>.+)", item):
            gives.append(Pick(_number(match["q"]), match["what"], match["q"] == "another"))
        else:
            raise ValueError(f"unknown cost item {item!r} in {text!r}")
    for note in _NOTE.finditer(output):
        if note["number"]:
            read["condition"] = Pick(int(note["number"]), note["what"])
        elif note["per"] == "X":
            read["times_x"] = True
        elif note["per"]:
            read["per"] = note["per"]
        elif note["once"]:
            read["once"] = True
        elif note["damage"]:
            read["damage_waiting" if note["waits"] else "damage"] = int(note["damage"])
        else:
            read["rider"] = note["rider"]
    output = _NOTE.sub("", output)
    read["doubles"] = output == "the unspent pool again"
    read["outputs"] = () if read["doubles"] else _parse_outputs(output)
    return Ability(taps=tuple(taps), gives=tuple(gives), counters=tuple(counters), **read)  # type: ignore[arg-type]
