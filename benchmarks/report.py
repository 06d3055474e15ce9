"""Results as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from benchmarks.results import UNITS, time_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.results import Results, Row, Spread

AGAINST = ", against"
_STAGES = "effects announce compile solve decode verify explain"
_LIBRARY = ("warm", "cold", "can_pay")


def console() -> Console:
    """Return the console for reports: wide, where it is no terminal."""
    found = Console()
    return found if found.is_terminal else Console(width=max(found.width, 150))


def tables(results: Results) -> Iterator[Table]:
    """Yield the tables of a run: the library, then where its time goes, then the alternatives."""
    rows = results.rows
    if any(name.endswith(AGAINST) for row in rows for name in row.samples):
        yield _against(rows, results.caption)
        return
    yield _library(rows, results.caption)
    yield _stages(rows)
    yield _alternatives(rows)


def spread_text(spread: Spread | None) -> str:
    """Write a median with its spread."""
    if spread is None:
        return "-"
    middle, unit = time_text(spread.median).split()
    scale = UNITS[unit]
    return f"{middle} ({spread.low / scale:.3g}-{spread.high / scale:.3g}) {unit}"


def new_table(title: str, *columns: str, caption: str = "") -> Table:
    table = Table(title=title, title_justify="left", caption=caption, caption_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="right" if index else "left", no_wrap=not index)
    return table


def row_text(row: Row) -> str:
    return f"{row.name} {row.size}" if row.size else row.name


def _sections(table: Table, rows: tuple[Row, ...], cells: Iterator[list[str]]) -> Table:
    for index, row in enumerate(cells):
        if index and rows[index].name != rows[index - 1].name:
            table.add_section()
        table.add_row(*row)
    return table


def _library(rows: tuple[Row, ...], caption: str) -> Table:
    table = new_table(
        "Proven best payment, verified: median (spread of the rounds), p95",
        "family, sources",
        "paid",
        "warm",
        "p95",
        "cold",
        "can_pay",
        "backends",
        caption=caption,
    )

    def cells() -> Iterator[list[str]]:
        for row in rows:
            asked = row.questions - row.refused
            notes = [f"{row.unproven} not proven in time"] if row.unproven else []
            notes += [f"{row.refused} not covered"] if row.refused else []
            warm = row.samples.get("warm")
            backends = [f"{name} {number}" for name, number in sorted(row.backends.items())]
            yield [
                row_text(row),
                f"{row.payable}/{asked}",
                spread_text(warm),
                "-" if warm is None else time_text(warm.p95),
                spread_text(row.samples.get("cold")),
                spread_text(row.samples.get("can_pay")),
                ", ".join([*backends, *notes]),
            ]

    return _sections(table, rows, cells())


def _stages(rows: tuple[Row, ...]) -> Table:
    found = {n.removeprefix("stage ") for row in rows for n in row.samples if "stage " in n}
    stages = sorted(found, key=lambda stage: (_STAGES.find(stage), stage))
    names = [f"stage {stage}" for stage in stages]
    table = new_table("Where the time of a warm call goes (median)", "family, sources", *stages)

    def cells() -> Iterator[list[str]]:
        for row in rows:
            found = (row.samples.get(name) for name in names)
            yield [row_text(row), *("-" if s is None else time_text(s.median) for s in found)]

    return _sections(table, rows, cells())


def _alternatives(rows: tuple[Row, ...]) -> Table:
    names = dict.fromkeys(
        name
        for row in rows
        for name in row.samples
        if name not in _LIBRARY and not name.startswith("stage ")
    )
    table = new_table(
        "Only whether a cost can be paid: median, and questions that the alternative can express",
        "family, sources",
        "can_pay",
        *names,
    )

    def cells() -> Iterator[list[str]]:
        for row in rows:
            found = (row.samples.get(name) for name in names)
            ours = row.samples.get("can_pay")
            yield [
                row_text(row),
                "-" if ours is None else time_text(ours.median),
                *("-" if s is None else f"{time_text(s.median)} [{s.calls}]" for s in found),
            ]

    return _sections(table, rows, cells())


def _against(rows: tuple[Row, ...], caption: str) -> Table:
    table = new_table(
        "This library against another checkout, asked alternately",
        "family, sources",
        "sample",
        "this",
        "other",
        "this / other",
        "",
        caption=caption,
    )

    def cells() -> Iterator[list[str]]:
        for row in rows:
            for name in _LIBRARY:
                ours, other = row.samples.get(name), row.samples.get(name + AGAINST)
                if ours is not None and other is not None:
                    texts = spread_text(ours), spread_text(other)
                    yield [row_text(row), name, *texts, *ratio_texts(ours, other)]

    for cell in cells():
        table.add_row(*cell)
    return table


def ratio_texts(new: Spread, old: Spread) -> tuple[str, str]:
    """Return a ratio of medians, and "faster" or "slower" where it is beyond noise."""
    ratio = new.median / old.median if old.median else float("inf")
    mark = "" if not new.differs(old) else "[green]faster" if ratio < 1 else "[red]slower"
    return f"{ratio:.3g}", mark
