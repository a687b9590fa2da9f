"""Parts shared by all pages of a classic match: clocks with scores, score sheets."""

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.clock import TimeControl
from tournament.classic.core.match import PLAYER_COUNT
from tournament.classic.core.rounds.countdown import Countdown, CountdownState
from tournament.classic.core.sides import Side
from tournament.classic.core.table_clock import TableClockState
from tournament.classic.core.visible_state import VisibleState
from tournament.classic.presentation.match.match_words import (
    DisplayedLine,
    display_line,
    format_minutes,
    format_number,
)
from tournament.classic.presentation.match.sentences import describe_side
from tournament.core.errors import ClassicRefused
from tournament.queries.clock import to_milliseconds

_TOTAL = re.compile("-?[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock; ``remaining_ms``: milliseconds; ``ends_at``: time of its end, 0 while it is stopped.
    ``score`` is None if the game is not recorded."""

    name: str
    score: int | None
    remaining_ms: int
    ends_at: int
    is_timed: bool
    is_running: bool
    state_text: str
    is_own: bool = False

    @property
    def points(self) -> str:
        return "" if self.score is None else format_number(self.score)

    @property
    def text(self) -> str:
        """Return the time as js/live/clock.js formats it."""
        return format_minutes(-(-self.remaining_ms // 1000))


type LinePairs = list[tuple[DisplayedLine | None, DisplayedLine | None]]


def build_clock_faces(state: VisibleState, names: tuple[str, str]) -> list[ClockFace]:
    """Return the clocks of X and Y, the viewer's first."""
    faces = [_build_face(state, side, name) for side, name in zip(Side, names, strict=True)]
    return faces if state.own_side is not Side.Y else faces[::-1]


def _build_face(state: VisibleState, side: Side, name: str) -> ClockFace:
    clock, player_clock = state.clock, state.clock.get_player_clock(side)
    is_running = clock.running_side is side
    has_clock = player_clock.control is not TimeControl.NONE
    return ClockFace(
        name=name,
        score=state.get_player(side).score,
        remaining_ms=player_clock.remaining_ms,
        ends_at=clock.updated_at_ms + player_clock.remaining_ms if is_running and has_clock else 0,
        is_timed=has_clock,
        is_running=is_running,
        state_text=describe_side(state, side),
        is_own=side is state.own_side,
    )


def build_table_clock_faces(state: TableClockState, names: tuple[str, str]) -> list[ClockFace]:
    """Return the clocks of a game on paper, X first; none if the players have no clocks."""
    faces = []
    for side, name in zip(Side, names, strict=True):
        player_clock, running = state.clock.get_player_clock(side), state.clock.running_side is side
        has_clock = player_clock.control is not TimeControl.NONE
        ends = state.clock.updated_at_ms + player_clock.remaining_ms if running and has_clock else 0
        text = _("temps écoulé (7.3.1)") if state.is_out_of_time(side) else ""
        faces.append(
            ClockFace(name, None, player_clock.remaining_ms, ends, has_clock, running, text)
        )
    return faces if state.is_timed else []


def build_countdown_face(countdown: Countdown, now: datetime) -> ClockFace | None:
    """Return the common time of the hall (6.4.1), None before it was started."""
    at = to_milliseconds(now)
    if countdown.find_state(at) is CountdownState.NONE:
        return None
    remaining, ends = countdown.compute_remaining(at), countdown.ends_at_ms or 0
    return ClockFace("", None, remaining, ends, is_timed=True, is_running=ends > at, state_text="")


def build_common_face(state: VisibleState) -> ClockFace | None:
    """Return the common clock of both players (6.4.1)."""
    clock = state.clock
    if clock.common_ms is None:
        return None
    is_running = clock.running_side is not None
    ends = clock.updated_at_ms + clock.common_ms if is_running else 0
    return ClockFace(
        "", 0, clock.common_ms, ends, is_timed=True, is_running=is_running, state_text=""
    )


def pair_lines(state: VisibleState) -> LinePairs:
    """Return pairs of lines of both score sheets, the viewer's line first."""
    first, second = ([display_line(line) for line in player.sheet] for player in (state.x, state.y))
    ordered_sheets = (first, second) if state.own_side is not Side.Y else (second, first)
    return list(zip_longest(*ordered_sheets))


def find_last_move(state: VisibleState) -> dict[str, str] | None:
    """Return the word to mark on the board."""
    if not state.moves or not state.moves[-1].word or not state.moves[-1].stands:
        return None
    return {"word": state.moves[-1].word, "ref": state.moves[-1].ref}


def parse_totals(text: object) -> tuple[int, int]:
    """Return the totals of X and Y that a page sends back ("352/-4"). Raise ClassicRefused."""
    parts = text.split("/") if isinstance(text, str) else []
    if len(parts) != PLAYER_COUNT or not all(map(_TOTAL.fullmatch, parts)):
        raise ClassicRefused("malformed", command="", field="totals")
    return int(parts[0]), int(parts[1])


def describe_bag(state: VisibleState) -> str:
    sentence = ngettext("%(n)d lettre dans le sac", "%(n)d lettres dans le sac", state.bag_size)
    return sentence % {"n": state.bag_size}
