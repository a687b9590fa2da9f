"""Notices news that was lost on the bus, although it never broke, or never got there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from tournament.protocol import Audience

#: An audience of a tournament.
type Watched = tuple[int, Audience]


class Watch:
    """Compares what the audiences here were told with what the database holds for them.

    A number that was in the database at the last look and has still not come by the next one
    will not come any more: whoever wrote it was killed before he could publish it.
    """

    def __init__(self) -> None:
        #: By audience and game, the last number of a snapshot served or a frame passed on.
        self._told: defaultdict[Watched, dict[int, int]] = defaultdict(dict)
        self._stored: dict[Watched, tuple[int, int]] = {}

    def told(self, place: Watched, game: int, seq: int) -> None:
        """An audience has got everything of ``game`` up to ``seq``; 0 and 0: there is no game."""
        known = self._told[place]
        known[game] = max(seq, known.get(game, 0))

    def look(
        self, games: Iterable[tuple[int, int, Mapping[str, int]]], watched: Collection[Watched]
    ) -> set[int]:
        """The tournaments of which something was lost.

        ``games`` are tournament, current game and the numbers of its last journal row for each
        audience, for all tournaments of which an audience is ``watched``.
        """
        stored = {
            (tournament, Audience(audience)): (game, seq)
            for tournament, game, heads in games
            for audience, seq in heads.items()
        }
        for place in self._told.keys() - set(watched):
            del self._told[place]
        lost = {place[0] for place in self._told if self._misses(place, stored)}
        for place, (game, seq) in stored.items():
            if place[0] in lost and place in self._told:
                self.told(place, game, seq)
        self._stored = stored
        return lost

    def _misses(self, place: Watched, stored: Mapping[Watched, tuple[int, int]]) -> bool:
        game, seq = self._stored.get(place, (0, 0))
        still_current = stored.get(place, (0, 0))[0] == game
        return still_current and self._told[place].get(game, 0) < seq

    def forget(self) -> None:
        """Everybody is about to read a new snapshot."""
        self._told.clear()
        self._stored = {}
