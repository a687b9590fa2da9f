"""A digest of the data of a public page: while it is unchanged, so is the page.

Every result and every change in a room is a row of a journal, which ``Game.seq`` counts; those of
rounds, matches and toppings are a chain of the tournament. Three small queries detect any change,
whatever the numbers of turns and players.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.db.models import Model, QuerySet

from tournament.models import Game, Group, Tournament
from tournament.queries.chain import find_tournament_head
from tournament.queries.clock import now


def compute_tournament_fingerprint(tournament: Tournament, *page_data: object) -> str:
    """Compute a digest of all data of the pages about its games; ``page_data``: of one page."""
    games = Game.objects.filter(tournament=tournament).order_by("number")
    data = [
        _compute_code_version(),
        [getattr(settings, name) for name in _SHOWN_SETTINGS],
        _get_values(tournament),
        _get_values(tournament.organisation),
        *games.values_list("pk", "number", "state", "seq", "starts_at"),
        find_tournament_head(tournament),
        *page_data,
    ]
    return digest_values(*data)


def digest_values(*data: object) -> str:
    return sha256(repr(data).encode()).hexdigest()[:32]


#: Computed by the database: five hundred lines are read in a millisecond and not transferred.
_PEOPLE_QUERY = """
SELECT md5(string_agg(line::text, ',' ORDER BY entry, player)), (
    SELECT md5(string_agg(c::text, ',' ORDER BY c.id))
    FROM tournament_centre c WHERE c.tournament_id = %s
)
FROM (
    SELECT e.id AS entry, p.id AS player, e.name, e.withdrawn, e.plays_on, t.number, t.centre_id,
        team.name AS team,
        p.series, p.club, p.federation, p.country, p.category, p.birth_year
    FROM tournament_entry e
    JOIN tournament_table t ON t.id = e.table_id
    LEFT JOIN tournament_team team ON team.id = e.team_id
    LEFT JOIN tournament_entry_players link ON link.entry_id = e.id
    LEFT JOIN tournament_player p ON p.id = link.player_id
    WHERE e.tournament_id = %s
) AS line
"""


def compute_people_fingerprint(tournament: Tournament) -> str:
    """Compute a digest of players, centres and groups: no journal records a change of a player's
    club."""
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE_QUERY, [tournament.pk, tournament.pk])
        people = cursor.fetchone()
    groups = Group.objects.filter(organisation=tournament.organisation_id).order_by("pk")
    return digest_values(people, *groups.values_list())


def compute_running_time_stamp(*clocks: QuerySet[Any]) -> str:
    """Return a text that changes every ``SHOWN_TIME_S`` seconds while there is one of the running
    ``clocks``; empty while all stand still."""
    is_running = any(rows.exists() for rows in clocks)
    return str(int(now().timestamp()) // SHOWN_TIME_S) if is_running else ""


#: Seconds for which a page may show the time that was left when it was rendered.
SHOWN_TIME_S = 3

_ROOT = Path(__file__).parents[2]
#: Settings whose values appear on pages.
_SHOWN_SETTINGS = ("TIME_ZONE", "PAPER_SIZE", "SHELL_WORKER")
#: Packages whose code writes pages, including the sentences about bulletins.
_PAGE_PACKAGES = ("engine", "tournament", "arbitrage", "config")


def _get_values(row: Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


@cache
def _compute_code_version() -> tuple[int, str]:
    """Return the time of the last change to the code of pages, and the version of static files:
    equal in all processes of a machine."""
    files = list((_ROOT / "templates").rglob("*.html"))
    for package in _PAGE_PACKAGES:
        files += (_ROOT / package).rglob("*.py")
    newest = max(file.stat().st_mtime_ns for file in files)
    return newest, getattr(staticfiles_storage, "manifest_hash", "")
