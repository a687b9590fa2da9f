"""Slips (*billets de correction*, 5.9): the notifications to players of their results."""

import uuid

from django.conf import settings
from django.db import models

from tournament.models import Entry, Turn


class Slip(models.Model):
    """One notification; its content never changes, and the highest version is in force.

    The stamps record its delivery: each is set once, and removed only by the person who set it in
    error. A version without content withdraws the one before.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="correction_slips", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="correction_slips")
    version = models.PositiveIntegerField()
    #: ``arbitrage.core.slip.Notice.to_dict()``.
    content = models.JSONField()
    #: The move that has the points and the score claimed: 5.9 lets some sanctions go without paper.
    word = models.CharField(max_length=15, blank=True)
    ref = models.CharField(max_length=3, blank=True)
    claimed = models.PositiveIntegerField(null=True)
    #: True if it corrects one that was delivered.
    rectifies = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    #: When the tablet confirmed that it was on the screen.
    shown_at = models.DateTimeField(null=True)
    #: True if an arbiter requested it on paper, whatever 5.9 lets go without.
    wanted = models.BooleanField(default=False)
    printed_at = models.DateTimeField(null=True)
    handed_at = models.DateTimeField(null=True)
    handed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["turn", "entry", "version"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry", "version"], name="slip_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} billet v{self.version}"
