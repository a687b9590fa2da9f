"""A table calls: with what, and the life of a call until it has its outcome. Pure.

Articles are those of the regulation of the classic game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class CallKind(StrEnum):
    """With what a table calls."""

    CHALLENGE = "challenge"
    SCORE = "score"
    LETTERS = "letters"
    BOARD = "board"
    SET = "set"
    TOTALS = "totals"
    LATE = "late"
    PAUSE = "pause"
    #: The opponent has left without a word.
    GONE = "gone"
    SLOW = "slow"
    #: The time of both is over, or a player is excluded: what becomes of the game?
    END = "end"
    RESIGN = "resign"
    #: No clock was counted for a while: an arbiter sets them.
    CLOCK = "clock"
    #: A player asks the director to judge what an arbiter decided.
    APPEAL = "appeal"
    OTHER = "other"


#: Where the text deals with it.
CALL_ARTICLES: Mapping[CallKind, str] = {
    CallKind.CHALLENGE: "5.2",
    CallKind.SCORE: "4.1.6",
    CallKind.LETTERS: "10.1",
    CallKind.BOARD: "10.2",
    CallKind.SET: "10.3",
    CallKind.TOTALS: "10.4",
    CallKind.LATE: "10.5",
    CallKind.PAUSE: "10.6",
    CallKind.GONE: "10.7",
    CallKind.SLOW: "6.4.2",
    CallKind.END: "9.3",
    CallKind.RESIGN: "10.7",
    CallKind.CLOCK: "1.7",
    CallKind.APPEAL: "9.2",
    CallKind.OTHER: "9.2",
}
#: What the text gives to the director; arbiters see the call, and fetch him.
FOR_DIRECTOR = frozenset(
    {CallKind.SET, CallKind.LATE, CallKind.SLOW, CallKind.END, CallKind.APPEAL}
)
#: With what a player calls in so many words; the rest follows from what he does in the game.
SAID = (
    CallKind.LETTERS,
    CallKind.BOARD,
    CallKind.LATE,
    CallKind.GONE,
    CallKind.SET,
    CallKind.RESIGN,
    CallKind.OTHER,
)


class CallState(StrEnum):
    WAITING = "waiting"
    #: By one arbiter; the others see who.
    TAKEN = "taken"
    CLOSED = "closed"
    #: The players need nobody any more.
    WITHDRAWN = "withdrawn"


class CallCommand(StrEnum):
    TAKE = "take"
    #: Leave it to another.
    RELEASE = "release"
    CLOSE = "close"
    WITHDRAW = "withdraw"


CALL_TRANSITIONS: Mapping[tuple[CallState, CallCommand], CallState] = {
    (CallState.WAITING, CallCommand.TAKE): CallState.TAKEN,
    (CallState.TAKEN, CallCommand.TAKE): CallState.TAKEN,
    (CallState.TAKEN, CallCommand.RELEASE): CallState.WAITING,
    (CallState.WAITING, CallCommand.CLOSE): CallState.CLOSED,
    (CallState.TAKEN, CallCommand.CLOSE): CallState.CLOSED,
    (CallState.WAITING, CallCommand.WITHDRAW): CallState.WITHDRAWN,
    (CallState.TAKEN, CallCommand.WITHDRAW): CallState.WITHDRAWN,
}
#: Somebody waits at the table.
OPEN_STATES = frozenset({CallState.WAITING, CallState.TAKEN})


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a game waits for an officer with; ``side``: who called, empty for both; ``about``: of an
    appeal, the number of the ruling."""

    kind: CallKind
    side: str = ""
    about: int = 0
