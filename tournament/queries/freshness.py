"""What a public page of a tournament is made of, in short: while it is the same, so is the page.

Every result and every change in a room is a row of a journal, and ``Game.seq`` counts them: two
small questions say whether anything is new, however many the turns and the players.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.db.models import Model

from tournament.models import Game, Group, Tournament


def stamp_of(tournament: Tournament, *more: object) -> str:
    """Of everything that the pages about its games depend on; ``more``: what else this one does."""
    games = Game.objects.filter(tournament=tournament).order_by("number")
    facts = [
        _code(),
        [getattr(settings, name) for name in _INSTALLED],
        _values(tournament),
        _values(tournament.organisation),
        *games.values_list("pk", "number", "state", "seq"),
        *more,
    ]
    return sha256(repr(facts).encode()).hexdigest()[:32]


#: Made by the database: five hundred lines are read in a millisecond there, and sent nowhere.
_PEOPLE = """
SELECT md5(string_agg(line::text, ',' ORDER BY entry, player))
FROM (
    SELECT e.id AS entry, p.id AS player, e.name, e.withdrawn, t.number, team.name AS team,
        p.series, p.club, p.federation, p.country, p.category, p.birth_year
    FROM tournament_entry e
    JOIN tournament_table t ON t.id = e.table_id
    LEFT JOIN tournament_team team ON team.id = e.team_id
    LEFT JOIN tournament_entry_players link ON link.entry_id = e.id
    LEFT JOIN tournament_player p ON p.id = link.player_id
    WHERE e.tournament_id = %s
) AS line
"""


def people_of(tournament: Tournament) -> str:
    """The same of who takes part and of what groups: no journal tells of a player whose club is
    written otherwise."""
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, [tournament.pk])
        (people,) = cursor.fetchone()
    groups = Group.objects.filter(organisation=tournament.organisation_id).order_by("pk")
    return sha256(repr([people, *groups.values_list()]).encode()).hexdigest()[:32]


_ROOT = Path(__file__).parents[2]
#: Settings that a page carries.
_INSTALLED = ("TIME_ZONE", "PAPER_SIZE", "SHELL_WORKER")
#: What pages are written by: sentences about bulletins are the arbiters' office's.
_WRITERS = ("engine", "tournament", "arbitrage", "config")


def _values(row: Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


@cache
def _code() -> tuple[int, str]:
    """When the pages were last written themselves, and which files they name: the same in all
    processes of a machine."""
    files = list((_ROOT / "templates").rglob("*.html"))
    for package in _WRITERS:
        files += (_ROOT / package).rglob("*.py")
    newest = max(file.stat().st_mtime_ns for file in files)
    return newest, getattr(staticfiles_storage, "manifest_hash", "")
