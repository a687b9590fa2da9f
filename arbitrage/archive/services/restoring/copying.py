"""The archive of a copy: the same tournament under other uids, beside the one that has its own.

A journal binds the uids of what it is about, so the digests of the copy's journals and their chains
are computed again; those of the original stay what was printed.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive, to_dict
from arbitrage.archive.core.row import ArchiveRow, TextForm, list_columns
from arbitrage.archive.core.rows import MEMBERS
from arbitrage.archive.verify.journal_digests import JournalDigestCheck
from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.report import Report
from arbitrage.archive.verify.tournament_journal import TournamentJournalCheck, digest_bound
from engine.errors import EngineError
from tournament.core.chain import compute_row_link, start_chain
from tournament.core.states import TournamentState
from tournament.core.tournament_journal import compute_tournament_link, start_tournament_chain

type _Rows = dict[str, list[Any]]

#: Members of the original alone: the keys on its printed cards, and its settings' history.
_LEFT_OUT = ("ways_in", "changes")


def copy_archive(archive: Archive, *, name: str) -> Archive:
    """Return the archive of a copy called ``name``, a draft. Its manifest stays that of the file.

    A digest that did not hold in ``archive`` does not hold in the copy. Raise BadArchive for lines
    that name what is not there.
    """
    try:
        uids = _choose_uids(archive)
        rows: _Rows = {
            member: [] if member in _LEFT_OUT else [_rename(row, uids) for row in member_rows]
            for member, member_rows in archive.rows.items()
        }
        (row,) = rows["tournament"]
        rows["tournament"] = [msgspec.structs.replace(row, name=name, state=TournamentState.DRAFT)]
        copy = Archive(archive.manifest, rows)
        _bind_games(archive, copy, rows)
        _bind_tournament(archive, copy, rows)
        return Archive(archive.manifest, rows)
    except (LookupError, ValueError, TypeError, EngineError) as error:
        raise BadArchive("bad-names") from error


def _choose_uids(archive: Archive) -> dict[str, str]:
    """Return a new uid for each uid. They have the same order: members and digests are sorted by
    them."""
    old_uids = set()
    for member, kind in MEMBERS.items():
        columns = [column for column in list_columns(kind) if column.kind is TextForm.UID]
        for column in columns:
            old_uids |= {getattr(row, column.name) for row in archive.rows[member]}
    old_uids.discard(None)
    new_uids = sorted(str(uuid4()) for _ in old_uids)
    return dict(zip(sorted(old_uids), new_uids, strict=True))


def _rename[R: ArchiveRow](row: R, uids: Mapping[str, str]) -> R:
    return msgspec.convert(_replace_uids(to_dict(row), uids), type(row))


def _replace_uids(value: Any, uids: Mapping[str, str]) -> Any:
    """Return plain data with the uids replaced, in names of fields too."""
    match value:
        case str():
            return uids.get(value, value)
        case dict():
            return {uids.get(key, key): _replace_uids(item, uids) for key, item in value.items()}
        case list() | tuple():
            return [_replace_uids(item, uids) for item in value]
    return value


def _bind_games(archive: Archive, copy: Archive, rows: _Rows) -> None:
    """Compute the digests and chains of the journals of the games again."""
    original, record = ArchiveRecord(archive), ArchiveRecord(copy)
    for number, game in record.games.items():
        before = JournalDigestCheck(original, original.games[number], Report()).list_digests()
        after = JournalDigestCheck(record, game, Report()).list_digests()
        for old, new in zip(before, after, strict=True):
            if old.is_valid:
                _set_digest(rows["journal"], new.journal_line.number, new.field, new.digest)
    starts = {game.number: start_chain(copy.uid, game.uid) for game in copy.list_rows(GameRow)}
    _chain(rows["journal"], compute_row_link, starts, lambda row: row.game)


def _bind_tournament(archive: Archive, copy: Archive, rows: _Rows) -> None:
    """Compute the digests and the chain of the journal of the tournament again."""
    before = TournamentJournalCheck(archive, Report()).list_digests()
    after = TournamentJournalCheck(copy, Report()).list_digests()
    member = "tournament_journal"
    for (old, old_lines), (new, new_lines) in zip(before, after, strict=True):
        bound = old.row.data["bound"]
        if (bound["n"], bound["digest"]) == (len(old_lines), digest_bound(old_lines)):
            _set_digest(rows[member], new.number, "bound", digest_bound(new_lines))
    starts = {None: start_tournament_chain(copy.uid)}
    _chain(rows[member], compute_tournament_link, starts, lambda _row: None)


def _set_digest(rows: list[Any], number: int, field: str, digest: str) -> None:
    row = rows[number - 1]
    data = row.data | {field: row.data[field] | {"digest": digest}}
    rows[number - 1] = msgspec.structs.replace(row, data=data)


def _chain(
    rows: list[Any],
    compute_link: Callable[[str, dict[str, Any]], str],
    starts: Mapping[Any, str],
    get_journal: Callable[[Any], Any],
) -> None:
    """Write the digests of the chains, each from its start; rows of a journal are in order."""
    heads = dict(starts)
    for index, row in enumerate(rows):
        journal = get_journal(row)
        heads[journal] = compute_link(heads[journal], to_dict(row))
        rows[index] = msgspec.structs.replace(row, chain=heads[journal])
