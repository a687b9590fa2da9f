"""Formats of game (1.2.3, 3.8) by key, and playing times (1.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.board.letters import FRENCH, LetterSet
from engine.errors import UnknownFormat
from engine.regulation.topics import Topic


@dataclass(frozen=True, eq=False)
class Format:
    """A format of game.

    `rack_size` includes the joker that accompanies the rack. `bonuses`: points by number of tiles
    laid in one turn; they do not add up. `topics`: those of its articles in the edition. `original`
    marks the formats of 3.8 ("parties originales"). With `joker_on_rack` every rack is accompanied
    by a joker, which is replaced on the grid by the real letter while the bag still has it (3.8.1).
    """

    key: str
    rack_size: int
    max_play: int
    bonuses: Mapping[int, int]
    topics: tuple[Topic, ...]
    original: bool = False
    joker_on_rack: bool = False
    letters: LetterSet = FRENCH

    def get_bonus(self, tiles: int) -> int:
        return self.bonuses.get(tiles, 0)


NORMAL = Format("normal", rack_size=7, max_play=7, bonuses={7: 50}, topics=(Topic.SCRABBLE,))

_PLAIN_FORMATS = (
    NORMAL,
    Format("7sur8", 8, 7, {7: 50}, topics=(Topic.LARGE_RACKS,), original=True),
    Format("7et8", 8, 8, {7: 50, 8: 75}, topics=(Topic.LARGE_RACKS,), original=True),
    Format("789", 9, 9, {7: 50, 8: 75, 9: 100}, topics=(Topic.LARGE_RACKS,), original=True),
)


def _add_joker(fmt: Format) -> Format:
    """Return the format with a joker in place of one letter of every rack (3.8.1)."""
    return replace(
        fmt,
        key="joker" if fmt is NORMAL else f"{fmt.key}-joker",
        topics=(Topic.JOKER_GAME,) if fmt is NORMAL else (Topic.JOKER_GAME, *fmt.topics),
        original=True,
        joker_on_rack=True,
    )


FORMATS: Mapping[str, Format] = {
    fmt.key: fmt for plain in _PLAIN_FORMATS for fmt in (plain, _add_joker(plain))
}


def get_format(key: str) -> Format:
    """Return the format with that key. Raises `UnknownFormat`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise UnknownFormat("unknown_format", key=key, known=sorted(FORMATS)) from None


class Pace(StrEnum):
    """The regulation's names of the playing times (1.3); any other time is FREE."""

    USUAL = "normal"
    REDUCED = "reduit"
    SEMI_RAPID = "semi-rapide"
    BLITZ = "blitz"
    FREE = "libre"


PACES: Mapping[int, Pace] = {
    180: Pace.USUAL,
    150: Pace.REDUCED,
    120: Pace.SEMI_RAPID,
    60: Pace.BLITZ,
}
"""By playing time in seconds."""


def find_pace(time_s: int) -> Pace:
    """Return the pace of a playing time; less than a minute counts as blitz."""
    return Pace.BLITZ if time_s < 60 else PACES.get(time_s, Pace.FREE)
