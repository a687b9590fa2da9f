"""The papers of a classic match filled from its record (2.1, 2.4)."""

from django.utils.translation import gettext as _

from tournament.core.classic.score_sheet import LineKind
from tournament.core.classic.seen import Seen
from tournament.core.classic.sides import Side
from tournament.models import Match, MatchGame
from tournament.words.matches import how_it_ended, signed, told, where
from tournament.words.paper.matches import (
    PrintedGame,
    PrintedMatchSheet,
    PrintedScoreLine,
    ScoreSheet,
    SheetSide,
    game_name,
)


def score_sheet_of(match: Match, game: MatchGame, seen: Seen, names: tuple[str, str]) -> ScoreSheet:
    """Both halves; the totals at the foot once nothing more can be played."""
    x, y = (_side(seen, side, name) for side, name in zip(Side, names, strict=True))
    reason = how_it_ended(seen)
    ends = [_("Fin de la partie : %(reason)s.") % {"reason": reason}] if reason else []
    return ScoreSheet(where(match, game, 2), (x, y), ends)


def _side(seen: Seen, side: Side, name: str) -> SheetSide:
    lines = []
    for line in seen.of(side).sheet:
        said = told(line)
        word = written(line.word) or said.said
        if said.note:
            word = f"{word} ({said.note})"
        points = str(line.points) if line.kind is LineKind.PLAY else signed(line.points)
        lines.append(PrintedScoreLine(word, line.ref, points, str(line.total)))
    final = str(seen.of(side).score) if seen.is_final else ""
    return SheetSide(name, lines, final, _("a commencé") if seen.starter is side else "")


def written(word: str) -> str:
    """The letter that a joker stands for in brackets (4.1.5)."""
    return "".join(f"({letter.upper()})" if letter.islower() else letter for letter in word)


def match_sheet_of(match: Match, names: tuple[str, str]) -> PrintedMatchSheet:
    """With the games that are over, and its points once it is."""
    games = [
        PrintedGame(game_name(game.number), (str(game.score_x), str(game.score_y)))
        for game in match.games.all()
        if game.over_at
    ]
    asked = match.agreed.games_to_win * 2 - 1
    empty = [PrintedGame(game_name(number)) for number in range(len(games) + 1, asked + 1)]
    over = match.over_at is not None
    difference = match.difference or 0
    return PrintedMatchSheet(
        about=_about(match),
        names=names,
        games=games if over else [*games, *empty],
        points=(str(match.points_x), str(match.points_y)) if over else ("", ""),
        tie_breaks=(signed(difference), signed(-difference)) if over else ("", ""),
    )


def _about(match: Match) -> str:
    parts = []
    if match.round is not None:
        parts.append(_("Ronde %(n)s") % {"n": match.round.number})
    if match.board_number is not None:
        parts.append(_("Table %(n)s") % {"n": match.board_number})
    return " · ".join(parts)
