"""A revealed turn as the room played it: which solutions, how many each, and which scores."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tournament.core.charts import Bar, distribution
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Game, Score, Solutions, Turn
from tournament.queries.position import GamePosition, position_before
from tournament.queries.results.hand_ins import away

#: Of the solutions nobody played, those that are told once the game is over.
BEST = 10


@dataclass(frozen=True, slots=True)
class PlayedSolution:
    """``count`` bulletins were paid for it; ``top``: it is worth as much as the word retained."""

    word: str
    ref: str
    score: int
    count: int
    top: bool
    retained: bool


@dataclass(frozen=True)
class TurnPlayed:
    turn: Turn

    @cached_property
    def before(self) -> GamePosition:
        """The grid on which it was played."""
        return position_before(self.turn)

    @cached_property
    def rows(self) -> list[str]:
        """The grid with the word retained."""
        return self.before.settled(self.turn).board.rows()

    @cached_property
    def _lines(self) -> list[tuple[int, str, str]]:
        """What each bulletin scored before penalties, the word and the place that it was paid
        for; neither averages nor who was not there."""
        absent = {entry for _turn, entry in away([self.turn])}
        lines = Score.objects.filter(turn=self.turn, average=False).exclude(entry__in=absent)
        return list(lines.values_list("gross", "word", "ref"))

    @property
    def played(self) -> int:
        return len(self._lines)

    @property
    def found(self) -> int:
        return sum(gross >= self.turn.score for gross, _, _ in self._lines)

    @property
    def nil(self) -> int:
        return sum(gross <= 0 for gross, _, _ in self._lines)

    @property
    def best(self) -> int:
        return max((gross for gross, _, _ in self._lines), default=0)

    @property
    def mean(self) -> int | None:
        """Rounded to a point."""
        scores = [gross for gross, _, _ in self._lines]
        return (2 * sum(scores) + len(scores)) // (2 * len(scores)) if scores else None

    @cached_property
    def bars(self) -> list[Bar]:
        return distribution([gross for gross, _, _ in self._lines], self.turn.score)

    @cached_property
    def solutions(self) -> list[PlayedSolution]:
        """What was played for points, the best first; when the game is over with the best
        solutions that nobody played. While it goes on they would say which words are admitted."""
        paid = [(word.upper(), ref) for gross, word, ref in self._lines if word and gross > 0]
        known: dict[tuple[str, str], tuple[str, int]] = {}
        for gross, word, ref in self._lines:
            if word and gross > known.get((word.upper(), ref), ("", 0))[1]:
                known[word.upper(), ref] = word, gross
        for word, ref, score in [*self._best, (self.turn.word, self.turn.ref, self.turn.score)]:
            known[word.upper(), ref] = word, score
        counted = Counter(paid)
        listed = [
            self._solution(word, key[1], score, counted[key])
            for key, (word, score) in known.items()
        ]
        return sorted(listed, key=lambda one: (-one.score, not one.retained, -one.count, one.word))

    def _solution(self, word: str, ref: str, score: int, count: int) -> PlayedSolution:
        retained = (word.upper(), ref) == (self.turn.word.upper(), self.turn.ref)
        return PlayedSolution(word, ref, score, count, score >= self.turn.score, retained)

    @cached_property
    def _best(self) -> list[tuple[str, str, int]]:
        if self.turn.game.state != GameState.FINISHED:
            return []
        stored = Solutions.objects.filter(turn=self.turn).first()
        return [(word, ref, score) for word, ref, score in stored.moves[:BEST]] if stored else []


def turn_played(game: Game, number: int) -> TurnPlayed | None:
    """Turn ``number`` of ``game`` once it is revealed."""
    turns = game.turns.filter(number=number, state__in=list(PLACED_TURN_STATES))
    turn = turns.select_related("game__tournament").first()
    return TurnPlayed(turn) if turn else None
