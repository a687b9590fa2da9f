"""The common time of a round played on paper, counted down for the whole hall (6.4.1).

Its end has no automatic effect: the director decides (C-12).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.core.errors import WrongState


class CountdownState(StrEnum):
    NONE = "none"
    RUNNING = "running"
    STOPPED = "stopped"
    #: The time is over.
    ENDED = "ended"


class CountdownCommand(StrEnum):
    #: With the whole time, again for the next game of a match.
    START = "start"
    STOP = "stop"
    RESUME = "resume"
    #: Change the remaining time.
    SET = "set"


#: States in which a command is possible.
COUNTDOWN_STATES: Mapping[CountdownCommand, frozenset[CountdownState]] = {
    CountdownCommand.START: frozenset(CountdownState) - {CountdownState.RUNNING},
    CountdownCommand.STOP: frozenset({CountdownState.RUNNING}),
    CountdownCommand.RESUME: frozenset({CountdownState.STOPPED}),
    CountdownCommand.SET: frozenset(CountdownState) - {CountdownState.NONE},
}


@dataclass(frozen=True, slots=True)
class Countdown:
    """A countdown: ``ends_at_ms`` while it runs, ``remaining_ms`` while it is stopped."""

    remaining_ms: int | None = None
    ends_at_ms: int | None = None

    def find_state(self, now: int) -> CountdownState:
        if self.ends_at_ms is not None:
            return CountdownState.RUNNING if self.ends_at_ms > now else CountdownState.ENDED
        return CountdownState.NONE if self.remaining_ms is None else CountdownState.STOPPED

    def compute_remaining(self, now: int) -> int:
        if self.ends_at_ms is not None:
            return max(0, self.ends_at_ms - now)
        return self.remaining_ms or 0

    def list_commands(self, now: int) -> list[CountdownCommand]:
        """Return the possible commands."""
        state = self.find_state(now)
        return [command for command, states in COUNTDOWN_STATES.items() if state in states]

    def apply(self, command: CountdownCommand, ms: int, now: int) -> "Countdown":
        """Return the countdown after ``command``; ``ms``: the time of START and SET. Raise
        WrongState."""
        state = self.find_state(now)
        if state not in COUNTDOWN_STATES[command]:
            raise WrongState("countdown", state=state, command=command)
        match command:
            case CountdownCommand.STOP:
                return Countdown(remaining_ms=self.compute_remaining(now))
            case CountdownCommand.RESUME:
                ms = self.compute_remaining(now)
            case CountdownCommand.SET if state is CountdownState.STOPPED:
                return Countdown(remaining_ms=ms)
        return Countdown(ends_at_ms=now + ms)
