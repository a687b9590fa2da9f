"""A player's run through a *topping*: started, found, not found, interrupted, stopped (3.8.4).

Each command locks the run, first writes down the turns whose time was over meanwhile, and moves it
by compare-and-swap on its number of rows. What is sent twice finds the turn gone by, and changes
nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction

from tournament.core.errors import BadSetting, Busy, LostRace, WrongState
from tournament.queries.clock import millis
from tournament.services.lifecycle import hold_open, require_open
from tournament.services.play.transitions import By
from tournament.topping.core.topping_run import (
    IN_PLAY_RUNS,
    OVER_RUNS,
    SETTLE_MS,
    RunClock,
    RunState,
    ToppingMode,
    ToppingMove,
    ToppingState,
    ToppingTerms,
    expired,
    found,
    halted,
    interrupted,
    resumed,
    run_target,
    started,
    taken_back,
)
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import (
    FOUND,
    NOT_FOUND,
    TAKEN_BACK,
    GameOfTopping,
    clock_at,
    clock_of,
    heard_last,
    moment,
)
from tournament.topping.services.events import hold, note, tell_pages

#: Proposals of one run within a second: nobody types that fast.
MOST_A_SECOND = 8
#: Kinds of events of proposals that were no top, or came after the end.
SAID, LATE = "said", "late"


class ToppingAnswer(StrEnum):
    """All that is said to a proposal."""

    TOP = "top"
    NOT_TOP = "not-top"
    #: The turn was over before: nothing is said of the word.
    OVER = "over"


@dataclass
class HeldRun:
    """A run under lock, where it stands now."""

    run: ToppingRun
    clock: RunClock
    terms: ToppingTerms

    def move(self, clock: RunClock, now: datetime, **fields: Any) -> None:
        """Write where it stands; raises LostRace when somebody else has."""
        run, was = self.run, self.clock
        expires = clock.expires_ms(self.terms)
        values: dict[str, Any] = {
            "state": clock.state,
            "turn": clock.turn,
            "began_at": None if clock.began_ms is None else moment(clock.began_ms),
            "held_ms": clock.held_ms,
            "expires_at": None if expires is None else moment(expires),
            "seq": run.seq,
            **fields,
        }
        if clock.state in OVER_RUNS and was.state not in OVER_RUNS:
            values["ended_at"] = now
        same = ToppingRun.objects.filter(pk=run.pk, state=was.state, turn=was.turn)
        if not same.update(**values):
            raise LostRace("topping-run")
        for name, value in values.items():
            setattr(run, name, value)
        self.clock = clock


def _hold(run: ToppingRun, now: datetime) -> HeldRun:
    """Lock ``run`` and write down what was over by ``now``; inside a transaction."""
    rows = ToppingRun.objects.select_for_update(of=["self"]).select_related("topping__tournament")
    held = rows.get(pk=run.pk)
    _catch_up(at_hand := HeldRun(held, clock_of(held), held.topping.terms), now)
    return at_hand


def _catch_up(held: HeldRun, now: datetime) -> None:
    """Write down the turns whose time was over by ``now``."""
    topping, terms = held.run.topping, held.terms
    passed = clock_at(held.run, terms, now)[1]
    for over in passed:
        end = moment(over.expires_ms(terms) or 0)
        note(topping, NOT_FOUND, run=held.run, turn=over.turn, by=None, now=end)
        held.move(expired(over, terms), end)
    if passed:
        tell_pages(topping)


def settle(*, run: ToppingRun, now: datetime) -> None:
    """Write down the turns of ``run`` whose time was over by ``now``."""
    with transaction.atomic():
        _hold(run, now)


def settle_due(now: datetime) -> int:
    """Of every run, whether or not somebody is there; how many had something to be written."""
    due = now - timedelta(milliseconds=SETTLE_MS)
    runs = list(ToppingRun.objects.filter(state=RunState.PLAYING, expires_at__lt=due))
    for run in runs:
        settle(run=run, now=now)
    return len(runs)


def start_run(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """The first letters, and the clock; once more it changes nothing.

    Raises WrongState while the topping is not open, for one who has played it, and before a judge
    while another one plays.
    """
    with transaction.atomic():
        hold_open(run.topping.tournament)
        topping = hold(run.topping_id)
        held = _hold(run, now)
        if held.clock.state in IN_PLAY_RUNS:
            return held.run
        if topping.state != ToppingState.OPEN:
            raise WrongState("topping-not-open")
        if topping.mode == ToppingMode.JUDGE:
            if by is None:
                raise WrongState("topping-before-judge")
            _require_nobody_plays(topping, now)
        after = started(held.clock, millis(now))
        note(topping, "started", run=held.run, turn=1, by=by, now=now)
        held.move(after, now, started_at=now)
        tell_pages(topping)
    return held.run


def _require_nobody_plays(topping: Topping, now: datetime) -> None:
    for other in topping.runs.filter(state__in=sorted(IN_PLAY_RUNS)).select_related("entry"):
        if _hold(other, now).clock.state in IN_PLAY_RUNS:
            raise WrongState("topping-somebody-plays", name=other.entry)


def say(*, run: ToppingRun, turn: int, word: str, ref: str, by: By, now: datetime) -> ToppingAnswer:
    """A proposal for ``turn``, which arrived at ``now``: top or not, and nothing else.

    Raises BadSetting for what names no word and place, Busy for what no hand can type, WrongState
    where a judge listens or no clock runs.
    """
    if run.topping.mode != ToppingMode.DEVICES:
        raise WrongState("topping-before-judge")
    with transaction.atomic():
        held = _hold(run, now)
        require_open(held.run.topping.tournament)
        _require_slow(held.run, now)
        data = {"word": word, "ref": ref}
        if held.clock.turn != turn or held.clock.state is RunState.DONE:
            if held.run.events.filter(kind=FOUND, turn=turn, data__contains=data).exists():
                return ToppingAnswer.TOP  # the answer was lost on its way
            note(held.run.topping, LATE, run=held.run, turn=turn, by=by, now=now, data=data)
            held.move(held.clock, now)
            return ToppingAnswer.OVER
        if held.clock.state is not RunState.PLAYING or held.clock.elapsed_ms(millis(now)) < 0:
            raise WrongState("topping-not-now", turn=turn)
        if not GameOfTopping(held.run.topping).at(turn).takes(word, ref):
            note(held.run.topping, SAID, run=held.run, turn=turn, by=by, now=now, data=data)
            held.move(held.clock, now)
            return ToppingAnswer.NOT_TOP
        _find(held, data, by, now)
    return ToppingAnswer.TOP


def _require_slow(run: ToppingRun, now: datetime) -> None:
    lately = run.events.filter(kind__in=(SAID, LATE), at__gt=now - timedelta(seconds=1))
    if lately.count() >= MOST_A_SECOND:
        raise Busy("topping-too-fast")


def _find(held: HeldRun, data: dict[str, Any], by: By, now: datetime) -> None:
    turn = held.clock.turn
    after, took = found(held.clock, held.terms, millis(now))
    note(held.run.topping, FOUND, run=held.run, turn=turn, by=by, now=now, data=data | {"ms": took})
    held.move(after, now)
    tell_pages(held.run.topping)


def find_said(*, run: ToppingRun, turn: int, top: int, by: By, now: datetime) -> ToppingRun:
    """A judge has heard the top, the ``top``-th of its list; sent twice it changes nothing.

    Raises BadSetting for a top that the turn does not have, WrongState when its time is over.
    """
    with transaction.atomic():
        held = _hold(run, now)
        require_open(held.run.topping.tournament)
        if held.clock.turn > turn or held.clock.state is RunState.DONE:
            return held.run
        if held.clock.turn != turn:
            raise WrongState("topping-not-now", turn=turn)
        tops = GameOfTopping(held.run.topping).at(turn).tops
        if not 0 <= top < len(tops):
            raise BadSetting("topping-no-such-top")
        word, ref, _ = tops[top]
        _find(held, {"word": word, "ref": ref}, by, now)
    return held.run


def take_back_said(*, run: ToppingRun, turn: int, by: By, now: datetime) -> ToppingRun:
    """The top of ``turn`` was not said after all: its clock runs on as if the judge had heard
    nothing (lecture B-45); sent twice it changes nothing.

    Raises WrongState once something has happened since, another one plays, or all is public.
    """
    with transaction.atomic():
        hold_open(run.topping.tournament)
        topping = hold(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=ToppingMove.TAKE_BACK, state=topping.state)
        held = _hold(run, now)
        if held.run.events.filter(seq=held.run.seq, kind=TAKEN_BACK, turn=turn).exists():
            return held.run
        said = heard_last(held.run)
        if said is None or said.turn != turn:
            raise WrongState("topping-went-on", turn=turn)
        if held.clock.state is RunState.DONE:
            _require_nobody_plays(topping, now)
        after = taken_back(held.clock, turn, millis(said.at), said.data["ms"])
        note(topping, TAKEN_BACK, run=held.run, turn=turn, by=by, now=now)
        held.move(after, now, ended_at=None)
        _catch_up(held, now)
        tell_pages(topping)
    return held.run


def _halted(command: ToppingMove) -> Callable[[RunClock, int], RunClock]:
    return lambda clock, _now: halted(clock, command)


#: What officers do to a run: where it stands afterwards, and the kind of event.
_MOVES: dict[ToppingMove, tuple[Callable[[RunClock, int], RunClock], str]] = {
    ToppingMove.INTERRUPT: (interrupted, "interrupted"),
    ToppingMove.RESUME: (resumed, "resumed"),
    ToppingMove.STOP: (_halted(ToppingMove.STOP), "stopped"),
    ToppingMove.ANNUL: (_halted(ToppingMove.ANNUL), "annulled"),
}
OFFICERS_MAY = frozenset(_MOVES)


def command_run(*, run: ToppingRun, command: ToppingMove, by: By, now: datetime) -> ToppingRun:
    """Interrupt, resume, stop or annul ``run``. Raises WrongState, also once the topping is
    closed: its game is public."""
    move, kind = _MOVES[command]
    with transaction.atomic():
        topping = hold(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=command, state=topping.state)
        held = _hold(run, now)
        run_target(held.clock.state, command)
        if command is ToppingMove.RESUME and topping.mode == ToppingMode.JUDGE:
            others = topping.runs.filter(state=RunState.PLAYING).exclude(pk=run.pk)
            if others.exists():
                raise WrongState("topping-somebody-plays", name=others[0].entry)
        after = move(held.clock, millis(now))
        note(topping, kind, run=held.run, turn=held.clock.turn, by=by, now=now)
        held.move(after, now)
        tell_pages(topping)
    return held.run


def begin_again(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """Annul ``run`` and let its player begin a new one, in the same place. Raises WrongState."""
    with transaction.atomic():
        gone = command_run(run=run, command=ToppingMove.ANNUL, by=by, now=now)
        return ToppingRun.objects.create(
            topping=gone.topping,
            entry=gone.entry,
            trainee=gone.trainee,
            position=gone.position,
        )
