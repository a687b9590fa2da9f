"""*Mort subite*: who scores below the best is eliminated (2023: 3.8.3, 5.9; before: 7.3, 5.7)."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from engine.regulation.edition import Edition


@dataclass(frozen=True, slots=True)
class MortSubiteRound[K]:
    """Scores of one turn before penalties; a player without a score has handed in nothing.

    ``penalised_players``: players who lose five points on it, for the bulletin or for one warning
    too many, once for each time they are listed. ``unjudged_players``: players not judged on it,
    because it was played without them or an arbiter has not decided their bulletin yet (reading
    B-36).
    """

    scores: Mapping[K, int]
    penalised_players: Sequence[K] = ()
    unjudged_players: Collection[K] = ()

    def compute_net_points(self, player: K, edition: Edition) -> int:
        """Return the points after the penalty, which never makes them negative (5.6)."""
        score = self.scores.get(player, 0)
        penalty = edition.sanctions.penalty.value * self.penalised_players.count(player)
        return max(0, score - penalty) if penalty else score


@dataclass(frozen=True, slots=True)
class RoundOutcome[K]:
    """``eliminated`` by round; ``times_s`` by round: seconds of play, then seconds added. Players
    in their original order.

    ``totals``: points of each player in the rounds played before elimination.
    """

    eliminated: tuple[tuple[K, ...], ...]
    survivors: tuple[K, ...]
    times_s: tuple[tuple[int, int], ...]
    totals: Mapping[K, int] = field(default_factory=dict)

    @property
    def winner(self) -> K | None:
        """Return the only survivor, None as long as there are several."""
        return self.survivors[0] if len(self.survivors) == 1 else None


def list_times(edition: Edition, rounds: int) -> tuple[tuple[int, int], ...]:
    """List seconds of play and seconds added to them, for each of the first ``rounds`` rounds."""
    stage_times = chain.from_iterable(
        repeat(stage.times_s, rounds if stage.rounds is None else stage.rounds)
        for stage in edition.originals.stages.value
    )
    return tuple(round_times for round_times, _ in zip(stage_times, range(rounds), strict=False))


def compute_outcome_of_rounds[K: Hashable](
    players: Sequence[K], rounds: Sequence[MortSubiteRound[K]], edition: Edition
) -> RoundOutcome[K]:
    """Return the outcome of the rounds, in order. Net scores are compared: if all are equal, all
    stay in."""
    remaining = tuple(players)
    totals = dict.fromkeys(remaining, 0)
    eliminated = []
    for round_ in rounds:
        net_scores = {
            player: round_.compute_net_points(player, edition)
            for player in remaining
            if player not in round_.unjudged_players
        }
        best = max(net_scores.values(), default=0)
        round_eliminated = tuple(player for player in net_scores if net_scores[player] < best)
        for player, points in net_scores.items():
            totals[player] += points
        eliminated.append(round_eliminated)
        remaining = tuple(player for player in remaining if player not in round_eliminated)
    return RoundOutcome(tuple(eliminated), remaining, list_times(edition, len(rounds)), totals)


@dataclass(frozen=True, slots=True)
class RevealedTurn[K]:
    """The scoreboard of one revealed turn: ``scores`` after the penalty of a bulletin, and
    warnings. ``watching_players``: players out of the game or not in it; ``absent_players``:
    players not present.
    """

    scores: Mapping[K, int]
    warnings: Mapping[K, int]
    watching_players: Collection[K] = ()
    absent_players: Collection[K] = ()

    def list_unjudged_players(self, players: Iterable[K]) -> set[K]:
        """Return the players not judged on it: it was played without them, or their bulletin is
        undecided. A player who has left scores nothing, as everywhere (reading B-39)."""
        return {
            player
            for player in players
            if player in self.watching_players
            or (player not in self.scores and player not in self.absent_players)
        }


def compute_outcome_of_turns[K: Hashable](
    players: Sequence[K], turns: Sequence[RevealedTurn[K]], edition: Edition, *, free_warnings: int
) -> RoundOutcome[K]:
    """Compute the outcome from the scoreboard of the turns; ``free_warnings``: how many are
    free."""
    penalised = list_penalised([turn.warnings for turn in turns], free_warnings)
    rounds = [
        MortSubiteRound(turn.scores, penalised_players, turn.list_unjudged_players(players))
        for turn, penalised_players in zip(turns, penalised, strict=True)
    ]
    return compute_outcome_of_rounds(players, rounds, edition)


def list_penalised[K](warnings: Sequence[Mapping[K, int]], free_warnings: int) -> list[list[K]]:
    """List for each round the players who lose points for a warning too many, once each time (5.9).
    ``warnings`` are counted per round; ``free_warnings``: number of them in the game."""
    totals: dict[K, int] = {}
    penalised = []
    for round_warnings in warnings:
        players: list[K] = []
        for player, count in round_warnings.items():
            before = totals.get(player, 0)
            totals[player] = before + count
            players += [player] * (
                max(0, before + count - free_warnings) - max(0, before - free_warnings)
            )
        penalised.append(players)
    return penalised


def compute_places[K: Hashable](
    elimination_turns: Mapping[K, int | None], departed: Collection[K] = ()
) -> dict[K, int]:
    """Return the place of each player from the turn of its elimination (None: still in): later is
    better, players eliminated on one turn share a place (reading B-35). Among those still in,
    players who are ``departed`` (left the hall) come last.
    """

    def sort_key(player: K) -> tuple[bool, bool, int]:
        turn = elimination_turns[player]
        return (turn is None, turn is None and player not in departed, turn or 0)

    keys = {player: sort_key(player) for player in elimination_turns}
    order = sorted(keys.values(), reverse=True)
    return {player: 1 + order.index(key) for player, key in keys.items()}
