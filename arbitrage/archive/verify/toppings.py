"""The toppings of an archive, played again: what was a top, and each run by its own rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.toppings import ToppingEventRow, ToppingRow, ToppingRunRow
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.record import At, lines_of
from arbitrage.archive.verify.report import Matter, Report
from engine.record.recorded import parse_record
from tournament.core.canonical import as_moment
from tournament.core.errors import WrongState
from tournament.topping.core.topping_game import tops_of
from tournament.topping.core.topping_run import (
    JUDGE_LATE_MS,
    RunClock,
    ToppingMode,
    ToppingMove,
    ToppingTerms,
    expired,
    found,
    halted,
    interrupted,
    resumed,
    started,
    taken_back,
)

_SECOND_MS = 1000
_HALTS = {"stopped": ToppingMove.STOP, "annulled": ToppingMove.ANNUL}


def check_toppings(archive: Archive, lexica: Lexica, report: Report) -> None:
    """Raises NoWordListError, BadWordList."""
    runs = defaultdict(list)
    for run in lines_of(archive, ToppingRunRow, "topping_runs"):
        runs[run.row.topping].append(run)
    events: defaultdict[str | None, list[At[ToppingEventRow]]] = defaultdict(list)
    for event in lines_of(archive, ToppingEventRow, "topping_events"):
        events[event.row.run].append(event)
    for topping in lines_of(archive, ToppingRow, "toppings"):
        _check_tops(topping, lexica, report)
        for run in runs[topping.row.number]:
            _Run(topping.row, run, report).check(events[run.row.uid])


def _check_tops(at: At[ToppingRow], lexica: Lexica, report: Report) -> None:
    row = at.row
    lexicon = lexica.named(row.number, row.word_list, row.words, row.extra_words)
    tops = [[tuple(top) for top in turn] for turn in tops_of(parse_record(row.script), lexicon)]
    for number, (said, again) in enumerate(zip(row.tops, tops, strict=False), start=1):
        if sorted(said) != sorted(again):
            report.lie(Matter.TOP, at, [number, *said], again, name="tops")
    if len(row.tops) != len(tops):
        report.lie(Matter.TOP, at, len(row.tops), len(tops), name="tops")


def _millis(moment: str) -> int:
    at: datetime = as_moment(moment)
    return round(at.timestamp() * _SECOND_MS)


class _Run:
    """A run told again by its rows (``core.topping_run``)."""

    def __init__(self, topping: ToppingRow, at: At[ToppingRunRow], report: Report) -> None:
        self._topping, self._at, self._report = topping, at, report
        judge = topping.mode == ToppingMode.JUDGE
        self._terms = ToppingTerms(
            turns=len(topping.tops),
            limit_ms=topping.limit_s * _SECOND_MS,
            penalty_ms=topping.penalty_s * _SECOND_MS,
            pause_ms=topping.pause_s * _SECOND_MS,
            late_ms=JUDGE_LATE_MS if judge else 0,
        )
        self._clock = RunClock()
        self._last: ToppingEventRow | None = None

    def check(self, events: Sequence[At[ToppingEventRow]]) -> None:
        row = self._at.row
        for number, event in enumerate(events, start=1):
            if event.row.seq != number:
                self._report.lie(Matter.ORDER, event, event.row.seq, number, name="seq")
            self._tell(event)
            self._last = event.row
        told: Mapping[str, Any] = {
            "state": str(self._clock.state),
            "turn": self._clock.turn,
            "seq": len(events),
        }
        for name, again in told.items():
            if getattr(row, name) != again:
                self._report.lie(Matter.STATE, self._at, getattr(row, name), again, name=name)

    def _tell(self, event: At[ToppingEventRow]) -> None:
        """Raises WrongState for what cannot happen."""
        row, at_ms = event.row, _millis(event.row.at)
        match row.kind:
            case "started":
                self._clock = started(self._clock, at_ms)
            case "found":
                self._found(event, at_ms)
            case "not-found":
                end = self._clock.expires_ms(self._terms)
                if at_ms != end:
                    self._report.lie(Matter.AT, event, at_ms, end, name="at")
                self._clock = expired(self._clock, self._terms)
            case "taken-back":
                self._taken_back(row)
            case "interrupted":
                self._clock = interrupted(self._clock, at_ms)
            case "resumed":
                self._clock = resumed(self._clock, at_ms)
            case "stopped" | "annulled":
                self._clock = halted(self._clock, _HALTS[row.kind])

    def _taken_back(self, row: ToppingEventRow) -> None:
        """Only what was heard just before it."""
        said = self._last
        if said is None or (said.kind, said.turn) != ("found", row.turn):
            raise WrongState("topping-went-on", turn=row.turn)
        self._clock = taken_back(self._clock, said.turn, _millis(said.at), said.data["ms"])

    def _found(self, event: At[ToppingEventRow], at_ms: int) -> None:
        row, turn = event.row, self._clock.turn
        taken = {(word.upper(), ref) for word, ref, _ in self._topping.tops[turn - 1]}
        if (str(row.data["word"]).upper(), row.data["ref"]) not in taken:
            self._report.lie(Matter.TOP, event, row.data["word"], None, name="data")
        self._clock, took = found(self._clock, self._terms, at_ms)
        if (row.turn, row.data["ms"]) != (turn, took):
            self._report.lie(Matter.AT, event, [row.turn, row.data["ms"]], [turn, took])
