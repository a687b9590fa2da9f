"""A game with real tiles, recorded by an arbiter: one action stands for several commands.

Only the number of drawn letters is known; draws are recorded with the next move.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import User

from engine.rules.classic.letters import RACK_SIZE
from tournament.classic.core.commands import Command
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import Absence, MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import SenderFields, run_command
from tournament.classic.services.tablet_actions import check_totals
from tournament.core.errors import ClassicRefused
from tournament.services.tournament_journal import open_journal_transaction


class ExcessStage(StrEnum):
    """When excess letters were noticed (10.1)."""

    FACE_DOWN = "face-down"
    SEEN = "seen"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class RecordedStep:
    command: Command
    actor: Actor
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recorder:
    """The recorder of a game; ``key``: of the whole action, which is done once."""

    game: MatchGame
    key: str
    by: User | None
    now: datetime
    officer: Actor = Actor.ARBITER

    def load_state(self) -> MatchState:
        self.game.refresh_from_db()
        return load_state(self.game)

    @property
    def is_done(self) -> bool:
        return MatchEvent.objects.filter(game=self.game, key=f"{self.key}:0").exists()

    def run_steps(self, *steps: RecordedStep, at: int = 0) -> None:
        for number, step in enumerate(steps, at):
            run_command(
                game_id=self.game.pk, command=step.command, actor=step.actor, data=step.data,
                sender_fields=SenderFields(f"{self.key}:{number}"), by=self.by, now=self.now,
            )  # fmt: skip


def _run_once[**P](
    action: Callable[Concatenate[Recorder, P], None],
) -> Callable[Concatenate[Recorder, P], None]:
    """Run ``action`` in one transaction, unless it was run before with the same key."""

    @wraps(action)
    def run_if_new(recorder: Recorder, /, *args: P.args, **kwargs: P.kwargs) -> None:
        with open_journal_transaction():
            if not recorder.is_done:
                action(recorder, *args, **kwargs)

    return run_if_new


@_run_once
def record_toss(recorder: Recorder, letters: Mapping[Side, str]) -> None:
    """Record the letters of the toss; a joker or equal letters are drawn again (3.1)."""
    steps = [
        RecordedStep(Command.TOSS, _get_actor(side), {"letter": letter})
        for side, letter in letters.items()
    ]
    recorder.run_steps(*steps)


@_run_once
def record_start(recorder: Recorder) -> None:
    """Record the first racks and the start of the clock (3.6); a late player draws on arrival
    (10.5)."""
    state = recorder.load_state()
    starter = state.starter
    if starter is None:
        raise ClassicRefused("wrong-phase", phase=str(state.phase), command="draw")
    draws = [
        RecordedStep(Command.DRAW, _get_actor(side), {"n": RACK_SIZE})
        for side in (starter, starter.other)
        if not state.get_player(side).letter_count
        and state.get_player(side).absence is not Absence.LATE
    ]
    recorder.run_steps(*draws)
    if recorder.load_state().phase is MatchPhase.START:
        recorder.run_steps(RecordedStep(Command.PRESS, _get_actor(starter.other)), at=len(draws))


def record_arrival(recorder: Recorder, side: Side) -> None:
    """Record the arrival of a late player (10.5)."""
    run_officer_command(recorder, Command.ARRIVE, {"side": str(side)})


@_run_once
def record_play(recorder: Recorder, side: Side, data: Mapping[str, Any]) -> None:
    """Record a word with its score, the turned board and the pressed clock (4.1.3)."""
    draws = _list_missing_draws(recorder, side)
    recorder.run_steps(
        *draws,
        RecordedStep(Command.PLAY, _get_actor(side), data),
        RecordedStep(Command.TURN_BOARD, _get_actor(side)),
    )
    if recorder.load_state().phase is MatchPhase.TURNED:
        recorder.run_steps(RecordedStep(Command.PRESS, _get_actor(side)), at=len(draws) + 2)


@_run_once
def record_pass_or_exchange(recorder: Recorder, side: Side, exchanged: int = 0) -> None:
    """Record a pass or an exchange (4.2, 4.3)."""
    draws = _list_missing_draws(recorder, side)
    if exchanged:
        command, data = Command.EXCHANGE, {"n": exchanged}
    else:
        command, data = Command.PASS, {}
    recorder.run_steps(*draws, RecordedStep(command, _get_actor(side), data))


def _list_missing_draws(recorder: Recorder, side: Side) -> list[RecordedStep]:
    """Return the draws of both players since the last move, the opponent's first."""
    state = recorder.load_state()
    bag, steps = len(state.bag), []
    for drawing_side in (side.other, side):
        player = state.get_player(drawing_side)
        n = min(RACK_SIZE - player.letter_count, bag)
        if player.must_draw and n > 0:
            steps.append(RecordedStep(Command.DRAW, _get_actor(drawing_side), {"n": n}))
            bag -= n
    return steps


