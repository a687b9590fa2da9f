"""Lookup of the words of a slot by its pattern: the letters that lie in it ("..R.E")."""

from collections.abc import Callable

from engine.board.board import EMPTY

type _PatternEntry = list[str] | tuple[int, str]
"""The words that fit the pattern, if they are few whatever the rack; else a key of
`engine.search.rack.RackAnagrams`: the number of tiles to lay and the fixed letters, sorted."""

_MIN_FIXED_LETTERS = 3
"""With fewer fixed letters, too many words fit."""
_MAX_CACHED_PATTERNS = 20_000


class PatternLookup(dict[str, _PatternEntry]):
    """Entries by pattern, kept from one turn to the next; cleared when there are more than
    `_MAX_CACHED_PATTERNS`.

    `find_few_words`: returns the words that fit a pattern, None if they are many.
    """

    def __init__(self, find_few_words: Callable[[str], list[str] | None]) -> None:
        self._find_few = find_few_words

    def __missing__(self, pattern: str) -> _PatternEntry:
        if len(self) > _MAX_CACHED_PATTERNS:
            self.clear()
        fixed = pattern.replace(EMPTY, "")
        words = self._find_few(pattern) if len(fixed) >= _MIN_FIXED_LETTERS else None
        entry = (len(pattern) - len(fixed), "".join(sorted(fixed))) if words is None else words
        self[pattern] = entry
        return entry
