"""The game of a *topping*, and the state of each of its runs at a moment.

Letters and words are in ``ToppingGame`` only; ``VisibleRun`` limits what a player may see of them
(``queries.topping_standings`` has none of them).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from engine.board.board import Board
from engine.record.recorded_game import RecordedTurn, parse_recorded_game
from engine.record.replay import iterate_positions
from tournament.models import Entry, Tournament
from tournament.queries.clock import to_milliseconds
from tournament.topping.core.topping_run import (
    ALOUD_MODES,
    TENTH_MS,
    RunClock,
    RunState,
    ToppingState,
    ToppingTerms,
    apply_expirations,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun

#: Kinds of the events that end a turn, and of the one that takes back the last of them.
FOUND, NOT_FOUND, TAKEN_BACK = "found", "not-found", "taken-back"
TURN_END_KINDS = (FOUND, NOT_FOUND, TAKEN_BACK)


@dataclass(frozen=True, slots=True)
class ToppingTurn:
    """A turn of the game: its letters, the board before and after, and the word that is placed,
    whichever top was found (reading B-40). ``tops``: all accepted tops."""

    number: int
    rack: str
    before: list[str]
    after: list[str]
    word: str
    ref: str
    score: int
    tops: Sequence[tuple[str, str, int]]

    @property
    def other_tops(self) -> list[tuple[str, str, int]]:
        """Return the accepted tops that are not placed."""
        placed = self.word.upper(), self.ref
        return [top for top in self.tops if (top[0].upper(), top[1]) != placed]

    def accepts(self, word: str, ref: str) -> bool:
        """Return True if the word is a top; the letter of a joker need not be given."""
        return (word.upper(), ref) in {(top.upper(), at) for top, at, _ in self.tops}


@dataclass(frozen=True)
class ToppingGame:
    topping: Topping

    @cached_property
    def rack_size(self) -> int:
        """Return the number of letters of a rack."""
        return parse_recorded_game(self.topping.script).fmt.rack_size

    @cached_property
    def turns(self) -> list[ToppingTurn]:
        positions = iterate_positions(parse_recorded_game(self.topping.script))
        return [
            _build_turn(turn, board, tops)
            for (turn, board), tops in zip(positions, self.topping.tops, strict=True)
        ]

    def get_turn(self, number: int) -> ToppingTurn:
        return self.turns[number - 1]


def _build_turn(
    turn: RecordedTurn, board: Board, tops: Sequence[tuple[str, str, int]]
) -> ToppingTurn:
    return ToppingTurn(
        number=turn.number,
        rack=turn.rack,
        before=board.rows(),
        after=board.lay(turn.laid_word, turn.place).rows(),
        word=turn.laid_word,
        ref=str(turn.place),
        score=turn.score,
        tops=tops,
    )


def load_clock(run: ToppingRun) -> RunClock:
    """Return the clock as it is stored."""
    began = None if run.began_at is None else to_milliseconds(run.began_at)
    return RunClock(RunState(run.state), run.turn, began, run.held_ms)


def compute_clock(
    run: ToppingRun, terms: ToppingTerms, now: datetime
) -> tuple[RunClock, list[RunClock]]:
    """Return the clock at ``now``, and those of the turns that expired since it was stored."""
    return apply_expirations(load_clock(run), terms, to_milliseconds(now))


def list_open_runs(entry: Entry) -> list[ToppingRun]:
    """Return the runs of the entry in open toppings."""
    runs = ToppingRun.objects.filter(entry=entry, topping__state=ToppingState.OPEN)
    runs = runs.exclude(state=RunState.ANNULLED).order_by("topping__number")
    return list(runs.select_related("topping"))


class PublicTopping(NamedTuple):
    """The public values of a topping."""

    number: int
    title: str
    state: str


def list_public_toppings(tournament: Tournament) -> list[PublicTopping]:
    """Return the toppings with a board: open and closed ones."""
    shown_toppings = tournament.toppings.exclude(state=ToppingState.READY).order_by("number")
    return [PublicTopping(*row) for row in shown_toppings.values_list("number", "title", "state")]


def list_judged_toppings(tournament: Tournament) -> list[Topping]:
    """Return the open toppings that a judge referees."""
    toppings = tournament.toppings.filter(mode__in=sorted(ALOUD_MODES), state=ToppingState.OPEN)
    return list(toppings.order_by("number"))


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of a turn in tenths of a second, including its penalty."""

    number: int
    tenths: int
    is_found: bool


