"""Conversion of a game sheet to a recorded game, checked turn by turn, and back."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import WILD, sort_letters
from engine.board.scoring import score
from engine.record.game_sheet import GameSheet, PrintedLetters, PrintedPlay, SheetLine, SheetProblem
from engine.record.recorded_game import RecordedGame
from engine.record.turn_checks import find_missing_letters, find_move_fault, list_remarks
from engine.rules.joker_format import JokerOutcome, lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder


@dataclass(slots=True)
class SheetConversion:
    """The result of `convert_sheet`. `script`: in the format of `engine.record.recorded_game`, None
    if there is a problem.

    `remarks` do not prevent a script: `other_score` (printed, found), `other_total` (printed,
    found), and those of `engine.record.turn_checks`.
    """

    script: dict[str, Any] | None = None
    problems: list[SheetProblem] = field(default_factory=list)
    remarks: list[SheetProblem] = field(default_factory=list)


class _TurnProblem(Exception):  # noqa: N818 - private to this module
    def __init__(self, line: int, code: str, **data: object) -> None:
        self.problem = SheetProblem(line, code, data)


def convert_sheet(sheet: GameSheet, fmt: Format) -> SheetConversion:
    """Play the turns of a sheet, up to the first that is impossible, which is a problem.

    Problems, besides those of the sheet: `wrong_kept` (found, expected), `not_in_bag` (missing),
    `rack_size` (found, expected), `bad_move` (word, ref, and the data of `find_move_fault`).
    """
    conversion = SheetConversion(problems=list(sheet.problems))
    if conversion.problems:
        return conversion
    try:
        turns = list(_play_turns(sheet, fmt, conversion.remarks))
    except _TurnProblem as error:
        conversion.problems.append(error.problem)
        return conversion
    total = sum(turn["score"] for turn in turns)
    if sheet.total not in {None, total}:
        conversion.remarks.append(
            SheetProblem(None, "other_total", {"printed": sheet.total, "found": total})
        )
    conversion.script = {"format": fmt.key, "total": total, "turns": turns}
    return conversion


def _play_turns(
    sheet: GameSheet, fmt: Format, sheet_remarks: list[SheetProblem]
) -> Iterator[dict[str, Any]]:
    board = Board.empty()
    remainder, total = build_full_remainder(fmt, board), 0
    pairs = zip(sheet.letters, sheet.plays, strict=True)
    for number, (letters, play) in enumerate(pairs, 1):
        kept, drawn, rejected = _split_rack(letters, remainder, fmt)
        rack = kept + drawn
        _check_rack(letters.line, rack, remainder, board, fmt)
        _check_move(play, rack, board)
        points = score(board, play.word, play.place, fmt)
        total += points
        _compare_scores(sheet_remarks, play, points, total)
        sheet_remarks += [
            SheetProblem(play.line, code, dict(facts))
            for code, facts in list_remarks(
                fmt, board, rack, play.word, play.place, joker_stays=play.joker_stays
            )
        ]
        retained = lay_retained_word(fmt, board, rack, play.word, play.place)
        turn: dict[str, Any] = {
            "turn": number,
            "tirage": sort_letters(rack),
            "kept": kept,
            "drawn": drawn,
            "rejected": rejected,
            "word": play.word,
            "ref": str(play.place),
            "score": points,
        }
        if fmt.joker_on_rack and any(letter.islower() for letter in play.word):
            turn["joker_stays_on_board"] = retained.joker.outcome is not JokerOutcome.REPLACED
        yield turn
        board, remainder = retained.board, retained.remainder


def _split_rack(
    letters: PrintedLetters, remainder: Remainder, fmt: Format
) -> tuple[str, str, bool]:
    """Return the letters kept, the letters drawn, and True if the kept ones were put back.

    In a joker game a joker that was kept is often printed among the letters drawn.
    """
    if letters.rejected:
        return "", letters.drawn, True
    if letters.kept is None:
        if Counter(remainder.kept) - Counter(letters.drawn):
            return "", letters.drawn, True
        return remainder.kept, _remove_letters(letters.drawn, remainder.kept), False
    kept, expected = letters.kept, remainder.kept
    if fmt.joker_on_rack:
        kept, expected = kept.replace(WILD, ""), expected.replace(WILD, "")
    if sort_letters(kept) != sort_letters(expected):
        raise _TurnProblem(letters.line, "wrong_kept", found=letters.kept, expected=remainder.kept)
    return letters.kept, letters.drawn, False


def _remove_letters(letters: str, removed: str) -> str:
    for letter in removed:
        letters = letters.replace(letter, "", 1)
    return letters


def _check_rack(line: int, rack: str, remainder: Remainder, board: Board, fmt: Format) -> None:
    missing = find_missing_letters(fmt, board, rack)
    if missing:
        raise _TurnProblem(line, "not_in_bag", missing=missing)
    expected = min(fmt.rack_size, len(remainder.letters))
    if len(rack) != expected:
        raise _TurnProblem(line, "rack_size", found=len(rack), expected=expected)


def _check_move(play: PrintedPlay, rack: str, board: Board) -> None:
    fault = find_move_fault(board, rack, play.word, play.place)
    if fault is not None:
        raise _TurnProblem(play.line, "bad_move", word=play.word, ref=str(play.place), **fault)


def _compare_scores(
    sheet_remarks: list[SheetProblem], play: PrintedPlay, points: int, total: int
) -> None:
    if play.score not in {None, points}:
        scores: dict[str, object] = {"printed": play.score, "found": points}
        sheet_remarks.append(SheetProblem(play.line, "other_score", scores))
    elif play.total not in {None, total} and not sheet_remarks:
        totals: dict[str, object] = {"printed": play.total, "found": total}
        sheet_remarks.append(SheetProblem(play.line, "other_total", totals))


def build_sheet_lines(script: Mapping[str, Any]) -> list[SheetLine]:
    """Return the turns of a recorded or prepared game as lines of a sheet."""
    return [
        SheetLine(
            kept=str(turn.get("kept", "")),
            drawn=str(turn.get("drawn", turn["tirage"])),
            rejected=bool(turn.get("rejected")),
            word=str(turn["word"]),
            ref=str(turn["ref"]),
            score=int(turn["score"]),
        )
        for turn in script["turns"]
    ]


def build_sheet(record: RecordedGame, script: Mapping[str, Any]) -> GameSheet:
    """Return the sheet of a recorded game (`script` parsed), with a line per turn."""
    lines = build_sheet_lines(script)
    totals = list(accumulate(line.score for line in lines))
    letters = [
        PrintedLetters(number, line.kept or None, line.drawn, line.rejected)
        for number, line in enumerate(lines, 1)
    ]
    plays = [
        PrintedPlay(turn.number, turn.word, turn.place, turn.score, total, turn.joker_stays)
        for turn, total in zip(record.turns, totals, strict=True)
    ]
    return GameSheet(letters, plays, record.total)
