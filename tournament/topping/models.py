"""*Topping* (3.8.4): games prepared in advance, the runs of their players, and the events of
these."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import build_uid_field
from tournament.models.lexica import WordList
from tournament.models.organisation import Organisation
from tournament.models.people import Entry, Tournament
from tournament.models.play import new_seed
from tournament.topping.core.topping_run import (
    ALOUD_MODES,
    BOARDS,
    IN_PLAY_RUNS,
    RunState,
    ToppingMode,
    ToppingState,
    ToppingTerms,
)


class Topping(models.Model):
    """A game to play against the clock, the same for all players of a tournament, or of the
    training of an organisation.

    ``script`` (``engine.record.recorded_game``) and ``tops`` are secret until it is closed.
    """

    uid = build_uid_field()
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, related_name="toppings", db_index=False
    )
    organisation = models.ForeignKey(
        Organisation,
        models.CASCADE,
        null=True,
        related_name="toppings",
        db_index=False,
    )
    number = models.PositiveIntegerField()
    title = models.CharField(_("nom"), max_length=80, blank=True)
    mode = models.CharField(max_length=10, default=ToppingMode.DEVICES)
    state = models.CharField(max_length=10, default=ToppingState.READY)
    limit_s = models.PositiveIntegerField(_("temps par coup (secondes)"))
    penalty_s = models.PositiveIntegerField(_("pénalité (secondes)"))
    #: Time to read a solution before the next letters.
    pause_s = models.PositiveIntegerField(_("lecture de la solution (secondes)"))
    script = models.JSONField()
    #: Accepted tops of each turn: ``[[word, ref, score], ...]``.
    tops: Any = models.JSONField()
    #: Seed of a game played by the software; empty for a recorded one.
    seed = models.CharField(max_length=64, default=new_seed, blank=True)
    word_list = models.ForeignKey(WordList, models.PROTECT, related_name="+")
    #: Words of a recorded game that are not in the list.
    extra_words: Any = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="topping_number_once"),
            models.UniqueConstraint(
                fields=["organisation", "number"], name="training_topping_number_once"
            ),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True) ^ models.Q(organisation__isnull=True),
                name="topping_of_one_owner",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=list(ToppingState)), name="topping_state"
            ),
            models.CheckConstraint(
                condition=models.Q(mode__in=list(ToppingMode)), name="topping_mode"
            ),
            models.CheckConstraint(condition=models.Q(limit_s__gte=1), name="topping_limit"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament or self.organisation} – topping {self.number}"

    @property
    def terms(self) -> ToppingTerms:
        return ToppingTerms.from_seconds(
            len(self.tops),
            self.mode,
            limit_s=self.limit_s,
            penalty_s=self.penalty_s,
            pause_s=self.pause_s,
        )

    @property
    def is_aloud(self) -> bool:
        """Return True if a judge accepts what the players say aloud."""
        return self.mode in ALOUD_MODES

    @property
    def update_channel(self) -> str:
        """Return the name of the channel that updates its pages (``protocol.update_channel``)."""
        return f"topping:{self.pk}"


class TrainingHall(models.Model):
    """The training of an organisation, open to everybody who has its link."""

    organisation = models.OneToOneField(Organisation, models.CASCADE, related_name="training_hall")
    key = models.CharField(max_length=40, unique=True)
    lexicon = models.CharField(_("lexique"), max_length=60, default="fr-libre")
    opened_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return str(self.organisation)


class Trainee(models.Model):
    """A person who trains: an account, or a device identified by the digest of its secret."""

    hall = models.ForeignKey(TrainingHall, models.CASCADE, related_name="trainees", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="trainees"
    )
    device = models.CharField(max_length=64, blank=True)
    #: Name shown to the others; empty for a person who stays anonymous.
    name = models.CharField(_("nom"), max_length=40, blank=True)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall", "user"], name="trainee_account_once"),
            models.UniqueConstraint(
                fields=["hall", "device"],
                condition=~models.Q(device=""),
                name="trainee_device_once",
            ),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) ^ models.Q(device=""),
                name="trainee_is_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class ToppingRun(models.Model):
    """The run of a player through a topping; ``seq`` counts its rows of ``ToppingEvent``."""

    uid = build_uid_field()
    topping = models.ForeignKey(Topping, models.CASCADE, related_name="runs")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="topping_runs")
    trainee = models.ForeignKey(Trainee, models.CASCADE, null=True, related_name="runs")
    #: Order of the players before a judge.
    position = models.PositiveIntegerField()
    #: Number of the board of a player who plays beside others, and key of the judge's desk.
    board = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=12, default=RunState.WAITING)
    turn = models.PositiveIntegerField(default=0)
    #: Start of the turn's time, possibly in the future (``core.topping_run.RunClock``).
    began_at = models.DateTimeField(null=True)
    held_ms = models.PositiveIntegerField(default=0)
    #: End of the turn's time.
    expires_at = models.DateTimeField(null=True, db_index=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    seq = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["topping", "entry"],
                condition=~models.Q(state=RunState.ANNULLED),
                name="one_topping_run",
            ),
            models.UniqueConstraint(
                fields=["topping", "trainee"],
                condition=~models.Q(state=RunState.ANNULLED),
                name="one_training_run",
            ),
            models.UniqueConstraint(
                fields=["trainee"],
                condition=models.Q(state__in=sorted(IN_PLAY_RUNS)),
                name="one_training_run_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["topping", "board"],
                condition=models.Q(state__in=sorted(IN_PLAY_RUNS)),
                name="one_topping_run_at_a_board",
            ),
            models.CheckConstraint(
                condition=models.Q(board__isnull=True) | models.Q(board__in=list(BOARDS)),
                name="topping_run_board",
            ),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=True) ^ models.Q(trainee__isnull=True),
                name="topping_run_of_one_player",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=list(RunState)), name="topping_run_state"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=RunState.PLAYING)
                | models.Q(began_at__isnull=False, expires_at__isnull=False, turn__gte=1),
                name="playing_run_has_times",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topping}: {self.entry or self.trainee}"


class ToppingEvent(models.Model):
    """An event of a topping; appended, never changed. ``run`` is None for events of the topping
    itself."""

    topping = models.ForeignKey(Topping, models.CASCADE, related_name="events")
    run = models.ForeignKey(
        ToppingRun, models.CASCADE, null=True, related_name="events", db_index=False
    )
    seq = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=12)
    turn = models.PositiveIntegerField(default=0)
    data: Any = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "seq"],
                condition=models.Q(run__isnull=False),
                name="topping_event_seq_once",
            ),
        ]
        indexes = [models.Index(fields=["run", "kind"], name="topping_event_kinds")]

    def __str__(self) -> str:
        return f"{self.topping} {self.kind}"
