"""Draw how times grow with the board: ``python -m benchmarks.plot FILE.json -o growth.png``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from autotap.models.errors import AutotapError
from benchmarks.results import Results, time_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.results import Spread

OURS = ("warm", "cold", "can_pay")


class PlotUnavailableError(AutotapError):
    """The library that draws is not installed; the message says how to install it."""


def curves(results: Results, sample: str) -> dict[str, list[tuple[int, Spread]]]:
    """Return a curve per family that has the sample at two sizes or more."""
    found: dict[str, list[tuple[int, Spread]]] = {}
    for row in sorted(results.rows, key=lambda row: row.size):
        if row.size and sample in row.samples:
            found.setdefault(row.name, []).append((row.size, row.samples[sample]))
    return {name: points for name, points in found.items() if len(points) > 1}


def draw(results: Results, path: str | Path) -> None:
    """Draw payments by family, and the yes-or-no question against the alternatives, as PNG.

    Raises
    ------
    PlotUnavailableError
        If matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotUnavailableError(
            f"drawing needs matplotlib: pip install 'autotap[bench]' ({error})"
        ) from error
    figure = Figure(figsize=(13, 7), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    left.set_title("Proven best payment, verified (warm)")
    for number, (name, points) in enumerate(curves(results, "warm").items()):
        _curve(
            left,
            name,
            points,
            marker=_MARKERS[number % len(_MARKERS)],
            color=_COLORS[number % len(_COLORS)],
        )
    right.set_title("Only whether the cost can be paid")
    names = {name: None for row in results.rows for name in row.samples}
    others = [n for n in names if n not in OURS and not n.startswith("stage ")]
    for number, family in enumerate(("lands", "bundles")):
        for index, sample in enumerate(("can_pay", *others)):
            of_family = curves(results, sample).get(family)
            if of_family:
                style = {"linestyle": ("-", "--")[number], "color": f"C{index}"}
                _curve(right, f"{sample}, {family}", of_family, marker="o", **style)
    for axes in (left, right):
        axes.set(xscale="log", yscale="log", xlabel="sources on the board")
        axes.grid(which="major", alpha=0.4)
        axes.grid(which="minor", alpha=0.1)
        ticks = sorted({row.size for row in results.rows if row.size})
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.set_xticks([], minor=True)
        if axes.get_legend_handles_labels()[0]:
            place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.1)}
            axes.legend(fontsize="small", ncols=2 if axes is right else 4, frameon=False, **place)
    left.set_ylabel("median; bars: spread of the rounds")
    left.yaxis.set_major_formatter(lambda value, _: time_text(value))
    figure.suptitle(f"autotap: {results.caption}", fontsize="small")
    figure.savefig(path, dpi=120)


_MARKERS = "os^vD<>P*Xhp"
_COLORS = (*(f"C{number}" for number in range(10)), "black", "lime")


def _curve(axes: Any, label: str, points: list[tuple[int, Spread]], **style: Any) -> None:
    """Draw medians with their spread."""
    spreads = [spread for _, spread in points]
    below = [max(0.0, spread.median - spread.low) for spread in spreads]
    above = [max(0.0, spread.high - spread.median) for spread in spreads]
    axes.errorbar(
        [size for size, _ in points],
        [spread.median for spread in spreads],
        yerr=[below, above],
        label=label,
        capsize=2,
        **style,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plot", description=__doc__)
    parser.add_argument("file", metavar="FILE.json", help="results of benchmarks.run --json")
    parser.add_argument("-o", "--output", default="growth.png", metavar="FILE.png")
    options = parser.parse_args(arguments)
    try:
        draw(Results.read(options.file), options.output)
    except (AutotapError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
