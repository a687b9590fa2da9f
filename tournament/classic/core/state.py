"""The state of a game between two, computed from its events."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.board.board import Board
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, build_full_bag
from tournament.classic.core.clock import Clock, TimeControl, build_clock
from tournament.classic.core.phases import RUNNING_PHASES, MatchPhase
from tournament.classic.core.rulings import MatchRuling, MatchSanction, Penalty
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms


class MoveKind(StrEnum):
    PLAY = "play"
    PASS = "pass"  # noqa: S105 - a turn that is passed
    EXCHANGE = "exchange"
    #: A turn lost by time (6.3.2).
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MatchMove:
    """A move.

    ``points``: those that count, unlike the ``announced`` ones. ``before``: the board before
    it. ``stands``: False if its tiles were taken back after a challenge.
    """

    side: Side
    kind: MoveKind
    at: int = 0
    word: str = ""
    ref: str = ""
    tiles: str = ""
    announced: int = 0
    points: int = 0
    changed: int = 0
    stands: bool = True
    before: Board | None = None


class Absence(StrEnum):
    """Kinds of absence from the table."""

    LATE = "late"
    PAUSE = "pause"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of the game.

    ``down``: drawn letters face down. ``drawing``: the player has to draw. ``reported``: the player
    reported excess letters and had seen one (10.1.2). ``calls``: the player called an arbiter.
    """

    rack: str = ""
    down: str = ""
    drawing: bool = False
    drawn_at: int = 0
    reported: bool = False
    away: Absence | None = None
    calls: bool = False
    #: The declared totals of X and Y.
    declared: tuple[int, int] | None = None

    @property
    def letters(self) -> str:
        return self.rack + self.down

    @property
    def size(self) -> int:
        return len(self.rack) + len(self.down)

    @property
    def excess(self) -> int:
        return max(0, self.size - RACK_SIZE)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; ``words``: those of the slip, None before it is filled in."""

    by: Side
    move: int
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of the score of a move.

    ``score``: proposed by its author, or None. ``called``: an arbiter was called because the
    players disagree (4.1.6).
    """

    by: Side
    move: int
    score: int | None = None
    called: bool = False


