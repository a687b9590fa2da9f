from pathlib import Path

import pytest

from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's cache folder (XDG_CACHE_HOME) with the shipped list compiled in it.

    The first test worker that needs it compiles the list.
    """
    with shared_folder(tmp_path_factory, "cache") as folder:
        load_lexicon(DEFAULT_LEXICON, folder / "duplicata")
    return folder


@pytest.fixture(scope="session")
def shipped(cache_home: Path) -> Lexicon:
    """The word list that comes with the program."""
    return load_lexicon(DEFAULT_LEXICON, cache_home / "duplicata")
