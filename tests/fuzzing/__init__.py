"""Differential testing: random problems, the library's answer, and what the reference says."""
