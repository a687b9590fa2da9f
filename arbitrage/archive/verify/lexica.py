"""The words of the games, by checksum: the list that comes with the software, or a file given."""

from collections.abc import Sequence
from pathlib import Path

from arbitrage.archive.verify.record import GameRecord
from engine.errors import BadWordList
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.lexicon.word_list import RefusedLines


class NoWordListError(Exception):
    """None of the lists at hand has the checksum that the game names; ``found`` are theirs."""

    def __init__(self, game: int, checksum: str, count: int, found: dict[str, str]) -> None:
        super().__init__(checksum)
        self.game, self.checksum, self.count, self.found = game, checksum, count, found


class ImpossibleWordError(Exception):
    """A word that the game is said to admit besides can be none."""


class Lexica:
    """``files`` are compiled when they are asked for, the software's own first."""

    def __init__(self, files: Sequence[Path] = ()) -> None:
        self._files = [DEFAULT_LEXICON, *files]
        self._known: dict[str, Lexicon] = {}
        self._paths: dict[str, str] = {}
        self._with: dict[tuple[str, tuple[str, ...]], Lexicon] = {}

    def of(self, game: GameRecord) -> Lexicon | None:
        """What ``game`` is played with; None before its start. Raises NoWordListError, BadWordList
        for a file that is no list, ImpossibleWordError."""
        words = game.row.word_list
        if words is None:
            return None
        return self.named(game.row.number, words.checksum, words.count, game.row.extra_words)

    def named(self, number: int, checksum: str, count: int, more: Sequence[str]) -> Lexicon:
        """The words with ``checksum`` and those ``more``, of game or topping ``number``. Raises as
        ``of``."""
        while checksum not in self._known and self._files:
            self._read(self._files.pop(0))
        if checksum not in self._known:
            raise NoWordListError(number, checksum, count, self._paths)
        lexicon, extra = self._known[checksum], tuple(more)
        if not extra:
            return lexicon
        key = (checksum, extra)
        if key not in self._with:
            try:
                self._with[key] = Lexicon.from_words([*lexicon, *extra])
            except BadWordList as error:
                raise ImpossibleWordError(", ".join(extra)) from error
        return self._with[key]

    def _read(self, path: Path) -> None:
        lexicon = load_lexicon(path, None, on_refused=_let_pass)
        self._known[lexicon.checksum] = lexicon
        self._paths[lexicon.checksum] = path.name


def _let_pass(refused: RefusedLines) -> None:
    """As when an organiser imports it: the checksum says whether the words are the same."""
