"""Detects messages lost although the bus was connected, or never published."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from tournament.protocol import Audience

#: An audience of a tournament.
type AudienceKey = tuple[int, Audience]


class Watch:
    """Compares the numbers sent to the audiences of this process with those in the database.

    A number that was in the database at the last check and has not arrived by the next one will
    not arrive: its process was killed before publishing it.
    """

    def __init__(self) -> None:
        #: For each audience and game, the last number of a snapshot or frame that was sent.
        self._told: defaultdict[AudienceKey, dict[int, int]] = defaultdict(dict)
        self._stored: dict[AudienceKey, tuple[int, int]] = {}

    def record(self, place: AudienceKey, game: int, seq: int) -> None:
        """Record that an audience received ``game`` up to ``seq``; 0 and 0: there is no game."""
        sent = self._told[place]
        sent[game] = max(seq, sent.get(game, 0))

    def check(
        self, games: Iterable[tuple[int, int, Mapping[str, int]]], watched: Collection[AudienceKey]
    ) -> set[int]:
        """Return the tournaments of which messages were lost.

        ``games`` are tournament, current game and the numbers of its last journal row for each
        audience, for all tournaments with an audience in ``watched``.
        """
        stored = {
            (tournament, Audience(audience)): (game, seq)
            for tournament, game, heads in games
            for audience, seq in heads.items()
        }
        for place in self._told.keys() - set(watched):
            del self._told[place]
        lost = {place[0] for place in self._told if self._is_missing(place, stored)}
        for place, (game, seq) in stored.items():
            if place[0] in lost and place in self._told:
                self.record(place, game, seq)
        self._stored = stored
        return lost

    def _is_missing(
        self, place: AudienceKey, stored: Mapping[AudienceKey, tuple[int, int]]
    ) -> bool:
        game, seq = self._stored.get(place, (0, 0))
        still_current = stored.get(place, (0, 0))[0] == game
        return still_current and self._told[place].get(game, 0) < seq

    def forget(self) -> None:
        """Forget all numbers: every client is about to receive a new snapshot."""
        self._told.clear()
        self._stored = {}
