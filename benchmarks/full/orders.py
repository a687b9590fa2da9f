"""What the desk and the crowd, in two processes, tell each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection


@dataclass(frozen=True)
class CrowdPlan:
    """Where everybody connects: each path in turn to the next of ``ports``."""

    ports: Sequence[int]
    players: Sequence[str]
    spectators: Sequence[str]
    seed: int
    desk: Connection


@dataclass(frozen=True)
class TurnOrder:
    """A turn to be written: the bulletin of each player, cut where its revision stands.

    ``opens_at`` and ``closes_at``: seconds since the epoch. ``saves``: of all players, while they
    write; ``last_second``: how many save once more in the last second.
    """

    opens_at: float
    closes_at: float
    saves: int
    last_second: int
    bulletins: Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Reveal:
    """The word is about to lie on the grid: who waits for his result has been heard of when all
    results are there."""


@dataclass(frozen=True)
class Leave:
    """The game is over: everybody goes."""


@dataclass
class Heard:
    """What came to the crowd in one turn. Milliseconds; ``pushes``: by kind of event, from the
    moment that the event carries to each socket that read it."""

    writing: list[float] = field(default_factory=list)
    last_second: list[float] = field(default_factory=list)
    pushes: dict[str, list[float]] = field(default_factory=dict)
    #: The last revision acknowledged of each player, in order; 0: none.
    acknowledged: list[int] = field(default_factory=list)
    #: Sent before the bell, and answered as late.
    late: int = 0
    #: Refusals and whatever else nobody expects, by what they are.
    surprises: dict[str, int] = field(default_factory=dict)
    closed: int = 0
