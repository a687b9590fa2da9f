"""Deadlines of appeals; the format is in cases/complements/LISEZMOI.md."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from arbitrage.core.appeals import GameTimes, compute_completion_due, compute_window
from engine.regulation.editions import get_edition

type Inputs = Mapping[str, Any]
type Outcome = dict[str, Any]

DAY = datetime(2026, 5, 2, tzinfo=UTC)


def appeals_case(inputs: Inputs, edition: str) -> Outcome:
    games = [
        GameTimes(_moment(one["start"]), _moment(one["end"]), void=one.get("annulled", False))
        for one in inputs["games"]
    ]
    contested = inputs["contested"] - 1
    others = [one for at, one in enumerate(games) if at != contested]
    filed = _moment(inputs["filed"])
    assert filed
    terms = get_edition(edition)
    found = compute_window(games[contested], others, terms, filed)
    asked = _moment(inputs.get("asked"))
    due = compute_completion_due(terms, asked) if asked else None
    return {
        "admitted": inputs["by"] == "arbitres" or found.open,
        "until": _told(found.until),
        "complete_before": _told(due),
    }


def _moment(text: str | None) -> datetime | None:
    """ "10:30:00", or with "+1 " in front on the day after."""
    if text is None:
        return None
    days, _, time = text.rpartition(" ")
    hours, minutes, seconds = map(int, time.split(":"))
    return DAY + timedelta(days=int(days or 0), hours=hours, minutes=minutes, seconds=seconds)


def _told(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    days = (moment.date() - DAY.date()).days
    time = moment.strftime("%H:%M:%S")
    return f"+{days} {time}" if days else time
