"""The letters and the grid of a game, told again by its journal: draws, words, states of turns."""

from dataclasses import dataclass, field
from typing import Any

from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord, TurnRecord
from arbitrage.archive.verify.report import Matter, Report
from engine.board.board import Board
from engine.board.letters import sort_letters
from engine.board.place import Place
from engine.errors import EngineError
from engine.rules.draw import DrawVerdict, check_draw, commitment
from engine.rules.joker_format import settle
from engine.rules.remainder import Remainder, keeping, whole
from tournament.core.chain import ERASED
from tournament.core.draw_proof import drawn_again
from tournament.core.events import EventKind
from tournament.core.grid import grid_of
from tournament.core.seal import seal_of_script
from tournament.core.states import (
    GAME_TRANSITIONS,
    GameCommand,
    GameState,
    Source,
    TurnState,
)
from tournament.core.tops import recorded_turn

#: What each row of the journal makes of its turn.
_STATES = {
    EventKind.DRAWN: TurnState.DRAWN,
    EventKind.ANNOUNCED: TurnState.ANNOUNCED,
    EventKind.OPENED: TurnState.OPEN,
    EventKind.CLOSED: TurnState.CLOSED,
    EventKind.REVEALED: TurnState.REVEALED,
    EventKind.DONE: TurnState.DONE,
    EventKind.TAKEN_BACK: TurnState.CLOSED,
    EventKind.CANCELLED: TurnState.CANCELLED,
}


_MOVES = {*_STATES, EventKind.SOLVED}


@dataclass(slots=True)
class ToldTurn:
    """A turn as the journal tells it; ``board``: before it, as it was when its rack was drawn."""

    ordinal: int
    number: int
    board: Board
    kept: str = ""
    drawn: str = ""
    rejected: list[list[str]] = field(default_factory=list)
    may_reject: bool = False
    state: TurnState = TurnState.DRAWN
    set_aside: bool = False
    word: str = ""
    ref: str = ""
    opened_at: str | None = None
    closed_at: str | None = None
    solved_at: str | None = None

    @property
    def rack(self) -> str:
        return self.kept + self.drawn


