"""Bulletins of simulated players: solutions of their strength, some with a mistake."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.board.place import Direction, Place


@dataclass(frozen=True, slots=True)
class SimulatedBulletin:
    """A bulletin as a player writes it; ``word``: circled letters (blanks) in lower case."""

    word: str
    direction: Direction
    reference: str
    score: str

    @property
    def rows(self) -> list[str]:
        is_horizontal = self.direction is Direction.HORIZONTAL and self.word
        return [self.word] if is_horizontal else list(self.word)


type Solution = tuple[str, str, int]


def choose_solution(solutions: Sequence[Solution], strength: float, rng: Random) -> Solution:
    """Choose one of ``solutions``, best first; ``strength``: probability of the top."""
    if rng.random() < strength:
        return solutions[0]
    max_rank = 2 + int((1 - strength) * min(len(solutions), 400))
    return solutions[min(int(abs(rng.gauss(0, max_rank / 2))), len(solutions) - 1)]


def write_bulletin(solution: Solution) -> SimulatedBulletin:
    """Return the bulletin of a solution, without mistake."""
    word, ref, score = solution
    place = Place.parse(ref)
    return SimulatedBulletin(word, place.direction, ref, str(score))


def _change_score(bulletin: SimulatedBulletin, rng: Random) -> SimulatedBulletin:
    return replace(bulletin, score=str(max(1, int(bulletin.score) + rng.choice([-9, -2, 2, 11]))))


def _remove_reference(bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    return replace(bulletin, reference="")


def _invert_reference(bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    place = Place.parse(bulletin.reference)
    return replace(bulletin, reference=str(Place(place.row, place.col, place.direction.other)))


def _change_reference(bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    place = Place.parse(bulletin.reference)
    return replace(bulletin, reference=str(replace(place, row=(place.row + 1) % 15)))


def _shuffle_word(bulletin: SimulatedBulletin, rng: Random) -> SimulatedBulletin:
    letters = list(bulletin.word)
    rng.shuffle(letters)
    return replace(bulletin, word="".join(letters))


def _remove_score(bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    return replace(bulletin, score="")


def _remove_circles(bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    return replace(bulletin, word=bulletin.word.upper())


def _remove_all(_bulletin: SimulatedBulletin, _rng: Random) -> SimulatedBulletin:
    return SimulatedBulletin("", Direction.HORIZONTAL, "", "")


#: Mistakes and how often each is made, in a thousand bulletins.
MISTAKES: dict[Callable[[SimulatedBulletin, Random], SimulatedBulletin], int] = {
    _change_score: 40,
    _remove_score: 12,
    _remove_reference: 15,
    _invert_reference: 12,
    _change_reference: 20,
    _shuffle_word: 30,
    _remove_circles: 25,
    _remove_all: 5,
}


def add_mistakes(bulletin: SimulatedBulletin, rng: Random) -> SimulatedBulletin:
    """Return the bulletin, with a mistake at the usual rate."""
    is_wrong = rng.randrange(1000) < sum(MISTAKES.values())
    return make_mistake(bulletin, rng) if is_wrong else bulletin


def make_mistake(bulletin: SimulatedBulletin, rng: Random) -> SimulatedBulletin:
    (mistake,) = rng.choices(list(MISTAKES), list(MISTAKES.values()))
    return mistake(bulletin, rng)
