"""A game being prepared in advance by a worker."""

from django.db import models

from tournament.models.jobs import Job
from tournament.models.lexica import WordList
from tournament.models.people import Tournament
from tournament.models.play import Game, new_seed


class GamePreparation(Job):
    """What is wished of a game, and the search for one; its letters are in ``game`` only."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="preparations")
    format = models.CharField(max_length=12)
    time_s = models.PositiveIntegerField()
    warn_s = models.PositiveIntegerField()
    #: Wishes of ``engine.record.wishes``, as JSON: name, least, most.
    wishes = models.JSONField(default=list)
    #: The seeds tried all come from this one; secret as the letters are.
    seed = models.CharField(max_length=64, default=new_seed)
    word_list = models.ForeignKey(WordList, models.PROTECT, related_name="+")
    #: The list that a wish about its words means, and by what name it was chosen.
    vocabulary = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="+")
    vocabulary_name = models.CharField(max_length=60, blank=True)
    most_tries = models.PositiveIntegerField()
    tries = models.PositiveIntegerField(default=0)
    #: What the tries came to, by wish (``engine.record.wishes.SearchTally`` as JSON).
    tally = models.JSONField(default=dict)
    #: When it was last sent to the workers because none had taken it.
    rescued_at = models.DateTimeField(null=True)
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="preparation")

    class Meta(Job.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.tries}/{self.most_tries}"
