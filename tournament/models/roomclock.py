"""What must be added to the database's clock to have the room's."""

from datetime import timedelta
from typing import ClassVar

from django.db import models


class RoomClock(models.Model):
    """One row, or none while the database's clock was never set (``tournament.queries.clock``)."""

    ONLY: ClassVar[int] = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    shift = models.DurationField(default=timedelta())
    #: How often ``shift`` was changed.
    number = models.PositiveIntegerField(default=0)
    #: How often of these the room's time made a step; otherwise it went on as before.
    steps = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_room_clock")]

    def __str__(self) -> str:
        return f"{self.shift} #{self.number}"
