"""Announcements of the judge, read from the journal: letters rectified, the end of a solution."""

from datetime import datetime

from tournament.core.events import EventKind
from tournament.core.states import Source, TurnState
from tournament.models import Game, Journal, Turn

#: After any of these the judge no longer reads out the solution shown before.
_AFTER_SOLUTION = (EventKind.SOLUTION_READ_OUT, EventKind.RACK_DRAWN, EventKind.TURN_CANCELLED)


def list_rectified_racks(turn: Turn) -> list[str]:
    """Return the racks shown and rectified before the present one; none once the turn is opened."""
    if turn.game.source != Source.HAND or turn.state != TurnState.ANNOUNCED:
        return []
    rows = Journal.objects.filter(turn=turn, kind=EventKind.RACK_RECTIFIED).order_by("seq")
    attempts = (data["attempts"][0] for data in rows.values_list("data", flat=True))
    return [attempt["kept"] + attempt["drawn"] for attempt in attempts]


def find_solution_read_out_time(game: Game) -> datetime | None:
    """Return when the announcement of the last solution was over (3.1); None while it is read out,
    and before the first one.

    A judge who does not say so has finished, at the latest, when the next letters are drawn.
    """
    rows = Journal.objects.filter(game=game).order_by("seq")
    reveal = rows.filter(kind=EventKind.TURN_REVEALED).last()
    if reveal is None:
        return None
    end = rows.filter(kind__in=_AFTER_SOLUTION, seq__gt=reveal.seq).first()
    return end.at if end else None
