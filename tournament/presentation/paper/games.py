"""The printed sheet of a game: racks, words and scores, turn by turn."""

from collections.abc import Sequence
from itertools import accumulate

from django.utils.translation import gettext as _

from engine.record.game_sheet import SheetLine, format_word
from tournament.models import Game, Turn
from tournament.presentation.paper.lists import build_column, build_table
from tournament.presentation.paper.pdf_renderer import Document


def build_game_sheet(game: Game, turns: Sequence[Turn]) -> Document:
    """Return the document; ``turns``: those whose word is on the board, in order."""
    columns = [
        build_column(_("Coup"), "number"),
        build_column(_("Tirage"), "name"),
        build_column(_("Mot retenu"), "name"),
        build_column(_("Réf."), "short"),
        build_column(_("Score"), "number"),
        build_column(_("Total"), "number"),
    ]
    totals = accumulate(turn.score for turn in turns)
    rows = [
        (
            str(number),
            _format_letters(turn),
            format_word(turn.word),
            turn.ref,
            str(turn.score),
            str(total),
        )
        for number, (turn, total) in enumerate(zip(turns, totals, strict=True), 1)
    ]
    title = _("Feuille de la partie %(n)s") % {"n": game.number}
    return build_table(game.tournament, title, columns, rows, about=game.tournament.name)


def _format_letters(turn: Turn) -> str:
    """Return the rack as game sheets write it: remaining letters before drawn ones."""
    rejected = bool(turn.rejected) and not turn.kept
    return SheetLine(turn.kept, turn.drawn, rejected, turn.word, turn.ref, turn.score).letters
