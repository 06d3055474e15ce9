"""The commands of the command line, one a file; `autotap.solver.cli` registers them."""
