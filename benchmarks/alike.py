"""Boards on which no two sources are alike: grouping gains nothing there."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from benchmarks.question import Question

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

COSTED_SHARE = 0.15
"""Share of the sources whose abilities cost mana."""

_COLORS = "WUBRG"
_TYPES = ("land", "snow land", "artifact")
_RESERVED = ("", ", reserved 1", ", reserved 2", ", reserved 3")


def _sources(abilities: list[str]) -> list[str]:
    """Write a source per ability, type line and weight of another use; no two are alike."""
    return [
        f"(types: {types}{reserved}) [{ability}]"
        for ability, types, reserved in product(abilities, _TYPES, _RESERVED)
    ]


def _free() -> Iterator[str]:
    for number in range(1, 6):
        for colors in combinations(_COLORS, number):
            yield f"{{T}}: Add {'|'.join(f'{{{c}}}' for c in colors)}"
            if number < 3:
                yield f"{{T}}: Add {{C}} / {{T}}: Add {'|'.join(f'{{{c}}}' for c in colors)}"
                yield "{T}: Add " + "".join(f"{{{c}}}" for c in colors) + "{C}"
    for first, second in combinations(_COLORS, 2):
        yield f"{{T}}: Add {{C}} / {{T}}: Add {{{first}}}|{{{second}}} (1 damage to you)"
        yield f"{{T}}: Add {{{first}}}{{{second}}}"


def _costed() -> Iterator[str]:
    for first, second in combinations(_COLORS, 2):
        yield f"{{1}}, {{T}}: Add {{{first}}}{{{second}}}"
        one, two = f"{{{first}}}", f"{{{second}}}"
        yield (
            f"{{T}}: Add {{C}} / {{{first}/{second}}}, {{T}}: Add {one}{one}|{one}{two}|{two}{two}"
        )
    yield "{T}: Add {C} / {1}, {T}: Add {Any}"


_FREE = _sources(list(_free()))
_COSTED = _sources(list(_costed()))


def draw_no_two_alike(draw: random.Random, size: int, mana: int) -> Question:
    """Draw so many sources, no two of the same abilities, types and weight of another use.

    The cost asks for few or many colours; in half of the questions on large boards all but a few
    sources are tapped.
    """
    costed = round(size * COSTED_SHARE)
    sources = draw.sample(_FREE, size - costed) + draw.sample(_COSTED, costed)
    untapped = size
    if size > 2 * mana and draw.random() < 0.5:
        untapped = round(mana * draw.uniform(0.5, 0.8))
    entries = [
        f"S{number} {text if number < untapped else text.replace(')', ', tapped)', 1)}"
        for number, text in enumerate(draw.sample(sources, size))
    ]
    asked = draw.sample(_COLORS, draw.choice((1, 2, 5)))
    colored = draw.choices(asked, k=draw.randint(mana // 3, mana * 3 // 4))
    generic = mana - len(colored)
    cost = f"{{{generic}}}" + "".join(f"{{{c}}}" for c in sorted(colored, key=_COLORS.index))
    return Question(cost, "; ".join(entries))
