"""Changes of seating, as rows."""

from django.conf import settings
from django.db import models

from tournament.core.people.seating import SeatingKind
from tournament.models.people import Tournament


class SeatingChange(models.Model):
    """Entries that changed tables in one operation; rows are added, never changed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="seating_changes")
    kind = models.CharField(max_length=10)
    #: For a random order: the seed, from which the same plan can be made again.
    seed = models.CharField(max_length=64, blank=True)
    #: ``[[entry, table number before, after], ...]``; an entry may have been deleted since.
    moves = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=list(SeatingKind)), name="seating_change_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.kind}"
