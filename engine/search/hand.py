"""The rack of a turn: what it can make with letters that lie on the grid, and its jokers."""

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


class Hand:
    """Raises `BadLetters` for a rack that is not made of tiles of the format."""

    def __init__(self, rack: str, fmt: Format, lexicon: Lexicon) -> None:
        fmt.letters.check(rack)
        self.lexicon = lexicon
        self.tiles = rack.replace(WILD, "")
        self.jokers = len(rack) - len(self.tiles)
        self.held = Counter(self.tiles)
        self.mask = ALL_LETTERS if self.jokers else mask_of(self.tiles)
        """Letters that the rack can lay."""
        self.limit = min(len(rack), fmt.max_play)
        self.points = fmt.letters.points
        self.values = _value_table(fmt.letters)
        self.bonus = [fmt.bonus(tiles) for tiles in range(self.limit + 1)]
        values = sorted(map(self.points.__getitem__, self.tiles), reverse=True)
        self.best = list(accumulate(values + [0] * self.jokers, initial=0))
        """Most that the k dearest tiles are worth, by k."""
        self.best_in = _BestIn(self)

    def spellings(self, word: str, placed: Sequence[int], *, freely: bool) -> list[str]:
        """The word once per choice of the squares of its jokers, which are in lower case.

        `placed`: the squares of the word that take a tile. Letters placed more often than there
        are tiles must be jokers; `freely`, others may be too. Nothing if the jokers do not suffice.
        """
        spelled, spare = self.forced(word, placed)
        return spent_freely(spelled, placed, spare) if freely else spelled

    def forced(self, word: str, placed: Sequence[int]) -> tuple[list[str], int]:
        """`spellings` with no more jokers than it takes, and how many are left."""
        lacking = "".join(itemgetter(*placed)(word))
        for tile in self.tiles:
            lacking = lacking.replace(tile, "", 1)
        spare = self.jokers - len(lacking)
        if spare < 0:
            return [], 0
        spelled = [word]
        for letter in set(lacking):
            where = [square for square in placed if word[square] == letter]
            times, lower = lacking.count(letter), letter.lower()
            if times == 1:  # as below, and sooner
                spelled = [text[:at] + lower + text[at + 1 :] for text in spelled for at in where]
            else:
                chosen = list(combinations(where, times))
                spelled = [lowered(text, squares) for text in spelled for squares in chosen]
        return spelled, spare


class _BestIn(dict[int, int]):
    """By mask, the value of the dearest tile that it allows; 0 if only a joker will do."""

    def __init__(self, hand: Hand) -> None:
        by_value = sorted(hand.held, key=hand.points.__getitem__, reverse=True)
        self._dearest = [(BIT[letter], hand.points[letter]) for letter in by_value]

    def __missing__(self, mask: int) -> int:
        self[mask] = best = next((points for bit, points in self._dearest if bit & mask), 0)
        return best


class Made(dict[tuple[int, str], list[str]]):
    """By a number of tiles and letters in place, sorted: the words made of so many tiles of the
    rack and of these letters.

    They are looked up by the sum of their letters' hashes; another set of letters with the same sum
    is hardly to be feared, and `Hand.spellings` gives nothing for its words.
    """

    def __init__(self, hand: Hand) -> None:
        # It does not keep the hand, nor the hand it: both are let go at once, with the turn.
        self._questions = hand.lexicon.questions
        self._anagrams = hand.lexicon.anagrams
        self._jokers = hand.jokers
        self._sums = _Sums(hand)

    def through(self, pattern: str) -> list[str]:
        """The words that have the letters of the pattern where it has them; of many letters, also
        words that the rack does not make."""
        question = self._questions[pattern]
        return question if isinstance(question, list) else in_place(self[question], pattern)

    def __missing__(self, question: tuple[int, str]) -> list[str]:
        tiles, fixed = question
        start = _sum_of(fixed)
        sums = [start + one for one in self._sums[tiles]]
        anagrams = self._anagrams(tiles + len(fixed))
        lacking = tiles and self._jokers
        words = anagrams.find(anagrams.completed(sums) if lacking else sums)
        self[question] = words
        return words


class _Sums(dict[int, list[int]]):
    """By number of tiles, the sums of letter hashes of every choice of so many; jokers as every
    letter, one apart, whose letter is looked up."""

    def __init__(self, hand: Hand) -> None:
        self._jokers = hand.jokers
        self._hashes = [LETTER_HASH[tile] for tile in hand.tiles]

    def __missing__(self, tiles: int) -> list[int]:
        jokers = min(self._jokers, tiles)
        every = set(map(sum, combinations(self._hashes, tiles - jokers)))
        if jokers > 1:
            every = {one + more for one in every for more in _joker_sums(jokers - 1)}
        sums = self[tiles] = list(every)
        return sums


def in_place(words: list[str], pattern: str) -> list[str]:
    """Those of the words that have the letters of the pattern where it has them."""
    for square, letter in enumerate(pattern):
        if letter != EMPTY:
            words = [word for word in words if word[square] == letter]
    return words


def mask_of(letters: str) -> int:
    return sum(map(BIT.__getitem__, set(letters)))


def lowered(word: str, squares: Iterable[int]) -> str:
    """The word with jokers on those squares."""
    for square in squares:
        word = word[:square] + word[square].lower() + word[square + 1 :]
    return word


def spent_freely(words: list[str], placed: Sequence[int], spare: int) -> list[str]:
    """Each word, all of one length and with as many jokers, once per choice of up to `spare`
    further jokers on squares of `placed`.

    All words together: a square of every one of them is in lower case at once.
    """
    if not words or not spare:
        return words
    step, together = len(words[0]) + 1, "\n".join(words).encode()
    spelled = list(words)
    for count in range(1, spare + 1):
        for squares in combinations(placed, count):
            lower = bytearray(together)
            for square in squares:
                lower[square::step] = lower[square::step].lower()
            spelled += lower.decode().split("\n")
    # Where a joker is spent on one of the squares already, the word has been there with fewer.
    return spelled if words[0].isupper() else list(dict.fromkeys(spelled))


@lru_cache
def _value_table(letters: LetterSet) -> bytes:
    """Points by character code, for `bytes.translate`; a joker's are 0."""
    table = bytearray(256)
    for letter, points in letters.points.items():
        table[ord(letter)] = points
    return bytes(table)


@lru_cache(maxsize=20_000)
def _sum_of(letters: str) -> int:
    return sum(map(LETTER_HASH.__getitem__, letters))


@lru_cache
def _joker_sums(jokers: int) -> frozenset[int]:
    """Sums of the hashes of every choice of that many letters."""
    return frozenset(map(sum, combinations_with_replacement(LETTER_HASH.values(), jokers)))
