"""Bulletins as arbiters typed them in from paper."""

from django.conf import settings
from django.db import models

from arbitrage.core.bulletin import SheetState
from tournament.models import Entry, Turn


class PaperBulletin(models.Model):
    """A bulletin on paper as an arbiter typed it in; appended, the highest version counts.

    It counts before what the table's tablet handed in, which stays where it is. Arbiters take the
    wrong table: if another version came while one typed, both wait for a decision (``contests``).
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="papers", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="papers")
    version = models.PositiveIntegerField()
    #: ``arbitrage.core.sheets.sheet.Sheet``: lower case = circled letter, "x" = crossed out.
    rows = models.JSONField(default=list)
    struck = models.JSONField(default=list)
    #: As written; ``arbitrage.core.bulletin.ILLEGIBLE`` when nobody can read it.
    reference = models.CharField(max_length=20, blank=True)
    score = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=14, default=SheetState.OK)
    #: The version that somebody had typed in otherwise meanwhile, unseen by this author. A
    #: contesting version does not count: it is listed until the table is typed in once more.
    contests = models.ForeignKey("self", models.CASCADE, null=True, related_name="contested_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "version"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry", "version"], name="paper_version_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=list(SheetState)), name="paper_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} papier v{self.version}"
