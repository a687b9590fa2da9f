"""Archives of a tournament, and of one turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from tomllib import loads

from django.db import connection, transaction

from arbitrage.archive.core.manifest import JournalHead, Scope, TournamentHead
from arbitrage.archive.core.packing import pack_archive
from arbitrage.archive.queries.lines import ArchiveLine, ArchiveSource, list_lines
from arbitrage.archive.queries.member_tables import MEMBER_TABLES
from arbitrage.archive.queries.natural_keys import NaturalKeys
from arbitrage.archive.queries.other_members import OTHER_MEMBERS
from arbitrage.archive.queries.sharing import MemberLines, make_shareable
from arbitrage.archive.queries.unfinished import find_unfinished_games
from tournament.core.canonical import to_utc_text
from tournament.models import Tournament, Turn
from tournament.queries.chain import find_tournament_head, get_head

_ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def repeatable_read() -> Iterator[None]:
    """Read everything inside from one snapshot of the database, whatever is written meanwhile."""
    with transaction.atomic():
        if len(connection.savepoint_ids) == 0:  # inside another transaction it is too late
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def build_archive(tournament: Tournament, *, now: datetime, is_shared: bool = False) -> bytes:
    """Return the archive of ``tournament``; ``is_shared``: the one that anybody may have."""
    return _build(ArchiveSource(tournament), Scope(), now, is_shared=is_shared)


def build_turn_archive(turn: Turn, *, now: datetime) -> bytes:
    """Return the archive of one turn, for a reader elsewhere; it cannot be restored. It contains
    nothing that is still secret."""
    scope = Scope(kind="turn", game=turn.game.number, turn=turn.ordinal)
    return _build(ArchiveSource(turn.game.tournament, turn), scope, now)


def _build(source: ArchiveSource, scope: Scope, now: datetime, *, is_shared: bool = False) -> bytes:
    with repeatable_read():
        natural_keys = NaturalKeys(source.tournament)
        lines: MemberLines = {
            member: write(source, natural_keys) for member, write in OTHER_MEMBERS.items()
        }
        lines |= {table.member: list_lines(table, source, natural_keys) for table in MEMBER_TABLES}
        if is_shared:
            lines = make_shareable(lines, source.tournament)
        # last: the other members collect the accounts
        lines["accounts"] = _list_account_lines(natural_keys)
        return pack_archive(
            lines,
            scope=scope,
            heads=list(_list_heads(source)),
            tournament_head=_find_tournament_head(source),
            unfinished_games=find_unfinished_games(source),
            software=get_software_version(),
            made_at=to_utc_text(now),
        )


def _list_account_lines(natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    for key, name in sorted(natural_keys.accounts.items()):
        yield {"key": key, "name": name}


@cache
def get_software_version() -> str:
    """Return the version in pyproject.toml: the project is not installed as a package."""
    project = loads((_ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _list_heads(source: ArchiveSource) -> Iterator[JournalHead]:
    games = source.tournament.games.select_related("tournament").order_by("number")
    for game in games:
        if source.turn is None or game.pk == source.turn.game_id:
            yield JournalHead(
                game=game.number, uid=str(game.uid), seq=game.seq, head=get_head(game)
            )


def _find_tournament_head(source: ArchiveSource) -> TournamentHead | None:
    head = find_tournament_head(source.tournament) if source.turn is None else None
    return TournamentHead(seq=head.seq, head=head.digest) if head else None
