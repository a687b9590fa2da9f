"""The lexicon of a game, compiled once and kept in the memory of the process."""

import gc
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from engine.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from tournament.models import Game

#: Compiled lexicons kept at a time; one weighs some tens of megabytes.
KEPT = 4


def lexicon_path() -> Path:
    """The word list of this installation; the free one unless the organiser has his own."""
    return settings.LEXICON_PATH or DEFAULT_LEXICON


@lru_cache(maxsize=KEPT)
def _load(path: Path, cache: Path, extra: tuple[str, ...]) -> Lexicon:
    lexicon = load_lexicon(path, cache)
    return lexicon if not extra else Lexicon.from_words([*lexicon, *extra])


def base_lexicon() -> Lexicon:
    """Raises engine.errors.BadWordList when the list cannot be read."""
    return _load(lexicon_path(), settings.LEXICON_DIR, ())


def lexicon_of(game: Game) -> Lexicon:
    """The lexicon of ``game`` with the words that a recorded game adds to it."""
    return _load(lexicon_path(), settings.LEXICON_DIR, tuple(game.extra_words))


def warm_up() -> None:
    """Load the lexicon before the first turn asks for it.

    What a worker holds by then stays: the collector need not look through it during searches.
    Raises engine.errors.BadWordList when the list cannot be read.
    """
    base_lexicon()
    gc.collect()
    gc.freeze()
