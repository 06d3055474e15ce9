"""Why a Magic cost cannot be paid where mana is not the reason."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.mana import Mana, ManaTags
from autotap.models.mtg.symbols import ManaType
from autotap.solver.explanation.decide import pays
from autotap.solver.explanation.words import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.models.problem import Problem
    from autotap.solver.pipeline import Clock

_QUALIFIERS = frozenset(("mana", "graveyard_what"))
"""Parts of a cost that are not paid for themselves, or not here."""


def unpaid_costs(problem: Problem, clock: Clock) -> tuple[tuple[str, ...], str]:
    """Return costs besides mana that cannot be paid together, and a sentence about them.

    Of the parts of the additional cost one after the other is left out, as long as the rest still
    cannot be paid, beside a cost of {1} for which there is a mana.
    """
    spell = problem.spell
    if spell.cost is None and not spell.totals and not any(o.instead for o in spell.options):
        return (), "There is no mana cost, so it cannot be paid (MTG-118.6)."
    if problem.x is not None and spell.x_limit is not None and problem.x > spell.x_limit:
        return (), f"X may be {spell.x_limit} at most."
    parts = list(parts_of(spell.additional))
    if not parts or pays(_asking_for(problem, parts), clock):
        return (), "Every way to announce it needs objects, cards or life that are not there."
    for part in tuple(parts):
        rest = [each for each in parts if each is not part]
        if rest and not pays(_asking_for(problem, rest), clock):
            parts = rest
    texts = tuple(map(str, parts))
    together = " together" if len(texts) > 1 else ""
    said = listed([f"'{text}'" for text in texts])
    return texts, f"Whatever the mana, {said} cannot be paid{together}."


def parts_of(cost: ActivationCost) -> Iterator[ActivationCost]:
    """Yield the parts of a cost besides mana, each for itself.

    Examples
    --------
    >>> [str(part) for part in parts_of(ActivationCost.parse("{1}, {T}, pay 2 life"))]
    ['{T}', 'pay 2 life']
    """
    usual = ActivationCost()
    for field in fields(cost):
        value = getattr(cost, field.name)
        if field.name in _QUALIFIERS or value == getattr(usual, field.name):
            continue
        for one in value if isinstance(value, tuple) else (value,):
            part: dict[str, Any] = {field.name: (one,) if isinstance(value, tuple) else one}
            if field.name == "graveyard":
                part["graveyard_what"] = cost.graveyard_what
            yield ActivationCost(**part)


def _asking_for(problem: Problem, parts: Iterable[ActivationCost]) -> Problem:
    """Ask for some parts of the additional cost, and for one mana that is there."""
    spell, board = problem.spell, problem.board
    asked = replace(
        spell,
        cost=ManaCost() if spell.no_mana else ManaCost.parse("{1}"),
        additional=_sum(parts),
        modifiers=(),
        totals=(),
        options=(),
    )
    kind = min(spell.only_colors or (ManaType.C,))
    mana = Mana(kind, ManaTags(flags=spell.only_from))
    board = replace(board, pool=(*board.pool, mana))
    return replace(problem, board=board, spell=asked, x=None)


def _sum(parts: Iterable[ActivationCost]) -> ActivationCost:
    """Put parts of one cost together again."""
    usual = ActivationCost()
    found: dict[str, Any] = {}
    for part in parts:
        for field in fields(part):
            value = getattr(part, field.name)
            if value != getattr(usual, field.name):
                before = found.get(field.name, ())
                found[field.name] = (*before, *value) if isinstance(value, tuple) else value
    return ActivationCost(**found)
