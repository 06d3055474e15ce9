"""Batches from file to file: read, solved by `solve_many`, written so that they can be resumed."""

from autotap.solver.batch_files.run import Summary, solve_file

__all__ = ["Summary", "solve_file"]
