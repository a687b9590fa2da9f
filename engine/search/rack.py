"""The rack of a turn: its tiles, its jokers (blanks), and the anagrams it makes with tiles that
lie on the grid."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, combinations_with_replacement
from operator import itemgetter

from engine.board.board import EMPTY
from engine.board.formats import Format
from engine.board.letters import WILD, LetterSet
from engine.lexicon.anagrams import LETTER_HASH
from engine.lexicon.dawg import ALL_LETTERS, BIT
from engine.lexicon.lexicon import Lexicon


class Rack:
    """A rack, with what the search needs of it, the format and the lexicon.

    Raises `BadLetters` if a character is not a tile of the format.
    """

    def __init__(self, letters: str, fmt: Format, lexicon: Lexicon) -> None:
        fmt.letters.check(letters)
        self.lexicon = lexicon
        self.tiles = letters.replace(WILD, "")
        """The tiles without the jokers."""
        self.jokers = len(letters) - len(self.tiles)
        self.counts = Counter(self.tiles)
        self.mask = ALL_LETTERS if self.jokers else to_mask(self.tiles)
        """Letters that the rack can lay."""
        self.max_tiles = min(len(letters), fmt.max_play)
        self.points = fmt.letters.points
        self.values = _build_value_table(fmt.letters)
        """Points by character code."""
        self.bonuses = [fmt.get_bonus(tiles) for tiles in range(self.max_tiles + 1)]
        """Bonus by number of tiles laid."""
        values = sorted(map(self.points.__getitem__, self.tiles), reverse=True)
        self.best_sums = list(accumulate(values + [0] * self.jokers, initial=0))
        """Sum of the values of the k best tiles, by k."""
        self.best_values = _BestTileValues(self)

    def list_spellings(self, word: str, placed: Sequence[int], *, use_spare: bool) -> list[str]:
        """Return the word once per choice of the squares of its jokers, which are in lower case.

        `placed`: the squares of the word that take a tile. Letters placed more often than the rack
        has them must be jokers; with `use_spare`, others may be too. The list is empty if there
        are not enough jokers.
        """
        spellings, spare = self.spell_with_fewest_jokers(word, placed)
        return add_spare_jokers(spellings, placed, spare) if use_spare else spellings

    def spell_with_fewest_jokers(self, word: str, placed: Sequence[int]) -> tuple[list[str], int]:
        """Return the spellings that use as few jokers as possible, and the number of jokers that
        remain; an empty list and 0 if there are not enough."""
        lacking = "".join(itemgetter(*placed)(word))
        for tile in self.tiles:
            lacking = lacking.replace(tile, "", 1)
        spare = self.jokers - len(lacking)
        if spare < 0:
            return [], 0
        spellings = [word]
        for letter in set(lacking):
            squares = [square for square in placed if word[square] == letter]
            times, lower = lacking.count(letter), letter.lower()
            if times == 1:  # the same result as the general case below, faster
                spellings = [
                    text[:square] + lower + text[square + 1 :]
                    for text in spellings
                    for square in squares
                ]
            else:
                choices = list(combinations(squares, times))
                spellings = [
                    lower_squares(text, choice) for text in spellings for choice in choices
                ]
        return spellings, spare


class _BestTileValues(dict[int, int]):
    """By mask of letters, the highest value of a tile of the rack in the mask; 0 if only a joker
    has such a letter."""

    def __init__(self, rack: Rack) -> None:
        by_value = sorted(rack.counts, key=rack.points.__getitem__, reverse=True)
        self._tiles_by_value = [(BIT[letter], rack.points[letter]) for letter in by_value]

    def __missing__(self, mask: int) -> int:
        self[mask] = best = next((points for bit, points in self._tiles_by_value if bit & mask), 0)
        return best


class RackAnagrams(dict[tuple[int, str], list[str]]):
    """By number of tiles and fixed letters, sorted: the words made of that many tiles of the rack
    and of these letters.

    Words are looked up by the sum of the hashes of their letters. Two sets of letters with the same
    sum are very unlikely, and `Rack.list_spellings` returns nothing for a word of the wrong one.
    """

    def __init__(self, rack: Rack) -> None:
        # No reference to the rack, and none from it: no cycle delays the release of both.
        self._pattern_lookup = rack.lexicon.pattern_lookup
        self._get_anagrams = rack.lexicon.get_anagrams
        self._jokers = rack.jokers
        self._sums = _HashSums(rack)

    def match(self, pattern: str) -> list[str]:
        """Return the words that fit a pattern ("..R.E"). If the pattern has many letters, the list
        also has words that the rack cannot make."""
        entry = self._pattern_lookup[pattern]
        return entry if isinstance(entry, list) else filter_by_pattern(self[entry], pattern)

    def __missing__(self, key: tuple[int, str]) -> list[str]:
        tiles, fixed = key
        start = _sum_hashes(fixed)
        sums = [start + total for total in self._sums[tiles]]
        anagrams = self._get_anagrams(tiles + len(fixed))
        has_open_joker = tiles > 0 and self._jokers > 0
        words = anagrams.find(anagrams.add_any_letter(sums) if has_open_joker else sums)
        self[key] = words
        return words


class _HashSums(dict[int, list[int]]):
    """By number of tiles, the sums of letter hashes of every choice of that many tiles.

    Jokers count as every letter, but one joker is left out: `Anagrams.add_any_letter` adds it.
    """

    def __init__(self, rack: Rack) -> None:
        self._jokers = rack.jokers
        self._hashes = [LETTER_HASH[tile] for tile in rack.tiles]

    def __missing__(self, tiles: int) -> list[int]:
        jokers = min(self._jokers, tiles)
        totals = set(map(sum, combinations(self._hashes, tiles - jokers)))
        if jokers > 1:
            totals = {total + joker for total in totals for joker in _sum_joker_hashes(jokers - 1)}
        sums = self[tiles] = list(totals)
        return sums


def filter_by_pattern(words: list[str], pattern: str) -> list[str]:
    """Return the words, of the length of the pattern, that have its letters at their places."""
    for square, letter in enumerate(pattern):
        if letter != EMPTY:
            words = [word for word in words if word[square] == letter]
    return words


def to_mask(letters: str) -> int:
    return sum(map(BIT.__getitem__, set(letters)))


def lower_squares(word: str, squares: Iterable[int]) -> str:
    """Return the word with these squares in lower case: jokers."""
    for square in squares:
        word = word[:square] + word[square].lower() + word[square + 1 :]
    return word


def add_spare_jokers(words: list[str], placed: Sequence[int], spare: int) -> list[str]:
    """Return the words and, of each, every spelling with up to `spare` more jokers on squares of
    `placed`.

    The words have one length and the same number of jokers. All of them are changed at once: one
    slice assignment lowers the same square of every word.
    """
    if not words or not spare:
        return words
    step, joined = len(words[0]) + 1, "\n".join(words).encode()
    spellings = list(words)
    for count in range(1, spare + 1):
        for squares in combinations(placed, count):
            lowered = bytearray(joined)
            for square in squares:
                lowered[square::step] = lowered[square::step].lower()
            spellings += lowered.decode().split("\n")
    # A word that had a joker on one of the squares already comes out twice.
    return spellings if words[0].isupper() else list(dict.fromkeys(spellings))


@lru_cache
def _build_value_table(letters: LetterSet) -> bytes:
    """Return points by character code, for `bytes.translate`; 0 for a joker (lower case)."""
    table = bytearray(256)
    for letter, points in letters.points.items():
        table[ord(letter)] = points
    return bytes(table)


@lru_cache(maxsize=20_000)
def _sum_hashes(letters: str) -> int:
    return sum(map(LETTER_HASH.__getitem__, letters))


@lru_cache
def _sum_joker_hashes(jokers: int) -> frozenset[int]:
    """Return the sums of the hashes of every choice of that many letters."""
    return frozenset(map(sum, combinations_with_replacement(LETTER_HASH.values(), jokers)))
