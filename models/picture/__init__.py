"""Pictures of results, turns and boards, as SVG and HTML.

A picture is made in three steps: what it tells (`subjects`), where everything goes (`compose`,
`layout`), and how that is written (`svg`). It loads nothing, runs nothing, follows the theme of the
viewer and says everything in words too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autotap.models.errors import InputError
from autotap.models.picture.compose import picture_scene
from autotap.models.picture.subjects import picture_of
from autotap.models.picture.svg import page_text, svg_text

if TYPE_CHECKING:
    from pathlib import Path

    from autotap.models.picture.subjects import Subject

__all__ = ["check_picture_path", "html_page", "svg_picture", "write_picture"]


def svg_picture(subject: Subject) -> str:
    """Draw a result, a turn, a board or a mana zone.

    Parameters
    ----------
    subject
        What is drawn. Equal sources are drawn once with their number, and beyond a few dozen the
        rest is counted, so that every picture is small.

    Returns
    -------
    str
        An SVG document that may also stand within a page of HTML.

    Examples
    --------
    >>> from autotap.models import Board
    >>> picture = svg_picture(Board.parse("1000 Forest"))
    >>> "×1,000" in picture, len(picture) < 10_000
    (True, True)
    """
    picture = picture_of(subject)
    return svg_text(picture_scene(picture), picture.title, picture.text)


def html_page(subject: Subject) -> str:
    """Draw a subject on a page of its own; the parameter is that of `svg_picture`."""
    return page_text(svg_picture(subject), picture_of(subject).title)


def check_picture_path(path: Path) -> None:
    """Refuse the name of a file that is no picture.

    Raises
    ------
    InputError
        Unless it ends in ``.svg`` or ``.html``.
    """
    if path.suffix.lower() not in (".svg", ".html"):
        raise InputError(str(path), "the name of a picture that ends in .svg or .html")


def write_picture(subject: Subject, path: Path) -> None:
    """Write a picture into a file, as SVG or HTML by the end of its name.

    Parameters
    ----------
    subject
        What is drawn.
    path
        The file; replaced if it is there.

    Raises
    ------
    InputError
        If the name does not end in ``.svg`` or ``.html``.
    OSError
        If the file cannot be written.
    """
    check_picture_path(path)
    drawn = svg_picture(subject) if path.suffix.lower() == ".svg" else html_page(subject)
    path.write_text(drawn, encoding="utf-8")
