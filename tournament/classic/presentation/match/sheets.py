"""The papers of a classic match, filled from its record (2.1, 2.4)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.classic.core.match import compute_max_games
from tournament.classic.core.score_sheet import LineKind
from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import VisibleState
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.match_words import (
    describe_end_reason,
    describe_match_place,
    display_line,
    format_number,
    format_signed,
    list_round_and_table,
)
from tournament.classic.presentation.match.table_clocks import list_decision_lines, print_decisions
from tournament.classic.presentation.paper import (
    PrintedGame,
    PrintedMatchSheet,
    PrintedScoreLine,
    ScoreSheet,
    SheetSide,
    get_game_name,
)
from tournament.classic.queries.rounds import build_match_lines, get_pairing_key, list_game_results


def build_score_sheet(
    match: Match, game: MatchGame, state: VisibleState, names: tuple[str, str]
) -> ScoreSheet:
    """Return the score sheets of both players; the totals are filled at the end of the game."""
    x, y = (_build_sheet_side(state, side, name) for side, name in zip(Side, names, strict=True))
    reason = describe_end_reason(state)
    ends = [_("Fin de la partie : %(reason)s.") % {"reason": reason}] if reason else []
    return ScoreSheet(describe_match_place(match, game.number, 2), (x, y), ends)


def _build_sheet_side(state: VisibleState, side: Side, name: str) -> SheetSide:
    lines = []
    for line in state.get_player(side).sheet:
        displayed = display_line(line)
        word = format_word(line.word) or displayed.text
        if displayed.note:
            word = f"{word} ({displayed.note})"
        points = str(line.points) if line.kind is LineKind.PLAY else format_signed(line.points)
        lines.append(PrintedScoreLine(word, line.ref, points, str(line.total)))
    final = str(state.get_player(side).score) if state.is_final else ""
    return SheetSide(name, lines, final, _("a commencé") if state.starter is side else "")


def format_word(word: str) -> str:
    """Return a word with the letters of jokers in brackets (4.1.5)."""
    return "".join(f"({letter.upper()})" if letter.islower() else letter for letter in word)


def build_match_sheet(match: Match, names: tuple[str, str]) -> PrintedMatchSheet:
    """Return the match sheet with finished games, and the points of a finished match."""
    games = [
        PrintedGame(get_game_name(number), (str(result.scores[0]), str(result.scores[1])))
        for number, result in enumerate(list_game_results(match), start=1)
    ]
    numbers = range(len(games) + 1, compute_max_games(match.parsed_terms) + 1)
    empty = [PrintedGame(get_game_name(number)) for number in numbers]
    is_over = match.over_at is not None
    lines = build_match_lines(match)
    lines_of_both = [
        lines[get_pairing_key(entry)] for entry in (match.x, match.y) if entry is not None
    ]
    blank = ["", ""]
    return PrintedMatchSheet(
        about=" · ".join(list_round_and_table(match)),
        names=names,
        games=games if is_over else [*games, *empty],
        points=_pair_values([str(line.points) for line in lines_of_both] if is_over else blank),
        tie_breaks=_pair_values(
            [format_number(line.tie_break) for line in lines_of_both] if is_over else blank
        ),
        ends=print_decisions(list_decision_lines(match, names)),
    )


def _pair_values(values: Sequence[str]) -> tuple[str, str]:
    """Return the values of X and Y; a bye has no Y."""
    return values[0], values[1] if len(values) > 1 else ""
