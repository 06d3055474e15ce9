"""The command ``autotap demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autotap.models.render import clean, payment_lines
from autotap.solver.commands.answer import answer_lines
from autotap.solver.commands.parameters import AsJson
from autotap.solver.commands.question import problem_of, solved
from autotap.solver.commands.terminal import reported, styled, write

if TYPE_CHECKING:
    from autotap.models.problem import DuelMastersProblem, Problem
    from autotap.models.result import Result


def demo(*, json: AsJson = False) -> None:
    """Pay real costs on the boards that ship with autotap."""
    from autotap.solver.demo import load_demos

    with reported():
        answers = []
        for one in load_demos():
            problem = problem_of(_demo_data(one))
            answers.append((one, problem, solved(problem)))
    if json:
        write(_demo_json(answers) + "\n")
    else:
        for one, problem, result in answers:
            heading = [("bold", one.title), ("dim", one.why), ("", f"on {one.board}")]
            write(styled([*heading, *answer_lines(problem, result), ("", "")]))


def _demo_data(one: Any) -> dict[str, Any]:
    pay: dict[str, Any] = {"cost": one.cost, "name": one.name}
    if one.game == "dm":
        pay["options"] = dict(one.options)
        return {"autotap": 1, "game": "duel_masters", "board": one.board, "pay": pay}
    pay |= {"types": list(one.types), "payers": list(one.alternatives)}
    board = {"text": one.board, "life": one.life, "graveyard": one.graveyard}
    return {"autotap": 1, "board": board, "pay": pay}


def _demo_json(answers: list[tuple[Any, Problem | DuelMastersProblem, Result]]) -> str:
    import json

    from autotap.models.codec import problem_to_json, result_to_json

    return json.dumps(
        [
            {
                "title": one.title,
                "why": one.why,
                "board": one.board,
                "cost": one.cost,
                "problem": json.loads(problem_to_json(problem)),
                "result": json.loads(result_to_json(result)),
                "lines": [clean(line) for line in payment_lines(problem, result)],
            }
            for one, problem, result in answers
        ],
        ensure_ascii=False,
        indent=1,
    )
