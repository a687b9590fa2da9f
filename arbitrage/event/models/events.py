"""An event: one game, or several, played at the same hours in many centres."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from arbitrage.event.core.decisions import EventDecisionKind
from tournament.models import Organisation, Tournament
from tournament.models.base import build_uid_field


class Event(models.Model):
    """An event of its host. ``opens_at`` is the hour of its first game; until ``ends_at`` no centre
    shows the results of persons."""

    uid = build_uid_field()
    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="events")
    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    #: The tournament whose prepared games are sealed; its edition and lexicon are the event's.
    source = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="+")
    edition = models.CharField(max_length=10)
    #: Name of the lexicon on this installation, and checksum of its words.
    lexicon = models.CharField(max_length=60)
    lexicon_checksum = models.CharField(max_length=64)
    #: ``core.definition.EventTerms``.
    terms: Any = models.JSONField(default=dict)
    opens_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    #: Ed25519 keys of the host, raw: packages are signed with the private one.
    signing_key = models.BinaryField()
    public_key = models.BinaryField()
    #: When the results became public; None: for the host alone.
    published_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-opens_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("opens_at")), name="event_ends_later"
            )
        ]

    def __str__(self) -> str:
        return self.name


class EventGame(models.Model):
    """A sealed game: only its ciphertext is stored, the key is not."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=12)
    time_s = models.PositiveIntegerField()
    warn_s = models.PositiveIntegerField()
    commitment = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)
    opens_at = models.DateTimeField()
    ciphertext = models.BinaryField()
    #: The key as words, stored once its hour has come and the host has typed it; else empty.
    key_words = models.TextField(blank=True, default="", db_default="")
    key_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_game_once"),
            models.UniqueConstraint(fields=["event", "commitment"], name="event_commitment_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} – {self.number}"


class Centre(models.Model):
    """A place that plays the event, and sends its archive."""

    uid = build_uid_field()
    event = models.ForeignKey(Event, models.CASCADE, related_name="centres", db_index=False)
    name = models.CharField(_("nom"), max_length=80)
    country = models.CharField(_("pays"), max_length=80, blank=True)
    time_zone = models.CharField(_("fuseau horaire"), max_length=40)
    #: With it the centre asks for the key, and sends its archive; in its package.
    token = models.CharField(max_length=64, unique=True)
    #: Its Ed25519 keys, raw, of which its package has the private one: its archive is signed.
    signing_key = models.BinaryField()
    public_key = models.BinaryField()
    #: When its package was last made.
    packed_at = models.DateTimeField(null=True)
    #: When the host declared that nothing comes from it.
    missing_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="centre_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class EventDecision(models.Model):
    """A decision of the host; rows are added, never changed."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=12)
    #: Uid of a centre or an entry, digest of an archive, or a shared licence.
    subject = models.CharField(max_length=64, blank=True)
    #: The name of the subject at that time.
    name = models.CharField(max_length=180, blank=True)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    signed = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=list(EventDecisionKind)), name="event_decision_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"