class MatchEndReason(StrEnum):
    #: All letters played, and the bag is empty (7.1).
    OUT = "out"
    #: Six times "I pass" (4.2.2, 7.2).
    PASSES = "passes"
    #: Neither player has time left (7.3.2).
    TIME = "time"
    #: The totals were agreed or settled (10.4).
    TOTALS = "totals"
    #: The director has stopped the game (9.3).
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class MatchGameEnd:
    """The end of a game; ``left``: remaining letters of X and Y, None while unknown."""

    reason: MatchEndReason
    at: int
    left: tuple[str, str] | None = None

    @property
    def counts_letters(self) -> bool:
        return self.reason is not MatchEndReason.TOTALS


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a game.

    ``play_phase``: the phase without interruptions; see ``phase``. ``window``: number of the move
    that can still be challenged or, at the end, whose verdict can be appealed. ``base``: points
    before the record started. ``draws``: number of draws from the bag. ``adjustment``: points that
    settled totals add to the computed ones.
    """

    terms: MatchTerms
    clock: Clock
    play_phase: MatchPhase = MatchPhase.TOSS
    board: Board = field(default_factory=Board.empty)
    bag: str = ""
    x: MatchPlayer = field(default_factory=MatchPlayer)
    y: MatchPlayer = field(default_factory=MatchPlayer)
    starter: Side | None = None
    tossed: tuple[str, str] = ("", "")
    #: All letters drawn in the toss, which are out of the bag.
    toss_out: str = ""
    to_move: Side | None = None
    started: bool = False
    moves: tuple[MatchMove, ...] = ()
    window: int | None = None
    challenge: Challenge | None = None
    contest: Contest | None = None
    passes: int = 0
    penalties: tuple[Penalty, ...] = ()
    rulings: tuple[MatchRuling, ...] = ()
    adjustment: tuple[int, int] = (0, 0)
    base: tuple[int, int] = (0, 0)
    #: True if words were on the board before the record started.
    words_before: bool = False
    held: bool = False
    #: True if no process watched the clocks: an arbiter sets them (1.7).
    unwatched: bool = False
    abandoned: Side | None = None
    #: True if the common time is over: the director decides (6.4).
    time_up: bool = False
    #: The player who asked for the director (6.4.2).
    referred: Side | None = None
    end: MatchGameEnd | None = None
    confirmed: bool = False
    draws: int = 0
    #: The state before the last recorded move, and True while that move is recorded again.
    before_written: "MatchState | None" = None
    rewriting: bool = False

    def get_player(self, side: Side) -> MatchPlayer:
        return self.x if side is Side.X else self.y

    def with_player(self, side: Side, **changes: Any) -> "MatchState":
        player = replace(self.get_player(side), **changes)
        return replace(self, x=player) if side is Side.X else replace(self, y=player)

    def is_out_of_time(self, side: Side) -> bool:
        """Return True if the player may make no more moves (7.3.1)."""
        player_clock = self.clock.get_player_clock(side)
        return player_clock.control is TimeControl.GAME and player_clock.is_out

    @property
    def losers(self) -> frozenset[Side]:
        """Return the players who lose whatever the score (9.2, 10)."""
        sanctioned = {
            ruling.side for ruling in self.rulings if ruling.sanction is MatchSanction.LOSS
        }
        abandoned = {self.abandoned} if self.abandoned else set()
        return frozenset(side for side in sanctioned | abandoned if side is not None)

    @property
    def excluded(self) -> frozenset[Side]:
        return frozenset(
            ruling.side
            for ruling in self.rulings
            if ruling.sanction is MatchSanction.EXCLUSION and ruling.side is not None
        )

    @property
    def beaten(self) -> frozenset[Side]:
        """Return the players who cannot win: losers and, after the end, excluded ones (C-13)."""
        return self.losers | (self.excluded if self.end is not None else frozenset())

    @property
    def totals_disagree(self) -> bool:
        declared = (self.x.declared, self.y.declared)
        return None not in declared and declared[0] != declared[1]

    @property
    def phase(self) -> MatchPhase:
        """Return the current phase: the first interruption that applies, else ``play_phase``."""
        challenge, end = self.challenge, self.end
        interruptions = (
            (bool(self.losers), MatchPhase.OVER),
            (self.totals_disagree, MatchPhase.TOTALS),
            (challenge is not None and challenge.words is None, MatchPhase.CHALLENGE),
            (challenge is not None, MatchPhase.SLIP),
            (self.contest is not None and self.contest.called, MatchPhase.SCORE),
            (end is not None and end.counts_letters and end.left is None, MatchPhase.LETTERS),
            (end is not None, MatchPhase.OVER),
            (bool(self.excluded), MatchPhase.SUSPENDED),
            (self.held, MatchPhase.HELD),
        )
        return next((phase for applies, phase in interruptions if applies), self.play_phase)

    @property
    def is_over(self) -> bool:
        """Return True if nothing more is played, unless a decision is overturned."""
        return bool(self.losers) or self.end is not None

    @property
    def is_final(self) -> bool:
        """Return True if letters and seed may be shown: later decisions change the result only
        (C-41)."""
        return self.end is not None and self.window is None

    @property
    def is_judged(self) -> bool:
        """Return True if the challenge of the last move was answered; an appeal is still
        possible."""
        return self.window is not None and any(
            ruling.is_verdict_on(self.window) for ruling in self.rulings
        )

    @property
    def is_decided(self) -> bool:
        """Return True if the result may be public: no word can be challenged any more."""
        return bool(self.losers) or self.is_final

    @property
    def running_side(self) -> Side | None:
        """Return the side whose clock runs."""
        runs = self.started and self.phase in RUNNING_PHASES and not self.rewriting
        return self.to_move if runs else None


def build_game_state(terms: MatchTerms, *, starter: Side | None = None, at: int = 0) -> MatchState:
    """Return the state before the first letter; ``starter`` if an earlier toss decides (3.2)."""
    bag = UNSEEN * len(build_full_bag()) if terms.real_tiles else build_full_bag()
    clock = replace(build_clock(terms), at=at)
    state = MatchState(terms=terms, clock=clock, bag=bag)
    return state if starter is None else set_starter(state, starter)


def set_starter(state: MatchState, starter: Side) -> MatchState:
    """Set the starter, who draws first (3.1)."""
    decided = replace(state, play_phase=MatchPhase.RACKS, starter=starter, to_move=starter)
    return decided.with_player(starter, drawing=True)
