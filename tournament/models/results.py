"""What is handed in and what it is worth."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Self
from uuid import UUID

from django.db import models

from tournament.core.states import Handed, PlaysOn
from tournament.models.people import Entry
from tournament.models.play import Turn


class AsHandedIn(models.Model):
    """A bulletin as written. ``rows`` is the squared part, lower case = circled letter."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+", db_index=False)
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


class Bulletin(AsHandedIn):
    """The last revision that arrived in time: the one that counts."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_bulletin"),
        ]


class LateBulletin(AsHandedIn):
    """What arrived after the bell and its grace: evidence for the arbiter (5.7)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_late_bulletin"),
        ]


class Straggler(models.Model):
    """Something was stored for a turn that had closed, and no correction has seen it yet.

    Only ever added and deleted, so that whoever stores waits for no correction being written.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="stragglers")

    def __str__(self) -> str:
        return str(self.turn)


class TookPart(models.Model):
    """How an entry took part in a turn, where that was not by its tablet alone.

    Written at the bell for those who play on paper or are absent, and for whoever has something
    typed in for him.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="took_part", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="took_part")
    plays_on = models.CharField(max_length=7)
    #: What an arbiter typed in says of how it was handed in; empty while nothing is typed.
    typed = models.CharField(max_length=7, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="took_part_once"),
            models.CheckConstraint(
                condition=models.Q(plays_on__in=list(PlaysOn)), name="took_part_plays_on"
            ),
            models.CheckConstraint(
                condition=models.Q(typed__in=["", Handed.IN_TIME, Handed.LATE, Handed.NOT]),
                name="took_part_typed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.plays_on}"


class Explanation(models.Model):
    """What the sentence about lines of a turn is made of: equal ones share a row.

    Added, never changed: ``pk`` follows from turn and parts. What the parts mean and how they are
    said is for the arbiters' office (``ports.explain``); they are no sentences, unless
    somebody wrote them.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="explanations")
    parts = models.JSONField()

    def __str__(self) -> str:
        return f"{self.turn}: {self.id}"

    @classmethod
    def of(cls, turn: Turn, parts: Sequence[Mapping[str, Any]]) -> Self:
        """The row for ``parts``, not saved."""
        written = json.dumps([turn.pk, parts], sort_keys=True)
        return cls(id=UUID(bytes=sha256(written.encode()).digest()[:16]), turn=turn, parts=parts)


class Score(models.Model):
    """A line of the scoreboard: what one bulletin brought. Written by the arbiters' office."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="scores", db_index=False)
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
    explanation = models.ForeignKey(Explanation, models.RESTRICT, null=True, related_name="scores")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "entry"], name="one_score")]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.points}"
