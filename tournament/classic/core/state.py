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

    ``points``: those that count, unlike the ``announced`` ones. ``exchanged_count``: number of
    letters exchanged. ``stands``: False if its tiles were taken back after a challenge.
    """

    side: Side
    kind: MoveKind
    at: int = 0
    word: str = ""
    ref: str = ""
    tiles: str = ""
    announced: int = 0
    points: int = 0
    exchanged_count: int = 0
    stands: bool = True
    board_before: Board | None = None


class Absence(StrEnum):
    """Kinds of absence from the table."""

    LATE = "late"
    PAUSE = "pause"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of the game.

    ``face_down``: drawn letters that the player has not turned up. ``has_reported_excess``: the
    player reported excess letters and had seen one (10.1.2). ``has_called``: the player called an
    arbiter.
    """

    rack: str = ""
    face_down: str = ""
    must_draw: bool = False
    drawn_at: int = 0
    has_reported_excess: bool = False
    absence: Absence | None = None
    has_called: bool = False
    #: The declared totals of X and Y.
    declared_totals: tuple[int, int] | None = None

    @property
    def letters(self) -> str:
        return self.rack + self.face_down

    @property
    def letter_count(self) -> int:
        return len(self.rack) + len(self.face_down)

    @property
    def excess_count(self) -> int:
        return max(0, self.letter_count - RACK_SIZE)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of move ``move_number``; ``words``: those of the slip, None before it is filled
    in."""

    challenger: Side
    move_number: int
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of the score of a move.

    ``proposed_score``: proposed by its author, or None. ``is_arbiter_called``: True if the players
    disagree and have called an arbiter (4.1.6).
    """

    author: Side
    move_number: int
    proposed_score: int | None = None
    is_arbiter_called: bool = False


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
    """The end of a game; ``remaining_letters``: of X and Y, None while unknown."""

    reason: MatchEndReason
    at: int
    remaining_letters: tuple[str, str] | None = None

    @property
    def counts_letters(self) -> bool:
        return self.reason is not MatchEndReason.TOTALS


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a game.

    ``play_phase``: the phase without interruptions; see ``phase``. ``open_move_number``: number of
    the move that can still be challenged or, at the end, whose verdict can be appealed.
    ``pass_count``: consecutive passes. ``points_before``: of X and Y before the record started.
    ``draw_count``: number of draws from the bag. ``adjustment``: points that settled totals add to
    the computed ones.
    """

    terms: MatchTerms
    clock: Clock
    play_phase: MatchPhase = MatchPhase.TOSS
    board: Board = field(default_factory=Board.empty)
    bag: str = ""
    x: MatchPlayer = field(default_factory=MatchPlayer)
    y: MatchPlayer = field(default_factory=MatchPlayer)
    starter: Side | None = None
    toss_letters: tuple[str, str] = ("", "")
    #: All letters drawn in the toss, also repeated ones: they are not in the bag.
    drawn_toss_letters: str = ""
    to_move: Side | None = None
    has_started: bool = False
    moves: tuple[MatchMove, ...] = ()
    open_move_number: int | None = None
    challenge: Challenge | None = None
    contest: Contest | None = None
    pass_count: int = 0
    penalties: tuple[Penalty, ...] = ()
    rulings: tuple[MatchRuling, ...] = ()
    adjustment: tuple[int, int] = (0, 0)
    points_before: tuple[int, int] = (0, 0)
    #: True if words were on the board before the record started.
    has_words_before: bool = False
    is_held: bool = False
    #: True if no process watched the clocks: an arbiter sets them (1.7).
    is_unwatched: bool = False
    side_that_abandoned: Side | None = None
    #: True if the common time is over: the director decides (6.4).
    is_time_up: bool = False
    #: The player who asked for the director (6.4.2).
    director_requester: Side | None = None
    end: MatchGameEnd | None = None
    is_confirmed: bool = False
    draw_count: int = 0
    #: The state before the last recorded move, and True while that move is recorded again.
    state_before_record: "MatchState | None" = None
    is_rewriting: bool = False

    def get_player(self, side: Side) -> MatchPlayer:
        return self.x if side is Side.X else self.y

    def with_player(self, side: Side, **changes: Any) -> "MatchState":
        player = replace(self.get_player(side), **changes)
        return replace(self, x=player) if side is Side.X else replace(self, y=player)

    def is_out_of_time(self, side: Side) -> bool:
        """Return True if the player may make no more moves (7.3.1)."""
        player_clock = self.clock.get_player_clock(side)
        return player_clock.control is TimeControl.GAME and player_clock.has_run_out

    @property
    def losers(self) -> frozenset[Side]:
        """Return the players who lose whatever the score (9.2, 10)."""
        sanctioned = {
            ruling.side for ruling in self.rulings if ruling.sanction is MatchSanction.LOSS
        }
        sides = {*sanctioned, self.side_that_abandoned}
        return frozenset(side for side in sides if side is not None)

    @property
    def excluded(self) -> frozenset[Side]:
        return frozenset(
            ruling.side
            for ruling in self.rulings
            if ruling.sanction is MatchSanction.EXCLUSION and ruling.side is not None
        )

    @property
    def sides_that_cannot_win(self) -> frozenset[Side]:
        """Return the losers and, after the end, the excluded players (C-13)."""
        return self.losers | (self.excluded if self.end is not None else frozenset())

    @property
    def has_different_totals(self) -> bool:
        totals = (self.x.declared_totals, self.y.declared_totals)
        return None not in totals and totals[0] != totals[1]

    @property
    def phase(self) -> MatchPhase:
        """Return the current phase: the first interruption that applies, else ``play_phase``."""
        challenge, end = self.challenge, self.end
        interruptions = (
            (bool(self.losers), MatchPhase.OVER),
            (self.has_different_totals, MatchPhase.TOTALS),
            (challenge is not None and challenge.words is None, MatchPhase.CHALLENGE),
            (challenge is not None, MatchPhase.SLIP),
            (self.contest is not None and self.contest.is_arbiter_called, MatchPhase.SCORE),
            (
                end is not None and end.counts_letters and end.remaining_letters is None,
                MatchPhase.LETTERS,
            ),
            (end is not None, MatchPhase.OVER),
            (bool(self.excluded), MatchPhase.SUSPENDED),
            (self.is_held, MatchPhase.HELD),
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
        return self.end is not None and self.open_move_number is None

    @property
    def is_judged(self) -> bool:
        """Return True if the challenge of the last move was answered; an appeal is still
        possible."""
        return self.open_move_number is not None and any(
            ruling.is_verdict_on(self.open_move_number) for ruling in self.rulings
        )

    @property
    def is_decided(self) -> bool:
        """Return True if the result may be public: no word can be challenged any more."""
        return bool(self.losers) or self.is_final

    @property
    def running_side(self) -> Side | None:
        """Return the side whose clock runs."""
        runs = self.has_started and self.phase in RUNNING_PHASES and not self.is_rewriting
        return self.to_move if runs else None


def build_game_state(terms: MatchTerms, *, starter: Side | None = None, at: int = 0) -> MatchState:
    """Return the state before the first letter; ``starter`` if an earlier toss decides (3.2)."""
    bag = UNSEEN * len(build_full_bag()) if terms.real_tiles else build_full_bag()
    clock = replace(build_clock(terms), updated_at_ms=at)
    state = MatchState(terms=terms, clock=clock, bag=bag)
    return state if starter is None else set_starter(state, starter)


def set_starter(state: MatchState, starter: Side) -> MatchState:
    """Set the starter, who draws first (3.1)."""
    decided = replace(state, play_phase=MatchPhase.RACKS, starter=starter, to_move=starter)
    return decided.with_player(starter, must_draw=True)
