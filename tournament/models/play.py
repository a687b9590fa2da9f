"""Game, turn, solutions, and the journal of everything that happened to them."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.states import (
    LIVE_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    GameKind,
    GameState,
    Source,
    TurnState,
)
from tournament.models.base import Erasable, build_uid_field
from tournament.models.lexica import WordList
from tournament.models.people import Entry, Tournament


def new_seed() -> str:
    return secrets.token_hex(32)


def build_state_check(
    name: str, states: type[GameState] | type[TurnState]
) -> models.CheckConstraint:
    return models.CheckConstraint(condition=models.Q(state__in=list(states)), name=name)


class Game(models.Model):
    """A *partie*. ``seq`` counts its journal rows; ``heads``: number of the last journal row by
    audience; ``head``: digest of the last row."""

    uid = build_uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveIntegerField(_("partie"))
    state = models.CharField(max_length=12, default=GameState.DRAFT)
    kind = models.CharField(max_length=12, default=GameKind.DUPLICATE)
    #: For a *mort subite*: the ranking whose ties it breaks, as ``PlayOffScope`` of
    #: ``tournament.core.ranking.ranking_input`` reads it; None: it is a game of its own.
    settles = models.JSONField(null=True, blank=True)
    format = models.CharField(_("formule"), max_length=12, default="normal")
    time_s = models.PositiveIntegerField(_("temps de jeu (secondes)"), default=180)
    #: Playing time of the next turns, if the judge changed it. ``time_s`` stays what was announced
    #: before the game, and decides how many warnings are free.
    turn_time_s = models.PositiveIntegerField(null=True)
    warn_s = models.PositiveIntegerField(_("signal avant la fin (secondes)"), default=30)
    source = models.CharField(_("tirage"), max_length=10, default=Source.SOFTWARE)
    #: Secret until the game is over; its SHA-256 is public from the start.
    seed = models.CharField(max_length=64, default=new_seed)
    #: Racks and tops of a recorded game (see ``engine.record.recorded_game``) that is replayed.
    script = models.JSONField(null=True, blank=True)
    #: Words admitted in this game besides the lexicon (those of a recorded game).
    extra_words = models.JSONField(default=list, blank=True)
    #: The words admitted, fixed when the game is prepared or starts; None: the tournament's.
    word_list = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="games")
    #: The entry of the judge of this game, if the judge plays: until its bulletin is handed in, no
    #: page of the staff shows a solution (``queries.spoilers``). None: the judge does not play.
    judge_plays = models.ForeignKey(
        Entry, models.SET_NULL, null=True, blank=True, related_name="judged_games"
    )
    #: Draws refused so far for the turn being drawn (attempts of ``services.play.draws``).
    refused = models.JSONField(default=list, blank=True)
    #: When it is to begin, as announced; it begins when the judge starts it.
    starts_at = models.DateTimeField(_("heure prévue"), null=True, blank=True)
    started_at = models.DateTimeField(null=True)
    interrupted_at = models.DateTimeField(null=True)
    #: When the judge intends to resume, as announced to the players.
    resumes_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=40, blank=True)
    end_article = models.CharField(max_length=20, blank=True)
    seq = models.PositiveIntegerField(default=0)
    heads = models.JSONField(default=dict)
    #: ``chain`` of its last journal row; empty before the first (``queries.chain``).
    head = models.CharField(max_length=64, blank=True)
    #: Ids of turns whose scores changed since the standings were last published.
    dirty_turns = models.JSONField(default=list)
    #: For each of them the entries that changed, with the points that they had there since; None or
    #: no key: perhaps all entries (``tournament.core.changed_scores``).
    dirty_scores = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    standings_sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="game_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state__in=list(UNDER_WAY_GAME_STATES)),
                name="one_running_game",
            ),
            models.CheckConstraint(condition=models.Q(time_s__gte=1), name="game_time"),
            models.CheckConstraint(condition=models.Q(kind__in=list(GameKind)), name="game_kind"),
            models.CheckConstraint(
                condition=models.Q(settles__isnull=True) | models.Q(kind=GameKind.MORT_SUBITE),
                name="only_mort_subite_settles",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=GameState.FINISHED) | models.Q(finished_at__isnull=False),
                name="finished_game_has_time",
            ),
            build_state_check("game_state", GameState),
        ]
        indexes = [
            models.Index(fields=["id"], condition=~models.Q(dirty_turns=[]), name="game_dirty")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – {self.number}"


class Turn(models.Model):
    """A *coup*. ``ordinal`` counts all turns drawn, ``number`` skips the cancelled ones (3.6).

    In order of time: ``opened_at``, ``closes_at`` (end of the playing time), ``collects_at``
    (plus the network grace), ``closed_at`` (when it was closed), ``solved_at``,
    ``corrected_at``. ``shut`` makes everything late before ``collects_at``.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns", db_index=False)
    ordinal = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=12, default=TurnState.DRAWN)
    #: Cancelled, and the word of an earlier turn taken back: that turn is current again.
    set_aside = models.BooleanField(default=False)
    kept = models.CharField(max_length=15, blank=True)
    #: New letters in the order drawn; the rack is ``kept + drawn``.
    drawn = models.CharField(max_length=15)
    #: Racks refused before this one (3.2), as ``[[kept, drawn], ...]``; ``·`` stands for a letter
    #: that a recording does not give.
    rejected = models.JSONField(default=list, blank=True)
    #: 3.2: the draw is valid only because a joker or Y was counted favourably.
    may_reject = models.BooleanField(default=False)
    #: Its own playing time in seconds; None: the game's.
    time_s = models.PositiveIntegerField(null=True)
    opened_at = models.DateTimeField(null=True)
    #: The end of the playing time.
    closes_at = models.DateTimeField(null=True)
    #: End of the playing time plus the network grace: what arrives later is late (5.7).
    collects_at = models.DateTimeField(null=True)
    #: Everything that arrives is late, even if stamped in time: the clock was set back since.
    shut = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True)
    solved_at = models.DateTimeField(null=True)
    corrected_at = models.DateTimeField(null=True)
    #: When its bulletins were last queued to be looked at a second time.
    rescued_at = models.DateTimeField(null=True)
    #: Numbers of bulletins that wait for an arbiter, and of bulletins completely decided.
    to_decide = models.PositiveIntegerField(default=0)
    decided = models.PositiveIntegerField(default=0)
    word = models.CharField(max_length=15, blank=True)
    ref = models.CharField(max_length=3, blank=True)
    score = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ordinal"], name="turn_ordinal_once"),
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=sorted(LIVE_TURN_STATES)),
                name="one_live_turn",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=TurnState.OPEN)
                | models.Q(opened_at__isnull=False, closes_at__isnull=False)
                & models.Q(collects_at__gte=models.F("closes_at")),
                name="open_turn_has_times",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=[TurnState.REVEALED, TurnState.DONE])
                | ~models.Q(word="", ref=""),
                name="revealed_turn_has_word",
            ),
            models.CheckConstraint(
                condition=models.Q(set_aside=False) | models.Q(state=TurnState.CANCELLED),
                name="set_aside_turn_is_cancelled",
            ),
            build_state_check("turn_state", TurnState),
        ]

    def __str__(self) -> str:
        return f"{self.game} / {self.number}"

    @property
    def rack(self) -> str:
        return self.kept + self.drawn


