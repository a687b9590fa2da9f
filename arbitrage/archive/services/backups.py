"""Automatic backups of the tournaments that changed, in a folder of this machine."""

import errno
from datetime import datetime
from pathlib import Path

import structlog
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.utils.timezone import get_default_timezone

from arbitrage.archive.core.file_names import build_file_name
from arbitrage.archive.models import Backup, BackupJob
from arbitrage.archive.queries.archive import build_archive
from arbitrage.archive.queries.backups import compute_stamp, get_backup_folder, list_backup_paths
from arbitrage.archive.services import archive_files as files
from tournament.core.errors import BadSetting, RoomError
from tournament.core.states import Role, TournamentState
from tournament.models import Tournament
from tournament.queries.access import require_role

log = structlog.get_logger(__name__)

DISK_FULL_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT})
#: Reasons of errors by errno.
_REASONS = {
    errno.ENOENT: "backup-folder-gone",
    errno.ENOTDIR: "backup-folder-gone",
    errno.EIO: "backup-folder-gone",
    errno.ENODEV: "backup-folder-gone",
    errno.EACCES: "backup-forbidden",
    errno.EPERM: "backup-forbidden",
    errno.EROFS: "backup-forbidden",
}


def back_up_changed_tournaments(folder: Path, *, kept_count: int, now: datetime) -> list[RoomError]:
    """Write an archive of every tournament that changed since its last one, and keep the last
    ``kept_count`` of each.

    Return the errors, which are also stored for the office's page; the next call tries again. An
    archived tournament is backed up as well if it changed, but not if it has no backup at all:
    somebody deleted those on purpose.
    """
    errors: list[RoomError] = []
    tournaments = Tournament.objects.select_related("organisation", "backup")
    for tournament in tournaments.exclude(state=TournamentState.ARCHIVED, backup=None).order_by(
        "pk"
    ):
        backup = Backup.objects.filter(tournament=tournament).first()
        stamp = compute_stamp(tournament)
        if backup is not None and backup.stamp == stamp and _has_file(backup):
            continue
        try:
            _write_backup(tournament, stamp, folder, kept_count=kept_count, now=now)
        except DatabaseError:
            raise  # an error of the database concerns all tournaments
        except Exception as error:  # noqa: BLE001 - the other tournaments must be backed up all the same
            errors.append(_record_failure(tournament, error, folder, now=now))
    return errors


def _has_file(backup: Backup) -> bool:
    """Return True if the file is where it was written: the stick may have been changed."""
    return backup.failed_at is None and Path(backup.path).is_file()


def _write_backup(
    tournament: Tournament, stamp: str, folder: Path, *, kept_count: int, now: datetime
) -> None:
    """Write a backup and delete the oldest. Raise OSError.

    ``folder`` is never created: if it is missing, its stick is not plugged in, and the backup would
    end up on the disk that it must survive.
    """
    content = build_archive(tournament, now=now)
    subfolder = get_backup_folder(folder, tournament)
    subfolder.mkdir(exist_ok=True)
    path = subfolder / build_file_name(tournament.name, now, get_default_timezone())
    files.write_atomically(path, content)
    files.delete_older(subfolder, kept_count, path.name)
    fields = {"stamp": stamp, "made_at": now, "path": str(path), "size": len(content)}
    _save_backup(tournament, **fields, failed_at=None, failure=None)
    log.info("backup.made", tournament=tournament.slug, path=str(path), size=len(content))


def delete_backups(tournament: Tournament, folder: Path | None, *, by: User) -> int:
    """Delete the backups of ``tournament`` that can be reached from this machine, for example on
    request of a person named in them, and return their number. Raise NotAllowed, BadSetting where
    a file cannot be deleted."""
    require_role(by, tournament, Role.ORGANISER)
    paths = [path for path in map(Path, list_backup_paths(tournament, folder)) if path.is_file()]
    for subfolder in {path.parent for path in paths}:
        files.delete_older(subfolder, 0)
    remaining = [path for path in paths if path.is_file()]
    if remaining:
        raise BadSetting("backup-stays", path=str(remaining[0]))
    Backup.objects.filter(tournament=tournament).delete()
    BackupJob.objects.filter(tournament=tournament).delete()
    log.info("backup.forgotten", tournament=tournament.slug, count=len(paths))
    return len(paths)


def _record_failure(
    tournament: Tournament, error: Exception, folder: Path, *, now: datetime
) -> BadSetting:
    failure = _to_setting_error(tournament, error, folder)
    _save_backup(
        tournament, failed_at=now, failure={"reason": failure.reason, "data": failure.data}
    )
    log.warning("backup.failed", tournament=tournament.slug, error=str(error))
    return failure


def _to_setting_error(tournament: Tournament, error: Exception, folder: Path) -> BadSetting:
    if not isinstance(error, OSError):
        return BadSetting("backup-broken", name=tournament.name, why=repr(error))
    if error.errno in DISK_FULL_ERRORS:
        return BadSetting("backup-full", folder=str(folder))
    reason = _REASONS.get(error.errno or 0, "backup-folder")
    return BadSetting(reason, folder=str(folder), why=error.strerror or str(error))


def _save_backup(tournament: Tournament, **fields: object) -> None:
    Backup.objects.update_or_create(tournament=tournament, defaults=fields)
