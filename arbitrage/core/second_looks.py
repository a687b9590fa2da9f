"""The second look (*double arbitrage*, 5.9): what may be chosen for one, and how it goes on.

What the second person says is his own verdict; it agrees with the one in force or differs from it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple, Self

#: No plan looks at one bulletin in more than so many, nor at more players of the ranking.
MOST_EVERY, MOST_FIRST = 999, 9999


@dataclass(frozen=True, slots=True)
class Twice:
    """What is looked at twice: all that one of its parts wants."""

    everything: bool = False
    #: Zeros and penalties.
    sanctioned: bool = False
    #: What is paid as much as the best solution.
    tops: bool = False
    #: One bulletin in so many: where the numbers of table and turn add up to a multiple of it, so
    #: others at each turn, whatever is decided already. 0 for none.
    every: int = 0
    #: Those of the first so many of the game, as decided when the turn opened. 0 for none.
    first: int = 0

    def __bool__(self) -> bool:
        return self != Twice()

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        return cls(**{one.name: data[one.name] for one in fields(cls) if one.name in data})


class RuledAs(NamedTuple):
    """What a decision on a bulletin comes to; ``key`` is the bulletin's."""

    key: str
    points: int
    sanction: str


class LookState(StrEnum):
    #: Both say the same.
    AGREED = "agreed"
    #: He has said something else, and sees now what the first one decided.
    DIFFERS = "differs"
    #: He stays with it, and has said why.
    CONTESTED = "contested"
    #: He thinks now as the first one does.
    JOINED = "joined"
    #: Settled by a new decision, which the player is told.
    RULED = "ruled"
    #: Settled: the decision stays, for a reason.
    KEPT = "kept"
    #: The bulletin is another one now.
    LAPSED = "lapsed"


class LookCommand(StrEnum):
    CONTEST = "contest"
    JOIN = "join"
    KEEP = "keep"


#: Until then the results of the game are provisional.
OPEN_LOOKS = frozenset({LookState.DIFFERS, LookState.CONTESTED})
LOOK_TRANSITIONS: Mapping[tuple[LookState, LookCommand], LookState] = {
    (LookState.DIFFERS, LookCommand.CONTEST): LookState.CONTESTED,
    (LookState.DIFFERS, LookCommand.JOIN): LookState.JOINED,
    (LookState.CONTESTED, LookCommand.JOIN): LookState.JOINED,
    (LookState.DIFFERS, LookCommand.KEEP): LookState.KEPT,
    (LookState.CONTESTED, LookCommand.KEEP): LookState.KEPT,
}


def followed(state: LookState, motive: str, looked_at: RuledAs, now: RuledAs) -> LookState:
    """The state once ``now`` is what is decided: another decision settles a difference, and taking
    that back opens it again."""
    if state in OPEN_LOOKS and now.key != looked_at.key:
        return LookState.LAPSED
    if state in OPEN_LOOKS and now != looked_at:
        return LookState.RULED
    if state is LookState.RULED and now == looked_at:
        return LookState.CONTESTED if motive else LookState.DIFFERS
    return state
