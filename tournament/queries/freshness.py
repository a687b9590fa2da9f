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
from django.db.models import Model

from tournament.models import Entry, Game, Group, Tournament


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


def people_of(tournament: Tournament) -> str:
    """The same of who takes part and of what groups: no journal tells of a player whose club is
    written otherwise."""
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    player = [f"players__{name}" for name in ("pk", *_OF_A_PLAYER)]
    people = entries.values_list("pk", "name", "withdrawn", "table__number", "team__name", *player)
    groups = Group.objects.filter(organisation=tournament.organisation_id).order_by("pk")
    facts = [*people, *groups.values_list()]
    return sha256(repr(facts).encode()).hexdigest()[:32]


_ROOT = Path(__file__).parents[2]
#: Settings that a page carries.
_INSTALLED = ("TIME_ZONE", "PAPER_SIZE", "SHELL_WORKER")
#: What pages are written by: sentences about bulletins are the arbiters' office's.
_WRITERS = ("engine", "tournament", "arbitrage", "config")
_OF_A_PLAYER = ("series", "club", "federation", "country", "category", "birth_year")


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
