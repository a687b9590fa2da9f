"""The game of a *topping*, and where each of its runs stands at a moment.

The letters and words are in ``GameOfTopping`` only; ``RunView`` says what of them a player may
see, and how far (``queries.topping_board`` has nothing of them).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from engine.board.board import Board
from engine.record.recorded import RecordedTurn, parse_record
from engine.record.replay import iterate_positions
from tournament.models import Entry, Tournament
from tournament.queries.clock import millis
from tournament.topping.core.topping_run import (
    TENTH_MS,
    RunClock,
    RunState,
    ToppingMode,
    ToppingState,
    ToppingTerms,
    caught_up,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

#: Kinds of events by which a turn ends, and by which the end before it is taken back.
FOUND, NOT_FOUND, TAKEN_BACK = "found", "not-found", "taken-back"
ENDS = (FOUND, NOT_FOUND, TAKEN_BACK)


def moment(ms: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=ms)


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A turn of the game: its letters, the grid before and after, and the word that lies there
    afterwards, whoever found which top (lecture B-40). ``tops``: all that is taken for the top."""

    number: int
    rack: str
    before: list[str]
    after: list[str]
    word: str
    ref: str
    score: int
    tops: Sequence[tuple[str, str, int]]

    @property
    def others(self) -> list[tuple[str, str, int]]:
        """The tops that do not lie on the grid."""
        own = self.word.upper(), self.ref
        return [top for top in self.tops if (top[0].upper(), top[1]) != own]

    def takes(self, word: str, ref: str) -> bool:
        """Whether this is a top; which letter the joker is need not be said."""
        return (word.upper(), ref) in {(top.upper(), at) for top, at, _ in self.tops}


@dataclass(frozen=True)
class GameOfTopping:
    topping: Topping

    @cached_property
    def slots(self) -> int:
        """Letters of a rack."""
        return parse_record(self.topping.script).fmt.rack_size

    @cached_property
    def turns(self) -> list[WrittenTurn]:
        both = list(iterate_positions(parse_record(self.topping.script)))
        return [
            _written(turn, board, self.topping.tops[number])
            for number, (turn, board) in enumerate(both)
        ]

    def at(self, number: int) -> WrittenTurn:
        return self.turns[number - 1]


def _written(turn: RecordedTurn, board: Board, tops: Sequence[tuple[str, str, int]]) -> WrittenTurn:
    return WrittenTurn(
        number=turn.number,
        rack=turn.rack,
        before=board.rows(),
        after=board.place(turn.laid_word, turn.place).rows(),
        word=turn.laid_word,
        ref=str(turn.place),
        score=turn.score,
        tops=tops,
    )


def clock_of(run: ToppingRun) -> RunClock:
    """As it is written down."""
    began = None if run.began_at is None else millis(run.began_at)
    return RunClock(RunState(run.state), run.turn, began, run.held_ms)


def clock_at(
    run: ToppingRun, terms: ToppingTerms, now: datetime
) -> tuple[RunClock, list[RunClock]]:
    """Where ``run`` stands at ``now``, whether or not that is written down yet, and the turns
    whose time was over on the way there."""
    return caught_up(clock_of(run), terms, millis(now))


def open_runs(entry: Entry) -> list[ToppingRun]:
    """The toppings that are open to an entry now."""
    runs = ToppingRun.objects.filter(entry=entry, topping__state=ToppingState.OPEN)
    runs = runs.exclude(state=RunState.ANNULLED).order_by("topping__number")
    return list(runs.select_related("topping"))


class ShownTopping(NamedTuple):
    """What everybody may know of a topping."""

    number: int
    title: str
    state: str


def shown_toppings(tournament: Tournament) -> list[ShownTopping]:
    """Those whose board there is something to read on: open ones and past ones."""
    shown = tournament.toppings.exclude(state=ToppingState.READY).order_by("number")
    return [ShownTopping(*row) for row in shown.values_list("number", "title", "state")]


