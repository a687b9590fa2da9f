"""Detection of messages that were lost although the bus was connected, or never published."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from tournament.protocol import Audience
from tournament.protocol.current_game import GameHeads

#: An audience of a tournament.
type AudienceKey = tuple[int, Audience]


class LossDetector:
    """Compares the numbers sent to the audiences of this process with those in the database.

    A number that was in the database at the last check and has not arrived by the next one will
    not arrive: its process was killed before publishing it.
    """

    def __init__(self) -> None:
        #: For each audience and game, the last number of a snapshot or frame that was sent.
        self._sent: defaultdict[AudienceKey, dict[int, int]] = defaultdict(dict)
        #: The games in the database at the last check, by tournament.
        self._stored: dict[int, GameHeads] = {}

    def record(self, key: AudienceKey, game: int, seq: int) -> None:
        """Record that an audience received ``game`` up to ``seq``; 0 and 0: there is no game."""
        numbers = self._sent[key]
        numbers[game] = max(seq, numbers.get(game, 0))

    def check(self, games: Iterable[GameHeads], watched: Collection[AudienceKey]) -> set[int]:
        """Return the tournaments of which messages were lost.

        ``games`` are the current ones of all tournaments with an audience in ``watched``.
        """
        stored = {game.tournament_id: game for game in games}
        for key in self._sent.keys() - set(watched):
            del self._sent[key]
        lost = {key[0] for key in self._sent if self._is_missing(key, stored)}
        for key in self._sent:
            if key[0] in lost:
                self.record(key, *_get_number(stored, key))
        self._stored = stored
        return lost

    def _is_missing(self, key: AudienceKey, stored: Mapping[int, GameHeads]) -> bool:
        game, seq = _get_number(self._stored, key)
        is_current = _get_number(stored, key)[0] == game
        return is_current and self._sent[key].get(game, 0) < seq

    def forget(self) -> None:
        """Forget all numbers: every client is about to receive a new snapshot."""
        self._sent.clear()
        self._stored = {}


def _get_number(games: Mapping[int, GameHeads], key: AudienceKey) -> tuple[int, int]:
    """Return the game of a tournament and its last number for an audience; 0 and 0: none."""
    tournament, audience = key
    game = games.get(tournament)
    return (0, 0) if game is None or audience not in game.heads else (game.pk, game.heads[audience])
