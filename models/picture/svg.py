"""Scenes as SVG, alone or in a page of HTML.

Colors are custom properties that follow the viewer's theme. Every shape also states its color for a
light ground, for viewers that read no style sheet. Nothing has an id, so that any number of
pictures may stand on one page.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from autotap.models.picture.glyphs import RADIUS, drawing, faces
from autotap.models.picture.scene import Curve, Label, Panel, Pip, Tone
from autotap.models.render import clean

if TYPE_CHECKING:
    from autotap.models.picture.scene import Item, Scene

MOST_TEXT = 8_000
"""Most characters of the text alternative."""
_MOST_HINT = 300
LIGHT = {
    "ground": "#fbfaf7",
    Tone.CARD: "#ffffff",
    Tone.RULE: "#d5d0c6",
    Tone.INK: "#24262b",
    Tone.MUTED: "#5c616b",
    Tone.WARN: "#b02a30",
    "ring": "#00000047",
}
DARK = {
    "ground": "#1b1d22",
    Tone.CARD: "#272a31",
    Tone.RULE: "#474c57",
    Tone.INK: "#eceae4",
    Tone.MUTED: "#abb0ba",
    Tone.WARN: "#ff9188",
    "ring": "#ffffff66",
}
_FONT = "'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def _properties(theme: dict[str, str]) -> str:
    return "".join(f"--autotap-{name}:{color};" for name, color in theme.items())


_HOSTS_LIGHT = "[data-jp-theme-light=true],.vscode-light,[data-md-color-scheme=default]"
_HOSTS_DARK = "[data-jp-theme-light=false],.vscode-dark,[data-md-color-scheme=slate]"
_STYLE = (
    f".autotap{{{_properties(LIGHT)}max-width:100%;height:auto}}"
    f"@media (prefers-color-scheme:dark){{.autotap{{{_properties(DARK)}}}}}"
    f":is({_HOSTS_LIGHT}) .autotap{{{_properties(LIGHT)}}}"
    f":is({_HOSTS_DARK}) .autotap{{{_properties(DARK)}}}"
    + "".join(f".at-{name}{{fill:var(--autotap-{name})}}" for name in LIGHT if name != "ring")
    + ".at-ring{stroke:var(--autotap-ring);stroke-opacity:1}"
    ".at-line-rule{stroke:var(--autotap-rule)}.at-line-muted{stroke:var(--autotap-muted)}"
)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>body{{margin:0;padding:1rem}}</style>
</head>
<body>
{picture}
</body>
</html>
"""


def svg_text(scene: Scene, title: str, text: str) -> str:
    """Write a scene as an SVG document.

    Parameters
    ----------
    scene
        What is drawn.
    title
        What it shows, in a few words.
    text
        All that it shows, in words: the text alternative, cut at `MOST_TEXT` characters.

    Examples
    --------
    >>> from autotap.models.picture.scene import Scene
    >>> print(svg_text(Scene((), 10, 5), "A <b>", "no more")[:72])
    <svg xmlns="http://www.w3.org/2000/svg" class="autotap" role="img" width
    """
    name = _safe(_shortened(title, _MOST_HINT))
    wide, high = f"{scene.width:.0f}", f"{scene.height:.0f}"
    least = f"min-width:{0.7 * scene.width:.0f}px"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="autotap" role="img" width="{wide}" '
            f'height="{high}" viewBox="0 0 {wide} {high}" style="{least}" '
            f'font-family="{_FONT}" aria-label="{name}">',
            f"<title>{name}</title>",
            f"<desc>{_safe(_shortened(text, MOST_TEXT))}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{wide}" height="{high}" rx="10" class="at-ground" '
            f'fill="{LIGHT["ground"]}"/>',
            *map(_drawn, scene.items),
            "</svg>\n",
        )
    )


def page_text(svg: str, title: str) -> str:
    """Put an SVG document into a page of HTML that loads nothing."""
    return _PAGE.format(title=_safe(_shortened(title, _MOST_HINT)), picture=svg.strip())


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _safe(text: str) -> str:
    return escape(clean(text))


def _drawn(item: Item) -> str:
    match item:
        case Label():
            weight = ' font-weight="600"' if item.bold else ""
            return (
                f'<text x="{item.x:.1f}" y="{item.y:.1f}" font-size="{item.size:g}"{weight} '
                f'textLength="{item.width:.1f}" lengthAdjust="spacingAndGlyphs" '
                f"{_fill(item.tone)}>{_safe(item.text)}</text>"
            )
        case Pip():
            scale = item.radius / RADIUS
            faint = ' opacity=".55"' if item.faint else ""
            size = "" if scale == 1 else f" scale({scale:.3f})"
            return (
                f'<g transform="translate({item.x:.1f} {item.y:.1f}){size}"{faint}>'
                f"{drawing(item.symbol)}</g>"
            )
        case Panel():
            dashes = ' stroke-dasharray="4 3"' if item.dashed else ""
            hint = f"<title>{_safe(_shortened(item.hint, _MOST_HINT))}</title>"
            return (
                f'<rect x="{item.x:.1f}" y="{item.y:.1f}" width="{item.width:.1f}" '
                f'height="{item.height:.1f}" rx="7" class="at-card at-line-{item.tone}" '
                f'fill="{LIGHT[Tone.CARD]}" stroke="{LIGHT[item.tone]}"{dashes}>{hint}</rect>'
            )
        case Curve():
            return f'<path d="{_path(item)}" fill="none" {_stroke(item)}/>'


def _fill(tone: Tone) -> str:
    return f'class="at-{tone}" fill="{LIGHT[tone]}"'


def _stroke(curve: Curve) -> str:
    if not curve.symbol:
        return f'class="at-line-rule" stroke="{LIGHT[Tone.RULE]}"'
    color = faces(curve.symbol)[0].line
    return f'stroke="{color}" stroke-width="{curve.thickness:g}" stroke-linecap="round"'


def _path(curve: Curve) -> str:
    """Write a path that is level at each point."""
    (x, y), *rest = curve.points
    path = f"M{x:.1f} {y:.1f}"
    for after_x, after_y in rest:
        if after_y == y:
            path += f"H{after_x:.1f}"
        else:
            middle = (x + after_x) / 2
            path += f"C{middle:.1f} {y:.1f} {middle:.1f} {after_y:.1f} {after_x:.1f} {after_y:.1f}"
        x, y = after_x, after_y
    return path
