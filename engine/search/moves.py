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
from engine.search.bounds import iterate_slots_by_bound
from engine.search.dawg_walk import DawgWalker
from engine.search.letter_values import ValueColumns, sum_products
from engine.search.lines import Line, list_playable_lines
from engine.search.multipliers import LineMultipliers
from engine.search.rack import Rack, RackAnagrams, filter_by_pattern
from engine.search.slots import find_slots
from engine.search.words_with_jokers import JokerWordFinder


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
    """Return every legal move: highest score first, then by reference, then by word.

    Raises `BadLetters` for a rack that is not made of tiles. Blocks the interpreter for up to a
    tenth of a second with two jokers, and with nine letters, two of them jokers, for half a second
    (200,000 moves on a hard board; see docs/moteur.md): do not call it on an event loop.
    """
    search_rack = Rack(rack, fmt, lexicon)
    finder = _choose_word_finder(search_rack)
    moves_by_ref = []
    for line in list_playable_lines(board, lexicon, fmt.letters):
        moves_by_ref += [
            (str(place), moves) for place, moves in _find_moves(line, finder, search_rack)
        ]
    moves_by_ref.sort()  # no two references are equal, so the moves are never compared
    all_moves = list(chain.from_iterable(moves for _, moves in moves_by_ref))
    all_moves.sort(key=itemgetter(2), reverse=True)
    return all_moves


def has_any_move(board: Board, letters: str, lexicon: Lexicon, fmt: Format = NORMAL) -> bool:
    """Return True if some rack drawn of these letters, up to a whole bag, has a move (3.7).

    Raises `BadLetters`. Fast where something can be placed, else up to two seconds of work.
    """
    lines = list_playable_lines(board, lexicon, fmt.letters)
    # Few tiles first: they nearly always decide, and a bag makes a million words.
    return any(
        _can_lay(lines, letters, lexicon, fmt, tiles) for tiles in range(1, fmt.max_play + 1)
    )


def _can_lay(
    lines: Sequence[Line], letters: str, lexicon: Lexicon, fmt: Format, max_tiles: int
) -> bool:
    """Return True if up to that many of the letters can be laid."""
    # Without bonuses, `DawgWalker` does not look up every choice of that many tiles.
    rack = Rack(letters, replace(fmt, max_play=max_tiles, bonuses={}), lexicon)
    finder = _choose_word_finder(rack)
    return any(True for line in lines for _ in _find_moves(line, finder, rack))


def is_unplayable_last_rack(
    board: Board, letters: str, lexicon: Lexicon, fmt: Format = NORMAL
) -> bool:
    """Return True if `letters`, all those still to play, make one rack without a move: the game is
    over (3.7).

    With more letters than a rack holds the answer is False: a draw must show that there is no move
    (3.6), and `has_any_move` tells what follows. Raises `BadLetters`.
    """
    is_last = 0 < len(letters) <= fmt.rack_size
    return is_last and not has_any_move(board, letters, lexicon, fmt)


def find_tops(board: Board, rack: str, lexicon: Lexicon, fmt: Format = NORMAL) -> list[Move]:
    """Return the moves of the highest score, in the order of `solve`; none if there is no move.

    Raises `BadLetters` for a rack that is not made of tiles.
    """
    # An unneeded joker costs points, unless a letter is worth nothing.
    use_spare_jokers = any(not value for tile, value in fmt.letters.values.items() if tile != WILD)
    search_rack = Rack(rack, fmt, lexicon)
    lines = list_playable_lines(board, lexicon, fmt.letters)
    multipliers: dict[int, LineMultipliers] = {}
    best_score = 0
    moves: list[Move] = []
    anagrams, pattern_lookup = RackAnagrams(search_rack), lexicon.pattern_lookup
    for bound, number, start, stop in iterate_slots_by_bound(lines, search_rack):
        if bound < best_score:
            break
        line = lines[number]
        pattern = line.letters[start:stop]
        # `RackAnagrams.match`, without a call for the slots, nine out of ten, that no word fits.
        entry = pattern_lookup[pattern]
        if isinstance(entry, list):
            words = entry
        elif words := anagrams[entry]:
            words = filter_by_pattern(words, pattern)
        if not words or not (words := _filter_by_cross_checks(words, line, start, stop)):
            continue
        if number not in multipliers:
            multipliers[number] = LineMultipliers(line, search_rack)
        score, spellings = _find_best_spellings(
            words,
            multipliers[number].get_slot(start, stop),
            search_rack,
            best_score,
            use_spare_jokers=use_spare_jokers,
        )
        if score > best_score:
            best_score, moves = score, []
        moves += [Move(word, line.build_place(start), best_score) for word in spellings]
    moves.sort(key=lambda move: (move.ref, move.word))
    return moves


