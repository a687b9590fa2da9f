"""Who plays on a tablet, who on paper, who is not there; and what was typed in for whom."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadSetting
from tournament.core.events import EventKind
from tournament.core.states import CHOOSABLE, COLLECTED_TURN_STATES, Handed, PlaysOn, TurnState
from tournament.models import Entry, TookPart, Tournament, Turn
from tournament.protocol.view import current_game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.seating import numbers_in
from tournament.services.journal import append
from tournament.services.play.scoreboard import tell_counts

#: One statement at the bell, however big the room: a withdrawn entry is not there either.
_AT_THE_BELL = """
INSERT INTO tournament_tookpart (turn_id, entry_id, plays_on, typed)
SELECT %s, id, CASE WHEN withdrawn THEN 'nothing' ELSE plays_on END, ''
FROM tournament_entry
WHERE tournament_id = %s AND (withdrawn OR plays_on <> 'tablet')
ON CONFLICT (turn_id, entry_id) DO NOTHING
"""


def fix_plays_on(turn: Turn) -> None:
    """The bell has rung: who plays otherwise later did not in this turn."""
    with connection.cursor() as cursor:
        cursor.execute(_AT_THE_BELL, [turn.pk, turn.game.tournament_id])


#: Where everybody sits who plays, kept with the game; who has a seat keeps it.
_SEATS = """
INSERT INTO tournament_seat (game_id, entry_id, table_id)
SELECT g.id, e.id, e.table_id
FROM tournament_game g JOIN tournament_entry e USING (tournament_id)
WHERE g.tournament_id = %s AND g.state IN ('running', 'interrupted') AND NOT e.withdrawn
ON CONFLICT (game_id, entry_id) DO NOTHING
"""


def take_seats(tournament_id: int) -> None:
    """Whoever plays and has no seat yet in the game under way sits where he sits now.

    Inside the transaction in which the game starts, or somebody comes to it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SEATS, [tournament_id])


def count_seats() -> None:
    """Tell PostgreSQL of the seats that have just been taken. By what it counted before, nobody
    sits in a new game: of six thousand entries, it looked through six thousand seats for each."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournament_seat")


def was_not_there(tournament: Tournament, entries: Collection[Entry]) -> None:
    """``entries`` were registered just now: they sit down at the game under way, and of the turns
    collected nothing is awaited (6.2)."""
    take_seats(tournament.pk)
    turns = Turn.objects.filter(
        game__tournament=tournament, state__in=[*COLLECTED_TURN_STATES, TurnState.OPEN]
    ).select_related("game")
    TookPart.objects.bulk_create(
        (
            TookPart(turn=turn, entry=entry, plays_on=plays_on)
            for turn in turns
            if (plays_on := _of_a_newcomer(turn))
            for entry in entries
        ),
        batch_size=2000,
    )


def _of_a_newcomer(turn: Turn) -> PlaysOn | None:
    """How whoever is registered now takes part in a turn opened before; None: he plays."""
    if is_mort_subite(turn.game):
        return PlaysOn.WATCHES
    return None if turn.state == TurnState.OPEN else PlaysOn.NOTHING


def change_plays_on(
    *,
    tournament: Tournament,
    entries: Collection[int],
    plays_on: str,
    by: User | None,
    now: datetime,
) -> int:
    """From the next bell on ``entries`` play on ``plays_on``, or are not there (6.2).

    What was awaited of turns collected already still is. Returns how many changed; raises
    BadSetting for anything else.
    """
    if plays_on not in CHOOSABLE:
        raise BadSetting("unknown-plays-on", plays_on=plays_on)
    with transaction.atomic():
        held = Entry.objects.select_for_update(of=["self"], no_key=True).filter(
            tournament=tournament, pk__in=entries
        )
        changed = list(held.exclude(plays_on=plays_on))
        if not changed:
            return 0
        Entry.objects.filter(pk__in=[entry.pk for entry in changed]).update(plays_on=plays_on)
        game = current_game(tournament.pk)
        if game is not None:
            tables = numbers_in(game.pk, [one.pk for one in changed])
            data: dict[str, Any] = {"plays_on": plays_on, "tables": list(tables.values())}
            append(game, EventKind.PLAYS_ON, by=by, now=now, data=data)
    return len(changed)


def record_typed(
    *,
    turn: Turn,
    typed: dict[Entry, Handed],
    data: dict[str, Any],
    by: User | None,
    now: datetime,
) -> None:
    """Somebody typed in for ``typed``, who handed in as it says; ``data`` goes to the journal.

    For the arbiters' office, inside the transaction in which it keeps what was typed.
    """
    TookPart.objects.bulk_create(
        [
            TookPart(turn=turn, entry=entry, plays_on=PlaysOn.PAPER, typed=how)
            for entry, how in typed.items()
        ],
        update_conflicts=True,
        unique_fields=["turn", "entry"],
        update_fields=["plays_on", "typed"],
    )
    tables = list(numbers_in(turn.game_id, [entry.pk for entry in typed]).values())
    append(turn.game, EventKind.PAPER, turn=turn, by=by, now=now, data={"tables": tables, **data})
    tell_counts(turn=turn, now=now)
