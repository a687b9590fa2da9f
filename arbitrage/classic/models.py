"""Calls of the tables of a *match classique*.

What is decided is an event of the game (``tournament.classic.models.MatchEvent``): appended, never edited.
A call is who looks after it, and what only officers read.
"""

from typing import Any

from django.conf import settings
from django.db import models

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from tournament.classic.models import MatchGame
from tournament.models import Tournament
from tournament.models.base import Erasable, uid_field

#: What somebody writes who calls or appeals, and why something is decided.
MOST_SAID, MOST_WHY = 1000, 300


class TableCall(Erasable):
    """A table waits for an officer; its life is ``CALL_TRANSITIONS``."""

    uid = uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="calls", db_index=False)
    #: In its tournament, in the order in which they came.
    number = models.PositiveIntegerField()
    game = models.ForeignKey(MatchGame, models.CASCADE, related_name="table_calls")
    kind = models.CharField(max_length=10)
    #: Who calls; empty: both.
    side = models.CharField(max_length=1, blank=True)
    #: Of an appeal: the number of the ruling contested.
    about = models.PositiveIntegerField(default=0)
    said = models.CharField(max_length=MOST_SAID, blank=True)
    at = models.DateTimeField()

    state = models.CharField(max_length=10, default=CallState.WAITING)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="taken_calls"
    )
    taken_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="closed_calls"
    )
    closed_at = models.DateTimeField(null=True)
    #: Of the event of the game by which it was closed; 0: of none.
    closed_seq = models.PositiveIntegerField(default=0)
    #: Of a challenge: what the word list says of each word, and why an arbiter says otherwise.
    #: For officers alone.
    proposed: Any = models.JSONField(default=dict, blank=True)
    otherwise = models.CharField(max_length=MOST_WHY, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="call_number_once"),
            models.UniqueConstraint(
                fields=["game", "kind", "side", "about"],
                condition=models.Q(state__in=sorted(OPEN_STATES)),
                name="call_open_once",
            ),
            models.CheckConstraint(condition=models.Q(kind__in=list(CallKind)), name="call_kind"),
            models.CheckConstraint(
                condition=models.Q(state__in=list(CallState)), name="call_state"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=sorted(OPEN_STATES), closed_at__isnull=True)
                | ~models.Q(state__in=sorted(OPEN_STATES)) & models.Q(closed_at__isnull=False),
                name="call_closed",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=CallState.TAKEN) | models.Q(taken_at__isnull=False),
                name="call_taken",
            ),
        ]
        indexes = [
            models.Index(
                fields=["tournament"],
                condition=models.Q(state__in=sorted(OPEN_STATES)),
                name="call_is_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – appel {self.number}"
