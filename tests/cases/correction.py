"""What the arbiter's office answers to the golden cases of correction."""

from collections.abc import Mapping
from typing import Any

from arbitrage.core.correct import correct
from arbitrage.core.editions import EDITIONS
from tests.arbitrage.core.golden import parse_case

COMPARED = ("points", "sanction", "motives", "placement", "article", "commission")


def correction(entry: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """The verdict, in the words of FORMAT.md."""
    case = parse_case(entry)
    verdict = correct(case.position, case.bulletin, EDITIONS[edition])
    assert verdict.decided, f"undecided: {verdict.undecided_reason}"
    return {
        "points": verdict.points,
        "sanction": verdict.sanction.value,
        "motives": sorted(motive.value for motive in verdict.motives),
        "placement": verdict.placement,
        "article": verdict.article,
        "commission": verdict.commission,
    }


def wanted(expected: Mapping[str, Any]) -> dict[str, Any]:
    """What is compared: motives in any order, notes not at all, and no commission if not asked."""
    compared = {key: expected[key] for key in COMPARED if key in expected}
    if "motives" in compared:
        compared["motives"] = sorted(compared["motives"])
    return {"commission": False, **compared}


def not_modelled(edition: str) -> str | None:
    """Why the cases of an edition are not run, if they are not."""
    return None if edition in EDITIONS else f"the correction of {edition} is not modelled"
