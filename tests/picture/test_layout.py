"""Nothing overlaps, and everything lies within the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autotap.models import Board
from autotap.models.picture.compose import MOST_SENTENCES, Picture, Section, picture_scene
from autotap.models.picture.scene import Curve, Label, Panel, Pip, Scene, Tone
from autotap.models.picture.subjects import picture_of
from autotap.models.picture.tiles import MOST_TILES, tiles_of
from autotap.models.picture.words import fitted, text_width, width, wrapped
from autotap.solver import pay, solve
from tests.fuzzing.check import case_of, problem_of
from tests.picture.gallery import gallery

Box = tuple[float, float, float, float]


def box(item: Panel | Label | Pip) -> Box:
    """Left, top, right and bottom; of a text what its letters take."""
    match item:
        case Panel():
            return item.x, item.y, item.x + item.width, item.y + item.height
        case Pip():
            radius = item.radius
            return item.x - radius, item.y - radius, item.x + radius, item.y + radius
        case Label():
            top, bottom = item.y - 0.75 * item.size, item.y + 0.2 * item.size
            return item.x, top, item.x + item.width, bottom


def overlap(one: Box, other: Box) -> bool:
    slack = 0.6
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


def contains(outer: Box, inner: Box) -> bool:
    slack = 0.1
    return (
        outer[0] - slack <= inner[0]
        and outer[1] - slack <= inner[1]
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def check(scene: Scene) -> None:
    """Refuse a scene in which something covers something else, or is cut off."""
    panels = [item for item in scene.items if isinstance(item, Panel)]
    shapes = [item for item in scene.items if isinstance(item, Label | Pip)]
    whole = (0.0, 0.0, scene.width, scene.height)
    for item in (*panels, *shapes):
        assert contains(whole, box(item)), item
    for these in (panels, shapes):
        boxes = [box(item) for item in these]
        for place, one in enumerate(boxes):
            assert not any(overlap(one, other) for other in boxes[:place]), these[place]
    for panel in panels:
        for shape in shapes:
            outer, inner = box(panel), box(shape)
            assert contains(outer, inner) or not overlap(outer, inner), (panel, shape)
    for curve in (item for item in scene.items if isinstance(item, Curve) and item.symbol):
        for (left, y), (right, after) in zip(curve.points, curve.points[1:], strict=False):
            if y == after:
                level = (left, y - 1, right, y + 1)
                assert not any(overlap(level, box(panel)) for panel in panels), curve


@pytest.mark.parametrize("name", gallery())
def test_nothing_overlaps(name: str) -> None:
    check(picture_scene(picture_of(gallery()[name])))


@pytest.mark.parametrize("seed", range(71_000, 71_080))
def test_nothing_overlaps_in_random_pictures(seed: int) -> None:
    check(picture_scene(picture_of(solve(problem_of(case_of(seed))))))


@pytest.mark.parametrize(
    "board",
    [
        "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww [{T}: Add {W}]",
        f"{'An endless name ' * 12} [{{T}}: Add {'{G}' * 200}]",
        "火の自然の長い長い長い長い長い長い長い長い名前 [{1}, {T}: Add {W}|{U}|{B}|{R}|{G}]",
    ],
)
def test_long_names_are_cut(board: str) -> None:
    scene = picture_scene(picture_of(Board.parse(board)))
    check(scene)
    assert any(isinstance(item, Label) and item.text.endswith("…") for item in scene.items)


def test_the_check_sees_what_overlaps() -> None:
    card = Panel(10, 10, 50, 20)
    for wrong in (
        (card, Panel(40, 20, 50, 20)),
        (card, Label(40, 24, "wide", 12, 30)),
        (Label(10, 20, "one", 12, 30), Label(30, 20, "two", 12, 30)),
        (Pip(5, 20, "{W}", 9),),
        (card, Curve(((0, 20), (90, 20)), "{W}")),
    ):
        with pytest.raises(AssertionError):
            check(Scene(wrong, 100, 100))
    check(Scene((card, Label(12, 24, "name", 12, 30)), 100, 100))


def test_cards_in_a_layer_follow_what_they_pay() -> None:
    """Wires to the cost do not cross where each card pays one symbol."""
    scene = picture_scene(picture_of(gallery()["painlands"]))
    curves = [item.points for item in scene.items if isinstance(item, Curve)]
    starts = [points[0][1] for points in sorted(curves, key=lambda points: points[-1][1])]
    assert starts == sorted(starts)


# --- boards and words ----------------------------------------------------------------------------


def test_equal_sources_are_one_tile_and_the_rest_is_counted() -> None:
    assert [tile.count for tile in tiles_of(Board.parse("1000 Forest"))] == [1_000]
    many = Board.parse("; ".join(f"Rock {number} [{{T}}: Add {{C}}]" for number in range(200)))
    tiles = tiles_of(many)
    assert len(tiles) == MOST_TILES
    assert tiles[-1].title == f"and {200 - MOST_TILES + 1} more"


def test_what_can_pay_comes_first() -> None:
    board = Board.parse("Forest (tapped); Llanowar Elves (sick); Island; Plains")
    tiles = tiles_of(board, frozenset({"Plains"}))
    assert [(tile.title, tile.ready, tile.marked) for tile in tiles] == [
        ("Plains", True, True),
        ("Island", True, False),
        ("Forest", False, False),
        ("Llanowar Elves", False, False),
    ]
    assert [tile.state for tile in tiles] == ["", "", "tapped", "summoning sick"]


def test_many_sentences_are_counted() -> None:
    remarks = tuple((Tone.INK, f"remark {number}") for number in range(50))
    scene = picture_scene(Picture("t", "t", (Section("heading", remarks),)))
    texts = [item.text for item in scene.items if isinstance(item, Label)]
    assert len(texts) == 1 + MOST_SENTENCES
    assert texts[-1] == f"and {50 - MOST_SENTENCES + 1} more"


def test_lines_break_between_words_and_beside_symbols() -> None:
    lines = wrapped("pay {W}{U} and {B}{R} and then some more", 10, 80, 9)
    assert " ".join(lines) == "pay {W}{U} and {B}{R} and then some more"
    assert all(text_width(line, 10) <= 80 for line in lines)


def test_a_word_is_cut_only_where_it_must_be() -> None:
    assert fitted("Plains", 10, width("Plains", 10)) == "Plains"
    cut = fitted("Plains", 10, width("Plains", 10) - 1)
    assert cut.endswith("…")
    assert width(cut, 10) <= width("Plains", 10) - 1


def test_texts_are_as_wide_as_what_is_drawn_of_them() -> None:
    """What cannot be printed takes no room."""
    name = "\x1b[31m" + "\u202e\x07" * 50 + "Forest"
    board = Board.parse('"Forest" [{T}: Add {G}]')
    noisy = replace(board, sources=(replace(board.sources[0], name=name),))
    for subject in (noisy, pay("{G}", noisy), pay("{W}", noisy)):
        labels = [item for item in picture_scene(picture_of(subject)).items
                  if isinstance(item, Label)]  # fmt: skip
        assert any(label.text == "[31mForest" for label in labels)
        assert all(label.text.isprintable() for label in labels)
