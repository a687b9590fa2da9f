"""Acts: what was decided about a player beside the rulings on his bulletins."""

from django.conf import settings
from django.db import models

from arbitrage.core.decided import ActKind
from arbitrage.models.choices import choices_of
from tournament.models import Entry, Turn
from tournament.models.base import Erasable, uid_field


class Act(Erasable):
    """A decision about a player beside the ruling on his bulletin: appended, never edited.

    It stands whatever is decided on equal bulletins, until another act takes it back.
    """

    uid = uid_field()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="acts")
    #: Who is judged does not go alone, only with the tournament.
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="acts")
    kind = models.CharField(max_length=10, choices=choices_of(ActKind))
    #: ``arbitrage.core.scoring.Average.to_dict()`` of an average, else empty; of one that follows
    #: from the rule besides ``word``, and the number of the turn ``first`` that refused it.
    data = models.JSONField(default=dict, blank=True)
    #: RESTRICT: both go at once when their tournament is deleted, and neither without the other.
    takes_back = models.OneToOneField(
        "self", models.RESTRICT, null=True, related_name="taken_back_by"
    )
    article = models.CharField(max_length=20)
    #: Followed from the rule alone (5.9): nobody decided it, and nobody gave a reason.
    automatic = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind=ActKind.WITHDRAWAL, takes_back__isnull=False)
                | models.Q(takes_back__isnull=True) & ~models.Q(kind=ActKind.WITHDRAWAL),
                name="act_takes_back",
            ),
            models.CheckConstraint(
                condition=~models.Q(reason="", automatic=False), name="act_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.kind}"
