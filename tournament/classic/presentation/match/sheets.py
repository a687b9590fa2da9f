"""The papers of a classic match filled from its record (2.1, 2.4)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.classic.core.score_sheet import LineKind
from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import Seen
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.common import (
    how_it_ended,
    signed,
    told,
    where,
    with_minus,
)
from tournament.classic.presentation.paper import (
    PrintedGame,
    PrintedMatchSheet,
    PrintedScoreLine,
    ScoreSheet,
    SheetSide,
    game_name,
)
from tournament.classic.queries.rounds import games_played, key_of, sheet_lines


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
        PrintedGame(game_name(number), (str(one.scores[0]), str(one.scores[1])))
        for number, one in enumerate(games_played(match), start=1)
    ]
    asked = match.agreed.games_to_win * 2 - 1
    empty = [PrintedGame(game_name(number)) for number in range(len(games) + 1, asked + 1)]
    over = match.over_at is not None
    lines = sheet_lines(match)
    both = [lines[key_of(entry)] for entry in (match.x, match.y) if entry is not None]
    blank = ["", ""]
    return PrintedMatchSheet(
        about=_about(match),
        names=names,
        games=games if over else [*games, *empty],
        points=_pair([str(one.points) for one in both] if over else blank),
        tie_breaks=_pair([with_minus(one.tie_break) for one in both] if over else blank),
    )


def _pair(told: Sequence[str]) -> tuple[str, str]:
    """Of X and Y; of a bye there is no Y."""
    return told[0], told[1] if len(told) > 1 else ""


def _about(match: Match) -> str:
    parts = []
    if match.round is not None:
        parts.append(_("Ronde %(n)s") % {"n": match.round.number})
    if match.board_number is not None:
        parts.append(_("Table %(n)s") % {"n": match.board_number})
    return " · ".join(parts)
