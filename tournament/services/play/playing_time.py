"""Changes the playing time of one turn, or of all from now on, announced before the game."""

from datetime import datetime

from django.db import transaction

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.queries.playing_time import get_seconds
from tournament.services.journal import append_event
from tournament.services.play.games import MAX_SECONDS, MIN_SECONDS
from tournament.services.play.mort_subite import require_own_times
from tournament.services.play.transitions import By, require_running

#: States before the clock of the turn is started.
UNOPENED_TURN_STATES = frozenset({TurnState.DRAWN, TurnState.ANNOUNCED})


def set_playing_time(
    *, turn: Turn, seconds: int, for_later_turns: bool, by: By, now: datetime
) -> Turn:
    """Set the playing time of a turn; ``for_later_turns``: also of the following ones.

    The game stays of the kind announced before it (3): ``Game.time_s`` decides how many warnings
    are free (5.9), reading B-20. Raise BadSetting, WrongState, LostRace.
    """
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise BadSetting("bad-time", time_s=seconds, least=MIN_SECONDS, most=MAX_SECONDS)
    require_running(turn.game)
    if for_later_turns:
        require_own_times(turn.game)
    if turn.state not in UNOPENED_TURN_STATES:
        raise WrongState("time-runs")
    article = turn.game.tournament.regulation.play.playing_times_s.short_article
    data = {
        "before": get_seconds(turn),
        "seconds": seconds,
        "rest": for_later_turns,
        "article": article,
    }
    with transaction.atomic():
        unchanged = Turn.objects.filter(pk=turn.pk, state=turn.state)
        if not unchanged.update(time_s=seconds):
            raise LostRace("turn")
        if for_later_turns:
            Game.objects.filter(pk=turn.game_id).update(turn_time_s=seconds)
        turn.refresh_from_db()
        append_event(turn.game, EventKind.TIME_CHANGED, turn=turn, by=by, now=now, data=data)
    return turn
