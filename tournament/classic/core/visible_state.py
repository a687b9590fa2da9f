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

    ``rack``: letters turned up, None for another viewer. ``letter_count``: face up or down.
    ``to_draw``: number of letters to draw now. ``has_called``: the player called an arbiter.
    ``score``: with the remaining letters only once they are public. ``sheet``: the score sheet.
    """

    rack: str | None
    letter_count: int
    face_down_count: int
    to_draw: int
    absence: Absence | None
    has_called: bool
    has_signed: bool
    is_out_of_time: bool
    score: int
    sheet: tuple[ScoreSheetLine, ...]


@dataclass(frozen=True, slots=True)
class VisibleState:
    """A game as seen by the viewer.

    ``own_side``: side of the viewer. ``is_toss_repeated``: True if a first toss decided nothing.
    ``open_move``: the move that can still be challenged or, once ``is_judged``, whose verdict can
    be appealed. ``formed_words``: by it or by the challenged move. ``has_pending_appeal``: the
    director has a ruling to decide. ``can_look_at_ms``: when the viewer may turn up the drawn
    letters. ``can_take_back_record``, ``is_rewriting``: the last recorded move may be, or is,
    recorded again. ``verdict``: on the last move, by word.
    """

    own_side: Side | None
    terms: MatchTerms
    phase: MatchPhase
    to_move: Side | None
    starter: Side | None
    has_started: bool
    toss_letters: tuple[str, str]
    is_toss_repeated: bool
    rows: tuple[str, ...]
    bag_size: int
    x: VisiblePlayer
    y: VisiblePlayer
    clock: Clock
    moves: tuple[MatchMove, ...]
    open_move: MatchMove | None
    is_judged: bool
    has_pending_appeal: bool
    formed_words: tuple[str, ...]
    can_look_at_ms: int
    can_take_back_record: bool
    is_rewriting: bool
    challenge: Challenge | None
    verdict: Mapping[str, bool]
    contest: Contest | None
    is_director_requested: bool
    is_time_up: bool
    is_unwatched: bool
    end_reason: MatchEndReason | None
    was_abandoned: bool
    has_loser: bool
    has_excluded_player: bool
    winner: Winner | None
    is_over: bool
    is_final: bool
    is_confirmed: bool

    def get_player(self, side: Side) -> VisiblePlayer:
        return self.x if side is Side.X else self.y

    @property
    def scores(self) -> tuple[int, int]:
        return self.x.score, self.y.score

    @property
    def can_challenge(self) -> bool:
        """Return True if the viewer may challenge the last move (5.2)."""
        is_open = self._can_refuse_last_word and self.phase in CHALLENGEABLE_PHASES
        return is_open and not (self.is_judged or self.has_loser or self.is_confirmed)

    @property
    def can_accept_last_word(self) -> bool:
        """Return True if the viewer may accept the last word or its verdict."""
        is_over = self.phase is MatchPhase.OVER and self.end_reason is not None
        return self._can_refuse_last_word and is_over and not self.has_pending_appeal

    @property
    def _can_refuse_last_word(self) -> bool:
        return self.open_move is not None and self.open_move.side is not self.own_side

    @property
    def can_play(self) -> bool:
        if self.own_side is None or self.to_move is not self.own_side:
            return False
        player = self.get_player(self.own_side)
        can_act = player.absence is None and not player.is_out_of_time
        return can_act and self.phase is MatchPhase.PLAY

    @property
    def can_exchange(self) -> bool:
        """Return True if an exchange is possible: both still play (7.3.1), enough letters in the
        bag (4.3.1)."""
        plays_alone = (
            self.own_side is not None and self.get_player(self.own_side.other).is_out_of_time
        )
        return self.can_play and not plays_alone and self.bag_size >= MIN_BAG_FOR_EXCHANGE


def build_visible_state(state: MatchState, viewer: Viewer, now: int) -> VisibleState:
    """Return the game as ``viewer`` may see it at ``now``, in milliseconds."""
    own_side = viewer.side
    return VisibleState(
        own_side=own_side,
        terms=state.terms,
        phase=state.phase,
        to_move=state.to_move,
        starter=state.starter,
        has_started=state.has_started,
        toss_letters=state.toss_letters,
        is_toss_repeated=bool(state.drawn_toss_letters),
        rows=tuple(state.board.rows()),
        bag_size=len(state.bag),
        x=_build_visible_player(state, Side.X, own_side),
        y=_build_visible_player(state, Side.Y, own_side),
        clock=state.clock.advance_to(now),
        moves=state.moves,
        open_move=_find_open_move(state),
        is_judged=state.is_judged,
        has_pending_appeal=any(ruling.is_pending for ruling in state.rulings),
        formed_words=_list_formed_words(state),
        can_look_at_ms=_compute_look_time(state, own_side),
        can_take_back_record=can_take_back_record(state),
        is_rewriting=state.is_rewriting,
        challenge=state.challenge,
        verdict=_find_verdict(state),
        contest=state.contest,
        is_director_requested=state.director_requester is not None,
        is_time_up=state.is_time_up,
        is_unwatched=state.is_unwatched,
        end_reason=state.end.reason if state.end else None,
        was_abandoned=state.side_that_abandoned is not None,
        has_loser=bool(state.losers),
        has_excluded_player=bool(state.excluded),
        winner=_find_public_winner(state),
        is_over=state.is_over,
        is_final=state.is_final,
        is_confirmed=state.is_confirmed,
    )


def _find_open_move(state: MatchState) -> MatchMove | None:
    number = state.open_move_number
    return None if number is None else state.moves[number]


def _find_public_winner(state: MatchState) -> Winner | None:
    """Return the winner, None while it would reveal remaining letters that may return into play."""
    return find_winner(state) if state.is_decided else None


def _build_visible_player(state: MatchState, side: Side, own_side: Side | None) -> VisiblePlayer:
    player = state.get_player(side)
    return VisiblePlayer(
        rack=player.rack if side is own_side else None,
        letter_count=player.letter_count,
        face_down_count=len(player.face_down),
        to_draw=count_letters_to_draw(state, side),
        absence=player.absence,
        has_called=player.has_called,
        has_signed=player.declared_totals is not None,
        is_out_of_time=state.is_out_of_time(side),
        score=compute_shown_scores(state)[side.position],
        sheet=tuple(list_score_sheet_lines(state, side)),
    )


def _list_formed_words(state: MatchState) -> tuple[str, ...]:
    """Return the words formed by the challenged move, else by the open one."""
    challenge = state.challenge
    move = _find_open_move(state) if challenge is None else state.moves[challenge.move_number]
    return () if move is None else tuple(dict.fromkeys(list_formed_words(move)))


def _compute_look_time(state: MatchState, own_side: Side | None) -> int:
    """Return when the viewer may look at the drawn letters, in ms; 0: at any time."""
    open_move = _find_open_move(state)
    if own_side is None or open_move is None or open_move.side is not own_side:
        return 0
    player = state.get_player(own_side)
    return player.drawn_at + state.terms.face_down_s * 1000 if player.face_down else 0


def _find_verdict(state: MatchState) -> dict[str, bool]:
    """Return the answers of the arbiter until the next move."""
    verdicts = [ruling for ruling in state.rulings if ruling.kind is RulingKind.VERDICT]
    if not verdicts or verdicts[-1].move_number != len(state.moves) - 1:
        return {}
    return dict(verdicts[-1].answers)
