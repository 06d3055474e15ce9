"""The blocking set of a Duel Masters cost: civilizations that fall short, or points."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from autotap.models.duel_masters.civilization import Civilization, in_order
from autotap.models.duel_masters.cost import Era, PointOvershoot, System
from autotap.models.duel_masters.locking import lock_totals
from autotap.models.errors import UndecidedError
from autotap.models.explanation import Able, Blocking, Cause, Obstacle, Unable
from autotap.solver.explanation.decide import pays
from autotap.solver.explanation.words import counted, listed, number, obstacles_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autotap.models.duel_masters.card import DuelMastersCard
    from autotap.models.problem import DuelMastersProblem
    from autotap.solver.pipeline import Clock

POINTS = "points"


def zone_blocking(problem: DuelMastersProblem, clock: Clock) -> Blocking:
    """Find what is in the way of paying, whatever the caller requires to be used.

    Civilizations fall short if fewer cards have any of them than are due (Hall's theorem); of
    such sets it is a smallest of those that lack the most. Otherwise points do. If these are there
    but cannot be met, and the last card going beyond the total would pay, that option is named
    (DM-11).
    """
    plays = problem.spell.options.system is System.PLAYS
    if plays and (
        locked := in_order(set(problem.spell.civilizations_due) - problem.board.unlocked)
    ):
        names = tuple(map(str, locked))
        sentence = f"{listed(names)} {'is' if len(names) == 1 else 'are'} locked (DM-64)."
        return Blocking(Cause.MANA, names, len(names), 0, sentence=sentence)
    usable = [card for card in problem.board.untapped if card.id not in problem.forbid]
    due = Counter[Civilization]() if plays else _due(problem)
    worst = _deficient(due, usable)
    if worst:
        return _short_of_cards(problem, due, worst, usable)
    return _short_of_points(problem, usable, clock)


def _due(problem: DuelMastersProblem) -> Counter[Civilization]:
    due = Counter(problem.spell.civilizations_due)
    for extra in problem.spell.additional:
        due[extra.civilization] += extra.count
    return +due


def _deficient(
    due: Counter[Civilization], cards: list[DuelMastersCard]
) -> tuple[Civilization, ...]:
    """Return a smallest set of civilizations that lacks the most cards; empty if none lacks any."""
    worst: tuple[Civilization, ...] = ()
    most = 0
    for size in range(1, len(due) + 1):
        for chosen in combinations(in_order(due), size):
            lack = sum(due[each] for each in chosen) - len(_with(chosen, cards))
            if lack > most:
                worst, most = chosen, lack
    return worst


def _with(
    civilizations: Iterable[Civilization], cards: Iterable[DuelMastersCard]
) -> list[DuelMastersCard]:
    wanted = set(civilizations)
    return [card for card in cards if card.civilizations & wanted]


def _short_of_cards(
    problem: DuelMastersProblem,
    due: Counter[Civilization],
    worst: tuple[Civilization, ...],
    usable: list[DuelMastersCard],
) -> Blocking:
    fitting = _with(worst, usable)
    others = [card for card in _with(worst, problem.board.cards) if card not in fitting]
    symbols = tuple(str(each) for each in worst for _ in range(due[each]))
    found = Blocking(
        Cause.MANA,
        symbols,
        len(symbols),
        len(fitting),
        tuple(Able(card.name, card.id) for card in fitting),
        _unable(problem, others),
    )
    kinds = listed(counted(symbols))
    if not fitting:
        said = f"There is no untapped {listed(list(map(str, worst)), 'or')} card"
    else:
        names = listed(counted(card.name for card in fitting))
        said = f"{kinds} need {number(found.needed)} cards, and only {names} can be tapped for them"
    return replace(found, sentence=f"{said}.{_said(found.unable)}")


def _short_of_points(
    problem: DuelMastersProblem, usable: list[DuelMastersCard], clock: Clock
) -> Blocking:
    total = min(locked.total for locked in lock_totals(problem.spell, problem.x or 0))
    most = sum(max(card.mana_number) for card in usable)
    rest = [card for card in problem.board.cards if card not in usable and max(card.mana_number)]
    able = tuple(Able(card.name, card.id, max(card.mana_number)) for card in usable)
    found = Blocking(
        Cause.MANA, (POINTS,) * total, total, min(most, total), able, _unable(problem, rest)
    )
    cards = listed(counted(card.name for card in usable)) if usable else "nothing"
    if most < total:
        short = total - most
        points = "point" if short == 1 else "points"
        said = f"{short} {points} short: {cards} can make {most} of {total}"
    else:
        said = f"No choice of {cards} makes {_as_asked(problem, total, clock)}"
    return replace(found, sentence=f"{said}.{_said(found.unable)}")


def _as_asked(problem: DuelMastersProblem, total: int, clock: Clock) -> str:
    """Say how a total has to be made, and whether the other reading of the rule would pay."""
    options = problem.spell.options
    if options.era is Era.CLASSIC:
        return f"exactly {total} points, civilizations included (DM-61)"
    if options.point_overshoot is PointOvershoot.LAST_CARD:
        return f"{total} points as the rules ask (DM-6, DM-11)"
    said = f"exactly {total} points as the rules ask (DM-6, DM-11)"
    lenient = replace(options, point_overshoot=PointOvershoot.LAST_CARD)
    try:
        would_pay = pays(replace(problem, spell=replace(problem.spell, options=lenient)), clock)
    except UndecidedError:
        would_pay = False
    return f"{said}; the option point_overshoot=last_card would allow it" if would_pay else said


def _unable(problem: DuelMastersProblem, cards: Iterable[DuelMastersCard]) -> tuple[Unable, ...]:
    return tuple(
        Unable(
            card.name,
            card.id,
            tuple(
                obstacle
                for obstacle, there in (
                    (Obstacle.TAPPED, card.tapped),
                    (Obstacle.FORBIDDEN, card.id in problem.forbid),
                )
                if there
            ),
        )
        for card in cards
    )


def _said(unable: tuple[Unable, ...]) -> str:
    groups: dict[tuple[Obstacle, ...], list[str]] = {}
    for one in unable:
        groups.setdefault(one.obstacles, []).append(one.name)
    return "".join(
        f" {listed(counted(names))} {obstacles_text(obstacles, several=len(names))}."
        for obstacles, names in groups.items()
    )
