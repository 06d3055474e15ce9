"""Costs that fit a board: symbols for given mana, and locked totals by small plain arithmetic."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.generate.draw import COLORS, Case, Draw, hybrid

if TYPE_CHECKING:
    from tests.generate.play import Unit


@dataclass(slots=True)
class Cost:
    """A cost in the making: generic mana and the insides of all other symbols."""

    generic: int = 0
    symbols: list[str] = field(default_factory=list)

    def text(self, *, xs: int = 0, generic: int | None = None) -> str:
        """The cost as written, with so many {X}; ``"{0}"`` if it is empty.

        >>> Cost(2, ["W", "B/P"]).text(xs=1)
        '{X}{2}{B/P}{W}'
        """
        number = self.generic if generic is None else generic
        parts = ["X"] * xs + ([str(number)] if number else [])
        parts += sorted(self.symbols, key=lambda symbol: (-len(symbol), symbol))
        return "".join(f"{{{part}}}" for part in parts) or "{0}"

    def size(self) -> int:
        """Number of mana in it, {2/W} counted once."""
        return self.generic + len(self.symbols)


def _symbol(draw: Draw, unit: Unit, styles: set[str], spend_as: Case) -> str:
    """The inside of a symbol that this mana pays; empty for generic."""
    types = spend_as.get(unit.type, unit.type)
    colors = [kind for kind in types if kind in COLORS]
    options: dict[str, float] = {"": 0.9}
    if unit.snow and "snow-cost" in styles:
        options["S"] = 4
    if "C" in types and "colorless-cost" in styles:
        options["C"] = 1.6
    if "C" in types and "colorless-hybrid" in styles:
        options["C/" + draw.color()] = 3
    if colors:
        color = draw.pick(colors)
        other = draw.pick([each for each in COLORS if each != color])
        pair = hybrid(color, other)
        options[color] = 1.2
        for style, symbol, weight in (
            ("hybrid", pair, 2.5),
            ("two-hybrid", "2/" + color, 2.5),
            ("colorless-hybrid", "C/" + color, 2.5),
            ("phyrexian", color + "/P", 2.0),
            ("hybrid-phyrexian", pair + "/P", 2.0),
        ):
            if style in styles:
                options[symbol] = weight
    return draw.weighted(options)


def cost_for(
    draw: Draw, units: list[Unit], *, styles: set[str], spend_as: Case, verdicts: Case
) -> Cost:
    """A cost that these mana pay.

    Parameters
    ----------
    draw
        Dice and palette of the problem.
    units
        Mana that may be spent on it.
    styles
        Families of symbols to use: ``hybrid``, ``two-hybrid``, ``colorless-hybrid``,
        ``phyrexian``, ``hybrid-phyrexian``, ``snow-cost``, ``colorless-cost``.
    spend_as, verdicts
        ``pay.spend_as`` and ``pay.restrictions`` of the case.
    """
    cost = Cost()
    for unit in units:
        symbol = _symbol(draw, unit, styles, spend_as)
        if not symbol and verdicts.get(unit.tag) == "not generic" and unit.type in COLORS:
            symbol = unit.type
        if symbol:
            cost.symbols.append(symbol)
        else:
            cost.generic += 1
    if "two-hybrid" in styles and cost.generic >= 2 and draw.chance(0.6):
        cost.generic -= 2
        cost.symbols.append("2/" + draw.color())
    return cost


def disturb(draw: Draw, cost: Cost) -> None:
    """Make a fitting cost a little harder or easier, so that some become unpayable."""
    if draw.chance(0.24) and cost.symbols:
        cost.symbols[draw.rng.randrange(len(cost.symbols))] = draw.color()
    if draw.chance(0.22) and cost.generic:
        cost.generic -= 1
        cost.symbols.append(draw.color())
    if draw.chance(0.52) and cost.size() < 8:
        if draw.chance(0.6):
            cost.generic += draw.pick((1, 1, 2))
        else:
            cost.symbols.append(draw.color())
    elif draw.chance(0.2) and cost.size() > 1:
        if cost.generic:
            cost.generic -= 1
        else:
            cost.symbols.pop()


def totals_after_reduction(cost: Cost, less: int) -> list[Case]:
    """Locked totals when a generic reduction meets announced halves of {2/W} (MTG-118.7h).

    >>> [total["cost"] for total in totals_after_reduction(Cost(0, ["2/R"]), 1)]
    ['{R}', '{1}']
    """
    fixed = [symbol for symbol in cost.symbols if not symbol.startswith("2/")]
    halves = [symbol[2:] for symbol in cost.symbols if symbol.startswith("2/")]
    texts: dict[str, None] = {}
    for choice in itertools.product((False, True), repeat=len(halves)):
        colored = [color for color, generic in zip(halves, choice, strict=True) if not generic]
        generic = cost.generic + 2 * sum(choice)
        texts[Cost(max(0, generic - less), fixed + colored).text()] = None
    return [{"cost": text} for text in texts]


def totals_with_minimum(cost: Cost, least: int) -> list[Case]:
    """Locked totals when a cost of fewer mana is raised and life is announced (MTG-601.2f-T).

    >>> totals_with_minimum(Cost(0, ["U/P"]), 3)
    [{'cost': '{2}{U}'}, {'cost': '{3}', 'life': 2}]
    """
    fixed = [symbol for symbol in cost.symbols if not symbol.endswith("/P")]
    sides = [symbol[:-2] for symbol in cost.symbols if symbol.endswith("/P")]
    totals: dict[tuple[int, str], Case] = {}
    for choice in itertools.product((False, True), repeat=len(sides)):
        paid = fixed + [side for side, by_life in zip(sides, choice, strict=True) if not by_life]
        mana = cost.generic + len(paid) + sum(symbol.startswith("2/") for symbol in paid)
        text = Cost(cost.generic + max(0, least - mana), paid).text()
        life = 2 * sum(choice)
        totals[life, text] = {"cost": text} | ({"life": life} if life else {})
    return list(totals.values())


def totals_by_x(cost: Cost, *, xs: int, less: int, most: int = 5) -> list[Case]:
    """Locked totals for X = 0, 1, ... under a generic reduction (MTG-RED-06).

    >>> totals_by_x(Cost(0, ["R"]), xs=1, less=2, most=3)[3]
    {'cost': '{1}{R}', 'x': 3}
    """
    return [
        {"cost": cost.text(generic=max(0, cost.generic + xs * x - less)), "x": x}
        for x in range(most + 1)
    ]
