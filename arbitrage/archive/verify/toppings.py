"""The toppings of an archive, replayed: the tops of each turn, and each run from its events."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.toppings import ToppingEventRow, ToppingRow, ToppingRunRow
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.record import NumberedLine, list_numbered, to_milliseconds
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from engine.record.recorded_game import parse_recorded_game
from tournament.core.errors import WrongState
from tournament.topping.core.topping_game import list_accepted_tops
from tournament.topping.core.topping_run import (
    RunClock,
    ToppingRunCommand,
    ToppingTerms,
    complete_turn,
    expire_turn,
    halt_clock,
    interrupt_clock,
    resume_clock,
    start_clock,
    take_back_top,
)

_HALTS = {"stopped": ToppingRunCommand.STOP, "annulled": ToppingRunCommand.ANNUL}


def check_toppings(archive: Archive, lexica: Lexica, report: Report) -> None:
    """Check the tops and the runs. Raise NoWordListError, BadWordList."""
    runs = defaultdict(list)
    for run in list_numbered(archive, ToppingRunRow, "topping_runs"):
        runs[run.row.topping].append(run)
    events: defaultdict[str | None, list[NumberedLine[ToppingEventRow]]] = defaultdict(list)
    for event in list_numbered(archive, ToppingEventRow, "topping_events"):
        events[event.row.run].append(event)
    for topping in list_numbered(archive, ToppingRow, "toppings"):
        _check_tops(topping, lexica, report)
        for run in runs[topping.row.number]:
            _RunReplay(topping.row, run, report).check(events[run.row.uid])


def _check_tops(line: NumberedLine[ToppingRow], lexica: Lexica, report: Report) -> None:
    row = line.row
    lexicon = lexica.load(row.number, row.word_list, row.words, row.extra_words)
    tops = [
        [tuple(top) for top in turn]
        for turn in list_accepted_tops(parse_recorded_game(row.script), lexicon)
    ]
    for number, (stated, computed) in enumerate(zip(row.tops, tops, strict=False), start=1):
        if sorted(stated) != sorted(computed):
            report.add(DiscrepancyKind.TOP, line, [number, *stated], computed, name="tops")
    if len(row.tops) != len(tops):
        report.add(DiscrepancyKind.TOP, line, len(row.tops), len(tops), name="tops")


class _RunReplay:
    """A run, replayed from its events (``core.topping_run``)."""

    def __init__(
        self, topping: ToppingRow, line: NumberedLine[ToppingRunRow], report: Report
    ) -> None:
        self._topping, self._line, self._report = topping, line, report
        self._terms = ToppingTerms.from_seconds(
            len(topping.tops),
            topping.mode,
            limit_s=topping.limit_s,
            penalty_s=topping.penalty_s,
            pause_s=topping.pause_s,
        )
        self._clock = RunClock()
        self._previous: ToppingEventRow | None = None

    def check(self, events: Sequence[NumberedLine[ToppingEventRow]]) -> None:
        row = self._line.row
        for number, event in enumerate(events, start=1):
            if event.row.seq != number:
                self._report.add(DiscrepancyKind.ORDER, event, event.row.seq, number, name="seq")
            self._apply_event(event)
            self._previous = event.row
        replayed: Mapping[str, Any] = {
            "state": str(self._clock.state),
            "turn": self._clock.turn,
            "seq": len(events),
        }
        for name, computed in replayed.items():
            if getattr(row, name) != computed:
                self._report.add(
                    DiscrepancyKind.STATE, self._line, getattr(row, name), computed, name=name
                )

    def _apply_event(self, event: NumberedLine[ToppingEventRow]) -> None:
        """Apply an event to the clock. Raise WrongState for an event that cannot happen."""
        row, at_ms = event.row, to_milliseconds(event.row.at)
        match row.kind:
            case "started":
                self._clock = start_clock(self._clock, at_ms)
            case "found":
                self._apply_found(event, at_ms)
            case "not-found":
                end = self._clock.compute_end_ms(self._terms)
                if at_ms != end:
                    self._report.add(DiscrepancyKind.AT, event, at_ms, end, name="at")
                self._clock = expire_turn(self._clock, self._terms)
            case "taken-back":
                self._apply_taken_back(row)
            case "interrupted":
                self._clock = interrupt_clock(self._clock, at_ms)
            case "resumed":
                self._clock = resume_clock(self._clock, at_ms)
            case "stopped" | "annulled":
                self._clock = halt_clock(self._clock, _HALTS[row.kind])

    def _apply_taken_back(self, row: ToppingEventRow) -> None:
        """Take back the top that the previous event accepted. Raise WrongState."""
        previous = self._previous
        if previous is None or (previous.kind, previous.turn) != ("found", row.turn):
            raise WrongState("topping-went-on", turn=row.turn)
        self._clock = take_back_top(
            self._clock, previous.turn, to_milliseconds(previous.at), previous.data["ms"]
        )

    def _apply_found(self, event: NumberedLine[ToppingEventRow], at_ms: int) -> None:
        row, turn = event.row, self._clock.turn
        tops = {(word.upper(), ref) for word, ref, _ in self._topping.tops[turn - 1]}
        if (str(row.data["word"]).upper(), row.data["ref"]) not in tops:
            self._report.add(DiscrepancyKind.TOP, event, row.data["word"], None, name="data")
        self._clock, duration_ms = complete_turn(self._clock, self._terms, at_ms)
        if (row.turn, row.data["ms"]) != (turn, duration_ms):
            self._report.add(
                DiscrepancyKind.AT, event, [row.turn, row.data["ms"]], [turn, duration_ms]
            )
