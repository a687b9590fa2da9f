"""The correction's answers to the golden cases."""

from collections.abc import Mapping
from typing import Any

from arbitrage.core.cases import CorrectionCase, to_case_fields
from arbitrage.core.correct import correct
from engine.regulation.editions import EDITIONS

COMPARED = ("points", "sanction", "motives", "placement", "article", "commission")


def correction(case: CorrectionCase, edition: str) -> dict[str, Any]:
    """Return the verdict, or the proposal if no text decides, in the words of FORMAT.md."""
    verdict = to_case_fields(correct(case.position, case.bulletin, EDITIONS[edition]))
    return verdict | {"motives": sorted(verdict["motives"])}


def select_compared(expected: Mapping[str, Any]) -> dict[str, Any]:
    """Return the compared fields: motives sorted, no notes, commission False by default."""
    compared = {key: expected[key] for key in COMPARED if key in expected}
    if "motives" in compared:
        compared["motives"] = sorted(compared["motives"])
    return {"commission": False, **compared}
