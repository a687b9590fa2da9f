"""Bulletins that a centre without network kept: they arrive late, and one decision of the judge
counts those of a turn as in time (5.7)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby

from django.contrib.auth.models import User

from arbitrage.core.ruling_codes import propose_fields
from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.bulletins.kept import KeptBulletins, list_kept_on_turn
from arbitrage.queries.bulletins.received import ReceivedBulletin, list_received_from
from arbitrage.services.correction import judge_bulletins
from arbitrage.services.rulings import append_rulings, build_next_version
from arbitrage.services.turn_lock import lock_turn, require_collected
from engine.regulation.topics import Topic
from tournament.core.centres.reports import CentreAct
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Centre, Turn
from tournament.queries.access import require_role
from tournament.services.journal import append_event


def accept_kept_bulletins(
    *,
    turn: Turn,
    centre: Centre,
    versions: Mapping[int, int],
    reason: str,
    by: User,
    now: datetime,
) -> int:
    """Count late bulletins of ``centre`` for ``turn`` as in time; return how many.

    By this the judge states that they were written before the end of the turn, without network.
    ``versions``: of the rulings that they saw, by entry; others stay late. Raise NotAllowed,
    BadSetting without a reason or a bulletin, WrongState when none is left, LostRace when one of
    them has been decided on since.
    """
    require_role(by, turn.game.tournament, Role.JUDGE)
    if not reason.strip():
        raise BadSetting("no-reason")
    if not versions:
        raise BadSetting("no-kept-chosen")
    with lock_turn(turn) as locked_turn:
        require_collected(locked_turn)
        kept = _list_chosen(locked_turn, centre, versions)
        current = {bulletin.entry.pk: bulletin.ruling for bulletin in kept.bulletins}
        received = list(list_received_from(locked_turn, current))
        new_rulings = _judge_in_time(locked_turn, received, current, reason.strip(), by=by, now=now)
        for _status, group in groupby(new_rulings, key=lambda ruling: ruling.status):
            append_rulings(locked_turn, list(group), by=by, now=now)
        data = {
            "centre": str(centre.uid),
            "name": centre.name,
            "act": CentreAct.KEPT,
            "detail": reason.strip(),
            "count": len(new_rulings),
            "arrived": [at.isoformat() for at in (kept.arrivals[0], kept.arrivals[-1])],
        }
        kind = EventKind.CENTRE_REPORTED
        append_event(locked_turn.game, kind, turn=locked_turn, by=by, now=now, data=data)
    return len(new_rulings)


def _list_chosen(turn: Turn, centre: Centre, versions: Mapping[int, int]) -> KeptBulletins:
    kept = [
        bulletin for bulletin in list_kept_on_turn(turn, versions) if bulletin.centre == centre.pk
    ]
    if not kept:
        raise WrongState("nothing-kept", name=centre.name)
    if {bulletin.entry.pk: bulletin.ruling.version for bulletin in kept} != versions:
        raise LostRace("kept")
    return KeptBulletins(turn, centre, kept)


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
    in_time = {bulletin.entry_id: bulletin.as_in_time for bulletin in received}
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
            status=RulingStatus.UNDECIDED
            if verdicts[bulletin.key].needs_arbiter
            else RulingStatus.CONFIRMED,
            reason="",
            came_since=False,
            **propose_fields(verdicts[bulletin.key]),
        )
        for entry, bulletin in in_time.items()
    ]
    return sorted(rulings, key=lambda ruling: ruling.status == RulingStatus.UNDECIDED)
