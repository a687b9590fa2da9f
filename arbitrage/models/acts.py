"""Acts: decisions about a player apart from the rulings on their bulletins."""

from django.conf import settings
from django.db import models

from arbitrage.core.ruling_codes import ActKind
from arbitrage.models.choices import build_choices
from tournament.models import Entry, Turn
from tournament.models.base import Erasable, build_uid_field


class Act(Erasable):
    """A decision about a player apart from the ruling on their bulletin: appended, never edited.

    It stands whatever is decided on equal bulletins, until another act takes it back.
    """

    uid = build_uid_field()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="acts")
    #: An entry with acts is only deleted together with the tournament.
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="acts")
    kind = models.CharField(max_length=10, choices=build_choices(ActKind))
    #: ``arbitrage.core.scoring.Average.to_dict()`` of an average, else empty; an automatic one also
    #: has ``word``, and the number of the turn ``first`` that refused it.
    data = models.JSONField(default=dict, blank=True)
    #: RESTRICT: both are deleted together with their tournament, and neither without the other.
    takes_back = models.OneToOneField(
        "self", models.RESTRICT, null=True, related_name="taken_back_by"
    )
    article = models.CharField(max_length=20)
    #: True if it followed from the rule alone (5.9): no author and no reason.
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
