"""Mana options: the maximal pools that the mana abilities of a board can make."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from autotap.models.arguments import whole
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import InputError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.current import current
from autotap.models.mtg.spell import Announcement, Spell
from autotap.models.problem import Problem
from autotap.solver.api import against, as_board
from autotap.solver.compile.mtg import compile_magic
from autotap.solver.compile.offers import Offer, offer_of
from autotap.solver.compile.units import Template, templates_of
from autotap.solver.options.pools import Alphabet, choice_of
from autotap.solver.options.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autotap.models.mtg.board import Board
    from autotap.models.mtg.mana import ManaList
    from autotap.solver.compile.offers import Stand
    from autotap.solver.options.pools import Choice, Pools

LIMIT = 1_000_000
"""Most pools that are looked at for one board, unless the caller says otherwise."""
_EVERYTHING = ManaCost.parse("{99}{99}{99}")
"""A cost that takes whatever an X may make."""


def mana_options(
    board: str | Board, *, opponent: str | Board | None = None, limit: int = LIMIT
) -> Iterator[ManaList]:
    """Yield every maximal pool that there may be after some mana abilities.

    A pool is left out if its mana can be matched one to one with mana of another pool: of the same
    type, or of any color where it has a color, and with the same restriction or none. Life and
    what is given up are not compared; snow, riders and how long mana stays do not tell pools apart.

    Parameters
    ----------
    board
        Board text or board; its floating mana is there from the start.
    opponent
        The board of another player, beside those of `Board.opponents`.
    limit
        Most pools that are looked at on the way, at least 1. There may be as many as that to give:
        twelve lands of five colors each have 1,820, sixty have 635,376.

    Yields
    ------
    ManaList
        The pools, the largest first: free mana in one group, then a group for each restriction, in
        the order W U B R G C, last the mana of any one color (`mana_list_text` spells it). Nothing
        is worked out before the first one is asked for.

    Raises
    ------
    LimitError
        If the limit is struck; then no pool is given.
    UnboundedManaError
        If there is no largest pool.
    AutotapError
        As `solve`, for a board that cannot be read or is not covered.

    Examples
    --------
    >>> from autotap.models.mtg.mana import mana_list_text
    >>> [mana_list_text(pool) for pool in mana_options("Plains; Fetid Heath")]
    ['{W}{W}', '{W}{B}', '{W}{C}', '{B}{B}']

    Notes
    -----
    Exact: sums of sets where each source is used once and for itself, else a walk through all
    positions that differ in more than the pool (`walk.py`).
    """
    if isinstance(board, ManaZone):
        raise InputError(str(board), "a Magic board: a mana zone has no pool")
    whole("limit", limit, least=1)
    return _options(against(as_board(board), opponent), limit)


def _options(board: Board, limit: int) -> Iterator[ManaList]:
    now = current(board).board
    offer = offer_of(now)
    if (
        isinstance(offer, str)
        or offer.costed
        or (offer.life_paid and offer.damage_at_once > now.life)
    ):
        alphabet, pools = _walked(now, limit)
    else:
        alphabet, pools = _added_up(offer, limit)
    yield from alphabet.spelled(sorted(alphabet.maximal(pools), reverse=True))


def _added_up(offer: Offer, limit: int) -> tuple[Alphabet, Pools]:
    """Add up what sources make that are used once each, for themselves alone."""
    floating = [choice_of(Template((mana.type,), mana.tags)) for mana in offer.board.pool]
    choices = [(_alternatives(offer.board, stand), len(stand[1])) for stand in offer.stands]
    units = chain(floating, *(alternative for each, _ in choices for alternative in each))
    alphabet = Alphabet(chain.from_iterable(units), limit)
    pools = alphabet.made(floating)
    for alternatives, copies in choices:
        if alternatives:
            one = set[int]().union(*map(alphabet.made, alternatives))
            best = set(alphabet.maximal(one))
            pools = alphabet.sums(pools, alphabet.multiples(best, copies))
    return alphabet, pools


def _alternatives(board: Board, stand: Stand) -> list[list[Choice]]:
    """Return what one of some equal sources may make."""
    profile, (source, *_) = stand
    result = []
    for index in dict.fromkeys(use.ability for use in profile.uses):
        ability = source.abilities[index]
        times = sum(o.is_a(ability.per) for o in board.sources) if ability.per else 1
        for output in ability.outputs:
            result.append(
                [
                    choice_of(template)
                    for group in output
                    for template in templates_of(source, group, frozenset())
                    for _ in range(1 if group.tags.origin else times)
                ]
            )
    return result


def _walked(board: Board, limit: int) -> tuple[Alphabet, Pools]:
    """Walk through the positions of any board; snow mana is like other mana in the end."""
    problem = Problem(board, Spell(_EVERYTHING))
    walk = Walk(compile_magic(problem, (Announcement(_EVERYTHING),)), limit)
    alphabet, pools = walk.alphabet, walk.pools()
    if not any(letter.snow for letter in alphabet.letters):
        return alphabet, pools
    plain = Alphabet((letter._replace(snow=False) for letter in alphabet.letters), limit)
    units = [plain.unit[letter._replace(snow=False)] for letter in alphabet.letters]
    return plain, {
        sum(map(int.__mul__, units, alphabet.counts(pool))) for pool in alphabet.maximal(pools)
    }
