"""Planning a turn: which cards of a hand to play, in what order, and how to pay for them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from autotap.models.arguments import several, whole, wrong
from autotap.models.duel_masters.spell import DuelMastersSpell
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import (
    BackendUnavailableError,
    InputError,
    InternalError,
    InvalidPaymentError,
    LimitError,
    UnsupportedCostError,
)
from autotap.models.mtg.board import Board
from autotap.models.mtg.current import Current, current
from autotap.models.mtg.mana import Mana
from autotap.models.mtg.spell import Spell
from autotap.models.problem import Problem
from autotap.models.result import Payment, Status
from autotap.models.turn import Turn, TurnCard, TurnStep
from autotap.models.turn_reading import usual_worth
from autotap.solver.api import against, as_board, as_objective, as_zone_spell, solve
from autotap.solver.arriving import arriving, unsure
from autotap.solver.backends import cp_sat
from autotap.solver.backends.base import Outcome, TimeUp
from autotap.solver.compile.turn import compile_turn
from autotap.solver.decode_turn import TurnDecoder
from autotap.solver.pipeline import MATCHER, MAX_SEED, Clock
from autotap.solver.verify.turn import board_after_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autotap.models.mtg.cards import Cards
    from autotap.models.objective import Objective
    from autotap.solver.compile.turn import TurnBlueprint
    from autotap.solver.solution import Solution

    Card = str | Spell | DuelMastersSpell | TurnCard

MAX_CARDS = 100
"""Most different cards of one hand."""
MAX_LAND_DROPS = 100
"""Most land drops of one turn."""


def plan_turn(
    hand: Mapping[str, Card] | Iterable[TurnCard],
    board: str | Board | ManaZone,
    *,
    land_drops: int | None = None,
    objective: Objective | str | None = None,
    opponent: str | Board | None = None,
    time_limit_s: float | None = None,
    seed: int = 0,
    cards: Cards | None = None,
) -> Turn:
    """Find what to play this turn: the set and order of cards that is worth most, each paid.

    All cards are played in one phase: mana that floats after one of them, and what a ritual adds,
    pays for the next. What arrives can be used at once, as far as its state allows it. Mana
    abilities are activated while a cost is paid.

    Parameters
    ----------
    hand
        The cards that may be played, each at most as often as it is in hand: `TurnCard`, or by name
        what `TurnCard.parse` reads or what is paid, which then is worth its mana value (at least
        1, each X counted as announced), in Duel Masters its cost. Cards that other costs may
        discard are those of `Board.hand`.
    board
        Board text (Magic), board, or mana zone (after the charge step).
    land_drops
        How many lands may be played, 0 to `MAX_LAND_DROPS` (Magic only); None for 1.
    objective
        As in `pay` (Magic only). Its weights of losses and its life floor count; its terms, or
        those of the policy that is named, do not: the terms and their order are those of the turn.
    opponent
        As in `pay`.
    time_limit_s
        Seconds of wall time for the whole call, None for no limit. When it strikes, the best turn
        found so far is FEASIBLE; there always is one, for nothing need be played.
    seed
        Random seed; equal seeds and questions give equal turns.
    cards
        What names of cards mean, in the hand and on the board; None for what is built in.

    Returns
    -------
    Turn
        Best by `TURN_TERMS` (`ZONE_TURN_TERMS`): of the turns that do not cost the last life if
        they can help it those of the greatest value, of these those that lose least, and so on.

    Raises
    ------
    UnsupportedCostError
        For cards whose part in a turn is not covered: ways to pay besides mana, costs that ask for
        a total, abilities that count what arrives, double mana or discard a hand.
    AutotapError
        For input that cannot be read.

    Notes
    -----
    One Program for all cards, see `compile/turn.py`; the time grows with what may circulate
    (rituals, rocks, Signets), hardly with the number of lands.

    Examples
    --------
    >>> hand = {"Dark Ritual": "{B} adds {B}{B}{B}", "Vampire": "{2}{B}{B}", "Bear": "{1}{G}"}
    >>> turn = plan_turn(hand, "Swamp; Forest")
    >>> turn.cards, turn.value, str(turn.status)
    (('Dark Ritual', 'Vampire'), 5, 'OPTIMAL')
    """
    clock = Clock(time_limit_s)
    whole("seed", seed, most=MAX_SEED)
    if cards is not None:
        from autotap.models.mtg.cards import Cards

        if not isinstance(cards, Cards):
            raise wrong("cards", cards, "Cards, or None")
    if not isinstance(board, (str, Board, ManaZone)):
        raise wrong("board", board, "the text of a board, a Board or a ManaZone")
    as_one = _zone_card if isinstance(board, ManaZone) else partial(_card, cards=cards)
    held = _cards(hand, as_one)
    if isinstance(board, ManaZone):
        from autotap.solver.zone_turn import plan_zone_turn

        stated = {
            "land_drops": land_drops,
            "objective": objective,
            "opponent": opponent,
            "cards": cards,
        }
        for name, given in stated.items():
            if given is not None:
                raise wrong(name, given, f"no {name} beside a mana zone")
        return plan_zone_turn(held, board, clock)
    drops = 1 if land_drops is None else whole("land_drops", land_drops, most=MAX_LAND_DROPS)
    goal = as_objective(objective)
    goal.check("Magic")
    there = Board.parse(board, cards) if cards is not None and isinstance(board, str) else board
    start = against(as_board(there), opponent)
    for card in held:
        if card.spell is not None and not isinstance(card.spell, Spell):
            raise InputError(card.name, "a card of the game of the board")
    return _Planner(held, start, drops, replace(goal, terms=()), clock, seed).turn()


def _cards(
    hand: Mapping[str, Card] | Iterable[TurnCard], as_one: Callable[[str, Card], TurnCard]
) -> tuple[TurnCard, ...]:
    """Return the cards of a hand, each of which ``as_one`` reads."""
    if isinstance(hand, Mapping):
        cards = tuple(as_one(name, card) for name, card in hand.items())
    else:
        cards = several("hand", hand, "cards by name, or several TurnCard", TurnCard, str)
        for card in cards:
            if not isinstance(card, TurnCard):
                raise wrong("hand", card, "a TurnCard, or a mapping of names to cards")
    names = [card.name for card in cards]
    if len(names) > MAX_CARDS:
        raise LimitError(f"{len(names)} cards", f"at most {MAX_CARDS} different cards")
    for name in names:
        if names.count(name) > 1:
            raise InputError(name, "each card once, with its number of copies")
    return cards


def _card(name: str, card: Card, cards: Cards | None = None) -> TurnCard:
    if not isinstance(name, str):
        raise wrong("hand", name, "names of cards, as texts")
    if isinstance(card, TurnCard):
        return replace(card, name=name)
    if isinstance(card, str):
        return TurnCard.parse(name, card, cards=cards)
    if not isinstance(card, (Spell, DuelMastersSpell)):
        raise wrong(f"hand[{name!r}]", card, "the text of a card, what is paid, or a TurnCard")
    if isinstance(card, Spell):
        value, per_x = usual_worth(card)
        return TurnCard(name, card, value, value_per_x=per_x)
    return TurnCard(name, card, max(1, card.base.points))


def _zone_card(name: str, card: Card) -> TurnCard:
    """Read a card of Duel Masters, whose text is its cost."""
    return _card(name, as_zone_spell(card) if isinstance(card, str) else card)


class _Planner:
    """Plans one Magic turn."""

    def __init__(
        self,
        hand: tuple[TurnCard, ...],
        board: Board,
        land_drops: int,
        objective: Objective,
        clock: Clock,
        seed: int,
    ) -> None:
        self.hand = hand
        self.cards = _apart(hand)
        self.board = board
        self.land_drops = land_drops
        self.objective = objective
        self.clock = clock
        self.seed = seed
        self.arriving = arriving(self.cards, board, land_drops)
        self.unsure = unsure(self.cards, board, land_drops)
        self.owner = {
            source.id: index for index, sources in self.arriving.items() for source in sources
        }

    def turn(self) -> Turn:
        """Solve, decode and verify."""
        try:
            now = self.current()
            compiled = compile_turn(
                self.cards, now.board, self.owner, self.land_drops, self.objective, self.clock.check
            )
        except TimeUp:
            return self.one_by_one(None)
        program = compiled.blueprint.program
        outcome, backend = self.solved(compiled)
        warnings = tuple(f"unbounded mana: {label}" for label in program.unbounded)
        names = [term.name for term in program.terms]
        known = dict(zip(names, outcome.bound, strict=False))
        bound = known.get("value", compiled.most_value)
        solution = outcome.solution
        if outcome.status is not Status.OPTIMAL or solution is None:
            simple = self.one_by_one(bound, warnings)
            if solution is None or simple.value > solution.values[names.index("value")]:
                return simple
        values = dict(zip(names, solution.values, strict=True))
        steps, end = self.steps(compiled, now, solution)
        if outcome.status is Status.OPTIMAL:
            bound = values["value"]
        return self.finished(outcome.status, steps, end, bound, backend, warnings, values)

    def solved(self, compiled: TurnBlueprint) -> tuple[Outcome, str]:
        """Solve the Program; without CP-SAT, or where it finds nothing in time, by the matcher."""
        program, clock = compiled.blueprint.program, self.clock
        try:
            outcome = cp_sat.solve(
                program, time_limit_s=clock.remaining, seed=self.seed, ordered=True
            )
        except BackendUnavailableError:
            outcome = Outcome(Status.UNKNOWN)
        if outcome.solution is not None:
            return outcome, cp_sat.NAME
        from autotap.solver.backends import matcher

        other = matcher.solve(program, time_limit_s=clock.remaining, seed=self.seed)
        return (outcome if other.solution is None else other), MATCHER

    def finished(
        self,
        status: Status,
        steps: tuple[TurnStep, ...],
        board: Board,
        bound: int | None,
        backend: str,
        warnings: tuple[str, ...],
        objective: Mapping[str, int],
    ) -> Turn:
        """Return a turn whose steps have been verified; what is unsure is no proof."""
        notes = [note for card in self.cards for note in card.notes]
        notes += [f"{name} is taken to enter tapped, which it need not." for name in self.unsure]
        if self.unsure:
            status, bound = Status.FEASIBLE, None
        return Turn(
            status,
            steps,
            objective,
            bound,
            board,
            self.hand,
            backend,
            time.perf_counter() - self.clock.start,
            (*warnings, *dict.fromkeys(notes)),
        )

    def one_by_one(self, bound: int | None, warnings: tuple[str, ...] = ()) -> Turn:
        """Return what can be played by falling value, lands first, each card paid for itself.

        Whatever the time limit, there is time for this.
        """
        board, steps = self.board, list[TurnStep]()
        drops = self.land_drops
        order = sorted(
            range(len(self.cards)),
            key=lambda i: (not self.cards[i].is_land, -self.cards[i].value),
        )
        for index in order:
            card = self.cards[index]
            for _ in range(card.count if card.value or card.is_land else 0):
                payment, worth = None, card.value
                if isinstance(card.spell, Spell):
                    result = solve(Problem(board, card.spell, objective=self.objective))
                    if not isinstance(result.payment, Payment) or result.objective.get("lethal"):
                        break
                    payment, announced = result.payment, result.payment.announcement
                    worth = card.value_of(announced.x, announced.options)
                elif not drops:
                    break
                drops -= card.is_land
                adds = tuple(
                    Mana(unit[0], group.tags)
                    for group in (card.adds[0] if card.adds else ())
                    for unit in group.units
                )
                ids = tuple(source.id for source in self.arriving.get(index, ()))
                steps.append(TurnStep(card.name, payment, adds, ids, worth, board))
                board = board_after_step(card, steps[-1], board)
        values = {"value": sum(step.value for step in steps), "cards": len(steps)}
        return self.finished(
            Status.FEASIBLE, tuple(steps), board, bound, "one by one", warnings, values
        )

    # --- boards ------------------------------------------------------------------------------

    def whole(self) -> Board:
        """Return the board with everything that may arrive."""
        if not self.arriving:
            return self.board
        arriving = tuple(source for sources in self.arriving.values() for source in sources)
        return replace(self.board, sources=self.board.sources + arriving)

    def current(self) -> Current:
        """Work out what everything can do, which must not depend on what arrives.

        Raises
        ------
        UnsupportedCostError
            If it does, or what arrives has effects of its own.
        """
        together = self.whole()
        if together.is_plain:
            return Current(together, {})
        whole = current(together)
        for sources in ((), *self.arriving.values()):
            there = replace(self.board, sources=self.board.sources + sources)
            for source in current(there).board.sources:
                if whole.board.source(source.id) != source:
                    raise UnsupportedCostError(
                        source.name, "permanents whose abilities do not depend on what arrives"
                    )
        return whole

    # --- steps -------------------------------------------------------------------------------

    def steps(
        self, compiled: TurnBlueprint, now: Current, solution: Solution
    ) -> tuple[tuple[TurnStep, ...], Board]:
        """Return the steps of a solution, and the board that they lead to."""
        decoder = TurnDecoder(compiled, solution, self.cards)
        board = self.board
        steps = []
        for played in decoder.played():
            index = played.play.card
            card = self.cards[index]
            payment = None if played.payment is None else now.numbered(played.payment)
            ids = tuple(source.id for source in self.arriving.get(index, ()))
            play = played.play
            step = TurnStep(card.name, payment, played.adds, ids, play.value, board, play.paid_for)
            steps.append(step)
            try:
                board = board_after_step(card, step, board)
            except InvalidPaymentError as error:
                reason = f"a step failed its verification: {error}"
                raise InternalError(reason, repr(step)) from error
        return tuple(steps), board


def _apart(hand: tuple[TurnCard, ...]) -> tuple[TurnCard, ...]:
    """Tell the copies of a card apart, if something arrives with each."""
    return tuple(
        one for card in hand for one in (_single(card) * card.count if card.arrives else [card])
    )


def _single(card: TurnCard) -> list[TurnCard]:
    """Return one copy of a card."""
    return [card if card.count == 1 else replace(card, count=1)]
