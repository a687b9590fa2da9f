"""The word lists of the games, by checksum: the one of the software, and given files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from arbitrage.archive.verify.record import GameRecord
from engine.errors import BadWordList
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, extend_lexicon, load_lexicon
from engine.lexicon.word_list import RefusedLines


class NoWordListError(Exception):
    """No word list has the checksum that the game names; ``available``: the file names of the
    lists that were read, by checksum."""

    def __init__(self, game: int, checksum: str, count: int, available: dict[str, str]) -> None:
        super().__init__(checksum)
        self.game, self.checksum, self.count, self.available = game, checksum, count, available


class ImpossibleWordError(Exception):
    """An additional word of the game cannot be a word."""


class Lexica:
    """Lexicons by checksum: those given, then ``files``, which are compiled when they are needed,
    the software's own list first."""

    def __init__(
        self, files: Sequence[Path] = (), lexicons: Mapping[str, Lexicon] = MappingProxyType({})
    ) -> None:
        self._files = [DEFAULT_LEXICON, *files]
        self._lexicons = dict(lexicons)
        self._file_names: dict[str, str] = {}
        self._extended: dict[tuple[str, tuple[str, ...]], Lexicon] = {}

    def load_for_game(self, game: GameRecord) -> Lexicon | None:
        """Return the lexicon of ``game``; None before it starts. Raise NoWordListError,
        BadWordList for a file that is no list, ImpossibleWordError."""
        words = game.row.word_list
        if words is None:
            return None
        return self.load(game.row.number, words.checksum, words.count, game.row.extra_words)

    def load(self, number: int, checksum: str, count: int, extra_words: Sequence[str]) -> Lexicon:
        """Return the words with ``checksum`` and ``extra_words``, of the game or topping
        ``number``. Raises as ``load_for_game``."""
        while checksum not in self._lexicons and self._files:
            self._read(self._files.pop(0))
        if checksum not in self._lexicons:
            raise NoWordListError(number, checksum, count, self._file_names)
        lexicon, extra = self._lexicons[checksum], tuple(extra_words)
        if not extra:
            return lexicon
        key = (checksum, extra)
        if key not in self._extended:
            try:
                self._extended[key] = extend_lexicon(lexicon, extra)
            except BadWordList as error:
                raise ImpossibleWordError(", ".join(extra)) from error
        return self._extended[key]

    def _read(self, path: Path) -> None:
        lexicon = load_lexicon(path, None, on_refused=_accept_refused_lines)
        self._lexicons[lexicon.checksum] = lexicon
        self._file_names[lexicon.checksum] = path.name


def _accept_refused_lines(refused_lines: RefusedLines) -> None:
    """Ignore refused lines, as the import of a list does: the checksum decides if the words are the
    same."""
