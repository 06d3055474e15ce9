"""Backends: solvers of a Program."""
