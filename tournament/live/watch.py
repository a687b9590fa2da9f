"""Notices frames that were lost on the bus although it never broke."""

from collections.abc import Iterable


class Watch:
    """Compares the numbers seen on the bus with those in the database.

    A number that was in the database at the last look and has still not come by the next one
    will not come any more.
    """

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._stored: dict[int, int] = {}
        self._watched: set[int] = set()

    def saw(self, game: int, seq: int) -> None:
        """Journal row ``seq`` of ``game`` came over the bus."""
        self._seen[game] = max(seq, self._seen.get(game, 0))

    def look(self, games: Iterable[tuple[int, int, int]]) -> set[int]:
        """The tournaments of which something was lost.

        ``games`` are tournament, game and number of the game's last journal row, for all
        tournaments that somebody watches. Of a tournament seen for the first time it is
        assumed that its watchers have just read their snapshots.
        """
        watched, stored, lost = set(), {}, set()
        for tournament, game, seq in games:
            watched.add(tournament)
            stored[game] = seq
            if tournament not in self._watched:
                self.saw(game, seq)
            elif self._seen.get(game, 0) < self._stored.get(game, 0):
                lost.add(tournament)
                self.saw(game, seq)
        self._watched, self._stored = watched, stored
        return lost

    def forget(self) -> None:
        """Everybody is about to read a new snapshot."""
        self._watched, self._stored = set(), {}