def build_not_found_time(number: int, terms: ToppingTerms) -> TurnTime:
    return TurnTime(number, (terms.limit_ms + terms.penalty_ms) // TENTH_MS, is_found=False)


def build_turn_time(event: ToppingEvent, terms: ToppingTerms) -> TurnTime:
    if event.kind == FOUND:
        return TurnTime(event.turn, event.data["ms"] // TENTH_MS, is_found=True)
    return build_not_found_time(event.turn, terms)


def list_valid_turn_ends(ends: Iterable[ToppingEvent]) -> list[ToppingEvent]:
    """Return the events that ended a turn of one run and were not taken back, in order."""
    valid_ends: list[ToppingEvent] = []
    for event in ends:
        if event.kind == TAKEN_BACK:
            valid_ends.pop()
        else:
            valid_ends.append(event)
    return valid_ends


def find_heard_top(run: ToppingRun) -> ToppingEvent | None:
    """Return the last event if a judge accepted a top with it; None if anything happened since."""
    last = run.events.filter(seq=run.seq).first()
    return last if run.topping.is_aloud and last is not None and last.kind == FOUND else None


def list_times(run: ToppingRun, terms: ToppingTerms, now: datetime) -> list[TurnTime]:
    """Return the times of the turns that are over at ``now``, in order."""
    ends = list_valid_turn_ends(run.events.filter(kind__in=TURN_END_KINDS).order_by("seq"))
    _, expired = compute_clock(run, terms, now)
    times = [build_turn_time(event, terms) for event in ends]
    return [*times, *(build_not_found_time(clock.turn, terms) for clock in expired)]


@dataclass(frozen=True)
class VisibleRun:
    """The part of a game that the player of ``run`` may see at ``now``.

    The letters of the current turn, and the words of earlier turns on a board that is the same for
    all players. No letters while the player waits, reads a solution or is interrupted; after the
    run only the solution of the last turn, if its top was not found.
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
        return compute_clock(self.run, self.terms, self.now)[0]

    @cached_property
    def times(self) -> list[TurnTime]:
        return list_times(self.run, self.terms, self.now)

    @property
    def total(self) -> int:
        """Return the total time in tenths of a second."""
        return sum(time.tenths for time in self.times)

    @property
    def not_found(self) -> int:
        return sum(not time.is_found for time in self.times)

    @property
    def is_playing(self) -> bool:
        return self.clock.state is RunState.PLAYING

    @property
    def is_reading(self) -> bool:
        """Return True while a solution is shown, before the next letters."""
        return self.is_playing and self.clock.compute_elapsed_ms(to_milliseconds(self.now)) < 0

    @property
    def is_clock_running(self) -> bool:
        """Return True if the letters are shown and the clock runs."""
        return self.is_playing and not self.is_reading

    @property
    def is_closed(self) -> bool:
        return self.topping.state == ToppingState.CLOSED

    @property
    def expires_ms(self) -> int | None:
        return self.clock.compute_end_ms(self.terms)

    @cached_property
    def game(self) -> ToppingGame:
        return ToppingGame(self.topping)

    @property
    def current_turn(self) -> ToppingTurn | None:
        """Return the turn being played."""
        return self.game.get_turn(self.clock.turn) if self.is_clock_running else None

    @property
    def previous_turn(self) -> ToppingTurn | None:
        """Return the previous turn, whose word was placed last."""
        has_previous = self.is_playing and self.clock.turn > 1
        return self.game.get_turn(self.clock.turn - 1) if has_previous else None

    @property
    def solution(self) -> ToppingTurn | None:
        """Return the turn whose solution is shown: now, or after the last turn of the run."""
        return self.previous_turn if self.is_reading else self._last_solution

    @property
    def _last_solution(self) -> ToppingTurn | None:
        """Return the last turn of a run that is done, if its top was not found."""
        if self.clock.state is not RunState.DONE or self.times[-1].is_found:
            return None
        return self.game.get_turn(self.terms.turns)

    @property
    def rows(self) -> list[str]:
        """Return the rows of the board that the player sees."""
        if self.previous_turn is not None:
            return self.previous_turn.after
        return self.game.get_turn(self.terms.turns).after if self.solution else []
