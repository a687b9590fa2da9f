"""The answers of slips and their delivery to the golden cases."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.scoring import PlayerActs, RuledPoints, score_turn
from arbitrage.core.slip import Details, Notice, SentNotice, list_words_notified_before
from engine.regulation.editions import get_edition
from tournament.core import warnings
from tournament.core.average import RepeatedWord, cap_average, compute_average

type Inputs = Mapping[str, Any]
type Outcome = dict[str, Any]

_START = datetime(2026, 1, 1, tzinfo=UTC)
_SANCTIONS = {
    "aucune": Sanction.NONE,
    "avertissement": Sanction.WARNING,
    "penalite": Sanction.PENALTY,
    "zero": Sanction.ZERO,
}


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else _START + timedelta(seconds=seconds)


def _sent(slip: Inputs) -> SentNotice:
    motives = tuple(map(Motive, slip["motives"]))
    notice = Notice(Sanction.ZERO, motives, details=Details(words=tuple(slip["words"])))
    return SentNotice(notice, _moment(slip["shown_s"]), _moment(slip["handed_s"]))


def delivery_case(inputs: Inputs, edition: str) -> Outcome:
    """Return what a player gets for a refused word used again, and whether they knew."""
    opened = _START + timedelta(seconds=inputs["opened_s"])
    notified = list_words_notified_before(map(_sent, inputs["slips"]), opened)
    repeat = RepeatedWord(
        refused_word=inputs["word"],
        played_word=inputs["replayed_word"],
        was_informed=inputs["word"] in notified,
        has_other_fault=inputs["other_zero_error"] is not None,
    )
    mean = compute_average(inputs["others"], get_edition(edition))
    paid = repeat.is_compensated and mean is not None
    return {
        "told": inputs["word"] in notified,
        "awarded": cap_average(mean or 0, inputs["proposed_score"]) if paid else 0,
        "average": paid,
    }


def slip_case(inputs: Inputs, edition: str) -> Outcome:
    """Return the slips of all turns: boxes, numbers of warnings, and the deduction."""
    terms = get_edition(edition)
    counted, boxes, numbers, grid = 0, [], [], []
    for turn in inputs["turns"]:
        sanction = _SANCTIONS[turn["sanction"]]
        account = PlayerActs(conduct_warning_count=turn["conduct"], has_removal=turn["removed"])
        ruled = RuledPoints(turn["points"], turn["points"], sanction)
        line = score_turn({1: ruled}, {1: account}, terms)[1]
        counted += line.warnings
        notice = Notice(
            sanction=line.sanction,
            motives=tuple(map(Motive, turn["motives"])) if line.sanction != Sanction.NONE else (),
            number=counted if line.warnings else 0,
            removed=turn["removed"],
            conduct=("motif",) * turn["conduct"],
        )
        boxes.append(sorted(notice.list_boxes()))
        numbers.append(notice.number)
        grid.append(notice.has_grid_check)
    free = warnings.get_free_warnings(terms, format=inputs["format"], time_s=inputs["time_s"])
    return {
        "boxes": boxes,
        "numbers": numbers,
        "check_grid": grid,
        "deduction": warnings.compute_deduction(terms, counted, free),
    }


#: By the name of the file of cases.
SLIPS: Mapping[str, Callable[[Inputs, str], Outcome]] = {
    "delivery": delivery_case,
    "slips": slip_case,
}
