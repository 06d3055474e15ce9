"""The paid side of a random Magic problem: its context, its other payers, its cost."""

from __future__ import annotations

import re

from tests.generate import costs, totals
from tests.generate.draw import COLORS, Case, Draw, canonical
from tests.generate.play import Body, Unit, play, table_of
from tests.generate.restrictions import CONTEXTS, TEXTS, ability_verdict, verdict

ANY_COLOR = dict.fromkeys(COLORS, COLORS) | {"C": COLORS + "C"}
ANY_TYPE = dict.fromkeys(COLORS + "C", COLORS + "C")
CELESTIAL_DAWN = {"W": COLORS} | dict.fromkeys("UBRGC", "C")

STYLES = {
    "hybrid": 0.17,
    "two-hybrid": 0.16,
    "colorless-hybrid": 0.1,
    "phyrexian": 0.2,
    "hybrid-phyrexian": 0.16,
    "snow-cost": 0.9,
    "colorless-cost": 0.45,
}


def context(draw: Draw) -> Case:
    """A ``pay`` object that says what is paid for, with no cost yet."""
    kind, types = draw.pick(CONTEXTS)
    return {"name": "Paid Card", "types": types, "kind": kind, "cost": "", "total_cost": ""}


def restriction(draw: Draw, pay: Case) -> str:
    """A restriction text; more often than not such mana may pay for this."""
    useful = [
        text
        for text in TEXTS
        if verdict(text, kind=pay["kind"], types=pay["types"], cost=pay["cost"]) != "no"
    ]
    return draw.pick([*useful, "not: generic costs"] if draw.chance(0.6) else TEXTS)


def add_payers(draw: Draw, pay: Case) -> list[str]:
    """Choose what pays besides mana, and say what must be there for it."""
    wants: list[str] = []
    payers: list[str] = []
    if pay["kind"] == "resolution":
        return wants
    if draw.chance(0.09):
        payers.append("convoke")
        wants += ["creature"] * draw.pick((1, 1, 2))
    if draw.chance(0.08):
        payers.append("improvise")
        wants += ["artifact"] * draw.pick((1, 1, 2))
    if draw.chance(0.09):
        payers.append("delve")
        wants.append("card")
    if draw.chance(0.08):
        payers.append("waterbend")
        wants += [draw.pick(("creature", "artifact")) for _ in range(draw.pick((1, 2)))]
        pay["waterbend"] = draw.pick((0, 1, 1, 2, 2, 3))
    if pay["kind"] == "spell" and draw.chance(0.12):
        pay["alternative_cost"] = {"name": draw.pick(("emerge", "harmonize"))}
        wants.append("creature")
    if payers:
        pay["alternatives"] = payers
        if draw.chance(0.23):
            pay["no_mana"] = True
    return wants


def add_rules(draw: Draw, case: Case) -> None:
    """Add what else holds for the payment: tables, sources, colours, other costs."""
    pay = case["pay"]
    if draw.chance(0.11):
        first, second = draw.rng.sample(COLORS, 2)
        tables: list[dict[str, str]] = [
            ANY_COLOR,
            ANY_TYPE,
            CELESTIAL_DAWN,
            {"C": COLORS + "C"},
            {first: canonical(first + second)},
            {draw.color(): second},
        ]
        pay["spend_as"] = dict(draw.pick(tables))
    if draw.chance(0.08):
        types = draw.pick(case["board"])["types"]
        pay["only_from"] = draw.pick((types[:1], types[:2], ["land"], ["artifact"], ["creature"]))
    if draw.chance(0.08):
        pay["only_colors"] = canonical("".join(draw.color() for _ in range(3)))
    if draw.chance(0.075):
        pay["no_life"] = True
    if draw.chance(0.36):
        pay["additional_costs"] = [_additional(draw, case)]
    if draw.chance(0.2):
        totals.add_total(draw, case, graveyard(draw))


def _additional(draw: Draw, case: Case) -> Case:
    """An additional cost that this board can often meet."""
    kind = draw.pick(("life", "sacrifice", "return", "tap", "exile from graveyard"))
    if kind == "life":
        return {"kind": kind, "amount": draw.pick((1, 1, 2, 3))}
    if kind == "exile from graveyard":
        case.setdefault("graveyard", graveyard(draw))
        count = 2 if draw.chance(0.2) else 1
        return {"kind": kind, "what": draw.pick(("card", "card", "creature")), "count": count}
    permanents = [entry for entry in case["board"] if "zone" not in entry]
    types = draw.pick(permanents)["types"] if permanents else ["creature"]
    main = next((each for each in ("creature", "artifact", "land") if each in types), types[-1])
    what = draw.weighted({main: 6, types[-1]: 2, "artifact or creature": 1, "creature or land": 1})
    cost: Case = {"kind": kind, "what": what, "count": 2 if draw.chance(0.12) else 1}
    if kind == "return" and draw.chance(0.6):
        cost["tapped"] = True
    return cost


