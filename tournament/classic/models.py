"""The *match classique*: rounds, matches of two entries, their games, and what happens in each."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind, RoundState
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchPhase
from tournament.classic.core.terms import MatchTerms
from tournament.models.base import Erasable, uid_field
from tournament.models.lexica import WordList
from tournament.models.people import Entry, Tournament
from tournament.models.play import new_seed


class MatchRound(models.Model):
    """A *ronde*: its matches are played at the same time."""

    uid = uid_field()
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveIntegerField()
    #: ``classic.core.rounds.states``.
    state = models.CharField(max_length=10, default=RoundState.PREPARED)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(state__in=list(RoundState)), name="round_state"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – {self.number}"


class Match(models.Model):
    """Two entries, and the terms of their games (``tournament.classic.core.terms``); ``y`` None is
    a bye. Points of match and of tie-break are written when its last game is over (2.4.1)."""

    uid = uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="matches")
    round = models.ForeignKey(
        MatchRound, models.CASCADE, null=True, blank=True, related_name="matches"
    )
    #: The number on the table where it is played.
    board_number = models.PositiveIntegerField(null=True)
    x = models.ForeignKey(Entry, models.PROTECT, related_name="matches_as_x")
    y = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="matches_as_y")
    terms: Any = models.JSONField(default=dict, blank=True)
    #: Empty: not over; None of the two: both have lost it.
    winner = models.CharField(max_length=5, blank=True)
    points_x = models.IntegerField(null=True)
    points_y = models.IntegerField(null=True)
    difference = models.IntegerField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round__number", "board_number", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(x=F("y")), name="match_of_two"),
            models.CheckConstraint(condition=Q(winner__in=["", *Winner]), name="match_winner"),
            models.CheckConstraint(
                condition=Q(over_at__isnull=True, points_x__isnull=True, points_y__isnull=True)
                | Q(over_at__isnull=False, points_x__isnull=False, points_y__isnull=False),
                name="match_over_has_points",
            ),
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"{self.x} – {self.y}"

    @property
    def agreed(self) -> MatchTerms:
        """Raises BadSetting."""
        return MatchTerms.read(self.terms)

    def entry(self, side: Side) -> Entry | None:
        return self.x if side is Side.X else self.y


class MatchGame(models.Model):
    """A *partie* of a match: its events say all (``tournament.classic.core``). What stands beside
    is read from them each time one is added, for lists and for the clock that runs out."""

    uid = uid_field()
    match = models.ForeignKey(Match, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveIntegerField()
    #: Secret until the game is over; its SHA-256 is public from the start.
    seed = models.CharField(max_length=64, default=new_seed)
    #: Those of the match when the game began.
    terms: Any = models.JSONField(default=dict)
    #: The words admitted, fixed when the game is opened; None: the tournament's.
    word_list = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="match_games")
    #: Who begins, where the toss of an earlier game says it (3.2); empty: it is tossed for.
    starter_given = models.CharField(max_length=1, blank=True)
    opened_at = models.DateTimeField()
    seq = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=12, default=MatchPhase.TOSS)
    to_move = models.CharField(max_length=1, blank=True)
    score_x = models.IntegerField(default=0)
    score_y = models.IntegerField(default=0)
    winner = models.CharField(max_length=5, blank=True)
    #: Calls, challenges and appeals that wait for an officer.
    waiting = models.PositiveIntegerField(default=0)
    #: When a clock runs out if nobody does anything.
    expires_at = models.DateTimeField(null=True, db_index=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_number_once"),
            models.CheckConstraint(
                condition=Q(phase__in=list(MatchPhase)), name="match_game_phase"
            ),
            models.CheckConstraint(condition=Q(winner__in=["", *Winner]), name="match_game_winner"),
            models.CheckConstraint(
                condition=Q(starter_given__in=["", *Side]), name="match_game_starter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"

    @property
    def agreed(self) -> MatchTerms:
        """Raises BadSetting."""
        return MatchTerms.read(self.terms)


class MatchEvent(Erasable):
    """One command that was accepted; appended, never changed. ``key`` is its sender's, so that it
    is not done twice. ``reason``: what an officer wrote about it, which can be erased."""

    game = models.ForeignKey(MatchGame, models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    command = models.CharField(max_length=16)
    actor = models.CharField(max_length=8)
    at = models.DateTimeField()
    data: Any = models.JSONField(default=dict)
    key = models.CharField(max_length=40, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: The name of ``by`` as it was shown then.
    signed = models.CharField(max_length=150, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="match_event_seq_once"),
            models.UniqueConstraint(
                fields=["game", "key"], condition=~Q(key=""), name="match_event_key_once"
            ),
            models.CheckConstraint(
                condition=Q(command__in=list(Command)), name="match_event_command"
            ),
            models.CheckConstraint(condition=Q(actor__in=list(Actor)), name="match_event_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.seq} {self.command}"


class MatchResult(Erasable):
    """What an officer wrote of a match, from its sheet or by decision (2.4, 10.5); appended: the
    last one counts, over what games on tablets say."""

    uid = uid_field()
    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    kind = models.CharField(max_length=10)
    #: Points of X and Y in each game.
    games: Any = models.JSONField(default=list, blank=True)
    #: As of the match.
    winner = models.CharField(max_length=5, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: The name of ``by`` as it was shown then.
    signed = models.CharField(max_length=150, blank=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=list(ResultKind)), name="match_result_kind"
            ),
            models.CheckConstraint(
                condition=Q(winner__in=["", *Winner]), name="match_result_winner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.kind}"
