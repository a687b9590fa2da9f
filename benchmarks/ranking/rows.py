"""The rows of a big tournament that has been played; needs Django set up."""

from datetime import UTC, datetime

from django.db import connection

from benchmarks.ranking.field import CLUBS, COUNTRIES, SERIES
from tournament.core.events import EventKind
from tournament.core.states import GameState, TurnState
from tournament.models import Entry, Game, Journal, Player, Table, Tournament, Turn
from tournament.services.tournaments import create_tournament

#: Every entry on every turn, one in thirty-one absent from a game, in one statement.
_SCORES = """
INSERT INTO tournament_score
    (turn_id, entry_id, points, gross, sanction, average, warnings, word, ref, article)
SELECT turn.id, entry.id, value, value, 'none', FALSE, (value % 50 = 0)::int, 'MOT', 'H8', ''
FROM tournament_turn turn
CROSS JOIN tournament_entry entry
CROSS JOIN LATERAL (
    SELECT (hashtextextended(turn.id || '-' || entry.id, 0) & 63)::int AS value
) AS drawn
WHERE (entry.id + turn.game_id) % 31 <> 0
"""


def make_tournament(*, entries: int, games: int, turns: int) -> Tournament:
    now = datetime.now(UTC)
    tournament = create_tournament(
        name="Simultané", starts_on=now.date(), edition="2023", by=None, now=now
    )
    tables = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, entries + 1)
    )
    players = Player.objects.bulk_create(
        Player(
            tournament=tournament,
            last_name=f"Joueur {number}",
            club=f"Club {number % CLUBS}",
            series=str(1 + number % SERIES),
            country=f"Pays {number % COUNTRIES}",
            birth_year=1950 + number % 60,
        )
        for number in range(1, entries + 1)
    )
    made = Entry.objects.bulk_create(
        Entry(tournament=tournament, table=table, name=f"Joueur {table.number}") for table in tables
    )
    links = Entry.players.through
    links.objects.bulk_create(
        links(entry_id=entry.pk, player_id=player.pk)
        for entry, player in zip(made, players, strict=True)
    )
    for number in range(1, games + 1):
        game = Game.objects.create(
            tournament=tournament,
            number=number,
            state=GameState.FINISHED,
            started_at=now,
            finished_at=now,
            seq=1,
        )
        Journal.objects.create(game=game, seq=1, kind=EventKind.GAME, at=now)
        Turn.objects.bulk_create(
            Turn(
                game=game,
                ordinal=ordinal,
                number=ordinal,
                state=TurnState.DONE,
                drawn="ABCDEFG",
                word="MOT",
                ref="H8",
                score=64,
                corrected_at=now,
            )
            for ordinal in range(1, turns + 1)
        )
    with connection.cursor() as cursor:
        cursor.execute(_SCORES)
        cursor.execute("ANALYZE")
    return tournament
