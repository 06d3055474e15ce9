"""Random Duel Masters cases in the plain JSON form, and the way to the library and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from autotap.models.duel_masters import (
    AdditionalTap,
    Civilization,
    DuelMastersCard,
    DuelMastersCost,
    DuelMastersOptions,
    DuelMastersSpell,
    ManaZone,
)
from autotap.models.problem import DuelMastersProblem

if TYPE_CHECKING:
    from autotap.models.result import ZonePayment

CIVILIZATIONS = ("light", "water", "darkness", "fire", "nature")

_sets = st.lists(st.sampled_from(CIVILIZATIONS), max_size=3, unique=True) | st.just(
    list(CIVILIZATIONS)
)
_numbers: st.SearchStrategy[int | list[int]] = st.sampled_from([1, 1, 1, 1, 0, 2, 2, 3, [1, 2]])


@st.composite
def boards(draw: st.DrawFn, max_cards: int = 7) -> list[dict[str, Any]]:
    board: list[dict[str, Any]] = []
    room = draw(st.integers(0, max_cards))
    while room:
        count = draw(st.integers(1, min(3, room)))
        room -= count
        face_down = draw(st.integers(0, 9)) == 0
        board.append(
            {
                "name": f"Card {len(board)}",
                "count": count,
                "civilizations": [] if face_down else draw(_sets),
                "mana_number": draw(_numbers),
                "tapped": draw(st.integers(0, 5)) == 0,
                "face_down": face_down,
            }
        )
    return board


@st.composite
def cases(draw: st.DrawFn, max_cards: int = 7) -> dict[str, Any]:
    board = draw(boards(max_cards))
    system = draw(st.sampled_from(["tcg"] * 5 + ["plays"]))
    total = draw(st.integers(0, 6))
    civilizations = draw(st.lists(st.sampled_from(CIVILIZATIONS), max_size=3, unique=True))
    pay: dict[str, Any] = {
        "name": "Card",
        "types": ["creature"],
        "kind": "card",
        "cost": total,
        "total_cost": total,
        "civilizations": civilizations,
        "options": {
            "era": draw(st.sampled_from(["modern", "modern", "classic"])),
            "point_overshoot": draw(st.sampled_from(["exact", "last_card"])),
            "zero_total": draw(st.sampled_from(["free", "civilizations"])),
            "system": system,
        },
    }
    if system == "tcg" and draw(st.integers(0, 4)) == 0:
        pay["additional_costs"] = [
            {
                "kind": "tap mana cards",
                "civilization": draw(st.sampled_from(CIVILIZATIONS)),
                "count": draw(st.integers(1, 2)),
            }
        ]
    if draw(st.integers(0, 5)) == 0:
        pay["x_cost"] = draw(st.integers(1, 3))
    return {"game": "dm", "board": board, "pay": pay}


def problem_of(case: dict[str, Any], x: int | None = None) -> DuelMastersProblem:
    """Turn a case, read with its hints, into a problem of the library."""
    pay = case["pay"]
    cards = [
        DuelMastersCard(
            entry["name"],
            frozenset(map(Civilization, entry["civilizations"])),
            entry["mana_number"],
            tapped=entry["tapped"],
            face_down=entry.get("face_down", False),
        )
        for entry in case["board"]
        for _ in range(entry["count"])
    ]
    spell = DuelMastersSpell(
        DuelMastersCost(pay["total_cost"], frozenset(map(Civilization, pay["civilizations"]))),
        pay["name"],
        x_cost=pay.get("x_cost", 0),
        additional=tuple(
            AdditionalTap(Civilization(part["civilization"]), part["count"])
            for part in pay.get("additional_costs", [])
        ),
        options=DuelMastersOptions(**pay.get("options", {})),
    )
    return DuelMastersProblem(ManaZone(tuple(cards)), spell, x)


def record_of(case: dict[str, Any], payment: ZonePayment) -> dict[str, Any]:
    """Write a payment as an answer record."""
    names = {card.id: card.name for card in problem_of(case).board.cards}
    record: dict[str, Any] = {
        "payable": True,
        "taps": [
            {"name": names[tap.card], "as": tap.role.removeprefix("additional ")}
            for tap in payment.taps
        ],
        "points": payment.points,
    }
    return record if payment.x is None else record | {"max_x": payment.x}
