"""Bulletins that are handed in, and their scores."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Self
from uuid import UUID

from django.db import models

from tournament.core.states import HandInStatus, PlayMedium
from tournament.models.people import Entry
from tournament.models.play import Turn


class HandedInSheet(models.Model):
    """A bulletin as written. ``rows``: its grid (4.2); a lower-case letter is a circled one."""

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


class Bulletin(HandedInSheet):
    """The last revision that arrived in time: the one that is corrected."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_bulletin"),
        ]


class LateBulletin(HandedInSheet):
    """A bulletin that arrived after the grace of the turn: evidence for the arbiter (5.7)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="one_late_bulletin"),
        ]


class Straggler(models.Model):
    """A mark that something was stored for a closed turn and not yet corrected.

    Rows are only added and deleted, never updated, so that storing a bulletin never waits for a
    correction in progress.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="stragglers")

    def __str__(self) -> str:
        return str(self.turn)


class TurnParticipation(models.Model):
    """The medium of an entry in a turn, unless it was its tablet alone.

    Written at the end of the turn for entries that play on paper or are absent, and whenever an
    arbiter types in a bulletin.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="took_part", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="took_part")
    plays_on = models.CharField(max_length=7)
    #: How it was handed in, according to what an arbiter typed in; empty before.
    typed = models.CharField(max_length=7, blank=True)

    class Meta:
        db_table = "tournament_tookpart"
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry"], name="took_part_once"),
            models.CheckConstraint(
                condition=models.Q(plays_on__in=list(PlayMedium)), name="took_part_plays_on"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    typed__in=["", HandInStatus.IN_TIME, HandInStatus.LATE, HandInStatus.MISSING]
                ),
                name="took_part_typed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.plays_on}"


class Explanation(models.Model):
    """The parts of the sentence that explains score lines of a turn; equal ones share a row.

    Added, never changed: ``pk`` is computed from turn and parts. The arbitration makes the
    sentence from the parts (``ports.explain``).
    """

    id = models.UUIDField(primary_key=True, editable=False)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="explanations")
    parts = models.JSONField()

    def __str__(self) -> str:
        return f"{self.turn}: {self.id}"

    @classmethod
    def build(cls, turn: Turn, parts: Sequence[Mapping[str, Any]]) -> Self:
        """Build the row for ``parts``, not saved."""
        text = json.dumps([turn.pk, parts], sort_keys=True)
        return cls(id=UUID(bytes=sha256(text.encode()).digest()[:16]), turn=turn, parts=parts)


class Score(models.Model):
    """A line of the scoreboard: the score of one bulletin. Written by the arbitration."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="scores", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="scores")
    points = models.IntegerField()
    #: Before a penalty of five points: solos are decided by it (3.5).
    gross = models.IntegerField()
    sanction = models.CharField(max_length=10)
    #: Awarded as an average (5.9): not a solution, so it neither wins a solo nor prevents one.
    average = models.BooleanField(default=False)
    #: Warnings that this line counts for, disciplinary ones included (5.8).
    warnings = models.PositiveSmallIntegerField(default=0)
    word = models.CharField(max_length=15, blank=True)
    ref = models.CharField(max_length=3, blank=True)
    article = models.CharField(max_length=20, blank=True)
    explanation = models.ForeignKey(Explanation, models.RESTRICT, null=True, related_name="scores")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "entry"], name="one_score")]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.points}"
