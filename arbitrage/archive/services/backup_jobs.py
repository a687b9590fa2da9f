"""Jobs on backups: verify one without writing a row, or restore it as a copy."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from arbitrage.archive.core.contents import summarise
from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.models import BackupJob, BackupJobKind
from arbitrage.archive.queries.backups import BackupFile, list_backup_files
from arbitrage.archive.services.archive import record_download, require_download_permission
from arbitrage.archive.services.restoring import copy_from_archive
from arbitrage.archive.services.restoring.checking import CheckedArchive, check_archive
from tournament.core.errors import BadSetting, RoomError, WrongState
from tournament.core.files.cells import normalise_text
from tournament.core.states import Role
from tournament.queries.access import require_manager, require_role
from tournament.services import tasks
from tournament.services.prepared import jobs

TASK = "arbitrage.archive.tasks.work_on_backup"


def download_backup(*, file: BackupFile, accepts_secrets: bool, by: User, now: datetime) -> bytes:
    """Return the backup, and record that ``by`` took it. Raise BadSetting, and as
    ``export_archive``."""
    require_role(by, file.tournament, Role.ORGANISER)
    require_download_permission(file.tournament, accepts_secrets=accepts_secrets, by=by)
    content = _read(file)
    record_download(file.tournament, by=by, now=now)
    return content


def request_check(*, file: BackupFile, by: User, now: datetime) -> BackupJob:
    """Have a worker verify the backup; return the job that does so already, if there is one.
    Raise NotAllowed."""
    require_role(by, file.tournament, Role.ORGANISER)
    # What the verification refuses may name solutions.
    require_download_permission(file.tournament, accepts_secrets=True, by=by)
    jobs_of_file = _list_jobs(file).filter(kind=BackupJobKind.CHECK)
    pending_job = next((job for job in jobs_of_file if job.is_pending), None)
    if pending_job is not None:
        return pending_job
    with transaction.atomic():
        jobs_of_file.delete()
        return _create_job(file, BackupJobKind.CHECK, by=by, now=now)


def request_copy(
    *, file: BackupFile, name: str, accepts_secrets: bool, by: User, now: datetime
) -> BackupJob:
    """Have a worker restore the backup beside its tournament, as a draft called ``name``, of which
    ``by`` becomes organiser. Raise NotAllowed, BadSetting, WrongState."""
    require_role(by, file.tournament, Role.ORGANISER)
    require_manager(by, file.tournament.organisation)
    if not normalise_text(name):
        raise BadSetting("empty-name")
    # A copy has the letters to come and the bulletins of what is not finished, as a file has.
    require_download_permission(file.tournament, accepts_secrets=accepts_secrets, by=by)
    if any(job.is_copy and job.is_pending for job in _list_jobs(file)):
        raise WrongState("job-alive")
    with transaction.atomic():
        return _create_job(file, BackupJobKind.COPY, name=normalise_text(name), by=by, now=now)


def _list_jobs(file: BackupFile) -> QuerySet[BackupJob]:
    return BackupJob.objects.filter(tournament=file.tournament, file_name=file.name)


def _create_job(
    file: BackupFile, kind: BackupJobKind, *, by: User, now: datetime, **fields: Any
) -> BackupJob:
    """Create the job and send it; the results of deleted backups are deleted."""
    names = [other.name for other in list_backup_files(file.tournament, file.path.parent.parent)]
    ended_jobs = BackupJob.objects.filter(tournament=file.tournament, finished_at__isnull=False)
    ended_jobs.exclude(file_name__in=names).delete()
    job = BackupJob.objects.create(
        tournament=file.tournament,
        file_name=file.name,
        size=file.size,
        modified_ns=file.modified_ns,
        kind=kind,
        by=by,
        asked_at=now,
        **fields,
    )
    tasks.send_on_commit(TASK, job.pk)
    return job


def retry_job(*, job: BackupJob, by: User, now: datetime) -> None:
    """Send the job again. Raise NotAllowed, WrongState if it is over, or not stuck."""
    require_role(by, job.tournament, Role.ORGANISER)
    if not jobs.is_stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def perform_backup_job(*, job: BackupJob, folder: Path | None, clock: jobs.ReadClock) -> None:
    """Verify the backup in ``folder``, and restore it if the job says so."""
    if not jobs.start(job, now=clock()):
        return
    report_progress = jobs.make_reporter(job, clock)
    try:
        checked = _check(job, folder, report_progress)
        report = summarise(checked.archive)
        if job.is_copy:
            _store_copy(job, checked, report, now=clock())
        else:
            jobs.finish(job, now=clock(), report=report)
    except RoomError as error:
        jobs.fail(job, error, now=clock())


def _check(
    job: BackupJob, folder: Path | None, report_progress: Callable[[float], object]
) -> CheckedArchive:
    """Check the file as restoring does. A tournament that is marked « not verified » was restored
    so by decision: its backups are as well. Raise BadArchive, BadSetting."""
    files = list_backup_files(job.tournament, folder)
    file = next((file for file in files if file.name == job.file_name), None)
    if file is None or (file.size, file.modified_ns) != (job.size, job.modified_ns):
        raise BadSetting("backup-gone")
    checked = check_archive(
        content=_read(file),
        organisation=job.tournament.organisation,
        accept_unverified=job.tournament.unverified is not None,
        as_copy=True,
        report_progress=report_progress,
    )
    if checked.archive.uid != str(job.tournament.uid):
        raise BadArchive("other-tournament")
    return checked


def _read(file: BackupFile) -> bytes:
    try:
        return file.path.read_bytes()
    except OSError as error:
        raise BadSetting("backup-gone") from error


def _store_copy(
    job: BackupJob, checked: CheckedArchive, report: dict[str, Any], *, now: datetime
) -> None:
    """Create the copy and end the job, in one transaction: another worker creates no second one."""
    if job.by is None:
        raise BadSetting("backup-asker-gone")
    with transaction.atomic():
        copy = copy_from_archive(
            checked=checked, name=job.name, organiser=job.by, by=job.by, now=now
        )
        if not jobs.finish(job, now=now, report=report, copy=copy):
            transaction.set_rollback(True)
