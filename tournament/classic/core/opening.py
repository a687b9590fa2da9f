"""The toss, the letters, and the clock that is started (3)."""

from dataclasses import replace

from engine.errors import BadLetters, LettersNotInBag
from engine.rules.bag import Bag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN, is_within_set, remove_letters
from engine.rules.classic.toss import find_toss_winner, is_counted
from tournament.classic.core.clock import Regime
from tournament.classic.core.commands import Event
from tournament.classic.core.sides import Side
from tournament.classic.core.state import TO_CHALLENGE, Away, MatchPhase, MatchState, begins
from tournament.core.errors import ClassicRefused

#: At once: what is too many is no refusal, what nobody would draw is (10.1).
MOST_DRAWN = 2 * RACK_SIZE


def toss(state: MatchState, event: Event) -> MatchState:
    """A letter for who begins (3.1): a joker is drawn again, and so are two that are the same.

    The letters go back into the bag once it is known who begins, all of them (C-09).
    """
    side, letter = event.mover, event.text("letter", longest=1)
    mine, his = _by_side(state.tossed, side)
    if mine:
        raise ClassicRefused("already-tossed")
    bag, out = taken(state.bag, letter), state.toss_out + letter
    if not is_within_set(out):
        raise ClassicRefused("not-in-bag")
    drawn = replace(state, bag=bag, toss_out=out, draws=state.draws + 1)
    if not is_counted(letter):
        return drawn
    if not his:
        return replace(drawn, tossed=(letter, "") if side is Side.X else ("", letter))
    first = find_toss_winner(his, letter)
    if first is None:
        return replace(drawn, tossed=("", ""))
    both = (letter, his) if side is Side.X else (his, letter)
    known = replace(toss_back(drawn), tossed=both)
    return begins(known, side.other if first == 0 else side)


def toss_back(state: MatchState) -> MatchState:
    """The letters of the toss are in the bag again; with real tiles nobody knows where they go."""
    out = UNSEEN * len(state.toss_out) if state.terms.real_tiles else state.toss_out
    return replace(state, bag=put_in(state.bag, out), toss_out="", tossed=("", ""))


def _by_side(pair: tuple[str, str], side: Side) -> tuple[str, str]:
    return pair if side is Side.X else (pair[1], pair[0])


def taken(bag: str, letters: str) -> str:
    """What is left in the bag. Raises ClassicRefused."""
    try:
        return remove_letters(bag, letters)
    except LettersNotInBag as error:
        raise ClassicRefused("not-in-bag", letters=letters) from error


def put_in(bag: str, letters: str) -> str:
    """The bag with ``letters`` in it, in an order that tells nothing. Raises ClassicRefused."""
    known = (bag + letters).replace(UNSEEN, "")
    try:
        held = Bag(known).letters
    except BadLetters as error:
        raise ClassicRefused("bad-letters", letters=letters) from error
    return held + UNSEEN * (len(bag) + len(letters) - len(known))


def to_draw(state: MatchState, side: Side) -> int:
    """How many letters are his to draw: all that he is short of."""
    player = state.of(side)
    return min(max(0, RACK_SIZE - player.size), len(state.bag)) if player.drawing else 0


def draw(state: MatchState, event: Event) -> MatchState:
    """Letters from the bag, face down (3.4, 4.1.7).

    More than what is needed is a fault that is put right afterwards (10.1), and no refusal.
    """
    side = event.mover
    player = state.of(side)
    if not player.drawing:
        raise ClassicRefused("nothing-to-draw")
    n = event.number("n", low=1, high=MOST_DRAWN)
    drawn = with_drawn(state, event, side, n)
    done = drawn.of(side).size >= RACK_SIZE or not drawn.bag
    drawn = drawn.with_player(side, drawing=not done)
    return _racks_full(drawn, side) if done and drawn.flow is MatchPhase.RACKS else drawn


def with_drawn(
    state: MatchState, event: Event, side: Side, n: int, name: str = "letters"
) -> MatchState:
    """``n`` letters of the bag, face down beside the rack; the server has written which."""
    letters = event.text(name, longest=n)
    if len(letters) != n:
        raise event.malformed(name)
    if n > len(state.bag):
        raise ClassicRefused("bag-too-small", bag=len(state.bag))
    bag = taken(state.bag, letters)
    down = state.of(side).down + letters
    drawn = replace(state, bag=bag, draws=state.draws + 1)
    return drawn.with_player(side, down=down, drawn_at=event.at)


def _racks_full(state: MatchState, side: Side) -> MatchState:
    """The one who begins draws first, then the other; the game then waits for its clock (3.6)."""
    other = state.of(side.other)
    if other.away is Away.LATE:
        return replace(state, flow=MatchPhase.PLAY)
    if other.size < RACK_SIZE:
        return state.with_player(side.other, drawing=True)
    return ready(state)


def ready(state: MatchState) -> MatchState:
    """Both have their letters. Without a chess clock the game has begun (3.5, 3.6)."""
    if state.clock.x.regime is Regime.GAME:
        return replace(state, flow=MatchPhase.START)
    return started(state)


def started(state: MatchState) -> MatchState:
    clock = state.clock
    for side in Side:
        clock = clock.full_again(side)
    return replace(state, flow=MatchPhase.PLAY, started=True, clock=clock)


def start_clock(state: MatchState, side: Side) -> MatchState:
    """By the loser of the toss, who has drawn last (3.6)."""
    if side is state.starter:
        raise ClassicRefused("loser-starts-clock")
    return started(state)


def look(state: MatchState, event: Event) -> MatchState:
    """The letters drawn are looked at: the move can no longer be challenged (5.2)."""
    side = event.mover
    player = state.of(side)
    if not player.down:
        raise ClassicRefused("nothing-face-down")
    seen_at = player.drawn_at + state.terms.face_down_s * 1000
    if state.window is not None and state.moves[state.window].side is side:
        if event.at < seen_at:
            raise ClassicRefused("still-face-down", seconds=-(-(seen_at - event.at) // 1000))
        state = replace(state, window=None)
    return state.with_player(side, rack=player.rack + player.down, down="")


def waited(state: MatchState, passed: int) -> MatchState:
    """What stops a game takes nothing of the time to challenge: letters stay face down for as
    much longer (5.2, C-42)."""
    if state.window is None or state.phase in TO_CHALLENGE:
        return state
    author = state.moves[state.window].side
    return state.with_player(author, drawn_at=state.of(author).drawn_at + max(0, passed))
