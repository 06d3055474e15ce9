"""Results of the library as answer records of the case format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.mtg.ability import Deed
from autotap.models.mtg.current import current_problem
from autotap.models.mtg.mana import mana_list_text
from autotap.models.mtg.spell import Payer
from autotap.models.mtg.symbols import ManaType
from autotap.models.problem import Problem
from autotap.models.result import Payment, Result, Status, ZonePayment
from tests.casework.magic import source_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from autotap.models.mtg.mana import Mana, ManaList
    from autotap.models.result import Activation, Spend

Record = dict[str, Any]
Entries = dict[str, "Mapping[str, Any]"]

_PAYABLE = {Status.OPTIMAL: True, Status.FEASIBLE: True, Status.UNPAYABLE: False}
_GIVEN_UP = (Deed.SACRIFICE, Deed.EXILE, Deed.RETURN)
_TYPE_ORDER = {kind: i for i, kind in enumerate(ManaType)}


def answer_record(case: Mapping[str, Any], result: Result) -> Record:
    """Say what the library answered, in the words of the case.

    Parameters
    ----------
    case
        The case that was asked.
    result
        What the library answered.
    """
    record = _empty(case)
    record["payable"] = _PAYABLE.get(result.status)
    if result.payment is not None:
        record["objective"] = dict(result.objective)
    if isinstance(result.payment, Payment):
        record.update(_magic(dict(source_ids(case)), result, _blight(case)))
    elif isinstance(result.payment, ZonePayment):
        record.update(_duel_masters(dict(source_ids(case)), result.payment))
    return record


def options_record(case: Mapping[str, Any], pools: Iterable[ManaList]) -> Record:
    """Say which maximal pools the library found."""
    return {**_empty(case), "mana_options": [mana_list_text(pool) for pool in pools]}


def unsupported_record(case: Mapping[str, Any], reason: str) -> Record:
    """Say that a case is not answered, and why."""
    return {**_empty(case), "unsupported": reason}


def _empty(case: Mapping[str, Any]) -> Record:
    asked: Record
    if case["game"] == "dm":
        asked = {"taps": [], "points": None}
    else:
        asked = {
            "x": None,
            "uses": [],
            "payers": [],
            "life_paid": None,
            "sacrifices": None,
            "spent": None,
            "floating": None,
            "mana_options": None,
            "still_castable": [],
        }
    return {"payable": None, **asked, "max_x": None, "objective": None, "unsupported": None}


def mana_list(mana: Iterable[Mana]) -> str:
    """Spell mana as the cases do: groups with ``only``, ``not`` and ``from`` tags; "" for none.

    Examples
    --------
    >>> from autotap.models.mtg.mana import parse_pool
    >>> mana_list(parse_pool("{U}; {G} (only: creature spells); {W} (rider: scry 1)"))
    '{W}{U}; {G} (only: creature spells)'
    """
    groups: dict[str, list[ManaType]] = {}
    for unit in mana:
        tags = f" ({unit.tags.only})" if unit.tags.only else ""
        tags += f" (from: {unit.tags.origin})" if unit.tags.origin else ""
        groups.setdefault(tags, []).append(unit.type)
    return "; ".join(
        "".join(f"{{{kind}}}" for kind in sorted(kinds, key=_TYPE_ORDER.__getitem__)) + tags
        for tags, kinds in sorted(groups.items())
    )


# --- Magic ---------------------------------------------------------------------------------------


def _blight(case: Mapping[str, Any]) -> int:
    """Add up the -1/-1 counters that the costs of a case put on a creature."""
    costs = case.get("pay", {}).get("additional_costs", [])
    return sum(cost["amount"] for cost in costs if cost["kind"] == "blight")


def _magic(entries: Entries, result: Result, blight: int) -> Record:
    payment = result.payment
    assert isinstance(payment, Payment)
    texts = [_text(entries, result, step) for step in payment.activations]
    spent = [i for spend in payment.spends for i in spend.mana]
    return {
        "x": payment.announcement.x,
        "uses": _merged(
            [
                _use(entries, payment, step, text)
                for step, text in zip(payment.activations, texts, strict=True)
            ]
        ),
        "payers": _payers(entries, payment),
        "life_paid": payment.life_lost,
        "sacrifices": sorted(_given_up(entries, payment, texts, blight)),
        "spent": mana_list(payment.mana[i] for i in spent),
        "floating": mana_list(payment.floating),
    }


def _text(entries: Entries, result: Result, step: Activation) -> str:
    """Give the ability as the case writes it, or as it was worked out."""
    problem, payment = result.problem, result.payment
    assert isinstance(problem, Problem)
    assert isinstance(payment, Payment)
    if problem.board.is_plain and "printed" not in entries[step.source]:
        return str(entries[step.source]["abilities"][step.ability])
    made = [payment.mana[i] for i in step.made]
    return str(current_problem(problem)[1].ability(step.source, step.ability, made))


def _use(entries: Entries, payment: Payment, step: Activation, text: str) -> Record:
    return {
        "name": entries[step.source]["name"],
        "ability": text,
        "output": mana_list(payment.mana[i] for i in step.made),
        "copies": 1,
    }


def _merged(lines: list[Record]) -> list[Record]:
    """Merge equal neighbours; the order of activation stays."""
    merged: list[Record] = []
    for line in lines:
        if merged and {**merged[-1], "copies": 1} == line:
            merged[-1]["copies"] += 1
        else:
            merged.append(line)
    return merged


def _payers(entries: Entries, payment: Payment) -> list[Record]:
    lines: list[Record] = []
    for spend in payment.spends:
        for way, source in spend.payers:
            if way is not Payer.DELVE:
                name = entries[source]["name"] if source else None
                lines.append({"name": name, "how": str(way), "pays": _paid_symbol(spend)})
        if spend.life:
            lines.append({"name": None, "how": "life", "pays": spend.symbol})
    delved = sum(way is Payer.DELVE for spend in payment.spends for way, _ in spend.payers)
    if delved:
        lines.append({"name": None, "how": "delve", "pays": "{1}", "copies": delved})
    objects = [*payment.objects]
    objects += [(Deed.TAP, each) for one in payment.coverings for each in one.objects]
    for deed, source in objects:
        name = entries[source]["name"] if source in entries else source
        lines.append({"name": name, "how": str(deed), "pays": None})
    return lines


def _paid_symbol(spend: Spend) -> str:
    """Give the part of a symbol that one payer pays: of a {2/W} that two pay, each pays {1}."""
    return "{1}" if len(spend.payers) + len(spend.mana) > 1 else spend.symbol


def _given_up(entries: Entries, payment: Payment, texts: list[str], blight: int) -> list[str]:
    """Name all objects given up; those that die of blight are among them."""
    deeds = list(payment.objects)
    gone = []
    for step, text in zip(payment.activations, texts, strict=True):
        own_cost = text.partition(": Add ")[0].split(", ")
        if "sacrifice this" in own_cost or "exile this from hand" in own_cost:
            gone.append(entries[step.source]["name"])
        deeds += step.objects
    left = [source for deed, source in deeds if deed in _GIVEN_UP]
    left += [
        source
        for deed, source in payment.objects
        if deed is Deed.BLIGHT
        and source not in left
        and entries[source].get("toughness", 0) <= blight
    ]
    return gone + [entries[source]["name"] for source in left]


# --- Duel Masters --------------------------------------------------------------------------------


def _duel_masters(entries: Entries, payment: ZonePayment) -> Record:
    return {
        "taps": [
            {"name": entries[tap.card]["name"], "as": tap.role.removeprefix("additional ")}
            for tap in payment.taps
        ],
        "points": payment.points,
    }
