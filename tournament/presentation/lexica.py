"""French words of the pages about lexica."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.models import Game, LexiconImport
from tournament.presentation.files.spreadsheet import FileTable
from tournament.queries.lexica import BUILT_IN

REFUSAL_REASONS = {
    "bad_word": gettext_lazy("autre chose que des lettres"),
    "misread": gettext_lazy("des lettres que le français n’a pas : fichier mal converti ?"),
    "several_words": gettext_lazy("plusieurs mots sur la ligne"),
    "too_short": gettext_lazy("une seule lettre"),
    "too_long": gettext_lazy("plus de 15 lettres"),
}

#: Names of encodings, by the name that Python gives them.
ENCODING_NAMES: Mapping[str, str | Promise] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "mac_roman": gettext_lazy("Mac (Mac Roman)"),
    "cp850": gettext_lazy("MS-DOS (page de code 850)"),
}


def get_encoding_name(encoding: str) -> str | Promise:
    """Return the name of the encoding of a list; Windows and Latin-1 share one name."""
    return ENCODING_NAMES.get(encoding, "Latin-1")


def get_refusal_reason(text: str, code: str) -> Promise:
    """Return why a line of a word list was refused."""
    if code == "bad_length":
        code = "too_short" if len(text) < 2 else "too_long"
    return REFUSAL_REASONS[code]


def get_lexicon_label(name: str) -> str:
    """Return the name of a lexicon; that of the installation is marked as such."""
    return _("%(name)s (celui de l’installation)") % {"name": name} if name == BUILT_IN else name


def find_game_lexicon_name(game: Game) -> str:
    """Return the name of the lexicon of a game: of its own word list, else of the tournament."""
    imports = LexiconImport.objects.filter(word_list=game.word_list_id) if game.word_list_id else []
    organisation = game.tournament.organisation_id  # elsewhere the list may have another name
    names = [
        lexicon_import.name
        for lexicon_import in imports
        if lexicon_import.organisation_id in {organisation, None}
    ]
    name = game.tournament.lexicon
    return get_lexicon_label(name if name in names or not names else names[0])


def build_refusal_table(job: LexiconImport) -> FileTable:
    """Return the refused lines as a table for a file."""
    lines = job.report.get("refusals", [])
    return FileTable(
        title=job.name,
        columns=[_("Ligne"), _("Contenu"), _("Raison")],
        rows=[(line, text, str(get_refusal_reason(text, code))) for line, text, code in lines],
    )


def format_thousands(number: int) -> str:
    """Format a number with no-break spaces: « 375 961 »."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
