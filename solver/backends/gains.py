"""How many units a run without order can have gained at any one moment.

Such a run may use an activation before what pays for it, so all that it makes would seem to be
there at once, and a doubling would find it. But no order gains more than each use makes beyond its
cost; and of the uses that tap one source, all but those of the copies untapped at the start need a
copy untapped before, so they can be settled with what untapping costs.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from autotap.solver.backends.caps import most_gain
from autotap.solver.backends.proto import Expr, accumulate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autotap.solver.backends.phase import Fired
    from autotap.solver.program import Program


def most_gained(program: Program, fired: Sequence[Fired], untapped: Sequence[Expr]) -> Expr:
    """Bound the units that some of the uses have made beyond what they took, in any order.

    Parameters
    ----------
    program
        Where the activations come from.
    fired
        What the run uses; the units that it doubles count in full.
    untapped
        Per body the copies untapped at the start.

    Returns
    -------
    Expr
        With t uses of at most G units each that tap copies of a body, n of them untapped at the
        start, and u uses that untap one for a gain of g: t ≤ n + u, hence
        G t + g u ≤ G n + (G + g) u.
    """
    gained: Expr = {}
    tapping: dict[int, int] = defaultdict(int)
    for item in fired:
        activation = program.activations[item.activation]
        if activation.taps and activation.body in program.untappable:
            tapping[activation.body] = max(tapping[activation.body], most_gain(program, activation))
    for body, gain in tapping.items():
        accumulate(gained, untapped[body], gain)
    for item in fired:
        activation = program.activations[item.activation]
        accumulate(gained, dict.fromkeys(item.doubled.values(), 1))
        gain = most_gain(program, activation)
        if activation.body in tapping:
            gain = 0 if activation.taps else gain + activation.untaps * tapping[activation.body]
        if gain > 0:
            accumulate(gained, item.uses, gain)
    return gained
