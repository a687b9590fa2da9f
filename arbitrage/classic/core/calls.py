"""Calls of a table: their kinds, states and transitions. Pure.

Articles are those of the regulation of the classic game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class CallKind(StrEnum):
    """The subject of a call."""

    CHALLENGE = "challenge"
    SCORE = "score"
    LETTERS = "letters"
    BOARD = "board"
    SET = "set"
    TOTALS = "totals"
    LATE = "late"
    PAUSE = "pause"
    #: The opponent left without telling an arbiter.
    GONE = "gone"
    SLOW = "slow"
    #: The time of both is over, or a player is excluded: the end of the game has to be decided.
    END = "end"
    RESIGN = "resign"
    #: The clocks were not counted for a while: an arbiter sets them.
    CLOCK = "clock"
    #: A player appeals to the director against a decision of an arbiter.
    APPEAL = "appeal"
    OTHER = "other"


#: The article about each kind.
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
#: Kinds that only the director decides; arbiters see the call and fetch them.
DIRECTOR_KINDS = frozenset(
    {CallKind.SET, CallKind.LATE, CallKind.SLOW, CallKind.END, CallKind.APPEAL}
)
#: Kinds that a player chooses when calling; the others follow from commands of the game.
PLAYER_KINDS = (
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
    #: One officer deals with it, and the others see their name.
    TAKEN = "taken"
    CLOSED = "closed"
    #: The players do not need an officer any more.
    WITHDRAWN = "withdrawn"


class CallCommand(StrEnum):
    TAKE = "take"
    #: Leave the call to another officer.
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
#: States in which players wait at the table.
OPEN_STATES = frozenset({CallState.WAITING, CallState.TAKEN})


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """A call that the state of a game requires. ``side``: the caller, empty for both players;
    ``about``: for an appeal, the number of the ruling."""

    kind: CallKind
    side: str = ""
    about: int = 0
