"""Sets the table at which the judge of a game plays it."""

from datetime import datetime

from django.db import transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.states import (
    LIVE_TURN_STATES,
    PLACED_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    GameState,
)
from tournament.models import Entry, Game
from tournament.queries.people.seating import find_entries_at
from tournament.services.journal import append_event
from tournament.services.play.games import update_game
from tournament.services.play.transitions import By

#: Command in the journal: the judge plays at a table, or does not.
JUDGE_PLAYS = "judge-plays"
#: States of games of which turns may still be drawn.
STILL_TO_PLAY = frozenset({GameState.DRAFT, GameState.READY, *UNDER_WAY_GAME_STATES})


def set_table_of_judge(*, game: Game, table: int | None, by: By, now: datetime) -> Game:
    """Set the table at which the judge plays this game; None: the judge does not play.

    Raise BadSetting for an empty table; WrongState while a turn is in progress, whose solutions
    the judge may have seen, and for a game that is over.
    """
    with transaction.atomic():
        locked_game = Game.objects.select_for_update().get(pk=game.pk)
        if locked_game.state not in STILL_TO_PLAY:
            raise WrongState("game", command=JUDGE_PLAYS, state=locked_game.state)
        if locked_game.turns.filter(state__in=list(LIVE_TURN_STATES - PLACED_TURN_STATES)).exists():
            raise WrongState("judge-plays-now")
        entry = _find_entry(locked_game, table)
        if entry != locked_game.judge_plays:
            Game.objects.filter(pk=locked_game.pk).update(judge_plays=entry)
            locked_game.judge_plays = entry
            data = {"command": JUDGE_PLAYS, "table": table}
            append_event(locked_game, EventKind.GAME_CHANGED, by=by, now=now, data=data)
    return locked_game


def update_draft(
    *, game: Game, time_s: int, warn_s: int, table: int | None, by: By, now: datetime
) -> Game:
    """Change the times of a game in draft and the table of its judge, or nothing of both. Errors as
    of ``update_game`` and ``set_table_of_judge``."""
    with transaction.atomic():
        update_game(game=game, time_s=time_s, warn_s=warn_s, by=by, now=now)
        return set_table_of_judge(game=game, table=table, by=by, now=now)


def _find_entry(game: Game, table: int | None) -> Entry | None:
    if table is None:
        return None
    entry = find_entries_at(game, [table]).get(table)
    if entry is None or entry.withdrawn:
        raise BadSetting("no-such-table", number=table)
    return entry