def _find_best_spellings(
    words: list[str],
    slot: tuple[list[int], int],
    rack: Rack,
    best_score: int,
    *,
    use_spare_jokers: bool,
) -> tuple[int, list[str]]:
    """Return the highest score of the words in a slot, and the words that have it, jokers in lower
    case; `best_score` and no word if that is higher.

    `slot`: the multipliers and the constant, of `LineMultipliers.get_slot`; `use_spare_jokers` as
    of `Rack.list_spellings`.
    """
    (multipliers, constant), values = slot, rack.values
    # A multiplier is 0 where a tile lies on the grid.
    tile_squares = [square for square, multiplier in enumerate(multipliers) if multiplier]
    best_spellings: list[str] = []
    for word in words:
        if constant + sum_products(multipliers, word.encode().translate(values)) < best_score:
            continue
        for spelling in rack.list_spellings(word, tile_squares, use_spare_jokers=use_spare_jokers):
            score = constant + sum_products(multipliers, spelling.encode().translate(values))
            if score > best_score:
                best_score, best_spellings = score, []
            if score == best_score:
                best_spellings.append(spelling)
    return best_score, best_spellings


def _filter_by_cross_checks(words: list[str], line: Line, start: int, stop: int) -> list[str]:
    """Return the words that pass the cross-checks of the slot."""
    for square, mask, _ in line.cross_checks:
        if start <= square < stop:
            place = square - start
            words = [word for word in words if BIT[word[place]] & mask]
    return words


def _choose_word_finder(rack: Rack) -> JokerWordFinder | DawgWalker:
    """Return a finder that does not walk the DAWG if the rack has a joker: too many partial words
    lead to no word."""
    return JokerWordFinder(rack) if rack.jokers else DawgWalker(rack)


def _find_moves(
    line: Line, finder: JokerWordFinder | DawgWalker, rack: Rack
) -> Iterator[tuple[Place, list[Move]]]:
    """Yield each place on the line where moves start, with these moves in alphabetical order."""
    multipliers = LineMultipliers(line, rack)
    text = line.text + EMPTY
    for start, covered_square, max_stop in find_slots(line, rack).spans:
        place = line.build_place(start)
        words: list[str] = []
        points: list[int] = []
        stops = [stop for stop in range(covered_square + 1, max_stop + 1) if text[stop] == EMPTY]
        for stop, slot_words, values in finder.find_words(line, start, stops):
            if slot_words:
                words += slot_words
                slot, constant = multipliers.get_slot(start, stop)
                if isinstance(values, ValueColumns):
                    points += values.compute_scores(slot, constant)
                else:
                    points += [constant + sum_products(slot, word_values) for word_values in values]
        if words:
            # `Move(*fields)` without the call of a Python function: there may be ten thousand.
            moves = map(tuple.__new__, repeat(Move), zip(words, repeat(place), points))
            yield place, sorted(moves, key=itemgetter(0))  # no two words are equal


def count_distinct(moves: Iterable[Move], board: Board) -> int:
    """Return how many of `moves` differ by the tiles they lay, jokers apart, or by their squares.

    The number for people. A play of one tile counts once though it makes words both ways, and so
    does a first move found in both directions: the empty board is its own mirror image.
    """
    return len(set(list_laid_tiles(moves, board)))


def list_laid_tiles(
    moves: Iterable[Move], board: Board
) -> Iterator[frozenset[tuple[int, int, str]]]:
    """Yield (row, col, letter) of the tiles that each move lays: equal for moves that
    `count_distinct` counts once. On an empty board vertical moves are mirrored."""
    mirrored_direction = Direction.VERTICAL if board.is_empty else None
    for move in moves:
        new_tiles = board.list_new_tiles(move.word, move.place)
        if move.place.direction is mirrored_direction:
            new_tiles = [(col, row, letter) for row, col, letter in new_tiles]
        yield frozenset(new_tiles)
