"""From printed abilities to those that permanents have under the effects of a case.

Only entries with ``printed`` change. The text of an ability stays as it is but for what it makes:
each alternative of its output goes through every order of the replacements that then apply
(CR 616.1), and what triggers add comes from another source (CR 106.3, 605.4a).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.reference.locking import Untold
from tests.reference.notation import COLORS, TYPES, Ability, Unit, parse_ability, parse_mana_list
from tests.reference.objects import CARD_TYPES, Group, read_group

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Case = Mapping[str, Any]
    Output = tuple[Unit, ...]

ONE_PRODUCED = "one of a type produced"

_BASIC_TYPES = dict(zip(("plains", "island", "swamp", "mountain", "forest"), COLORS, strict=True))
_OF = re.compile(
    r"(?P<each>each mana of )?(?P<who>.+?)( you control)?"
    r"(?P<any>s?'s? abilities that add \{(?P<added>\w)\})?"
    r"( tapped for (?P<two>two or more )?(mana|\{(?P<tapped>\w)\}))?"
)
_NOTES = re.compile(r"(?: \((?:if: |per: |once each turn|\d+ damage|rider: )[^()]*\))+$")
_DAMAGE = re.compile(r" \((\d+) damage to you( by a trigger)?\)")
_DEVOTION = re.compile(r"an amount of (\{[WUBRGC]\}) equal to your (devotion to \w+)")
_COUNTERS = re.compile(r"(?:put a (\w+) counter on this, then )?add one mana of any one color"
                       r" for each (\w+) counter")  # fmt: skip
_THIS = "one mana of any type this land could produce"
_PLURALS = {"elves": "elf", "dwarves": "dwarf", "plains": "plains"}


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect on production with what its ``of`` says."""

    kind: str
    data: Case
    who: str
    each: bool
    two: bool
    any_ability: bool
    produced: str

    def holds(self, entry: Case) -> bool:
        """Whether it speaks of an entry."""
        if self.who.startswith("the enchanted "):
            text = self.data["text"]
            return " on " not in text or f" on {entry['name']}:" in text
        group = read_group({**entry, "abilities": []})
        for word in self.who.split():
            if word.startswith("non"):
                if group.fits(word[3:].removesuffix("s")):
                    return False
                continue
            singular = _PLURALS.get(word, word.removesuffix("s"))
            if not group.fits(singular):
                stated = group.types - CARD_TYPES
                if singular in CARD_TYPES or stated:
                    return False
        return True

    def meets(self, ability: Ability, output: Output) -> bool:
        """Whether it meets this output of an ability of an entry that it speaks of."""
        if not output or not (ability.tap or self.any_ability):
            return False
        if self.two and ability.per:
            raise Untold("an output that counts, for two or more mana")
        if self.two and len(output) < 2:
            return False
        return not self.produced or any(unit.type == self.produced for unit in output)


def read_effect(data: Case) -> Effect:
    """Read one effect; its ``of`` may say who, for which mana, and by which abilities."""
    match = _OF.fullmatch(data.get("of", "permanents"))
    assert match is not None
    who = match["who"].lower().removeprefix("all ")
    who = who.partition(" with ")[0].removesuffix("'").removesuffix("'s")
    return Effect(
        data["kind"],
        data,
        who,
        match["each"] is not None,
        match["two"] is not None,
        match["any"] is not None,
        match["added"] or match["tapped"] or "",
    )


def abilities_now(case: Case) -> list[list[str]]:
    """For every board entry the abilities that it has under the effects.

    Raises ``Untold`` where the case says it in words only, or where the notation has no text.
    """
    effects = [
        read_effect(one)
        for one in case.get("effects", ())
        for _ in range(one.get("times", 1))
        if one.get("kind")
        in ("multiply", "extra", "replace", "damage", "grant", "types", "amount", "forbid")
    ]
    board = [read_group({**entry, "abilities": []}) for entry in case["board"]]
    return [
        _of_entry(entry, effects, board) if "printed" in entry else list(entry["abilities"])
        for entry in case["board"]
    ]


