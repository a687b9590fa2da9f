from pathlib import Path

import pytest

from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's cache folder (XDG_CACHE_HOME) with the shipped list compiled in it.

    It comes from the checkout's folder: to compile it takes two seconds of the processor.
    """
    from tests.tournament.services.own_folder import fill_own_folder

    with shared_folder(tmp_path_factory, "cache") as folder:
        if not (folder / "duplicata").exists():
            fill_own_folder(folder / "duplicata")
    return folder


@pytest.fixture(scope="session")
def shipped_words(shipped: Lexicon) -> list[str]:
    """All words of the list."""
    return list(shipped)


@pytest.fixture(scope="session")
def shipped(cache_home: Path) -> Lexicon:
    """The word list that comes with the program."""
    return load_lexicon(DEFAULT_LEXICON, cache_home / "duplicata")
