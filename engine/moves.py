"""Legal moves and tops.

The list is canonical: each placement once per first square, direction, word and jokers. A play of
one tile that makes words both ways is in it twice, and on the empty board every play is, since a
bulletin may name either; `count_distinct` counts such pairs once.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.board import Board
from engine.formats import NORMAL, Format
from engine.letters import WILD
from engine.lexicon import Lexicon
from engine.lines import NO_HOOK, live_lines
from engine.place import Direction, Place
from engine.search import Turn, Variant
from engine.slots import End, Hand, Start, starts

_dot: Callable[[Sequence[int], Sequence[int]], int] = math.sumprod  # type: ignore[assignment]
# ^ typed as float; of integers it is an integer


@dataclass(frozen=True, slots=True)
class Move:
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
    quarter of a second with two jokers: not on an event loop.
    """
    hand, turn = _prepare(rack, lexicon, fmt, spend_freely=True)
    found = []
    for start in starts(live_lines(board, lexicon, fmt.letters.points), hand):
        place = start.line.place(start.square)
        ref = str(place)
        for end, variants in _fitting(start, start.ends, turn, hand):
            weights, constant = _weights(start, end), end.constant
            found += [
                (-constant - _dot(weights, values), ref, word, place) for values, word in variants
            ]
    found.sort()
    return [Move(word, place, -negated) for negated, _, word, place in found]


def tops(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """The moves of the highest score, in the order of `solve`; none if nothing can be played.

    Raises `BadLetters` for a rack that is not made of tiles.
    """
    # A joker spent without need loses points, unless a letter is worth nothing.
    worthless = any(not value for tile, value in fmt.letters.values.items() if tile != WILD)
    hand, turn = _prepare(rack, lexicon, fmt, spend_freely=worthless)
    candidates = starts(live_lines(board, lexicon, fmt.letters.points), hand)
    candidates.sort(key=lambda start: start.bound, reverse=True)
    best = 0
    found: list[Move] = []
    for start in candidates:
        if start.bound < best:
            break
        ends = [end for end in start.ends if end.bound >= best]
        for end, variants in _fitting(start, ends, turn, hand):
            weights, constant = _weights(start, end), end.constant
            for values, word in variants:
                score = constant + _dot(weights, values)
                if score > best:
                    best, found = score, []
                if score == best:
                    found.append(Move(word, start.line.place(start.square), score))
    found.sort(key=lambda move: (move.ref, move.word))
    return found


def _prepare(rack: str, lexicon: Lexicon, fmt: Format, *, spend_freely: bool) -> tuple[Hand, Turn]:
    fmt.letters.check(rack)
    hand = Hand(rack, fmt, lexicon)
    turn = Turn(
        lexicon.dawg, fmt.letters.points, hand.tiles, hand.jokers, spend_freely=spend_freely
    )
    return hand, turn


def _fitting(
    start: Start, ends: list[End], turn: Turn, hand: Hand
) -> Iterator[tuple[End, list[Variant]]]:
    """The words for each of `ends`, nearest first."""
    line, frontier, square = start.line, turn.root, start.square
    for end in ends:
        while square <= end.square:
            letter = line.text[square]
            frontier = frontier.step(
                line.masks[square] & hand.mask if letter == "." else letter.upper()
            )
            square += 1
            if not frontier.entries:
                return
        if frontier.variants:
            yield end, frontier.variants


def _weights(start: Start, end: End) -> list[int]:
    """How often the value of each letter of the word counts; 0 for letters already there."""
    line, weights = start.line, []
    for square in range(start.square, end.square + 1):
        if line.text[square] != ".":
            weights.append(0)
            continue
        weight = line.letter_factors[square] * end.factor
        if line.hooks[square] != NO_HOOK:
            weight += line.letter_factors[square] * line.word_factors[square]
        weights.append(weight)
    return weights


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
