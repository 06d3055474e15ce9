"""Set two result files side by side: ``python -m benchmarks.compare OLD.json NEW.json``.

Where two medians differ beyond noise, each lying outside the spread of the other, the row says so.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autotap.models.errors import SchemaError
from benchmarks.report import console, new_table, ratio_texts, row_text, spread_text
from benchmarks.results import Results, Row, Spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BUSY_SHARE = 0.8
"""Share of a processor below which a run is called disturbed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The same sample in both files.

    Parameters
    ----------
    row, sample
        Where it stands.
    old, new
        The times.
    """

    row: str
    sample: str
    old: Spread
    new: Spread

    @property
    def ratio(self) -> float:
        """New median by old median."""
        return self.new.median / self.old.median if self.old.median else float("inf")

    @property
    def differs(self) -> bool:
        """Whether the two differ beyond noise."""
        return self.new.differs(self.old)


def pairs(old: Results, new: Results) -> Iterator[Pair]:
    """Yield the samples that both have, in the order of the new ones."""
    before = {(row.name, row.size): row for row in old.rows}
    for row in new.rows:
        earlier = before.get((row.name, row.size))
        if earlier is None:
            continue
        for name, spread in row.samples.items():
            if name in earlier.samples:
                yield Pair(row_text(row), name, earlier.samples[name], spread)


def warnings(old: Results, new: Results) -> Iterator[str]:
    """Yield what makes two files hard to compare."""
    if old.seed != new.seed:
        yield f"the seeds differ ({old.seed} and {new.seed}): other questions were asked"
    for when, results in (("old", old), ("new", new)):
        if results.processor_share < BUSY_SHARE:
            yield f"the {when} run got {results.processor_share:.0%} of a processor: long times"
    for key in sorted({*old.environment, *new.environment}):
        before, after = old.environment.get(key), new.environment.get(key)
        if before != after:
            yield f"{key}: {before} and {after}"
    rows = {(row.name, row.size): row for row in old.rows}
    for row in new.rows:
        earlier = rows.pop((row.name, row.size), None)
        if earlier is None:
            yield f"{row_text(row)}: only in the new file"
        elif _asked(earlier) != _asked(row):
            yield f"{row_text(row)}: paid {_asked(earlier)} and {_asked(row)}"
    yield from (f"{row_text(row)}: only in the old file" for row in rows.values())


def _asked(row: Row) -> str:
    return f"{row.payable}/{row.questions}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("old", metavar="OLD.json")
    parser.add_argument("new", metavar="NEW.json")
    parser.add_argument("--changed", action="store_true", help="only what differs beyond noise")
    options = parser.parse_args(arguments)
    try:
        old, new = Results.read(options.old), Results.read(options.new)
    except (SchemaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    screen = console()
    for warning in warnings(old, new):
        screen.print(f"[yellow]{warning}")
    found = list(pairs(old, new))
    slower = sum(pair.differs and pair.ratio > 1 for pair in found)
    faster = sum(pair.differs and pair.ratio < 1 for pair in found)
    table = new_table(
        "Old and new: median (spread)",
        "family, sources",
        "sample",
        "old",
        "new",
        "new / old",
        "",
        caption=f"{len(found)} samples: {faster} faster, {slower} slower beyond noise",
    )
    for pair in found:
        if pair.differs or not options.changed:
            texts = spread_text(pair.old), spread_text(pair.new)
            table.add_row(pair.row, pair.sample, *texts, *ratio_texts(pair.new, pair.old))
    screen.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
