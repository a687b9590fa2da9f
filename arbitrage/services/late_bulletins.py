"""Acceptance of late bulletins, as if handed in in time (5.7)."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.core.ruling_codes import propose_fields
from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.bulletins.received import get_received
from arbitrage.services.correction import judge_bulletins
from arbitrage.services.rulings import append_arbiter_rulings, build_next_version, get_seen_ruling
from arbitrage.services.turn_lock import lock_turn
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, WrongState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import get_table_number


def accept_as_in_time(
    *, turn: Turn, entry: Entry, version: int, reason: str, by: User, now: datetime
) -> Ruling:
    """Judge a late bulletin as if it had been handed in in time.

    By this the arbiter states that it was not written after the end of the turn (5.7). Equal
    bulletins stay as they are. A verdict that the software leaves to an arbiter waits. Raise
    BadSetting without a reason, WrongState for a bulletin that is not late or counts already, and
    as ``confirm_ruling``.
    """
    if not reason.strip():
        raise BadSetting("no-reason")
    with lock_turn(turn) as locked_turn:
        current = get_seen_ruling(locked_turn, entry, version)
        received_bulletin = get_received(locked_turn, entry)
        if current.in_time or not received_bulletin.is_late:
            raise WrongState("not-late", number=get_table_number(locked_turn.game_id, entry))
        verdict = judge_bulletins(locked_turn, [received_bulletin.as_in_time])[
            received_bulletin.as_in_time.key
        ]
        ruling = build_next_version(
            current,
            by=by,
            now=now,
            key=received_bulletin.as_in_time.key,
            verdict=verdict.to_dict(),
            in_time=reason.strip(),
            in_time_article=locked_turn.game.tournament.regulation.cite(Topic.NULLITY),
            status=RulingStatus.UNDECIDED if verdict.needs_arbiter else RulingStatus.CONFIRMED,
            reason="",
            came_since=False,
            **propose_fields(verdict),
        )
        append_arbiter_rulings(locked_turn, [ruling], by=by, now=now)
    return ruling
