"""The package of an event that a centre imported into this installation."""

from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import models

from tournament.models import Game, Tournament


class ImportedEvent(models.Model):
    """An event that ``tournament`` plays as one of its centres. Deleted with the tournament."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="imported_event")
    #: A tournament with a game of no secret, to try everything before the day.
    rehearsal = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    #: ``core.definition.EventDefinition``.
    definition: Any = models.JSONField()
    centre_uid = models.UUIDField(unique=True)
    centre_name = models.CharField(max_length=80)
    #: Where the key is asked for and the archive sent to; empty: never over the network.
    host = models.URLField(max_length=200, blank=True)
    token = models.CharField(max_length=64)
    #: Ed25519: the private key of the centre, the public key of the host; raw.
    signing_key = models.BinaryField()
    host_key = models.BinaryField()
    ends_at = models.DateTimeField()
    imported_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: When the host's server last had its whole archive.
    sent_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.centre_name}"


class UnsentArchive(models.Model):
    """An archive of which the host's server may have a part; deleted once it has the whole: a new
    one would differ, and begin again."""

    package = models.OneToOneField(ImportedEvent, models.CASCADE, related_name="unsent")
    content = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.package)


class OpenedGame(models.Model):
    """A game whose letters a centre has seen; it stays when the tournament is deleted."""

    centre_uid = models.UUIDField(db_index=True)
    number = models.PositiveSmallIntegerField()
    tournament_name = models.CharField(max_length=120)
    opened_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_name} – {self.number}"


class OpeningChannel(StrEnum):
    #: The words were typed.
    WORDS = "words"
    #: They were asked of the host's server.
    NETWORK = "network"


class ImportedGame(models.Model):
    """A sealed game; ``game`` is created when the key opens it."""

    package = models.ForeignKey(ImportedEvent, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField()
    opens_at = models.DateTimeField()
    ciphertext = models.BinaryField()
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="imported_game")
    opened_at = models.DateTimeField(null=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    way = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["package", "number"], name="imported_game_once"),
        ]

    def __str__(self) -> str:
        return f"{self.package} – {self.number}"