def _of_entry(entry: Case, effects: list[Effect], board: list[Group]) -> list[str]:
    if entry.get("notes", "").startswith("also "):
        raise Untold("printed abilities in the notes")
    given = [one for one in effects if one.kind in ("amount", "forbid") or one.holds(entry)]
    texts = [text for text in entry["printed"] if not _written_elsewhere(entry, text, effects)]
    texts = [_with_amount(text, given) for text in texts]
    for one in given:
        if one.kind == "types":
            to = one.data["to"]
            basics = [
                f"{{T}}: Add {{{_BASIC_TYPES[kind]}}}"
                for kind in ([to] if isinstance(to, str) else to)
            ]
            texts = texts + basics if "in addition" in one.data["text"] else basics
    granted = [one.data["ability"] for one in given if one.kind == "grant"]
    plain = [*texts, *(text for text in granted if not text.endswith(_THIS))]
    could = {
        kind
        for text in plain
        if not _counts_nothing(_read(text), board, given)
        for output in _replaced_outputs(_read(text), given)
        for unit in output
        for kind in unit.type.split("/")
    }
    types = COLORS if "Any" in could else "".join(kind for kind in TYPES if kind in could)
    types += "C" if "Any" in could and "C" in could else ""
    wide = "|".join(f"{{{kind}}}" for kind in types) or "nothing"
    plain += [text.replace(_THIS, wide) for text in granted if text.endswith(_THIS)]
    allowed = [text for text in plain if not _forbidden(_read(text), entry, given)]
    return list(dict.fromkeys(_changed(text, given) for text in allowed))


def _counts_nothing(ability: Ability, board: list[Group], effects: list[Effect]) -> bool:
    """Whether it makes nothing as things are now: the number that it asks for is zero."""
    what = ability.per
    if what is None:
        return False
    if any(one.kind == "types" for one in effects):
        raise Untold("an amount that counts, beside new types")
    return not any(group.count and not group.in_hand and group.fits(what) for group in board)


def _written_elsewhere(entry: Case, text: str, effects: list[Effect]) -> bool:
    """A printed ability in words that a grant of the same name writes on other permanents."""
    name = entry["name"].lower()
    grants = [one for one in effects if one.kind == "grant"]
    return ": Add " not in text and any(one.data["text"].lower().startswith(name) for one in grants)


def _read(text: str) -> Ability:
    try:
        return parse_ability(text)
    except ValueError:
        raise Untold(f"a printed ability in words: {text}") from None


def _with_amount(text: str, effects: list[Effect]) -> str:
    """The text with a given amount in place of a devotion or a number of counters."""
    cost, _, output = text.partition(": ")
    amounts = {one.data["of"]: one.data["value"] for one in effects if one.kind == "amount"}
    if match := _DEVOTION.search(output):
        if match[2] not in amounts:
            raise Untold(f"an amount that is not given: {text}")
        return f"{cost}: Add {match[1] * amounts[match[2]] or 'nothing'}"
    if match := _COUNTERS.search(output):
        value = amounts.get(f"{match[2]} counters")
        if value is None:
            raise Untold(f"an amount that is not given: {text}")
        wide = "|".join(f"{{{color}}}" * value for color in COLORS)
        return f"{cost}: Add {'{Any}' if value == 1 else wide}"
    per = _read(text).per if amounts else None
    for of, value in amounts.items():
        if per is not None and of.removesuffix(" you control").removesuffix("s") == per:
            alternatives = text.partition(": Add ")[2].partition(" (")[0]
            if "|" in alternatives or "; " in alternatives:
                raise Untold(f"an amount of several alternatives: {text}")
            return f"{cost}: Add {alternatives * value or 'nothing'}"
    return text


def _forbidden(ability: Ability, entry: Case, effects: list[Effect]) -> bool:
    for one in effects:
        if one.kind == "forbid":
            what = one.data["what"]
            if what not in (
                "paying life",
                "paying life or sacrificing nonland permanents as a cost",
            ):
                raise Untold(f"a prohibition in words: {what}")
            own = ability.sacrifice_this and "land" not in entry["types"]
            others = ability.text.startswith("sacrifice ") or ", sacrifice " in ability.text
            nonland = others and any(
                pick.what not in ("land", *_BASIC_TYPES) for pick in ability.gives
            )
            if ability.life or ("sacrificing" in what and (own or nonland)):
                return True
    return False


# -- production --------------------------------------------------------------------------------


def _replaced_outputs(ability: Ability, effects: list[Effect]) -> list[Output]:
    """The alternatives after every order of the replacements, without what triggers add."""
    replacing = tuple(one for one in effects if one.kind in ("multiply", "replace"))
    found: dict[Output, None] = {}
    for output in ability.outputs:
        for after in _in_any_order(output, ability, replacing):
            found[after] = None
    return list(found)


def _told_apart(output: Output) -> list[Output]:
    """The output with every ``{Any}`` decided."""
    choices = [COLORS if unit.type == "Any" else (unit.type,) for unit in output]
    found: dict[Output, None] = {}
    for kinds in product(*choices):
        units = (
            Unit(kind, unit.tags, unit.source) for kind, unit in zip(kinds, output, strict=True)
        )
        found[_sorted(tuple(units))] = None
    return list(found)


def _sorted(output: Output) -> Output:
    return tuple(sorted(output, key=lambda unit: (unit.source or "", unit.tags, unit.type)))


