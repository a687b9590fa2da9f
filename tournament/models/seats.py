"""The seats and the contenders of a game."""

from django.db import models

from tournament.models.centres import Centre
from tournament.models.people import Entry, Table
from tournament.models.play import Game


class Seat(models.Model):
    """The table of an entry in a game, and the centre where it stood, fixed when it starts: both
    may change between games."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    centre = models.ForeignKey(
        Centre, models.RESTRICT, related_name="seats", null=True, blank=True, db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="seat_of_an_entry_once"),
            models.UniqueConstraint(fields=["game", "table"], name="seat_at_a_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.table}"


class Contender(models.Model):
    """An entry that plays a *mort subite*; the others of the tournament watch."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="contenders", db_index=False)
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="contests")
    #: Ordinal of the turn that eliminated it, according to the scoreboard; None: still in.
    fell = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="contender_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.entry}"
