"""Second looks (*double arbitrage*, 5.9): plans and second verdicts."""

import uuid

from django.conf import settings
from django.db import models

from arbitrage.core.codes import Sanction
from arbitrage.core.second_looks import LookState
from tournament.models import Entry, Tournament, Turn
from tournament.models.base import Erasable


class LookPlan(models.Model):
    """The criteria for second looks on turns that open from then on; appended, never edited."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="look_plans")
    #: ``arbitrage.core.second_looks.LookCriteria.to_dict()``.
    plan = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "at", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.plan}"


class SecondLook(Erasable):
    """The verdict of a second person, given without knowing the first decision.

    The verdict never changes; only the state and its settlement do
    (``arbitrage.core.second_looks.LOOK_TRANSITIONS``).
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="second_looks", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="second_looks")
    #: The version of the ruling looked at, and its author.
    version = models.PositiveIntegerField()
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    #: The version of the ruling that it applies to: the same, or the one that settled the
    #: difference.
    settled_version = models.PositiveIntegerField()
    points = models.IntegerField()
    sanction = models.CharField(max_length=10)
    state = models.CharField(
        max_length=9, choices=[(state.value, state.value) for state in LookState]
    )
    #: The reason why the second person maintains their verdict.
    motive = models.CharField(max_length=300, blank=True)
    #: The reason why the decision stays.
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["turn", "entry", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry", "by"], name="look_once_each"),
            models.CheckConstraint(
                condition=~models.Q(by=models.F("ruled_by"))
                | models.Q(by__isnull=True)
                | models.Q(ruled_by__isnull=True),
                name="look_not_own",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=list(LookState)), name="look_state"
            ),
            models.CheckConstraint(
                condition=models.Q(sanction__in=list(Sanction)), name="look_sanction"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=LookState.CONTESTED, motive="")
                & ~models.Q(state=LookState.KEPT, reason=""),
                name="look_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.state}"
