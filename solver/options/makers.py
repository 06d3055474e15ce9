"""Makers: the activations of a board with the letters that they take and make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from autotap.models.mtg.mana import ManaTags
from autotap.solver.compile.units import Template, templates_of
from autotap.solver.options.pools import Alphabet, Letter, choice_of
from autotap.solver.options.positions import concerned, unhindered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.solver.compile.blueprint import Blueprint
    from autotap.solver.compile.drafts import Draft
    from autotap.solver.compile.units import Slot
    from autotap.solver.options.pools import Choice, Pools
    from autotap.solver.program import Activation, Program

Output = tuple[tuple["Choice", ...], tuple["Choice", ...]]
"""Units that come as often as is counted, and units that come once."""

_SNOW = frozenset(("snow",))


@dataclass(frozen=True, slots=True)
class Maker:
    """An activation with what it takes and makes.

    Parameters
    ----------
    activation
        What it does besides, without the life and the resources that cannot run out.
    needs
        Accepted letters with the units due of them.
    outputs
        Alternatives of what it makes.
    times
        How often what is counted comes, where nothing can change that; else 1.
    twin
        Whether what it doubles becomes snow; None if it doubles nothing.
    known
        What one use may make, by the factor that it is counted by.
    """

    activation: Activation
    needs: tuple[tuple[tuple[Letter, ...], int], ...]
    outputs: tuple[Output, ...]
    times: int
    twin: bool | None
    known: dict[int, Pools] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether it may make mana of any color."""
        units = chain.from_iterable(chain.from_iterable(self.outputs))
        return any(len(letter.types) > 1 for choice in units for letter in choice)

    def made(self, alphabet: Alphabet, factor: int) -> Pools:
        """Return what one use may make, counted by a factor."""
        if factor not in self.known:
            result: Pools = set()
            for counted, once in self.outputs:
                pools = alphabet.made(counted, factor * self.times)
                added = alphabet.made(once if factor * self.times else ())
                result |= alphabet.sums(pools, added)
            self.known[factor] = set(alphabet.maximal(result))
        return self.known[factor]


class Workshop:
    """The makers of one board, and the letters of their mana.

    Parameters
    ----------
    blueprint
        The board, compiled for a cost that takes any mana.
    limit
        Most pools that are looked at.
    """

    def __init__(self, blueprint: Blueprint, limit: int) -> None:
        self.blueprint = blueprint
        drafts = blueprint.drafts
        asked = [slot for draft in drafts for slot, _ in draft.needs]
        self.flags = _SNOW if any(slot.snow for slot in asked) else frozenset[str]()
        floating = [
            choice_of(Template((mana.type,), mana.tags, mana.tags.flags & self.flags))
            for mana in blueprint.problem.board.pool
        ]
        outputs = [self._outputs(draft) for draft in drafts]
        units = (unit for each in outputs for output in each for part in output for unit in part)
        self.alphabet = Alphabet(self._letters(chain(*floating, *units)), limit)
        self.floating = self.alphabet.made(floating)
        self.makers = [
            Maker(
                activation,
                self._needs(drafts[index]),
                outputs[index],
                self._times(drafts[index]),
                self._twin(drafts[index]),
            )
            for index, activation in unhindered(blueprint.program).items()
        ]

    def _outputs(self, draft: Draft) -> tuple[Output, ...]:
        if draft.ability is None or draft.group is None:
            return ()
        source = self.blueprint.table.groups[draft.group].source
        result = []
        for output in draft.ability.outputs:
            counted: list[Choice] = []
            once: list[Choice] = []
            for group in output:
                units = once if draft.ability.per and group.tags.origin else counted
                units += map(choice_of, templates_of(source, group, self.flags))
            result.append((tuple(counted), tuple(once)))
        return tuple(result)

    def _times(self, draft: Draft) -> int:
        if draft.per is not None or draft.ability is None or not draft.ability.per:
            return 1
        table = self.blueprint.table
        return sum(len(table.groups[i].sources) for i in table.permanents(draft.ability.per))

    def _twin(self, draft: Draft) -> bool | None:
        if not draft.doubles or draft.group is None:
            return None
        return bool(self.blueprint.table.groups[draft.group].source.types & self.flags)

    def _letters(self, letters: Iterable[Letter]) -> set[Letter]:
        """Add the letters that doubling makes of others."""
        result = set(letters)
        twins = {twin for draft in self.blueprint.drafts if (twin := self._twin(draft)) is not None}
        if twins:
            result |= {each._replace(types=(kind,)) for each in result for kind in each.types}
            result |= {Letter(each.types, "", twin) for each in result for twin in twins}
        return result

    def _needs(self, draft: Draft) -> tuple[tuple[tuple[Letter, ...], int], ...]:
        return tuple(
            (tuple(each for each in self.alphabet.letters if _pays(draft, slot, each)), amount)
            for slot, amount in draft.needs
        )

    def parted(self) -> tuple[Pools, list[Maker]]:
        """Return the pools that are there from the start, and the makers that are left then.

        A body is used at the start if each of its copies makes mana for itself and matters to
        nothing else: more mana hinders nothing. But doubling chooses the color of mana of any
        color, which may rather be made afterwards.
        """
        program, alphabet = self.blueprint.program, self.alphabet
        apart = _apart(program, self.makers)
        pools = self.floating
        for body in apart:
            own = [maker for maker in self.makers if maker.activation.body == body]
            if one := self._alone(own, tapped=program.bodies[body].tapped):
                pools = alphabet.sums(pools, alphabet.multiples(one, program.bodies[body].copies))
        return pools, [maker for maker in self.makers if maker.activation.body not in apart]

    def _alone(self, makers: Sequence[Maker], *, tapped: bool) -> Pools:
        """Return what one copy may make for itself: by tapping, by leaving, or by both in turn."""
        tapping: Pools = set()
        leaving: Pools = set()
        both: Pools = set()
        for maker in makers:
            activation = maker.activation
            if not (activation.taps and tapped):
                part = tapping if not activation.leaves else both if activation.taps else leaving
                part |= maker.made(self.alphabet, 1)
        in_turn = self.alphabet.sums(tapping, leaving) if tapping and leaving else set()
        return set(self.alphabet.maximal(tapping | leaving | both | in_turn))


def _pays(draft: Draft, slot: Slot, letter: Letter) -> bool:
    """Tell whether mana of a letter pays a symbol of an ability."""
    rules = draft.rules
    unit = Template(letter.types, ManaTags(only=letter.only), _SNOW if letter.snow else frozenset())
    return rules is not None and any(rules.accepts(slot, kind, unit) for kind in letter.types)


def _apart(program: Program, makers: Sequence[Maker]) -> list[int]:
    """Return the bodies of which each copy makes mana for itself, and matters to nothing else."""
    others = concerned(replace(maker.activation, body=None) for maker in makers)
    doubling = any(maker.twin is not None for maker in makers)
    of_body: dict[int, list[Maker]] = {}
    for maker in makers:
        if maker.activation.body is not None:
            of_body.setdefault(maker.activation.body, []).append(maker)
    return [
        body
        for body, own in of_body.items()
        if body not in others
        and body not in program.untappable
        and all(_is_alone(maker.activation) for maker in own)
        and not (doubling and any(maker.is_open for maker in own))
    ]


def _is_alone(activation: Activation) -> bool:
    """Tell whether an activation asks for one copy of its body once, and for nothing else."""
    return (
        activation.is_simple
        and (activation.taps or activation.leaves)
        and not (activation.needs or activation.uses or activation.life or activation.damage)
    )
