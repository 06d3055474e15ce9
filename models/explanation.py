"""Explanations: why a cost cannot be paid and what would change that, or why a payment is best."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autotap.models.result import Payment, Result, ZonePayment


class Obstacle(StrEnum):
    """What keeps a source from paying that could pay otherwise."""

    TAPPED = "tapped"
    SICK = "summoning sick"
    FORBIDDEN = "forbidden"
    """The caller forbids it."""
    RESTRICTED = "restricted"
    """Its mana may be spent on other things only."""
    CONDITION = "condition"
    """Its ability asks for something else on the board."""
    COUNTERS = "counters"
    """Its ability asks for counters that are not there."""
    LIFE = "life"
    """Its ability costs more life than there is."""


@dataclass(frozen=True, slots=True)
class Able:
    """Something that can pay some of the symbols that fall short.

    Parameters
    ----------
    name
        Name of the source or card; for anything else what it is, as ``"floating {U}"``.
    id
        Id of the source or card, "" for anything else.
    most
        Units for these symbols that it makes at once at most.
    needs
        Mana that has to be paid for its ability first, as ``"{1}"``; "" for none.
    """

    name: str
    id: str = ""
    most: int = 1
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Unable:
    """A source that could pay some of the symbols that fall short, if nothing stood in the way.

    Parameters
    ----------
    name, id
        Name and id of the source or card.
    obstacles
        A smallest set of what stands in the way.
    detail
        The text of a restriction or a condition, "" without.
    """

    name: str
    id: str
    obstacles: tuple[Obstacle, ...]
    detail: str = ""


class Cause(StrEnum):
    """Why nothing pays."""

    MANA = "mana"
    """The symbols of the blocking set ask for more than can be made for them."""
    COST = "cost"
    """There is no cost to pay, or something besides mana is missing."""
    REQUIREMENT = "requirement"
    """Only what the caller requires or forbids prevents it."""


@dataclass(frozen=True, slots=True)
class Blocking:
    """Symbols that fall short together: a deficient set in the sense of Hall's theorem.

    Of all sets of symbols it lacks the most, and no symbol can be left out without lacking less.

    Parameters
    ----------
    cause
        Why nothing pays.
    symbols
        The symbols, each as often as it is due; civilizations and ``"points"`` for Duel Masters;
        where something besides mana is missing, the costs that cannot be paid.
    needed, available
        How many symbols these are, and how many of them can be paid at once at most.
    able, unable
        What can pay any of them, and what could if nothing stood in the way.
    total
        The locked total that they belong to, "" where it is the cost itself; of several
        announcements it is the one that lacks least.
    others
        How many other announcements there are; each of them falls short too.
    order
        Whether enough could be made, were it not for the order of activation (MTG-605.3c).
    sentence
        The same in words.
    """

    cause: Cause
    symbols: tuple[str, ...] = ()
    needed: int = 0
    available: int = 0
    able: tuple[Able, ...] = ()
    unable: tuple[Unable, ...] = ()
    total: str = ""
    others: int = 0
    order: bool = False
    sentence: str = ""

    @property
    def missing(self) -> int:
        """How many of the symbols stay unpaid at least."""
        return self.needed - self.available


class ChangeKind(StrEnum):
    """What is changed so that a cost can be paid."""

    ADD = "add"
    """More floating mana; more untapped cards of mana number 1 (Duel Masters)."""
    UNTAP = "untap"
    """Tapped sources are untapped."""
    LIFE = "life"
    """A greater life total."""
    LIFT = "lift"
    """Restrictions of mana, or requirements of the caller, are lifted."""
    REDUCE = "reduce"
    """The cost is reduced by generic mana or points."""


Item = tuple[str, ...]
"""Things that would serve equally; one of them is meant."""


@dataclass(frozen=True, slots=True)
class Change:
    """The smallest change of one kind that makes a cost payable without losing the game.

    Where none of its kind does, it is the smallest that makes the cost payable at all, and
    ``lethal``.

    Parameters
    ----------
    kind
        What is changed.
    amount
        How much of it; nothing less of this kind does.
    ways
        Every choice of that size that does, up to what serves equally: ``amount`` items each.
        Letters of types (``"S:W"`` is snow mana) or civilizations; ids of sources; texts of
        restrictions, ``"must_use ID"``, ``"forbid ID"`` or ``"require WISH"``. Empty for life and
        reductions.
    monotone
        How that is proven. True: more never hurts, and one less does not do. False: more may
        hurt, so every smaller amount was tried.
    phrase
        The same in words, as ``"with one more {U}"``.
    lethal
        Whether every payment that it makes possible takes the last life (MTG-119.4).
    """

    kind: ChangeKind
    amount: int
    ways: tuple[tuple[Item, ...], ...] = ()
    monotone: bool = True
    phrase: str = ""
    lethal: bool = False


class Verdict(StrEnum):
    """What comes of comparing an alternative with the best payment."""

    WORSE = "worse"
    EQUAL = "equal"
    """As good by every term."""
    BETTER = "better"
    """Better than a payment that was not proven to be best, or by what the caller left out."""
    SAME = "same"
    """The best payment is one already."""
    ILLEGAL = "illegal"
    """It breaks a rule."""
    IMPOSSIBLE = "impossible"
    """There is no such payment."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best payment beside an alternative.

    Parameters
    ----------
    verdict
        What comes of it.
    payment, objective
        The alternative, and the value of each of its terms; None and empty where there is none.
    term
        The first term on which it differs, ``"x"`` for a larger X; "" for none.
    best, other
        The values of that term, of the best payment and of the alternative.
    rule, reason
        The rule that it breaks, and how.
    sentence
        The same in words.
    """

    verdict: Verdict
    payment: Payment | ZonePayment | None = None
    objective: Mapping[str, int] = field(default_factory=dict)
    term: str = ""
    best: int = 0
    other: int = 0
    rule: str = ""
    reason: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cost cannot be paid, or why it is paid as it is; `str` says it in plain sentences.

    Parameters
    ----------
    result
        The answer that is explained.
    blocking
        What is in the way of a payment, None where there is one.
    changes
        The smallest changes that would make the cost payable, one of each kind that can.
    unsettled
        Kinds of change that were not settled: too many had to be tried, the time was up, or what
        had to be tried is not covered.
    comparison
        The best payment beside an alternative, None where there is no payment.
    """

    result: Result
    blocking: Blocking | None = None
    changes: tuple[Change, ...] = ()
    unsettled: tuple[ChangeKind, ...] = ()
    comparison: Comparison | None = None

    def __str__(self) -> str:
        from autotap.models.render import clean

        sentences = []
        if self.blocking is not None:
            sentences.append(self.blocking.sentence)
            if self.changes:
                sentences.append(f"It could be paid {_or([one.phrase for one in self.changes])}.")
            elif not self.unsettled:
                sentences.append("No change of one kind alone would make it payable.")
        if self.comparison is not None:
            sentences.append(self.comparison.sentence)
        return clean(" ".join(sentences))


