"""The joker game (3.8.1): what becomes of the joker that accompanies every rack."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import WILD
from engine.board.place import Place
from engine.board.scoring import tiles_needed
from engine.rules.bag import Bag
from engine.rules.remainder import Remainder, keeping, tiles_on, unseen


class Phase(StrEnum):
    """Which joker accompanies the racks; after both, the game is a normal one."""

    FIRST = "joker1"
    SECOND = "joker2"
    NORMAL = "normal"


class Fate(StrEnum):
    """What the joker of the rack does in a turn."""

    REPLACED = "remplace"
    """The bag holds the letter: it takes the place of the joker, which goes back to the rack."""
    STAYS = "reste"
    UNUSED = "non_utilise"
    NO_JOKER = "sans_joker"


_PHASES = tuple(Phase)
_NEXT: Mapping[Phase, Phase] = {Phase.FIRST: Phase.SECOND, Phase.SECOND: Phase.NORMAL}


def phase_of(fmt: Format, board: Board) -> Phase:
    """The jokers that lie on the grid stay there: their number is the phase."""
    if not fmt.joker_on_rack:
        return Phase.NORMAL
    return _PHASES[min(tiles_on(board).count(WILD), len(_PHASES) - 1)]


@dataclass(frozen=True, slots=True)
class Joker:
    """`replaced_by`: the letter taken from the bag; `phase` and `bag` after that."""

    fate: Fate
    replaced_by: str | None
    phase: Phase
    bag: Bag


def joker_after(phase: Phase, letter: str | None, bag: Bag) -> Joker:
    """`letter`: what the joker stands for in the retained word, None if it was not played;
    `bag`: once the rack was drawn. The letters of the rack replace nothing."""
    if phase is Phase.NORMAL:
        return Joker(Fate.NO_JOKER, None, phase, bag)
    if letter is None:
        return Joker(Fate.UNUSED, None, phase, bag)
    if letter in bag:
        return Joker(Fate.REPLACED, letter, phase, bag.minus(letter))
    return Joker(Fate.STAYS, None, _NEXT[phase], bag)


@dataclass(frozen=True, slots=True)
class SettledJoker:
    """A retained word once it lies on the grid: the board, the joker, what is left to play."""

    board: Board
    joker: Joker
    remainder: Remainder


def laid_word(fmt: Format, board: Board, rack: str, word: str) -> str:
    """The retained word as it lies on the grid, in capitals where a letter replaced the joker.

    What `settle` finds, for those who play a whole game again just to see its grid.
    """
    joker = [letter.upper() for letter in word if letter.islower()]
    if not fmt.joker_on_rack or not joker:
        return word
    gone = (tiles_on(board) + rack).count(joker[0])
    return word.upper() if gone < fmt.letters.counts[joker[0]] else word


def settle(fmt: Format, board: Board, rack: str, word: str, place: Place) -> SettledJoker:
    """Lay the retained word; in every format.

    Raises `IllegalPlacement`, and `LettersNotInBag` if the rack does not hold the tiles, or if
    rack and grid hold more letters than the format has.
    """
    tiles, bag = tiles_needed(board, word, place), unseen(fmt, board, rack)
    played = [letter for _, _, letter in board.new_squares(word, place) if letter.islower()]
    letter = played[0].upper() if played else None
    joker = joker_after(phase_of(fmt, board), letter, bag)
    laid = word.upper() if joker.fate is Fate.REPLACED else word
    kept = Bag(rack, fmt.letters).minus(tiles).letters
    after = board.place(laid, place)
    return SettledJoker(after, joker, keeping(fmt, after, kept))
