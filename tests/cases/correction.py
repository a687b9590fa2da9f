"""What the correction answers to the golden cases of correction."""

from collections.abc import Mapping
from typing import Any

from arbitrage.core.cases import CorrectionCase, as_dict
from arbitrage.core.correct import correct
from engine.regulation.editions import EDITIONS

COMPARED = ("points", "sanction", "motives", "placement", "article", "commission")


def correction(case: CorrectionCase, edition: str) -> dict[str, Any]:
    """The verdict, or the proposal where no text decides, in the words of FORMAT.md."""
    found = as_dict(correct(case.position, case.bulletin, EDITIONS[edition]))
    return found | {"motives": sorted(found["motives"])}


def wanted(expected: Mapping[str, Any]) -> dict[str, Any]:
    """What is compared: motives in any order, notes not at all, and no commission if not asked."""
    compared = {key: expected[key] for key in COMPARED if key in expected}
    if "motives" in compared:
        compared["motives"] = sorted(compared["motives"])
    return {"commission": False, **compared}
