"""Samples of times, rows of them, and the files that hold them."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from autotap.models.errors import SchemaError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORMAT = 1
"""Version of the result files."""
UNITS = {"s": 1e6, "ms": 1e3, "µs": 1.0}
"""Microseconds in a unit."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A sample of times in microseconds, summed up.

    Parameters
    ----------
    calls
        Size of the sample.
    median, p95
        Over all calls.
    low, high
        How far the median moves: the lowest and highest median of the rounds in which the same
        calls were repeated; with one round, a 95 % confidence interval of the median.
    """

    calls: int
    median: float
    p95: float
    low: float
    high: float

    @classmethod
    def of(cls, rounds: Sequence[Sequence[float]]) -> Spread:
        """Sum up rounds of times in seconds; empty rounds do not count, one must have a time."""
        filled = [sorted(1e6 * each for each in times) for times in rounds if times]
        sample = sorted(each for times in filled for each in times)
        p95 = quantiles(sample, n=20, method="inclusive")[-1] if len(sample) > 1 else sample[0]
        middles = [median(times) for times in filled]
        if len(filled) == 1:
            middles = _interval(sample)
        return cls(len(sample), median(sample), p95, min(middles), max(middles))

    def differs(self, other: Spread) -> bool:
        """Tell whether two medians differ beyond noise: each lies outside the other's spread."""
        return not (other.low <= self.median <= other.high or self.low <= other.median <= self.high)


def _interval(sample: Sequence[float]) -> list[float]:
    """Return a 95 % confidence interval of the median of a sorted sample (order statistics)."""
    half = 0.98 * len(sample) ** 0.5
    middle = (len(sample) - 1) / 2
    last = len(sample) - 1
    return [sample[max(0, int(middle - half))], sample[min(last, int(middle + half) + 1)]]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured on one set of questions.

    Parameters
    ----------
    name
        Family or job.
    size
        Number of sources, 0 where there is no one size.
    samples
        Times by what was timed.
    questions, payable, unproven, refused
        Number of questions; of those that can be paid, whose answer was not proven in time, and
        that the library does not cover (they are not timed).
    backends
        How many questions each backend answered.
    facts
        Whatever else is told, as text: target, verdict, reason.
    """

    name: str
    size: int
    samples: Mapping[str, Spread]
    questions: int = 0
    payable: int = 0
    unproven: int = 0
    refused: int = 0
    backends: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    """The rows of one run.

    Parameters
    ----------
    rows
        What was measured.
    seed
        Seed of the questions.
    processor_share
        Processor time of the run by its wall time; well below 1 where others kept the machine
        busy, and then the times are too long.
    environment
        What else the times depend on.
    """

    rows: tuple[Row, ...]
    seed: int
    processor_share: float = 1.0
    environment: Mapping[str, str] = field(default_factory=lambda: environment())

    def to_json(self) -> str:
        """Write the results; `from_json` reads them back."""
        return json.dumps({"autotap_benchmark": FORMAT, **asdict(self)}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Results:
        """Read results.

        Raises
        ------
        SchemaError
            If the text is no result file.
        """
        try:
            record = json.loads(text)
            if record["autotap_benchmark"] != FORMAT:
                raise SchemaError("autotap_benchmark", f"format {FORMAT}")
            rows = tuple(map(_row, record["rows"]))
            return cls(rows, record["seed"], record["processor_share"], record["environment"])
        except (ValueError, KeyError, TypeError) as error:
            raise SchemaError(text[:40], f"a result file of the benchmarks ({error!r})") from error

    @classmethod
    def read(cls, path: str | Path) -> Results:
        """Read a result file; raises as `from_json`, and OSError."""
        return cls.from_json(Path(path).read_text(encoding="utf-8"))

    def write(self, path: str | Path) -> None:
        """Write a result file."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @property
    def caption(self) -> str:
        """What the times depend on, in one line."""
        facts = [f"{name} {value}" for name, value in self.environment.items()]
        facts += [f"seed {self.seed}", f"processor share {self.processor_share:.0%}"]
        return ", ".join(facts)


class Stopwatch:
    """Tells how much of the processor a run got, with the processes that it started."""

    def __init__(self) -> None:
        self.start = os.times()

    def processor_share(self) -> float:
        """Return the processor time by the wall time since the start."""
        now, start = os.times(), self.start
        return sum(now[:4], -sum(start[:4])) / max(now.elapsed - start.elapsed, 1e-9)


def _row(record: dict[str, Any]) -> Row:
    samples = {name: Spread(**spread) for name, spread in record.pop("samples").items()}
    return Row(samples=samples, **record)


def environment() -> dict[str, str]:
    """Return what the times depend on."""
    return {
        "python": platform.python_version(),
        "ortools": version("ortools"),
        "cpus": str(os.cpu_count()),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def time_text(microseconds: float) -> str:
    """Write a time with three digits and its unit."""
    unit = next((u for u, size in UNITS.items() if microseconds >= 0.9995 * size), "µs")
    return f"{microseconds / UNITS[unit]:.3g} {unit}"
