"""Sentences: explanations as a player would say them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from autotap.models.explanation import Cause, ChangeKind, Obstacle, Verdict
from autotap.models.mtg.symbols import ManaType
from autotap.solver.explanation.levers import SNOW

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autotap.models.explanation import Able, Blocking, Comparison, Item, Unable

MOST_NAMED = 6
"""Most things that one list names."""
MOST_WAYS = 4
"""Most ways of one change that are named."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def number(amount: int) -> str:
    """Return a number as a word, as far as that is usual."""
    return _NUMBERS[amount] if amount < len(_NUMBERS) else str(amount)


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


def joined(symbols: Iterable[str]) -> str:
    """Write symbols side by side, generic ones added up."""
    found = list(symbols)
    generic = found.count("{1}")
    rest = "".join(symbol for symbol in found if symbol != "{1}")
    return (f"{{{generic}}}" if generic else "") + rest


# --- changes -------------------------------------------------------------------------------------


def change_phrase(
    kind: ChangeKind, amount: int, ways: tuple[tuple[Item, ...], ...], *, points: bool = False
) -> str:
    """Say what would have to change, to follow "It could be paid".

    ``points``: whether a cost is reduced by points instead of generic mana.
    """
    match kind:
        case ChangeKind.LIFE:
            return f"with {amount} more life"
        case ChangeKind.REDUCE:
            return f"if it cost {amount if points else f'{{{amount}}}'} less"
        case ChangeKind.ADD:
            return f"with {_either([_more(way) for way in ways])}"
        case ChangeKind.UNTAP:
            return f"with {_either([_awake(way) for way in ways])} untapped"
        case ChangeKind.LIFT:
            return _either([_lifted(way) for way in ways])


def _either(texts: list[str]) -> str:
    if len(texts) > MOST_WAYS:
        texts = [*texts[: MOST_WAYS - 1], f"{len(texts) - MOST_WAYS + 1} other choices"]
    return " or ".join(texts)


def _more(way: tuple[Item, ...]) -> str:
    parts = [f"{number(n)} more {_mana(item)}" for item, n in Counter(way).items()]
    return listed(parts)


def _mana(item: Item) -> str:
    """Name mana of some types, or cards of some civilizations."""
    if not set(item) <= {*ManaType, *(f"{SNOW}{kind}" for kind in ManaType)}:
        return "untapped card" + ("" if len(item) > 4 else f" of {listed(item, 'or')}")
    plain = [kind for kind in item if not kind.startswith(SNOW)]
    if set(plain) == set(ManaType):
        return "mana"
    if set(plain) == set(ManaType) - {ManaType.C}:
        return "colored mana"
    snow = [name for kind in item if (name := kind.removeprefix(SNOW)) not in plain]
    words = [f"snow {{{name}}}" for name in snow]
    if {*plain, *snow} == set(ManaType):
        words = ["snow mana"]
    return listed([*(f"{{{kind}}}" for kind in plain), *words], "or")


def _awake(way: tuple[Item, ...]) -> str:
    return listed(
        [
            item[0] if len(item) == 1 else f"{number(n)} of {listed(item)}"
            for item, n in Counter(way).items()
        ]
    )


def _lifted(way: tuple[Item, ...]) -> str:
    texts = []
    for item, n in Counter(way).items():
        word, _, what = item[0].partition(" ")
        if word in ("must_use", "forbid", "require"):
            names = [text.partition(" ")[2] for text in item]
            what = names[0] if len(names) == n == 1 else f"{number(n)} of {listed(names)}"
            verbs = {
                "must_use": f"having to use {what}",
                "forbid": f"the ban on {what}",
                "require": f"requiring {what}",
            }
            texts.append(f"without {verbs[word]}")
        else:
            texts.append(f"without the restriction '{item[0]}'")
    return listed(texts)


# --- what is in the way --------------------------------------------------------------------------


def blocking_sentence(found: Blocking) -> str:
    """Say which symbols fall short, what can pay them, and what could."""
    if found.cause is Cause.COST:
        return f"{listed(found.symbols)} cannot be paid."
    asked = joined(found.symbols)
    if found.total:
        kinds = f"{found.others + 1} ways to announce the cost, and"
        asked = f"There are {kinds} none can be paid; {found.total} comes closest. Its {asked}"
    if not found.able:
        said = f"{asked} needs {number(found.needed)} mana that nothing can make now"
    else:
        able = listed(able_texts(found.able))
        said = f"{asked} needs {number(found.needed)} from {able}, and "
        said += f"at most {number(found.available)} can be had" if found.available else "none can"
    sentences = [f"{said}."]
    if found.order:
        stuck = [f"{one.name} needs {one.needs}" for one in found.able if one.needs]
        why = f" ({listed(list(dict.fromkeys(stuck)))} first)" if stuck else ""
        sentences.append(f"No order of activation brings more{why}.")
    if found.unable:
        sentences.append(f"{_unable(found.unable)}.")
    return " ".join(sentences)


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
            return f"{name} is worse: {said} ({found.other} against {found.best})."
        case _:
            what = found.term.replace("_", " ")
            return f"{name} is better: {what} {found.other} against {found.best}."
