"""The joker game (3.8.1): what becomes of the joker that accompanies every rack."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import WILD
from engine.board.place import Place
from engine.board.scoring import find_tiles_needed
from engine.rules.bag import Bag
from engine.rules.remainder import Remainder, build_remainder, find_unseen_bag, list_board_tiles


class JokerPhase(StrEnum):
    """Which joker accompanies the racks; after both, the game is a normal one."""

    FIRST = "joker1"
    SECOND = "joker2"
    NORMAL = "normal"


class JokerOutcome(StrEnum):
    """What the joker of the rack does in a turn."""

    REPLACED = "remplace"
    """The bag holds the letter: it takes the place of the joker, which goes back to the rack."""
    STAYS = "reste"
    UNUSED = "non_utilise"
    NO_JOKER = "sans_joker"


_PHASES = tuple(JokerPhase)
_NEXT: Mapping[JokerPhase, JokerPhase] = {
    JokerPhase.FIRST: JokerPhase.SECOND,
    JokerPhase.SECOND: JokerPhase.NORMAL,
}


def find_phase(fmt: Format, board: Board) -> JokerPhase:
    """The jokers that lie on the grid stay there: their number is the phase."""
    if not fmt.joker_on_rack:
        return JokerPhase.NORMAL
    return _PHASES[min(list_board_tiles(board).count(WILD), len(_PHASES) - 1)]


@dataclass(frozen=True, slots=True)
class JokerResult:
    """`replaced_by`: the letter taken from the bag; `phase` and `bag` after that."""

    fate: JokerOutcome
    replaced_by: str | None
    phase: JokerPhase
    bag: Bag


def resolve_joker(phase: JokerPhase, letter: str | None, bag: Bag) -> JokerResult:
    """`letter`: what the joker stands for in the retained word, None if it was not played;
    `bag`: once the rack was drawn. The letters of the rack replace nothing."""
    if phase is JokerPhase.NORMAL:
        return JokerResult(JokerOutcome.NO_JOKER, None, phase, bag)
    if letter is None:
        return JokerResult(JokerOutcome.UNUSED, None, phase, bag)
    if letter in bag:
        return JokerResult(JokerOutcome.REPLACED, letter, phase, bag.minus(letter))
    return JokerResult(JokerOutcome.STAYS, None, _NEXT[phase], bag)


@dataclass(frozen=True, slots=True)
class RetainedPlay:
    """A retained word once it lies on the grid: the board, the joker, what is left to play."""

    board: Board
    joker: JokerResult
    remainder: Remainder


def find_laid_word(fmt: Format, board: Board, rack: str, word: str) -> str:
    """The retained word as it lies on the grid, in capitals where a letter replaced the joker.

    What `settle` finds, for those who play a whole game again just to see its grid.
    """
    joker = [letter.upper() for letter in word if letter.islower()]
    if not fmt.joker_on_rack or not joker:
        return word
    gone = (list_board_tiles(board) + rack).count(joker[0])
    return word.upper() if gone < fmt.letters.counts[joker[0]] else word


def lay_retained_word(
    fmt: Format, board: Board, rack: str, word: str, place: Place
) -> RetainedPlay:
    """Lay the retained word; in every format.

    Raises `IllegalPlacement`, and `LettersNotInBag` if the rack does not hold the tiles, or if
    rack and grid hold more letters than the format has.
    """
    tiles, bag = find_tiles_needed(board, word, place), find_unseen_bag(fmt, board, rack)
    played = [letter for _, _, letter in board.list_new_tiles(word, place) if letter.islower()]
    letter = played[0].upper() if played else None
    joker = resolve_joker(find_phase(fmt, board), letter, bag)
    laid = word.upper() if joker.fate is JokerOutcome.REPLACED else word
    kept = Bag(rack, fmt.letters).minus(tiles).letters
    after = board.place(laid, place)
    return RetainedPlay(after, joker, build_remainder(fmt, after, kept))
