"""What a case keeps: the cards of its hand, together if it names them, else each for itself."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from autotap.models.duel_masters.civilization import Civilization
from autotap.models.duel_masters.cost import DuelMastersCost, DuelMastersOptions
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.mtg.context import Context, PaymentKind
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.restriction import Ruling
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Kept
from tests.casework.context import restriction_texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def kept_spells(case: Mapping[str, Any], *, hints: bool) -> tuple[Kept[Spell], ...]:
    """Return what a Magic case keeps; ``hints`` as in `magic_problem`."""
    cards = [
        card
        for card in case.get("hand", ())
        if card.get("cost", "") != "" and "land" not in card["types"]
        for _ in range(card.get("count", 1))
    ]
    return _kept(case, cards, [_spell(case, card, hints=hints) for card in cards])


def _spell(case: Mapping[str, Any], card: Mapping[str, Any], *, hints: bool) -> Spell:
    cost = ManaCost.parse(card["cost"])
    verdicts = card.get("restrictions", {})
    return Spell(
        cost,
        card["name"],
        Context.of(
            cost, cost, PaymentKind.SPELL, types=frozenset(card["types"]), name=card["name"]
        ),
        no_life=bool(case["pay"].get("no_life")),
        rulings=tuple(
            (text, Ruling(verdicts.get(text, Ruling.NO)))
            for text in (restriction_texts(case) if hints else ())
        ),
    )


def kept_creatures(case: Mapping[str, Any]) -> tuple[Kept[DuelMastersSpell], ...]:
    """Return what a Duel Masters case keeps, each card for itself."""
    options = DuelMastersOptions(**case["pay"].get("options", {}))
    spells = [
        DuelMastersSpell(
            DuelMastersCost(
                card["cost"], frozenset(map(Civilization, card.get("civilizations", ())))
            ),
            name=card["name"],
            options=options,
        )
        for card in case.get("hand", ())
        for _ in range(card.get("count", 1))
    ]
    return tuple(Kept((spell,)) for spell in spells)


def _kept(
    case: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], spells: Sequence[Spell]
) -> tuple[Kept[Spell], ...]:
    together = Counter(case.get("expect", {}).get("still_castable", ()))
    if not together:
        return tuple(Kept((spell,)) for spell in spells)
    chosen = []
    for card, spell in zip(cards, spells, strict=True):
        if together[card["name"]] > 0:
            together[card["name"]] -= 1
            chosen.append(spell)
    return (Kept(tuple(chosen)),)