def heard_toppings(tournament: Tournament) -> list[Topping]:
    """The toppings that a judge hears now, one player after the other."""
    found = tournament.toppings.filter(mode=ToppingMode.JUDGE, state=ToppingState.OPEN)
    return list(found.order_by("number"))


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What a turn cost, in tenths of a second, its penalty included."""

    number: int
    tenths: int
    found: bool


def lost_time(number: int, terms: ToppingTerms) -> TurnTime:
    return TurnTime(number, (terms.limit_ms + terms.penalty_ms) // TENTH_MS, found=False)


def time_of_event(event: ToppingEvent, terms: ToppingTerms) -> TurnTime:
    if event.kind == FOUND:
        return TurnTime(event.turn, event.data["ms"] // TENTH_MS, found=True)
    return lost_time(event.turn, terms)


def standing_ends(ends: Iterable[ToppingEvent]) -> list[ToppingEvent]:
    """Of one run, in order: those by which a turn has ended and that were not taken back."""
    standing: list[ToppingEvent] = []
    for event in ends:
        if event.kind == TAKEN_BACK:
            standing.pop()
        else:
            standing.append(event)
    return standing


def heard_last(run: ToppingRun) -> ToppingEvent | None:
    """The top that a judge has heard, while nothing has happened in the run since."""
    last = run.events.filter(seq=run.seq).first()
    judge = run.topping.mode == ToppingMode.JUDGE
    return last if judge and last is not None and last.kind == FOUND else None


def times_of(run: ToppingRun, terms: ToppingTerms, now: datetime) -> list[TurnTime]:
    """The turns that are over at ``now``, in order."""
    written = standing_ends(run.events.filter(kind__in=ENDS).order_by("seq"))
    _, passed = clock_at(run, terms, now)
    times = [time_of_event(event, terms) for event in written]
    return [*times, *(lost_time(clock.turn, terms) for clock in passed)]


@dataclass(frozen=True)
class RunView:
    """What the player of ``run`` may see at ``now``, on a grid that is the same for all.

    Of the turn whose clock runs the letters, of those before it the words; nothing of it while he
    waits, reads a solution or is interrupted, and of a run that is over only a solution that was
    given in its last turn.
    """

    run: ToppingRun
    now: datetime

    @cached_property
    def topping(self) -> Topping:
        return self.run.topping

    @cached_property
    def terms(self) -> ToppingTerms:
        return self.topping.terms

    @cached_property
    def clock(self) -> RunClock:
        return clock_at(self.run, self.terms, self.now)[0]

    @cached_property
    def times(self) -> list[TurnTime]:
        return times_of(self.run, self.terms, self.now)

    @property
    def total(self) -> int:
        """In tenths of a second."""
        return sum(time.tenths for time in self.times)

    @property
    def not_found(self) -> int:
        return sum(not time.found for time in self.times)

    @property
    def playing(self) -> bool:
        return self.clock.state is RunState.PLAYING

    @property
    def reading(self) -> bool:
        """A solution is given, and the next letters are to come."""
        return self.playing and self.clock.elapsed_ms(millis(self.now)) < 0

    @property
    def at_play(self) -> bool:
        """The letters are there and the clock runs."""
        return self.playing and not self.reading

    @property
    def closed(self) -> bool:
        return self.topping.state == ToppingState.CLOSED

    @property
    def expires_ms(self) -> int | None:
        return self.clock.expires_ms(self.terms)

    @cached_property
    def game(self) -> GameOfTopping:
        return GameOfTopping(self.topping)

    @property
    def current(self) -> WrittenTurn | None:
        """The turn that is played now."""
        return self.game.at(self.clock.turn) if self.at_play else None

    @property
    def last(self) -> WrittenTurn | None:
        """The turn before it, whose word he has just seen laid."""
        return self.game.at(self.clock.turn - 1) if self.playing and self.clock.turn > 1 else None

    @property
    def given(self) -> WrittenTurn | None:
        """The solution that is read now, and of the last turn of all for a while after it."""
        return self.last if self.reading else self._given_at_the_end

    @property
    def _given_at_the_end(self) -> WrittenTurn | None:
        done = self.clock.state is RunState.DONE
        return self.game.at(self.terms.turns) if done and not self.times[-1].found else None

    @property
    def rows(self) -> list[str]:
        """The grid as he has it before him."""
        if self.last is not None:
            return self.last.after
        return self.game.at(self.terms.turns).after if self.given else []
