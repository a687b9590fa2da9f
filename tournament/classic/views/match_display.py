"""What every page of a classic match shows: clocks with scores, and the score sheets of both."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import ngettext

from tournament.classic.core.clock import Regime
from tournament.classic.core.match import PLAYERS
from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import Seen
from tournament.classic.presentation.match.common import ToldLine, told, with_minus
from tournament.classic.presentation.match.sentences import side_state
from tournament.core.errors import ClassicRefused

_TOTAL = re.compile("-?[0-9]{1,4}")


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


def faces(seen: Seen, names: tuple[str, str]) -> list[ClockFace]:
    """X and Y, or one's own first."""
    found = [_face(seen, side, name) for side, name in zip(Side, names, strict=True)]
    return found if seen.own is not Side.Y else found[::-1]


def _face(seen: Seen, side: Side, name: str) -> ClockFace:
    clock, hand = seen.clock, seen.clock.hand(side)
    running = clock.running is side
    timed = hand.regime is not Regime.NONE
    return ClockFace(
        name=name,
        score=seen.of(side).score,
        left=hand.left,
        ends=clock.at + hand.left if running and timed else 0,
        timed=timed,
        running=running,
        state=side_state(seen, side),
        mine=side is seen.own,
    )


def common_face(seen: Seen) -> ClockFace | None:
    """The time of both together (6.4.1)."""
    clock = seen.clock
    if clock.common is None:
        return None
    running = clock.running is not None
    ends = clock.at + clock.common if running else 0
    return ClockFace("", 0, clock.common, ends, timed=True, running=running, state="")


def pairs(seen: Seen) -> Pairs:
    """Both score sheets beside each other, line by line; one's own first."""
    first, second = ([told(line) for line in player.sheet] for player in (seen.x, seen.y))
    pair = (first, second) if seen.own is not Side.Y else (second, first)
    return list(zip_longest(*pair))


def last_move(seen: Seen) -> dict[str, str] | None:
    """The word to mark on the grid."""
    if not seen.moves or not seen.moves[-1].word or not seen.moves[-1].stands:
        return None
    return {"word": seen.moves[-1].word, "ref": seen.moves[-1].ref}


def totals_of(told: object) -> tuple[int, int]:
    """Of X and Y, as a page that shows them sends them back ("352/-4"). Raises ClassicRefused."""
    parts = told.split("/") if isinstance(told, str) else []
    if len(parts) != PLAYERS or not all(map(_TOTAL.fullmatch, parts)):
        raise ClassicRefused("malformed", command="", field="totals")
    return int(parts[0]), int(parts[1])


def bag_told(seen: Seen) -> str:
    text = ngettext("%(n)d lettre dans le sac", "%(n)d lettres dans le sac", seen.bag)
    return text % {"n": seen.bag}
