"""The toss, the first draw and the start of the clock (3)."""

from dataclasses import replace

from engine.errors import BadLetters, LettersNotInBag
from engine.rules.bag import Bag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, is_within_set, remove_letters
from engine.rules.classic.toss import find_toss_winner, is_toss_letter
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Event
from tournament.classic.core.phases import CHALLENGEABLE_PHASES, MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchState, set_starter
from tournament.core.errors import ClassicRefused

#: Maximum number of letters in one draw; a smaller excess is accepted and corrected (10.1).
MAX_DRAWN = 2 * RACK_SIZE


def toss(state: MatchState, event: Event) -> MatchState:
    """Draw a letter for the start (3.1); a joker or equal letters are drawn again.

    All letters go back into the bag once the starter is known (C-09).
    """
    side, letter = event.acting_side, event.read_text("letter", max_length=1)
    own_letter, opponent_letter = side.put_first(state.toss_letters)
    if own_letter:
        raise ClassicRefused("already-tossed")
    bag, drawn_letters = remove_from_bag(state.bag, letter), state.drawn_toss_letters + letter
    if not is_within_set(drawn_letters):
        raise ClassicRefused("not-in-bag")
    drawn = replace(
        state, bag=bag, drawn_toss_letters=drawn_letters, draw_count=state.draw_count + 1
    )
    if not is_toss_letter(letter):
        return drawn
    if not opponent_letter:
        return replace(drawn, toss_letters=side.put_first((letter, "")))
    winner_position = find_toss_winner(opponent_letter, letter)
    if winner_position is None:
        return replace(drawn, toss_letters=("", ""))
    both = side.put_first((letter, opponent_letter))
    decided = replace(return_toss_letters(drawn), toss_letters=both)
    return set_starter(decided, side.other if winner_position == 0 else side)


def return_toss_letters(state: MatchState) -> MatchState:
    """Put the letters of the toss back into the bag; with real tiles they become unknown again."""
    letters = (
        UNSEEN * len(state.drawn_toss_letters)
        if state.terms.real_tiles
        else state.drawn_toss_letters
    )
    return replace(
        state, bag=add_to_bag(state.bag, letters), drawn_toss_letters="", toss_letters=("", "")
    )


def remove_from_bag(bag: str, letters: str) -> str:
    """Return the remaining bag. Raise ClassicRefused if it lacks a letter."""
    try:
        return remove_letters(bag, letters)
    except LettersNotInBag as error:
        raise ClassicRefused("not-in-bag", letters=letters) from error


def add_to_bag(bag: str, letters: str) -> str:
    """Return the bag with ``letters``, sorted so that it reveals nothing. Raise ClassicRefused."""
    visible = (bag + letters).replace(UNSEEN, "")
    try:
        ordered = Bag(visible).letters
    except BadLetters as error:
        raise ClassicRefused("bad-letters", letters=letters) from error
    return ordered + UNSEEN * (len(bag) + len(letters) - len(visible))


def count_letters_to_draw(state: MatchState, side: Side) -> int:
    """Return how many letters ``side`` has to draw, 0 if it may not draw."""
    player = state.get_player(side)
    return min(max(0, RACK_SIZE - player.letter_count), len(state.bag)) if player.must_draw else 0


def draw(state: MatchState, event: Event) -> MatchState:
    """Draw letters, face down (3.4, 4.1.7); too many are corrected afterwards (10.1)."""
    side = event.acting_side
    player = state.get_player(side)
    if not player.must_draw:
        raise ClassicRefused("nothing-to-draw")
    n = event.read_number("n", low=1, high=MAX_DRAWN)
    drawn = add_drawn_letters(state, event, side, n)
    is_complete = drawn.get_player(side).letter_count >= RACK_SIZE or not drawn.bag
    drawn = drawn.with_player(side, must_draw=not is_complete)
    return (
        _continue_after_first_draw(drawn, side)
        if is_complete and drawn.play_phase is MatchPhase.RACKS
        else drawn
    )


def add_drawn_letters(
    state: MatchState, event: Event, side: Side, n: int, name: str = "letters"
) -> MatchState:
    """Add ``n`` drawn letters face down to the rack; the server has chosen them."""
    letters = event.read_text(name, max_length=n)
    if len(letters) != n:
        raise event.build_refusal(name)
    if n > len(state.bag):
        raise ClassicRefused("bag-too-small", bag=len(state.bag))
    bag = remove_from_bag(state.bag, letters)
    face_down = state.get_player(side).face_down + letters
    drawn = replace(state, bag=bag, draw_count=state.draw_count + 1)
    return drawn.with_player(side, face_down=face_down, drawn_at=event.at)


def _continue_after_first_draw(state: MatchState, side: Side) -> MatchState:
    """Let the other player draw, or wait for the clock: the starter draws first (3.6)."""
    other = state.get_player(side.other)
    if other.absence is Absence.LATE:
        return replace(state, play_phase=MatchPhase.PLAY)
    if other.letter_count < RACK_SIZE:
        return state.with_player(side.other, must_draw=True)
    return prepare_start(state)


def prepare_start(state: MatchState) -> MatchState:
    """Wait for the clock once both racks are full; without a chess clock the game starts (3.5,
    3.6)."""
    if state.clock.x.control is TimeControl.GAME:
        return replace(state, play_phase=MatchPhase.START)
    return start_play(state)


def start_play(state: MatchState) -> MatchState:
    clock = state.clock
    for side in Side:
        clock = clock.with_new_move(side)
    return replace(state, play_phase=MatchPhase.PLAY, has_started=True, clock=clock)


def start_clock(state: MatchState, side: Side) -> MatchState:
    """Start the clock: the loser of the toss, who drew last, does it (3.6)."""
    if side is state.starter:
        raise ClassicRefused("loser-starts-clock")
    return start_play(state)


def turn_up_letters(state: MatchState, event: Event) -> MatchState:
    """Turn up the drawn letters: the move can no longer be challenged (5.2)."""
    side = event.acting_side
    player = state.get_player(side)
    if not player.face_down:
        raise ClassicRefused("nothing-face-down")
    face_down_until = player.drawn_at + state.terms.face_down_s * 1000
    if state.open_move_number is not None and state.moves[state.open_move_number].side is side:
        if event.at < face_down_until:
            raise ClassicRefused(
                "still-face-down", seconds=-(-(face_down_until - event.at) // 1000)
            )
        state = replace(state, open_move_number=None)
    return state.with_player(side, rack=player.rack + player.face_down, face_down="")


def extend_face_down(state: MatchState, elapsed_ms: int) -> MatchState:
    """Extend the time face down by ``passed``: a stopped game must not shorten the time to
    challenge (5.2, C-42)."""
    if state.open_move_number is None or state.phase in CHALLENGEABLE_PHASES:
        return state
    author = state.moves[state.open_move_number].side
    return state.with_player(
        author, drawn_at=state.get_player(author).drawn_at + max(0, elapsed_ms)
    )
