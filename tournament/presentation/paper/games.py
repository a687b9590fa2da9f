"""The sheet of a game: what was drawn and what lies on the grid, turn by turn."""

from collections.abc import Sequence
from itertools import accumulate

from django.utils.translation import gettext as _

from engine.record.game_sheet import SheetLine, written_word
from tournament.models import Game, Turn
from tournament.presentation.paper.lists import column, table
from tournament.presentation.paper.pdf_renderer import Document


def game_sheet(game: Game, turns: Sequence[Turn]) -> Document:
    """``turns``: those whose word lies on the grid, in order."""
    columns = [
        column(_("Coup"), "number"),
        column(_("Tirage"), "name"),
        column(_("Mot retenu"), "name"),
        column(_("Réf."), "short"),
        column(_("Score"), "number"),
        column(_("Total"), "number"),
    ]
    totals = accumulate(turn.score for turn in turns)
    rows = [
        (str(at), _letters(turn), written_word(turn.word), turn.ref, str(turn.score), str(total))
        for at, (turn, total) in enumerate(zip(turns, totals, strict=True), 1)
    ]
    title = _("Feuille de la partie %(n)s") % {"n": game.number}
    return table(game.tournament, title, columns, rows, about=game.tournament.name)


def _letters(turn: Turn) -> str:
    """As game sheets write them, those kept before those drawn."""
    rejected = bool(turn.rejected) and not turn.kept
    return SheetLine(turn.kept, turn.drawn, rejected, turn.word, turn.ref, turn.score).letters
