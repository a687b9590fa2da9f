"""Sets the table at which the judge of a game plays it."""

from datetime import datetime

from django.db import transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.states import LIVE_TURN_STATES, PLACED_TURN_STATES, GameState
from tournament.models import Entry, Game
from tournament.queries.people.seating import find_entries_at
from tournament.services.journal import append
from tournament.services.play.games import update_game
from tournament.services.play.transitions import By

#: Command in the journal: the judge plays at a table, or does not.
JUDGE_PLAYS = "judge-plays"
#: States of games of which turns may still be drawn.
STILL_TO_PLAY = frozenset(
    {GameState.DRAFT, GameState.READY, GameState.RUNNING, GameState.INTERRUPTED}
)


def let_judge_play(*, game: Game, table: int | None, by: By, now: datetime) -> Game:
    """Set the table at which the judge plays this game; None: the judge does not play.

    Raises BadSetting for an empty table; WrongState while a turn is in progress, whose solutions
    the judge may have seen, and for a game that is over.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if locked.state not in STILL_TO_PLAY:
            raise WrongState("game", command=JUDGE_PLAYS, state=locked.state)
        if locked.turns.filter(state__in=list(LIVE_TURN_STATES - PLACED_TURN_STATES)).exists():
            raise WrongState("judge-plays-now")
        entry = _find_entry(locked, table)
        if entry != locked.judge_plays:
            Game.objects.filter(pk=locked.pk).update(judge_plays=entry)
            locked.judge_plays = entry
            data = {"command": JUDGE_PLAYS, "table": table}
            append(locked, EventKind.GAME_CHANGED, by=by, now=now, data=data)
    return locked


def update_draft(
    *, game: Game, time_s: int, warn_s: int, table: int | None, by: By, now: datetime
) -> Game:
    """Change the times of a game in draft and the table of its judge, or nothing of both. Errors as
    of ``update_game`` and ``let_judge_play``."""
    with transaction.atomic():
        update_game(game=game, time_s=time_s, warn_s=warn_s, by=by, now=now)
        return let_judge_play(game=game, table=table, by=by, now=now)


def _find_entry(game: Game, table: int | None) -> Entry | None:
    if table is None:
        return None
    entry = find_entries_at(game, [table]).get(table)
    if entry is None or entry.withdrawn:
        raise BadSetting("no-such-table", number=table)
    return entry
