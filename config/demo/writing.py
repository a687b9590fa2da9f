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
        across = self.direction is Direction.HORIZONTAL and self.word
        return [self.word] if across else list(self.word)


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
MISTAKES: dict[Callable[[Written, Random], Written], int] = {
    _wrong_score: 40,
    _no_score: 12,
    _no_reference: 15,
    _inverted_reference: 12,
    _wrong_reference: 20,
    _invented_word: 30,
    _no_circle: 25,
    _nothing: 5,
}


def spoil(written: Written, chance: Random) -> Written:
    """Make one of the mistakes, or none."""
    is_wrong = chance.randrange(1000) < sum(MISTAKES.values())
    return make_mistake(written, chance) if is_wrong else written


def make_mistake(written: Written, chance: Random) -> Written:
    (mistake,) = chance.choices(list(MISTAKES), list(MISTAKES.values()))
    return mistake(written, chance)
