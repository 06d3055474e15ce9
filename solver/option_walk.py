"""Every pool that the mana abilities of a board can make, by a walk through its positions.

A *position* is what a Program counts: copies untapped and tapped, resources and life left. Each
position has the set of the pools that there may be in it. Abilities lead from a position and its
pools to another one, so the positions are taken from the fullest to the emptiest, and each as a
whole. Bodies whose copies do nothing but make mana, each for itself, are not part of it: what they
make is there from the start, for no ability is worse off with more mana.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from autotap.models.errors import UnboundedManaError
from autotap.models.mtg.mana import ManaTags
from autotap.models.mtg.symbols import COLORS, ManaType
from autotap.solver.compile.drafts import GENERIC
from autotap.solver.compile.kinds import pool_template
from autotap.solver.compile.units import Template, templates_of
from autotap.solver.pools import Alphabet, Letter, choice_of, too_many
from autotap.solver.program import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Draft
    from autotap.solver.pools import Choice, Pools
    from autotap.solver.program import Activation, Pick

Position = tuple[int, ...]
"""Copies untapped, copies tapped, resources left and life left."""
