"""The reader of cards: from a type line and rules text to what paying needs.

`read_card` reads one card. Its grammar has a module for each family of productions; `words.py` is
the cursor that they share, and `sentences.py` says what a line is.
"""

from autotap.models.mtg.oracle.reader import read_card
from autotap.models.mtg.oracle.reading import CardReading, Remark, Unread

__all__ = ["CardReading", "Remark", "Unread", "read_card"]
