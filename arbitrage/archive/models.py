"""Tournaments that came from an archive, and the files that are made of those here."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.models.people import Tournament


class Restoration(models.Model):
    """Where a tournament came from, if it was not made here."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="restoration")
    #: When the archive was made: what was done later elsewhere is not in it.
    made_at = models.DateTimeField()
    content = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament} ({self.made_at})"


class Placeholder(models.Model):
    """A closed account that stands for somebody of the server that an archive came from: a name
    in a file is no reason to give an account of this server what he did."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="placeholder"
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="placeholders", db_index=False
    )
    #: As the archive calls the account, and as it is shown.
    key = models.CharField(max_length=180)
    name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="placeholder_key_once")
        ]

    def __str__(self) -> str:
        return self.name


class Backup(models.Model):
    """The last file that was made of a tournament by itself, and why the next one failed."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="backup")
    #: What the tournament was then, in short (``queries.freshness``); empty before the first.
    stamp = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(null=True)
    #: Where it lies on the machine that made it.
    path = models.TextField(blank=True)
    size = models.PositiveBigIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    #: Reason and data of a ``BadSetting``.
    failure: Any = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.made_at}"
