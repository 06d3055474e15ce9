"""From the printed cost to the locked totals, by trying everything (CR 601.2b, 601.2f, 118.7-9).

Every announcement of sides, every object that makes the cost cheaper, every number of optional
payments and every order of the reductions is worked out; each total that comes out is listed once.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.notation import COLORS, Symbol, parse_cost
from tests.reference.objects import read_group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Case = Mapping[str, Any]

LARGEST_X = 10

_CARD_TYPES = tuple(
    "artifact battle creature enchantment instant land planeswalker sorcery".split()
)
_PERMANENTS = frozenset(_CARD_TYPES) - {"instant", "sorcery"}
_COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


class Untold(Exception):  # noqa: N818
    """The case says something in words that no kind covers, so its hints cannot be worked out."""


class Total(NamedTuple):
    """An announced cost: generic mana, the insides of all other symbols in order, and life."""

    generic: int = 0
    symbols: tuple[str, ...] = ()
    life: int = 0

    @property
    def mana(self) -> int:
        """How many mana it asks for."""
        return self.generic + len(self.symbols)

    @property
    def text(self) -> str:
        """The mana part as written; ``"{0}"`` if there is none."""
        number = [str(self.generic)] if self.generic else []
        return "".join(f"{{{part}}}" for part in number + list(self.symbols)) or "{0}"

    def plus(self, other: Total) -> Total:
        symbols = tuple(sorted(self.symbols + other.symbols))
        return Total(self.generic + other.generic, symbols, self.life + other.life)

    def without(self, symbol: str) -> Total:
        symbols = list(self.symbols)
        symbols.remove(symbol)
        return self._replace(symbols=tuple(symbols))


class Reduction(NamedTuple):
    """What one effect takes off: ``spill`` lets excess colored mana lower generic mana."""

    amount: str
    floor: int = 0
    spill: bool = True


class Way(NamedTuple):
    """One cost to start from, the object it asks for, and what that object takes off."""

    cost: str
    relief: tuple[Reduction, ...] = ()
    sacrifice: tuple[str, ...] = ()
    tap: tuple[str, ...] = ()


# -- announcing --------------------------------------------------------------------------------


def sides(symbol: Symbol, x: int | None, *, decide: bool, split: bool) -> list[Total]:
    """Every announcement of one symbol (MTG-601.2b).

    ``decide``: choose between mana and life, and between a color and generic mana. ``split``:
    choose between two types as well. A side that is not chosen stays in the symbol.
    """
    inside = symbol.text[1:-1]
    if symbol.variable:
        return [Total(symbols=("X",)) if x is None else Total(x)]
    if symbol.snow:
        return [Total(symbols=("S",))]
    if not symbol.types:
        return [Total(symbol.generic)]
    if not (decide or split):
        return [Total(symbols=(inside,))]
    types = list(symbol.types) if split else ["/".join(symbol.types)]
    found = [Total(symbols=(one,)) for one in types]
    if symbol.generic:
        found.append(Total(symbol.generic))
    if symbol.life:
        found.append(Total(life=symbol.life))
    return found


def announced(cost: str, x: int | None, *, decide: bool, split: bool) -> set[Total]:
    """Every announcement of a cost."""
    choices = [sides(symbol, x, decide=decide, split=split) for symbol in parse_cost(cost)]
    return {_sum(parts) for parts in product(*choices)}


def _sum(parts: Iterable[Total]) -> Total:
    total = Total()
    for part in parts:
        total = total.plus(part)
    return total


# -- reducing ----------------------------------------------------------------------------------


def reduced(total: Total, reductions: tuple[Reduction, ...]) -> set[Total]:
    """Every total after all the reductions, in any order (MTG-601.2f-O)."""
    if not reductions:
        return {total}
    found = set()
    for at, reduction in enumerate(reductions):
        rest = reductions[:at] + reductions[at + 1 :]
        for once in reduced_by(total, reduction):
            found |= reduced(once, rest)
    return found


def reduced_by(total: Total, reduction: Reduction) -> set[Total]:
    """Every total after one reduction: the payer picks the half of a hybrid symbol (118.7e)."""
    found = set()
    for halves in product(*map(_taken_off, parse_cost(reduction.amount))):
        for order in set(permutations(halves)):
            less = total
            for one in order:
                less = _less(less, one, reduction)
            found.add(less)
    return found


def _taken_off(symbol: Symbol) -> list[int | str]:
    """What a symbol of a reduction may take off: generic mana, or one mana of a type."""
    if symbol.variable:
        return [0]
    if symbol.snow:
        return [1]
    halves: list[int | str] = list(symbol.types)
    return halves + ([symbol.generic] if symbol.generic or not halves else [])


def _less(total: Total, one: int | str, reduction: Reduction) -> Total:
    room = max(0, total.mana - reduction.floor)
    if isinstance(one, int):
        return total._replace(generic=total.generic - min(one, total.generic, room))
    if room and one in total.symbols:
        return total.without(one)
    if room and total.generic and reduction.spill:
        return total._replace(generic=total.generic - 1)
    return total


# -- what a case says --------------------------------------------------------------------------


def applies(of: str, pay: Case) -> bool:
    """Whether an effect holds for what is paid: kind, card types and colors are judged.

    >>> pay = {"kind": "spell", "types": ["creature", "elf"], "cost": "{1}{G}"}
    >>> [applies(of, pay) for of in ("green creature spells", "noncreature spells", "abilities")]
    [True, False, False]
    """
    words = of.lower().replace(",", "").split()
    if words[0] in ("this", "that", "the"):
        return True
    if any(word in ("spell", "spells") for word in words) and pay["kind"] != "spell":
        return False
    if any(word in ("ability", "abilities") for word in words) and pay["kind"] != "ability":
        return False
    types = set(pay["types"])
    colors = {kind for symbol in parse_cost(pay["cost"]) for kind in symbol.types}
    wanted = {word.removesuffix("s") for word in words} & set(_CARD_TYPES)
    if wanted and not wanted & types:
        return False
    if any(word.startswith("non") and word[3:] in types for word in words):
        return False
    if "permanent" in words and not types & _PERMANENTS:
        return False
    return all(_COLOR_WORDS[word] in colors for word in words if word in _COLOR_WORDS)


def changes(case: Case, kind: str) -> list[Case]:
    """The effects of a kind that hold for what is paid, each as often as it happens."""
    return [
        effect
        for effect in case.get("effects", ())
        if effect.get("kind") == kind and applies(effect.get("of", "this"), case["pay"])
        for _ in range(effect.get("times", 1) if kind != "optional-reduce" else 1)
    ]


def life_types(case: Case) -> str:
    """The types in place of whose mana 2 life may be paid (MTG-AST-08)."""
    symbols = [
        symbol
        for effect in changes(case, "life-for-mana")
        for symbol in parse_cost(effect["symbol"])
        if effect["life"] == 2
    ]
    return "".join(kind for kind in COLORS if any(kind in symbol.types for symbol in symbols))


def with_life(inside: str, types: str) -> str:
    """The inside of a symbol with life as one more side if it has one of the types."""
    parts = inside.split("/")
    return inside if parts[-1] == "P" or not set(parts) & set(types) else f"{inside}/P"


def mana_value(cost: str) -> int:
    """Mana value off the stack (MTG-202.3): {2/W} is 2, {X} is 0."""
    return sum(0 if s.variable else s.generic or int(bool(s.types) or s.snow)
               for s in parse_cost(cost))  # fmt: skip


def ways(case: Case) -> Iterator[Way]:
    """Every cost to start from: printed or alternative, with every object that may be chosen."""
    pay = case["pay"]
    alternative = pay.get("alternative_cost")
    if not alternative:
        yield Way(pay["cost"])
        return
    name = alternative["name"]
    objects = [(entry, read_group(entry)) for entry in case["board"] if "zone" not in entry]
    creatures = [entry for entry, group in objects if group.fits("creature")]
    if name == "emerge":
        yield Way(pay["cost"])
        for entry in creatures:
            off = (Reduction(f"{{{mana_value(entry.get('mana_cost', ''))}}}"),)
            yield Way(alternative["cost"], off, sacrifice=(entry["name"],))
    elif name == "harmonize":
        yield Way(alternative["cost"])
        for entry in creatures:
            off = (Reduction(f"{{{entry.get('power', 0)}}}"),)
            yield Way(alternative["cost"], off, tap=(entry["name"],))
    elif name == "offering":
        what, space, offering = alternative["text"].rpartition(" ")
        if offering != "offering" or " " in what or not space:
            raise Untold("an offering in words")
        yield Way(pay["cost"])
        for entry, group in objects:
            if group.fits(what.lower()):
                cost = entry.get("mana_cost", "")
                yield Way(pay["cost"], (Reduction(cost),), sacrifice=(entry["name"],))
    elif "cost" in alternative:
        yield Way(alternative["cost"])
    else:
        raise Untold("an alternative cost in words")


# -- locking -----------------------------------------------------------------------------------


def total_cost(case: Case) -> str | list[dict[str, Any]] | None:
    """The hint ``pay.total_cost`` worked out from the printed cost.

    Raises ``Untold`` where the case says it in words only.
    """
    pay = case["pay"]
    if "cost" not in pay:
        found: str | list[dict[str, Any]] | None = pay["total_cost"]
        return found
    for effect in case.get("effects", ()):
        if "kind" not in effect:
            raise Untold("an effect that no kind covers")
        if effect["kind"] == "free" and "alternative_cost" not in pay:
            raise Untold("a permission to pay nothing, without an alternative cost")
    totals: dict[tuple[Any, ...], dict[str, Any]] = {}
    for way in ways(case):
        for x, total in _totals(case, way):
            variant: dict[str, Any] = {"cost": total.text}
            variant |= {"x": x} if x is not None else {}
            variant |= {"life": total.life} if total.life else {}
            variant |= {"sacrifice": list(way.sacrifice)} if way.sacrifice else {}
            variant |= {"tap": list(way.tap)} if way.tap else {}
            totals[x or 0, str(sorted(variant.items(), key=str))] = variant
    variants = [totals[key] for key in sorted(totals)]
    if not variants:
        return None
    return variants[0]["cost"] if [*map(list, variants)] == [["cost"]] else variants


def _totals(case: Case, way: Way) -> Iterator[tuple[int | None, Total]]:
    """Every X (None: there is none, or it is left in the total) with every locked total."""
    pay = case["pay"]
    if way.cost == "":
        return
    added = [item["cost"] for item in pay.get("additional_costs", ()) if item["kind"] == "mana"]
    cost = "".join([way.cost, *added])
    taken = way.relief + tuple(
        Reduction(_amount(effect), effect.get("floor", 0), effect.get("spill", True))
        for effect in changes(case, "reduce")
    )
    options = changes(case, "optional-reduce")
    minimum = max((effect["amount"] for effect in changes(case, "minimum")), default=0)
    life = life_types(case)
    decide = bool(taken or options or minimum or life)
    by_type = any(symbol.types for one in taken for symbol in parse_cost(one.amount))
    split = bool(by_type or options or life)
    xs: Iterable[int | None] = (None,)
    if "{X}" in cost:
        if "x" in pay:
            xs = (pay["x"],)
        elif decide:
            xs = range(pay.get("x_limit", LARGEST_X) + 1)
        if xs != (None,) and "x_colors" in pay:
            raise Untold("colors of X where X is not left in the total")
    cost += "".join(_amount(effect) for effect in changes(case, "increase"))
    times = [range(option["times"] + 1) for option in options]
    for x in xs:
        for start in announced(cost, x, decide=decide, split=split):
            for numbers in product(*times):
                chosen = taken
                before = start
                for option, number in zip(options, numbers, strict=True):
                    chosen += (Reduction(option["amount"], spill=False),) * number
                    before = before.plus(Total(life=option["life"] * number))
                for after in reduced(before, chosen):
                    least = after.plus(Total(max(0, minimum - after.mana)))
                    symbols = sorted(with_life(one, life) for one in least.symbols)
                    final = least._replace(symbols=tuple(symbols))
                    yield (None if "x" in pay else x), final


def _amount(effect: Case) -> str:
    amount = effect["amount"]
    return amount if isinstance(amount, str) else f"{{{amount}}}"
