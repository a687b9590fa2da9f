"""What a simulated player writes: a solution of his strength, now and then with a mistake."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.board.place import Direction, Place


@dataclass(frozen=True, slots=True)
class Written:
    """A bulletin as written; ``word`` has the circled letters in lower case."""

    word: str
    direction: Direction
    reference: str
    score: str

    @property
    def rows(self) -> list[str]:
        return list(self.word) if self.direction is Direction.VERTICAL else [self.word]


type Solution = tuple[str, str, int]


def find(solutions: Sequence[Solution], strength: float, chance: Random) -> Solution:
    """One of the solutions, best first; ``strength`` from 0 to 1 is how often it is the top."""
    if chance.random() < strength:
        return solutions[0]
    reach = 2 + int((1 - strength) * min(len(solutions), 400))
    return solutions[min(int(abs(chance.gauss(0, reach / 2))), len(solutions) - 1)]


def write(solution: Solution) -> Written:
    """The solution written without fault."""
    word, ref, score = solution
    place = Place.parse(ref)
    return Written(word, place.direction, ref, str(score))


def _wrong_score(written: Written, chance: Random) -> Written:
    return replace(written, score=str(max(1, int(written.score) + chance.choice([-9, -2, 2, 11]))))


def _no_reference(written: Written, _chance: Random) -> Written:
    return replace(written, reference="")


def _inverted_reference(written: Written, _chance: Random) -> Written:
    place = Place.parse(written.reference)
    return replace(written, reference=str(Place(place.row, place.col, place.direction.other)))


def _wrong_reference(written: Written, _chance: Random) -> Written:
    place = Place.parse(written.reference)
    return replace(written, reference=str(replace(place, row=(place.row + 1) % 15)))


def _invented_word(written: Written, chance: Random) -> Written:
    letters = list(written.word)
    chance.shuffle(letters)
    return replace(written, word="".join(letters))


def _no_score(written: Written, _chance: Random) -> Written:
    return replace(written, score="")


def _no_circle(written: Written, _chance: Random) -> Written:
    return replace(written, word=written.word.upper())


def _nothing(_written: Written, _chance: Random) -> Written:
    return Written("", Direction.HORIZONTAL, "", "")


#: Mistakes and how often each is made, in a thousand bulletins.
MISTAKES: tuple[tuple[int, Callable[[Written, Random], Written]], ...] = (
    (40, _wrong_score),
    (12, _no_score),
    (15, _no_reference),
    (12, _inverted_reference),
    (20, _wrong_reference),
    (30, _invented_word),
    (25, _no_circle),
    (5, _nothing),
)


def spoil(written: Written, chance: Random) -> Written:
    """Make one of the mistakes, or none."""
    drawn = chance.randrange(1000)
    for weight, mistake in MISTAKES:
        if drawn < weight:
            return mistake(written, chance)
        drawn -= weight
    return written
