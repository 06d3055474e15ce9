"""What callers of the library give: one thing or several, numbers, and errors that name them."""

from __future__ import annotations

from operator import index
from typing import Any

from autotap.models.errors import InputError, LimitError


def wrong(name: str, value: object, expected: str) -> InputError:
    """Make the error for an argument of another kind than is expected.

    Examples
    --------
    >>> print(wrong("board", None, "a board"))
    input 'board=None': expected a board
    """
    return InputError(f"{name}={value!r}", expected)


def several(name: str, given: Any, expected: str, *kinds: type) -> tuple[Any, ...]:
    """Return what is given as several; a single one, as a text, stands for itself.

    Parameters
    ----------
    name
        Name of the argument.
    given
        One, or an iterable of them; what they are is not looked at.
    expected
        What is expected, in words.
    kinds
        What a single one may be.

    Raises
    ------
    InputError
        If it is neither.

    Examples
    --------
    >>> several("forbid", "Island", "ids of sources", str)
    ('Island',)
    >>> several("forbid", ["Island", "Swamp"], "ids of sources", str)
    ('Island', 'Swamp')
    """
    if isinstance(given, kinds):
        return (given,)
    try:
        return tuple(given)
    except TypeError:
        raise wrong(name, given, expected) from None


def texts_of(name: str, given: Any, expected: str) -> tuple[str, ...]:
    """Return texts that are given, a single one or several; see `several`."""
    texts = several(name, given, expected, str)
    for one in texts:
        if not isinstance(one, str):
            raise wrong(name, one, expected)
    return texts


def ids_of(name: str, given: Any) -> frozenset[str]:
    """Return ids that are given, a single one or several; see `several`.

    Examples
    --------
    >>> ids_of("must_use", "Island")
    frozenset({'Island'})
    """
    return frozenset(texts_of(name, given, "ids of what is on the board, as texts"))


def whole(
    name: str, value: Any, *, least: int = 0, most: int | None = None, or_none: bool = False
) -> int:
    """Return a whole number that is given.

    Parameters
    ----------
    name
        Name of the argument.
    value
        What is given; whatever Python takes for an index is a whole number, but no Boolean.
    least, most
        The smallest number that is taken, and the largest; None if there is no largest.
    or_none
        Whether the caller takes None, too.

    Raises
    ------
    InputError
        For what is no whole number.
    LimitError
        For a number out of range.

    Examples
    --------
    >>> whole("x", 7, most=9)
    7
    >>> whole("x", 1.5, most=9)
    Traceback (most recent call last):
    ...
    autotap.models.errors.InputError: input 'x=1.5': expected a whole number from 0 to 9
    """
    size = f"of {least} or more" if most is None else f"from {least} to {most}"
    expected = f"a whole number {size}{', or None' if or_none else ''}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong(name, value, expected)
    number = index(value)
    if number < least or (most is not None and number > most):
        raise LimitError(f"{name}={number}", expected)
    return number


def check_seconds(name: str, value: object) -> None:
    """Refuse a time limit that is neither None nor a number of 0 or more.

    Examples
    --------
    >>> check_seconds("time_limit_s", float("nan"))
    Traceback (most recent call last):
    ...
    autotap.models.errors.LimitError: number 'time_limit_s=nan': expected seconds, 0 or more
    """
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong(name, value, "seconds as a number, or None")
    if not value >= 0:
        raise LimitError(f"{name}={value}", "seconds, 0 or more")
