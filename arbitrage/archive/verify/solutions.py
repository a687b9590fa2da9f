"""The solutions of every turn, its top and the retained word, computed again."""

from collections.abc import Callable

from arbitrage.archive.core.play import SolutionsRow
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine, TurnRecord
from arbitrage.archive.verify.replay import TurnReplay
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from engine.board.board import Board
from engine.board.formats import Format
from engine.lexicon.lexicon import Lexicon
from engine.rules.remainder import build_full_remainder
from engine.search.moves import Move, has_any_move, solve
from tournament.core.solution_digests import compute_checksum
from tournament.core.states import PLACED_TURN_STATES, SCRIPTED_SOURCES, TurnState
from tournament.core.tops import (
    TopChoiceInput,
    build_recorded_choice,
    choose_top,
    find_recorded_turn,
    propose_top,
)

type Solver = Callable[[Board, str, Lexicon, Format], list[Move]]
"""Returns the solutions of a rack on a board, as ``engine.search.moves.solve`` does."""


def find_solutions(board: Board, rack: str, lexicon: Lexicon, fmt: Format) -> list[Move]:
    return solve(board, rack, lexicon, fmt)


def check_solutions(
    record: ArchiveRecord,
    game: GameRecord,
    turn: TurnRecord,
    replayed: TurnReplay,
    lexicon: Lexicon,
    report: Report,
    solver: Solver = find_solutions,
) -> None:
    """Check the solutions of a turn on the board of ``replayed``."""
    is_placed = TurnState(turn.row.state) in PLACED_TURN_STATES
    line = turn.solutions
    if line is None:
        if is_placed:
            report.add(DiscrepancyKind.NO_SOLUTIONS, turn.line, None, None)
        return
    setting = TopChoiceInput(
        game.fmt, replayed.board, replayed.rack, replayed.number, record.edition
    )
    report.compare(DiscrepancyKind.WORD_LIST, line, "lexicon", line.row.lexicon, lexicon.checksum)
    moves = solver(replayed.board, replayed.rack, lexicon, game.fmt)
    checksum = compute_checksum([[move.word, move.ref, move.score] for move in moves])
    stated = (line.row.count, line.row.checksum)
    if report.compare(DiscrepancyKind.SOLUTIONS, line, "checksum", stated, (len(moves), checksum)):
        report.count(game.row.number, turn.row.ordinal, "solutions", len(moves))
    _check_proposal(line, setting, moves, lexicon, report)
    if is_placed:
        _check_retained(game, turn, line.row, setting, moves, report)


def _check_proposal(
    line: NumberedLine[SolutionsRow],
    setting: TopChoiceInput,
    moves: list[Move],
    lexicon: Lexicon,
    report: Report,
) -> None:
    proposed, final = propose_top(setting, moves, lexicon)
    computed = [proposed.word, proposed.ref] if proposed else None
    report.compare(DiscrepancyKind.PROPOSED, line, "proposed", line.row.proposed, computed)
    final_moves = [[move.word, move.ref] for move in final]
    report.compare(DiscrepancyKind.FINAL, line, "final", line.row.final, final_moves)
    nothing_playable = not moves and not has_any_move(
        setting.board,
        build_full_remainder(setting.fmt, setting.board).letters,
        lexicon,
        setting.fmt,
    )
    stated = line.row.nothing_playable
    report.compare(DiscrepancyKind.PLAYABLE, line, "nothing_playable", stated, nothing_playable)


def _check_retained(
    game: GameRecord,
    turn: TurnRecord,
    solutions: SolutionsRow,
    setting: TopChoiceInput,
    moves: list[Move],
    report: Report,
) -> None:
    row, source = turn.row, game.row.source
    recorded = find_recorded_turn(source, game.row.script, number=row.number, ordinal=row.ordinal)
    if source in SCRIPTED_SOURCES and game.row.script is None:
        report.count(game.row.number, row.ordinal, "retained-kept")
        return
    if recorded is not None:
        allowed = build_recorded_choice(moves, recorded).allowed_tops
    else:
        allowed = choose_top(
            setting, moves, final=solutions.final, proposed=solutions.proposed
        ).allowed_tops
    scores = {(move.word, move.ref): move.score for move in allowed}
    score = scores.get((row.word, row.ref))
    if score is None:
        names = [f"{word} {ref}" for word, ref in scores]
        report.add(DiscrepancyKind.RETAINED, turn.line, f"{row.word} {row.ref}", names, name="word")
    else:
        report.compare(DiscrepancyKind.TOP, turn.line, "score", row.score, score)
