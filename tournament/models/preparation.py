"""A game being prepared in advance by a worker."""

from django.db import models

from tournament.models.jobs import Job
from tournament.models.lexica import WordList
from tournament.models.people import Tournament
from tournament.models.play import Game, new_seed


class GamePreparation(Job):
    """The wishes for a game and the search for it; its letters are stored in ``game`` only."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="preparations")
    format = models.CharField(max_length=12)
    time_s = models.PositiveIntegerField()
    warn_s = models.PositiveIntegerField()
    #: Wishes of ``engine.record.wishes``, as JSON: name, least, most.
    wishes = models.JSONField(default=list)
    #: All seeds tried are derived from this one; secret, as the letters are.
    seed = models.CharField(max_length=64, default=new_seed)
    word_list = models.ForeignKey(WordList, models.PROTECT, related_name="+")
    #: The word list of the wish about a vocabulary, and the name under which it was chosen.
    vocabulary = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="+")
    vocabulary_name = models.CharField(max_length=60, blank=True)
    most_tries = models.PositiveIntegerField()
    tries = models.PositiveIntegerField(default=0)
    #: Results of the tries by wish (``engine.record.wishes.SearchTally`` as JSON).
    tally = models.JSONField(default=dict)
    #: When it was last sent to the workers because none had started it.
    rescued_at = models.DateTimeField(null=True)
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="preparation")

    class Meta(Job.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.tries}/{self.most_tries}"
