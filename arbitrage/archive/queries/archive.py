"""The whole file."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from tomllib import loads

from django.db import connection, transaction

from arbitrage.archive.core.manifest import Head, Scope
from arbitrage.archive.core.packing import pack
from arbitrage.archive.queries.lines import ArchiveLine, Extent, lines_of
from arbitrage.archive.queries.member_tables import MEMBER_TABLES
from arbitrage.archive.queries.names import Names
from arbitrage.archive.queries.other_members import SPECIAL
from arbitrage.archive.queries.unfinished import secret_of
from tournament.core.canonical import as_text
from tournament.models import Tournament, Turn
from tournament.queries.chain import head_of

_ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def as_of_one_moment() -> Iterator[None]:
    """What is read inside is of one moment, whatever happens in the room meanwhile."""
    with transaction.atomic():
        if len(connection.savepoint_ids) == 0:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def archive_of(tournament: Tournament, *, now: datetime) -> bytes:
    """Everything about ``tournament``."""
    return _made(Extent(tournament), Scope(), now)


def archive_of_turn(turn: Turn, *, now: datetime) -> bytes:
    """What is about one turn, for who looks at it elsewhere: nothing that is secret still."""
    scope = Scope(kind="turn", game=turn.game.number, turn=turn.ordinal)
    return _made(Extent(turn.game.tournament, turn), scope, now)


def _made(wanted: Extent, scope: Scope, now: datetime) -> bytes:
    with as_of_one_moment():
        names = Names(wanted.tournament)
        lines = {member: write(wanted, names) for member, write in SPECIAL.items()}
        lines |= {table.member: lines_of(table, wanted, names) for table in MEMBER_TABLES}
        lines["accounts"] = _accounts(names)  # the last: it has those that the others name
        return pack(
            lines,
            scope=scope,
            heads=list(_heads(wanted)),
            secret=secret_of(wanted),
            software=version_of_software(),
            made_at=as_text(now),
        )


def _accounts(names: Names) -> Iterator[ArchiveLine]:
    for key, name in sorted(names.accounts.items()):
        yield {"key": key, "name": name}


@cache
def version_of_software() -> str:
    """Where it is said: nothing is installed as a package."""
    project = loads((_ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _heads(wanted: Extent) -> Iterator[Head]:
    games = wanted.tournament.games.select_related("tournament").order_by("number")
    for game in games:
        if wanted.turn is None or game.pk == wanted.turn.game_id:
            yield Head(game=game.number, uid=str(game.uid), seq=game.seq, head=head_of(game))
