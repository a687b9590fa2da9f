"""The word list that decides which words are admitted (1.1)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from engine.board.board import EMPTY
from engine.lexicon import cache as lexicon_cache, word_list
from engine.lexicon.anagrams import Anagrams, pack
from engine.lexicon.cache import Compiled
from engine.lexicon.dawg import BIT, BRANCH, FINAL, build
from engine.lexicon.patterns import Patterns, squares_of
from engine.lexicon.questions import Questions
from engine.lexicon.word_list import OnRefused, RefusedLines, refuse_lines

DEFAULT_LEXICON = Path(__file__).parent / "data" / "fr-libre.txt.xz"

_FEW = 20
"""Words of a pattern that are worth naming whatever the rack."""


class Lexicon:
    """The admitted words. Membership does not look at case: a joker's letter is a letter."""

    def __init__(self, compiled: Compiled) -> None:
        self.dawg = compiled.dawg
        self.checksum = compiled.checksum
        """SHA-256 of the list in capitals, sorted, one word a line, however it was packed."""
        self._count = compiled.count
        self._packed_anagrams = compiled.anagrams
        self._anagrams: dict[int, Anagrams] = {}
        self.cross_mask = lru_cache(maxsize=200_000)(self._cross_mask)
        """Mask of the letters that make a word between two strings in capitals."""
        self.crossings = lru_cache(maxsize=5_000)(self._crossings)
        """Of a line of the grid: each empty square beside tiles, the mask of the letters that make
        a word with them, and these tiles."""
        self._patterns: dict[int, Patterns] = {}
        self.questions = Questions(self.fitting)
        """By pattern ("..R.E"), what there is to ask of a slot."""

    @classmethod
    def from_words(cls, words: Iterable[str]) -> "Lexicon":
        """Raises `BadWordList` (`empty`, `bad_word`, `bad_length`)."""
        return cls(_compile(word_list.check(words)))

    @staticmethod
    @lru_cache(maxsize=1)
    def default() -> "Lexicon":
        """The free list that ships (not that of the federation): compiled in a second or two when
        first asked for, then the same for the whole process."""
        return load_lexicon(DEFAULT_LEXICON)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.dawg.accepts(word.upper())

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return self.dawg.words()

    def _cross_mask(self, before: str, after: str) -> int:
        dawg = self.dawg
        node = dawg.node(before)
        if node is None:
            return 0
        nodes = dawg.nodes
        ways = [(BIT[letter], child) for letter, child in dawg.branches(node)]
        for branch in map(BRANCH.__getitem__, after):  # 0, the root, where no letter leads on
            ways = [(bit, nodes[child + branch]) for bit, child in ways if child]
        return sum(bit for bit, node in ways if nodes[node] & FINAL)

    def _crossings(self, text: str) -> tuple[tuple[int, int, str], ...]:
        found, square = [], -1
        for before, after in pairwise(text.split(EMPTY)):
            square += len(before) + 1
            if before or after:
                mask = self.cross_mask(before.upper(), after.upper())
                found.append((square, mask, before + after))
        return tuple(found)

    def fitting(self, pattern: str) -> list[str] | None:
        """The words that a pattern ("..R.E") describes; None if they are many."""
        patterns = self.patterns(len(pattern))
        if patterns is None:
            return []
        found = patterns.having(squares_of(pattern))
        return patterns.words(found) if found.bit_count() <= _FEW else None

    def patterns(self, length: int) -> Patterns | None:
        """The words of that length by their places; None if there are none."""
        known = self._patterns.get(length)
        if known is None and length in self._packed_anagrams:
            packed = self._packed_anagrams[length]
            known = self._patterns[length] = Patterns(length, packed.every_word(), packed.sets)
        return known

    def anagrams(self, length: int) -> Anagrams:
        """The words of that length by their letters."""
        known = self._anagrams.get(length)
        if known is None:
            packed = self._packed_anagrams.get(length)
            known = self._anagrams[length] = Anagrams.unpack(packed) if packed else Anagrams()
        return known


def _compile(words: Sequence[str], refused: RefusedLines = RefusedLines()) -> Compiled:
    """`words` as `word_list.check` gives them."""
    return Compiled(build(words), len(words), word_list.checksum(words), pack(words), refused)


def load_lexicon(
    path: Path | str, cache_dir: Path | str | None = None, on_refused: OnRefused = refuse_lines
) -> Lexicon:
    """Compile a word list (text, gz, xz or zip), or take it from the cache if it is there.

    Lines that are no words are left out if somebody hears of them, and an error otherwise.

    The cache file is named after the content of the list, checked before use and put in place
    in one step, so any number of processes may load or build at once. Without a `cache_dir`, or
    when it cannot be written, the list is simply compiled. A process that keeps the lexicon may
    call `gc.freeze()` afterwards: the search gains about a tenth. Raises `BadWordList`.
    """
    path = Path(path)
    content = word_list.read_bytes(path)
    cache = lexicon_cache.path_for(content, Path(cache_dir)) if cache_dir is not None else None
    compiled = lexicon_cache.read(cache) if cache is not None else None
    if compiled is not None:
        word_list.report_refused(compiled.refused, path, on_refused)
        return Lexicon(compiled)
    reading = word_list.parse(content, path, on_refused)
    compiled = _compile(reading.words, reading.no_words)
    if cache is not None:
        lexicon_cache.write(cache, compiled)
    return Lexicon(compiled)
