"""Quantities: the measurable numbers of a solution as expressions of a formulation."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from autotap.solver.backends.proto import ONE, Expr, accumulate, minus, total
from autotap.solver.program import Quantity, What

if TYPE_CHECKING:
    from autotap.solver.backends.formulation import Formulation
    from autotap.solver.backends.phase import Fired

PAYMENT = ("main", "payer", "option")
"""Phases of a payment; what it leaves is another."""
WITHOUT_OPTION = ("main", "payer")


class Measures:
    """Measures quantities of one formulation, each at most once.

    Parameters
    ----------
    form
        The formulation, with its closing stage.
    """

    def __init__(self, form: Formulation) -> None:
        self.form = form
        self.model = form.model
        self.program = form.program
        self.left: Expr = {}
        self._known: dict[Quantity, Expr] = {}
        self._fired: dict[int, list[Fired]] = defaultdict(list)
        self._own: dict[int | None, list[Fired]] = defaultdict(list)
        for item in form.main.fired:
            self._fired[item.activation].append(item)
            self._own[self.program.activations[item.activation].body].append(item)
        for item in form.closing:
            self._fired[item.activation].append(item)

    def __getitem__(self, quantity: Quantity) -> Expr:
        if quantity.what is What.LEFT:
            return self.left
        if quantity not in self._known:
            self._known[quantity] = self._measure(quantity.what, quantity.number)
        return self._known[quantity]

    def _measure(self, what: What, number: int) -> Expr:
        form = self.form
        match what:
            case What.ACTIVATED:
                return total(*(item.uses for item in self._fired[number]))
            case What.TAPPED:
                return self._moved("tap", number, PAYMENT)
            case What.GONE:
                return total(
                    self._moved("leave untapped", number, PAYMENT),
                    self._moved("leave tapped", number, PAYMENT),
                )
            case What.TOUCHED:
                return self._touched(number, PAYMENT)
            case What.USED:
                return self._touched(number, WITHOUT_OPTION)
            case What.SPENT:
                return self._spent(number)
            case What.STAYED:
                return self._stayed(number)
            case What.LIFE:
                return form.lost
            case What.BELOW_FLOOR:
                return self._below_floor()
            case What.LETHAL:
                return self._lethal()
            case What.EMPTIED:
                return self._emptied(number)
            case What.MISSING:
                return self._missing(number)
            case What.PAID:
                return total(*map(self._due_flow, self.program.shares[number].sets))
            case What.LACKING:
                return self._lacking(number)
            case What.FLOATING:
                return form.floating
            case What.ANNOUNCED:
                return {form.guards[number]: 1}
            case What.SWITCH:
                return {form.switches[number]: 1}
            case What.LOST:
                return {ONE: 1, form.claims[number]: -1}
        raise ValueError(f"nothing measures {what}")

    # --- bodies --------------------------------------------------------------------------------

    def _moved(self, move: str, body: int, phases: tuple[str, ...]) -> Expr:
        moves = self.form.ledger.moves
        return total(
            *(moves[phase, move, body] for phase in phases if (phase, move, body) in moves)
        )

    def _touched(self, body: int, phases: tuple[str, ...]) -> Expr:
        """Sum the moves that touch a copy first; for single bodies with other uses a literal."""
        activations = self.program.activations
        own = self._own[body]
        standing = [
            item.uses
            for item in own
            if not (activations[item.activation].taps or activations[item.activation].leaves)
        ]
        taps = self._moved("tap", body, phases)
        leaves = self._moved("leave untapped", body, phases)
        tapped_leaves = self._moved("leave tapped", body, phases)
        if not standing and body not in self.program.untappable:
            if self.program.bodies[body].tapped:
                return tapped_leaves
            both = [
                item.uses
                for item in own
                if activations[item.activation].taps and activations[item.activation].leaves
            ]
            return minus(total(taps, leaves), total(*both))
        events = total(taps, leaves, tapped_leaves, self._moved("untap", body, phases), *standing)
        touched = self.model.positive(events, self.model.range(events)[1])
        self.model.add(minus(events, {touched: 1}), lower=0)
        return {touched: 1}

    def _emptied(self, family: int) -> Expr:
        bodies = self.program.families[family]
        copies = sum(self.program.bodies[body].copies for body in bodies)
        touched = total(*(self[Quantity(What.TOUCHED, body)] for body in bodies))
        if self.model.range(touched)[1] < copies:
            return {}
        if copies == 1:
            return touched
        emptied = self.model.variable(1)
        self.model.add(minus(touched, {emptied: 1}), upper=copies - 1)
        return {emptied: 1}

    # --- resources -----------------------------------------------------------------------------

    def _spent(self, resource: int) -> Expr:
        form = self.form
        spent: Expr = {}
        for item in form.main.fired + form.closing:
            for used, amount in self.program.activations[item.activation].uses:
                if used == resource:
                    accumulate(spent, item.uses, amount)
        for guard, option in zip(form.guards, self.program.options, strict=True):
            for used, amount in option.uses:
                if used == resource:
                    accumulate(spent, {guard: amount})
        for option, covers in zip(self.program.options, form.option_covers, strict=True):
            for cover, chosen in zip(option.covers, covers, strict=True):
                for member, variable in zip(cover.members, chosen, strict=True):
                    for used, amount in member.uses:
                        if used == resource:
                            accumulate(spent, {variable: amount})
        return spent

    def _stayed(self, resource: int) -> Expr:
        spent = self[Quantity(What.SPENT, resource)]
        keeper = self.program.resources[resource].keeper
        if keeper is None or not spent:
            return spent
        most = self.program.resources[resource].capacity
        stayed = self.model.variable(most)
        gone = self[Quantity(What.GONE, keeper)]
        self.model.add(total({stayed: 1}, total(gone, scale=most), total(spent, scale=-1)), lower=0)
        return {stayed: 1}

    # --- life ----------------------------------------------------------------------------------

    def _below_floor(self) -> Expr:
        life, lost = self.program.life or 0, self.form.lost
        room = max(life - self.program.life_floor, 0)
        most = self.model.range(lost)[1] - room
        if most <= 0:
            return {}
        below = self.model.variable(most)
        self.model.add(minus({below: 1, ONE: room}, lost), lower=0)
        return {below: 1}

    def _lethal(self) -> Expr:
        lost = self.form.lost
        spare = max((self.program.life or 0) - 1, 0)
        most = self.model.range(lost)[1]
        if most <= spare:
            return {}
        lethal = self.model.variable(1)
        self.model.add(minus(lost, {lethal: most}), upper=spare)
        return {lethal: 1}

    # --- stocks --------------------------------------------------------------------------------

    def _missing(self, stock: int) -> Expr:
        amount = self.program.stocks[stock].amount
        missing = self.model.variable(amount)
        self.model.add(total({missing: 1}, self.form.standing[stock]), lower=amount)
        return {missing: 1}

    # --- shares --------------------------------------------------------------------------------

    def _due_flow(self, kinds: frozenset[int]) -> Expr:
        """Sum the units of some kinds that what is due takes."""
        flows = self.form.demand_flows
        return {variable: 1 for (_, kind), variable in flows.items() if kind in kinds}

    def _lacking(self, share: int) -> Expr:
        asked = self.program.shares[share]
        counted: Expr = {}
        for kinds in asked.sets:
            enough = self.model.variable(asked.most)
            self.model.add(minus({enough: 1}, self._due_flow(kinds)), upper=0)
            counted[enough] = 1
        lacking = self.model.variable(asked.amount)
        self.model.add(total({lacking: 1}, counted), lower=asked.amount)
        return {lacking: 1}
