"""The *match classique*: rounds, matches of two entries, games and their events."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rounds.states import ResultKind, RoundState
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.table_clock import CLOCK_RULES, ClockPhase
from tournament.classic.core.terms import MatchTerms
from tournament.models.base import Erasable, build_uid_field
from tournament.models.lexica import WordList
from tournament.models.people import Entry, Tournament
from tournament.models.play import new_seed


class MatchRound(models.Model):
    """A *ronde*: its matches are played at the same time."""

    uid = build_uid_field()
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveIntegerField()
    #: See ``classic.core.rounds.states``.
    state = models.CharField(max_length=10, default=RoundState.PREPARED)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    #: The common time of the hall (``classic.core.rounds.countdown``): the remaining milliseconds
    #: while it is stopped, its end while it runs.
    clock_left_ms = models.PositiveIntegerField(null=True)
    clock_ends_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(state__in=list(RoundState)), name="round_state"),
            models.CheckConstraint(
                condition=Q(clock_left_ms__isnull=True) | Q(clock_ends_at__isnull=True),
                name="round_clock_runs_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – {self.number}"


class Match(models.Model):
    """A match of two entries and the terms of its games (``tournament.classic.core.terms``).

    ``y`` None is a bye; if it is over, it gives no points. Match points and tie-break points are
    stored when the last game is over (2.4.1).
    """

    uid = build_uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="matches")
    round = models.ForeignKey(
        MatchRound, models.CASCADE, null=True, blank=True, related_name="matches"
    )
    #: Number of the table.
    board_number = models.PositiveIntegerField(null=True)
    x = models.ForeignKey(Entry, models.PROTECT, related_name="matches_as_x")
    y = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="matches_as_y")
    terms: Any = models.JSONField(default=dict, blank=True)
    #: Empty if the match is open or both have lost.
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
    def parsed_terms(self) -> MatchTerms:
        """Return the terms. Raise BadSetting if they are invalid."""
        return MatchTerms.from_json(self.terms)

    def get_entry(self, side: Side) -> Entry | None:
        return self.x if side is Side.X else self.y


class MatchGame(models.Model):
    """A *partie* of a match, defined by its events (``tournament.classic.core``).

    The other columns are derived from them after each event, for lists and clocks.
    """

    uid = build_uid_field()
    match = models.ForeignKey(Match, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveIntegerField()
    #: Secret until the end of the game; its SHA-256 is public from the start.
    seed = models.CharField(max_length=64, default=new_seed)
    #: Terms of the match at the start of the game.
    terms: Any = models.JSONField(default=dict)
    #: Admitted words, fixed when the game is opened; None: those of the tournament.
    word_list = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="match_games")
    #: Starter decided by the toss of an earlier game (3.2); empty: a toss decides.
    starter_given = models.CharField(max_length=1, blank=True)
    opened_at = models.DateTimeField()
    seq = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=12, default=MatchPhase.TOSS)
    to_move = models.CharField(max_length=1, blank=True)
    score_x = models.IntegerField(default=0)
    score_y = models.IntegerField(default=0)
    winner = models.CharField(max_length=5, blank=True)
    #: Number of calls, challenges and appeals that wait for an officer.
    waiting = models.PositiveIntegerField(default=0)
    #: Time of the next expiry of a clock.
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
    def parsed_terms(self) -> MatchTerms:
        """Return the terms. Raise BadSetting if they are invalid."""
        return MatchTerms.from_json(self.terms)


class EventColumns(Erasable):
    """An accepted command; rows are appended and never changed.

    ``key``: given by the sender, to accept a command once. ``reason``: text of an officer, which
    can be erased.
    """

    seq = models.PositiveIntegerField()
    command = models.CharField(max_length=16)
    actor = models.CharField(max_length=8)
    at = models.DateTimeField()
    data: Any = models.JSONField(default=dict)
    key = models.CharField(max_length=40, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Name of ``by`` at that time.
    signed = models.CharField(max_length=150, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        abstract = True


class MatchEvent(EventColumns):
    """A command of a game."""

    game = models.ForeignKey(MatchGame, models.CASCADE, related_name="events", db_index=False)

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


class TableClock(models.Model):
    """The clock of a game with real tiles that is not recorded, defined by its events
    (``tournament.classic.core.table_clock``).

    ``phase``, ``called`` (a command, or empty) and ``expires_at`` (end of the running time) are
    those after the last event, for lists.
    """

    uid = build_uid_field()
    match = models.ForeignKey(Match, models.CASCADE, related_name="clocks", db_index=False)
    #: Number of the game in the match.
    number = models.PositiveIntegerField()
    #: Terms of the match when the clock was first used.
    terms: Any = models.JSONField(default=dict)
    opened_at = models.DateTimeField()
    seq = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10, default=ClockPhase.WAITING)
    called = models.CharField(max_length=16, blank=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="table_clock_number_once"),
            models.CheckConstraint(
                condition=Q(phase__in=list(ClockPhase)), name="table_clock_phase"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"


class ClockEvent(EventColumns):
    """A command of a table's clock."""

    clock = models.ForeignKey(TableClock, models.CASCADE, related_name="events", db_index=False)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "seq"], name="clock_event_seq_once"),
            models.UniqueConstraint(
                fields=["clock", "key"], condition=~Q(key=""), name="clock_event_key_once"
            ),
            models.CheckConstraint(
                condition=Q(command__in=sorted(CLOCK_RULES)), name="clock_event_command"
            ),
            models.CheckConstraint(condition=Q(actor__in=list(Actor)), name="clock_event_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.clock} #{self.seq} {self.command}"


class MatchResult(Erasable):
    """A result written by an officer, from the match sheet or by decision (2.4, 10.5).

    Rows are appended; the last one counts, over the games played on tablets.
    """

    uid = build_uid_field()
    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    kind = models.CharField(max_length=10)
    #: Points of X and Y in each game.
    games: Any = models.JSONField(default=list, blank=True)
    #: As in ``Match.winner``.
    winner = models.CharField(max_length=5, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Name of ``by`` at that time.
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
