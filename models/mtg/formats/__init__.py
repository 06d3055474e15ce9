"""The files in which others keep cards, decks and games."""
