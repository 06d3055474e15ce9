"""The coverage report: ``python -m tests.coverage [--all]``.

Without ``--all`` lists are cut after 20 lines. The exit code is 0 whatever the figures are, and 2
where the data is missing.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.coverage.agreement import (
    abilities_read,
    costs_read,
    effects_read,
    entering_read,
    read,
    reasons,
    restrictions_read,
)
from tests.coverage.corpus import Missing, corpus, costs, facts

if TYPE_CHECKING:
    from tests.coverage.agreement import Tally

SHOWN = 20


def main(arguments: list[str]) -> int:
    """Print the report."""
    most = None if "--all" in arguments else SHOWN
    try:
        printed, known, priced = corpus(), facts(), costs()
    except Missing as missing:
        print(f"missing: {missing}", file=sys.stderr)
        return 2
    names = {name.lower() for name, _ in priced}
    official = [card for card in printed if card.name.lower() in names]
    _show("mana costs in the card facts", costs_read((n, c) for n, c in priced if c), most)
    whole_corpus = costs_read((card.name, card.mana_cost) for card in printed if card.mana_cost)
    _show("mana costs in the corpus", whole_corpus, most)
    _show("restrictions in the corpus", restrictions_read(printed), most)
    _show("restrictions on cards with a known cost", restrictions_read(official), most)
    readings = {card.name.lower(): read(card) for card in printed}
    whole, agreed = abilities_read(readings, known)
    _show("cards with a mana ability read fully", whole, most)
    print("  reasons:")
    for reason, number in reasons(whole).most_common(most):
        print(f"  {number:4} {reason}")
    _show("of those read, agreement before settling", agreed, most)
    _show("effects on what others make", effects_read(readings, known), most)
    _show("entering tapped", entering_read(readings, known), most)
    unread = sum(not reading.complete for reading in readings.values())
    print(f"\ncards with an unread sentence: {unread} of {len(readings)} faces")
    absent = [key for key, fact in known.items() if fact.get("abilities") and key not in readings]
    print(f"cards of the facts without a text in the corpus: {len(absent)}")
    return 0


def _show(title: str, tally: Tally, most: int | None) -> None:
    print(f"\n{title}: {tally.good} of {tally.total} ({tally.share:.2f} %)")
    for name, reason in tally.bad[:most]:
        print(f"  {name}: {reason}")
    if most is not None and len(tally.bad) > most:
        print(f"  … and {len(tally.bad) - most} more (--all)")
    for note in tally.notes:
        print(f"  settled: {note}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
