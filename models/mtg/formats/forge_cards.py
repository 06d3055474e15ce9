"""Forge's card scripts: the names, costs, types and rules texts in them."""

from __future__ import annotations

import re
import zipfile
import zlib
from typing import TYPE_CHECKING

from autotap.models.errors import FileError, LimitError
from autotap.models.mtg.cards.index import MAX_NAME
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
from autotap.models.mtg.formats.fields import MAX_TEXT
from autotap.models.mtg.vocabulary import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAX_SCRIPT = 200_000
"""Most bytes of a script."""
MAX_SCRIPTS = 500_000
"""Most scripts in a folder."""

_LAYOUTS = {
    "split": "split",
    "doublefaced": "transform",
    "modal": "modal_dfc",
    "adventure": "adventure",
    "omen": "adventure",
    "flip": "flip",
    "meld": "meld",
    "prepare": "prepare",
}
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_LINE = re.compile(r"(?P<key>[A-Za-z]+): *(?P<value>.*?)\s*")
_NO_COST = "no cost"


def forge_cards(
    folder: Path, show: Callable[[float], None] = lambda share: None
) -> Iterator[PrintedCard]:
    """Yield the cards of a folder of scripts (``*.txt``), in it or packed in a zip file there.

    Parameters
    ----------
    folder
        The folder ``cardsfolder`` of Forge, or its zip file.
    show
        Is told the share that is read.

    Raises
    ------
    FileError
        If there are no scripts, or one is damaged.
    LimitError
        If a script is too large, or there are too many.
    OSError
        If a file cannot be read.
    """
    for i, (name, data, share) in enumerate(_scripts(folder)):
        if i >= MAX_SCRIPTS:
            raise LimitError(str(folder), f"at most {MAX_SCRIPTS} scripts")
        if len(data) > MAX_SCRIPT:
            raise LimitError(name, f"a script of at most {MAX_SCRIPT} bytes")
        show(share)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FileError(name, "UTF-8 text", hint=f"Near byte {error.start}") from None
        yield script_card(text, name)


def stamp_of(folder: Path) -> str:
    """Return a text that changes whenever a script does."""
    from hashlib import sha256

    digest = sha256()
    for path in _files(folder):
        about = path.stat()
        digest.update(f"{path.name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(folder.rglob("*.txt")) or sorted(folder.glob("*.zip"))


def _scripts(folder: Path) -> Iterator[tuple[str, bytes, float]]:
    """Yield the name and the start of each script, and the share that is read."""
    files = _files(folder)
    if not files:
        raise FileError(str(folder), "a folder with card scripts (*.txt), or a zip file of them")
    for i, path in enumerate(files):
        if path.suffix == ".txt":
            with path.open("rb") as file:
                yield path.name, file.read(MAX_SCRIPT + 1), i / len(files)
        else:
            yield from _packed(path)


def _packed(path: Path) -> Iterator[tuple[str, bytes, float]]:
    try:
        with zipfile.ZipFile(path) as archive:
            found = [each for each in archive.infolist() if each.filename.endswith(".txt")]
            for i, each in enumerate(found):
                with archive.open(each) as file:
                    yield each.filename, file.read(MAX_SCRIPT + 1), i / len(found)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise FileError(str(path), "a whole zip file", hint=str(error)) from None


def script_card(text: str, name: str) -> PrintedCard:
    r"""Read one script; ``name`` is what errors call it.

    Raises
    ------
    FileError
        If it has no name.

    Examples
    --------
    >>> text = "Name:Fire\nManaCost:1 R\nTypes:Instant\nAlternateMode:Split\n\nALTERNATE\n\n"
    >>> card = script_card(text + "Name:Ice\nManaCost:1 U\nTypes:Instant\n", "fire_ice.txt")
    >>> card.name, card.layout, [face.mana_cost for face in card.faces]
    ('Fire // Ice', 'split', ['{1}{R}', '{1}{U}'])
    """
    layout = "normal"
    faces = []
    for part in re.split(r"^ALTERNATE\s*$", text, maxsplit=1, flags=re.MULTILINE):
        found: dict[str, str] = {}
        for line in re.split(r"^SPECIALIZE", part, maxsplit=1, flags=re.MULTILINE)[0].splitlines():
            if match := _LINE.fullmatch(line):
                found.setdefault(match["key"], match["value"])
        mode = found.get("AlternateMode", "").strip().lower()
        layout = _LAYOUTS.get(mode, layout)
        faces.append(_face(found, name))
    whole = faces[0].name
    if layout in ("normal", "meld"):
        return PrintedCard(whole, (faces[0],), layout)
    return PrintedCard(" // ".join(face.name for face in faces), tuple(faces), layout)


def _face(found: dict[str, str], script: str) -> PrintedFace:
    name = found.get("Name", "")
    if not name or len(name) > MAX_NAME:
        raise FileError(script, f"a line 'Name:' with at most {MAX_NAME} characters")
    text = found.get("Oracle", "").replace("\\n", "\n")
    if len(text) > MAX_TEXT:
        raise LimitError(script, f"a rules text of at most {MAX_TEXT} characters")
    cost = found.get("ManaCost", _NO_COST)
    power, _, toughness = found.get("PT", "").partition("/")
    colors = [_COLORS.get(word.strip().lower(), "") for word in found.get("Colors", "").split(",")]
    return PrintedFace(
        name,
        None if cost == _NO_COST else _cost(cost),
        _type_line(found.get("Types", "")),
        text,
        power,
        toughness,
        "".join(color for color in "WUBRG" if color in colors),
    )


def _cost(text: str) -> str:
    """Write a cost, whose symbols stand between spaces, in braces.

    Examples
    --------
    >>> _cost("2 GW PU 2B X")
    '{2}{G/W}{U/P}{2/B}{X}'
    """
    symbols = []
    for piece in text.split():
        letters = re.findall(r"\d+|.", piece.upper())
        letters.sort(key=lambda letter: letter == "P")
        symbols.append(f"{{{'/'.join(letters)}}}")
    return "".join(symbols)


def _type_line(words: str) -> str:
    """Put the dash between types and subtypes, which a script leaves out."""
    parts = words.split()
    count = next((i for i, word in enumerate(parts) if word.lower() not in TYPES), len(parts))
    types, subtypes = " ".join(parts[:count]), " ".join(parts[count:])
    return f"{types} — {subtypes}" if subtypes else types
