"""A game played alone: the choices of the player, and the course until now.

The state is all that is stored of a game: signed, on the device, or in a row of an account. A turn
is opened, handed in once, and shown; the next one follows (``PracticePhase``).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Self

from tournament.core.errors import WrongState

#: Playing times that may be chosen, in seconds (1.3); 0 is no clock.
CLOCKS = (180, 120, 60, 0)
#: A bulletin that comes later than this after the end is late (5.7), in milliseconds.
GRACE_MS = 5000
#: Seconds before the end at which the signal sounds (3.3).
WARNING_S = 30
#: Maximum number of turns that may be chosen; 0 is the whole game.
MAX_TURNS = 30


class PracticeKind(StrEnum):
    #: One turn of the game that comes with the program.
    TRIAL = "trial"
    #: A published game of a tournament.
    REPLAY = "replay"
    #: A game drawn by chance.
    RANDOM = "random"


class PracticePhase(StrEnum):
    #: Before the first letters.
    READY = "ready"
    OPEN = "open"
    #: The top and the verdict are shown.
    SHOWN = "shown"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class PracticeTerms:
    """The choices of the player.

    ``source``: number of the turn of a trial, key of the game of a replay, the number from which
    the seed of a random game is derived. ``lexicon`` and ``checksum``: key and words of the list of
    a random game; ``first_try``: the first of the games of its seed that may be taken.
    """

    kind: PracticeKind
    source: str
    clock_s: int = 0
    fmt: str = "normal"
    turns: int = 0
    lexicon: str = ""
    checksum: str = ""
    first_try: int = 0


@dataclass(frozen=True, slots=True)
class PracticeState:
    """The course of a game until now.

    ``number`` of the current turn, 0 before the first. ``lines``: word, reference and points of the
    player, and points of the top, for each turn handed in. ``result``: the verdict on the last one.
    """

    terms: PracticeTerms
    phase: PracticePhase = PracticePhase.READY
    number: int = 0
    opened_ms: int = 0
    #: When the bulletin of the last turn was handed in; 0 before.
    handed_ms: int = 0
    lines: tuple[tuple[str, str, int, int], ...] = ()
    result: Mapping[str, Any] | None = None

    @property
    def total(self) -> int:
        return sum(points for _, _, points, _ in self.lines)

    @property
    def top_total(self) -> int:
        return sum(top for _, _, _, top in self.lines)

    @property
    def percent(self) -> int:
        """Return the points in percent of the tops, rounded down; 0 before the first top."""
        return 100 * self.total // self.top_total if self.top_total else 0

    @property
    def closes_ms(self) -> int | None:
        """Return when the time of the last turn ends; None before the first and without a clock."""
        if not self.terms.clock_s or self.phase == PracticePhase.READY:
            return None
        return self.opened_ms + self.terms.clock_s * 1000

    @property
    def left_ms(self) -> int | None:
        """Return the time that was left when the bulletin was handed in; None without a clock."""
        if self.closes_ms is None or not self.handed_ms:
            return None
        return max(0, self.closes_ms - self.handed_ms)

    def is_late(self, now_ms: int) -> bool:
        """Return True if a bulletin that comes at ``now_ms`` is late (5.7)."""
        return self.closes_ms is not None and now_ms > self.closes_ms + GRACE_MS

    def open_turn(self, turn_count: int, now_ms: int) -> Self:
        """Return the state with the next turn open. Raise WrongState."""
        can_open = self.phase in {PracticePhase.READY, PracticePhase.SHOWN}
        if not can_open or self.number >= turn_count:
            raise WrongState("practice-turn")
        return replace(
            self,
            phase=PracticePhase.OPEN,
            number=self.number + 1,
            opened_ms=now_ms,
            handed_ms=0,
            result=None,
        )

    def show_turn(
        self, result: Mapping[str, Any], top_score: int, turn_count: int, now_ms: int
    ) -> Self:
        """Return the state after the bulletin of the open turn was judged; after the last turn the
        game is over. Raise WrongState: a turn is handed in once."""
        if self.phase != PracticePhase.OPEN:
            raise WrongState("practice-turn")
        is_last = self.number >= turn_count
        line = (result["word"], result["ref"], result["points"], top_score)
        phase = PracticePhase.DONE if is_last else PracticePhase.SHOWN
        lines = (*self.lines, line)
        return replace(self, phase=phase, handed_ms=now_ms, lines=lines, result=dict(result))

    def to_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_data``. Raise WrongState for anything else."""
        try:
            terms = PracticeTerms(**{**data["terms"], "kind": PracticeKind(data["terms"]["kind"])})
            lines = tuple((word, ref, points, top) for word, ref, points, top in data["lines"])
            fields = {"terms": terms, "phase": PracticePhase(data["phase"]), "lines": lines}
            return cls(**{**data, **fields})
        except (KeyError, TypeError, ValueError) as error:
            raise WrongState("practice-state") from error
