"""Sentences: explanations as a player would say them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.explanation import Cause, Obstacle, Verdict
from autotap.models.mtg.cost import ManaCost
from autotap.models.render_magic import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.models.explanation import Able, Blocking, Comparison, Unable

LETHAL = "lethal"
"""The term that is either 0 or 1."""
MOST_NAMED = 6
"""Most things that one list names."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numbers(*amounts: int) -> tuple[str, ...]:
    """Return the numbers of one sentence: as words, or all in figures if one is above ten.

    Examples
    --------
    >>> numbers(7, 5), numbers(12, 5)
    (('seven', 'five'), ('12', '5'))
    """
    if max(amounts) < len(_NUMBERS):
        return tuple(_NUMBERS[amount] for amount in amounts)
    return tuple(map(str, amounts))


def number(amount: int) -> str:
    """Return one number, as `numbers` does."""
    return numbers(amount)[0]


def listed(words: Sequence[str], last: str = "and") -> str:
    """List words: ``a, b and c``, the later ones only counted if they are many."""
    if len(words) > MOST_NAMED:
        rest = len(words) - MOST_NAMED + 1
        words = [*words[: MOST_NAMED - 1], f"{rest} others"]
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def counted(names: Iterable[str]) -> list[str]:
    """Return each name once, with its number where it is there more often."""
    return [name if n == 1 else f"{n} {name}" for name, n in Counter(names).items()]


# --- what is in the way --------------------------------------------------------------------------


def blocking_sentence(found: Blocking) -> str:
    """Say which symbols fall short, what can pay them, and what could."""
    if found.cause is Cause.COST:
        return f"{listed(found.symbols)} cannot be paid."
    asked = _canonical(found.symbols)
    if found.total:
        kinds = f"{found.others + 1} ways to announce the cost, and"
        its = "It" if asked == found.total else f"Its {asked}"
        asked = f"There are {kinds} none can be paid; {found.total} comes closest. {its}"
    if not found.able:
        said = f"{asked} needs {number(found.needed)} mana that nothing can make now"
    else:
        needed, available = numbers(found.needed, found.available)
        most = f"at most {available}" if found.available else "none"
        said = (
            f"{asked} needs {needed} from {listed(able_texts(found.able))}, and {most} can be had"
        )
    sentences = [f"{said}."]
    if found.order:
        stuck = [f"{one.name} needs {one.needs}" for one in found.able if one.needs]
        why = f" ({listed(list(dict.fromkeys(stuck)))} first)" if stuck else ""
        sentences.append(f"No order of activation brings more{why}.")
    if found.unable:
        sentences.append(f"{_unable(found.unable)}.")
    return " ".join(sentences)


def _canonical(symbols: Sequence[str]) -> str:
    """Write symbols as a cost is printed, X by the number of its units."""
    x = [symbol for symbol in symbols if symbol == "{X}"]
    rest = "".join(symbol for symbol in symbols if symbol != "{X}")
    return joined([str(ManaCost.parse(rest)), *x] if rest else x)


def able_texts(able: Sequence[Able]) -> list[str]:
    """Name what can pay, equal ones together, with what each makes at once and what for."""
    texts = []
    for one, n in Counter(replace(one, id="") for one in able).items():
        note = "" if one.most == 1 or one.name.startswith("floating") else str(one.most)
        note += " each" if note and n > 1 else ""
        note = f"{note or one.most} for {one.needs}" if one.needs else note
        texts += counted([one.name] * n)
        texts[-1] += f" ({note})" if note else ""
    return texts


def _unable(unable: Sequence[Unable]) -> str:
    """Say what stands in the way of whom."""
    groups: dict[tuple[tuple[Obstacle, ...], str], list[str]] = {}
    for one in unable:
        groups.setdefault((one.obstacles, one.detail), []).append(one.name)
    return listed(
        [
            f"{listed(counted(names))} {obstacles_text(obstacles, detail, len(names))}"
            for (obstacles, detail), names in groups.items()
        ]
    )


def obstacles_text(obstacles: Sequence[Obstacle], detail: str = "", several: int = 1) -> str:
    """Say what stands in the way, to follow one name or ``several``."""
    one = several == 1
    are = "is" if one else "are"
    said = {
        Obstacle.TAPPED: f"{are} tapped",
        Obstacle.SICK: f"{are} summoning sick",
        Obstacle.FORBIDDEN: f"{are} forbidden",
        Obstacle.RESTRICTED: f"{'makes' if one else 'make'} mana for other things ({detail})",
        Obstacle.CONDITION: f"{'asks' if one else 'ask'} for {detail}",
        Obstacle.COUNTERS: f"{'lacks' if one else 'lack'} counters",
        Obstacle.LIFE: f"{'costs' if one else 'cost'} more life than there is",
    }
    return listed([said[each] for each in obstacles])


# --- comparing -----------------------------------------------------------------------------------

_WORSE = {
    "x": "it needs a larger X",
    "lethal": "it would cost you the game",
    "spared": "it uses more sources that should be spared",
    "losses": "it gives up more",
    "preferred": "it misses more of the mana that was wished for",
    "mana_left": "it leaves less mana",
    "reserved": "it uses sources that are reserved",
    "flexibility": "it uses up sources that could pay for more",
    "emptied": "it uses up the last of more kinds of source",
    "graveyard": "it exiles more cards",
    "activations": "it takes more activations",
    "life": "it costs more life",
    "permanents_lost": "it gives up more permanents",
    "cards_lost": "it gives up more cards",
    "floating": "it leaves more mana unspent",
    "sources_tapped": "it taps more sources",
    "kept_lost": "it leaves less of what should stay payable",
    "points_wasted": "it wastes more points",
    "cards_tapped": "it taps more cards",
    "large_numbers": "it taps more cards of large numbers",
}


def comparison_sentence(found: Comparison, name: str) -> str:
    """Say on which term an alternative loses, with both values; ``name`` is what it is called."""
    match found.verdict:
        case Verdict.ILLEGAL:
            return f"{name} is illegal: {found.reason} ({found.rule})."
        case Verdict.EQUAL:
            return f"{name} is just as good by every term."
        case Verdict.WORSE:
            said = _WORSE.get(found.term, f"its {found.term} is worse")
            values = "" if found.term == LETHAL else f" ({found.other} against {found.best})"
            return f"{name} is worse: {said}{values}."
        case _:
            what = found.term.replace("_", " ")
            return f"{name} is better: {what} {found.other} against {found.best}."
