"""What counts as the same when payments are told apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autotap.solver.compile.drafts import COUNTER, GRAVEYARD, LIFE_SYMBOLS, ONCE, WATERBEND
from autotap.solver.compile.drafts import EVIDENCE as CARDS
from autotap.solver.enumeration.refined import identity

if TYPE_CHECKING:
    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.enumeration.moves import State

_UNSEEN = (f"{GRAVEYARD} ", CARDS, LIFE_SYMBOLS, WATERBEND)
"""Resources that are other views of what is counted anyway, or only bound how often is paid so."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Where what is used up of each body and resource is added up.

    Parameters
    ----------
    bodies
        Per body the first of three places: copies no longer untapped, gone, and touched.
    resources
        Per resource its place, None where it does not count.
    owners
        Per resource the single body that it goes with, None for none.
    size
        Number of places; the last one is for life.
    kinds
        Per kind what tells its units apart when they float.
    twins
        Bodies of one copy each that nothing but their id tells apart, with their own resources.
    """

    bodies: tuple[int, ...]
    resources: tuple[int | None, ...]
    owners: tuple[int | None, ...]
    size: int
    kinds: tuple[object, ...]
    twins: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]

    def canonical(self, state: State) -> State:
        """Return a state in which twins that differ have changed places in a fixed order."""
        if not self.twins:
            return state
        untapped, tapped = list(state.untapped), list(state.tapped)
        touched, taps, spent = list(state.touched), list(state.taps), list(state.spent)
        for twins in self.twins:
            facts = sorted(
                (
                    state.untapped[body],
                    state.tapped[body],
                    state.touched[body],
                    state.taps[body],
                    *(state.spent[resource] for resource in own),
                )
                for body, own in twins
            )
            for (body, own), (first, second, third, fourth, *rest) in zip(
                twins, facts, strict=True
            ):
                untapped[body], tapped[body] = first, second
                touched[body], taps[body] = third, fourth
                for resource, amount in zip(own, rest, strict=True):
                    spent[resource] = amount
        return state._replace(
            untapped=tuple(untapped),
            tapped=tuple(tapped),
            touched=tuple(touched),
            taps=tuple(taps),
            spent=tuple(spent),
        )


def alike_of(blueprint: Blueprint) -> Alike:
    """Return what counts as the same in a Magic problem."""
    program, groups = blueprint.program, blueprint.table.groups
    number: dict[object, int] = {}
    classes = [
        number.setdefault(
            replace(groups[body].source, id="") if _is_single(blueprint, body) else body,
            len(number),
        )
        for body in range(len(program.bodies))
    ]
    names: dict[object, int] = {}
    places: list[int | None] = []
    own: dict[int, dict[object, int]] = {}
    owners: list[int | None] = []
    for index, resource in enumerate(program.resources):
        name: object = resource.label
        body, about = _owner(resource.label)
        if body is not None:
            name = classes[body], about
            own.setdefault(body, {})[about] = index
        owners.append(body if body is not None and _is_single(blueprint, body) else None)
        unseen = resource.label.startswith(_UNSEEN)
        places.append(None if unseen else names.setdefault(name, len(names)))
    first = 3 * len(number)
    members: dict[int, list[int]] = {}
    for body, each in enumerate(classes):
        members.setdefault(each, []).append(body)
    told = {kind: identity(unit) for (unit, _), kind in blueprint.kind_of.items()}
    return Alike(
        tuple(3 * each for each in classes),
        tuple(None if place is None else first + place for place in places),
        tuple(owners),
        first + len(names) + 1,
        tuple(told[kind] for kind in range(len(program.kinds))),
        tuple(
            tuple((body, tuple(i for _, i in sorted(own.get(body, {}).items()))) for body in each)
            for each in members.values()
            if len(each) > 1
        ),
    )


def _is_single(blueprint: Blueprint, body: int) -> bool:
    groups = blueprint.table.groups
    return body < len(groups) and len(groups[body].sources) == 1


def _owner(label: str) -> tuple[int | None, str]:
    """Return the body that a resource belongs to, and what of it that is."""
    if label.startswith((f"{ONCE} ", f"{COUNTER} ")):
        kind, body, what = label.split(" ", 2)
        return int(body), f"{kind} {what}"
    return None, label
