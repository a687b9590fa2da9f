"""A late bulletin that an arbiter counts as handed in in time (5.7)."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.core.decided import proposed_fields
from arbitrage.models import Ruling, Status
from arbitrage.queries.received_bulletins import received_from
from arbitrage.services.correction import judge
from arbitrage.services.deciding import deciding
from arbitrage.services.rulings import append_rulings, held_for, superseding
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, WrongState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import number_in


def count_in_time(
    *, turn: Turn, entry: Entry, version: int, reason: str, by: User, now: datetime
) -> Ruling:
    """Judge a late bulletin as if it had been handed in in time: by this the arbiter states that it
    was not written after the bell (5.7). Equal ones stay as they are.

    What the software would leave to an arbiter waits for him as ever. Raises BadSetting without a
    reason, WrongState for a bulletin that is not late or counts already, and as ``confirm``.
    """
    if not reason.strip():
        raise BadSetting("no-reason")
    with deciding(turn) as fresh:
        held = held_for(fresh, entry, version)
        received = received_from(fresh, entry)
        if held.in_time or not received.late:
            raise WrongState("not-late", number=number_in(fresh.game_id, entry))
        verdict = judge(fresh, [received.in_time])[received.in_time.key]
        ruling = superseding(
            held,
            by=by,
            now=now,
            key=received.in_time.key,
            verdict=verdict.to_dict(),
            in_time=reason.strip(),
            in_time_article=fresh.game.tournament.regulation.cite(Topic.NULLITY),
            status=Status.UNDECIDED if verdict.needs_eye else Status.CONFIRMED,
            reason="",
            came_since=False,
            **proposed_fields(verdict),
        )
        append_rulings(fresh, [ruling], by=by, now=now)
    return ruling