def graveyard(draw: Draw) -> list[Case]:
    """One to four cards in the graveyard."""
    cards = [{"name": "Old Bear", "count": draw.pick((1, 1, 2, 3)), "types": ["creature"]}]
    if draw.chance(0.4):
        cards.append({"name": "Old Bolt", "count": 1, "types": ["instant"]})
    return cards


def add_verdicts(case: Case) -> bool:
    """Fill in the verdicts on restrictions; false if one hint cannot say them all."""
    pay = case["pay"]
    where = str([entry["abilities"] for entry in case["board"]]) + case.get("pool", "")
    texts = [text for text in TEXTS if f"({text})" in where]
    if not texts:
        return True
    pay["restrictions"] = {
        text: verdict(text, kind=pay["kind"], types=pay["types"], cost=pay["cost"])
        for text in texts
    }
    costed = [
        entry
        for entry in case["board"]
        if any(re.match(r"\{[^TQ]", text) for text in entry["abilities"])
    ]
    found = {text: ability_verdict(text, costed) for text in texts}
    case["ability_restrictions"] = found
    return None not in found.values()


def add_cost(draw: Draw, case: Case) -> None:
    """Choose the printed cost and the locked total so that the board can often pay it."""
    pay = case["pay"]
    units = _units(draw, case)
    draw.rng.shuffle(units)
    units = units[: draw.rng.randint(1, 6) if draw.chance(0.25) else 7]
    cost = costs.cost_for(
        draw,
        units,
        styles={style for style, chance in STYLES.items() if draw.chance(chance)},
        spend_as=pay.get("spend_as", {}),
        verdicts=pay.get("restrictions", {}),
    )
    costs.disturb(draw, cost)
    if draw.chance(0.04):
        cost = costs.Cost()
    if pay["cost"] == "{X}":
        pay.pop("alternative_cost", None)
        _x_cost(draw, case, cost)
        return
    pay["cost"] = pay["total_cost"] = cost.text()
    life = sum(symbol.endswith("/P") for symbol in cost.symbols)
    halves = sum(symbol.startswith("2/") for symbol in cost.symbols)
    if "alternative_cost" in pay:
        _object_variant(draw, case, cost)
    elif 0 < halves <= 3 and draw.chance(0.5):
        less = draw.pick((1, 2))
        _effect(case, "reduce", f"{{{less}}}")
        pay["total_cost"] = costs.totals_after_reduction(cost, less)
    elif pay["kind"] == "spell" and not halves and 0 < life <= 3 and draw.chance(0.9):
        _effect(case, "minimum", 3)
        pay["total_cost"] = costs.totals_with_minimum(cost, 3)
    elif not halves and draw.chance(0.1):
        _changed_total(draw, case, cost)


def _units(draw: Draw, case: Case) -> list[Unit]:
    """Mana and other payers that a random play of the board ends with."""
    pay = case["pay"]
    plays = []
    for _ in range(3):
        table = table_of(case)
        for other in pay.get("additional_costs", []):
            fits = [body for body in table.bodies if body.fits(other.get("what", "-"))]
            if fits and other["kind"] in ("sacrifice", "tap"):
                draw.pick(fits).kept = True
            if other["kind"] == "tap total" and draw.chance(0.8):
                totals.keep(draw, table, other)
        payers = [body for body in table.bodies if _may_tap(pay, body) and draw.chance(0.7)]
        for body in payers:
            body.kept = True
        play(draw, table, case.get("ability_restrictions", {}))
        units = [
            unit
            for unit in table.pool
            if pay.get("restrictions", {}).get(unit.tag, "yes") != "no"
            and {*pay.get("only_from", ())} <= {*unit.types}
            and unit.type in pay.get("only_colors", COLORS + "C")
            and not pay.get("no_mana")
        ]
        if pay.get("alternatives") == ["waterbend"]:
            payers = payers[: pay["waterbend"]]
        for body in payers:
            colors = body.entry.get("colors", "") if "convoke" in pay["alternatives"] else ""
            units.append(Unit(draw.pick(colors or "-")))
        if "delve" in pay.get("alternatives", []):
            units += [Unit("-")] * draw.rng.randint(0, table.graveyard)
        plays.append(units)
    return max(plays, key=len)


