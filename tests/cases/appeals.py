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
        GameTimes(_moment(game["start"]), _moment(game["end"]), void=game.get("annulled", False))
        for game in inputs["games"]
    ]
    contested = inputs["contested"] - 1
    others = [other for at, other in enumerate(games) if at != contested]
    filed = _moment(inputs["filed"])
    assert filed
    terms = get_edition(edition)
    window = compute_window(games[contested], others, terms, filed)
    requested = _moment(inputs.get("asked"))
    due = compute_completion_due(terms, requested) if requested else None
    return {
        "admitted": inputs["by"] == "arbitres" or window.is_open,
        "until": _format_moment(window.closes_at),
        "complete_before": _format_moment(due),
    }


def _moment(text: str | None) -> datetime | None:
    """Parse "10:30:00", or "+1 10:30:00" for the day after."""
    if text is None:
        return None
    days, _, time = text.rpartition(" ")
    hours, minutes, seconds = map(int, time.split(":"))
    return DAY + timedelta(days=int(days or 0), hours=hours, minutes=minutes, seconds=seconds)


def _format_moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    days = (moment.date() - DAY.date()).days
    time = moment.strftime("%H:%M:%S")
    return f"+{days} {time}" if days else time
