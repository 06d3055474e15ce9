"""Descriptions of permanents and of payments, in the languages that the models have for them."""

from __future__ import annotations

from autotap.models.errors import InputError
from autotap.models.mtg.affected import Affected
from autotap.models.mtg.oracle.words import NotRead
from autotap.models.mtg.restriction import Restriction


def payments(text: str) -> str:
    """Write what is paid for as a restriction text.

    Raises
    ------
    NotRead
        If it is outside the language of restrictions.

    Examples
    --------
    >>> payments("creature spells")
    'only: creature spells'
    """
    try:
        return str(Restriction.parse(f"only: {text}"))
    except InputError as error:
        raise NotRead(f"spells {text!r}: expected {error.expected}") from None


def permanents(text: str) -> Affected:
    """Read which permanents are meant.

    Raises
    ------
    NotRead
        If `Affected` has no place for a part of the description.

    Examples
    --------
    >>> print(permanents("nonbasic lands"))
    nonbasic land
    """
    try:
        return Affected.parse(text)
    except InputError as error:
        raise NotRead(f"permanents {text!r}: expected {error.expected}") from None
