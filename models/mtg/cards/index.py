"""The index of card data on disk: found again at once, and never half written.

An index is one SQLite file, written beside its place and renamed into it when it is whole, so that
a reader sees either the old or the new one and the last of two writers wins. It names its version
and the file that it was made of; every record carries a checksum, which is checked when it is read.
"""

from __future__ import annotations

import json
import os
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from autotap.models.errors import FileError
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

VERSION = 1
"""Version of the tables and of what stands in them."""
MAX_NAME = 300
"""Most characters in a name."""

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE card (id INTEGER PRIMARY KEY, data TEXT NOT NULL, digest BLOB NOT NULL UNIQUE);
CREATE TABLE name (key TEXT, rank INTEGER, face INTEGER, card INTEGER,
                   PRIMARY KEY (key, rank, card)) WITHOUT ROWID;
CREATE INDEX length ON name (length(key));
"""


def cache_folder() -> Path:
    """Return the folder in which indexes are kept: ``autotap`` in the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "autotap"


class DamagedIndexError(Exception):
    """An index that cannot be read, and has to be made again."""


@dataclass(frozen=True, slots=True)
class Match:
    """A card that a name means, and which of its faces; the face is None for the whole card."""

    card: PrintedCard
    rank: int
    face: int | None


class CardIndex:
    """An index that is open for reading; `made` and `opened` give one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def opened(cls, path: Path, stamp: str) -> CardIndex | None:
        """Open an index that was made of what `stamp` says, None if there is no such one."""
        import sqlite3

        if not path.is_file():
            return None
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            index = cls(sqlite3.connect(uri, uri=True, check_same_thread=False))
        except sqlite3.Error:
            return None
        with suppress(DamagedIndexError):
            if index._about("version") == str(VERSION) and index._about("stamp") == stamp:
                return index
        index.close()
        return None

    @classmethod
    def made(cls, cards: Iterable[PrintedCard], path: Path, stamp: str) -> CardIndex:
        """Make an index of cards at a path, and open it.

        Where the folder cannot be written to the index is kept in memory.

        Raises
        ------
        FileError
            If there is no card.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f"{path.name}.{uuid4().hex}.part")
            draft.touch(exist_ok=False)
        except OSError:
            return cls(_filled(":memory:", cards, stamp))
        try:
            _filled(str(draft), cards, stamp).close()
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        index = cls.opened(path, stamp)
        if index is None:
            raise FileError(str(path), "an index that stays as it was written")
        return index

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        return int(self._about("cards") or 0)

    def find(self, key: str, least_rank: int = 0) -> list[Match]:
        """Return the cards that a `name_key` means: those of the lowest rank from `least_rank` on.

        Raises
        ------
        DamagedIndexError
            If a record is not what was written.
        """
        rows = self._rows(
            "SELECT data, digest, rank, face FROM name JOIN card ON card = id WHERE key = ?"
            " AND rank = (SELECT min(rank) FROM name WHERE key = ? AND rank >= ?) ORDER BY id",
            (key, key, least_rank),
        )
        found = []
        for data, digest, rank, face in rows:
            if _digest(data) != digest:
                raise DamagedIndexError(key)
            card = _card(data)
            if (key, rank, face) not in set(card.names()):
                raise DamagedIndexError(key)
            found.append(Match(card, rank, face))
        return found

    def keys(self, shortest: int, longest: int) -> list[str]:
        """Return all names of a length, as `name_key` has them."""
        rows = self._rows(
            "SELECT DISTINCT key FROM name WHERE length(key) BETWEEN ? AND ?", (shortest, longest)
        )
        return [key for (key,) in rows]

    def cards(self) -> Iterable[PrintedCard]:
        """Yield every card, in the order of the data.

        Raises
        ------
        DamagedIndexError
            As `find`.
        """
        for data, digest in self._rows("SELECT data, digest FROM card ORDER BY id", ()):
            if _digest(data) != digest:
                raise DamagedIndexError(data[:80])
            yield _card(data)

    def _about(self, key: str) -> str | None:
        rows = self._rows("SELECT value FROM about WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        import sqlite3

        try:
            return self._connection.execute(query, values).fetchall()
        except (sqlite3.Error, OverflowError) as error:
            raise DamagedIndexError(str(error)) from error


def _filled(place: str, cards: Iterable[PrintedCard], stamp: str) -> sqlite3.Connection:
    """Make the tables at a place and fill them; equal cards are one card."""
    import sqlite3

    connection = sqlite3.connect(place, check_same_thread=False, isolation_level=None)
    try:
        with closing(connection.cursor()) as cursor:
            cursor.execute("PRAGMA journal_mode = OFF")
            cursor.executescript(_TABLES)
            cursor.execute("BEGIN")
            for card in cards:
                _add(cursor, card)
            (count,) = cursor.execute("SELECT count(*) FROM card").fetchone()
            about = {"version": str(VERSION), "stamp": stamp, "cards": str(count)}
            cursor.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            cursor.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    if not count:
        connection.close()
        raise FileError(stamp, "card data with at least one card")
    return connection


def _add(cursor: sqlite3.Cursor, card: PrintedCard) -> None:
    data = json.dumps(asdict(card), ensure_ascii=False, separators=(",", ":"))
    cursor.execute("INSERT OR IGNORE INTO card (data, digest) VALUES (?, ?)", (data, _digest(data)))
    if not cursor.rowcount:
        return
    own = cursor.lastrowid
    rows = [(key, rank, face, own) for key, rank, face in card.names()]
    cursor.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?)", rows)


def _digest(data: str) -> bytes:
    return blake2b(data.encode(), digest_size=8).digest()


def _card(data: str) -> PrintedCard:
    record = json.loads(data)
    faces = tuple(PrintedFace(**face) for face in record.pop("faces"))
    return PrintedCard(faces=faces, **record)
