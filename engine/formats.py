"""Formats of game (1.2.3, 3.8): data, chosen by key."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import UnknownFormat
from engine.letters import FRENCH, LetterSet


@dataclass(frozen=True, eq=False)
class Format:
    """One way to play.

    `bonuses` gives the points for that many tiles laid in one turn; they do not add up.
    `original` marks the formats of 3.8 ("parties originales"). With `joker_on_rack` every rack
    is accompanied by a joker, which gives way on the grid to the real letter while the bag
    still holds it (3.8.1).
    """

    key: str
    rack_size: int
    max_play: int
    bonuses: Mapping[int, int]
    article: str
    original: bool = False
    joker_on_rack: bool = False
    letters: LetterSet = FRENCH

    def bonus(self, tiles: int) -> int:
        return self.bonuses.get(tiles, 0)


NORMAL = Format("normal", rack_size=7, max_play=7, bonuses={7: 50}, article="1.2.3")

FORMATS: Mapping[str, Format] = {
    fmt.key: fmt
    for fmt in (
        NORMAL,
        Format(
            "joker",
            rack_size=7,
            max_play=7,
            bonuses={7: 50},
            article="3.8.1",
            original=True,
            joker_on_rack=True,
        ),
        Format("7sur8", 8, 7, {7: 50}, article="3.8.2", original=True),
        Format("7et8", 8, 8, {7: 50, 8: 75}, article="3.8.2", original=True),
        Format("789", 9, 9, {7: 50, 8: 75, 9: 100}, article="3.8.2", original=True),
    )
}


def get_format(key: str) -> Format:
    """Raises `UnknownFormat`."""
    try:
        return FORMATS[key]
    except KeyError:
        raise UnknownFormat("unknown_format", key=key, known=sorted(FORMATS)) from None
