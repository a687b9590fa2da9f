"""Legal moves and tops.

The list is canonical: each placement once per first square, direction, word and jokers. A play of
one tile that makes words both ways is in it twice, and on the empty board every play is, since a
bulletin may name either; `count_distinct` counts such pairs once.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from engine.board import EMPTY, Board
from engine.dawg import ALL_LETTERS, BIT
from engine.formats import NORMAL, Format
from engine.hand import Hand
from engine.letters import WILD
from engine.lexicon import Lexicon
from engine.lines import Line, live_lines
from engine.place import Direction, Place
from engine.search import Frontier, Variant
from engine.slots import Slot, Span, bounded, scale, spans

_dot: Callable[[Sequence[int], Sequence[int]], int] = math.sumprod  # type: ignore[assignment]
# ^ typed as float; of integers it is an integer


class Move(NamedTuple):
    """A play. `word` is the full main word: lower case = a joker played from the rack now;
    letters already on the grid are in upper case, jokers among them. `score` with the bonus."""

    word: str
    place: Place
    score: int

    @property
    def ref(self) -> str:
        return str(self.place)


_move = partial(tuple.__new__, Move)
"""`Move(*row)` without the call of a Python function: there may be ten thousand of them."""


def solve(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """Every legal move: dearest first, then by reference, then by word.

    Raises `BadLetters` for a rack that is not made of tiles. Holds the interpreter for up to a
    quarter of a second with two jokers: not on an event loop.
    """
    hand = Hand(rack, fmt, lexicon)
    root = Frontier.root(hand)
    lines = live_lines(board, lexicon, hand.points)
    starts = [(line.place(span.first), line, span) for line in lines for span in spans(line, hand)]
    starts.sort(key=lambda start: str(start[0]))
    found: list[tuple[str, Place, int]] = []
    for place, line, span in starts:
        here = []
        for slot, variants in _fitting(line, span, root, hand):
            weights, constant = scale(slot, hand)
            here += [(word, place, constant + _dot(weights, values)) for values, word in variants]
        here.sort()  # by word: no two of them are equal
        found += here
    found.sort(key=itemgetter(2), reverse=True)
    return list(map(_move, found))


def tops(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """The moves of the highest score, in the order of `solve`; none if nothing can be played.

    Raises `BadLetters` for a rack that is not made of tiles.
    """
    # A joker spent without need loses points, unless a letter is worth nothing.
    freely = any(not value for tile, value in fmt.letters.values.items() if tile != WILD)
    hand = Hand(rack, fmt, lexicon)
    lines = live_lines(board, lexicon, hand.points)
    best = 0
    found: list[Move] = []
    made = hand.made_through
    for bound, line, first, last in bounded(lines, hand):
        if bound < best:
            break
        words = made[line.capitals[first : last + 1]]
        # A call and an object less for the nine slots out of ten that no word fills.
        if not words or not (words := _allowed(words, slot := Slot(line, first, last))):
            continue
        weights, constant = scale(slot, hand)
        placed = [square for square, weight in enumerate(weights) if weight]  # 0: covered before
        for word in words:
            if constant + _dot(weights, _values(word, hand)) < best:
                continue
            for spelled in hand.spellings(word, placed, freely=freely):
                score = constant + _dot(weights, _values(spelled, hand))
                if score > best:
                    best, found = score, []
                if score == best:
                    found.append(Move(spelled, slot.line.place(slot.first), score))
    found.sort(key=lambda move: (move.ref, move.word))
    return found


def _values(word: str, hand: Hand) -> bytes:
    return word.encode().translate(hand.values)


def _allowed(words: list[str], slot: Slot) -> list[str]:
    """Those of the words that make words across when they lie in the slot."""
    line, first, last = slot
    for square, mask in enumerate(line.masks[first : last + 1]):
        if mask != ALL_LETTERS and line.text[first + square] == EMPTY:
            words = [word for word in words if BIT[word[square]] & mask]
    return words


def _fitting(
    line: Line, span: Span, root: Frontier, hand: Hand
) -> Iterator[tuple[Slot, list[Variant]]]:
    """The words for each end of the span, nearest first."""
    first, nearest, stop = span
    frontier, walked = root, first
    text = line.capitals
    for last in range(nearest, stop):
        if not line.closes[last] or not _may_be_made(text[first : last + 1], hand):
            continue
        for square in range(walked, last + 1):
            letter = text[square]
            constraint = line.masks[square] & hand.mask if letter == EMPTY else letter
            frontier = frontier.step(constraint)
            if not frontier.entries:
                return
        walked = last + 1
        if frontier.variants:
            yield Slot(line, first, last), frontier.variants


def _may_be_made(pattern: str, hand: Hand) -> bool:
    """False if no word is made of these letters and so many tiles; asked for bonuses only.

    They are the longest walks by far, and mostly in vain; for fewer tiles, asking costs more than
    it saves.
    """
    fixed = pattern.replace(EMPTY, "")
    tiles = len(pattern) - len(fixed)
    return not hand.bonus[tiles] or bool(hand.made(tiles, fixed))


def count_distinct(moves: Iterable[Move], board: Board) -> int:
    """How many of `moves` differ by the tiles they lay, jokers apart, or by where they lie.

    The number for people. A play of one tile counts once though it makes words both ways, and so
    does a first move found in both directions: the empty board is its own mirror image.
    """
    mirrored = Direction.VERTICAL if board.is_empty else None
    laid = set()
    for move in moves:
        new = board.new_squares(move.word, move.place)
        if move.place.direction is mirrored:
            new = [(col, row, letter) for row, col, letter in new]
        laid.add(frozenset(new))
    return len(laid)
