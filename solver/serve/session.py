"""What the library answers to the questions of one client, who has boards of its own.

Texts are turned into boards, spells and objectives once: the same text gives the same object
again, so that the library recognizes a question by its objects. What it remembers about boards is
forgotten after so many of them: a server runs for long, and most of its boards never come back.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw, json

from autotap.models.codec import (
    VERSION,
    duel_masters_problem,
    magic_problem,
    objective_from_record,
)
from autotap.models.codec_records import (
    DuelMastersRecord,
    MagicRecord,
    ObjectiveRecord,
)
from autotap.models.duel_masters.records import (
    DuelMastersSpellRecord,
    ZoneRecord,
    duel_masters_spell_from_record,
    zone_from_record,
    zone_payment_from_record,
)
from autotap.models.duel_masters.zone import ManaZone
from autotap.models.errors import BackendUnavailableError, InvalidPaymentError, SchemaError
from autotap.models.explanation import explanation_to_json
from autotap.models.memo import Lookup, forget
from autotap.models.mtg.board import Board
from autotap.models.mtg.board_records import BoardRecord, board_from_record
from autotap.models.mtg.mana import mana_list_text
from autotap.models.mtg.payment_records import payment_from_record
from autotap.models.mtg.spell import Spell
from autotap.models.mtg.spell_records import SpellRecord, spell_from_record
from autotap.models.problem import Problem
from autotap.models.records import at
from autotap.models.turn_codec import hand_from_json, turn_to_json
from autotap.solver.api import cache_clear, solve
from autotap.solver.enumeration import ways_of
from autotap.solver.explanation import explain_result
from autotap.solver.hand import castable
from autotap.solver.largest_x import Unbounded, max_x
from autotap.solver.options import mana_options
from autotap.solver.payable import can_pay, time_left
from autotap.solver.router import BACKENDS
from autotap.solver.serve import answers, boards, questions
from autotap.solver.turn import plan_turn
from autotap.solver.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autotap.models.problem import DuelMastersProblem

    Place = Board | ManaZone

BOARDS_REMEMBERED = 4_096
"""Boards after which all that is remembered about boards is forgotten."""

_BOARDS = Lookup[bytes, Any](
    lambda text: board_from_record(json.decode(text, type=str | BoardRecord)), maxsize=256
)
_ZONES = Lookup[bytes, Any](
    lambda text: zone_from_record(json.decode(text, type=str | ZoneRecord)), maxsize=256
)
_SPELLS = Lookup[bytes, Any](
    lambda text: spell_from_record(json.decode(text, type=SpellRecord)), maxsize=4_096
)
_ZONE_SPELLS = Lookup[bytes, Any](
    lambda text: duel_masters_spell_from_record(json.decode(text, type=DuelMastersSpellRecord)),
    maxsize=4_096,
)
_OBJECTIVES = Lookup[bytes, Any](
    lambda text: objective_from_record(json.decode(text, type=str | ObjectiveRecord)), maxsize=256
)


def warm_up() -> None:
    """Import what is imported when first needed: some of it cannot be once it was half imported.

    Examples
    --------
    >>> warm_up()
    """
    problem = Problem(Board.parse("Plains"), Spell.parse("{W}"))
    for backend in BACKENDS:
        with suppress(BackendUnavailableError):
            solve(problem, backend=backend, use_cache=False)
    next(ways_of(problem))


class Session:
    """Answers questions.

    Parameters
    ----------
    most_boards
        How many boards are kept.

    Examples
    --------
    >>> session = Session(most_boards=10)
    >>> asked = questions.MaxX(board="3 Mountain; Sol Ring", pay=SpellRecord(cost="{X}{R}"))
    >>> session.max_x(asked).max_x
    4
    """

    def __init__(self, most_boards: int) -> None:
        self.boards = boards.Boards(most_boards)
        self._seen = 0

    # --- boards ----------------------------------------------------------------------------------

    def set_board(self, asked: boards.SetBoard | boards.SetZone) -> answers.BoardAnswer:
        """Keep a board."""
        self._see()
        board: Place
        if isinstance(asked, boards.SetBoard):
            board = board_from_record(asked.board)
        else:
            board = zone_from_record(asked.board)
        return self._kept(asked.board_id, board)

    def patch_board(self, asked: boards.PatchBoard | boards.PatchZone) -> answers.BoardAnswer:
        """Keep what a patch makes of a board."""
        self._see()
        board = boards.patched(self.boards.get(asked.board_id, asked.version), asked)
        return self._kept(asked.board_id if asked.into is UNSET else asked.into, board)

    def drop_board(self, asked: boards.DropBoard) -> answers.Done:
        """Forget a board."""
        self.boards.drop(asked.board_id)
        return answers.Done()

    def _see(self) -> None:
        """Make room before a new board."""
        self._seen += 1
        if self._seen % BOARDS_REMEMBERED == 0:
            forget()
            cache_clear()

    def _kept(self, board_id: str, board: Place) -> answers.BoardAnswer:
        things = board.cards if isinstance(board, ManaZone) else board.sources
        version = self.boards.keep(board_id, board)
        return answers.BoardAnswer(board_id, version, tuple(thing.id for thing in things))

    # --- questions -------------------------------------------------------------------------------

    def solve(self, asked: questions.Solve | questions.ZoneSolve) -> Raw:
        """Find the best payment."""
        problem = self._problem(asked)
        return answers.result_text(
            solve(
                problem,
                backend=asked.backend,
                time_limit_s=asked.time_limit_s,
                seed=asked.seed,
            )
        )

    def can_pay(self, asked: questions.CanPay | questions.ZoneCanPay) -> answers.CanPayAnswer:
        """Tell whether a cost can be paid."""
        board, spell = self._board(asked), _spell(asked.pay)
        payable = can_pay(spell, board, x=asked.x, time_limit_s=asked.time_limit_s)
        return answers.CanPayAnswer(payable)

    def castable(self, asked: questions.Castable | questions.ZoneCastable) -> dict[str, Any]:
        """Tell which cards can be paid."""
        board, hand = self._board(asked), {}
        for name, card in asked.hand.items():
            with at(f"$.hand.{name}"):
                hand[name] = _spell(card)
        jointly, limit = asked.jointly, asked.time_limit_s
        if not asked.payments:
            return {"castable": castable(hand, board, jointly=jointly, time_limit_s=limit)}
        found = castable(hand, board, payments=True, jointly=jointly, time_limit_s=limit)
        return {"castable": {name: answers.result_text(each) for name, each in found.items()}}

    def max_x(self, asked: questions.MaxX | questions.ZoneMaxX) -> answers.MaxXAnswer:
        """Find the largest X."""
        board, spell = self._board(asked), _spell(asked.pay)
        largest = max_x(spell, board, time_limit_s=asked.time_limit_s)
        return answers.MaxXAnswer("unbounded" if isinstance(largest, Unbounded) else largest)

    def plan_turn(self, asked: questions.PlanTurn | questions.ZonePlanTurn) -> Raw:
        """Plan a turn."""
        board, hand = self._board(asked), json.encode(asked.hand)
        if isinstance(asked, questions.ZonePlanTurn):
            cards = hand_from_json(hand, duel_masters=True)
            turn = plan_turn(cards, board, time_limit_s=asked.time_limit_s)
        else:
            turn = plan_turn(
                hand_from_json(hand),
                board,
                land_drops=asked.land_drops,
                objective=_OBJECTIVES[json.encode(asked.objective)],
                time_limit_s=asked.time_limit_s,
                seed=asked.seed,
            )
        return Raw(turn_to_json(turn).encode())

    def enumerate(self, asked: questions.Enumerate | questions.ZoneEnumerate) -> dict[str, Any]:
        """List payments."""
        problem: Problem | DuelMastersProblem
        board, spell = self._board(asked), _spell(asked.pay)
        objective = _OBJECTIVES[json.encode(asked.objective)]
        stated = {"x": asked.x, "must_use": asked.must_use, "forbid": asked.forbid}
        if isinstance(asked, questions.Enumerate):
            record = MagicRecord(autotap=VERSION, board="", pay=asked.pay, **stated)  # type: ignore[arg-type]
            problem = magic_problem(record, board, spell, objective)
        else:
            record = DuelMastersRecord(autotap=VERSION, board="", pay=asked.pay, **stated)  # type: ignore[arg-type,assignment]
            problem = duel_masters_problem(record, board, spell, objective)  # type: ignore[arg-type]
        ways = ways_of(problem, order=asked.order, pareto=asked.pareto, limit=asked.limit)
        found = answers.results_text(way.result for way in islice(ways, asked.first))
        return {"payments": found, "more": _has_more(ways)}

    def explain(self, asked: questions.Explain | questions.ZoneExplain) -> Raw:
        """Explain why not, or why so."""
        left = time_left(asked.time_limit_s)
        result = solve(self._problem(asked), time_limit_s=left())
        explanation = explain_result(
            result, using=asked.using, instead_of=asked.instead_of, time_limit_s=left()
        )
        return Raw(explanation_to_json(explanation).encode())

    def verify(self, asked: questions.Verify | questions.ZoneVerify) -> answers.VerifyAnswer:
        """Replay a payment."""
        problem = self._problem(asked)
        try:
            if isinstance(asked, questions.Verify):
                verify(problem, payment_from_record(asked.payment))
            else:
                verify(problem, zone_payment_from_record(asked.payment))
        except InvalidPaymentError as error:
            return answers.VerifyAnswer(False, error.rule, error.reason)
        return answers.VerifyAnswer(True)

    def mana_options(self, asked: questions.ManaOptions) -> answers.ManaOptionsAnswer:
        """List maximal pools."""
        pools = mana_options(self._board(asked), limit=asked.limit)
        found = tuple(map(mana_list_text, islice(pools, asked.first)))
        return answers.ManaOptionsAnswer(found, _has_more(pools))

    # --- what they ask about ---------------------------------------------------------------------

    def _problem(self, asked: questions.Question | questions.ZoneQuestion) -> Any:
        board, spell = self._board(asked), _spell(asked.pay)
        objective = _OBJECTIVES[json.encode(asked.objective)]
        if isinstance(asked, questions.Question):
            return magic_problem(asked, board, spell, objective)
        return duel_masters_problem(asked, board, spell, objective)

    def _board(self, asked: Any) -> Any:
        """Return the board that a question has, or that it names."""
        if asked.board_id is UNSET:
            if asked.version is not UNSET:
                raise SchemaError("$.board_id", "the id of a board beside its version")
            if asked.board is UNSET:
                raise SchemaError("$", "the key 'board', or 'board_id' and 'version'")
            known = _BOARDS if asked.game == "magic" else _ZONES
            text = json.encode(asked.board)
            if text not in known:
                self._see()
            return known[text]
        if asked.board is not UNSET:
            raise SchemaError("$.board", "either a board or the id of one")
        if asked.version is UNSET:
            raise SchemaError("$", "the key 'version' beside 'board_id'")
        board = self.boards.get(asked.board_id, asked.version)
        if isinstance(board, ManaZone) != (asked.game == "duel_masters"):
            raise boards.other_game(board)
        return board


def _spell(record: SpellRecord | DuelMastersSpellRecord) -> Any:
    known = _SPELLS if isinstance(record, SpellRecord) else _ZONE_SPELLS
    return known[json.encode(record)]


def _has_more(rest: Iterator[object]) -> bool:
    return next(rest, None) is not None


ANSWERS: dict[str, Callable[[Session, Any], object]] = {
    "board/set": Session.set_board,
    "board/patch": Session.patch_board,
    "board/drop": Session.drop_board,
    "solve": Session.solve,
    "can_pay": Session.can_pay,
    "castable": Session.castable,
    "max_x": Session.max_x,
    "plan_turn": Session.plan_turn,
    "enumerate": Session.enumerate,
    "explain": Session.explain,
    "verify": Session.verify,
    "mana_options": Session.mana_options,
}
"""What answers each method that asks something."""
