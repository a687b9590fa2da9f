"""The work that turns wait for: solving, correction."""

from django.db import models

from tournament.models.play import Turn


class WorkKind(models.TextChoices):
    SOLVE = "solve"
    CORRECT = "correct"


class WorkPriority(models.IntegerChoices):
    """A hall waits for fresh work; a second look at a corrected turn is for safety only."""

    FRESH = 0
    CHECK = 1


class TurnWork(models.Model):
    """Work on a turn that is queued, or held by a worker since ``held_at``.

    The transaction that needs the work adds the row; the one that stores its result deletes it.
    Work that is asked for while it is held gets a second row, because the worker may have read too
    early. A worker holds the advisory lock of its row as long as it lives
    (``tournament.services.play.work``).
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="work")
    kind = models.CharField(max_length=7)
    priority = models.PositiveSmallIntegerField(
        default=WorkPriority.FRESH, db_default=WorkPriority.FRESH
    )
    held_at = models.DateTimeField(null=True)
    #: After ``failures`` errors it waits until ``retry_at``.
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    retry_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "kind"],
                condition=models.Q(held_at=None),
                name="turn_work_queued_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=list(WorkKind)), name="turn_work_kind"
            ),
        ]
        indexes = [models.Index(fields=["priority", "id"], name="turn_work_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.turn_id}"
