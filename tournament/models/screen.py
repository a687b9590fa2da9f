"""What the organiser and the judge have chosen for the big screen of the room."""

from django.db import models

from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import Scene
from tournament.models.people import Tournament


class BigScreen(models.Model):
    """Of a tournament without one, the screen chooses by itself, and there is no logo."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="big_screen"
    )
    #: What the judge wants to be seen, until letters are announced.
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
