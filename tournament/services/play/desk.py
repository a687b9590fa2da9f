"""One device is at the judge's desk of a tournament; another may take over, if the first dies."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import LostRace
from tournament.core.events import EventKind
from tournament.models import DeskHold, Tournament
from tournament.protocol import Audience
from tournament.protocol.view import find_current_game
from tournament.services.journal import append
from tournament.services.play.games import moved_room


def sit_down(*, tournament: Tournament, device: str, by: User, now: datetime) -> DeskHold:
    """Who is at the desk once ``device`` has come: itself, if nobody was there."""
    mine = {"device": device, "by": by, "since": now}
    hold, _ = DeskHold.objects.select_related("by").get_or_create(
        tournament=tournament, defaults=mine
    )
    if hold.device == device and hold.by != by:  # somebody else signed in on it
        hold.by, hold.since = by, now
        hold.save(update_fields=["by", "since"])
    return hold


def require_desk(*, tournament: Tournament, device: str, by: User, now: datetime) -> None:
    """Raises LostRace when another device is at the desk: it leads, and this one only looks on."""
    hold = sit_down(tournament=tournament, device=device, by=by, now=now)
    if hold.device != device:
        raise LostRace("desk", who=hold.by.get_username())


def take_over(*, tournament: Tournament, device: str, by: User, now: datetime) -> DeskHold:
    """Be at the desk from now on; the device that was there only looks on, and is told so."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        before = sit_down(tournament=tournament, device=device, by=by, now=now)
        if before.device == device:
            return before
        said = {"from": before.by.get_username(), "held_since": before.since.isoformat()}
        before.device, before.by, before.since = device, by, now
        before.save(update_fields=["device", "by", "since"])
        game = find_current_game(tournament.pk, Audience.JUDGE)
        if game is not None:
            append(game, EventKind.DESK, by=by, now=now, data=said)
        else:
            moved_room(tournament.pk)
    return before
