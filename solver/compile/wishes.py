"""Wishes of the caller over the kinds of a Program: what tells units apart, and what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.solver.program import Linear, Quantity, Share, What

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from autotap.models.mtg.wish import Wish
    from autotap.models.problem import Problem
    from autotap.solver.compile.units import Template

Trait = ManaType | str
"""What a wish looks for in mana: a type, or the text of a rider, "" for any rider."""


class _Part(NamedTuple):
    """Traits that are counted together, as in `Share`, and the quantity that has to be 0."""

    traits: tuple[Trait, ...]
    most: int
    amount: int
    what: What


def _parts(wishes: Iterable[Wish]) -> Iterator[_Part]:
    for wish in wishes:
        if wish.unwanted:
            traits = wish.types if wish.rider is None else (wish.rider,)
            yield _Part(traits, 0, 0, What.PAID)
        elif wish.colors:
            yield _Part(COLORS, 1, wish.colors, What.LACKING)
        elif wish.rider is not None:
            yield _Part((wish.rider,), 1, 1, What.LACKING)
        else:
            for kind in dict.fromkeys(wish.types):
                number = wish.types.count(kind)
                yield _Part((kind,), number, number, What.LACKING)


def wishes_of(problem: Problem) -> tuple[Wish, ...]:
    """Return the wishes of a problem: what it prefers, then what it requires."""
    return (*problem.prefer, *problem.require)


def traits_of(wishes: Iterable[Wish]) -> tuple[Trait, ...]:
    """Return what wishes look for in mana, each once."""
    return tuple(dict.fromkeys(trait for part in _parts(wishes) for trait in part.traits))


def has_trait(unit: Template, trait: Trait) -> bool:
    """Tell whether a unit has what a wish looks for; its types are decided as far as they matter.

    Examples
    --------
    >>> from autotap.models.mtg.mana import NO_TAGS
    >>> from autotap.solver.compile.units import Template
    >>> red, others = Template((ManaType.R,), NO_TAGS), Template((ManaType.W, ManaType.G), NO_TAGS)
    >>> has_trait(red, ManaType.R), has_trait(others, ManaType.R), has_trait(red, "")
    (True, False, False)
    """
    if isinstance(trait, ManaType):
        return unit.types == (trait,)
    return trait in unit.tags.riders if trait else bool(unit.tags.riders)


def shares_of(
    wishes: Iterable[Wish], having: Callable[[Trait], frozenset[int]]
) -> tuple[Share, ...]:
    """Return what a Program counts for wishes.

    Parameters
    ----------
    wishes
        The wishes.
    having
        Returns the kinds of mana that have a trait.
    """
    return tuple(
        Share(tuple(map(having, traits)), most, amount)
        for traits, most, amount, _ in _parts(wishes)
    )


def missed(problem: Problem) -> list[tuple[Quantity, int]]:
    """Return what adds up to how far the preferences of a problem are missed."""
    return [(Quantity(part.what, n), 1) for n, part in enumerate(_parts(problem.prefer))]


def demanded(problem: Problem) -> tuple[Linear, ...]:
    """Return the constraints that what a problem requires is not missed."""
    parts = list(_parts(wishes_of(problem)))
    return tuple(
        Linear(((Quantity(parts[number].what, number), 1),), upper=0)
        for number in range(len(missed(problem)), len(parts))
    )
