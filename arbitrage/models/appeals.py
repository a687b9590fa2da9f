"""Cases before the *commission d'arbitrage*: appeals of players, and cases referred to it."""

import uuid

from django.conf import settings
from django.db import models

from arbitrage.core.appeals import (
    DECIDED_STATES,
    CaseOrigin,
    CaseState,
    CaseSubject,
)
from arbitrage.models.acts import Act
from tournament.models import Entry, Tournament, Turn
from tournament.models.base import Erasable

#: The maximum length of grounds and statements.
MAX_STATEMENT_LENGTH = 2000


class Appeal(Erasable):
    """One case about one entry on one turn (6.3)."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="appeals", db_index=False
    )
    #: In its tournament, in the order brought.
    number = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="appeals")
    #: An entry with cases is only deleted together with the tournament.
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="appeals")
    subject = models.CharField(max_length=8)
    #: The act contested. RESTRICT as in ``Act.takes_back``.
    act = models.ForeignKey(Act, models.RESTRICT, null=True, related_name="appeals")
    origin = models.CharField(max_length=10)
    #: For an answer of the federation: the case that was decided before.
    against = models.OneToOneField("self", models.CASCADE, null=True, related_name="answer")
    #: The account that recorded it; None: the player on their tablet, or the software.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="appeals"
    )
    filed_at = models.DateTimeField()
    #: Version of the ruling in force then; 0: there was none.
    version = models.PositiveIntegerField(default=0)
    grounds = models.CharField(max_length=MAX_STATEMENT_LENGTH, blank=True)
    #: The article by which a rule refers the case to the commission; else empty.
    article = models.CharField(max_length=20, blank=True)

    state = models.CharField(max_length=9, default=CaseState.OPEN)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="closed_appeals"
    )
    #: The reason of the decision, as the player reads it.
    reason = models.CharField(max_length=300, blank=True)
    #: The order to the judge, where the contested decision is neither a ruling nor an act.
    order = models.CharField(max_length=300, blank=True)
    order_done_at = models.DateTimeField(null=True)
    #: Version of the ruling that is the decision; 0: there is none.
    decision_version = models.PositiveIntegerField(default=0)

    # a further appeal, to the federation (6.4.2)
    informed_at = models.DateTimeField(null=True)
    informed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    #: The federation requested missing documents; the file was completed.
    asked_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="appeal_number_once"),
            models.UniqueConstraint(
                fields=["turn", "entry", "subject", "act"],
                condition=models.Q(state=CaseState.OPEN),
                nulls_distinct=False,
                name="appeal_open_once",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=list(CaseState)), name="appeal_state"
            ),
            models.CheckConstraint(
                condition=models.Q(origin__in=list(CaseOrigin)), name="appeal_origin"
            ),
            models.CheckConstraint(
                condition=models.Q(subject=CaseSubject.ACT, act__isnull=False)
                | models.Q(
                    subject__in=[CaseSubject.RULING, CaseSubject.DECISION], act__isnull=True
                ),
                name="appeal_subject",
            ),
            models.CheckConstraint(
                condition=models.Q(state=CaseState.OPEN, closed_at__isnull=True)
                | ~models.Q(state=CaseState.OPEN) & models.Q(closed_at__isnull=False),
                name="appeal_closed",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=sorted(DECIDED_STATES)) | ~models.Q(reason=""),
                name="appeal_has_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(grounds="")
                | models.Q(origin__in=[CaseOrigin.RULE, CaseOrigin.FEDERATION]),
                name="appeal_has_grounds",
            ),
            models.CheckConstraint(
                condition=models.Q(origin=CaseOrigin.FEDERATION, against__isnull=False)
                | ~models.Q(origin=CaseOrigin.FEDERATION) & models.Q(against__isnull=True),
                name="appeal_answers",
            ),
        ]
        indexes = [
            models.Index(
                fields=["turn"], condition=models.Q(state=CaseState.OPEN), name="appeal_is_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – cas {self.number}"


class Statement(Erasable):
    """A statement in a case; appended, never edited."""

    appeal = models.ForeignKey(Appeal, models.CASCADE, related_name="statements")
    #: The name as recorded: a player, an arbiter, a witness.
    speaker = models.CharField(max_length=100)
    text = models.CharField(max_length=MAX_STATEMENT_LENGTH)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="statement_has_text")
        ]

    def __str__(self) -> str:
        return f"{self.appeal}: {self.speaker}"


class Sitting(Erasable):
    """A member who sat when a case was decided, by their name at the time."""

    appeal = models.ForeignKey(Appeal, models.CASCADE, related_name="sittings", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "user"], name="sitting_once"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal}: {self.name}"
