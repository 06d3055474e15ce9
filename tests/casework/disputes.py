"""Cases of other sources that are judged differently here, each with its reason."""

from __future__ import annotations

DISPUTES: dict[str, tuple[str, str]] = {}
"""Case id: (rule id, why its expectation contradicts that rule). At most five."""

PREFERENCES: dict[str, str] = {}
"""Case id: why our default objective prefers another payment than the one expected."""
