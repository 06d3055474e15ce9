"""How much of the real cards the reader understands, and whether it understands them rightly."""
