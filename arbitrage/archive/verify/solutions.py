"""The solutions of every turn, its top and the word retained, looked for again."""

from arbitrage.archive.core.play import SolutionsRow
from arbitrage.archive.verify.play import ToldTurn
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord, TurnRecord
from arbitrage.archive.verify.report import Matter, Report
from engine.lexicon.lexicon import Lexicon
from engine.rules.remainder import whole
from engine.search.moves import Move, playable, solve
from tournament.core.solution_digests import checksum_of
from tournament.core.states import PLACED_TURN_STATES, SCRIPTED_SOURCES, TurnState
from tournament.core.tops import Setting, choice, proposal, recorded_choice, recorded_turn


def check_solutions(
    record: ArchiveRecord,
    game: GameRecord,
    turn: TurnRecord,
    told: ToldTurn,
    lexicon: Lexicon,
    report: Report,
) -> None:
    """Those of one turn, before the grid that ``told`` has."""
    placed = TurnState(turn.row.state) in PLACED_TURN_STATES
    at = turn.solutions
    if at is None:
        if placed:
            report.lie(Matter.NO_SOLUTIONS, turn.at, None, None)
        return
    setting = Setting(game.fmt, told.board, told.rack, told.number, record.edition)
    report.compare(Matter.WORD_LIST, at, "lexicon", at.row.lexicon, lexicon.checksum)
    moves = solve(told.board, told.rack, lexicon, game.fmt)
    found = checksum_of([[move.word, move.ref, move.score] for move in moves])
    said = (at.row.count, at.row.checksum)
    if report.compare(Matter.SOLUTIONS, at, "checksum", said, (len(moves), found)):
        report.count(game.row.number, turn.row.ordinal, "solutions", len(moves))
    _check_proposal(at, setting, moves, lexicon, report)
    if placed:
        _check_retained(game, turn, at.row, setting, moves, report)


def _check_proposal(
    at: At[SolutionsRow],
    setting: Setting,
    moves: list[Move],
    lexicon: Lexicon,
    report: Report,
) -> None:
    proposed, final = proposal(setting, moves, lexicon)
    named = [proposed.word, proposed.ref] if proposed else None
    report.compare(Matter.PROPOSED, at, "proposed", at.row.proposed, named)
    listed = [[move.word, move.ref] for move in final]
    report.compare(Matter.FINAL, at, "final", at.row.final, listed)
    nothing = not moves and not playable(
        setting.board, whole(setting.fmt, setting.board).letters, lexicon, setting.fmt
    )
    said = at.row.nothing_playable
    report.compare(Matter.PLAYABLE, at, "nothing_playable", said, nothing)


def _check_retained(
    game: GameRecord,
    turn: TurnRecord,
    solved: SolutionsRow,
    setting: Setting,
    moves: list[Move],
    report: Report,
) -> None:
    row, source = turn.row, game.row.source
    recorded = recorded_turn(source, game.row.script, number=row.number, ordinal=row.ordinal)
    if source in SCRIPTED_SOURCES and game.row.script is None:
        report.count(game.row.number, row.ordinal, "retained-kept")
        return
    if recorded is not None:
        allowed = recorded_choice(moves, recorded).allowed
    else:
        allowed = choice(setting, moves, final=solved.final, proposed=solved.proposed).allowed
    by_name = {(move.word, move.ref): move.score for move in allowed}
    score = by_name.get((row.word, row.ref))
    if score is None:
        names = [f"{word} {ref}" for word, ref in by_name]
        report.lie(Matter.RETAINED, turn.at, f"{row.word} {row.ref}", names, name="word")
    else:
        report.compare(Matter.TOP, turn.at, "score", row.score, score)
