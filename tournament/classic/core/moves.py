"""A turn (4): a word placed and announced, a pass, an exchange, and the end of the turn."""

from dataclasses import replace

from engine.errors import BadReference, IllegalPlacement, LettersNotInBag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, is_within_set, remove_letters
from engine.rules.classic.plays import LaidWord, lay_word as lay_word_on_board
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Event
from tournament.classic.core.endings import end_game, end_if_passed, list_tiles_on_board
from tournament.classic.core.opening import (
    add_drawn_letters,
    add_to_bag,
    start_clock,
    turn_up_letters,
)
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchEndReason, MatchMove, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: Letters that the bag must have for an exchange (4.3.1).
MIN_BAG_FOR_EXCHANGE = 7


def require_turn(state: MatchState, event: Event) -> Side:
    """Return the side of the player who acts. Raise ClassicRefused if it is not their turn."""
    side = event.acting_side
    if state.is_out_of_time(side):
        raise ClassicRefused("out-of-time")
    if side is not state.to_move:
        raise ClassicRefused("not-your-turn")
    if state.get_player(side).absence is not None:
        raise ClassicRefused("come-back-first")
    return side


def turn_up_letters_if_needed(state: MatchState, event: Event) -> MatchState:
    """Turn up the drawn letters of a player who makes a move."""
    return turn_up_letters(state, event) if state.get_player(event.acting_side).face_down else state


def lay_word(state: MatchState, side: Side, event: Event) -> LaidWord:
    word, ref = event.read_text("word", max_length=15), event.read_text("ref", max_length=3)
    try:
        return lay_word_on_board(state.board, state.get_player(side).rack, word, ref)
    except IllegalPlacement as error:
        raise ClassicRefused(f"cannot-lie-{error.code}", **error.data) from error
    except BadReference as error:
        raise ClassicRefused("bad-reference", ref=ref) from error
    except LettersNotInBag as error:
        raise ClassicRefused("not-on-rack", word=word) from error


def play(state: MatchState, event: Event) -> MatchState:
    """Place a word and announce its score as given; neither is checked (4.1.3).

    The letters are not touched any more (4.1.4). A series of passes is interrupted (C-01).
    """
    side = require_turn(state, event)
    state = turn_up_letters_if_needed(state, event)
    laid, score = lay_word(state, side, event), event.read_number("score")
    if not is_within_set(
        list_tiles_on_board(laid.board) + laid.rack + state.get_player(side.other).letters
    ):
        raise ClassicRefused("not-in-set")
    move = MatchMove(
        side, MoveKind.PLAY, event.at, event.read_text("word"), event.read_text("ref"), laid.tiles,
        announced=score, points=score, board_before=state.board,
    )  # fmt: skip
    played = replace(
        state, play_phase=MatchPhase.ANNOUNCED, board=laid.board, moves=(*state.moves, move),
        pass_count=0, open_move_number=None, director_requester=None,
    )  # fmt: skip
    return played.with_player(side, rack=laid.rack)


def turn_board(state: MatchState, event: Event) -> MatchState:
    """Turn the board to the opponent, who may challenge from now on (5.2).

    Without a chess clock the turn ends. With a common clock (6.4) the opponent may turn the board
    too.
    """
    has_common_clock = (
        state.to_move and state.clock.get_player_clock(state.to_move).control is TimeControl.NONE
    )
    side = state.moves[-1].side if has_common_clock else require_turn(state, event)
    turned = replace(state, play_phase=MatchPhase.TURNED, open_move_number=len(state.moves) - 1)
    if state.clock.get_player_clock(side).control is TimeControl.GAME:
        return turned
    return finish_play(turned, event.at)


def press(state: MatchState, event: Event) -> MatchState:
    """Start the opponent's clock: the first time (3.6) or after a move (6.2.4)."""
    if state.play_phase is MatchPhase.START:
        return start_clock(state, event.acting_side)
    require_turn(state, event)
    return finish_play(state, event.at)


def finish_play(state: MatchState, at: int) -> MatchState:
    """End the turn after a word: its author draws or has ended the game (7.1), the opponent
    plays."""
    side = state.moves[-1].side
    if state.open_move_number is None:
        state = replace(state, open_move_number=len(state.moves) - 1)
    if not state.get_player(side).letters and not state.bag:
        return end_game(state, MatchEndReason.OUT, at)
    return give_turn(mark_drawing(state, side), side.other, at)


def mark_drawing(state: MatchState, side: Side) -> MatchState:
    must_draw = state.get_player(side).letter_count < RACK_SIZE and bool(state.bag)
    return state.with_player(side, must_draw=must_draw)


def give_turn(state: MatchState, side: Side, at: int) -> MatchState:
    """Give the turn to ``side``, or to the opponent if ``side`` is out of time (7.3.1).

    If both are, the game is over (7.3.2).
    """
    if state.is_out_of_time(side):
        side = side.other
    if state.is_out_of_time(side):
        return end_game(
            replace(state, play_phase=MatchPhase.PLAY, to_move=None), MatchEndReason.TIME, at
        )
    clock = state.clock.with_new_move(side)
    return replace(state, play_phase=MatchPhase.PLAY, to_move=side, clock=clock, has_started=True)


def pass_turn(state: MatchState, event: Event) -> MatchState:
    """Pass: the board is turned and the clock pressed at once (4.2)."""
    side = require_turn(state, event)
    move = MatchMove(side, MoveKind.PASS, event.at)
    passed = replace(
        state,
        moves=(*state.moves, move),
        pass_count=state.pass_count + 1,
        open_move_number=None,
        director_requester=None,
    )
    ended_state = end_if_passed(passed, event.at)
    return ended_state if ended_state is not None else give_turn(passed, side.other, event.at)


def require_exchange(state: MatchState, side: Side) -> None:
    """Raise ClassicRefused with the reason why no exchange is possible (4.3.1, 7.3.1)."""
    if state.is_out_of_time(side.other):
        raise ClassicRefused("no-exchange-after-opponents-time")
    if len(state.bag) < MIN_BAG_FOR_EXCHANGE:
        raise ClassicRefused("bag-too-small", bag=len(state.bag))


def exchange(state: MatchState, event: Event) -> MatchState:
    """Exchange letters, which ends the turn (4.3.3).

    The announced number is drawn, the rejected letters go into the bag, the board is turned and the
    clock pressed at once (4.3.4).
    """
    side = require_turn(state, event)
    require_exchange(state, side)
    state = turn_up_letters_if_needed(state, event)
    rack = state.get_player(side).rack
    n = event.read_number("n", low=1, high=max(1, len(rack)))
    letters = event.read_text("letters", max_length=RACK_SIZE + 1)
    if len(letters) != n:
        raise ClassicRefused("wrong-exchange-count", n=n)
    if UNSEEN in letters and not state.terms.real_tiles:
        raise ClassicRefused("not-on-rack", word=letters)  # tablets know all tiles
    try:
        remaining = remove_letters(rack, letters)
    except LettersNotInBag as error:
        raise ClassicRefused("not-on-rack", word=letters) from error
    drawn = add_drawn_letters(state, event, side, n, name="drawn")
    move = MatchMove(side, MoveKind.EXCHANGE, event.at, exchanged_count=n)
    exchanged = replace(
        drawn, bag=add_to_bag(drawn.bag, letters), moves=(*state.moves, move), pass_count=0,
        open_move_number=None, director_requester=None,
    )  # fmt: skip
    face_down = drawn.get_player(side).face_down
    return give_turn(
        exchanged.with_player(side, rack=remaining + face_down, face_down=""), side.other, event.at
    )
