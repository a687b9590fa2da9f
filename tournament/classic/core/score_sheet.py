"""A game as on the score sheets of its players (2.1): what each did, announced and has. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.classic.core.endings import deductions, scores
from tournament.classic.core.rulings import MatchRuling, MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchState, MoveKind


class LineKind(StrEnum):
    PLAY = "play"
    PASS = "pass"  # noqa: S105 - a turn that is passed
    EXCHANGE = "exchange"
    LOST_TURN = "lost"
    #: A word that is admitted was challenged (5.3), or letters too many were seen (10.1.2).
    PENALTY = "penalty"
    SANCTION = "sanction"
    #: Letters that are left, one's own or the other's (4.2.2, 7).
    LEFT = "left"
    #: What an arbiter or both sheets said in the end (10.4).
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ScoreSheetLine:
    """``points``: what the line counts; ``announced``: what was said of a word, None of any other;
    ``stands``: False of a word whose letters were taken back; ``total`` after it; ``number``: of
    the move, from 0, None of any other line. ``detail``: letters, article or sanction."""

    kind: LineKind
    at: int
    points: int = 0
    total: int = 0
    word: str = ""
    ref: str = ""
    announced: int | None = None
    stands: bool = True
    number: int | None = None
    changed: int = 0
    detail: str = ""

    @property
    def corrected(self) -> bool:
        """Whether it counts something else than what was announced."""
        return self.announced is not None and self.stands and self.points != self.announced


_OF_MOVES = {
    MoveKind.PLAY: LineKind.PLAY,
    MoveKind.PASS: LineKind.PASS,
    MoveKind.EXCHANGE: LineKind.EXCHANGE,
    MoveKind.LOST: LineKind.LOST_TURN,
}


def score_sheet(state: MatchState, side: Side) -> list[ScoreSheetLine]:
    """In the order of what happened, with the running total."""
    made = [_of_move(number, move) for number, move in enumerate(state.moves) if move.side is side]
    taken = [
        ScoreSheetLine(LineKind.PENALTY, one.at, -one.points, detail=one.article)
        for one in state.penalties
        if one.side is side
    ]
    ruled = [line for one in state.rulings if (line := _of_ruling(state, one, side))]
    lines = sorted([*made, *taken, *ruled], key=lambda line: line.at)
    return _summed([*lines, *_at_the_end(state, side)], state.base[_rank(side)])


def shown_scores(state: MatchState) -> tuple[int, int]:
    """Totals of X and Y; the letters that are left count once they may be shown, for what they are
    worth would tell of them."""
    total = scores(state)
    if state.end is None or state.is_final:
        return total
    ends = deductions(state)
    return total[0] - ends[0], total[1] - ends[1]


def _of_move(number: int, move: MatchMove) -> ScoreSheetLine:
    played = move.kind is MoveKind.PLAY
    return ScoreSheetLine(
        _OF_MOVES[move.kind],
        move.at,
        move.points if move.stands else 0,
        word=move.word,
        ref=move.ref,
        announced=move.announced if played else None,
        stands=move.stands,
        number=number,
        changed=move.changed,
    )


def _of_ruling(state: MatchState, one: MatchRuling, side: Side) -> ScoreSheetLine | None:
    if one.side is not side or one.kind is not RulingKind.SANCTION or one.sanction is None:
        return None
    points = -state.terms.lost_points if one.sanction is MatchSanction.POINTS else 0
    return ScoreSheetLine(LineKind.SANCTION, one.at, points, detail=str(one.sanction))


def _at_the_end(state: MatchState, side: Side) -> list[ScoreSheetLine]:
    end, rank = state.end, _rank(side)
    lines = []
    change = deductions(state)[rank]
    # Until the last word can no longer be refused, its letters may come into play again.
    if end is not None and end.left is not None and change and state.is_final:
        letters = end.left[rank] or end.left[1 - rank]
        lines.append(ScoreSheetLine(LineKind.LEFT, end.at, change, detail=letters))
    if state.adjust[rank]:
        at = end.at if end is not None else 0
        lines.append(ScoreSheetLine(LineKind.SETTLED, at, state.adjust[rank]))
    return lines


def _rank(side: Side) -> int:
    return 0 if side is Side.X else 1


def _summed(lines: list[ScoreSheetLine], base: int) -> list[ScoreSheetLine]:
    found, total = [], base
    for line in lines:
        total += line.points
        found.append(replace(line, total=total))
    return found
