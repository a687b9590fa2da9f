"""Says that the judge of a game plays it himself, and at which table."""

from datetime import datetime

from django.db import transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.states import LIVE_TURN_STATES, PLACED_TURN_STATES, GameState
from tournament.models import Entry, Game
from tournament.queries.people.seating import entries_at
from tournament.services.journal import append
from tournament.services.play.transitions import By

#: As a command in the journal: where the judge plays, or that he does not.
JUDGE_PLAYS = "judge-plays"
#: Games of which turns may still be drawn.
STILL_TO_PLAY = frozenset(
    {GameState.DRAFT, GameState.READY, GameState.RUNNING, GameState.INTERRUPTED}
)


def let_judge_play(*, game: Game, table: int | None, by: By, now: datetime) -> Game:
    """Say at which table the judge plays this game himself; None: he does not.

    Raises BadSetting for a table where nobody plays, WrongState while a turn is under way, of which
    he may have seen the solutions, and for a game that is over.
    """
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        if held.state not in STILL_TO_PLAY:
            raise WrongState("game", command=JUDGE_PLAYS, state=held.state)
        if held.turns.filter(state__in=list(LIVE_TURN_STATES - PLACED_TURN_STATES)).exists():
            raise WrongState("judge-plays-now")
        entry = _entry_at(held, table)
        if entry != held.judge_plays:
            Game.objects.filter(pk=held.pk).update(judge_plays=entry)
            held.judge_plays = entry
            data = {"command": JUDGE_PLAYS, "table": table}
            append(held, EventKind.GAME, by=by, now=now, data=data)
    return held


def _entry_at(game: Game, table: int | None) -> Entry | None:
    if table is None:
        return None
    entry = entries_at(game, [table]).get(table)
    if entry is None or entry.withdrawn:
        raise BadSetting("no-such-table", number=table)
    return entry
