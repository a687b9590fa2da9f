"""What every page of a classic match shows: clocks with scores, and the score sheets of both."""

from dataclasses import dataclass
from itertools import zip_longest

from tournament.core.classic.clock import Regime
from tournament.core.classic.commands import Command
from tournament.core.classic.score_sheet import score_sheet, shown_scores
from tournament.core.classic.sides import Side
from tournament.core.classic.state import MatchState
from tournament.models import MatchGame
from tournament.words.match_now import side_state
from tournament.words.matches import ToldLine, told, with_minus


@dataclass(frozen=True, slots=True)
class ClockFace:
    """``left``: milliseconds; ``ends``: the moment at which it is over, 0 while it stands."""

    name: str
    score: int
    left: int
    ends: int
    timed: bool
    running: bool
    state: str
    mine: bool = False

    @property
    def points(self) -> str:
        return with_minus(self.score)

    @property
    def shown(self) -> str:
        """As js/live/clock.js writes it, until it does."""
        seconds = -(-self.left // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}"


type Pairs = list[tuple[ToldLine | None, ToldLine | None]]


def faces(
    state: MatchState, names: tuple[str, str], now: int, own: Side | None = None
) -> list[ClockFace]:
    """X and Y, or one's own first."""
    found = [_face(state, side, name, now, own) for side, name in zip(Side, names, strict=True)]
    return found if own is not Side.Y else found[::-1]


def _face(state: MatchState, side: Side, name: str, now: int, own: Side | None) -> ClockFace:
    clock = state.clock.to(now)
    hand = clock.hand(side)
    running = clock.running is side
    timed = hand.regime is not Regime.NONE
    return ClockFace(
        name=name,
        score=shown_scores(state)[0 if side is Side.X else 1],
        left=hand.left,
        ends=now + hand.left if running and timed else 0,
        timed=timed,
        running=running,
        state=side_state(state, side),
        mine=side is own,
    )


def common_face(state: MatchState, now: int) -> ClockFace | None:
    """The time of both together (6.4.1)."""
    clock = state.clock.to(now)
    if clock.common is None:
        return None
    running = clock.running is not None
    ends = now + clock.common if running else 0
    return ClockFace("", 0, clock.common, ends, timed=True, running=running, state="")


def pairs(state: MatchState, own: Side | None = None) -> Pairs:
    """Both score sheets beside each other, line by line; one's own first."""
    sides = [Side.X, Side.Y] if own is not Side.Y else [Side.Y, Side.X]
    first, second = ([told(line) for line in score_sheet(state, side)] for side in sides)
    return list(zip_longest(first, second))


def last_move(state: MatchState) -> dict[str, str] | None:
    """The word to mark on the grid."""
    if not state.moves or not state.moves[-1].word or not state.moves[-1].stands:
        return None
    return {"word": state.moves[-1].word, "ref": state.moves[-1].ref}


def verdict_of(game: MatchGame, state: MatchState) -> dict[str, bool]:
    """The arbiter's answers to the last challenge, while no move was made since."""
    last = game.events.filter(command=Command.VERDICT).last()
    if last is None or not state.moves:
        return {}
    made = (Command.PLAY, Command.PASS, Command.EXCHANGE)
    since = game.events.filter(command__in=made, seq__gt=last.seq)
    return {} if since.exists() else dict(last.data.get("words", {}))
