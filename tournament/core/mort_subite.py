"""*Mort subite*: who stays below the best solution is out (2023: 3.8.3, 5.9; before: 7.3, 5.7)."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from engine.regulation.edition import Edition


@dataclass(frozen=True, slots=True)
class Round[K]:
    """Scores of one turn before penalties; a player without one has handed in nothing.

    ``penalised``: who loses five points on it, for the bulletin or for one warning too many;
    whoever is there twice loses them twice. ``spared``: who is not judged on it, because it was
    played without him or his bulletin still waits for an arbiter (reading B-36).
    """

    scores: Mapping[K, int]
    penalised: Sequence[K] = ()
    spared: Collection[K] = ()

    def net(self, player: K, edition: Edition) -> int:
        """Points after the penalty, which never makes them negative (5.6)."""
        score = self.scores.get(player, 0)
        taken = edition.sanctions.penalty.value * self.penalised.count(player)
        return max(0, score - taken) if taken else score


@dataclass(frozen=True, slots=True)
class RoundOutcome[K]:
    """``eliminated`` and ``times_s`` by round; players in the order in which they came.

    ``totals``: what each has scored in the rounds that he played while he was in.
    """

    eliminated: tuple[tuple[K, ...], ...]
    survivors: tuple[K, ...]
    times_s: tuple[tuple[int, int], ...]
    totals: Mapping[K, int] = field(default_factory=dict)

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
    totals = dict.fromkeys(left, 0)
    out = []
    for each in rounds:
        net = {player: each.net(player, edition) for player in left if player not in each.spared}
        best = max(net.values(), default=0)
        fallen = tuple(player for player in net if net[player] < best)
        for player, points in net.items():
            totals[player] += points
        out.append(fallen)
        left = tuple(player for player in left if player not in fallen)
    return RoundOutcome(tuple(out), left, times(edition, len(rounds)), totals)


@dataclass(frozen=True, slots=True)
class Revealed[K]:
    """What the scoreboard has of one revealed turn: ``scores`` after the penalty of a bulletin, and
    warnings. ``watched``: who was out of it, or not in it; ``absent``: who was not there.
    """

    scores: Mapping[K, int]
    warnings: Mapping[K, int]
    watched: Collection[K] = ()
    absent: Collection[K] = ()

    def spared(self, players: Iterable[K]) -> set[K]:
        """Who is not judged on it: it was played without him, or his bulletin is open. One who is
        not there any more has nothing, as everywhere (reading B-39)."""
        return {
            one
            for one in players
            if one in self.watched or (one not in self.scores and one not in self.absent)
        }


def played[K: Hashable](
    players: Sequence[K], turns: Sequence[Revealed[K]], edition: Edition, *, free: int
) -> RoundOutcome[K]:
    """What the scoreboard of the turns makes of it; ``free``: warnings that cost nothing."""
    paid = deductions([turn.warnings for turn in turns], free)
    rounds = [
        Round(turn.scores, due, turn.spared(players)) for turn, due in zip(turns, paid, strict=True)
    ]
    return play(players, rounds, edition)


def deductions[K](warnings: Sequence[Mapping[K, int]], free: int) -> list[list[K]]:
    """For each round who pays for one warning too many, as often as he does (5.9); ``warnings``
    counted on each round, ``free`` those that cost nothing in the whole game."""
    so_far: dict[K, int] = {}
    paid = []
    for counted in warnings:
        due: list[K] = []
        for player, more in counted.items():
            before = so_far.get(player, 0)
            so_far[player] = before + more
            due += [player] * (max(0, before + more - free) - max(0, before - free))
        paid.append(due)
    return paid


def places[K: Hashable](fell: Mapping[K, int | None], gone: Collection[K] = ()) -> dict[K, int]:
    """The place of each, by the turn on which it ``fell`` (None: still in): the later the better,
    those of one turn share theirs (reading B-35). Of those still in whoever has ``gone`` home is
    after the rest.
    """

    def lasted(player: K) -> tuple[bool, bool, int]:
        turn = fell[player]
        return (turn is None, turn is None and player not in gone, turn or 0)

    lasting = {player: lasted(player) for player in fell}
    order = sorted(lasting.values(), reverse=True)
    return {player: 1 + order.index(mine) for player, mine in lasting.items()}