def _or(phrases: list[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)}, or {last}" if first else last


def explanation_to_json(explanation: Explanation) -> str:
    """Write an explanation as JSON; the result in it as `result_to_json` does.

    Examples
    --------
    >>> from autotap.models.result import Result, Status
    >>> text = explanation_to_json(Explanation(Result(Status.UNPAYABLE)))
    >>> text.startswith('{"autotap":1,"sentence":"","result":{"autotap":1')
    True
    """
    from dataclasses import replace

    from msgspec import Raw, json

    from autotap.models.codec import VERSION, any_payment_record, result_to_json

    compared = explanation.comparison
    comparison: Any = None
    if compared is not None:
        comparison = json.decode(json.encode(replace(compared, payment=None)))
        comparison["payment"] = any_payment_record(compared.payment)
    data = {
        "autotap": VERSION,
        "sentence": str(explanation),
        "result": Raw(result_to_json(explanation.result).encode()),
        "blocking": explanation.blocking,
        "changes": explanation.changes,
        "unsettled": explanation.unsettled,
        "comparison": comparison,
    }
    return json.encode(data).decode()


def explanation_from_json(source: str | bytes) -> Explanation:
    """Read an explanation; its result has no problem, as that of `result_from_json`.

    Raises
    ------
    SchemaError, InputError
        As `result_from_json`.

    Examples
    --------
    >>> from autotap.solver import explain
    >>> text = explanation_to_json(explain("{U}{U}", "Island"))
    >>> print(explanation_from_json(text))
    {U}{U} needs two from Island, and at most one can be had. It could be paid with one more {U}.
    """
    from autotap.models.codec import any_payment, result_from_record, versioned
    from autotap.models.explanation_records import ExplanationRecord

    record = versioned(source, ExplanationRecord)
    compared = record.comparison
    return Explanation(
        result_from_record(record.result),
        record.blocking,
        record.changes,
        record.unsettled,
        None
        if compared is None
        else Comparison(
            compared.verdict,
            any_payment(compared.payment),
            compared.objective,
            compared.term,
            compared.best,
            compared.other,
            compared.rule,
            compared.reason,
            compared.sentence,
        ),
    )
