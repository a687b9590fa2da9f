"""The part of a game that a viewer may see: never the letters of the bag or of another rack.

Every page of a match is rendered from it, so that no page can reveal more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.challenges import list_formed_words
from tournament.classic.core.clock import Clock
from tournament.classic.core.endings import Winner, find_winner
from tournament.classic.core.move_correction import can_take_back_record
from tournament.classic.core.moves import MIN_BAG_FOR_EXCHANGE
from tournament.classic.core.opening import count_letters_to_draw
from tournament.classic.core.phases import CHALLENGEABLE_PHASES, MatchPhase
from tournament.classic.core.rulings import RulingKind
from tournament.classic.core.score_sheet import (
    ScoreSheetLine,
    compute_shown_scores,
    list_score_sheet_lines,
)
from tournament.classic.core.sides import Side
from tournament.classic.core.state import (
    Absence,
    Challenge,
    Contest,
    MatchEndReason,
    MatchMove,
    MatchState,
)
from tournament.classic.core.terms import MatchTerms


class Viewer(StrEnum):
    X = "X"
    Y = "Y"
    #: Spectators, and officers during the game.
    OTHERS = "others"

    @property
    def side(self) -> Side | None:
        return None if self is Viewer.OTHERS else Side(self.value)


@dataclass(frozen=True, slots=True)
class VisiblePlayer:
    """A player as seen by the viewer.

    ``rack``: letters turned up, None for another viewer. ``down``: number of letters face down.
    ``to_draw``: letters to draw now. ``calls``: the player called an arbiter. ``score``: with the
    remaining letters only once they are public. ``sheet``: the score sheet.
    """

    rack: str | None
    size: int
    down: int
    to_draw: int
    away: Absence | None
    calls: bool
    signed: bool
    out_of_time: bool
    score: int
    sheet: tuple[ScoreSheetLine, ...]


@dataclass(frozen=True, slots=True)
class VisibleState:
    """A game as seen by the viewer.

    ``own``: side of the viewer. ``tossed_again``: the first toss was a tie. ``open_move``: the move
    that can still be challenged or, once ``judged``, whose verdict can be appealed. ``words``:
    formed by it or by the challenged move. ``appealed``: the director has a ruling to decide.
    ``look_at``: when the viewer may turn up the drawn letters, in ms. ``can_take_back_record``,
    ``rewriting``: the last recorded move may be, or is, recorded again. ``verdict``: on the last
    move, by word.
    """

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
    x: VisiblePlayer
    y: VisiblePlayer
    clock: Clock
    moves: tuple[MatchMove, ...]
    open_move: MatchMove | None
    judged: bool
    appealed: bool
    words: tuple[str, ...]
    look_at: int
    can_take_back_record: bool
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

    def get_player(self, side: Side) -> VisiblePlayer:
        return self.x if side is Side.X else self.y

    @property
    def scores(self) -> tuple[int, int]:
        return self.x.score, self.y.score

    @property
    def can_challenge(self) -> bool:
        """Return True if the viewer may challenge the last move (5.2)."""
        is_open = self._can_refuse_last_word and self.phase in CHALLENGEABLE_PHASES
        return is_open and not (self.judged or self.lost or self.confirmed)

    @property
    def can_accept_last_word(self) -> bool:
        """Return True if the viewer may accept the last word or its verdict."""
        is_over = self.phase is MatchPhase.OVER and self.end is not None
        return self._can_refuse_last_word and is_over and not self.appealed

    @property
    def _can_refuse_last_word(self) -> bool:
        return self.open_move is not None and self.open_move.side is not self.own

    @property
    def can_play(self) -> bool:
        if self.own is None or self.to_move is not self.own:
            return False
        player = self.get_player(self.own)
        can_act = player.away is None and not player.out_of_time
        return can_act and self.phase is MatchPhase.PLAY

    @property
    def can_exchange(self) -> bool:
        """Return True if an exchange is possible: both still play (7.3.1), enough letters in the
        bag (4.3.1)."""
        plays_alone = self.own is not None and self.get_player(self.own.other).out_of_time
        return self.can_play and not plays_alone and self.bag >= MIN_BAG_FOR_EXCHANGE


def build_visible_state(state: MatchState, viewer: Viewer, now: int) -> VisibleState:
    """Return the game as ``viewer`` may see it at ``now``, in milliseconds."""
    own, end = viewer.side, state.end
    open_move = state.moves[state.window] if state.window is not None else None
    return VisibleState(
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
        x=_build_visible_player(state, Side.X, own),
        y=_build_visible_player(state, Side.Y, own),
        clock=state.clock.advance_to(now),
        moves=state.moves,
        open_move=open_move,
        judged=state.is_judged,
        appealed=any(ruling.is_pending for ruling in state.rulings),
        words=_list_words(state, open_move),
        look_at=_compute_look_at(state, own),
        can_take_back_record=can_take_back_record(state),
        rewriting=state.rewriting,
        challenge=state.challenge,
        verdict=_find_verdict(state),
        contest=state.contest,
        referred=state.referred is not None,
        time_up=state.time_up,
        unwatched=state.unwatched,
        end=end.reason if end else None,
        abandoned=state.abandoned is not None,
        lost=bool(state.losers),
        excluded=bool(state.excluded),
        # The winner would reveal the remaining letters while they may return into play.
        winner=find_winner(state) if state.is_decided else None,
        is_over=state.is_over,
        is_final=state.is_final,
        confirmed=state.confirmed,
    )


def _build_visible_player(state: MatchState, side: Side, own: Side | None) -> VisiblePlayer:
    player = state.get_player(side)
    return VisiblePlayer(
        rack=player.rack if side is own else None,
        size=player.size,
        down=len(player.down),
        to_draw=count_letters_to_draw(state, side),
        away=player.away,
        calls=player.calls,
        signed=player.declared is not None,
        out_of_time=state.is_out_of_time(side),
        score=compute_shown_scores(state)[side.position],
        sheet=tuple(list_score_sheet_lines(state, side)),
    )


def _list_words(state: MatchState, open_move: MatchMove | None) -> tuple[str, ...]:
    challenge = state.challenge
    move = state.moves[challenge.move] if challenge is not None else open_move
    return () if move is None else tuple(dict.fromkeys(list_formed_words(move)))


def _compute_look_at(state: MatchState, own: Side | None) -> int:
    """Return when the viewer may look at the drawn letters; 0: at any time."""
    if own is None or not state.get_player(own).down or state.window is None:
        return 0
    is_challengeable = state.moves[state.window].side is own
    return (
        state.get_player(own).drawn_at + state.terms.face_down_s * 1000 if is_challengeable else 0
    )


def _find_verdict(state: MatchState) -> dict[str, bool]:
    """Return the answers of the arbiter until the next move."""
    verdicts = [ruling for ruling in state.rulings if ruling.kind is RulingKind.VERDICT]
    if not verdicts or verdicts[-1].move != len(state.moves) - 1:
        return {}
    return dict(verdicts[-1].answers)
