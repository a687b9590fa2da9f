"""A game between two as it stands: what its events have made of it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.board.board import Board
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, build_full_bag
from tournament.classic.core.clock import Clock, Regime, clock_of
from tournament.classic.core.rulings import MatchRuling, MatchSanction, Penalty
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms


class MatchPhase(StrEnum):
    TOSS = "toss"
    #: The seven letters of each are being drawn.
    RACKS = "racks"
    #: The loser of the toss has to start the clock (3.6).
    START = "start"
    PLAY = "play"
    #: A score was announced: the board is to be turned.
    ANNOUNCED = "announced"
    #: Turned: the clock is to be pressed.
    TURNED = "turned"
    #: "I challenge" was said: the slip is to be filled in.
    CHALLENGE = "challenge"
    #: The slip is with the arbiter.
    SLIP = "slip"
    #: The score of a word is contested, and an arbiter is called to settle it.
    SCORE = "score"
    #: An arbiter has stopped the clock.
    HELD = "held"
    #: A player is excluded: the director has to say what becomes of the game (C-13).
    SUSPENDED = "suspended"
    #: It is over; an arbiter has to type the letters that are left.
    LETTERS = "letters"
    #: The score sheets do not agree.
    TOTALS = "totals"
    OVER = "over"


#: In which somebody's time runs once the game has begun.
TICKING = frozenset({MatchPhase.PLAY, MatchPhase.ANNOUNCED, MatchPhase.TURNED})


#: In which the move just made can be challenged (5.2).
TO_CHALLENGE = frozenset({MatchPhase.PLAY, MatchPhase.TURNED, MatchPhase.OVER})


class MoveKind(StrEnum):
    PLAY = "play"
    PASS = "pass"  # noqa: S105 - a turn that is passed
    EXCHANGE = "exchange"
    #: The turn was lost by the time of a move (6.3.2), or by the clock.
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MatchMove:
    """``points``: what it counts. ``before``: the grid it was played on. ``stands``: False when
    the letters were taken back after a challenge."""

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


class Away(StrEnum):
    LATE = "late"
    PAUSE = "pause"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """``down``: letters drawn that he has not looked at. ``drawing``: it is his to draw.
    ``reported``: he has said that he drew too many, and has seen one (10.1.2)."""

    rack: str = ""
    down: str = ""
    drawing: bool = False
    drawn_at: int = 0
    reported: bool = False
    away: Away | None = None
    calls: bool = False
    #: Totals that he has declared, of X and of Y.
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
    """``words``: those of the slip, None before it is filled in."""

    by: Side
    move: int
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Of the score of a move. ``score``: what its author says that it is worth, or None.
    ``called``: the two did not agree, and an arbiter is to settle it (4.1.6)."""

    by: Side
    move: int
    score: int | None = None
    called: bool = False


class MatchEndReason(StrEnum):
    #: All letters played, and the bag is empty (7.1).
    OUT = "out"
    #: Six times "I pass" (4.2.2, 7.2).
    PASSES = "passes"
    #: No time left to either (7.3.2).
    TIME = "time"
    #: Declared totals were agreed on or settled (10.4).
    TOTALS = "totals"
    #: The director has stopped the game (9.3).
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class End:
    """``left``: the letters of X and Y, None while they are not known."""

    reason: MatchEndReason
    at: int
    left: tuple[str, str] | None = None

    @property
    def counts_letters(self) -> bool:
        return self.reason is not MatchEndReason.TOTALS


