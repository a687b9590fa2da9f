"""Results of the hall on a revealed turn: the solutions played, their numbers, and the scores."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tournament.core.charts import Bar, count_in_bars
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Game, Score, Solutions, Turn
from tournament.queries.position import GamePosition, load_position_before
from tournament.queries.results.hand_ins import find_absent

#: Number of best solutions that nobody played, shown when the game is over.
MAX_UNPLAYED = 10
#: Maximum number of ranges of scores on the page of the turn, besides that of zero.
MAX_BARS = 12


@dataclass(frozen=True, slots=True)
class PlayedSolution:
    """``count`` bulletins scored it; ``is_top``: its score is at least that of the retained
    word."""

    word: str
    ref: str
    score: int
    count: int
    is_top: bool
    is_retained: bool


@dataclass(frozen=True)
class PlayedTurnResults:
    turn: Turn

    @cached_property
    def position(self) -> GamePosition:
        """Return the position in which it was played."""
        return load_position_before(self.turn)

    @cached_property
    def rows(self) -> list[str]:
        """Return the grid with the retained word."""
        return self.position.build_play(self.turn).board.rows()

    @cached_property
    def _lines(self) -> list[tuple[int, str, str]]:
        """Return score of each bulletin before penalties, with the word and the place scored;
        without averages and absent entries."""
        absent = {entry for _turn, entry in find_absent([self.turn])}
        lines = Score.objects.filter(turn=self.turn, average=False).exclude(entry__in=absent)
        return list(lines.values_list("gross", "word", "ref"))

    @property
    def bulletin_count(self) -> int:
        return len(self._lines)

    @property
    def count_at_top(self) -> int:
        return sum(gross >= self.turn.score for gross, _, _ in self._lines)

    @property
    def count_without_points(self) -> int:
        return sum(gross <= 0 for gross, _, _ in self._lines)

    @property
    def best(self) -> int:
        return max((gross for gross, _, _ in self._lines), default=0)

    @property
    def mean(self) -> int | None:
        """Return the mean score, rounded to a point."""
        scores = [gross for gross, _, _ in self._lines]
        return (2 * sum(scores) + len(scores)) // (2 * len(scores)) if scores else None

    @cached_property
    def bars(self) -> list[Bar]:
        return self.count_in_bars(MAX_BARS)

    def count_in_bars(self, max_bars: int) -> list[Bar]:
        """Count the scores in ranges up to the top."""
        return count_in_bars([gross for gross, _, _ in self._lines], self.turn.score, max_bars)

    @cached_property
    def solutions(self) -> list[PlayedSolution]:
        """Return solutions that scored points, best first; at the end of the game also the best
        solutions that nobody played, which would reveal admitted words before."""
        scored_keys = [
            (word.upper(), ref) for gross, word, ref in self._lines if word and gross > 0
        ]
        solutions: dict[tuple[str, str], tuple[str, int]] = {}
        for gross, word, ref in self._lines:
            if word and gross > solutions.get((word.upper(), ref), ("", 0))[1]:
                solutions[word.upper(), ref] = word, gross
        for word, ref, score in [
            *self._best_solutions,
            (self.turn.word, self.turn.ref, self.turn.score),
        ]:
            solutions[word.upper(), ref] = word, score
        counts = Counter(scored_keys)
        played_solutions = [
            self._build_solution(word, key[1], score, counts[key])
            for key, (word, score) in solutions.items()
        ]
        return sorted(
            played_solutions,
            key=lambda solution: (
                -solution.score,
                not solution.is_retained,
                -solution.count,
                solution.word,
            ),
        )

    def _build_solution(self, word: str, ref: str, score: int, count: int) -> PlayedSolution:
        retained = (word.upper(), ref) == (self.turn.word.upper(), self.turn.ref)
        return PlayedSolution(word, ref, score, count, score >= self.turn.score, retained)

    @cached_property
    def _best_solutions(self) -> list[tuple[str, str, int]]:
        if self.turn.game.state != GameState.FINISHED:
            return []
        stored = Solutions.objects.filter(turn=self.turn).first()
        return (
            [(word, ref, score) for word, ref, score in stored.moves[:MAX_UNPLAYED]]
            if stored
            else []
        )


def find_turn_played(game: Game, number: int) -> PlayedTurnResults | None:
    """Return turn ``number`` of ``game`` if it is revealed."""
    turns = game.turns.filter(number=number, state__in=list(PLACED_TURN_STATES))
    turn = turns.select_related("game__tournament").first()
    return PlayedTurnResults(turn) if turn else None
