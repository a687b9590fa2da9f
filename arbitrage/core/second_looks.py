"""The second look (*double arbitrage*, 5.9): which bulletins are looked at, and its states.

The second arbiter gives a verdict of their own; it agrees with the one in force or differs from it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple, Self

#: The largest values of ``every`` and ``first`` of a plan.
MAX_EVERY, MAX_FIRST = 999, 9999


@dataclass(frozen=True, slots=True)
class LookCriteria:
    """The criteria of a plan: a bulletin that meets any of them gets a second look."""

    everything: bool = False
    #: Bulletins with a zero or a penalty.
    sanctioned: bool = False
    #: Bulletins with as many points as the best solution.
    tops: bool = False
    #: One bulletin in ``every``: those where the numbers of table and turn add up to a multiple, so
    #: other tables at each turn, whatever is decided. 0 for none.
    every: int = 0
    #: Bulletins of the ``first`` players of the ranking when the turn opened. 0 for none.
    first: int = 0

    def __bool__(self) -> bool:
        return self != LookCriteria()

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        return cls(**{field.name: data[field.name] for field in fields(cls) if field.name in data})


class ComparedDecision(NamedTuple):
    """The decision on a bulletin, for comparison; ``key`` is the bulletin's."""

    key: str
    points: int
    sanction: str


class LookState(StrEnum):
    #: Both verdicts are the same.
    AGREED = "agreed"
    #: The second arbiter decided otherwise, and now sees the first decision.
    DIFFERS = "differs"
    #: The second arbiter maintains their verdict, with a reason.
    CONTESTED = "contested"
    #: The second arbiter now agrees with the first decision.
    JOINED = "joined"
    #: Settled by a new decision; the player is notified.
    RULED = "ruled"
    #: Settled: the decision stays, for a reason.
    KEPT = "kept"
    #: Another bulletin replaced the one looked at.
    LAPSED = "lapsed"


class LookCommand(StrEnum):
    CONTEST = "contest"
    JOIN = "join"
    KEEP = "keep"


#: The results of the game are provisional while a look is in one of these states.
OPEN_LOOKS = frozenset({LookState.DIFFERS, LookState.CONTESTED})
LOOK_TRANSITIONS: Mapping[tuple[LookState, LookCommand], LookState] = {
    (LookState.DIFFERS, LookCommand.CONTEST): LookState.CONTESTED,
    (LookState.DIFFERS, LookCommand.JOIN): LookState.JOINED,
    (LookState.CONTESTED, LookCommand.JOIN): LookState.JOINED,
    (LookState.DIFFERS, LookCommand.KEEP): LookState.KEPT,
    (LookState.CONTESTED, LookCommand.KEEP): LookState.KEPT,
}


def compute_look_state(
    state: LookState,
    motive: str,
    first_decision: ComparedDecision,
    current_decision: ComparedDecision,
) -> LookState:
    """Return the state once ``current_decision`` is the decision in force.

    Another decision settles a difference; taking that decision back reopens it.
    """
    if state in OPEN_LOOKS and current_decision.key != first_decision.key:
        return LookState.LAPSED
    if state in OPEN_LOOKS and current_decision != first_decision:
        return LookState.RULED
    if state is LookState.RULED and current_decision == first_decision:
        return LookState.CONTESTED if motive else LookState.DIFFERS
    return state
