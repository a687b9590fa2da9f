"""The joker game (3.8.1): the joker that accompanies every rack, and its replacement."""

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
    """The joker that accompanies the racks; after both, the game is a normal one."""

    FIRST = "joker1"
    SECOND = "joker2"
    NORMAL = "normal"


class JokerOutcome(StrEnum):
    """The result of a turn for the joker of the rack."""

    REPLACED = "remplace"
    """The bag has the letter: it replaces the joker, which goes back to the rack."""
    STAYS = "reste"
    UNUSED = "non_utilise"
    NO_JOKER = "sans_joker"


_PHASES = tuple(JokerPhase)
_NEXT_PHASE: Mapping[JokerPhase, JokerPhase] = {
    JokerPhase.FIRST: JokerPhase.SECOND,
    JokerPhase.SECOND: JokerPhase.NORMAL,
}


def find_phase(fmt: Format, board: Board) -> JokerPhase:
    """Return the phase: the number of jokers on the grid, which stay there."""
    if not fmt.joker_on_rack:
        return JokerPhase.NORMAL
    return _PHASES[min(list_board_tiles(board).count(WILD), len(_PHASES) - 1)]


@dataclass(frozen=True, slots=True)
class JokerResult:
    """`replaced_by`: the letter taken from the bag. `phase`, `bag`: after the turn."""

    outcome: JokerOutcome
    replaced_by: str | None
    phase: JokerPhase
    bag: Bag


def resolve_joker(phase: JokerPhase, letter: str | None, bag: Bag) -> JokerResult:
    """Return the result for the joker of the rack.

    `letter`: that of the joker in the retained word, None if it was not played. `bag`: after the
    draw of the rack; a letter of the rack does not replace the joker.
    """
    if phase is JokerPhase.NORMAL:
        return JokerResult(JokerOutcome.NO_JOKER, None, phase, bag)
    if letter is None:
        return JokerResult(JokerOutcome.UNUSED, None, phase, bag)
    if letter in bag:
        return JokerResult(JokerOutcome.REPLACED, letter, phase, bag.subtract(letter))
    return JokerResult(JokerOutcome.STAYS, None, _NEXT_PHASE[phase], bag)


@dataclass(frozen=True, slots=True)
class RetainedPlay:
    """The result of laying the retained word: the board, the joker, the remainder."""

    board: Board
    joker: JokerResult
    remainder: Remainder


def find_laid_word(fmt: Format, board: Board, rack: str, word: str) -> str:
    """Return the retained word as it lies on the grid, in capitals if a letter replaced the joker.

    The same word as of `lay_retained_word`, at less cost: to replay a game for its grid only.
    """
    jokers = [letter.upper() for letter in word if letter.islower()]
    if not fmt.joker_on_rack or not jokers:
        return word
    drawn_count = (list_board_tiles(board) + rack).count(jokers[0])
    return word.upper() if drawn_count < fmt.letters.counts[jokers[0]] else word


def lay_retained_word(
    fmt: Format, board: Board, rack: str, word: str, place: Place
) -> RetainedPlay:
    """Lay the retained word, in any format.

    Raises `IllegalPlacement`, and `LettersNotInBag` if the rack does not have the tiles, or if
    rack and grid have more letters than the format.
    """
    tiles, bag = find_tiles_needed(board, word, place), find_unseen_bag(fmt, board, rack)
    jokers = [letter for _, _, letter in board.list_new_tiles(word, place) if letter.islower()]
    letter = jokers[0].upper() if jokers else None
    joker = resolve_joker(find_phase(fmt, board), letter, bag)
    laid_word = word.upper() if joker.outcome is JokerOutcome.REPLACED else word
    kept = Bag(rack, fmt.letters).subtract(tiles).letters
    board_after = board.lay(laid_word, place)
    return RetainedPlay(board_after, joker, build_remainder(fmt, board_after, kept))
