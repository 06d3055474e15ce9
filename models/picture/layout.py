"""Where the parts of a flow go: layers from left to right, each card near what it pays."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from autotap.models.picture.face import PITCH, CardFace, run_items, run_width
from autotap.models.picture.scene import Curve, Scene

if TYPE_CHECKING:
    from autotap.models.picture.flow import Flow, Wire
    from autotap.models.picture.scene import Item

_GAP = 12.0
_LANE = 6.0
_BEND = 72.0
_BESIDE = 10.0


def flow_scene(flow: Flow) -> Scene:
    """Lay out a flow.

    Cards stand in their layer, mana to the right of the card that makes it. A wire that passes a
    layer has a lane of its own between the cards there.

    Examples
    --------
    >>> from autotap.models.picture.payments import magic_flow
    >>> from autotap.solver import pay
    >>> result = pay("{W}{U}", "Forest; Azorius Signet")
    >>> scene = flow_scene(magic_flow(result.problem, result.unwrap()))
    >>> [item.hint for item in scene.items if hasattr(item, "hint")]
    ['Forest', 'Azorius Signet', 'Cost']
    """
    return _FlowLayout(flow).scene()


@dataclass(slots=True)
class _Spot:
    """A card, or a lane that a wire takes through a layer.

    `y` is its middle, `aims` are the heights to which what leaves it leads.
    """

    height: float
    is_card: bool
    y: float = 0.0
    aims: list[float] = field(default_factory=list)

    @property
    def aim(self) -> float:
        """Where it would be best."""
        return sum(self.aims) / len(self.aims)


class _FlowLayout:
    """The coordinates of one flow."""

    def __init__(self, flow: Flow) -> None:
        self.cards = flow.cards
        self.wires = flow.wires
        self.faces = [CardFace(card) for card in flow.cards]
        self.card_spots = [_Spot(face.height, True) for face in self.faces]
        self.lanes = [self.lanes_of(wire) for wire in flow.wires]
        self.outs = [[0.0] * len(card.outs) for card in flow.cards]
        layers = range(flow.cards[-1].layer + 1)
        for layer in reversed(layers):
            self.place(layer)
        self.left: list[float] = []
        self.right: list[float] = []
        self.ends: list[float] = []
        for layer in layers:
            self.widen(layer)

    def scene(self) -> Scene:
        spots = [*self.card_spots, *(lane for lanes in self.lanes for lane in lanes.values())]
        top = min(spot.y - spot.height / 2 for spot in spots)
        bottom = max(spot.y + spot.height / 2 for spot in spots)
        items: list[Item] = [self.curve(number) for number in range(len(self.wires))]
        for place, (card, face) in enumerate(zip(self.cards, self.faces, strict=True)):
            left, right = self.left[card.layer], self.right[card.layer]
            items += face.items(left, self.card_spots[place].y, right - left)
            for port, y in zip(card.outs, self.outs[place], strict=True):
                items += run_items(port, right + _BESIDE, y)
        moved = tuple(item.moved(0, -top) for item in items)
        return Scene(moved, self.right[-1], bottom - top)

    # --- up and down -----------------------------------------------------------------------------

    def lanes_of(self, wire: Wire) -> dict[int, _Spot]:
        """Make a lane for each layer that a wire passes."""
        passed = range(self.cards[wire.source].layer + 1, self.cards[wire.target].layer)
        return {layer: _Spot(_LANE, False) for layer in passed}

    def place(self, layer: int) -> None:
        """Give the cards and lanes of a layer their heights; those to the right have theirs."""
        here = {p: s for p, s in enumerate(self.card_spots) if self.cards[p].layer == layer}
        spots = list(here.values())
        leads: dict[int, dict[int, float]] = {place: {} for place in here}
        for wire, lanes in zip(self.wires, self.lanes, strict=True):
            if layer in lanes:
                lanes[layer].aims.append(self.aim(wire, lanes, layer))
                spots.append(lanes[layer])
            elif wire.source in here:
                aim = self.aim(wire, lanes, layer)
                leads[wire.source][wire.out] = aim
                here[wire.source].aims.append(aim)
        _stack(spots)
        for place, spot in here.items():
            number = len(self.outs[place])
            order = sorted((leads[place].get(out, inf), out) for out in range(number))
            for row, (_, out) in enumerate(order):
                self.outs[place][out] = spot.y + (row - (number - 1) / 2) * PITCH

    def aim(self, wire: Wire, lanes: dict[int, _Spot], layer: int) -> float:
        """Return the height to which a wire leads from a layer."""
        if layer + 1 in lanes:
            return lanes[layer + 1].y
        return self.card_spots[wire.target].y + self.faces[wire.target].in_offset(wire.into)

    # --- from left to right ----------------------------------------------------------------------

    def widen(self, layer: int) -> None:
        """Find out where a layer begins, where its cards end, and where the mana beside them."""
        here = [place for place, card in enumerate(self.cards) if card.layer == layer]
        runs = [run_width(port) for place in here for port in self.cards[place].outs]
        self.left.append(self.ends[-1] + _BEND if layer else 0.0)
        self.right.append(self.left[-1] + max(self.faces[place].width for place in here))
        self.ends.append(self.right[-1] + _BESIDE + max(runs, default=0.0))

    def curve(self, number: int) -> Curve:
        """Lead a wire from its mana through its lanes to its target."""
        wire, lanes = self.wires[number], self.lanes[number]
        card, target = self.cards[wire.source], self.cards[wire.target]
        port, y = card.outs[wire.out], self.outs[wire.source][wire.out]
        start = self.right[card.layer] + _BESIDE + run_width(port) + 3
        points = [(start, y), (max(start, self.ends[card.layer]), y)]
        for layer, lane in lanes.items():
            points += [(self.left[layer], lane.y), (self.ends[layer], lane.y)]
        points.append((self.left[target.layer], self.aim(wire, lanes, target.layer - 1)))
        return Curve(tuple(points), port.symbol, 1.6 + 0.5 * min(port.count - 1, 5))


def _stack(spots: list[_Spot]) -> None:
    """Place cards and lanes under each other, on average where they would be best."""
    aiming = sorted((spot for spot in spots if spot.aims), key=lambda spot: spot.aim)
    edge = -inf
    before_is_card = False
    for spot in (*aiming, *(spot for spot in spots if not spot.aims)):
        gap = _GAP if spot.is_card and before_is_card else _LANE
        least = edge + gap + spot.height / 2
        spot.y = max(spot.aim, least) if spot.aims else max(0.0, least)
        edge, before_is_card = spot.y + spot.height / 2, spot.is_card
    if aiming:
        shift = sum(spot.y - spot.aim for spot in aiming) / len(aiming)
        for spot in spots:
            spot.y -= shift
