"""The verifier knows which totals a cost and its modifiers can come to (MTG-601.2f)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autotap.models.errors import InvalidPaymentError
from autotap.models.mtg.ability import ActivationCost
from autotap.models.mtg.board import Board
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.locking import Change, Modifier
from autotap.models.mtg.spell import Announcement
from autotap.models.mtg.symbols import ManaType
from autotap.models.result import Payment, Spend
from autotap.solver.verify.mtg import verify_payment
from autotap.solver.verify.total import check_announcement
from tests.mtg.payments import (
    announced,
    cost,
    payment,
    pool,
    problem,
    spell,
    spend,
)
from tests.mtg.test_ways import QUESTIONS, Asked, ways

TWO_HYBRIDS = "{2/R}{2/G}"
TOTALS = [
    # Reductions see the sides as announced (MTG-118.7h).
    (TWO_HYBRIDS, "-{2}", "{G}", True),
    (TWO_HYBRIDS, "-{2}", "{R}", True),
    (TWO_HYBRIDS, "-{2}", "{2}", True),
    (TWO_HYBRIDS, "-{2}", "{R}{G}", True),
    (TWO_HYBRIDS, "-{2}", "{2/R}{2/G}", False),
    (TWO_HYBRIDS, "-{2}", "{0}", False),
    ("{3}{2/W}", "-{1}", "{2}{2/W}", True),
    ("{2}{W/U}", "-{1}", "{1}{W/U}", True),
    ("{2}{W/U}", "-{W}", "{2}", True),
    ("{2}{W/U}", "-{W}", "{1}{U}", True),
    ("{2}{W/U}", "-{W}", "{1}{W/U}", False),
    # Colors spill onto generic mana, unless only colored mana is reduced (MTG-118.7b, 118.7c).
    ("{3}{G}", "-{R}", "{2}{G}", True),
    ("{2}{W}", "-{W}{W}", "{1}", True),
    ("{2}{W}", "~{W}{B}", "{2}", True),
    ("{2}{W}", "~{W}{B}", "{1}", False),
    ("{1}{U}", "-{W/U}", "{1}", True),
    ("{1}{U}", "-{W/U}", "{U}", True),
    ("{1}{U}", "-{S}", "{U}", True),
    ("{S}{1}", "-{2}", "{S}", True),
    # Increases come first (MTG-RED-14); the payer orders reductions with floors (601.2f-O).
    ("{1}{U}", "+{1} -{1}", "{1}{U}", True),
    ("{U}", "+{1} -{2}", "{U}", True),
    ("{3}", "-{2}>1 -{1}", "{0}", True),
    ("{3}", "-{2}>1 -{1}", "{1}", True),
    ("{3}", "-{2}>1 -{1}", "{2}", False),
    ("{3}", "-{3}>1", "{0}", False),
    # The minimum looks at the choices made (MTG-601.2f-T).
    ("{R}", "={3}", "{2}{R}", True),
    ("{0}", "={3}", "{3}", True),
    ("{1}{W/P}", "={3}", "{2}{W/P}", False),
    ("{1}{W/P}", "={3}", "{2}{W}", True),
    ("{1}{W/P}", "={3}", "{3} 2 life", True),
    ("{1}{W/P}", "={3}", "{3}", False),
    ("{1}{W/P}", "-{1}", "{W/P}", True),
    # X is fixed before the total (MTG-RED-06).
    ("{X}{R}", "-{2}", "{3}{R} x=5", True),
    ("{X}{R}", "-{2}", "{X}{R} x=5", False),
    ("{X}{R}", "", "{5}{R} x=5", True),
    ("{X}{R}", "", "{4}{R} x=5", False),
    ("{X}{X}{2}", "-{1}", "{X}{X}{1} x=2", True),
    ("{X}{2}", "", "{X}{X}{1} x=1", False),
]


def modifiers(text: str) -> tuple[Modifier, ...]:
    changes = {"+": Change.INCREASE, "-": Change.REDUCE, "~": Change.REDUCE, "=": Change.MINIMUM}
    made = []
    for word in text.split():
        amount, _, floor = word[1:].partition(">")
        made.append(Modifier(changes[word[0]], cost(amount), int(floor or 0), word[0] != "~"))
    return tuple(made)


@pytest.mark.parametrize(("printed", "changes", "total", "reachable"), TOTALS)
def test_totals(printed: str, changes: str, total: str, reachable: bool) -> None:
    """A wrong total is refused as such; a right one gets as far as the unpaid symbols."""
    amount, *rest = total.split()
    life = 2 if rest and rest[-1] == "life" else 0
    x = next((int(word[2:]) for word in rest if word.startswith("x=")), None)
    asked = spell(printed, modifiers=modifiers(changes))
    paid = Payment(announced(amount, life=life, x=x), spends=(Spend("unpaid"),))
    with pytest.raises(InvalidPaymentError) as caught:
        verify_payment(problem(Board(), asked), paid)
    assert caught.value.rule == ("MTG-601.2h" if reachable else "MTG-601.2f")


@settings(max_examples=60)
@given(QUESTIONS, st.data())
def test_options_and_objects(asked: Asked, data: st.DataObject) -> None:
    """A total is right for the options and objects announced, and for no others."""
    expected = ways(asked)
    way = data.draw(st.sampled_from(sorted(expected)))
    amounts = Counter(dict(way.due))
    spoiled = data.draw(st.sampled_from(["", "", "generic", "B", "life", "object"]))
    if spoiled == "life":
        way = way._replace(life=way.life + 2)
    elif spoiled == "object" and way.objects:
        ((name, _), *rest) = way.objects
        other = data.draw(st.integers(0, len(asked.things) - 1))
        way = way._replace(objects=((name, other), *rest))
    elif spoiled in ("generic", "B"):
        amounts[spoiled] += 1
        way = way._replace(due=tuple(sorted(amounts.items())))
    total = "".join(f"{{{k}}}" * n for k, n in amounts.items() if k != "generic")
    claimed = Announcement(
        ManaCost.parse(total or "{0}").add_generic(amounts["generic"]),
        life=way.life,
        options=way.options,
        objects=tuple((name, (f"T{thing}",)) for name, thing in way.objects),
    )
    if way in expected:
        check_announcement(asked.problem(), claimed)
    else:
        with pytest.raises(InvalidPaymentError):
            check_announcement(asked.problem(), claimed)


def test_x_with_its_own_colors_stays_in_the_total() -> None:
    """Otherwise any mana could pay for it (MTG-RSC-01)."""
    asked = problem(pool("{R}"), spell("{X}", x_colors=frozenset({ManaType.W})))
    paid = payment(asked.board, announced("{1}", x=1), spend("{1}", 0))
    with pytest.raises(InvalidPaymentError, match=r"MTG-601\.2f"):
        verify_payment(asked, paid)


def test_x_of_an_additional_cost_is_announced_too() -> None:
    """MTG-601.2b, MTG-118.8."""
    asked = problem(pool("{R}{R}{R}"), spell("{R}", additional=ActivationCost.parse("{X}")))
    spends = spend("{R}", 0), spend("{X}", 1), spend("{X}", 2)
    assert verify_payment(asked, payment(asked.board, announced("{X}{R}", x=2), *spends))
    with pytest.raises(InvalidPaymentError, match="MTG-SYM-05: X is not announced"):
        verify_payment(asked, payment(asked.board, announced("{X}{R}"), spends[0]))
