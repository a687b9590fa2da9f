"""The word list that decides which words are admitted (1.1)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from engine.board.board import EMPTY
from engine.lexicon import cache as lexicon_cache, word_list
from engine.lexicon.anagrams import Anagrams, build_tables
from engine.lexicon.cache import CompiledLexicon
from engine.lexicon.dawg import BIT, BRANCH, FINAL, build
from engine.lexicon.pattern_index import PatternIndex, list_fixed_letters
from engine.lexicon.pattern_lookup import PatternLookup
from engine.lexicon.word_list import OnRefused, RefusedLines, refuse_lines

DEFAULT_LEXICON = Path(__file__).parent / "data" / "fr-libre.txt.xz"

_MAX_LISTED = 20
"""Number of words up to which the words of a pattern are listed, whatever the rack."""


class Lexicon:
    """The admitted words. Membership ignores case, since the letter of a joker is in lower case."""

    def __init__(self, compiled: CompiledLexicon) -> None:
        self.dawg = compiled.dawg
        self.checksum = compiled.checksum
        """SHA-256 of the list in capitals, sorted, one word a line: the same for each encoding."""
        self._count = compiled.count
        self._tables = compiled.tables
        self._anagrams: dict[int, Anagrams] = {}
        self.find_cross_check = lru_cache(maxsize=200_000)(self._find_cross_check)
        """Takes two strings in capitals, returns the mask of the letters that make a word between
        them."""
        self.find_cross_checks = lru_cache(maxsize=5_000)(self._find_cross_checks)
        """Takes a line of the grid, returns its empty squares beside tiles: index of the square,
        mask of the letters that make a word with these tiles, the tiles."""
        self._pattern_indexes: dict[int, PatternIndex] = {}
        self.pattern_lookup = PatternLookup(self.find_few_words)

    @classmethod
    def from_words(cls, words: Iterable[str]) -> "Lexicon":
        """Return the lexicon of words. Raises `BadWordList` (`empty`, `bad_word`, `bad_length`)."""
        return cls(_compile(word_list.check(words)))

    @staticmethod
    @lru_cache(maxsize=1)
    def default() -> "Lexicon":
        """Return the free list that ships with the engine (not the federation's list).

        Compiled in a second or two on the first call, then the same object for the whole process.
        """
        return load_lexicon(DEFAULT_LEXICON)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.dawg.has_word(word.upper())

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return self.dawg.iterate_words()

    def _find_cross_check(self, before: str, after: str) -> int:
        dawg = self.dawg
        node = dawg.find_node(before)
        if node is None:
            return 0
        nodes = dawg.nodes
        candidates = [(BIT[letter], child) for letter, child in dawg.list_branches(node)]
        for branch in map(BRANCH.__getitem__, after):  # 0, the root, where no letter continues
            candidates = [(bit, nodes[child + branch]) for bit, child in candidates if child]
        return sum(bit for bit, node in candidates if nodes[node] & FINAL)

    def _find_cross_checks(self, text: str) -> tuple[tuple[int, int, str], ...]:
        cross_checks, square = [], -1
        for before, after in pairwise(text.split(EMPTY)):
            square += len(before) + 1
            if before or after:
                mask = self.find_cross_check(before.upper(), after.upper())
                cross_checks.append((square, mask, before + after))
        return tuple(cross_checks)

    def find_few_words(self, pattern: str) -> list[str] | None:
        """Return the words that fit a pattern ("..R.E"); None if there are more than
        `_MAX_LISTED`."""
        index = self.get_pattern_index(len(pattern))
        if index is None:
            return []
        matches = index.find(list_fixed_letters(pattern))
        return index.list_words(matches) if matches.bit_count() <= _MAX_LISTED else None

    def get_pattern_index(self, length: int) -> PatternIndex | None:
        """Return the words of that length by their places; None if there are none."""
        index = self._pattern_indexes.get(length)
        if index is None and length in self._tables:
            tables = self._tables[length]
            index = PatternIndex(length, tables.join_words(), tables.bit_sets)
            self._pattern_indexes[length] = index
        return index

    def get_anagrams(self, length: int) -> Anagrams:
        """Return the words of that length by their letters."""
        anagrams = self._anagrams.get(length)
        if anagrams is None:
            tables = self._tables.get(length)
            anagrams = Anagrams.from_tables(tables) if tables else Anagrams()
            self._anagrams[length] = anagrams
        return anagrams


def _compile(words: Sequence[str], refused: RefusedLines = RefusedLines()) -> CompiledLexicon:
    """Compile `words`, in the form that `word_list.check` returns."""
    checksum = word_list.compute_checksum(words)
    return CompiledLexicon(build(words), len(words), checksum, build_tables(words), refused)


def extend_lexicon(
    lexicon: Lexicon, extra: Sequence[str], cache_dir: Path | None = None
) -> Lexicon:
    """Return the lexicon with other words too, compiled or from the cache. Raises `BadWordList`."""
    key = "\n".join((lexicon.checksum, *extra)).encode()
    cache_path = lexicon_cache.build_path(key, cache_dir) if cache_dir is not None else None
    compiled = lexicon_cache.read(cache_path) if cache_path is not None else None
    if compiled is None:
        compiled = _compile(word_list.check([*lexicon, *extra]))
        if cache_path is not None:
            lexicon_cache.write(cache_path, compiled)
    return Lexicon(compiled)


def load_lexicon(
    path: Path | str, cache_dir: Path | str | None = None, on_refused: OnRefused = refuse_lines
) -> Lexicon:
    """Compile a word list (text, gz, xz or zip), or take it from the cache if it is there.

    Lines that are not words are passed to `on_refused`, which by default raises `BadWordList`; if
    it returns, they are left out.

    The cache file is named after the content of the list, checked before use and put in place
    in one step, so any number of processes may load or build at once. Without a `cache_dir`, or
    when it cannot be written, the list is simply compiled. A process that keeps the lexicon may
    call `gc.freeze()` afterwards: the search gains about a tenth. Raises `BadWordList`.
    """
    path = Path(path)
    content = word_list.read_bytes(path)
    cache_path = (
        lexicon_cache.build_path(content, Path(cache_dir)) if cache_dir is not None else None
    )
    compiled = lexicon_cache.read(cache_path) if cache_path is not None else None
    if compiled is not None:
        word_list.report_refused(compiled.refused, path, on_refused)
        return Lexicon(compiled)
    reading = word_list.parse(content, path, on_refused)
    compiled = _compile(reading.words, reading.refused_lines)
    if cache_path is not None:
        lexicon_cache.write(cache_path, compiled)
    return Lexicon(compiled)