class Solutions(models.Model):
    """The complete sorted list of solutions of a turn; before the reveal for arbiters only."""

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="solutions")
    #: ``[[word, ref, score], ...]``, best first.
    moves = models.JSONField()
    #: ``[word, ref]`` of the top that the software proposes; None without a solution.
    proposed = models.JSONField(null=True)
    #: ``[[word, ref], ...]`` of the tops after which none of the letters left can be placed (3.7).
    final = models.JSONField(default=list)
    #: No other rack drawn from the remaining letters would have a solution either (3.7).
    nothing_playable = models.BooleanField(default=False)
    lexicon_checksum = models.CharField(max_length=64)
    #: Digest and length of ``moves`` (``tournament.core.solution_digests``). For a cancelled turn
    #: that was restored from an archive they may be all that remains: its grid is unknown.
    checksum = models.CharField(max_length=64)
    count = models.PositiveIntegerField()
    #: Equal for all turns with these solutions (``core.solution_digests``); empty: unknown.
    position_key = models.CharField(max_length=64, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["position_key"],
                condition=~models.Q(position_key=""),
                name="solutions_position",
            )
        ]

    def __str__(self) -> str:
        return f"{self.turn}: {self.count}"


class Journal(Erasable):
    """One row for everything that happened to a game. Rows are added, never changed; each contains
    the digest of the one before (``tournament.core.chain``). Only texts of people can be erased."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="journal", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    turn = models.ForeignKey(Turn, models.CASCADE, null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)
    #: The name of ``by`` as shown at that time.
    signed = models.CharField(max_length=150, blank=True)
    chain = models.CharField(max_length=64)
    #: The entries whose scores on ``turn`` it changed; None: unknown, perhaps all
    #: (``queries.results.cached_lines``). Not part of the chain.
    changed_entries = models.JSONField(null=True)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="journal_seq_once")]

    def __str__(self) -> str:
        return f"{self.game} #{self.seq} {self.kind}"


class TournamentJournal(Erasable):
    """One row for each change of a round, match, call or topping of a tournament
    (``tournament.core.tournament_journal``). Rows are added, never changed."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="journal", db_index=False
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    #: The uid of what changed.
    subject = models.UUIDField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()
    data: Any = models.JSONField(default=dict)
    #: The name of ``by`` as shown at that time.
    signed = models.CharField(max_length=150, blank=True)
    chain = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "seq"], name="tournament_journal_seq_once"
            )
        ]
        indexes = [models.Index(fields=["subject", "seq"], name="tournament_journal_subject")]

    def __str__(self) -> str:
        return f"{self.tournament} #{self.seq} {self.kind}"
