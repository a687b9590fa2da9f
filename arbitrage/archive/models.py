"""Restored tournaments, and the backups of tournaments."""

from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import models

from tournament.models.jobs import Job
from tournament.models.people import Tournament


class Restoration(models.Model):
    """The origin of a tournament that was restored from an archive."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="restoration")
    #: When the archive was made: it lacks what was done later on the other server.
    made_at = models.DateTimeField()
    content = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament} ({self.made_at})"


class Placeholder(models.Model):
    """A closed account that stands for an account of the server that an archive came from.

    A name in a file must never give an account of this server the deeds of another person.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="placeholder"
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="placeholders", db_index=False
    )
    #: The name of the account in the archive, and the name that pages show.
    key = models.CharField(max_length=180)
    name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="placeholder_key_once")
        ]

    def __str__(self) -> str:
        return self.name


class Backup(models.Model):
    """The last backup of a tournament, and the error of the last attempt if it failed."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="backup")
    #: ``queries.backups.compute_stamp`` at the time of the backup; empty before the first one.
    stamp = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(null=True)
    #: Path of the file on the machine that wrote it.
    path = models.TextField(blank=True)
    size = models.PositiveBigIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    #: Reason and data of a ``BadSetting``.
    failure: Any = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.made_at}"


class BackupJobKind(StrEnum):
    #: Verify the file and say what it would restore.
    CHECK = "check"
    #: Restore it as another tournament.
    COPY = "copy"


class BackupJob(Job):
    """A job on a backup of ``tournament``, and its result."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="backup_jobs")
    kind = models.CharField(max_length=5)
    file_name = models.CharField(max_length=255)
    #: Size and time of change of the file that was read: another one may take its name.
    size = models.PositiveBigIntegerField(default=0)
    modified_ns = models.BigIntegerField(default=0)
    #: What the file would restore (``services.backup_jobs``).
    report: Any = models.JSONField(default=dict)
    #: The name of the copy, and the copy.
    name = models.CharField(max_length=120, blank=True)
    copy = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="+")

    class Meta(Job.Meta):
        ordering = ["-pk"]
        constraints = [
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(kind__in=list(BackupJobKind)), name="backup_job_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file_name}: {self.kind}"

    @property
    def is_copy(self) -> bool:
        return self.kind == BackupJobKind.COPY
