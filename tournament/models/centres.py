"""Rooms of a tournament that is played in several places at once."""

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournament.models.base import build_uid_field
from tournament.models.people import Tournament


class Centre(models.Model):
    """A room where a part of the tournament plays. Tables belong to one, entries through their
    table; without a centre everything is in the same room."""

    uid = build_uid_field()
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="centres", db_index=False
    )
    name = models.CharField(_("nom"), max_length=80)
    country = models.CharField(_("pays"), max_length=80, blank=True)
    #: Empty: the time zone of the tournament.
    time_zone = models.CharField(_("fuseau horaire"), max_length=40, blank=True)
    #: Where the judge draws, announces and reveals for all.
    is_lead = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField(_("ordre"), default=0)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint("tournament", Lower("name"), name="room_centre_name_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(is_lead=True), name="room_centre_one_lead"
            ),
        ]

    def __str__(self) -> str:
        return self.name
