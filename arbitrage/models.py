"""Rulings: what was decided about each bulletin, by whom, and why; bulletins typed from paper."""

from django.conf import settings
from django.db import models

from arbitrage.core.bulletin import SheetState
from arbitrage.core.verdict import Sanction
from tournament.models import Entry, Turn


class Status(models.TextChoices):
    #: The software decides; nobody needs to look unless the tournament wants it.
    PROPOSED = "proposed"
    #: The software leaves it to an arbiter.
    UNDECIDED = "undecided"
    CONFIRMED = "confirmed"
    CHANGED = "changed"


#: Somebody has decided; the software's word alone is not a decision.
DECIDED = frozenset({Status.CONFIRMED, Status.CHANGED})


class Origin(models.TextChoices):
    """Which way a bulletin came: with its revision it says which one a ruling judged."""

    PAPER = "paper"
    TABLET = "tablet"
    LATE = "late"
    NOTHING = "nothing"


class Ruling(models.Model):
    """One decision on one bulletin; appended, never edited: the highest version is in force."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="rulings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="rulings")
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices)
    #: What was judged: version ``rev`` of what was typed in, or revision ``rev`` of what the
    #: table's tablet sent, in time or late; 0 for nothing.
    origin = models.CharField(max_length=7, choices=Origin.choices)
    rev = models.PositiveIntegerField()
    #: Equal bulletins of a turn share this key.
    key = models.CharField(max_length=64)
    #: ``arbitrage.core.verdict.Verdict.to_dict()`` of the software.
    verdict = models.JSONField()
    #: What is decided, or what the software proposes while it is ``UNDECIDED``.
    points = models.IntegerField()
    gross = models.IntegerField()
    sanction = models.CharField(max_length=10)
    motives = models.JSONField(default=list)
    article = models.CharField(max_length=20, blank=True)
    #: What the arbiter wrote who changed it.
    reason = models.CharField(max_length=300, blank=True)
    #: Why an arbiter counts a late bulletin as handed in in time, and the article that he sets
    #: aside; ``key`` and ``verdict`` are then those of the same bulletin in time. Else empty.
    in_time = models.CharField(max_length=300, blank=True)
    in_time_article = models.CharField(max_length=20, blank=True)
    #: The bulletin came after somebody had decided without it: it comes back to him.
    came_since = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "entry", "version"], name="ruling_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(sanction__in=list(Sanction)), name="ruling_sanction"
            ),
            models.CheckConstraint(
                condition=models.Q(origin=Origin.NOTHING, rev=0)
                | models.Q(origin__in=[Origin.PAPER, Origin.TABLET, Origin.LATE]),
                name="ruling_origin",
            ),
            models.CheckConstraint(
                condition=models.Q(came_since=False)
                | models.Q(status=Status.UNDECIDED) & ~models.Q(origin=Origin.NOTHING),
                name="ruling_came_since",
            ),
            models.CheckConstraint(
                condition=models.Q(in_time="", in_time_article="")
                | ~models.Q(in_time="")
                & ~models.Q(in_time_article="")
                & models.Q(origin__in=[Origin.LATE, Origin.PAPER]),
                name="ruling_in_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} v{self.version}: {self.points}"


class ActKind(models.TextChoices):
    #: A warning for conduct, on top of whatever the bulletin brings (5.8).
    WARNING = "warning"
    #: A zero for grave misconduct, whatever is on the bulletin.
    ZERO = "zero"
    #: A zero because the player cheated, then or at another turn (6.1).
    CHEATING = "cheating"
    #: The warning of the bulletin no longer counts.
    REMOVAL = "removal"
    #: An average in place of a zero for a word that was refused before (5.9).
    AVERAGE = "average"
    #: Takes back another act.
    WITHDRAWAL = "withdrawal"


class Act(models.Model):
    """A decision about a player beside the ruling on his bulletin: appended, never edited.

    It stands whatever is decided on equal bulletins, until another act takes it back.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="acts")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=10, choices=ActKind.choices)
    #: ``arbitrage.core.account.Average.to_dict()`` of an average, else empty.
    data = models.JSONField(default=dict, blank=True)
    #: RESTRICT: both go at once when their tournament is deleted, and neither without the other.
    takes_back = models.OneToOneField(
        "self", models.RESTRICT, null=True, related_name="taken_back_by"
    )
    article = models.CharField(max_length=20)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind=ActKind.WITHDRAWAL, takes_back__isnull=False)
                | models.Q(takes_back__isnull=True) & ~models.Q(kind=ActKind.WITHDRAWAL),
                name="act_takes_back",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="act_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry}: {self.kind}"


class PaperBulletin(models.Model):
    """A bulletin on paper as an arbiter typed it in; appended, the highest version counts.

    It counts before what the table's tablet handed in, which stays where it is.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="papers")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="papers")
    version = models.PositiveIntegerField()
    #: ``arbitrage.core.sheet.Sheet``: lower case = circled letter, "x" = crossed out.
    rows = models.JSONField(default=list)
    struck = models.JSONField(default=list)
    #: As written; ``arbitrage.core.bulletin.ILLEGIBLE`` when nobody can read it.
    reference = models.CharField(max_length=20, blank=True)
    score = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=14, default=SheetState.OK)
    #: What stood there when this was typed otherwise by somebody who had not seen it. Such a one
    #: does not count: it is listed until that table is typed in once more.
    contests = models.ForeignKey("self", models.CASCADE, null=True, related_name="contested_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "entry", "version"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "entry", "version"], name="paper_version_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=list(SheetState)), name="paper_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn} {self.entry} papier v{self.version}"
