"""The archives that centres send, and their verification by a worker."""

from enum import StrEnum
from typing import Any

from django.db import models

from arbitrage.event.models.events import Centre, Event
from tournament.models.jobs import Job


class ArrivalChannel(StrEnum):
    #: The host chose the file and its centre in a browser.
    BROWSER = "browser"
    #: The centre sent it over the network with its token.
    NETWORK = "network"


class CentreArchive(Job):
    """A file that came for a centre. Once its job is done, ``objections`` say why it does not count
    (``core.comparability``), and ``contribution`` has what it adds, unless it is refused."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="archives", db_index=False)
    centre = models.ForeignKey(Centre, models.CASCADE, related_name="archives")
    file_name = models.CharField(max_length=200)
    way = models.CharField(max_length=8)
    content = models.BinaryField()
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    #: Ed25519 signature of the digest by the centre, raw; empty for a file without one.
    signature = models.BinaryField(default=b"")
    objections: Any = models.JSONField(default=list)
    #: ``core.contribution.Contribution`` as JSON, compressed; None: it adds nothing.
    contribution = models.BinaryField(null=True)
    #: What the pages show of it: name of the tournament, heads, entries, games.
    summary: Any = models.JSONField(default=dict)

    class Meta(Job.Meta):
        ordering = ["asked_at", "pk"]
        constraints = [
            *Job.Meta.constraints,
            models.UniqueConstraint(fields=["event", "centre", "sha256"], name="archive_once"),
        ]

    def __str__(self) -> str:
        return f"{self.centre}: {self.file_name}"


class CentreUpload(models.Model):
    """A file that a centre is sending in pieces; it goes on after an interruption."""

    centre = models.ForeignKey(Centre, models.CASCADE, related_name="uploads", db_index=False)
    sha256 = models.CharField(max_length=64)
    file_name = models.CharField(max_length=200)
    signature = models.BinaryField(default=b"")
    size = models.PositiveBigIntegerField()
    content = models.BinaryField(default=b"")
    started_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["centre", "sha256"], name="upload_once"),
        ]

    def __str__(self) -> str:
        return f"{self.centre}: {self.file_name}"
