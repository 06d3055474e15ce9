"""Explanations held against the exhaustive reference."""
