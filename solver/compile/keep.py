"""What should stay payable after a payment: questions asked of the position that it leaves.

Each group that is kept is a chain of questions over the same bodies, one for each spell in it; the
mana that one leaves floats on to the next. After the payment itself it does only where what is
kept is to be paid right away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.problem import Problem
from autotap.solver.compile.drafts import ASSIST, LIFE_SYMBOLS, WATERBEND
from autotap.solver.compile.groups import is_usable, usable_for
from autotap.solver.program import Later, Move, Pick

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autotap.models.mtg.spell import Spell
    from autotap.models.problem import Kept
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.compiler import Compiler
    from autotap.solver.compile.drafts import Table, Unit
    from autotap.solver.compile.kinds import Kinds

OWN = (LIFE_SYMBOLS, WATERBEND, ASSIST)
"""Resources that each payment has for itself."""


def later_problems(problem: Problem, kept: Kept[Spell]) -> list[Problem]:
    """Return the questions of one group that is kept; {X} is 0 there."""
    return [Problem(problem.board, spell, x=0) for spell in kept.spells]


def later_table(table: Table, later: Problem) -> Table:
    """Return the same bodies with the abilities that can be used then, nothing forbidden."""
    return replace(
        table,
        groups=tuple(
            replace(group, abilities=usable_for(later.spell, group.source, could))
            for group in table.groups
            for could in (
                tuple(
                    index
                    for index, ability in enumerate(group.source.abilities)
                    if is_usable(later.board, group.source, ability)
                ),
            )
        ),
        forbid=frozenset(),
    )


def card_of(spell: Spell, table: Table) -> tuple[Pick, ...]:
    """Return the card in hand that is cast: one that a cost discards cannot be."""
    first = len(table.groups)
    bodies = tuple(
        first + number
        for number, cards in enumerate(table.hand)
        if spell.name and cards[0].name == spell.name
    )
    return (Pick(Move.LEAVE, 1, bodies),) if bodies else ()


def with_laters(
    first: Compiler, chains: Mapping[int, Sequence[Compiler]], *, now: bool
) -> Blueprint:
    """Return the blueprint of a payment with what is asked of the position that it leaves.

    Parameters
    ----------
    first
        The payment.
    chains
        By number what is asked of the position that it leaves, each for itself; the members of a
        chain one after the other.
    now
        Whether floating mana counts for the first ones.
    """
    compilers = [first, *(compiler for chain in chains.values() for compiler in chain)]
    units = tuple(dict.fromkeys(unit for each in compilers for unit in each.mana()))
    floating = units if now else ()
    asked = [_chained(number, chain, floating, units) for number, chain in chains.items()]
    return first.blueprint(laters=asked, floats_on=now)


def _chained(
    number: int, chain: Sequence[Compiler], floating: tuple[Unit, ...], units: tuple[Unit, ...]
) -> tuple[Kinds, Later]:
    """Compile a chain from its end; returns the kinds of its first member, and the whole."""
    head, *rest = chain
    laters = [_chained(number, rest, units, units)] if rest else []
    program = head.blueprint(floating, laters, floats_on=True).program
    own = frozenset(i for i, each in enumerate(program.resources) if each.label in OWN)
    return head.kinds, Later(number, program, own)
