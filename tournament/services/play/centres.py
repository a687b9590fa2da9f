"""Reports of the centres of a game, and decisions of its judge about them, in its journal."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.centres.reports import ACTS_WITH_REASON, STAFF_ACTS, CentreAct
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Centre, Game, Turn
from tournament.protocol import Audience
from tournament.protocol.current_game import find_current_game
from tournament.queries.access import require_role
from tournament.queries.centres import can_report, list_blocking_centres
from tournament.queries.position import list_turns_current_first
from tournament.services.journal import append_event

MAX_REASON = 300


def report(*, centre: Centre, act: str, reason: str = "", by: User, now: datetime) -> None:
    """Write what the staff of ``centre`` reports at the turn at hand.

    Raise NotAllowed for an account that is not its judge, BadSetting for an unknown act or a
    missing reason, WrongState without a game.
    """
    if act not in STAFF_ACTS:
        raise BadSetting("unknown-centre-act", act=act)
    if not can_report(by, centre):
        raise NotAllowed("not-of-centre", name=centre.name)
    _write(centre, CentreAct(act), reason, by=by, now=now)


def go_on_without(*, centre: Centre, reason: str, by: User, now: datetime) -> None:
    """Go on without ``centre`` until it is ready again. Raise as ``report``, and NotAllowed for
    everybody but the judge."""
    require_role(by, centre.tournament, Role.JUDGE)
    if centre.is_lead:
        raise BadSetting("lead-left-out", name=centre.name)
    _write(centre, CentreAct.WITHOUT, reason, by=by, now=now)


def require_centres(game: Game) -> None:
    """Raise WrongState if the next turn waits for a centre."""
    if blocking := list_blocking_centres(game):
        names = ", ".join(centre.name for centre in blocking)
        raise WrongState("centres-not-ready", centres=names, count=len(blocking))


def _write(centre: Centre, act: CentreAct, reason: str, *, by: User, now: datetime) -> None:
    reason = " ".join(reason.split())[:MAX_REASON]
    if act in ACTS_WITH_REASON and not reason:
        raise BadSetting("centre-no-reason")
    game = find_current_game(centre.tournament_id, Audience.JUDGE)
    if game is None:
        raise WrongState("no-game-now")
    data: dict[str, Any] = {"centre": str(centre.uid), "name": centre.name, "act": act}
    with transaction.atomic():
        turn: Turn | None = list_turns_current_first(game).first()
        details = {"detail": reason} if act in ACTS_WITH_REASON else {}
        append_event(
            game, EventKind.CENTRE_REPORTED, turn=turn, by=by, now=now, data=data | details
        )
