"""Rulings: the decisions on bulletins, with author and reason."""

from django.conf import settings
from django.db import models

from arbitrage.core.codes import Sanction
from arbitrage.core.ruling_codes import BulletinOrigin, RulingStatus
from arbitrage.models.choices import build_choices
from tournament.models import Entry, Turn
from tournament.models.base import Erasable


class Ruling(Erasable):
    """One decision on one bulletin; appended, never edited: the highest version is in force."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="rulings", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="rulings")
    version = models.PositiveIntegerField()
    #: Rulings written together share it: the row of the journal names it, and their digest.
    gesture = models.UUIDField(null=True, editable=False)
    status = models.CharField(max_length=10, choices=build_choices(RulingStatus))
    #: The bulletin that was judged: version ``rev`` of the one typed in, or revision ``rev`` of the
    #: one from the tablet, in time or late; 0 if there was none.
    origin = models.CharField(max_length=7, choices=build_choices(BulletinOrigin))
    rev = models.PositiveIntegerField()
    #: Equal bulletins of a turn share this key.
    key = models.CharField(max_length=64)
    #: Digest of the bulletin as handed in, to the character; empty if there was none.
    received = models.CharField(max_length=64, blank=True)
    #: ``arbitrage.core.verdict.Verdict.to_dict()`` of the software.
    verdict = models.JSONField()
    #: The decision, or the software's proposal while the status is ``UNDECIDED``.
    points = models.IntegerField()
    gross = models.IntegerField()
    sanction = models.CharField(max_length=10)
    motives = models.JSONField(default=list)
    article = models.CharField(max_length=20, blank=True)
    #: The text of the arbiter who changed it.
    reason = models.CharField(max_length=300, blank=True)
    #: The reason why an arbiter counts a late bulletin as in time, and the article set aside;
    #: ``key`` and ``verdict`` are then those of the same bulletin in time. Else empty.
    in_time = models.CharField(max_length=300, blank=True)
    in_time_article = models.CharField(max_length=20, blank=True)
    #: The bulletin came after a decision without it: an arbiter has to look again.
    came_since = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "entry", "version"], name="ruling_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(sanction__in=list(Sanction)), name="ruling_sanction"
            ),
            models.CheckConstraint(
                condition=models.Q(origin=BulletinOrigin.NOTHING, rev=0)
                | models.Q(
                    origin__in=[BulletinOrigin.PAPER, BulletinOrigin.TABLET, BulletinOrigin.LATE]
                ),
                name="ruling_origin",
            ),
            models.CheckConstraint(
                condition=models.Q(came_since=False)
                | models.Q(status=RulingStatus.UNDECIDED)
                & ~models.Q(origin=BulletinOrigin.NOTHING),
                name="ruling_came_since",
            ),
            models.CheckConstraint(
                condition=models.Q(in_time="", in_time_article="")
                | ~models.Q(in_time="")
                & ~models.Q(in_time_article="")
                & models.Q(origin__in=[BulletinOrigin.LATE, BulletinOrigin.PAPER]),
                name="ruling_in_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} v{self.version}: {self.points}"