class Play:
    """One game; ``turns`` by ordinal once it was told."""

    def __init__(self, record: ArchiveRecord, game: GameRecord, report: Report) -> None:
        self._record, self._game, self._report = record, game, report
        self._number, self._source = game.row.number, game.row.source
        self._next = 0
        self.turns: dict[int, ToldTurn] = {}

    def check(self) -> None:
        self._check_promises()
        self._check_state()
        for at in self._game.journal:
            row = at.row
            if row.turn is None or row.kind not in _MOVES:
                continue
            if row.kind == EventKind.DRAWN:
                source = row.data.get("source", self._source)
                self._report.compare(Matter.STATE, self._game.at, "source", self._source, source)
                self._drawn(at)
            elif (told := self.turns.get(row.turn)) is not None:
                self._moved(told, row)
        for ordinal, turn in self._game.turns.items():
            self._check_turn(turn, self.turns.get(ordinal))
        for ordinal in self.turns.keys() - self._game.turns.keys():
            if self._record.whole:
                self._report.lie(Matter.TURN, self._game.at, None, ordinal, name="turns")

    # What was promised before the first turn.

    def _check_promises(self) -> None:
        game, report = self._game, self._report
        rows = [at for at in game.journal if at.row.data.get("command") == GameCommand.PREPARE]
        promised = rows[-1].row.data if rows else {}
        row, seed = game.row, game.seed
        # Only the archive of a turn keeps them back, while the game runs.
        kept = not (self._record.whole or game.over)
        if seed is None:
            if not kept:
                report.lie(Matter.COMMITMENT, game.at, None, row.commitment, name="seed")
            elif row.commitment is not None:
                report.count(self._number, 0, "seed-kept")
        elif row.source != Source.HAND:
            report.compare(Matter.COMMITMENT, game.at, "seed", row.commitment, commitment(seed))
        if rows:
            told = promised.get("commitment")
            report.compare(Matter.COMMITMENT, game.at, "commitment", row.commitment, told)
            report.compare(Matter.SEAL, game.at, "seal", row.seal, promised.get("seal"))
        if not row.script and row.seal is not None and not kept:
            report.lie(Matter.SEAL, game.at, None, row.seal, name="script")
        if seed is not None and row.script:
            found = seal_of_script(seed, row.script)
            if report.compare(Matter.SEAL, game.at, "script", row.seal, found):
                report.count(self._number, 0, "sealed")
        started = [at for at in game.journal if at.row.data.get("command") == GameCommand.START]
        if started and "lexicon" in started[-1].row.data:
            held = row.word_list.checksum if row.word_list else None
            said = started[-1].row.data["lexicon"]
            report.compare(Matter.WORD_LIST, game.at, "word_list", held, said)

    def _check_state(self) -> None:
        told: dict[str, Any] = {"state": GameState.DRAFT, "started_at": None, "finished_at": None}
        told |= {"end_reason": "", "end_article": ""}
        for at in self._game.journal:
            row, data = at.row, at.row.data
            command = data.get("command")
            if row.kind != EventKind.GAME or command not in set(GameCommand):
                continue
            told["state"] = GAME_TRANSITIONS.get(
                (told["state"], GameCommand(command)), told["state"]
            )
            if command == GameCommand.START:
                told["started_at"] = row.at
            elif command in {GameCommand.FINISH, GameCommand.ANNUL}:
                told["finished_at"] = row.at
            if command == GameCommand.FINISH:
                told |= {"end_reason": data["reason"], "end_article": data["article"]}
        for name, found in told.items():
            if found != ERASED:
                said = getattr(self._game.row, name)
                self._report.compare(Matter.STATE, self._game.at, name, said, found)

    # The letters.

    def _drawn(self, at: At[JournalRow]) -> None:
        row = at.row
        placed = [one for one in self.turns.values() if one.word]
        assert row.turn is not None
        told = self.turns.get(row.turn)
        try:
            board = grid_of(self._game.fmt, placed)
            left = self._left(row, board)
            self._check_draws(at, board, left)
        except (EngineError, KeyError, TypeError, ValueError) as error:
            self._report.lie(Matter.LETTERS, at, row.data.get("attempts"), str(error))
            return
        attempts, last = row.data["attempts"], row.data["attempts"][-1]
        before = [*told.rejected, [told.kept, told.drawn]] if told and _again(row) else []
        made = ToldTurn(row.turn, row.data["number"], board, last["kept"], last["drawn"])
        made.rejected = before + [[one["kept"], one["drawn"]] for one in attempts[:-1]]
        made.may_reject = self._may_reject(at, board, left)
        self.turns[row.turn] = made

    def _left(self, row: JournalRow, board: Board) -> Remainder:
        """What the first rack of ``row`` is drawn from."""
        assert row.turn is not None
        last = self.turns.get(row.turn - 1)
        fmt = self._game.fmt
        if _again(row) or last is None or last.state == TurnState.CANCELLED or not last.word:
            return whole(fmt, board)
        return settle(fmt, last.board, last.rack, last.word, Place.parse(last.ref)).remainder

    def _check_draws(self, at: At[JournalRow], board: Board, left: Remainder) -> None:
        report, data, fmt = self._report, at.row.data, self._game.fmt
        seed, scripted = self._game.seed, self._is_scripted(at.row)
        number = sum(one.state != TurnState.CANCELLED for one in self._others(at.row)) + 1
        report.compare(Matter.DRAW_NUMBER, at, "number", data["number"], number)
        for attempt in data["attempts"]:
            index = attempt["index"]
            if index is not None:
                report.compare(Matter.DRAW_NUMBER, at, "index", index, self._next)
                self._next = index + 1
            if not scripted or index is not None:
                report.compare(Matter.KEPT, at, "kept", attempt["kept"], left.kept)
                self._check_verdict(at, attempt, board)
            left = whole(fmt, board)
        if seed is None:
            return
        for proof in drawn_again(seed, number, data["attempts"], fmt, board):
            report.compare(Matter.LETTERS, at, "drawn", proof.drawn, proof.expected)
            if proof.index is not None:
                report.count(self._number, at.row.turn or 0, "draws")

    def _others(self, row: JournalRow) -> list[ToldTurn]:
        return [one for one in self.turns.values() if one.ordinal != row.turn]

    def _is_scripted(self, row: JournalRow) -> bool:
        game = self._game.row
        if game.script is None:
            return game.source in {Source.REPLAY, Source.PREPARED}  # not told before the end
        told = recorded_turn(
            game.source, game.script, number=row.data["number"], ordinal=row.turn or 0
        )
        return told is not None and not _again(row)

    def _check_verdict(self, at: At[JournalRow], attempt: dict[str, Any], board: Board) -> None:
        check = self._checked(at.row, attempt, board)
        kept, drawn = attempt["kept"], attempt["drawn"]
        found = str(check.verdict)
        same = [one.rack for one in self._others(at.row) if one.number == at.row.data["number"]]
        again = bool(same) and sort_letters(kept + drawn) == sort_letters(same[-1])
        if again and check.verdict is DrawVerdict.VALID:
            found = "same"
        self._report.compare(Matter.DRAW_VERDICT, at, "verdict", attempt["verdict"], found)

    def _checked(self, row: JournalRow, attempt: dict[str, Any], board: Board) -> Any:
        fmt, kept, drawn = self._game.fmt, attempt["kept"], attempt["drawn"]
        left = keeping(fmt, board, kept)
        letters = drawn.removeprefix(left.joker)
        unseen = left.bag.minus(letters).letters
        return check_draw(
            fmt=fmt,
            turn=row.data["number"],
            kept=kept,
            drawn=drawn,
            unseen=unseen,
            edition=self._record.edition,
        )

    def _may_reject(self, at: At[JournalRow], board: Board, left: Remainder) -> bool:
        if self._is_scripted(at.row):
            return False
        return bool(self._checked(at.row, at.row.data["attempts"][-1], board).judge_may_reject)

    # What becomes of the turn.

    def _moved(self, told: ToldTurn, row: JournalRow) -> None:
        told.state = _STATES.get(EventKind(row.kind), told.state)
        match row.kind:
            case EventKind.SOLVED:
                told.solved_at = row.at
            case EventKind.OPENED:
                told.opened_at = row.at
            case EventKind.CLOSED:
                told.closed_at = row.at
            case EventKind.REVEALED:
                told.word, told.ref = row.data["word"], row.data["ref"]
            case EventKind.TAKEN_BACK:
                told.word = told.ref = ""
                for other in self.turns.values():
                    other.set_aside |= other.ordinal > told.ordinal
            case EventKind.CANCELLED:
                told.word = told.ref = ""

    def _check_turn(self, turn: TurnRecord, told: ToldTurn | None) -> None:
        report, row = self._report, turn.row
        if told is None:
            report.lie(Matter.TURN, turn.at, row.drawn, None)
            return
        for name in ("number", "kept", "drawn", "rejected", "may_reject"):
            report.compare(Matter.TURN, turn.at, name, getattr(row, name), getattr(told, name))
        for name in ("state", "set_aside", "opened_at", "closed_at", "solved_at"):
            report.compare(Matter.STATE, turn.at, name, getattr(row, name), getattr(told, name))
        if told.word or told.state != TurnState.CANCELLED:
            said = (row.word, row.ref)
            report.compare(Matter.RETAINED, turn.at, "word", said, (told.word, told.ref))


def _again(row: JournalRow) -> bool:
    """Whether the judge puts a rack back that he may refuse (3.2)."""
    return bool(row.data.get("redraw"))
