"""Words of the pages about lexica: ``{% load lexica %}``."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.models import Game, LexiconImport
from tournament.presentation.spreadsheet import FileTable
from tournament.queries.lexica import BUILT_IN

REASONS = {
    "bad_word": gettext_lazy("autre chose que des lettres"),
    "several_words": gettext_lazy("plusieurs mots sur la ligne"),
    "too_short": gettext_lazy("une seule lettre"),
    "too_long": gettext_lazy("plus de 15 lettres"),
}


def refusal_reason(text: str, code: str) -> Promise:
    """Why a line of a word list was refused."""
    if code == "bad_length":
        code = "too_short" if len(text) < 2 else "too_long"
    return REASONS[code]


def lexicon_label(name: str) -> str:
    """A lexicon's name, the installation's own with the words that say so."""
    return _("%(name)s (celui de l’installation)") % {"name": name} if name == BUILT_IN else name


def lexicon_of_game(game: Game) -> str:
    """The lexicon that a game is played with, by name: its own list, else the tournament's."""
    own = LexiconImport.objects.filter(word_list=game.word_list_id) if game.word_list_id else []
    home = game.tournament.organisation_id  # another's list of these words may have another name
    names = [job.name for job in own if job.organisation_id in {home, None}]
    name = game.tournament.lexicon
    return lexicon_label(name if name in names or not names else names[0])


def refusals(job: LexiconImport) -> FileTable:
    """The refused lines, for a file."""
    lines = job.report.get("refusals", [])
    return FileTable(
        title=job.name,
        columns=[_("Ligne"), _("Contenu"), _("Raison")],
        rows=[(line, text, str(refusal_reason(text, code))) for line, text, code in lines],
    )


def thousands(number: int) -> str:
    """« 375 961 », with no-break spaces."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
