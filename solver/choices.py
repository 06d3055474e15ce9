"""Choices: which cost options are announced together, and with which objects (MTG-601.2b)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from autotap.models.errors import LimitError
from autotap.models.mtg.ability import ActivationCost, Deed
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier, Trace
from autotap.models.mtg.ways import CostOption, Relief, wants_tapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import Problem

MAX_CHOICES = 5_000
"""Most ways to choose options and objects that are looked at."""

_RELIEF_RULES = {
    Relief.MANA_VALUE: "MTG-KW-08",
    Relief.MANA_COST: "MTG-KW-07",
    Relief.POWER: "MTG-KW-09",
}


@dataclass(frozen=True, slots=True)
class Candidates:
    """Objects between which the total does not decide.

    Parameters
    ----------
    option
        Name of the option that asks for one of them.
    ids
        Ids of the sources.
    reduction
        What any of them takes off.
    """

    option: str
    ids: tuple[str, ...]
    reduction: Modifier


@dataclass(frozen=True, slots=True)
class Choice:
    """Options that are announced together.

    Parameters
    ----------
    options
        The options, each as often as it is chosen.
    candidates
        The objects chosen with them.
    """

    options: tuple[CostOption, ...] = ()
    candidates: tuple[Candidates, ...] = ()

    @property
    def life(self) -> int:
        """Life that the options cost."""
        return sum(option.cost.life for option in self.options)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What the options do to the total."""
        own = [modifier for option in self.options for modifier in option.modifiers]
        return (*own, *(each.reduction for each in self.candidates))

    def base(self, spell: Spell) -> tuple[ManaCost, Trace] | None:
        """Return the cost with everything that is added to it, before modifiers.

        None where there is no mana cost and nothing in its place (MTG-118.6).
        """
        cost, trace = spell.cost, []
        for option in self.options:
            if option.instead:
                cost = option.cost.mana or ManaCost()
                trace.append(f"{option.name}: {spell.cost or 'no cost'} to {cost} (MTG-118.9)")
        if cost is None:
            return None
        added = [("additional cost", spell.additional.mana)]
        added += [(option.name, option.cost.mana) for option in self.options if not option.instead]
        for name, mana in added:
            if mana is not None:
                trace.append(f"{name}: {cost} to {cost + mana} (MTG-118.8)")
                cost += mana
        for option in self.options:
            rest = replace(option.cost, mana=None)
            if rest != ActivationCost():
                trace.append(f"{option.name}: {rest} (MTG-118.8)")
        return cost, tuple(trace)


def choices(problem: Problem) -> Iterator[Choice]:
    """Yield every choice of options that can matter.

    An option that only adds to the cost is chosen as rarely as may be, or once more: what it is
    called then can decide which mana may be spent, and more of it never does. Mana that must be
    spent may ask for as many times more.

    Raises
    ------
    LimitError
        If there are too many.
    """
    options = problem.spell.options
    if not options:
        yield Choice()
        return
    instead = [option for option in options if option.instead]
    needed = [option for option in instead if option.least]
    bases = [()] + [(option,) for option in instead] if not needed else [tuple(needed)]
    added = [option for option in options if not option.instead]
    number = 0
    for base in bases if len(needed) < 2 else ():
        for times in product(*(_times(option, problem.needed_mana) for option in added)):
            chosen = (*base, *(o for o, n in zip(added, times, strict=True) for _ in range(n)))
            for objects in product(*(_objects(problem, option) for option in chosen)):
                number += 1
                if number > MAX_CHOICES:
                    raise LimitError(problem.spell.name, f"at most {MAX_CHOICES} ways to choose")
                yield Choice(chosen, tuple(each for each in objects if each is not None))


def _times(option: CostOption, needed: int) -> Iterable[int]:
    """List how often an option may be chosen, as far as it matters."""
    enough = option.least + 1 + needed
    most = enough if option.most is None else option.most
    return range(option.least, (min(most, enough) if option.only_adds else most) + 1)


def _objects(problem: Problem, option: CostOption) -> list[Candidates | None]:
    """List the objects of an option by what they take off; None for no object.

    One that takes nothing off is tapped where a tapped object is then given up (MTG-118.10).
    """
    chosen = option.chosen
    if chosen is None:
        return [None]
    found: dict[ManaCost, list[str]] = defaultdict(list)
    for source in problem.board.sources:
        amount = chosen.reduction(source)
        if amount is not None and source.id not in problem.forbid:
            found[amount].append(source.id)
    if not chosen.needed and not (chosen.cost.deed is Deed.TAP and wants_tapped(problem.spell)):
        found.pop(ManaCost(), None)
    rule = _RELIEF_RULES[chosen.relief]
    groups: list[Candidates | None] = [] if chosen.needed else [None]
    for amount, ids in found.items():
        shown = amount if chosen.relief is Relief.MANA_COST else amount.generic
        text = f"{option.name} ({rule}), {chosen.relief} {shown}"
        less = Modifier(Change.REDUCE, amount, text=text)
        groups.append(Candidates(option.name, tuple(ids), less))
    return groups
