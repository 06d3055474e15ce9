"""Parcels: a chunk on its way to a worker, which unpacks what it has seen before only once.

What is worked out of a board, a spell or an ability is remembered for the object. A plain pickle
makes new objects for every chunk, so a worker would work everything out anew. A parcel holds these
parts as packed bytes, and equal bytes become one object.
"""

from __future__ import annotations

import copyreg
import pickle
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from autotap.models.memo import Lookup, per_object
from autotap.models.mtg.ability import ManaAbility
from autotap.models.mtg.board import Board
from autotap.models.mtg.spell import Spell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Reduced = tuple[Callable[[bytes], Any], tuple[bytes]]
    Table = Mapping[type, Callable[[Any], Reduced]]

REMEMBERED = 2_048
"""Parts of each kind that a process remembers, packed and unpacked."""


def packed(item: object, table: Table) -> bytes:
    """Return the bytes of an object, the classes of a table in parts of their own."""
    buffer = BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {**copyreg.dispatch_table, **table}
    pickler.dump(item)
    return buffer.getvalue()


def _part(table: Table) -> Callable[[Any], Reduced]:
    """Return how objects of a class are packed as parts."""
    pack = per_object(maxsize=REMEMBERED)(partial(packed, table=table))
    return lambda item: (unpacked, (pack(item),))


_known = Lookup(pickle.loads, maxsize=3 * REMEMBERED)


def unpacked(part: bytes) -> Any:
    """Return the object of a part: the same one for the same bytes, while it is remembered."""
    return _known[part]


PARTS: Table = {Board: _part({ManaAbility: _part({})}), Spell: _part({})}
"""The classes that become parts of a parcel."""
