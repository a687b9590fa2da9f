"""The score sheet of a player (2.1): moves, announced scores and totals. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.classic.core.endings import compute_deductions, compute_scores
from tournament.classic.core.rulings import MatchRuling, MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchState, MoveKind


class LineKind(StrEnum):
    PLAY = "play"
    PASS = "pass"  # noqa: S105 - a turn that is passed
    EXCHANGE = "exchange"
    LOST_TURN = "lost"
    #: An admitted word was challenged (5.3), or excess letters were seen (10.1.2).
    PENALTY = "penalty"
    SANCTION = "sanction"
    #: Remaining letters, one's own or the opponent's (4.2.2, 7).
    REMAINING_LETTERS = "left"
    #: Totals settled by an arbiter or by both sheets (10.4).
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ScoreSheetLine:
    """A line of the sheet.

    ``points``: those that count. ``announced``: the announced score of a word. ``stands``:
    False for a word taken back. ``total``: after the line. ``number``: of the move, from 0.
    ``detail``: letters, article or sanction.
    """

    kind: LineKind
    at: int
    points: int = 0
    total: int = 0
    word: str = ""
    ref: str = ""
    announced: int | None = None
    stands: bool = True
    number: int | None = None
    exchanged_count: int = 0
    detail: str = ""

    @property
    def is_corrected(self) -> bool:
        """Return True if a word counts another score than announced."""
        return self.announced is not None and self.stands and self.points != self.announced


_LINE_KINDS = {
    MoveKind.PLAY: LineKind.PLAY,
    MoveKind.PASS: LineKind.PASS,
    MoveKind.EXCHANGE: LineKind.EXCHANGE,
    MoveKind.LOST: LineKind.LOST_TURN,
}


def list_score_sheet_lines(state: MatchState, side: Side) -> list[ScoreSheetLine]:
    """Return the lines in chronological order, with the running total."""
    move_lines = [
        _build_move_line(number, move)
        for number, move in enumerate(state.moves)
        if move.side is side
    ]
    penalty_lines = [
        ScoreSheetLine(LineKind.PENALTY, penalty.at, -penalty.points, detail=penalty.article)
        for penalty in state.penalties
        if penalty.side is side
    ]
    ruling_lines = [
        line for ruling in state.rulings if (line := _build_ruling_line(state, ruling, side))
    ]
    lines = sorted([*move_lines, *penalty_lines, *ruling_lines], key=lambda line: line.at)
    return _add_totals(
        [*lines, *_list_final_lines(state, side)], state.points_before[side.position]
    )


def compute_shown_scores(state: MatchState) -> tuple[int, int]:
    """Return the totals of X and Y that may be shown.

    The remaining letters count only once they are public, for their points would reveal them.
    """
    total = compute_scores(state)
    if state.end is None or state.is_final:
        return total
    letter_points = compute_deductions(state)
    return total[0] - letter_points[0], total[1] - letter_points[1]


def _build_move_line(number: int, move: MatchMove) -> ScoreSheetLine:
    is_play = move.kind is MoveKind.PLAY
    return ScoreSheetLine(
        _LINE_KINDS[move.kind],
        move.at,
        move.points if move.stands else 0,
        word=move.word,
        ref=move.ref,
        announced=move.announced if is_play else None,
        stands=move.stands,
        number=number,
        exchanged_count=move.exchanged_count,
    )


def _build_ruling_line(state: MatchState, ruling: MatchRuling, side: Side) -> ScoreSheetLine | None:
    if ruling.side is not side or ruling.kind is not RulingKind.SANCTION or ruling.sanction is None:
        return None
    points = -state.terms.lost_points if ruling.sanction is MatchSanction.POINTS else 0
    return ScoreSheetLine(LineKind.SANCTION, ruling.at, points, detail=str(ruling.sanction))


def _list_final_lines(state: MatchState, side: Side) -> list[ScoreSheetLine]:
    end, index = state.end, side.position
    lines = []
    change = compute_deductions(state)[index]
    # While the last word can be refused, its letters may return into play.
    if end is not None and end.remaining_letters is not None and change and state.is_final:
        letters = end.remaining_letters[index] or end.remaining_letters[1 - index]
        lines.append(ScoreSheetLine(LineKind.REMAINING_LETTERS, end.at, change, detail=letters))
    if state.adjustment[index]:
        at = end.at if end is not None else 0
        lines.append(ScoreSheetLine(LineKind.SETTLED, at, state.adjustment[index]))
    return lines


def _add_totals(lines: list[ScoreSheetLine], base: int) -> list[ScoreSheetLine]:
    lines_with_totals, total = [], base
    for line in lines:
        total += line.points
        lines_with_totals.append(replace(line, total=total))
    return lines_with_totals
