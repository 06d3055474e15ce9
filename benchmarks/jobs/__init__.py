"""The jobs that have a number to reach, and how each is measured."""

from __future__ import annotations

from benchmarks.jobs.again import measure_cache, measure_enumeration, measure_import
from benchmarks.jobs.deciding import measure_can_pay, measure_feasibility
from benchmarks.jobs.judging import Effort, Job
from benchmarks.jobs.keeping import measure_keep
from benchmarks.jobs.options import measure_options
from benchmarks.jobs.paying import measure_alike, measure_growth, measure_mixed, measure_units
from benchmarks.jobs.turns import measure_turns

__all__ = ["JOBS", "Effort", "Job"]

JOBS = {
    "can_pay": Job("can_pay, 6 to 30 independent units, distinct pairs", measure_can_pay),
    "units": Job("proven payment from unit sources", measure_units),
    "mixed": Job("proven payment from filters, Signets, bundles, painlands", measure_mixed),
    "growth": Job("the same kinds at 1,000 sources", measure_growth),
    "alike": Job("100 sources, no two alike, 15 costed", measure_alike),
    "payments": Job("all distinct payments, 30 sources", measure_enumeration),
    "options": Job("all maximal pools of a board", measure_options),
    "keep": Job("a payment that keeps a hand of seven, 12 sources", measure_keep),
    "turns": Job("best turn of a hand, 12 sources", measure_turns),
    "feasibility": Job("many boards by many costs at once", measure_feasibility),
    "cache": Job("a question asked again", measure_cache),
    "import": Job("import in a fresh process", measure_import),
}
"""All of them, by the name on the command line."""
