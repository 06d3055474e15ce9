"""Reading large text files that nobody vouches for: plain or packed, and bounded."""

from __future__ import annotations

import codecs
import gzip
import zlib
from typing import IO, TYPE_CHECKING

from autotap.models.errors import FileError, LimitError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_BYTES = 4_000_000_000
"""Largest size of a file of card data, unpacked."""
MAX_RATIO = 200
"""Most bytes that a packed byte may stand for, once `FREE_BYTES` are unpacked."""
FREE_BYTES = 32_000_000
"""Size up to which any ratio is fine."""
CHUNK = 1 << 20
"""Bytes read at a time."""

_GZIP = b"\x1f\x8b"
_OTHERS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "a zip file"}


class TextFile:
    """A text file that is read in pieces of about `CHUNK`; a context manager.

    Parameters
    ----------
    path
        The file; one that is packed by gzip is known by its first bytes.
    max_bytes
        Largest size, unpacked.
    show
        Is told the share of the file that is read.

    Raises
    ------
    FileError
        If it is damaged, or no UTF-8 text; from `read` too.
    LimitError
        If it is too large, or unpacks to far more than its size; from `read` too.
    OSError
        If it cannot be opened or read.
    """

    def __init__(
        self,
        path: Path,
        *,
        max_bytes: int = MAX_BYTES,
        show: Callable[[float], None] = lambda share: None,
    ) -> None:
        self.name = str(path)
        self._max_bytes = max_bytes
        self._show = show
        self._size = path.stat().st_size
        self._unpacked = 0
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._raw = path.open("rb")
        try:
            self._stream = self._opened()
        except BaseException:
            self._raw.close()
            raise

    def _opened(self) -> IO[bytes]:
        start = self._raw.read(4)
        self._raw.seek(0)
        for mark, what in _OTHERS.items():
            if start.startswith(mark):
                expected = "UTF-8 text, plain or packed by gzip"
                raise FileError(self.name, expected, hint=f"It is {what}")
        if start.startswith(_GZIP):
            return gzip.GzipFile(fileobj=self._raw)  # type: ignore[return-value]
        if self._size > self._max_bytes:
            raise LimitError(self.name, f"a file of at most {self._max_bytes} bytes")
        return self._raw

    def __enter__(self) -> TextFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()
        self._raw.close()

    def read(self) -> str:
        """Read some more text, "" at the end."""
        text = ""
        piece = b" "
        while piece and not text:
            piece = self._piece()
            try:
                text = self._decoder.decode(piece, final=not piece)
            except UnicodeDecodeError:
                place = f"Within {CHUNK} bytes before byte {self._unpacked}"
                raise FileError(self.name, "UTF-8 text", hint=place) from None
        return text

    def _piece(self) -> bytes:
        try:
            piece = self._stream.read(CHUNK)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise FileError(self.name, "a whole gzip file", hint=str(error)) from None
        self._unpacked += len(piece)
        if self._unpacked > self._max_bytes:
            raise LimitError(self.name, f"a file of at most {self._max_bytes} bytes, unpacked")
        done = self._raw.tell()
        if self._stream is not self._raw and self._unpacked > max(FREE_BYTES, MAX_RATIO * done):
            raise LimitError(self.name, f"at most {MAX_RATIO} bytes for each byte of a gzip file")
        self._show(done / self._size if self._size else 1.0)
        return piece
