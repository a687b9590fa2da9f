"""Participation of entries: on a tablet, on paper, or absent; and bulletins typed in for them."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadSetting
from tournament.core.events import EventKind
from tournament.core.states import (
    CHOOSABLE_MEDIA,
    COLLECTED_TURN_STATES,
    HandInStatus,
    PlayMedium,
    Role,
    TurnState,
)
from tournament.models import Entry, Tournament, Turn, TurnParticipation
from tournament.protocol.current_game import find_current_game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.seating import get_table_numbers
from tournament.queries.people.table_scope import require_own_centre
from tournament.services.journal import append_event
from tournament.services.locks import lock_entries
from tournament.services.play.scoreboard import publish_counts

#: Roles with which an account changes how entries play.
_LISTING_ROLES = tuple(set(Role) - {Role.COMMISSION})

#: At the end of a turn, one statement for all entries: a withdrawn entry is absent too.
_RECORD_MEDIA = """
INSERT INTO tournament_tookpart (turn_id, entry_id, plays_on, typed)
SELECT %s, id, CASE WHEN withdrawn THEN 'nothing' ELSE plays_on END, ''
FROM tournament_entry
WHERE tournament_id = %s AND (withdrawn OR plays_on <> 'tablet')
ON CONFLICT (turn_id, entry_id) DO NOTHING
"""


def record_media(turn: Turn) -> None:
    """Record how entries took part in a turn that has ended: later changes do not count for it."""
    with connection.cursor() as cursor:
        cursor.execute(_RECORD_MEDIA, [turn.pk, turn.game.tournament_id])


#: Gives each entry that plays a seat at its current table and centre; existing seats stay.
_CREATE_SEATS = """
INSERT INTO tournament_seat (game_id, entry_id, table_id, centre_id)
SELECT g.id, e.id, t.id, t.centre_id
FROM tournament_game g JOIN tournament_entry e USING (tournament_id)
JOIN tournament_table t ON t.id = e.table_id
WHERE g.tournament_id = %s AND g.state IN ('running', 'interrupted') AND NOT e.withdrawn
ON CONFLICT (game_id, entry_id) DO NOTHING
"""


def create_seats(tournament_id: int) -> None:
    """Give entries without a seat in the game in progress one at their current table.

    Inside the transaction in which the game starts, or an entry is registered.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CREATE_SEATS, [tournament_id])


def analyze_seats() -> None:
    """Update PostgreSQL's statistics for the new seats. With the old ones it expects no rows for a
    new game, and searched all six thousand seats for each of six thousand entries."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournament_seat")


def mark_as_newcomers(tournament: Tournament, entries: Collection[Entry]) -> None:
    """Seat newly registered ``entries`` in the game in progress, and mark them as absent in its
    closed turns, in which nothing is expected from them (6.2)."""
    create_seats(tournament.pk)
    turns = Turn.objects.filter(
        game__tournament=tournament, state__in=[*COLLECTED_TURN_STATES, TurnState.OPEN]
    ).select_related("game")
    TurnParticipation.objects.bulk_create(
        (
            TurnParticipation(turn=turn, entry=entry, plays_on=plays_on)
            for turn in turns
            if (plays_on := _get_newcomer_medium(turn))
            for entry in entries
        ),
        batch_size=2000,
    )


def _get_newcomer_medium(turn: Turn) -> PlayMedium | None:
    """Return how a new entry takes part in a turn opened before; None: it plays."""
    if is_mort_subite(turn.game):
        return PlayMedium.WATCHING
    return None if turn.state == TurnState.OPEN else PlayMedium.ABSENT


def change_plays_on(
    *,
    tournament: Tournament,
    entries: Collection[int],
    plays_on: str,
    current_media: Collection[str] = CHOOSABLE_MEDIA,
    by: User | None,
    now: datetime,
) -> Counter[str]:
    """Change how those of ``entries`` play that play on ``current_media``, or mark them as absent,
    from the next end of a turn on (6.2).

    Bulletins expected for closed turns still are. Return how many played on what before; raises
    BadSetting for an unknown value.
    """
    if plays_on not in CHOOSABLE_MEDIA:
        raise BadSetting("unknown-plays-on", plays_on=plays_on)
    with transaction.atomic():
        changeable = Entry.objects.filter(
            tournament=tournament, pk__in=entries, plays_on__in=current_media
        )
        require_own_centre(by, None, entries, _LISTING_ROLES)
        changed_entries = lock_entries(changeable.exclude(plays_on=plays_on))
        if not changed_entries:
            return Counter()
        Entry.objects.filter(pk__in=[entry.pk for entry in changed_entries]).update(
            plays_on=plays_on
        )
        game = find_current_game(tournament.pk)
        if game is not None:
            tables = get_table_numbers(game.pk, [entry.pk for entry in changed_entries])
            data: dict[str, Any] = {"plays_on": plays_on, "tables": list(tables.values())}
            append_event(game, EventKind.MEDIUM_CHANGED, by=by, now=now, data=data)
    return Counter(entry.plays_on for entry in changed_entries)


def restore_plays_on(
    *,
    tournament: Tournament,
    plays_on: str,
    before: Mapping[str, Collection[int]],
    by: User | None,
    now: datetime,
) -> int:
    """Undo a change to ``plays_on``: give entries what they played on ``before``, and return how
    many changed; those that were changed again since then keep that."""
    with transaction.atomic():
        changes = [
            change_plays_on(
                tournament=tournament,
                entries=entries,
                plays_on=medium,
                current_media=[plays_on],
                by=by,
                now=now,
            )
            for medium, entries in before.items()
        ]
    return sum(change.total() for change in changes)


def record_typed(
    *,
    turn: Turn,
    hand_in_statuses: dict[Entry, HandInStatus],
    data: dict[str, Any],
    by: User | None,
    now: datetime,
) -> None:
    """Record that an arbiter typed in bulletins for ``typed``, with how each was handed in;
    ``data`` goes into the journal.

    For the arbitration, inside the transaction in which it stores them.
    """
    TurnParticipation.objects.bulk_create(
        [
            TurnParticipation(turn=turn, entry=entry, plays_on=PlayMedium.PAPER, typed=handed_in)
            for entry, handed_in in hand_in_statuses.items()
        ],
        update_conflicts=True,
        unique_fields=["turn", "entry"],
        update_fields=["plays_on", "typed"],
    )
    tables = list(
        get_table_numbers(turn.game_id, [entry.pk for entry in hand_in_statuses]).values()
    )
    append_event(
        turn.game, EventKind.PAPER_TYPED, turn=turn, by=by, now=now, data={"tables": tables, **data}
    )
    publish_counts(turn=turn, now=now)
