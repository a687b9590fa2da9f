"""Archives that are made by themselves of what has changed, in a folder of this machine."""

import errno
from datetime import datetime
from pathlib import Path

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError

from arbitrage.archive.models import Backup
from arbitrage.archive.queries.archive import archive_of
from arbitrage.archive.queries.backups import backups_of, home_of, stamp_of
from arbitrage.archive.services import archive_files as files
from tournament.core.errors import BadSetting, RoomError
from tournament.core.states import Role, TournamentState
from tournament.models import Tournament
from tournament.queries.access import require_role

log = structlog.get_logger(__name__)

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
#: What is in the way of a backup, by the number of the error.
_WHY = {
    errno.ENOENT: "backup-folder-gone",
    errno.ENOTDIR: "backup-folder-gone",
    errno.EIO: "backup-folder-gone",
    errno.ENODEV: "backup-folder-gone",
    errno.EACCES: "backup-forbidden",
    errno.EPERM: "backup-forbidden",
    errno.EROFS: "backup-forbidden",
}


def back_up(folder: Path, *, keep: int, now: datetime) -> list[RoomError]:
    """An archive of every tournament that is not what it was when the last one was made.

    Of each the last ``keep`` stay. What went wrong is given back and kept for the office's page;
    the next call tries again. One that is archived has its last minutes backed up, too, but none
    that has no backup any more: whoever deletes them means to.
    """
    failed: list[RoomError] = []
    rows = Tournament.objects.select_related("organisation", "backup")
    for tournament in rows.exclude(state=TournamentState.ARCHIVED, backup=None).order_by("pk"):
        held = Backup.objects.filter(tournament=tournament).first()
        stamp = stamp_of(tournament)
        if held is not None and held.stamp == stamp and _is_there(held):
            continue
        try:
            _write(tournament, stamp, folder, keep=keep, now=now)
        except DatabaseError:
            raise  # of all of them, and not of this one
        except Exception as error:  # noqa: BLE001 - one that fails must not cost the others theirs
            failed.append(_failed(tournament, error, folder, now=now))
    return failed


def _is_there(held: Backup) -> bool:
    """Whether the file is where it was put: a stick may have been changed for another."""
    return held.failed_at is None and Path(held.path).is_file()


def _write(tournament: Tournament, stamp: str, folder: Path, *, keep: int, now: datetime) -> None:
    """Raises OSError. Where ``folder`` is not, it is on a stick that is not there, and never made:
    that would be on the disk that is to die."""
    content = archive_of(tournament, now=now)
    home = home_of(folder, tournament)
    home.mkdir(exist_ok=True)
    path = home / files.name_of(tournament.slug, now)
    files.put(path, content)
    files.keep_last(home, keep, path.name)
    done = {"stamp": stamp, "made_at": now, "path": str(path), "size": len(content)}
    _keep(tournament, **done, failed_at=None, failure=None)
    log.info("backup.made", tournament=tournament.slug, path=str(path), size=len(content))


def forget_backups(tournament: Tournament, folder: Path | None, *, by: User) -> int:
    """Delete the backups of ``tournament`` that can be reached from here, as whoever is in them
    may ask; how many. Raises NotAllowed, BadSetting where a file cannot be deleted."""
    require_role(by, tournament, Role.ORGANISER)
    there = [path for path in map(Path, backups_of(tournament, folder)) if path.is_file()]
    for home in {path.parent for path in there}:
        files.keep_last(home, 0)
    left = [path for path in there if path.is_file()]
    if left:
        raise BadSetting("backup-stays", path=str(left[0]))
    Backup.objects.filter(tournament=tournament).delete()
    log.info("backup.forgotten", tournament=tournament.slug, count=len(there))
    return len(there)


def _failed(tournament: Tournament, error: Exception, folder: Path, *, now: datetime) -> BadSetting:
    found = _trouble(tournament, error, folder)
    _keep(tournament, failed_at=now, failure={"reason": found.reason, "data": found.data})
    log.warning("backup.failed", tournament=tournament.slug, error=str(error))
    return found


def _trouble(tournament: Tournament, error: Exception, folder: Path) -> BadSetting:
    if not isinstance(error, OSError):
        return BadSetting("backup-broken", name=tournament.name, why=repr(error))
    if error.errno in NO_ROOM:
        return BadSetting("backup-full", folder=str(folder))
    why = _WHY.get(error.errno or 0, "backup-folder")
    return BadSetting(why, folder=str(folder), why=error.strerror or str(error))


def _keep(tournament: Tournament, **fields: object) -> None:
    Backup.objects.update_or_create(tournament=tournament, defaults=fields)
