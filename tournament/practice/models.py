"""Games that an account plays alone, and searches for a random game."""

from django.conf import settings
from django.db import models

from tournament.models.base import build_uid_field
from tournament.models.jobs import Job


class AccountGame(models.Model):
    """A game of an account: its state (``core.practice_state``) is changed by the server only, so
    that nobody writes the points of others or their own. ``step`` counts the changes."""

    uid = build_uid_field()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="practice_games", db_index=False
    )
    label = models.CharField(max_length=200)
    state = models.JSONField()
    step = models.PositiveIntegerField(default=0)
    total = models.IntegerField(default=0)
    top_total = models.IntegerField(default=0)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-began_at"], name="practice_of_user")]

    def __str__(self) -> str:
        return self.label

    @property
    def percent(self) -> int:
        return 100 * self.total // self.top_total if self.top_total else 0


class GameSearch(Job):
    """A search for a random game that meets wishes; its letters are computed, never stored.

    Anyone may ask for one: it holds the choices of a form, and is deleted after a day.
    """

    uid = build_uid_field()
    #: ``PracticeTerms`` as JSON.
    terms = models.JSONField()
    #: ``engine.record.wishes.WishRange`` as JSON, of the turns that will be played.
    wishes = models.JSONField()
    #: Number of the game that was found, among those of the seed.
    found_number = models.PositiveSmallIntegerField(null=True)

    class Meta(Job.Meta):
        indexes = [models.Index(fields=["asked_at"], name="practice_search_asked")]

    def __str__(self) -> str:
        return f"{self.uid}: {self.state}"
