"""Legal moves and tops.

The list is canonical: each placement once per first square, direction, word and jokers. A play of
one tile that makes words both ways is in it twice, and on the empty board every play is, since a
bulletin may name either; `count_distinct` counts such pairs once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat
from operator import itemgetter
from typing import NamedTuple

from engine.board.board import EMPTY, Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD
from engine.board.place import Direction, Place
from engine.lexicon.dawg import BIT
from engine.lexicon.lexicon import Lexicon
from engine.search.frontiers import Frontiers
from engine.search.hand import Hand, Made, in_place
from engine.search.lines import Line, live_lines
from engine.search.outlines import outline_of
from engine.search.scales import Scales
from engine.search.slots import bounded
from engine.search.wordings import Wordings
from engine.search.worths import Columns, dot


class Move(NamedTuple):
    """A play. `word` is the full main word: lower case = a joker played from the rack now;
    letters already on the grid are in upper case, jokers among them. `score` with the bonus."""

    word: str
    place: Place
    score: int

    @property
    def ref(self) -> str:
        return str(self.place)


def solve(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """Every legal move: dearest first, then by reference, then by word.

    Raises `BadLetters` for a rack that is not made of tiles. Holds the interpreter for up to a
    tenth of a second with two jokers, and with nine letters, two of them jokers, for half a second
    (200,000 moves on a hard board; see docs/moteur.md): not on an event loop.
    """
    hand = Hand(rack, fmt, lexicon)
    words_for = _words_for(hand)
    starts = []
    for line in live_lines(board, lexicon, fmt.letters):
        starts += [(str(place), moves) for place, moves in _moves(line, words_for, hand)]
    starts.sort()  # by reference: no two of them are equal
    found = list(chain.from_iterable(moves for _, moves in starts))
    found.sort(key=itemgetter(2), reverse=True)
    return found


def playable(board: Board, letters: str, lexicon: Lexicon, fmt: Format = NORMAL) -> bool:
    """Whether any rack drawn of these letters, be they a whole bag, gives a move (3.7).

    Raises `BadLetters`. At once where something can be placed, else up to two seconds of work.
    """
    lines = live_lines(board, lexicon, fmt.letters)
    # Few tiles first: they mostly answer, and all the words that a bag makes are a million.
    return any(_any(lines, letters, lexicon, fmt, most) for most in range(1, fmt.max_play + 1))


def _any(lines: Sequence[Line], letters: str, lexicon: Lexicon, fmt: Format, most: int) -> bool:
    """Whether up to that many of the letters can be laid."""
    # Without a bonus no line asks for every choice of that many tiles.
    hand = Hand(letters, replace(fmt, max_play=most, bonuses={}), lexicon)
    words_for = _words_for(hand)
    return any(True for line in lines for _ in _moves(line, words_for, hand))


def stuck(board: Board, letters: str, lexicon: Lexicon, fmt: Format = NORMAL) -> bool:
    """Whether the last rack, of all the letters left, would have no move: the game is over (3.7).

    With more letters than a rack holds, a draw shows it (3.6), and `playable` what follows.
    Raises `BadLetters`.
    """
    last = 0 < len(letters) <= fmt.rack_size
    return last and not playable(board, letters, lexicon, fmt)


def tops(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """The moves of the highest score, in the order of `solve`; none if nothing can be played.

    Raises `BadLetters` for a rack that is not made of tiles.
    """
    # A joker spent without need loses points, unless a letter is worth nothing.
    freely = any(not value for tile, value in fmt.letters.values.items() if tile != WILD)
    hand = Hand(rack, fmt, lexicon)
    lines = live_lines(board, lexicon, fmt.letters)
    scales: dict[int, Scales] = {}
    best = 0
    found: list[Move] = []
    made, questions = Made(hand), lexicon.questions
    for bound, number, first, stop in bounded(lines, hand):
        if bound < best:
            break
        line = lines[number]
        pattern = line.capitals[first:stop]
        # No call for the slots, nine out of ten, that no word fills.
        question = questions[pattern]
        if isinstance(question, list):
            words = question
        elif words := made[question]:
            words = in_place(words, pattern)
        if not words or not (words := _allowed(words, line, first, stop)):
            continue
        if number not in scales:
            scales[number] = Scales(line, hand)
        score, spelled = _dearest(words, scales[number].of(first, stop), hand, best, freely=freely)
        if score > best:
            best, found = score, []
        found += [Move(word, line.place(first), best) for word in spelled]
    found.sort(key=lambda move: (move.ref, move.word))
    return found


def _dearest(
    words: list[str], scale: tuple[list[int], int], hand: Hand, best: int, *, freely: bool
) -> tuple[int, list[str]]:
    """The highest score of the words in a slot, and those that have it, jokers in lower case;
    `best` and none if that is higher. `scale` as of `Scales.of`, `freely` as of `Hand.spellings`.
    """
    (weights, constant), values = scale, hand.values
    placed = [square for square, weight in enumerate(weights) if weight]  # 0: covered
    found: list[str] = []
    for word in words:
        if constant + dot(weights, word.encode().translate(values)) < best:
            continue
        for spelled in hand.spellings(word, placed, freely=freely):
            score = constant + dot(weights, spelled.encode().translate(values))
            if score > best:
                best, found = score, []
            if score == best:
                found.append(spelled)
    return best, found


def _allowed(words: list[str], line: Line, first: int, stop: int) -> list[str]:
    """Those of the words that make words across when they lie in the slot."""
    for square, mask, _ in line.hooks:
        if first <= square < stop:
            place = square - first
            words = [word for word in words if BIT[word[place]] & mask]
    return words


def _words_for(hand: Hand) -> Wordings | Frontiers:
    """With a joker too many ways lead nowhere to walk them all."""
    return Wordings(hand) if hand.jokers else Frontiers(hand)


def _moves(
    line: Line, words_for: Wordings | Frontiers, hand: Hand
) -> Iterator[tuple[Place, list[Move]]]:
    """By first square, the moves that begin there, in the order of their words."""
    scales = Scales(line, hand)
    text = line.text + EMPTY
    for first, nearest, end in outline_of(line, hand).spans:
        place = line.place(first)
        words: list[str] = []
        points: list[int] = []
        stops = [stop for stop in range(nearest + 1, end + 1) if text[stop] == EMPTY]
        for stop, more, worths in words_for.endings(line, first, stops):
            if more:
                words += more
                weights, constant = scales.of(first, stop)
                if isinstance(worths, Columns):
                    points += worths.scores(weights, constant)
                else:
                    points += [constant + dot(weights, values) for values in worths]
        if words:
            # `Move(*three)` without the call of a Python function: there may be ten thousand.
            moves = map(tuple.__new__, repeat(Move), zip(words, repeat(place), points))
            yield place, sorted(moves, key=itemgetter(0))  # no two words are equal


def count_distinct(moves: Iterable[Move], board: Board) -> int:
    """How many of `moves` differ by the tiles they lay, jokers apart, or by where they lie.

    The number for people. A play of one tile counts once though it makes words both ways, and so
    does a first move found in both directions: the empty board is its own mirror image.
    """
    return len(set(laid(moves, board)))


def laid(moves: Iterable[Move], board: Board) -> Iterator[frozenset[tuple[int, int, str]]]:
    """(row, col, letter) of the tiles that each move lays: equal for what `count_distinct` counts
    once. On an empty board as of a horizontal move."""
    mirrored = Direction.VERTICAL if board.is_empty else None
    for move in moves:
        new = board.new_squares(move.word, move.place)
        if move.place.direction is mirrored:
            new = [(col, row, letter) for row, col, letter in new]
        yield frozenset(new)