def _may_tap(pay: Case, body: Body) -> bool:
    payers = pay.get("alternatives", [])
    creature = "convoke" in payers or "waterbend" in payers
    artifact = "improvise" in payers or "waterbend" in payers
    fits = (creature and body.fits("creature")) or (artifact and body.fits("artifact"))
    return fits and not body.tapped


def _x_cost(draw: Draw, case: Case, cost: costs.Cost) -> None:
    """A cost with {X}: given, free, or under a reduction."""
    pay = case["pay"]
    xs = draw.pick((1, 1, 1, 2))
    way = draw.weighted({"given": 2.5, "free": 3, "apart": 3.5, "reduced": 3})
    if any(symbol.startswith("2/") for symbol in cost.symbols) and way == "reduced":
        way = "given"
    if way == "given":
        pay["x"] = draw.rng.randint(0, cost.generic // xs)
        pay["cost"] = cost.text(xs=xs, generic=cost.generic - xs * pay["x"])
        pay["total_cost"] = cost.text()
        if "waterbend" in pay and draw.chance(0.6):
            pay["waterbend"] = "X"
    elif way == "free":
        pay["cost"] = pay["total_cost"] = cost.text(xs=xs)
        if draw.chance(0.5):
            pay["x_colors"] = canonical(draw.color() + draw.color())
        if "waterbend" in pay and draw.chance(0.6):
            pay["waterbend"] = "X"
    elif way == "apart":
        _x_apart(draw, pay, cost, xs)
    else:
        less = draw.pick((1, 2, 2, 3))
        _effect(case, "reduce", f"{{{less}}}")
        pay["cost"] = cost.text(xs=xs)
        pay["total_cost"] = costs.totals_by_x(cost, xs=xs, less=less)


def _x_apart(draw: Draw, pay: Case, cost: costs.Cost, xs: int) -> None:
    """An X above 0 for which only some mana may be spent, or one mana of each type."""
    x = max(1, draw.rng.randint(0, cost.generic // xs))
    text = cost.text(xs=xs, generic=max(0, cost.generic - xs * x))
    pay["cost"] = text
    pay["total_cost"] = [{"cost": text, "x": x}]
    if draw.chance(0.6):
        pay["x_distinct"] = True
        if draw.chance(0.7):
            pay["x_colors"] = COLORS
    else:
        pay["x_colors"] = canonical(draw.color() + draw.color())


def _object_variant(draw: Draw, case: Case, cost: costs.Cost) -> None:
    """Let giving up or tapping a creature make the cost cheaper (emerge, harmonize)."""
    pay = case["pay"]
    creatures = [entry for entry in case["board"] if "creature" in entry["types"]]
    entry = draw.pick([entry for entry in creatures if "zone" not in entry])
    key = "sacrifice" if pay["alternative_cost"]["name"] == "emerge" else "tap"
    less = draw.pick((1, 2, 3))
    pay["cost"] = cost.text(generic=cost.generic + less)
    pay["total_cost"] = [{"cost": pay["cost"]}, {"cost": cost.text(), key: [entry["name"]]}]
    pay["alternative_cost"]["cost"] = pay["cost"]
    if key == "sacrifice":
        entry["mana_cost"] = f"{{{less}}}"
    else:
        entry["power"] = less


def _changed_total(draw: Draw, case: Case, cost: costs.Cost) -> None:
    """Let an increase or a reduction stand between the printed cost and the total."""
    pay = case["pay"]
    change = draw.pick((1, 1, 2))
    if cost.generic >= change and draw.chance(0.5):
        _effect(case, "increase", f"{{{change}}}")
        pay["cost"] = cost.text(generic=cost.generic - change)
    else:
        _effect(case, "reduce", f"{{{change}}}")
        pay["cost"] = cost.text(generic=cost.generic + change)


def _effect(case: Case, kind: str, amount: str | int) -> None:
    objects = {"spell": "this spell", "ability": "this ability", "resolution": "this"}
    words = {"reduce": "costs {} less", "increase": "costs {} more", "minimum": "costs {} or more"}
    of = "spells" if kind == "minimum" else objects[case["pay"]["kind"]]
    case["effects"] = [
        {"text": words[kind].format(amount), "kind": kind, "amount": amount, "of": of}
    ]
