"""The difference between the database's clock and the clock of the room."""

from datetime import timedelta
from typing import ClassVar

from django.db import models


class RoomClock(models.Model):
    """The only row, absent if the database's clock was never set (``tournament.queries.clock``)."""

    ONLY_ID: ClassVar[int] = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID)
    shift = models.DurationField(default=timedelta())
    #: Number of changes of ``shift``.
    number = models.PositiveIntegerField(default=0)
    #: Number of those changes that made the time of the room jump.
    steps = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_room_clock")]

    def __str__(self) -> str:
        return f"{self.shift} #{self.number}"