def _in_any_order(
    output: Output, ability: Ability, replacing: tuple[Effect, ...]
) -> Iterator[Output]:
    """Every end of the replacements: each applies once, as long as one applies (CR 616.1)."""
    own = tuple(unit for unit in output if unit.source is None)
    others = tuple(unit for unit in output if unit.source is not None)
    ready = [at for at, one in enumerate(replacing) if one.meets(ability, own)]
    if not ready:
        yield output
    for at in ready:
        rest = replacing[:at] + replacing[at + 1 :]
        for after in _replaced(own, ability, replacing[at]):
            yield from _in_any_order(_sorted(after + others), ability, rest)


def _replaced(output: Output, ability: Ability, effect: Effect) -> Iterator[Output]:
    if effect.kind == "multiply":
        for told in _told_apart(output):
            yield told * effect.data["factor"]
        return
    made = parse_mana_list(effect.data["with"])
    if effect.each:
        for told in _told_apart(tuple(made)) if len(output) > 1 else [tuple(made)]:
            yield tuple(Unit(new.type, unit.tags) for unit in output for new in told)
        return
    if ability.per:
        raise Untold("another output in place of one that counts")
    if len({unit.tags for unit in output}) > 1:
        raise Untold("one output in place of differently restricted mana")
    yield tuple(Unit(new.type, output[0].tags) for new in made)


def _changed(text: str, effects: list[Effect]) -> str:
    """The text of an ability with what it makes under the effects."""
    ability = _read(text)
    cost, _, rest = text.partition(": Add ")
    if ability.doubles:
        if any(one.meets(ability, (Unit("C"),)) for one in effects if one.kind != "grant"):
            raise Untold("an effect on a doubled pool")
        return text
    extra = [one for one in effects if one.kind == "extra" and (ability.tap or one.any_ability)]
    if ability.has_x:
        changes = [one for one in effects if one.kind in ("multiply", "replace", "damage")]
        if extra or (changes and ability.tap):
            raise Untold("an effect on what comes X times")
        return text
    outputs: dict[Output, None] = {}
    damage = 0
    for output in _replaced_outputs(ability, effects):
        reads_color = any(one.produced or one.data["add"] == ONE_PRODUCED for one in extra)
        for told in _told_apart(output) if reads_color else [output]:
            own = tuple(unit for unit in told if unit.source is None)
            met = [one for one in extra if one.meets(ability, own)]
            if ability.per and reads_color and any(unit.type == "Any" for unit in output):
                raise Untold("mana added by the colors chosen for an output that counts")
            for added in product(*(_added(one, own) for one in met)):
                outputs[_sorted(told + tuple(unit for part in added for unit in part))] = None
            pains = {one.data.get("damage", 0) for one in extra}
            if extra and met != extra and pains != {0}:
                raise Untold("damage with some outputs only")
            damage = sum(one.data.get("damage", 0) for one in met)
    later = sum(one.data["amount"] for one in effects if one.kind == "damage" and ability.tap)
    notes = _NOTES.search(rest)
    return f"{cost}: Add {_write(list(outputs))}" + _with_damage(
        notes[0] if notes else "", damage, later
    )


def _added(effect: Effect, own: Output) -> list[Output]:
    """What a trigger may add to an output."""
    add, source = effect.data["add"], _source(effect.data["text"])
    if add == ONE_PRODUCED:
        return [(Unit(kind, (), source),) for kind in sorted({unit.type for unit in own})]
    return [tuple(Unit(unit.type, (), source) for unit in parse_mana_list(add))]


def _source(text: str) -> str:
    """The name before the colon, or in the brackets at the end."""
    if match := re.search(r"\((?:source: )?([^()]+)\)$", text):
        return match[1]
    return re.sub(r" \(.*\)", "", text.partition(":")[0]).partition(" on ")[0]


def _with_damage(notes: str, now: int, later: int) -> str:
    if not now and not later:
        return notes
    for found in _DAMAGE.finditer(notes):
        if found[2]:
            later += int(found[1])
        else:
            now += int(found[1])
    at_once = f" ({now} damage to you)" if now else ""
    waiting = f" ({later} damage to you by a trigger)" if later else ""
    return _DAMAGE.sub("", notes) + at_once + waiting


def _write(outputs: list[Output]) -> str:
    """The alternatives in the notation; restricted ones first, so that no tag is shared."""
    ordered = sorted(outputs, key=lambda output: not any(unit.tags for unit in output))
    return "|".join(_write_output(output) for output in ordered)


def _write_output(output: Output) -> str:
    groups: dict[tuple[tuple[str, ...], str | None], list[str]] = {}
    for unit in output:
        groups.setdefault((unit.tags, unit.source), []).append(f"{{{unit.type}}}")
    return (
        "; ".join(
            "".join(symbols)
            + "".join(f" ({tag})" for tag in tags)
            + (f" (from: {source})" if source else "")
            for (tags, source), symbols in sorted(groups.items(), key=lambda one: one[0][1] or "")
        )
        or "nothing"
    )
