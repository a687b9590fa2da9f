"""The device at the judge's desk."""

from django.conf import settings
from django.db import models

from tournament.models.people import Tournament


class DeskHold(models.Model):
    """The device that leads the games of a tournament, and the account that uses it."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="desk_hold")
    #: Value of the cookie in its browser.
    device = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament} : {self.by}"
