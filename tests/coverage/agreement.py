"""Comparing what the reader makes of the corpus with the card facts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autotap.models.errors import InputError
from autotap.models.mtg.cost import ManaCost
from autotap.models.mtg.oracle import CardReading, read_card
from autotap.models.mtg.oracle.entering import Enters
from autotap.models.mtg.oracle.spending import restriction_text
from autotap.models.mtg.oracle.words import NotRead
from tests.coverage.meaning import merged, of_facts, of_reading
from tests.coverage.settled import SETTLED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.coverage.corpus import Printed

_RESTRICTION = re.compile(
    r"(?:Spend this mana only|This mana can't be spent|You can't spend this mana)[^.\"\n]*"
)
_SPEAKS_OF_SPELL = re.compile(r",? and that spell .*")


@dataclass
class Tally:
    """How many of some things were understood, and what was not.

    Parameters
    ----------
    total
        All of them.
    good
        Those that were understood.
    bad
        ``(name, reason)`` of the others.
    notes
        Further lines of the report.
    """

    total: int = 0
    good: int = 0
    bad: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, name: str, fault: str) -> None:
        """Count one; a fault is why it was not understood, "" if it was."""
        self.total += 1
        if fault:
            self.bad.append((name, fault))
        else:
            self.good += 1

    @property
    def share(self) -> float:
        """Percent that were understood."""
        return 100 * self.good / self.total if self.total else 100.0


def costs_read(costs: Iterable[tuple[str, str]]) -> Tally:
    """Parse mana costs, print them and parse them again."""
    tally = Tally()
    for name, text in costs:
        try:
            cost = ManaCost.parse(text)
            fault = "" if ManaCost.parse(str(cost)) == cost else f"{text} printed as {cost}"
        except InputError as error:
            fault = f"{text}: expected {error.expected}"
        tally.add(name, fault)
    return tally


def restrictions_read(cards: Iterable[Printed]) -> Tally:
    """Read every sentence that restricts what mana may be spent on."""
    tally = Tally()
    for card in cards:
        for match in _RESTRICTION.finditer(re.sub(r"\([^()]*\)", "", card.text)):
            try:
                restriction_text(_SPEAKS_OF_SPELL.sub("", match[0]))
                fault = ""
            except NotRead as error:
                fault = f"{match[0]}: {error}"
            tally.add(card.name, fault)
    return tally


def read(card: Printed) -> CardReading:
    """Read a card of the corpus, without its cost, which has a measure of its own."""
    return read_card(
        card.name, card.type_line, card.text, power=card.power, toughness=card.toughness
    )


def abilities_read(
    readings: dict[str, CardReading], facts: dict[str, dict[str, Any]]
) -> tuple[Tally, Tally]:
    """Compare the mana abilities of every card that both sides know.

    Returns
    -------
    tuple of Tally
        What is read fully, where the two agree or the disagreement was settled; and the agreement
        alone, of what was read.
    """
    whole, agreed = Tally(), Tally()
    for key, fact in facts.items():
        reading = readings.get(key)
        if reading is None or not fact.get("abilities"):
            continue
        name = reading.name
        reasons = [each.reason for each in reading.unread]
        difference = "" if reasons else _difference(reading, fact)
        if not reasons:
            agreed.add(name, difference)
        settled = SETTLED.get(name, "")
        if difference and settled.startswith(("reader", "both")):
            whole.notes.append(f"{name}: {settled}")
            difference = ""
        whole.add(name, "; ".join(reasons) or difference)
    return whole, agreed


def _difference(reading: CardReading, fact: dict[str, Any]) -> str:
    """Say how the two sides differ, "" where they agree."""
    try:
        theirs = merged(
            meaning for text in fact["abilities"] for meaning in of_facts(text, reading.name)
        )
    except ValueError as error:
        return f"the facts say {error}"
    ours = of_reading(reading)
    if ours == theirs:
        return ""
    only_ours = " & ".join(sorted(map(str, ours - theirs))) or "nothing"
    only_theirs = " & ".join(sorted(map(str, theirs - ours))) or "nothing"
    return f"reader: {only_ours} -- facts: {only_theirs}"


def entering_read(readings: dict[str, CardReading], facts: dict[str, dict[str, Any]]) -> Tally:
    """Compare how permanents with mana abilities enter."""
    words = {"tapped": Enters.TAPPED, "tapped-conditional": Enters.DEPENDS}
    tally = Tally()
    for key, fact in facts.items():
        reading = readings.get(key)
        if reading is None or "enters" not in fact:
            continue
        stated, found = words[fact["enters"]], reading.entering.tapped
        tally.add(reading.name, "" if found is stated else f"reader {found}, facts {stated}")
    return tally


def effects_read(readings: dict[str, CardReading], facts: dict[str, dict[str, Any]]) -> Tally:
    """Look whether each card that changes what others make has an effect, or says it is unread."""
    tally = Tally()
    for key, fact in facts.items():
        reading = readings.get(key)
        kinds = [kind for kind in ("triggered", "multiplier") if kind in fact]
        granted = [
            grant
            for grant in fact.get("grants", ())
            if re.search(r"^(?:all|each|enchanted|equipped|[a-z ]+ you control$)", grant["to"])
        ]
        if reading is None or not (kinds or granted) or reading.types & {"instant", "sorcery"}:
            continue
        fault = "" if reading.effects or reading.abilities else "no effect was found"
        tally.add(reading.name, "; ".join(each.reason for each in reading.unread) or fault)
    return tally


def reasons(tally: Tally) -> Counter[str]:
    """Count the reasons, with what they quote left out."""
    plain = (re.sub(r"'[^']*'|\"[^\"]*\"|\{[^}]*\}", "…", reason) for _, reason in tally.bad)
    return Counter(text.split(" -- ")[0][:70] for text in plain)
