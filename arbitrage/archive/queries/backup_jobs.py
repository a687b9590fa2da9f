"""The jobs of workers on backups."""

from collections.abc import Sequence
from dataclasses import dataclass

from arbitrage.archive.models import BackupJob, BackupJobKind
from arbitrage.archive.queries.backups import BackupFile


@dataclass(frozen=True)
class ListedBackup:
    """A backup with the last verification of its file as it is, None if there is none."""

    file: BackupFile
    check: BackupJob | None


def add_checks(files: Sequence[BackupFile]) -> list[ListedBackup]:
    """Return the backups of one or more tournaments with their verifications."""
    jobs = BackupJob.objects.filter(
        kind=BackupJobKind.CHECK, tournament__in={file.tournament.pk for file in files}
    ).order_by("pk")
    last = {
        (job.tournament_id, job.file_name, job.size, job.modified_ns): job
        for job in jobs.defer("report")
    }
    return [
        ListedBackup(file, last.get((file.tournament.pk, file.name, file.size, file.modified_ns)))
        for file in files
    ]


def list_jobs(file: BackupFile) -> list[BackupJob]:
    """Return the work on this file as it is, the last first."""
    jobs = BackupJob.objects.filter(
        tournament=file.tournament,
        file_name=file.name,
        size=file.size,
        modified_ns=file.modified_ns,
    )
    return list(jobs.select_related("copy"))
