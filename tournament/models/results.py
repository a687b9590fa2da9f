"""What is handed in and what it is worth."""

from django.db import models

from tournament.models.people import Entry
from tournament.models.play import Turn


class HandedBulletin(models.Model):
    """A bulletin as written. ``rows`` is the squared part, lower case = circled letter."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    rev = models.PositiveIntegerField()
    device = models.CharField(max_length=40)
    rows = models.JSONField(default=list)
    struck = models.JSONField(default=list)
    reference = models.CharField(max_length=20, blank=True)
    score = models.CharField(max_length=20, blank=True)
    arrived_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} r{self.rev}"


class Bulletin(HandedBulletin):
    """The last revision that arrived in time: the one that counts."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_bulletin"),
        ]


class LateBulletin(HandedBulletin):
    """What arrived after the bell and its grace: evidence for the arbiter (5.7)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_late_bulletin"),
        ]


class Score(models.Model):
    """A line of the scoreboard: what one bulletin brought. Written by the arbiters' office."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="scores")
    points = models.IntegerField()
    #: Before a penalty of five points: what solos are compared by (3.5).
    gross = models.IntegerField()
    sanction = models.CharField(max_length=10)
    #: Awarded as an average (5.9): no solution, so neither a solo nor in its way.
    average = models.BooleanField(default=False)
    #: Warnings counted by this line, the disciplinary ones too (5.8).
    warnings = models.PositiveSmallIntegerField(default=0)
    word = models.CharField(max_length=15, blank=True)
    ref = models.CharField(max_length=3, blank=True)
    article = models.CharField(max_length=20, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "entry"], name="one_score")]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.points}"
