"""From a game sheet that was read to a recorded game, checked turn by turn, and back to a sheet."""

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
from engine.record.played import find_missing_letters, find_move_fault, list_remarks
from engine.record.recorded import RecordedGame
from engine.rules.joker_format import JokerOutcome, lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder


@dataclass(slots=True)
class Assembly:
    """`script` in the format of `engine.record.recorded`, None when a problem stands in the way.

    `remarks` do not: `other_score` (printed, found), `other_total` (printed, found), and those of
    `engine.record.played`.
    """

    script: dict[str, Any] | None = None
    problems: list[SheetProblem] = field(default_factory=list)
    remarks: list[SheetProblem] = field(default_factory=list)


class _Impossible(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, line: int, code: str, **data: object) -> None:
        self.problem = SheetProblem(line, code, data)


def assemble(sheet: GameSheet, fmt: Format) -> Assembly:
    """Play the sheet; the first turn that cannot be is a problem, and the last one looked at.

    Problems, besides those of the sheet: `wrong_kept` (found, expected), `not_in_bag` (missing),
    `rack_size` (found, expected), `bad_move` (word, ref, and what `move_fault` finds).
    """
    made = Assembly(problems=list(sheet.problems))
    if made.problems:
        return made
    try:
        turns = list(_turns(sheet, fmt, made.remarks))
    except _Impossible as impossible:
        made.problems.append(impossible.problem)
        return made
    total = sum(turn["score"] for turn in turns)
    if sheet.total not in {None, total}:
        made.remarks.append(
            SheetProblem(None, "other_total", {"printed": sheet.total, "found": total})
        )
    made.script = {"format": fmt.key, "total": total, "turns": turns}
    return made


def _turns(sheet: GameSheet, fmt: Format, told: list[SheetProblem]) -> Iterator[dict[str, Any]]:
    board = Board.empty()
    left, total = build_full_remainder(fmt, board), 0
    pairs = zip(sheet.letters, sheet.plays, strict=True)
    for number, (letters, play) in enumerate(pairs, 1):
        kept, drawn, rejected = _rack(letters, left, fmt)
        rack = kept + drawn
        _check_rack(letters.line, rack, left, board, fmt)
        _check_move(play, rack, board)
        points = score(board, play.word, play.place, fmt)
        total += points
        _compare(told, play, points, total)
        told += [
            SheetProblem(play.line, code, dict(facts))
            for code, facts in list_remarks(
                fmt, board, rack, play.word, play.place, joker_stays=play.joker_stays
            )
        ]
        settled = lay_retained_word(fmt, board, rack, play.word, play.place)
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
            turn["joker_stays_on_board"] = settled.joker.fate is not JokerOutcome.REPLACED
        yield turn
        board, left = settled.board, settled.remainder


def _rack(letters: PrintedLetters, left: Remainder, fmt: Format) -> tuple[str, str, bool]:
    """Letters kept, drawn, and whether the kept ones were put back.

    In a joker game a joker that was kept is often printed with the letters drawn.
    """
    if letters.rejected:
        return "", letters.drawn, True
    if letters.kept is None:
        if Counter(left.kept) - Counter(letters.drawn):
            return "", letters.drawn, True
        return left.kept, _without(letters.drawn, left.kept), False
    kept, expected = letters.kept, left.kept
    if fmt.joker_on_rack:
        kept, expected = kept.replace(WILD, ""), expected.replace(WILD, "")
    if sort_letters(kept) != sort_letters(expected):
        raise _Impossible(letters.line, "wrong_kept", found=letters.kept, expected=left.kept)
    return letters.kept, letters.drawn, False


def _without(letters: str, taken: str) -> str:
    for letter in taken:
        letters = letters.replace(letter, "", 1)
    return letters


def _check_rack(line: int, rack: str, left: Remainder, board: Board, fmt: Format) -> None:
    missing = find_missing_letters(fmt, board, rack)
    if missing:
        raise _Impossible(line, "not_in_bag", missing=missing)
    expected = min(fmt.rack_size, len(left.letters))
    if len(rack) != expected:
        raise _Impossible(line, "rack_size", found=len(rack), expected=expected)


def _check_move(play: PrintedPlay, rack: str, board: Board) -> None:
    fault = find_move_fault(board, rack, play.word, play.place)
    if fault is not None:
        raise _Impossible(play.line, "bad_move", word=play.word, ref=str(play.place), **fault)


def _compare(told: list[SheetProblem], play: PrintedPlay, points: int, total: int) -> None:
    if play.score not in {None, points}:
        found: dict[str, object] = {"printed": play.score, "found": points}
        told.append(SheetProblem(play.line, "other_score", found))
    elif play.total not in {None, total} and not told:
        found = {"printed": play.total, "found": total}
        told.append(SheetProblem(play.line, "other_total", found))


def build_sheet_lines(script: Mapping[str, Any]) -> list[SheetLine]:
    """The turns of a recorded or prepared game, as they are printed."""
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
    """A recorded game (`script` parsed) as if its sheet had been read: a line is a turn."""
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
