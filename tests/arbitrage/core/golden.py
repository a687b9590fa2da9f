"""The golden cases of ``cases/correction``, in the format of its FORMAT.md."""

from functools import cache
from pathlib import Path

from arbitrage.core.cases import CorrectionCase as GoldenCase, list_case_files, load_cases

CASES = Path(__file__).parents[3] / "cases" / "correction"

__all__ = ["CASES", "GoldenCase", "get_golden_case", "load_all_cases"]


@cache
def load_all_cases() -> tuple[GoldenCase, ...]:
    """Return the cases of every file, in the order of the files' names."""
    return tuple(case for file in list_case_files(CASES) for case in load_cases(file))


@cache
def _get_cases_by_id() -> dict[str, GoldenCase]:
    return {case.id: case for case in load_all_cases()}


def get_golden_case(name: str) -> GoldenCase:
    """Return the case with this id."""
    return _get_cases_by_id()[name]
