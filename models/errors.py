"""The errors that autotap raises.

"Cannot be paid" is never an exception: it is a `Status`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class AutotapError(Exception):
    """Parent of every error that autotap raises on purpose."""


class InputError(AutotapError, ValueError):
    """Something the caller gave cannot be understood.

    Parameters
    ----------
    text
        The text (or the JSON path) at fault.
    expected
        What would have been accepted, in words.
    position
        0-based index of the first offending character in ``text``, or None where no single
        character is at fault.
    hint
        A further sentence, such as near matches of an unknown name.
    """

    def __init__(
        self, text: str, expected: str, *, position: int | None = None, hint: str = ""
    ) -> None:
        self.text = text
        self.expected = expected
        self.position = position
        self.hint = hint
        where = "" if position is None else f" at position {position}"
        shown = text if len(text) <= 120 else text[:117] + "..."
        message = f"{self.subject} {shown!r}{where}: expected {expected}"
        super().__init__(f"{message}. {hint}" if hint else message)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.text, self.expected, self.position, self.hint)

    subject = "input"


def _rebuild(
    kind: type[InputError], text: str, expected: str, position: int | None, hint: str
) -> InputError:
    return kind(text, expected, position=position, hint=hint)


@contextmanager
def placed(text: str, start: int) -> Iterator[None]:
    """Let the errors of a part of a text, which begins at an index, name their place in the whole.

    Examples
    --------
    >>> with placed("life: x", 6):
    ...     raise InputError("x", "a number", position=0)
    Traceback (most recent call last):
    ...
    autotap.models.errors.InputError: input 'life: x' at position 6: expected a number
    """
    try:
        yield
    except InputError as error:
        position = start + (error.position or 0)
        raise type(error)(text, error.expected, position=position, hint=error.hint) from None


class CostSyntaxError(InputError):
    """A mana cost that cannot be read."""

    subject = "cost"


class AbilitySyntaxError(InputError):
    """A mana ability that cannot be read."""

    subject = "ability"


class ManaSyntaxError(AbilitySyntaxError):
    """A list of mana, as an ability makes it or as it floats, that cannot be read."""

    subject = "mana"


class EffectSyntaxError(InputError):
    """A continuous effect that cannot be read."""

    subject = "effect"


class RestrictionSyntaxError(InputError):
    """A spending restriction outside the closed language of `restriction.py`."""

    subject = "restriction"


class BoardSyntaxError(InputError):
    """A board text that cannot be read."""

    subject = "board"


class UnknownNameError(InputError):
    """A source name that the catalogue does not know."""

    subject = "name"


class AmbiguousNameError(InputError):
    """A name that several cards share."""

    subject = "name"


class FileError(InputError):
    """A file that is damaged, too large or of another kind than it should be; ``text`` names it."""

    subject = "file"


class ResumeError(FileError):
    """Answers in a file cannot be gone on with: they belong to another batch, or are damaged."""


class SchemaError(InputError):
    """JSON that is malformed or does not fit the schema; ``text`` is the path or the line."""

    subject = "JSON"


class LimitError(InputError):
    """A number beyond a documented limit."""

    subject = "number"


class UnsupportedCostError(InputError):
    """A cost, ability or option that is understood but not covered."""

    subject = "unsupported"


class UnsupportedByBackend(AutotapError):  # noqa: N818 - the public name
    """A backend was asked for a Program that it cannot express; names the features."""


class BackendUnavailableError(AutotapError):
    """A backend's library is not installed; the message says how to install it."""


class InvalidPaymentError(AutotapError, ValueError):
    """A payment breaks a rule.

    Parameters
    ----------
    rule
        Id of the broken rule, as ``"MTG-601.2g"`` or ``"DM-7"``.
    reason
        What is wrong, naming the step.
    """

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        self.reason = reason
        super().__init__(f"{rule}: {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rule, self.reason)


class NotPayableError(AutotapError):
    """`Result.unwrap` was called on a result without a payment."""


class UndecidedError(AutotapError):
    """A yes-or-no question was not decided within the time limit."""


class UnboundedManaError(AutotapError):
    """Mana abilities make mana without end, so that there is no largest pool."""


class InternalError(AutotapError):
    """A fault of autotap itself; carries a JSON reproduction of the problem.

    Parameters
    ----------
    reason
        What went wrong.
    reproduction
        The problem as JSON text.
    """

    def __init__(self, reason: str, reproduction: str = "") -> None:
        self.reason = reason
        self.reproduction = reproduction
        super().__init__(f"{reason}\nreproduction: {reproduction}" if reproduction else reason)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.reproduction)
