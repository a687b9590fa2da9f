"""The judge's desk of a tournament: one device leads, and another may take over from it."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import LostRace
from tournament.core.events import EventKind
from tournament.models import DeskHold, Tournament
from tournament.protocol import Audience
from tournament.protocol.current_game import find_current_game
from tournament.services.journal import append_event
from tournament.services.play.games import refresh_room


def find_or_take_desk(*, tournament: Tournament, device: str, by: User, now: datetime) -> DeskHold:
    """Return the holder of the desk after ``device`` came to it: ``device`` if there was none."""
    defaults = {"device": device, "by": by, "since": now}
    hold, _ = DeskHold.objects.select_related("by").get_or_create(
        tournament=tournament, defaults=defaults
    )
    if hold.device == device and hold.by != by:  # another account signed in on it
        hold.by, hold.since = by, now
        hold.save(update_fields=["by", "since"])
    return hold


def require_desk(*, tournament: Tournament, device: str, by: User, now: datetime) -> None:
    """Raise LostRace if another device holds the desk and leads the games."""
    hold = find_or_take_desk(tournament=tournament, device=device, by=by, now=now)
    if hold.device != device:
        raise LostRace("desk", who=hold.by.get_username())


def take_over_desk(*, tournament: Tournament, device: str, by: User, now: datetime) -> DeskHold:
    """Hold the desk from now on; the device that held it before is notified and only watches."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        hold = find_or_take_desk(tournament=tournament, device=device, by=by, now=now)
        if hold.device == device:
            return hold
        data = {"from": hold.by.get_username(), "held_since": hold.since.isoformat()}
        hold.device, hold.by, hold.since = device, by, now
        hold.save(update_fields=["device", "by", "since"])
        game = find_current_game(tournament.pk, Audience.JUDGE)
        if game is not None:
            append_event(game, EventKind.DESK_TAKEN_OVER, by=by, now=now, data=data)
        else:
            refresh_room(tournament.pk)
    return hold
