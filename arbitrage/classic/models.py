"""Calls of the tables of a *match classique*.

Decisions are events of the game (``tournament.classic.models.MatchEvent``), which are appended
and never changed. A call stores who looks after it, and what only officers may read.
"""

from typing import Any

from django.conf import settings
from django.db import models

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from tournament.classic.models import MatchGame
from tournament.models import Tournament
from tournament.models.base import Erasable, build_uid_field

#: Maximum lengths of the text of a call or an appeal, and of the reason of a decision.
MAX_TEXT_LENGTH, MAX_REASON_LENGTH = 1000, 300


class TableCall(Erasable):
    """A call for an officer; its states are those of ``CALL_TRANSITIONS``."""

    uid = build_uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="calls", db_index=False)
    #: Number in the tournament, in the order of arrival.
    number = models.PositiveIntegerField()
    game = models.ForeignKey(MatchGame, models.CASCADE, related_name="table_calls")
    kind = models.CharField(max_length=10)
    #: The caller; empty for both players.
    side = models.CharField(max_length=1, blank=True)
    #: For an appeal: the number of the contested ruling.
    about = models.PositiveIntegerField(default=0)
    said = models.CharField(max_length=MAX_TEXT_LENGTH, blank=True)
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
    #: Sequence number of the event that closed it; 0 if none did.
    closed_seq = models.PositiveIntegerField(default=0)
    #: For a challenge: the answer of the word list for each word, and why an arbiter decided
    #: otherwise. Visible to officers only.
    proposed: Any = models.JSONField(default=dict, blank=True)
    otherwise = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)

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
