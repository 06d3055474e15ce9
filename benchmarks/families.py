"""The families of Magic boards and mana zones, drawn by a seeded generator.

A Magic board has two or three main colours and a few sources of a scarce one. The cost asks for
about as much of the scarce colour as they can make, so that payable and unpayable questions are
mixed and most of them are close to the border, where a proof takes longest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.alike import draw_no_two_alike
from benchmarks.question import Family, Question

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

COLORS = "WUBRG"
BASICS = dict(zip(COLORS, "Plains Island Swamp Mountain Forest".split(), strict=True))
PAIRS = "WU UB BR RG GW WB UR BG RW GU".split()
TRIOS = "WUB UBR BRG RGW GWU RWB URW BGU WBG GUR".split()

Cycle = dict[frozenset[str], str]


def _cycle(colors: list[str], names: str) -> Cycle:
    return {frozenset(of): name for of, name in zip(colors, names.split("; "), strict=True)}


DUALS = _cycle(
    PAIRS,
    "Tundra; Underground Sea; Badlands; Taiga; Savannah; Scrubland; Volcanic Island; Bayou; "
    "Plateau; Tropical Island",
)
FAST_LANDS = _cycle(
    PAIRS,
    "Seachrome Coast; Darkslick Shores; Blackcleave Cliffs; Copperline Gorge; Razorverge Thicket; "
    "Concealed Courtyard; Spirebluff Canal; Blooming Marsh; Inspiring Vantage; Botanical Sanctum",
)
TRI_LANDS = _cycle(
    TRIOS,
    "Arcane Sanctum; Crumbling Necropolis; Savage Lands; Jungle Shrine; Seaside Citadel; "
    "Nomad Outpost; Mystic Monastery; Opulent Palace; Sandsteppe Citadel; Frontier Bivouac",
)
PAINLANDS = _cycle(
    PAIRS,
    "Adarkar Wastes; Underground River; Sulfurous Springs; Karplusan Forest; Brushland; "
    "Caves of Koilos; Shivan Reef; Llanowar Wastes; Battlefield Forge; Yavimaya Coast",
)
TALISMANS = _cycle(
    PAIRS,
    "Talisman of Progress; Talisman of Dominance; Talisman of Indulgence; Talisman of Impulse; "
    "Talisman of Unity; Talisman of Hierarchy; Talisman of Creativity; Talisman of Resilience; "
    "Talisman of Conviction; Talisman of Curiosity",
)
BOUNCE_LANDS = _cycle(
    PAIRS,
    "Azorius Chancery; Dimir Aqueduct; Rakdos Carnarium; Gruul Turf; Selesnya Sanctuary; "
    "Orzhov Basilica; Izzet Boilerworks; Golgari Rot Farm; Boros Garrison; Simic Growth Chamber",
)
FILTERS = _cycle(
    PAIRS,
    "Mystic Gate; Sunken Ruins; Graven Cairns; Fire-Lit Thicket; Wooded Bastion; Fetid Heath; "
    "Cascade Bluffs; Twilight Mire; Rugged Prairie; Flooded Grove",
)
SIGNETS = _cycle(
    PAIRS,
    "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Selesnya Signet; Orzhov Signet; "
    "Izzet Signet; Golgari Signet; Boros Signet; Simic Signet",
)


@dataclass(frozen=True, slots=True)
class Palette:
    """Kinds of source to build a board of.

    Parameters
    ----------
    main
        The main colours, of which the cost asks freely.
    scarce
        The scarce colour.
    many
        Kinds without the scarce colour, each with its share of the board.
    few
        Kinds with the scarce colour, each with the most of it that one can make.
    """

    main: str
    scarce: str
    many: Mapping[str, int]
    few: Mapping[str, int]
    symbols: tuple[str, ...] = ("{%s}",) * 4
    """Forms of a coloured symbol of the cost, one of which is drawn for each."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Texts added to the board."""

    def question(self, draw: random.Random, size: int, mana: int, **rest: object) -> Question:
        """Draw a board of that size and a cost of that much mana."""
        number = max(1, mana // 5)
        scarce = Counter(draw.choices(tuple(self.few), k=number))
        makes = sum(self.few[name] * count for name, count in scarce.items())
        weights = {name: share * draw.uniform(0.5, 1.5) for name, share in self.many.items()}
        board = scarce + apportion(weights, size - number)
        pips = [self.scarce] * max(0, makes + draw.choice((-2, -1, 0, 0, 1, 2)))
        pips += draw.choices(self.main, k=draw.randint(mana // 4, mana // 2))
        cost = cost_text(draw, pips[:mana], mana, self.symbols)
        entries = [f"{count} {name}" for name, count in sorted(board.items())]
        entries += self.extra.values()
        return Question(cost, "; ".join(entries), **rest)  # type: ignore[arg-type]


def apportion(weights: Mapping[str, float], seats: int) -> Counter[str]:
    """Divide seats by weight, by largest remainders."""
    total = sum(weights.values())
    exact = {name: seats * weight / total for name, weight in weights.items()}
    result = Counter({name: int(share) for name, share in exact.items()})
    by_remainder = sorted(exact, key=lambda name: (result[name] - exact[name], name))
    for name in by_remainder[: seats - result.total()]:
        result[name] += 1
    return +result


def cost_text(draw: random.Random, pips: list[str], mana: int, symbols: tuple[str, ...]) -> str:
    """Write a cost of these coloured symbols, filled up with generic mana."""
    colored = [draw.choice(symbols) % pip for pip in sorted(pips, key=COLORS.index)]
    generic = mana - len(pips)
    return (f"{{{generic}}}" if generic else "") + "".join(colored)


def _colors(draw: random.Random) -> tuple[str, str, str, str]:
    first, second, third, scarce = draw.sample(COLORS, 4)
    return first, second, third, scarce


def _lands(draw: random.Random) -> Palette:
    first, second, third, scarce = _colors(draw)
    many = {BASICS[first]: 5, BASICS[second]: 4, BASICS[third]: 3, "Wastes": 1}
    many[f"Snow-Covered {BASICS[first]}"] = 2
    few = {BASICS[scarce]: 1, f"Snow-Covered {BASICS[scarce]}": 1}
    return Palette(first + second + third, scarce, many, few)


def _duals(draw: random.Random) -> Palette:
    first, second, third, scarce = _colors(draw)
    many = {BASICS[first]: 4, BASICS[second]: 3, TRI_LANDS[frozenset((first, second, third))]: 2}
    for pair in ((first, second), (second, third), (first, third)):
        many |= {DUALS[frozenset(pair)]: 2, FAST_LANDS[frozenset(pair)]: 1}
    few = {BASICS[scarce]: 1, DUALS[frozenset((first, scarce))]: 1}
    few[TRI_LANDS[frozenset((first, second, scarce))]] = 1
    return Palette(first + second + third, scarce, many, few)


def _bundles(draw: random.Random) -> Palette:
    first, second, _, scarce = _colors(draw)
    many = {BASICS[first]: 5, BASICS[second]: 4, BOUNCE_LANDS[frozenset((first, second))]: 3}
    many |= {"Sol Ring": 1, "Mind Stone": 1, "Worn Powerstone": 1, "Thran Dynamo": 1}
    few = {BASICS[scarce]: 1, BOUNCE_LANDS[frozenset((first, scarce))]: 1, "Gilded Lotus": 3}
    return Palette(first + second, scarce, many, few)


def _filters(draw: random.Random) -> Palette:
    first, second, _, scarce = _colors(draw)
    main = frozenset((first, second))
    side = frozenset((first, scarce))
    many = {BASICS[first]: 5, BASICS[second]: 4, DUALS[main]: 3, FILTERS[main]: 2, SIGNETS[main]: 2}
    few = {BASICS[scarce]: 1, FILTERS[side]: 2, SIGNETS[side]: 1, "Shimmering Grotto": 1}
    return Palette(first + second, scarce, many, few)


def _pain(draw: random.Random) -> Palette:
    first, second, third, scarce = _colors(draw)
    main = frozenset((first, second))
    many = {BASICS[first]: 4, BASICS[second]: 3, PAINLANDS[main]: 3, TALISMANS[main]: 1}
    many |= {PAINLANDS[frozenset((first, third))]: 2}
    few = {PAINLANDS[frozenset((first, scarce))]: 1, "City of Brass": 1, BASICS[scarce]: 1}
    life = {"life": f"life: {draw.choice((20, 20, 20, 8, 3))}"}
    symbols = ("{%s}",) * 7 + ("{%s/P}",) * 3
    return Palette(first + second + third, scarce, many, few, symbols, life)


def _mixed(draw: random.Random) -> Palette:
    first, second, _, scarce = _colors(draw)
    main, side = frozenset((first, second)), frozenset((first, scarce))
    many = {BASICS[first]: 5, BASICS[second]: 4, PAINLANDS[main]: 2, BOUNCE_LANDS[main]: 2}
    many |= {FILTERS[main]: 2, SIGNETS[main]: 2, "Sol Ring": 1}
    few = {BASICS[scarce]: 1, PAINLANDS[side]: 1, FILTERS[side]: 2, SIGNETS[side]: 1}
    return Palette(first + second, scarce, many, few)


def _draw_restricted(draw: random.Random, size: int, mana: int) -> Question:
    first, second, _, scarce = _colors(draw)
    many = {BASICS[first]: 5, BASICS[second]: 5, "Eldrazi Temple": 1, "Mishra's Workshop": 1}
    many |= {"Unclaimed Territory": 1, "Powerstone": 1, "Vodalian Arcanist": 1}
    few = {BASICS[scarce]: 1, "Ancient Ziggurat": 1, "Pillar of the Paruns": 1}
    few |= {"Beastcaller Savant": 1}
    types = draw.choice(
        ("Creature", "Artifact Creature", "Artifact Creature", "Artifact", "Sorcery")
    )
    return Palette(first + second, scarce, many, few).question(draw, size, mana, types=types)


def _draw_payers(draw: random.Random, size: int, mana: int) -> Question:
    first, second, _, scarce = _colors(draw)
    pair = DUALS[frozenset((first, second))]
    many = {BASICS[first]: 4, BASICS[second]: 4, pair: 3, "Sol Ring": 1, "Llanowar Elves": 1}
    many |= {f"{c} Soldier (types: token creature, colors: {c}) []": 2 for c in (first, second)}
    many["Thopter (types: token artifact creature, colors: none) []"] = 2
    few = {BASICS[scarce]: 1, f"Guest (types: token creature, colors: {scarce}) []": 1}
    ways = (("convoke",), ("delve",), ("improvise",), *[("convoke", "delve")] * 2)
    yard = {"graveyard": f"graveyard: {draw.randint(1, mana)}"}
    palette = Palette(first + second, scarce, many, few, extra=yard)
    return palette.question(draw, size, mana, types="Creature", payers=draw.choice(ways))


def _draw_modified(draw: random.Random, size: int, mana: int) -> Question:
    first, second, third, scarce = _colors(draw)
    palette = _duals(draw)
    twobrid = "{%s}", "{%s}", "{%s}", "{2/%s}"
    changes = [("reduce", "{1}")] * draw.randint(0, 2)
    changes += [("increase", "{2}")] * draw.randint(0, 1)
    changes += [("reduce", f"{{{draw.choice((first, second, third, scarce))}}}")]
    changes += [("minimum", "{3}")] * draw.randint(0, 1)
    palette = Palette(palette.main, palette.scarce, palette.many, palette.few, twobrid)
    return palette.question(draw, size, mana, types="Sorcery", modifiers=tuple(changes))


def _draw_zone(draw: random.Random, size: int, mana: int) -> Question:
    """Draw a zone with some cards tapped; in half of the zones some have mana number 0 or 2."""
    civilizations = ("Light", "Water", "Darkness", "Fire", "Nature")
    weights = draw.sample((8, 6, 3, 1), 4)
    *main, scarce = draw.sample(civilizations, 5)
    numbered = draw.random() < 0.5
    states = [*[""] * 5, " (tapped)"]
    if numbered:
        states += [" (number 2)", " (number 0)"]
    kinds: dict[str, float] = {}
    for _ in range(8):
        some = dict.fromkeys(draw.choices(main, weights, k=draw.choice((1, 1, 2))))
        kinds["/".join(some) + draw.choice(states)] = draw.uniform(0.5, 1.5)
    entries = apportion(kinds, size - 1)
    entries[f"{scarce}/{draw.choice(main)}" + draw.choice(("", " (tapped)"))] += 1
    asked = draw.sample(main, draw.choice((1, 1, 2))) + [scarce] * draw.randint(0, 1)
    if draw.random() < 0.3:
        mana = size - draw.randint(0, size // 4)
    cost = f"{'/'.join(asked).lower()}({mana})"
    board = "; ".join(f"{count} {name}" for name, count in sorted(entries.items()))
    return Question(cost, board, duel_masters=True)


def _families() -> Iterator[Family]:
    for name, title, palette in (
        ("lands", "basic and snow lands only", _lands),
        ("duals", "dual and tri-lands", _duals),
        ("bundles", "rocks and bounce lands", _bundles),
        ("filters", "filter lands and Signets", _filters),
        ("pain", "painlands and Phyrexian symbols", _pain),
        ("mixed", "filters, Signets, bundles and painlands", _mixed),
    ):
        yield Family(
            name,
            title,
            lambda draw, size, mana, palette=palette: palette(draw).question(draw, size, mana),  # type: ignore[misc]
        )
    yield Family("restricted", "mana for some spells only", _draw_restricted)
    yield Family("payers", "convoke, improvise and delve", _draw_payers)
    yield Family("modified", "cost modifiers and {2/W}", _draw_modified)
    yield Family("alike", "no two sources alike, 15 % costed", draw_no_two_alike, slow_from=120)
    yield Family("zones", "Duel Masters mana zones", _draw_zone)


FAMILIES = {family.name: family for family in _families()}
"""All families that are drawn, by name."""
