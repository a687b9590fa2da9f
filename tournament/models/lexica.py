"""Word lists: the database is their one home; machines keep compiled copies."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.jobs import Job
from tournament.models.organisation import Organisation


class WordList(models.Model):
    """The words of a lexicon; never changed, so that a game keeps those it began with."""

    #: As ``engine.lexicon.lexicon.Lexicon.checksum``.
    checksum = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField()
    #: A file that ``engine.lexicon.word_list`` reads.
    content = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.count} ({self.checksum[:12]})"


class LexiconImport(Job):
    """A list that somebody brought. The lexicon of a name is the last import that was done."""

    #: Why an import fails that may not take the place of the lexicon of its name, until he who
    #: asked for it says so; its file is kept meanwhile.
    NAME_USED = "lexicon-name-used"

    #: Whose it is; None: the installation's, for everybody.
    organisation = models.ForeignKey(
        Organisation, models.CASCADE, null=True, blank=True, related_name="lexica"
    )
    name = models.CharField(_("nom"), max_length=60)
    file_name = models.CharField(max_length=200)
    #: The file as it came, until it is read.
    content = models.BinaryField(null=True)
    #: Whether it may take the place of the lexicon of its name.
    replaces = models.BooleanField(default=False)
    word_list = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="imports")
    #: What was read: lines, repeated, encoding, refused (by code), refusals (line, text, code).
    report = models.JSONField(default=dict)

    class Meta(Job.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.file_name})"

    @property
    def asks(self) -> bool:
        """Whether it waits for an answer: may it replace what there is?"""
        return self.failed and (self.failure or {}).get("reason") == self.NAME_USED

    @property
    def refused(self) -> bool:
        return self.failed and not self.asks
