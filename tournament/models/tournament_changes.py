"""What became of tournaments, for the organisation whose they are."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.core.states import TournamentChangeKind
from tournament.models.organisation import Organisation
from tournament.models.people import Tournament


class TournamentChange(models.Model):
    """What somebody did to a tournament as a whole; appended, and it outlives the tournament."""

    organisation = models.ForeignKey(
        Organisation, models.CASCADE, related_name="tournament_changes"
    )
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="changes")
    #: As it was called then.
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12)
    #: Of a new order: the two numbers that games exchanged.
    data: Any = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=list(TournamentChangeKind)),
                name="tournament_change_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"
