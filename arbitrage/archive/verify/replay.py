"""Letters and board of a game, replayed from its journal: draws, words, states of turns."""

from dataclasses import dataclass, field
from typing import Any

from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.verify.commitments import check_commitments
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine, TurnRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from engine.board.board import Board
from engine.board.letters import sort_letters
from engine.board.place import Place
from engine.errors import EngineError
from engine.rules.draw import DrawVerdict, check_draw
from engine.rules.joker_format import lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder, build_remainder
from tournament.core.draw_proof import MISTYPED, list_rejected, recompute_draws
from tournament.core.events import DRAW_EVENTS, EventKind
from tournament.core.grid import build_grid
from tournament.core.states import Source, TurnState
from tournament.core.tops import find_recorded_turn

#: State in which the turn must be, and stays, for each kind of correction of typed letters.
_CORRECTION_STATES = {
    EventKind.RACK_RETYPED: TurnState.DRAWN,
    EventKind.RACK_RECTIFIED: TurnState.ANNOUNCED,
}
#: State of the turn after each other kind of journal row.
_STATES = {
    EventKind.RACK_DRAWN: TurnState.DRAWN,
    EventKind.RACK_ANNOUNCED: TurnState.ANNOUNCED,
    EventKind.TURN_OPENED: TurnState.OPEN,
    EventKind.TURN_CLOSED: TurnState.CLOSED,
    EventKind.TURN_REVEALED: TurnState.REVEALED,
    EventKind.TURN_COMPLETED: TurnState.DONE,
    EventKind.WORD_TAKEN_BACK: TurnState.CLOSED,
    EventKind.TURN_CANCELLED: TurnState.CANCELLED,
}
#: Kinds of the journal rows that are replayed.
_TURN_EVENTS = {*_STATES, *DRAW_EVENTS, EventKind.TURN_SOLVED}


@dataclass(slots=True)
class TurnReplay:
    """A turn as the journal records it; ``board`` is the one before it, when its rack was drawn."""

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