@_run_once
def record_challenge(recorder: Recorder, answers: Mapping[str, bool]) -> None:
    """Record a challenge of the last move with the answer for each word of the slip."""
    state = recorder.load_state()
    if state.open_move_number is None:
        raise ClassicRefused("challenge-too-late")
    challenger = _get_actor(state.moves[state.open_move_number].side.other)
    recorder.run_steps(
        RecordedStep(Command.CHALLENGE, challenger),
        RecordedStep(Command.SLIP, challenger, {"words": list(answers)}),
        RecordedStep(Command.VERDICT, recorder.officer, {"words": dict(answers)}),
    )


@_run_once
def record_acceptance(recorder: Recorder) -> None:
    """Record that the last word or its verdict is accepted (C-02)."""
    state = recorder.load_state()
    if state.open_move_number is None:
        raise ClassicRefused("nothing-to-accept")
    challenger = _get_actor(state.moves[state.open_move_number].side.other)
    recorder.run_steps(RecordedStep(Command.DECLARE_TOTALS, challenger))


def record_signatures(recorder: Recorder, totals: tuple[int, int]) -> None:
    """Record that both players signed the totals shown by the page (2.1.2)."""
    check_totals(recorder.load_state(), totals)
    run_officer_command(recorder, Command.SETTLE_TOTALS, {})


@_run_once
def record_excess(recorder: Recorder, side: Side, n: int, stage: ExcessStage) -> None:
    """Record that ``side`` drew ``n`` letters too many after a move (10.1.1 to 10.1.3)."""
    state = recorder.load_state()
    player = state.get_player(side)
    if not player.must_draw:
        raise ClassicRefused("nothing-to-draw")
    steps = [
        RecordedStep(Command.DRAW, _get_actor(side), {"n": RACK_SIZE - player.letter_count + n})
    ]
    other = _get_actor(side.other)
    if stage is not ExcessStage.FACE_DOWN:
        steps.append(RecordedStep(Command.LOOK, _get_actor(side)))
    if stage is ExcessStage.FOUND:
        steps.append(RecordedStep(Command.FIND_EXCESS, recorder.officer, {"side": str(side)}))
    else:
        steps.append(RecordedStep(Command.REPORT_EXCESS, _get_actor(side)))
        removed_letters = "drawn" if stage is ExcessStage.FACE_DOWN else "all"
        steps.append(RecordedStep(Command.REMOVE_EXCESS, other, {"n": n, "among": removed_letters}))
    recorder.run_steps(*steps)


def _get_actor(side: Side) -> Actor:
    return Actor(side.value)


def run_officer_command(recorder: Recorder, command: Command, data: Mapping[str, Any]) -> None:
    """Run a command of the arbiter: clock, score, remaining letters, totals."""
    run_command(
        game_id=recorder.game.pk, command=command, actor=recorder.officer, data=data,
        sender_fields=SenderFields(recorder.key), by=recorder.by, now=recorder.now,
    )  # fmt: skip
