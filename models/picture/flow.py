"""What flows where in a payment: cards in layers, and the mana between them.

Equal steps are one card with a number. Where there are too many cards, the rest of a layer is one
card, so that no board makes a large picture.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from autotap.models.picture.words import plain

MOST_LAYERS = 6
"""Most layers of cards before the cost."""
MOST_CARDS = 16
"""Most cards in one layer."""

Key = tuple[object, ...]
"""What tells cards apart."""
COST: Key = ("cost",)
"""The key of the cost, to lead mana to."""


@dataclass(frozen=True, slots=True)
class Port:
    """What enters or leaves a card at one place.

    Parameters
    ----------
    symbol
        Symbol in braces.
    count
        How many of it.
    label
        Words beside it.
    spent
        Whether it pays something.
    """

    symbol: str
    count: int
    label: str = ""
    spent: bool = True


@dataclass(frozen=True, slots=True)
class Card:
    """A source, a payer or the cost.

    Parameters
    ----------
    title
        Its name.
    count
        How many there are, or how often it is used.
    notes
        What else happens to it.
    layer
        Its column, from 0.
    ins, outs
        What enters, and what leaves it.
    """

    title: str
    count: int
    notes: tuple[str, ...]
    layer: int
    ins: tuple[Port, ...] = ()
    outs: tuple[Port, ...] = ()


@dataclass(frozen=True, slots=True)
class Wire:
    """Mana on its way: places of two cards, and of the ports there."""

    source: int
    out: int
    target: int
    into: int


@dataclass(frozen=True, slots=True)
class Flow:
    """Cards, the last of which is the cost, and what leads from one to another."""

    cards: tuple[Card, ...]
    wires: tuple[Wire, ...]


@dataclass(slots=True)
class _Draft:
    title: str | None
    layer: int
    notes: tuple[str, ...] = ()
    count: int = 0
    ins: Counter[str] = field(default_factory=Counter)
    unused: Counter[str] = field(default_factory=Counter)


class FlowBuilder:
    """Collects the steps of a payment into a `Flow`.

    Examples
    --------
    >>> builder = FlowBuilder()
    >>> forests = builder.card(("Forest",), "Forest", times=2)
    >>> builder.needs(COST, "{1}", 2)
    >>> builder.wire(forests, "{G}", COST, "{1}", 2)
    >>> flow = builder.flow("Bear", ())
    >>> [(card.title, card.count) for card in flow.cards], len(flow.wires)
    ([('Forest', 2), ('Bear', 1)], 1)
    """

    def __init__(self) -> None:
        self._cards: dict[Key, _Draft] = {}
        self._wires: Counter[tuple[Key, str, Key, str]] = Counter()
        self._width: Counter[int] = Counter()
        self._due: Counter[str] = Counter()

    def card(
        self, key: Key, title: str, *, layer: int = 0, notes: tuple[str, ...] = (), times: int = 1
    ) -> Key:
        """Add a card, or to its number if there is one of that key; return the key to wire it."""
        key = (layer, *key)
        if key not in self._cards:
            crowded = layer >= MOST_LAYERS - 1 or self._width[layer] >= MOST_CARDS - 1
            if crowded:
                layer = min(layer, MOST_LAYERS - 1)
                key, notes = ("more", layer), ()
            if key not in self._cards:
                self._cards[key] = _Draft(None if crowded else title, layer, notes)
                self._width[layer] += 1
        draft = self._cards[key]
        draft.count += times
        return key

    def needs(self, key: Key, symbol: str, count: int = 1) -> None:
        """Say that a symbol is due at a card, or at the cost."""
        (self._due if key == COST else self._cards[key].ins)[symbol] += count

    def wire(self, source: Key, symbol: str, target: Key, into: str, count: int = 1) -> None:
        """Lead mana from a card to a symbol that is due."""
        if source != target:
            self._wires[source, symbol, target, into] += count

    def leaves(self, source: Key, symbol: str, count: int = 1) -> None:
        """Say that mana of a card pays nothing."""
        self._cards[source].unused[symbol] += count

    def flow(
        self, title: str, notes: tuple[str, ...], labels: dict[str, str] | None = None
    ) -> Flow:
        """Return what was collected, with the cost as the last card.

        Parameters
        ----------
        title, notes
            Of the cost.
        labels
            Words beside its symbols.
        """
        last = 1 + max((draft.layer for draft in self._cards.values()), default=-1)
        cost = _Draft(title, last, notes, 1, ins=self._due)
        drafts = {**self._cards, COST: cost}
        places = {key: place for place, key in enumerate(drafts)}
        entries = {key: list(draft.ins) for key, draft in drafts.items()}
        wires = []
        outs: dict[Key, list[Port]] = {key: [] for key in drafts}
        for (source, symbol, target, into), count in self._wires.items():
            if into not in entries[target]:
                entries[target].append(into)
            wires.append(
                Wire(
                    places[source],
                    len(outs[source]),
                    places[target],
                    entries[target].index(into),
                )
            )
            outs[source].append(Port(symbol, count))
        for key, draft in drafts.items():
            outs[key] += [
                Port(symbol, count, spent=False) for symbol, count in draft.unused.items()
            ]
        cards = tuple(
            Card(
                f"{draft.count} more" if draft.title is None else plain(draft.title),
                1 if draft.title is None else draft.count,
                tuple(map(plain, draft.notes)),
                draft.layer,
                tuple(_entry(each, draft, (labels or {}).get(each, "")) for each in entries[key]),
                tuple(outs[key]),
            )
            for key, draft in drafts.items()
        )
        return Flow(cards, tuple(wires))


def _entry(symbol: str, draft: _Draft, label: str) -> Port:
    """Show what is due at a card: generic mana as one number for each time."""
    count = draft.ins[symbol]
    if symbol == "{X}":
        return Port(symbol, 1, label)
    if symbol != "{1}":
        return Port(symbol, count, label)
    each, rest = divmod(count, draft.count)
    return Port(f"{{{count}}}", 1, label) if rest else Port(f"{{{each}}}", draft.count, label)
