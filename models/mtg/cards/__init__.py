"""Cards by name: from files of card data, and built in."""

from autotap.models.mtg.cards.library import Cards
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace

__all__ = ["Cards", "PrintedCard", "PrintedFace"]
