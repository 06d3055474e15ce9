"""The version of autotap."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """Return the version that is installed; "not installed" where autotap runs from its sources.

    Examples
    --------
    >>> version().count(".") in (0, 2)
    True
    """
    try:
        return metadata.version("autotap")
    except metadata.PackageNotFoundError:
        return "not installed"