class GameReplay:
    """Replays one game and checks it; ``turns`` by ordinal are available after ``check``."""

    def __init__(self, record: ArchiveRecord, game: GameRecord, report: Report) -> None:
        self._record, self._game, self._report = record, game, report
        self._number, self._source = game.row.number, game.row.source
        self._next_index = 0
        self.turns: dict[int, TurnReplay] = {}

    def check(self) -> None:
        check_commitments(self._record, self._game, self._report)
        for line in self._game.journal:
            row = line.row
            if row.turn is None or row.kind not in _TURN_EVENTS:
                continue
            if row.kind in DRAW_EVENTS:
                source = row.data.get("source", self._source)
                self._report.compare(
                    DiscrepancyKind.STATE, self._game.line, "source", self._source, source
                )
                self._apply_draw(line)
            elif (replayed := self.turns.get(row.turn)) is not None:
                self._apply_event(replayed, row)
        for ordinal, turn in self._game.turns.items():
            self._check_turn(turn, self.turns.get(ordinal))
        for ordinal in self.turns.keys() - self._game.turns.keys():
            if self._record.is_whole:
                self._report.add(DiscrepancyKind.TURN, self._game.line, None, ordinal, name="turns")

    # The letters.

    def _apply_draw(self, line: NumberedLine[JournalRow]) -> None:
        row = line.row
        placed_turns = [turn for turn in self.turns.values() if turn.word]
        assert row.turn is not None
        previous = self.turns.get(row.turn)
        try:
            board = build_grid(self._game.fmt, placed_turns)
            remainder = self._find_remainder(row, board)
            self._check_draws(line, board, remainder)
        except (EngineError, KeyError, TypeError, ValueError) as error:
            self._report.add(DiscrepancyKind.LETTERS, line, row.data.get("attempts"), str(error))
            return
        attempts, last = row.data["attempts"], row.data["attempts"][-1]
        turn = TurnReplay(row.turn, row.data["number"], board, last["kept"], last["drawn"])
        if row.kind == EventKind.RACK_DRAWN:
            stated, computed = _is_redraw(row), previous is not None
            self._report.compare(DiscrepancyKind.STATE, line, "redraw", stated, computed)
        if previous and _is_redraw(row):
            turn.rejected = [*previous.rejected, [previous.kept, previous.drawn]]
        elif row.kind in _CORRECTION_STATES:
            self._check_correction(line, previous)
            turn.rejected = previous.rejected if previous else []
            turn.state = _CORRECTION_STATES[EventKind(row.kind)]
        turn.rejected = turn.rejected + list_rejected(attempts)
        turn.may_reject = self._can_reject(line, board)
        self.turns[row.turn] = turn

    def _check_correction(
        self, line: NumberedLine[JournalRow], previous: TurnReplay | None
    ) -> None:
        """Check that letters typed by hand are corrected, and before the turn is opened."""
        first = line.row.data["attempts"][0]
        stated = (self._source, first["kept"], first["drawn"], first["verdict"])
        was_drawn = (previous.kept, previous.drawn) if previous else (None, None)
        self._report.compare(
            DiscrepancyKind.LETTERS, line, "attempts", stated, (Source.HAND, *was_drawn, MISTYPED)
        )
        state = previous.state if previous else None
        self._report.compare(
            DiscrepancyKind.STATE, line, "kind", _CORRECTION_STATES[EventKind(line.row.kind)], state
        )

    def _find_remainder(self, row: JournalRow, board: Board) -> Remainder:
        """Return the letters that the first rack of ``row`` is drawn from."""
        assert row.turn is not None
        current, previous = self.turns.get(row.turn), self.turns.get(row.turn - 1)
        fmt = self._game.fmt
        if (
            _is_redraw(row)
            or (current is not None and current.rejected)
            or previous is None
            or previous.state == TurnState.CANCELLED
            or not previous.word
        ):
            return build_full_remainder(fmt, board)
        return lay_retained_word(
            fmt, previous.board, previous.rack, previous.word, Place.parse(previous.ref)
        ).remainder

    def _check_draws(
        self, line: NumberedLine[JournalRow], board: Board, remainder: Remainder
    ) -> None:
        report, data, fmt = self._report, line.row.data, self._game.fmt
        seed, scripted = self._game.seed, self._is_scripted(line.row)
        number = (
            sum(turn.state != TurnState.CANCELLED for turn in self._list_other_turns(line.row)) + 1
        )
        report.compare(DiscrepancyKind.DRAW_NUMBER, line, "number", data["number"], number)
        for attempt in data["attempts"]:
            index = attempt["index"]
            if index is not None:
                report.compare(DiscrepancyKind.DRAW_NUMBER, line, "index", index, self._next_index)
                self._next_index = index + 1
            if not scripted or index is not None:
                report.compare(DiscrepancyKind.KEPT, line, "kept", attempt["kept"], remainder.kept)
                if attempt["verdict"] == MISTYPED and self._source == Source.HAND:
                    continue  # typed wrong: the next attempt is drawn from the same letters
                self._check_verdict(line, attempt, board)
            remainder = build_full_remainder(fmt, board)
        if seed is None:
            return
        for proof in recompute_draws(seed, number, data["attempts"], fmt, board):
            report.compare(
                DiscrepancyKind.LETTERS, line, "drawn", proof.drawn, proof.expected_letters
            )
            if proof.index is not None:
                report.count(self._number, line.row.turn or 0, "draws")

    def _list_other_turns(self, row: JournalRow) -> list[TurnReplay]:
        return [turn for turn in self.turns.values() if turn.ordinal != row.turn]

    def _is_scripted(self, row: JournalRow) -> bool:
        game = self._game.row
        if game.script is None:
            return game.source in {Source.REPLAY, Source.PREPARED}  # withheld until the end
        recorded = find_recorded_turn(
            game.source, game.script, number=row.data["number"], ordinal=row.turn or 0
        )
        return recorded is not None and not _is_redraw(row)

    def _check_verdict(
        self, line: NumberedLine[JournalRow], attempt: dict[str, Any], board: Board
    ) -> None:
        check = self._judge_draw(line.row, attempt, board)
        kept, drawn = attempt["kept"], attempt["drawn"]
        verdict = str(check.verdict)
        earlier_racks = [
            turn.rack
            for turn in self._list_other_turns(line.row)
            if turn.number == line.row.data["number"]
        ]
        is_same_rack = bool(earlier_racks) and (
            sort_letters(kept + drawn) == sort_letters(earlier_racks[-1])
        )
        if is_same_rack and check.verdict is DrawVerdict.VALID:
            verdict = "same"  # a valid rack, but that of a turn drawn before with this number
        self._report.compare(
            DiscrepancyKind.DRAW_VERDICT, line, "verdict", attempt["verdict"], verdict
        )

    def _judge_draw(self, row: JournalRow, attempt: dict[str, Any], board: Board) -> Any:
        fmt, kept, drawn = self._game.fmt, attempt["kept"], attempt["drawn"]
        remainder = build_remainder(fmt, board, kept)
        letters = drawn.removeprefix(remainder.joker)
        unseen = remainder.bag.subtract(letters).letters
        return check_draw(
            fmt=fmt,
            turn=row.data["number"],
            kept=kept,
            drawn=drawn,
            unseen=unseen,
            edition=self._record.edition,
        )

    def _can_reject(self, line: NumberedLine[JournalRow], board: Board) -> bool:
        if self._is_scripted(line.row):
            return False
        return bool(
            self._judge_draw(line.row, line.row.data["attempts"][-1], board).judge_may_reject
        )

    # The states of the turn.

    def _apply_event(self, replayed: TurnReplay, row: JournalRow) -> None:
        replayed.state = _STATES.get(EventKind(row.kind), replayed.state)
        match row.kind:
            case EventKind.TURN_SOLVED:
                replayed.solved_at = row.at
            case EventKind.TURN_OPENED:
                replayed.opened_at = row.at
            case EventKind.TURN_CLOSED:
                replayed.closed_at = row.at
            case EventKind.TURN_REVEALED:
                replayed.word, replayed.ref = row.data["word"], row.data["ref"]
            case EventKind.WORD_TAKEN_BACK:
                replayed.word = replayed.ref = ""
                for other in self.turns.values():
                    other.set_aside |= other.ordinal > replayed.ordinal
            case EventKind.TURN_CANCELLED:
                replayed.word = replayed.ref = ""

    def _check_turn(self, turn: TurnRecord, replayed: TurnReplay | None) -> None:
        report, row = self._report, turn.row
        if replayed is None:
            report.add(DiscrepancyKind.TURN, turn.line, row.drawn, None)
            return
        for name in ("number", "kept", "drawn", "rejected", "may_reject"):
            report.compare(
                DiscrepancyKind.TURN, turn.line, name, getattr(row, name), getattr(replayed, name)
            )
        for name in ("state", "set_aside", "opened_at", "closed_at", "solved_at"):
            report.compare(
                DiscrepancyKind.STATE, turn.line, name, getattr(row, name), getattr(replayed, name)
            )
        if replayed.word or replayed.state != TurnState.CANCELLED:
            stated = (row.word, row.ref)
            report.compare(
                DiscrepancyKind.RETAINED, turn.line, "word", stated, (replayed.word, replayed.ref)
            )


def _is_redraw(row: JournalRow) -> bool:
    """Return True if the judge puts back a rack that they may reject (3.2)."""
    return bool(row.data.get("redraw"))