@dataclass(frozen=True, slots=True)
class MatchState:
    """``flow``: where the play itself is, whatever interrupts it; see ``phase``.

    ``window``: the number of the move that can still be refused: challenged, or, when it has ended
    the game, its verdict appealed. ``base``: points from before what is
    recorded here. ``draws``: how many draws were made of the bag.
    """

    terms: MatchTerms
    clock: Clock
    flow: MatchPhase = MatchPhase.TOSS
    board: Board = field(default_factory=Board.empty)
    bag: str = ""
    x: MatchPlayer = field(default_factory=MatchPlayer)
    y: MatchPlayer = field(default_factory=MatchPlayer)
    starter: Side | None = None
    tossed: tuple[str, str] = ("", "")
    #: All letters of the toss, the ones that did not decide too: they are out of the bag.
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
    adjust: tuple[int, int] = (0, 0)
    base: tuple[int, int] = (0, 0)
    #: A word lay on the grid before what is recorded here.
    words_before: bool = False
    held: bool = False
    #: The clocks stood still while nobody counted them: an arbiter sets them (1.7).
    unwatched: bool = False
    abandoned: Side | None = None
    #: The time of both is over: the director decides (6.4).
    time_up: bool = False
    #: Who has asked for the director (6.4.2).
    referred: Side | None = None
    end: End | None = None
    confirmed: bool = False
    draws: int = 0
    #: Before the last move that was recorded, and whether that one is to be written anew.
    before_written: "MatchState | None" = None
    rewriting: bool = False

    def of(self, side: Side) -> MatchPlayer:
        return self.x if side is Side.X else self.y

    def with_player(self, side: Side, **changes: Any) -> "MatchState":
        player = replace(self.of(side), **changes)
        return replace(self, x=player) if side is Side.X else replace(self, y=player)

    def is_out_of_time(self, side: Side) -> bool:
        """He plays no more (7.3.1)."""
        hand = self.clock.hand(side)
        return hand.regime is Regime.GAME and hand.is_out

    @property
    def losers(self) -> frozenset[Side]:
        """Those who lose whatever the score (9.2, 10)."""
        ruled = {one.side for one in self.rulings if one.sanction is MatchSanction.LOSS}
        left = {self.abandoned} if self.abandoned else set()
        return frozenset(side for side in ruled | left if side is not None)

    @property
    def excluded(self) -> frozenset[Side]:
        return frozenset(
            one.side
            for one in self.rulings
            if one.sanction is MatchSanction.EXCLUSION and one.side is not None
        )

    @property
    def beaten(self) -> frozenset[Side]:
        """Those who do not win, whatever the score: once it is over, who is excluded too (C-13)."""
        return self.losers | (self.excluded if self.end is not None else frozenset())

    @property
    def totals_disagree(self) -> bool:
        told = (self.x.declared, self.y.declared)
        return None not in told and told[0] != told[1]

    @property
    def phase(self) -> MatchPhase:
        """What is being done, or waited for; the first of these that is true."""
        asked, end = self.challenge, self.end
        interruptions = (
            (bool(self.losers), MatchPhase.OVER),
            (self.totals_disagree, MatchPhase.TOTALS),
            (asked is not None and asked.words is None, MatchPhase.CHALLENGE),
            (asked is not None, MatchPhase.SLIP),
            (self.contest is not None and self.contest.called, MatchPhase.SCORE),
            (end is not None and end.counts_letters and end.left is None, MatchPhase.LETTERS),
            (end is not None, MatchPhase.OVER),
            (bool(self.excluded), MatchPhase.SUSPENDED),
            (self.held, MatchPhase.HELD),
        )
        return next((phase for is_so, phase in interruptions if is_so), self.flow)

    @property
    def is_over(self) -> bool:
        """Nothing more is played, unless a decision is overturned or the last word is refused."""
        return bool(self.losers) or self.end is not None

    @property
    def is_final(self) -> bool:
        """Nothing brings its letters into play again: they, and the seed, may be shown. Whatever
        is decided from here on changes the result alone (C-41)."""
        return self.end is not None and self.window is None

    @property
    def is_judged(self) -> bool:
        """Whether the words of the move that ended the game were answered; there may be an
        appeal still."""
        return self.window is not None and any(one.answers_to(self.window) for one in self.rulings)

    @property
    def is_decided(self) -> bool:
        """Everybody may be told how it has come out: no word can be challenged any more."""
        return bool(self.losers) or self.is_final

    @property
    def ticking(self) -> Side | None:
        """Whose time runs."""
        runs = self.started and self.phase in TICKING and not self.rewriting
        return self.to_move if runs else None


def new_game(terms: MatchTerms, *, starter: Side | None = None, at: int = 0) -> MatchState:
    """Before the first letter; ``starter`` where the toss of an earlier game says it (3.2)."""
    bag = UNSEEN * len(build_full_bag()) if terms.real_tiles else build_full_bag()
    clock = replace(clock_of(terms), at=at)
    fresh = MatchState(terms=terms, clock=clock, bag=bag)
    return fresh if starter is None else begins(fresh, starter)


def begins(state: MatchState, starter: Side) -> MatchState:
    """Who begins is known: he draws first (3.1)."""
    found = replace(state, flow=MatchPhase.RACKS, starter=starter, to_move=starter)
    return found.with_player(starter, drawing=True)
