"""What each may see of a game: nobody the bag, a player his own letters alone. All that a page of
a match shows is made of this, so that no page can tell what it was never given."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.challenges import formed
from tournament.classic.core.clock import Clock
from tournament.classic.core.endings import Winner, winner
from tournament.classic.core.move_correction import may_unwrite
from tournament.classic.core.moves import BAG_TO_EXCHANGE
from tournament.classic.core.opening import to_draw
from tournament.classic.core.rulings import RulingKind
from tournament.classic.core.score_sheet import ScoreSheetLine, score_sheet, shown_scores
from tournament.classic.core.sides import Side
from tournament.classic.core.state import (
    TO_CHALLENGE,
    Away,
    Challenge,
    Contest,
    MatchEndReason,
    MatchMove,
    MatchPhase,
    MatchState,
)
from tournament.classic.core.terms import MatchTerms


class Viewer(StrEnum):
    X = "X"
    Y = "Y"
    #: Spectators, and officers while the game is played.
    OTHERS = "others"

    @property
    def side(self) -> Side | None:
        return None if self is Viewer.OTHERS else Side(self.value)


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """``rack``: what he has looked at, None when it is not the viewer's to see. ``down``: how many
    lie face down. ``to_draw``: how many he needs, 0 when it is not his to draw. ``calls``: he has
    called an arbiter. ``score``: before the letters that are left count. ``sheet``: the score sheet
    of what he did."""

    rack: str | None
    size: int
    down: int
    to_draw: int
    away: Away | None
    calls: bool
    signed: bool
    out_of_time: bool
    score: int
    sheet: tuple[ScoreSheetLine, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """``own``: the viewer's side. ``tossed_again``: the first letters of the toss did not decide.
    ``open_move``: the move that can still be challenged or, once ``judged``, its verdict appealed;
    ``words`` what it, or the one that is challenged, has formed, which is geometry. ``appealed``:
    the director has a ruling to judge. ``look_at``: from when on the viewer may look at the
    letters that he drew, in milliseconds. ``may_unwrite``, ``rewriting``: the last move of a record
    may be, or is, taken back to be written anew. ``verdict``: on the last move, word by word."""

    own: Side | None
    terms: MatchTerms
    phase: MatchPhase
    to_move: Side | None
    starter: Side | None
    started: bool
    tossed: tuple[str, str]
    tossed_again: bool
    rows: tuple[str, ...]
    bag: int
    x: SeenPlayer
    y: SeenPlayer
    clock: Clock
    moves: tuple[MatchMove, ...]
    open_move: MatchMove | None
    judged: bool
    appealed: bool
    words: tuple[str, ...]
    look_at: int
    may_unwrite: bool
    rewriting: bool
    challenge: Challenge | None
    verdict: Mapping[str, bool]
    contest: Contest | None
    referred: bool
    time_up: bool
    unwatched: bool
    end: MatchEndReason | None
    abandoned: bool
    lost: bool
    excluded: bool
    winner: Winner | None
    is_over: bool
    is_final: bool
    confirmed: bool

    def of(self, side: Side) -> SeenPlayer:
        return self.x if side is Side.X else self.y

    @property
    def scores(self) -> tuple[int, int]:
        return self.x.score, self.y.score

    @property
    def may_challenge(self) -> bool:
        """Of the viewer, or of whoever did not make the move, until a letter is seen (5.2)."""
        open_to = self._is_open_to_him and self.phase in TO_CHALLENGE
        return open_to and not (self.judged or self.lost or self.confirmed)

    @property
    def may_let_be(self) -> bool:
        """The last word of a game, or its verdict: nobody else can refuse it any more."""
        over = self.phase is MatchPhase.OVER and self.end is not None
        return self._is_open_to_him and over and not self.appealed

    @property
    def _is_open_to_him(self) -> bool:
        return self.open_move is not None and self.open_move.side is not self.own

    @property
    def may_play(self) -> bool:
        if self.own is None or self.to_move is not self.own:
            return False
        mine = self.of(self.own)
        here = mine.away is None and not mine.out_of_time
        return here and self.phase is MatchPhase.PLAY

    @property
    def may_exchange(self) -> bool:
        """Not of who plays alone (7.3.1), nor when the bag has too few (4.3.1)."""
        alone = self.own is not None and self.of(self.own.other).out_of_time
        return self.may_play and not alone and self.bag >= BAG_TO_EXCHANGE


def seen(state: MatchState, viewer: Viewer, now: int) -> Seen:
    """As ``viewer`` may know it at ``now``, in milliseconds."""
    own, end = viewer.side, state.end
    open_move = state.moves[state.window] if state.window is not None else None
    return Seen(
        own=own,
        terms=state.terms,
        phase=state.phase,
        to_move=state.to_move,
        starter=state.starter,
        started=state.started,
        tossed=state.tossed,
        tossed_again=bool(state.toss_out),
        rows=tuple(state.board.rows()),
        bag=len(state.bag),
        x=_player(state, Side.X, own),
        y=_player(state, Side.Y, own),
        clock=state.clock.to(now),
        moves=state.moves,
        open_move=open_move,
        judged=state.is_judged,
        appealed=any(one.waits for one in state.rulings),
        words=_words(state, open_move),
        look_at=_look_at(state, own),
        may_unwrite=may_unwrite(state),
        rewriting=state.rewriting,
        challenge=state.challenge,
        verdict=_verdict(state),
        contest=state.contest,
        referred=state.referred is not None,
        time_up=state.time_up,
        unwatched=state.unwatched,
        end=end.reason if end else None,
        abandoned=state.abandoned is not None,
        lost=bool(state.losers),
        excluded=bool(state.excluded),
        # Who has won tells of the letters that are left, while they may come into play again.
        winner=winner(state) if state.is_decided else None,
        is_over=state.is_over,
        is_final=state.is_final,
        confirmed=state.confirmed,
    )


def _player(state: MatchState, side: Side, own: Side | None) -> SeenPlayer:
    player = state.of(side)
    return SeenPlayer(
        rack=player.rack if side is own else None,
        size=player.size,
        down=len(player.down),
        to_draw=to_draw(state, side),
        away=player.away,
        calls=player.calls,
        signed=player.declared is not None,
        out_of_time=state.is_out_of_time(side),
        score=shown_scores(state)[0 if side is Side.X else 1],
        sheet=tuple(score_sheet(state, side)),
    )


def _words(state: MatchState, open_move: MatchMove | None) -> tuple[str, ...]:
    asked = state.challenge
    move = state.moves[asked.move] if asked is not None else open_move
    return () if move is None else tuple(dict.fromkeys(formed(move)))


def _look_at(state: MatchState, own: Side | None) -> int:
    """0: at any time, for the move is no longer his to defend."""
    if own is None or not state.of(own).down or state.window is None:
        return 0
    guarded = state.moves[state.window].side is own
    return state.of(own).drawn_at + state.terms.face_down_s * 1000 if guarded else 0


def _verdict(state: MatchState) -> dict[str, bool]:
    """What an arbiter has answered, until the next move is made."""
    given = [one for one in state.rulings if one.kind is RulingKind.VERDICT]
    if not given or given[-1].move != len(state.moves) - 1:
        return {}
    return dict(given[-1].answers)
