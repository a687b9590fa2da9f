"""Choices of the organiser and the judge for the big screen of the hall."""

from django.db import models

from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import Scene
from tournament.models.people import Tournament


class BigScreen(models.Model):
    """Settings of the big screen; without a row it chooses the scene itself and shows no logo."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="big_screen"
    )
    #: The scene chosen by the judge; it ends when letters are announced.
    scene = models.CharField(max_length=12, default=Scene.AUTO)
    logo = models.BinaryField(null=True)
    logo_kind = models.CharField(max_length=12, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scene__in=list(Scene)), name="big_screen_scene"
            ),
            models.CheckConstraint(
                condition=models.Q(logo__isnull=True, logo_kind="")
                | models.Q(logo__isnull=False, logo_kind__in=list(PictureKind)),
                name="big_screen_logo",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.scene}"
