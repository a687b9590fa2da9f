"""*Mort subite*: who stays below the best solution is out (2023: 3.8.3, 5.9; before: 7.3, 5.7)."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from engine.regulation.edition import Edition


@dataclass(frozen=True, slots=True)
class Round[K]:
    """Scores of one turn before penalties; a player without one has handed in nothing.

    ``penalised``: those who lose five points on it, for the bulletin or for one warning too many.
    """

    scores: Mapping[K, int]
    penalised: Collection[K] = ()

    def net(self, player: K, edition: Edition) -> int:
        """Points after the penalty, which never makes them negative (5.6)."""
        score = self.scores.get(player, 0)
        return (
            max(0, score - edition.sanctions.penalty.value) if player in self.penalised else score
        )


@dataclass(frozen=True, slots=True)
class RoundOutcome[K]:
    """``eliminated`` and ``times_s`` by round; players in the order in which they came."""

    eliminated: tuple[tuple[K, ...], ...]
    survivors: tuple[K, ...]
    times_s: tuple[tuple[int, int], ...]

    @property
    def winner(self) -> K | None:
        """The only one left."""
        return self.survivors[0] if len(self.survivors) == 1 else None


def times(edition: Edition, rounds: int) -> tuple[tuple[int, int], ...]:
    """Seconds of play and seconds added to them, for each of the first ``rounds`` rounds."""
    every = chain.from_iterable(
        repeat(stage.times_s, rounds if stage.rounds is None else stage.rounds)
        for stage in edition.originals.stages.value
    )
    return tuple(each for each, _ in zip(every, range(rounds), strict=False))


def play[K: Hashable](
    players: Sequence[K], rounds: Sequence[Round[K]], edition: Edition
) -> RoundOutcome[K]:
    """Play the rounds in order; net scores are compared, so nobody goes when all are equal."""
    left = tuple(players)
    out = []
    for each in rounds:
        net = {player: each.net(player, edition) for player in left}
        best = max(net.values(), default=0)
        out.append(tuple(player for player in left if net[player] < best))
        left = tuple(player for player in left if net[player] == best)
    return RoundOutcome(tuple(out), left, times(edition, len(rounds)))
