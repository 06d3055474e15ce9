"""Questions with requirements, spared sources, mana spent before, and any order of the terms.

Every payment is looked at: nothing is cut off by bounds, which hold for the default order alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.reference.magic import TERMS
from tests.reference.notation import COLORS
from tests.reference.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.reference.position import State
    from tests.reference.question import Announcement, Final

BEFORE = "only: what it was spent on"
"""Marks mana that was spent on the cost before."""


class Asked(Question):
    """A case with what else its caller asks.

    Parameters
    ----------
    case
        The case; every entry of its board is one copy.
    require
        What must be spent: ``N colors``, ``rider`` or mana, each also after ``no ``.
    spare
        Names of sources that are spared.
    spent
        Types of mana that was spent before, as ``"UU"``.
    """

    def __init__(
        self,
        case: Mapping[str, Any],
        *,
        require: str = "",
        spare: Sequence[str] = (),
        spent: str = "",
        max_states: int | None = None,
    ) -> None:
        pay = dict(case["pay"])
        wish = require.removeprefix("no ")
        if wish:
            pay["prefer"] = "colors" if "color" in wish else wish
        if spent:
            pay["restrictions"] = {**pay.get("restrictions", {}), BEFORE: "yes"}
        before = "; ".join(f"{{{kind}}} ({BEFORE})" for kind in spent)
        pool = "; ".join(each for each in (case.get("pool", ""), before) if each)
        super().__init__({**case, "pay": pay, "pool": pool}, max_states=max_states)
        self.require = require
        self.spare = frozenset(spare)

    def finals(
        self, state: State, loss: int, activations: int, announcement: Announcement
    ) -> Iterator[Final]:
        """Only the payments that spend what they must."""
        for final in super().finals(state, loss, activations, announcement):
            kinds = map(self.world.kind, final.left)
            if not any(BEFORE in kind.tags for kind in kinds) and self.meets(final):
                yield final

    def meets(self, final: Final) -> bool:
        """Whether the mana spent on the cost is as required."""
        wish, unwanted = self.require.removeprefix("no "), self.require.startswith("no ")
        if not wish:
            return True
        kinds = [self.world.kind(kind) for kind, _ in final.spends]
        types = Counter(kind.type for kind in kinds)
        if wish == "rider":
            return any(kind.rider for kind in kinds) != unwanted
        if "color" in wish:
            return len(set(COLORS) & set(types)) >= int(wish[0])
        wanted = Counter(letter for letter in wish if letter.isalpha())
        return not types & wanted if unwanted else not wanted - types

    def terms(self, final: Final) -> dict[str, int]:
        """Every term, minimised."""
        world = self.world
        terms = dict(zip(TERMS, self.vector(final), strict=True))
        terms |= {"life": world.life - final.life, "floating": len(final.left)}
        terms |= dict.fromkeys(("spared", "permanents_lost", "cards_lost", "sources_tapped"), 0)
        for at, group in enumerate(world.groups):
            for state, count in world.copies(final.position, at):
                lost = "cards_lost" if group.in_hand else "permanents_lost"
                terms[lost] += count * state.gone
                terms["sources_tapped"] += count * (state.tapped and not group.start.tapped)
                if group.name in self.spare:
                    terms["spared"] += count * (state.used or state.touched)
        return terms

    def least(self, order: Sequence[str]) -> tuple[int, ...] | None:
        """The values of terms, minimised in an order, of the best payment; None if nothing pays."""
        for x in sorted({one.x or 0 for one in self.announcements}):
            chosen = [one for one in self.announcements if (one.x or 0) == x]
            found = [tuple(terms[name] for name in order) for terms in self.payments(chosen)]
            if found:
                return min(found)
        return None

    def payments(self, announcements: Sequence[Announcement]) -> Iterator[dict[str, int]]:
        """The terms of every payment."""
        world = self.world
        any_due = any(
            expansion.mana_due
            for one in announcements
            for expansion in world.expand(one.cost, "main", one.x or 0)
        )
        seen = {(world.start, 0, 0)}
        agenda = [(world.start, 0, 0)]
        while agenda:
            state, loss, activations = agenda.pop()
            world.spend_state()
            for announcement in announcements:
                for final in self.finals(state, loss, activations, announcement):
                    yield self.terms(final)
            if not any_due:
                return
            for move in world.moves(state.position):
                for step in world.after(state, move):
                    node = step.state, loss + move.loss, activations + 1
                    if node not in seen:
                        seen.add(node)
                        agenda.append(node)
