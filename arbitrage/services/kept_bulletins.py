"""Bulletins that a centre without network kept: they arrive late, and one decision of the judge
counts those of a turn as in time (5.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.contrib.auth.models import User

from arbitrage.core.decided import propose_fields
from arbitrage.models import Ruling, Status
from arbitrage.queries.appeals import find_decided_by_commission
from arbitrage.queries.received_bulletins import (
    ReceivedBulletin,
    find_overtaken,
    list_received_from,
)
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.correction import judge_bulletins
from arbitrage.services.rulings import append_rulings, build_next_version
from arbitrage.services.turn_lock import lock_turn, require_collected
from engine.regulation.topics import Topic
from tournament.core.centres.reports import CentreAct
from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, Role
from tournament.models import Centre, Entry, LateBulletin, Tournament, Turn
from tournament.queries.access import require_role
from tournament.queries.people.seating import annotate_seats
from tournament.services.journal import append


@dataclass(frozen=True, slots=True)
class KeptBulletins:
    """Late bulletins of a centre on a turn that do not count; with the first and last arrival."""

    turn: Turn
    centre: Centre
    entries: tuple[int, ...]
    first_arrival: datetime
    last_arrival: datetime


def list_kept_bulletins(tournament: Tournament) -> list[KeptBulletins]:
    """List the late bulletins that do not count, by turn and centre, the last turn first."""
    centres = {centre.pk: centre for centre in tournament.centres.all()}
    rows = LateBulletin.objects.filter(
        turn__game__tournament=tournament, turn__state__in=list(COLLECTED_TURN_STATES)
    )
    turns = {row.turn_id: row.turn for row in rows.select_related("turn__game__tournament")}
    kept = []
    for turn in sorted(turns.values(), key=lambda turn: (turn.game.number, turn.ordinal)):
        for centre in centres.values():
            rulings = _find_late_rulings(turn, centre)
            if rulings:
                arrivals = rows.filter(turn=turn, entry__in=rulings).values_list("arrived_at")
                times = sorted(at for (at,) in arrivals)
                kept.append(KeptBulletins(turn, centre, tuple(rulings), times[0], times[-1]))
    return kept[::-1]


def accept_kept_bulletins(
    *, turn: Turn, centre: Centre, reason: str, by: User, now: datetime
) -> int:
    """Count the late bulletins of ``centre`` that arrived for ``turn`` as in time; return how many.

    By this the judge states that they were written before the end of the turn, without network.
    Raise NotAllowed, BadSetting without a reason, WrongState when there is none.
    """
    require_role(by, turn.game.tournament, Role.JUDGE)
    if not reason.strip():
        raise BadSetting("no-reason")
    with lock_turn(turn) as fresh:
        require_collected(fresh)
        current = _find_late_rulings(fresh, centre)
        if not current:
            raise WrongState("nothing-kept", name=centre.name)
        received = list(list_received_from(fresh, current))
        new_rulings = _judge_in_time(fresh, received, current, reason.strip(), by=by, now=now)
        for _status, group in groupby(new_rulings, key=lambda ruling: ruling.status):
            append_rulings(fresh, list(group), by=by, now=now)
        arrivals = LateBulletin.objects.filter(turn=fresh, entry__in=current)
        times = sorted(arrivals.values_list("arrived_at", flat=True))
        data = {
            "centre": str(centre.uid),
            "name": centre.name,
            "act": CentreAct.KEPT,
            "detail": reason.strip(),
            "count": len(new_rulings),
            "arrived": [times[0].isoformat(), times[-1].isoformat()],
        }
        append(fresh.game, EventKind.CENTRE_REPORTED, turn=fresh, by=by, now=now, data=data)
    return len(new_rulings)


def _judge_in_time(
    turn: Turn,
    received: Iterable[ReceivedBulletin],
    current: dict[int, Ruling],
    reason: str,
    *,
    by: User,
    now: datetime,
) -> list[Ruling]:
    """Return the next versions, those that an arbiter must decide last."""
    in_time = {bulletin.entry_id: bulletin.in_time for bulletin in received}
    verdicts = judge_bulletins(turn, list(in_time.values()))
    article = turn.game.tournament.regulation.cite(Topic.NULLITY)
    rulings = [
        build_next_version(
            current[entry],
            by=by,
            now=now,
            key=bulletin.key,
            verdict=verdicts[bulletin.key].to_dict(),
            in_time=reason,
            in_time_article=article,
            status=Status.UNDECIDED if verdicts[bulletin.key].needs_arbiter else Status.CONFIRMED,
            reason="",
            came_since=False,
            **propose_fields(verdicts[bulletin.key]),
        )
        for entry, bulletin in in_time.items()
    ]
    return sorted(rulings, key=lambda ruling: ruling.status == Status.UNDECIDED)


def _find_late_rulings(turn: Turn, centre: Centre) -> dict[int, Ruling]:
    """Return the rulings in force on late bulletins of ``centre`` that do not count, by entry."""
    entries = annotate_seats(Entry.objects.filter(tournament=centre.tournament_id), turn.game_id)
    late = LateBulletin.objects.filter(turn=turn).values("entry")
    keys = entries.filter(seat_centre=centre.pk, pk__in=late).values_list("pk", flat=True)
    rulings = get_current_rulings(turn, list(keys))
    final = find_decided_by_commission(turn, rulings.values())
    overtaken = find_overtaken(turn, list(rulings.values()))
    received = {row.entry_id: row for row in list_received_from(turn, rulings)}
    return {
        entry: ruling
        for entry, ruling in rulings.items()
        if entry in received
        and received[entry].is_late
        and not ruling.in_time
        and entry not in final | overtaken
    }
