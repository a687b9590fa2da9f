"""A turn: a word laid and announced, a pass, an exchange (4), and the turn that ends."""

from dataclasses import replace

from engine.errors import BadReference, IllegalPlacement, LettersNotInBag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, is_within_set, remove_letters
from engine.rules.classic.plays import LaidWord, lay_word
from tournament.classic.core.clock import Regime
from tournament.classic.core.commands import Event
from tournament.classic.core.endings import ended, lying, passed_enough
from tournament.classic.core.opening import look, put_in, start_clock, with_drawn
from tournament.classic.core.sides import Side
from tournament.classic.core.state import (
    MatchEndReason,
    MatchMove,
    MatchPhase,
    MatchState,
    MoveKind,
)
from tournament.core.errors import ClassicRefused

#: 4.3.1.
BAG_TO_EXCHANGE = 7


def on_turn(state: MatchState, event: Event) -> Side:
    """The player on the move, whose command it is. Raises ClassicRefused."""
    side = event.mover
    if state.is_out_of_time(side):
        raise ClassicRefused("out-of-time")
    if side is not state.to_move:
        raise ClassicRefused("not-your-turn")
    if state.of(side).away is not None:
        raise ClassicRefused("come-back-first")
    return side


def uncovered(state: MatchState, event: Event) -> MatchState:
    """Who plays on has looked at the letters that he drew."""
    return look(state, event) if state.of(event.mover).down else state


def laid_by(state: MatchState, side: Side, event: Event) -> LaidWord:
    word, ref = event.text("word", longest=15), event.text("ref", longest=3)
    try:
        return lay_word(state.board, state.of(side).rack, word, ref)
    except IllegalPlacement as error:
        raise ClassicRefused(f"cannot-lie-{error.code}", **error.data) from error
    except BadReference as error:
        raise ClassicRefused("bad-reference", ref=ref) from error
    except LettersNotInBag as error:
        raise ClassicRefused("not-on-rack", word=word) from error


def play(state: MatchState, event: Event) -> MatchState:
    """A word laid and its score announced, as it is said (4.1.3): nothing tells whether either is
    right. From here on the letters are not touched (4.1.4). A series of passes is over (C-01)."""
    side = on_turn(state, event)
    state = uncovered(state, event)
    laid, score = laid_by(state, side, event), event.number("score")
    if not is_within_set(lying(laid.board) + laid.rack + state.of(side.other).letters):
        raise ClassicRefused("not-in-set")
    move = MatchMove(
        side, MoveKind.PLAY, event.at, event.text("word"), event.text("ref"), laid.tiles,
        announced=score, points=score, before=state.board,
    )  # fmt: skip
    played = replace(
        state, flow=MatchPhase.ANNOUNCED, board=laid.board, moves=(*state.moves, move),
        passes=0, window=None, referred=None,
    )  # fmt: skip
    return played.with_player(side, rack=laid.rack)


def turn(state: MatchState, event: Event) -> MatchState:
    """The board is turned to the opponent, who may challenge from now on (5.2). Without a chess
    clock the turn is over. Of a time for both (6.4) none is the author's own to lose: the opponent
    need not wait for him, and turns it himself."""
    common = state.to_move and state.clock.hand(state.to_move).regime is Regime.NONE
    side = state.moves[-1].side if common else on_turn(state, event)
    turned = replace(state, flow=MatchPhase.TURNED, window=len(state.moves) - 1)
    if state.clock.hand(side).regime is Regime.GAME:
        return turned
    return play_is_over(turned, event.at)


def press(state: MatchState, event: Event) -> MatchState:
    """The opponent's clock is started: the first of all (3.6), or after a move (6.2.4)."""
    if state.flow is MatchPhase.START:
        return start_clock(state, event.mover)
    on_turn(state, event)
    return play_is_over(state, event.at)


def play_is_over(state: MatchState, at: int) -> MatchState:
    """After a word: its author draws, or has ended the game (7.1); the other one plays."""
    side = state.moves[-1].side
    if state.window is None:
        state = replace(state, window=len(state.moves) - 1)
    if not state.of(side).letters and not state.bag:
        return ended(state, MatchEndReason.OUT, at)
    return next_turn(drawing(state, side), side.other, at)


def drawing(state: MatchState, side: Side) -> MatchState:
    short = state.of(side).size < RACK_SIZE and bool(state.bag)
    return state.with_player(side, drawing=short)


def next_turn(state: MatchState, side: Side, at: int) -> MatchState:
    """``side`` is on the move, unless he has no time left (7.3.1); neither: it is over (7.3.2)."""
    if state.is_out_of_time(side):
        side = side.other
    if state.is_out_of_time(side):
        return ended(replace(state, flow=MatchPhase.PLAY, to_move=None), MatchEndReason.TIME, at)
    clock = state.clock.full_again(side)
    return replace(state, flow=MatchPhase.PLAY, to_move=side, clock=clock, started=True)


def pass_turn(state: MatchState, event: Event) -> MatchState:
    """ "I pass", the board turned and the clock pressed in one gesture (4.2)."""
    side = on_turn(state, event)
    move = MatchMove(side, MoveKind.PASS, event.at)
    passed = replace(
        state, moves=(*state.moves, move), passes=state.passes + 1, window=None, referred=None
    )
    over = passed_enough(passed, event.at)
    return over if over is not None else next_turn(passed, side.other, event.at)


def may_exchange(state: MatchState, side: Side) -> None:
    """Raises ClassicRefused with the reason why not (4.3.1, 7.3.1)."""
    if state.is_out_of_time(side.other):
        raise ClassicRefused("no-exchange-alone")
    if len(state.bag) < BAG_TO_EXCHANGE:
        raise ClassicRefused("bag-too-small", bag=len(state.bag))


def exchange(state: MatchState, event: Event) -> MatchState:
    """ "I change n letters", as many drawn as announced, then those rejected put into the bag, the
    board turned and the clock pressed in one gesture (4.3.4): the turn is over (4.3.3)."""
    side = on_turn(state, event)
    may_exchange(state, side)
    state = uncovered(state, event)
    rack = state.of(side).rack
    n = event.number("n", low=1, high=max(1, len(rack)))
    letters = event.text("letters", longest=RACK_SIZE + 1)
    if len(letters) != n:
        raise ClassicRefused("exchange-exactly", n=n)
    if UNSEEN in letters and not state.terms.real_tiles:
        raise ClassicRefused("not-on-rack", word=letters)  # no tablet holds a tile nobody knows
    try:
        left = remove_letters(rack, letters)
    except LettersNotInBag as error:
        raise ClassicRefused("not-on-rack", word=letters) from error
    drawn = with_drawn(state, event, side, n, name="drawn")
    move = MatchMove(side, MoveKind.EXCHANGE, event.at, changed=n)
    back = replace(
        drawn, bag=put_in(drawn.bag, letters), moves=(*state.moves, move), passes=0, window=None,
        referred=None,
    )  # fmt: skip
    down = drawn.of(side).down
    return next_turn(back.with_player(side, rack=left + down, down=""), side.other, event.at)
