"""Word lists, stored in the database only; machines cache compiled copies."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.jobs import Job
from tournament.models.organisation import Organisation


class WordList(models.Model):
    """The words of a lexicon; never changed, so that a game keeps the words it started with."""

    #: As ``engine.lexicon.lexicon.Lexicon.checksum``.
    checksum = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField()
    #: A file that ``engine.lexicon.word_list`` reads.
    content = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.count} ({self.checksum[:12]})"


class LexiconImport(Job):
    """A list that somebody uploaded. A lexicon is the last completed import of its name."""

    #: Reason of the failure of an import whose name is already used by a lexicon. The file is kept
    #: until the person who imported it confirms the replacement.
    NAME_USED = "lexicon-name-used"

    #: The owner; None: the installation, and every organisation may use it.
    organisation = models.ForeignKey(
        Organisation, models.CASCADE, null=True, blank=True, related_name="lexica"
    )
    name = models.CharField(_("nom"), max_length=60)
    file_name = models.CharField(max_length=200)
    #: The uploaded file, until it is read.
    content = models.BinaryField(null=True)
    #: True if it may replace the lexicon of the same name.
    replaces = models.BooleanField(default=False)
    word_list = models.ForeignKey(WordList, models.PROTECT, null=True, related_name="imports")
    #: Result of reading: lines, repeated, encoding, refused (by code), refusals (line, text, code).
    report = models.JSONField(default=dict)

    class Meta(Job.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.file_name})"

    @property
    def is_awaiting_confirmation(self) -> bool:
        """Return True if somebody must confirm that it replaces the existing lexicon."""
        return self.is_failed and (self.failure or {}).get("reason") == self.NAME_USED

    @property
    def is_refused(self) -> bool:
        return self.is_failed and not self.is_awaiting_confirmation
