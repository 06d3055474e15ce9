"""Compile: from a problem of one game to a Program."""
