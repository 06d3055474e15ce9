"""Judge answer records: replay them under the rules and hold them against a case's ``expect``.

A record does not say which copy was meant, which object was sacrificed, nor which mana paid
which symbol. So every reading of it is followed, and one legal reading is enough.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.reference.magic import TERMS, covers, given_up
from tests.reference.notation import COLORS, Unit, parse_ability, parse_cost, parse_mana_list
from tests.reference.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.reference.notation import Ability
    from tests.reference.position import Pool, Slot, State, World
    from tests.reference.question import Announcement, Final, Payer

_MANA_PAYERS = ("convoke", "improvise", "waterbend", "delve", "assist")
_MAX_STATES = 200_000


class Reading(NamedTuple):
    """One way to understand a record as a legal payment."""

    final: Final
    announcement: Announcement
    spent: Counter[str]


class Illegal(Exception):  # noqa: N818
    """No reading of the record is legal; the text begins with the broken rule."""


def illegal(case: Mapping[str, Any], record: Mapping[str, Any], hints: bool = True) -> str | None:
    """The broken rule with a reason, or None if some reading of the record is legal."""
    if case["game"] == "dm":
        from tests.reference import duel_masters

        return duel_masters.illegal(case, record)
    if not record.get("payable"):
        return None
    try:
        next(iter(readings(_question(case, record), record, hints)))
    except Illegal as wrong:
        return str(wrong)
    return None


def judge(
    case: Mapping[str, Any], record: Mapping[str, Any], hints: bool = True
) -> tuple[str, str]:
    """Verdict ``pass``, ``fail`` or ``unsupported`` for a record, with a reason."""
    if record.get("unsupported"):
        return "unsupported", str(record["unsupported"])
    reason = (
        _judge_duel(case, record) if case["game"] == "dm" else _judge_magic(case, record, hints)
    )
    return ("fail", reason) if reason else ("pass", "")


# -- Magic -------------------------------------------------------------------------------------


def _judge_magic(case: Mapping[str, Any], record: Mapping[str, Any], hints: bool) -> str | None:
    expect = case["expect"]
    if "mana_options" in expect:
        wrong = _wrong_options(expect["mana_options"], record.get("mana_options"))
        if wrong or "payable" not in expect:
            return wrong
    if record.get("payable") is not expect["payable"]:
        return f"payable: expected {expect['payable']}, got {record.get('payable')}"
    if not expect["payable"]:
        return None
    if "max_x" in expect and record.get("max_x") != expect["max_x"]:
        return f"max_x: expected {expect['max_x']}, got {record.get('max_x')}"
    question = _question(case, record)
    reason = "MTG-601.2h: no reading"
    try:
        for reading in readings(question, record, hints):
            unmet = _unmet(case, question, reading, record)
            if unmet is None:
                return None
            reason = unmet
    except Illegal as wrong:
        return str(wrong)
    return reason


def _wrong_options(expected: list[str], got: list[str] | None) -> str | None:
    """Compare mana options as sets closed under covering."""
    if got is None:
        return "mana_options: missing"
    wanted = [parse_mana_list(text) for text in expected]
    found = [parse_mana_list(text) for text in got]
    for text, pool in zip(expected, wanted, strict=True):
        if not any(covers(other, pool) for other in found):
            return f"mana_options: {text!r} is missing"
    for text, pool in zip(got, found, strict=True):
        if not any(covers(other, pool) for other in wanted):
            return f"mana_options: {text!r} cannot be made"
    return None


def _question(case: Mapping[str, Any], record: Mapping[str, Any]) -> Question:
    """The question at the X of the record, with every pool kept apart."""
    x = record.get("x")
    total = case["pay"].get("total_cost")
    if x is None:
        x = case["expect"].get("max_x")
    if x is None and isinstance(total, list):
        x = min((one["x"] for one in total if "x" in one), default=None)
    elif x is None and "{X}" in (total or ""):
        x = 0
    question = Question(case, x=x, assist=True, max_states=_MAX_STATES)
    question.reads_pool = True
    return question


def readings(
    question: Question, record: Mapping[str, Any], hints: bool = True
) -> Iterator[Reading]:
    """Every legal reading of a record; raises ``Illegal`` if there is none."""
    world = question.world
    fixed = question.pay.get("x")
    if fixed is not None and record.get("x") not in (None, fixed):
        raise Illegal(f"MTG-107.3: X is {fixed}")
    limit = question.pay.get("x_limit")
    if limit is not None and (record.get("x") or 0) > limit:
        raise Illegal(f"MTG-107.3: X is at most {limit}")
    moments = {(world.start, 0, 0)}
    for line in record.get("uses") or ():
        if line.get("ability") is None:
            continue
        candidates = _candidates(world, line, hints)
        output = parse_mana_list(line.get("output") or "")
        for _ in range(line.get("copies") or 1):
            after = {
                one for moment in moments for one in _activate(world, moment, candidates, output)
            }
            if not after:
                raise Illegal(_why(world, [moment[0] for moment in moments], candidates, line))
            moments = after
    listed = _listed_payers(record)
    question.restrict_payers(listed)
    found = False
    reason = "MTG-601.2h: the cost is not paid in full"
    for state, loss, activations in moments:
        for announcement in question.announcements:
            for final in question.finals(state, loss, activations, announcement):
                if not _same_payers(_payers_of(world, final.payers), listed):
                    reason = "MTG-601.2h: a listed payer pays nothing"
                    continue
                if not _pays_as_told(question, final.payers, record):
                    reason = "MTG-601.2h: a payer does not pay the symbol that is told"
                    continue
                reading = Reading(final, announcement, _spent(world, state.pool, final.left))
                wrong = _contradiction(world, reading, record)
                if wrong is None:
                    found = True
                    yield reading
                else:
                    reason = wrong
    if not found:
        if not question.announcements:
            reason = "MTG-118.6: this cost cannot be paid"
        elif reason.startswith("MTG-601.2h: the cost"):
            reason = _why_not_paid(question, moments) or reason
        raise Illegal(reason)


def _candidates(world: World, line: Mapping[str, Any], hints: bool) -> list[tuple[int, int]]:
    """Entries and abilities that a line of ``uses`` may mean."""
    groups = [
        (at, group)
        for at, group in enumerate(world.groups[: world.listed])
        if group.name == line["name"]
    ]
    if not groups:
        raise Illegal(f"MTG-602.2: there is no {line['name']} on the board")
    found = [
        (at, index)
        for at, group in groups
        for index, ability in enumerate(group.abilities)
        if ability.text == line["ability"]
    ]
    if not hints:
        for at, group in groups:
            if group.printed:
                found += [
                    (at, index)
                    for index in _printed_as(group.abilities, group.printed, line["ability"])
                    if (at, index) not in found
                ]
    if not found:
        raise Illegal(f"MTG-602.2: {line['name']} has no ability {line['ability']!r}")
    return found


def _printed_as(abilities: tuple[Ability, ...], printed: tuple[str, ...], text: str) -> list[int]:
    """Abilities (as they are now) that a text worked out from the printed ones may stand for.

    Effects change outputs and add damage; the cost of an ability stays, so it must agree.
    """
    cost = sorted(text.partition(": Add ")[0].split(", "))
    alike = [
        index
        for index, ability in enumerate(abilities)
        if sorted(ability.text.partition(": Add ")[0].split(", ")) == cost
    ]
    return alike or (list(range(len(abilities))) if text in printed else [])


def _activate(
    world: World,
    moment: tuple[State, int, int],
    candidates: list[tuple[int, int]],
    output: tuple[Unit, ...],
) -> Iterator[tuple[State, int, int]]:
    """Every moment after one activation of a candidate that makes just this output."""
    state, loss, activations = moment
    for at, index in candidates:
        for copy, _ in world.copies(state.position, at):
            for move in world.activations(state.position, at, copy, index):
                for step in world.after(state, move):
                    kept = Counter(step.state.pool) - Counter(step.made)
                    for made in _as_written(world, step.made, output):
                        pool = tuple(sorted([*kept.elements(), *made]))
                        after = step.state._replace(pool=pool)
                        yield after, loss + move.loss, activations + 1


def _as_written(world: World, made: Pool, output: tuple[Unit, ...]) -> set[Pool]:
    """The kinds made, with the colors of ``{Any}`` taken from the record; empty if it differs."""
    written = Counter(unit.type for unit in output)
    fixed = [kind for kind in made if world.kind(kind).type != "Any"]
    free = [kind for kind in made if world.kind(kind).type == "Any"]
    colors = written - Counter(world.kind(kind).type for kind in fixed)
    if (
        len(made) != len(output)
        or colors.total() != len(free)
        or not set(colors) <= {*COLORS, "Any"}
    ):
        return set()
    if len(set(free)) <= 1:
        orders = [tuple(colors.elements())]
    else:
        orders = list(set(permutations(colors.elements())))
    return {
        tuple(sorted([*fixed, *(world.recolored(k, c) for k, c in zip(free, order, strict=True))]))
        for order in orders
    }


def _listed_payers(record: Mapping[str, Any]) -> Counter[tuple[str, str]]:
    listed: Counter[tuple[str, str]] = Counter()
    for line in record.get("payers") or ():
        if line["how"] in _MANA_PAYERS:
            name = "" if line["how"] in ("delve", "assist") else line["name"]
            listed[line["how"], name] += line.get("copies") or 1
    return listed


def _payers_of(world: World, payers: tuple[Payer, ...]) -> Counter[tuple[str, str]]:
    return Counter(
        (payer.how, world.groups[payer.group].name if payer.group >= 0 else "") for payer in payers
    )


def _same_payers(paying: Counter[tuple[str, str]], listed: Counter[tuple[str, str]]) -> bool:
    """All listed payers pay, and no other; help by another player need not be listed."""
    extra = paying - listed
    return not listed - paying and set(extra) <= {("assist", "")}


def _pays_as_told(question: Question, payers: tuple[Payer, ...], record: Mapping[str, Any]) -> bool:
    """The symbols that the record gives to its payers can be handed out among the slots paid."""
    told = [
        (line["how"], line["name"], parse_cost(line["pays"]) if line.get("pays") else None)
        for line in record.get("payers") or ()
        if line["how"] in _MANA_PAYERS
        for _ in range(line.get("copies") or 1)
    ]
    if all(symbols is None for _, _, symbols in told):
        return True
    world = question.world
    slots = [world.slot(payer.slot) for payer in payers]
    colors: dict[tuple[str, str], set[str]] = {}
    for payer in payers:
        if payer.how == "convoke":
            group = world.groups[payer.group]
            colors.setdefault((payer.how, group.name), set()).update(group.colors)
    holder: dict[int, int] = {}

    def fits(at: int, slot: Slot) -> bool:
        how, name, symbols = told[at]
        if not slot.generic and not set(slot.types) & colors.get((how, name), set()):
            return False
        return symbols is None or any(
            bool(symbol.generic or symbol.variable)
            if slot.generic
            else bool(set(symbol.types) & set(slot.types))
            for symbol in symbols
        )

    def place(at: int, tried: set[int]) -> bool:
        for number, slot in enumerate(slots):
            if number not in tried and fits(at, slot):
                tried.add(number)
                if number not in holder or place(holder[number], tried):
                    holder[number] = at
                    return True
        return False

    return all(place(at, set()) for at in range(len(told)))


def _spent(world: World, pool: Pool, left: Pool) -> Counter[str]:
    return Counter(world.kind(kind).type for kind in (Counter(pool) - Counter(left)).elements())


def _contradiction(world: World, reading: Reading, record: Mapping[str, Any]) -> str | None:
    """What the record says of the payment and is not so in this reading."""
    final = reading.final
    if record.get("life_paid") is not None and record["life_paid"] != world.life - final.life:
        return f"MTG-119.4: {world.life - final.life} life is lost, not {record['life_paid']}"
    if record.get("sacrifices") is not None:
        gone = Counter(given_up(world, final.position))
        told = Counter(record["sacrifices"])
        if told not in (gone, gone + _discarded(world, final)):
            return f"MTG-118.3: given up is {sorted(gone.elements())}"
    if record.get("spent") is not None and not _same(reading.spent, record["spent"]):
        return f"MTG-601.2h: {_text(reading.spent)} is spent"
    left = Counter(world.kind(kind).type for kind in final.left)
    if record.get("floating") is not None and not _same(left, record["floating"]):
        return f"MTG-106.4: {_text(left)} is left in the pool"
    return None


def _discarded(world: World, final: Final) -> Counter[str]:
    return Counter(
        group.name
        for at, group in enumerate(world.groups)
        for state, count in world.copies(final.position, at)
        if state.gone and group.in_hand and not state.used
        for _ in range(count)
    )


def _same(kinds: Counter[str], text: str) -> bool:
    """Equal mana by type; undecided ``{Any}`` stands for any color."""
    told = tuple(Unit(unit.type) for unit in parse_mana_list(text))
    held = tuple(Unit(kind) for kind in kinds.elements())
    return len(told) == len(held) and (covers(held, told) or covers(told, held))


def _text(kinds: Counter[str]) -> str:
    return "".join("{" + kind + "}" for kind in sorted(kinds.elements())) or "no mana"


def _why(
    world: World,
    states: list[State],
    candidates: list[tuple[int, int]],
    line: Mapping[str, Any],
) -> str:
    """The rule that keeps a line of ``uses`` from being done."""
    name = line["name"]
    reasons = [
        "MTG-118.3: {} is tapped, gone or lacks what the cost takes",
        "MTG-PRO-22: the condition of {} is not met",
        "MTG-118.3: {} lacks objects for its cost",
        "MTG-119.4: not enough life for {}",
        "MTG-605.3b: the mana for {} is not in the pool or may not pay for it",
        "MTG-106.1: {} does not make that mana",
    ]
    reached = 0
    for state in states:
        for at, index in candidates:
            ability = world.groups[at].abilities[index]
            for copy, _ in world.copies(state.position, at):
                if world.own_cost(at, copy, index) is None:
                    continue
                condition = ability.condition
                if condition and world.number(state.position, condition.what) < condition.count:
                    reached = max(reached, 1)
                    continue
                moves = list(world.activations(state.position, at, copy, index))
                if not moves:
                    reached = max(reached, 2)
                elif state.life < ability.life or (ability.life and world.no_life):
                    reached = max(reached, 3)
                elif not any(True for move in moves for _ in world.after(state, move)):
                    reached = max(reached, 4)
                else:
                    reached = 5
    if reached == 0 and world.groups[candidates[0][0]].sick:
        return f"MTG-SYM-12: {name} is summoning sick"
    return reasons[reached].format(name)


def _why_not_paid(question: Question, moments: set[tuple[State, int, int]]) -> str | None:
    """Name life, restrictions or the closed window as the obstacle if it is the only one."""
    world = question.world
    if any(
        True
        for state, loss, _ in moments
        for announcement in question.announcements
        for _ in question.finals(state, loss, 0, announcement)
    ):
        return "MTG-601.2g: nothing is due in mana, so no mana ability may be activated"
    richer = {(state._replace(life=10**6), loss, done) for state, loss, done in moments}
    for state, loss, done in richer if not world.no_life else ():
        for announcement in question.announcements:
            for _ in question.finals(state, loss, done, announcement):
                return "MTG-119.4: not enough life"
    main = world.contexts["main"]
    world.lift_restrictions()
    for state, loss, done in moments:
        for announcement in question.announcements:
            for _ in question.finals(state, loss, done, announcement):
                world.contexts["main"] = main
                return "MTG-106.6: restricted mana is spent on something else"
    return None


# -- expectations ------------------------------------------------------------------------------


def _unmet(
    case: Mapping[str, Any], question: Question, reading: Reading, record: Mapping[str, Any]
) -> str | None:
    """The first expectation that a legal reading does not meet."""
    expect, world = case["expect"], question.world
    final = reading.final
    used = _used(world, final)
    tapped = Counter(reading.announcement.tap)
    given = Counter(given_up(world, final.position)) + _discarded(world, final)
    sets = expect.get("taps_any_of", [])
    if "taps_exactly" in expect:
        sets = [expect["taps_exactly"]]
    if sets and not any(Counter(names) in (used, used + tapped) for names in sets):
        return f"taps: used {sorted(used.elements())}, expected {sets}"
    if Counter(expect.get("must_tap", ())) - (used + tapped):
        return f"must_tap: used {sorted(used.elements())}"
    if set(expect.get("must_not_tap", ())) & set(used):
        return f"must_not_tap: used {sorted(used.elements())}"
    if Counter(expect.get("must_sacrifice", ())) - given:
        return f"must_sacrifice: given up {sorted(given.elements())}"
    if set(expect.get("must_not_sacrifice", ())) & set(given):
        return f"must_not_sacrifice: given up {sorted(given.elements())}"
    lost = world.life - final.life
    if expect.get("life_paid", lost) != lost:
        return f"life_paid: {lost}, expected {expect['life_paid']}"
    left = Counter(world.kind(kind).type for kind in final.left)
    if expect.get("no_floating") and left:
        return f"no_floating: {_text(left)} is left"
    if "leftover_pool" in expect:
        held = tuple(Unit(*world.kind(kind)[:2]) for kind in final.left)
        wanted = tuple(Unit(u.type, u.tags) for u in parse_mana_list(expect["leftover_pool"]))
        if len(held) != len(wanted) or not (covers(held, wanted) and covers(wanted, held)):
            return f"leftover_pool: {_text(left)}, expected {expect['leftover_pool']!r}"
    if "mana_spent" in expect and not any(
        _same(reading.spent, text) for text in expect["mana_spent"]
    ):
        return f"mana_spent: {_text(reading.spent)}, expected {expect['mana_spent']}"
    colors = len(set(reading.spent) & set(COLORS))
    if colors < expect.get("colors_spent", 0):
        return f"colors_spent: {colors}, expected {expect['colors_spent']}"
    for name, text in expect.get("produces", {}).items():
        wrong = _wrong_production(name, text, record)
        if wrong:
            return wrong
    removed = _counters_removed(record)
    for name, number in expect.get("counters_removed", {}).items():
        if removed[name] != number:
            return f"counters_removed: {removed[name]} of {name}, expected {number}"
    delved = sum(payer.how == "delve" for payer in final.payers)
    if expect.get("delve_cards", delved) != delved:
        return f"delve_cards: {delved}, expected {expect['delve_cards']}"
    if "still_castable" in expect and not all(
        question.castable(kept, final) for kept in question.kept
    ):
        return f"still_castable: {expect['still_castable']} is not payable afterwards"
    return _wrong_objective(expect.get("objective", {}), question, final, record)


def _used(world: World, final: Final) -> Counter[str]:
    used: Counter[str] = Counter()
    for at, group in enumerate(world.groups):
        for state, count in world.copies(final.position, at):
            used[group.name] += count * state.used
    return +used


def _counters_removed(record: Mapping[str, Any]) -> Counter[str]:
    removed: Counter[str] = Counter()
    for line in record.get("uses") or ():
        if line.get("ability") is not None:
            counters = parse_ability(line["ability"]).counters
            removed[line["name"]] += (line.get("copies") or 1) * sum(n for _, n in counters)
    return removed


def _wrong_production(name: str, text: str, record: Mapping[str, Any]) -> str | None:
    wanted = Counter(unit.type for unit in parse_mana_list(text))
    lines = [
        line
        for line in record.get("uses") or ()
        if line["name"] == name and line.get("ability") is not None
    ]
    for line in lines:
        if Counter(unit.type for unit in parse_mana_list(line["output"])) != wanted:
            return f"produces: {name} makes {line['output']}, expected {text}"
    return None if lines else f"produces: {name} makes nothing, expected {text}"


def _wrong_objective(
    expected: Mapping[str, int], question: Question, final: Final, record: Mapping[str, Any]
) -> str | None:
    if not expected:
        return None
    terms = dict(zip(TERMS, question.vector(final), strict=True))
    terms["mana_left"] = -terms["mana_left"]
    told = record.get("objective") or {}
    for name, value in expected.items():
        if terms.get(name) != value:
            return f"objective: {name} is {terms.get(name)}, expected {value}"
        if told.get(name, value) != value:
            return f"objective: {name} is reported as {told[name]}, expected {value}"
    return None


# -- Duel Masters ------------------------------------------------------------------------------


def _judge_duel(case: Mapping[str, Any], record: Mapping[str, Any]) -> str | None:
    from tests.reference import duel_masters

    expect = case["expect"]
    if record.get("payable") is not expect["payable"]:
        return f"payable: expected {expect['payable']}, got {record.get('payable')}"
    if not expect["payable"]:
        return None
    if "max_x" in expect and record.get("max_x") != expect["max_x"]:
        return f"max_x: expected {expect['max_x']}, got {record.get('max_x')}"
    broken = duel_masters.illegal(case, record)
    if broken:
        return broken
    tapped = Counter(line["name"] for line in record["taps"])
    sets = expect.get("taps_any_of", [])
    if "taps_exactly" in expect:
        sets = [expect["taps_exactly"]]
    if sets and not any(Counter(names) == tapped for names in sets):
        return f"taps: {sorted(tapped.elements())}, expected {sets}"
    if Counter(expect.get("must_tap", ())) - tapped:
        return f"must_tap: {sorted(tapped.elements())}"
    if set(expect.get("must_not_tap", ())) & set(tapped):
        return f"must_not_tap: {sorted(tapped.elements())}"
    if not {"still_castable", "objective"} & set(expect):
        return None
    zone = duel_masters.untapped(case)
    due = duel_masters.due_of(case, record.get("max_x") or 0)
    roles = Counter((line["name"], line["as"]) for line in record["taps"])
    kept = Counter(expect.get("still_castable", ()))
    hand = [card for card in case.get("hand", ()) if card["name"] in kept]
    reason: str | None = "DM-7: no reading"
    for paid in duel_masters.payments(zone, due):
        told = [(card.name, role) for card, role, _ in paid.civilization_step]
        told += [(card.name, "points") for card, _ in paid.points_step]
        told += [(card.name, role) for card, role in paid.additional]
        if Counter(told) != roles or paid.points != record["points"]:
            continue
        left = zone - paid.tapped
        lost = duel_masters.kept_lost(case, left, due)
        values = duel_masters.vector(zone, paid, due.total, lost)
        terms = dict(zip(duel_masters.TERMS, values, strict=True))
        wanted = expect.get("objective", {})
        wrong = {name: terms.get(name) for name in wanted if terms.get(name) != wanted[name]}
        if hand and duel_masters.kept_lost({"hand": hand}, left, due):
            reason = f"still_castable: {sorted(kept)} is not payable afterwards"
        elif wrong:
            reason = f"objective: {wrong}, expected {wanted}"
        else:
            return None
    return reason
