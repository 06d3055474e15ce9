"""Forge's puzzle files and dumped game states (``.pzl``).

A line is ``KEY=VALUE``; the keys of a player begin with ``human`` or ``ai``, or with ``p0``,
``p1``, …. A zone lists cards between semicolons, each with its state after bars::

    humanbattlefield=Island|Tapped;Wild Growth|AttachedTo:7;Forest|Id:7;t:c_a_treasure_sac

What stands in a section ``[metadata]``, and what does not matter for paying (libraries, exile, land
drops, phases), is left out without a word. Everything else that is not understood is noted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from autotap.models.errors import BoardSyntaxError
from autotap.models.mtg.board import MAX_NUMBER
from autotap.models.mtg.formats.forge_tokens import described_token
from autotap.models.mtg.formats.position import Permanent, Position
from autotap.models.mtg.mana import Mana, ManaTags, Retention
from autotap.models.mtg.symbols import ManaType

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAYER = re.compile(r"(?P<who>human|ai|p(?P<number>\d{1,2}))(?P<what>[a-z]+)")
_KEY = re.compile(r"\s*(?P<key>[A-Za-z][A-Za-z0-9]*)\s*=(?P<value>.*)", re.DOTALL)
_ZONES = {
    "battlefield": "battlefield",
    "play": "battlefield",
    "hand": "hand",
    "graveyard": "graveyard",
    "command": "command",
}
_UNIMPORTANT = frozenset(
    ("library", "exile", "sideboard", "landsplayed", "landsplayedlastturn", "numringtemptedyou")
)
_GLOBAL = re.compile(r"turn|active(?:player|phase|phaseadvance)|advancephase|description|ability.*")
_IGNORED = frozenset(
    (
        *("set", "art", "noetbtrigs", "rememberedcards", "imprinting", "chosencards", "exiledwith"),
        *("namedcard", "namedcard2", "renowned", "monstrous", "suspected", "solved", "iscommander"),
        *("isringbearer", "damage", "executescript", "ability", "owner", "foretold", "harnessed"),
        *("foretoldthisturn", "onadventure", "plotted", "phasesin", "saddled"),
    )
)
"""States of a card that do not change what it can pay, or whom it belongs to."""
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_SIGNED = re.compile(r"(?P<a>[PM])(?P<x>\d+)(?P<b>[PM])(?P<y>\d+)")
_ENERGY = "ENERGY"


def is_forge_state(text: str) -> bool:
    r"""Tell whether a text has the lines of a puzzle or a game state.

    Examples
    --------
    >>> is_forge_state("[state]\nhumanlife=20"), is_forge_state("2 Island")
    (True, False)
    """
    for line in text.splitlines():
        if line.strip().lower() == "[state]":
            return True
        found = _KEY.fullmatch(line)
        part = _PLAYER.fullmatch(found["key"].lower()) if found else None
        if part and part["what"] in (*_ZONES, *_UNIMPORTANT, "life", "counters", "manapool"):
            return True
    return False


def read_forge_state(text: str, *, player: int = 0) -> Position:
    r"""Read a puzzle or a game state.

    Parameters
    ----------
    text
        The text of the file.
    player
        Whose position it is: 0 for ``human`` and ``p0``, 1 for ``ai`` and ``p1``, …

    Raises
    ------
    BoardSyntaxError
        If a number cannot be read, or the player is not there.

    Examples
    --------
    >>> text = "humanlife=7\np0hand=Opt\nailife=20\naibattlefield=Island|Tapped\ncolour=blue"
    >>> position = read_forge_state(text)
    >>> position.life, position.hand, position.opponents[0].permanents[0].tapped
    (7, ('Opt',), True)
    >>> position.notes
    ("the key 'colour' is not known and left out",)
    """
    reader = _Reader(text)
    reader.read()
    return reader.position(player)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one file."""

    text: str
    players: dict[int, dict[str, Any]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    all_ready: bool = False

    def read(self) -> None:
        section = "state"
        start = 0
        for line in self.text.splitlines(keepends=True):
            plain = line.strip()
            if plain.startswith("[") and plain.endswith("]"):
                section = plain[1:-1].lower()
            elif section == "state" and plain and not plain.startswith("#"):
                self.line(start, line.rstrip("\r\n"))
            start += len(line)

    def error(self, position: int, expected: str) -> BoardSyntaxError:
        return BoardSyntaxError(self.text, expected, position=position)

    def line(self, start: int, line: str) -> None:
        found = _KEY.fullmatch(line)
        if found is None:
            self.notes.append(f"the line {line.strip()[:60]!r} is not understood and left out")
            return
        key, value = found["key"].lower(), found["value"].strip()
        at = start + found.start("value")
        part = _PLAYER.fullmatch(key)
        if key == "removesummoningsickness":
            self.all_ready = value.lower() == "true"
        elif part is not None and self.fact(part, at, value):
            return
        elif not _GLOBAL.fullmatch(key):
            self.notes.append(f"the key {found['key'][:60]!r} is not known and left out")

    def fact(self, part: re.Match[str], at: int, value: str) -> bool:
        """Take in what a key says of a player; False if the key is not known."""
        what = part["what"]
        who = {"human": 0, "ai": 1}.get(part["who"])
        player = self.players.setdefault(int(part["number"]) if who is None else who, {})
        if what in _UNIMPORTANT:
            return True
        if what == "life":
            player["life"] = self.number(at, value)
        elif what == "counters":
            player["energy"] = dict(self.counters(at, value)).get(_ENERGY.lower(), 0)
        elif what == "manapool":
            player["pool"] = player.get("pool", ()) + self.pool(at, value, Retention.PHASE)
        elif what == "persistentmana":
            player["pool"] = player.get("pool", ()) + self.pool(at, value, Retention.ALWAYS)
        elif what in ("precast", "putonstack"):
            if value:
                self.notes.append(f"{part[0]}: what is cast before is left out: {value[:60]}")
        elif what in _ZONES:
            player[_ZONES[what]] = list(self.zone(at, value))
        else:
            return False
        return True

    def number(self, at: int, text: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,9}", text) or abs(int(text)) > MAX_NUMBER:
            raise self.error(at, f"a number of at most {MAX_NUMBER}")
        return int(text)

    def counters(self, at: int, text: str) -> tuple[tuple[str, int], ...]:
        found: dict[str, int] = {}
        for pair in filter(None, map(str.strip, text.split(","))):
            name, _, number = pair.partition("=")
            kind = counter_name(name.strip())
            found[kind] = found.get(kind, 0) + self.number(at, number.strip())
        return tuple(sorted(found.items()))

    def pool(self, at: int, text: str, retention: Retention) -> tuple[Mana, ...]:
        letters = re.sub(r"[\s{}]", "", text).upper()
        if not set(letters) <= set(ManaType):
            raise self.error(at, "letters of WUBRGC")
        return tuple(Mana(ManaType(one), ManaTags(retention=retention)) for one in letters)

    def zone(self, at: int, value: str) -> list[tuple[int, str]]:
        """Split a zone at its semicolons; gives where each card starts, and its text."""
        cards = []
        for piece in re.finditer(r"[^;]+", value):
            if plain := piece[0].strip():
                cards.append((at + piece.start(), plain))
        return cards

    # --- from lines to a position ----------------------------------------------------------------

    def position(self, player: int) -> Position:
        if player not in self.players:
            raise self.error(0, f"something of player {player}")
        others = sorted(number for number in self.players if number != player)
        mine = self.part(self.players[player])
        opponents = tuple(self.part(self.players[number]) for number in others)
        return replace(mine, opponents=opponents, notes=tuple(self.notes))

    def part(self, facts: dict[str, Any]) -> Position:
        command = facts.get("command", ())
        stated = {key: facts[key] for key in ("life", "energy", "pool") if key in facts}
        on_battlefield = facts.get("battlefield", ())
        return Position(
            tuple(self.permanent(at, text) for at, text in on_battlefield),
            hand=self.names(facts.get("hand", ())),
            graveyard=self.names(facts.get("graveyard", ())),
            commanders=self.names(
                (at, text)
                for at, text in (*command, *on_battlefield)
                if "|iscommander" in text.lower()
            ),
            **stated,
        )

    def names(self, cards: Iterable[tuple[int, str]]) -> tuple[str, ...]:
        return tuple(text.partition("|")[0].strip() for _, text in cards)

    def permanent(self, at: int, text: str) -> Permanent:
        name, *states = map(str.strip, text.split("|"))
        facts: dict[str, Any] = {}
        for state in states:
            key, _, value = state.partition(":")
            self.state(at, name, key.strip().lower(), value.strip(), facts)
        if self.all_ready:
            facts["summoning_sick"] = False
        if name.lower().startswith("t:"):
            token = described_token(name[2:])
            return Permanent(token.name, token=token, **facts)
        return Permanent(name, **facts)

    def state(self, at: int, name: str, key: str, value: str, facts: dict[str, Any]) -> None:
        """Take in one state of a permanent."""
        if key == "tapped":
            facts["tapped"] = True
        elif key == "summonsick":
            facts["summoning_sick"] = True
        elif key == "attacking":
            facts["attacking"] = True
        elif key == "facedown":
            facts["face_down"] = True
        elif key in ("transformed", "flipped", "meld", "modal", "secondary", "backside"):
            facts["face"] = 1
        elif key == "counters":
            facts["counters"] = self.counters(at, value)
        elif key == "id":
            facts["key"] = value
        elif key in ("attachedto", "attaching"):
            facts["attached_to"] = value
        elif key == "chosencolor":
            colors = [_COLORS.get(word.strip().lower(), "") for word in value.split(",")]
            if len(colors) == 1 and colors[0]:
                facts["chosen"] = ManaType(colors[0])
            else:
                self.notes.append(f"{name}: the chosen color {value[:40]!r} is left out")
        elif key in ("chosentype", "chosentype2"):
            facts["chosen_type"] = value.lower()
        elif key == "mergedcards":
            facts["merged"] = tuple(one.replace("^", ",").strip() for one in value.split(","))
        elif key not in _IGNORED:
            self.notes.append(f"{name}: the state {key[:40]!r} is not known and left out")


def counter_name(name: str) -> str:
    """Return the name of a kind of counter as cards have it.

    Examples
    --------
    >>> counter_name("P1P1"), counter_name("CHARGE"), counter_name("M0M1")
    ('+1/+1', 'charge', '-0/-1')
    """
    if found := _SIGNED.fullmatch(name.upper()):
        sign = {"P": "+", "M": "-"}
        return f"{sign[found['a']]}{found['x']}/{sign[found['b']]}{found['y']}"
    return name.lower()
