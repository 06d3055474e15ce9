"""Turns: an exhaustive reference, random turns, and what the library makes of both."""
