"""A game with real tiles, recorded by an arbiter: one gesture of his for several of the players'.

Letters are not told, only how many: what each has drawn before a move is written with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from engine.rules.classic.letters import RACK_SIZE
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import Away, MatchPhase, MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.services.gestures import check_totals
from tournament.classic.services.play import SentCommand, command
from tournament.core.errors import ClassicRefused


class ExcessCase(StrEnum):
    """When letters too many were noticed (10.1)."""

    FACE_DOWN = "face-down"
    SEEN = "seen"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class Step:
    what: Command
    actor: Actor
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recorder:
    """Who records which game; ``key`` is that of the whole gesture: each is done once."""

    game: MatchGame
    key: str
    by: User | None
    now: datetime
    officer: Actor = Actor.ARBITER

    def state(self) -> MatchState:
        self.game.refresh_from_db()
        return state_of(self.game)

    @property
    def done(self) -> bool:
        return MatchEvent.objects.filter(game=self.game, key=f"{self.key}:0").exists()

    def do(self, *steps: Step, at: int = 0) -> None:
        for number, step in enumerate(steps, at):
            command(
                game_id=self.game.pk, what=step.what, actor=step.actor, data=step.data,
                sent=SentCommand(f"{self.key}:{number}"), by=self.by, now=self.now,
            )  # fmt: skip


def toss(recorder: Recorder, letters: Mapping[Side, str]) -> None:
    """The letters that both have drawn: a joker or two equal ones are drawn again (3.1)."""
    with transaction.atomic():
        if recorder.done:
            return
        steps = [Step(Command.TOSS, _as(side), {"letter": one}) for side, one in letters.items()]
        recorder.do(*steps)


def start(recorder: Recorder) -> None:
    """Both have seven letters, and the loser of the toss has started the clock (3.6); who is late
    draws when he is there (10.5)."""
    with transaction.atomic():
        if recorder.done:
            return
        state = recorder.state()
        first = state.starter
        if first is None:
            raise ClassicRefused("wrong-phase", phase=str(state.phase), command="draw")
        draws = [
            Step(Command.DRAW, _as(side), {"n": RACK_SIZE})
            for side in (first, first.other)
            if not state.of(side).size and state.of(side).away is not Away.LATE
        ]
        recorder.do(*draws)
        if recorder.state().phase is MatchPhase.START:
            recorder.do(Step(Command.PRESS, _as(first.other)), at=len(draws))


def arrive(recorder: Recorder, side: Side) -> None:
    """Who was late is there (10.5)."""
    officer(recorder, Command.ARRIVE, {"side": str(side)})


def play(recorder: Recorder, side: Side, data: Mapping[str, Any]) -> None:
    """A word laid and announced, the board turned, the clock pressed (4.1.3)."""
    with transaction.atomic():
        if recorder.done:
            return
        before = _drawn_before(recorder, side)
        recorder.do(*before, Step(Command.PLAY, _as(side), data), Step(Command.TURN, _as(side)))
        if recorder.state().phase is MatchPhase.TURNED:
            recorder.do(Step(Command.PRESS, _as(side)), at=len(before) + 2)


def give_turn(recorder: Recorder, side: Side, exchanged: int = 0) -> None:
    """ "I pass", or "I change n letters" (4.2, 4.3)."""
    with transaction.atomic():
        if recorder.done:
            return
        before = _drawn_before(recorder, side)
        if exchanged:
            what, data = Command.EXCHANGE, {"n": exchanged}
        else:
            what, data = Command.PASS, {}
        recorder.do(*before, Step(what, _as(side), data))


def _drawn_before(recorder: Recorder, side: Side) -> list[Step]:
    """What both have drawn since, first the one who is not to play."""
    state = recorder.state()
    bag, steps = len(state.bag), []
    for who in (side.other, side):
        player = state.of(who)
        n = min(RACK_SIZE - player.size, bag)
        if player.drawing and n > 0:
            steps.append(Step(Command.DRAW, _as(who), {"n": n}))
            bag -= n
    return steps


def challenge(recorder: Recorder, answers: Mapping[str, bool]) -> None:
    """The last move is challenged: the words of the slip, and for each whether it is admitted."""
    with transaction.atomic():
        if recorder.done:
            return
        state = recorder.state()
        if state.window is None:
            raise ClassicRefused("window-closed")
        by = _as(state.moves[state.window].side.other)
        recorder.do(
            Step(Command.CHALLENGE, by),
            Step(Command.SLIP, by, {"words": list(answers)}),
            Step(Command.VERDICT, recorder.officer, {"words": dict(answers)}),
        )


def let_be(recorder: Recorder) -> None:
    """The last word is not challenged, or its verdict is accepted (C-02)."""
    with transaction.atomic():
        if recorder.done:
            return
        state = recorder.state()
        if state.window is None:
            raise ClassicRefused("nothing-to-let-be")
        by = _as(state.moves[state.window].side.other)
        recorder.do(Step(Command.DECLARE_TOTALS, by))


def sign(recorder: Recorder, totals: tuple[int, int]) -> None:
    """Both sheets have the totals that the page has shown (2.1.2)."""
    check_totals(recorder.state(), totals)
    officer(recorder, Command.SETTLE_TOTALS, {})


def excess(recorder: Recorder, side: Side, n: int, case: ExcessCase) -> None:
    """``side`` has drawn ``n`` letters too many after his move (10.1.1 to 10.1.3)."""
    with transaction.atomic():
        if recorder.done:
            return
        state = recorder.state()
        player = state.of(side)
        if not player.drawing:
            raise ClassicRefused("nothing-to-draw")
        steps = [Step(Command.DRAW, _as(side), {"n": RACK_SIZE - player.size + n})]
        other = _as(side.other)
        if case is not ExcessCase.FACE_DOWN:
            steps.append(Step(Command.LOOK, _as(side)))
        if case is ExcessCase.FOUND:
            steps.append(Step(Command.FIND_EXCESS, recorder.officer, {"side": str(side)}))
        else:
            steps.append(Step(Command.REPORT_EXCESS, _as(side)))
            among = "drawn" if case is ExcessCase.FACE_DOWN else "all"
            steps.append(Step(Command.REMOVE_EXCESS, other, {"n": n, "among": among}))
        recorder.do(*steps)


def _as(side: Side) -> Actor:
    return Actor(side.value)


def officer(recorder: Recorder, what: Command, data: Mapping[str, Any]) -> None:
    """A command of the arbiter's own: clock, score, letters that are left, totals."""
    command(
        game_id=recorder.game.pk, what=what, actor=recorder.officer, data=data,
        sent=SentCommand(recorder.key), by=recorder.by, now=recorder.now,
    )  # fmt: skip
