from pathlib import Path

import pytest

from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a user's programs keep what they can make again."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def shipped(cache_home: Path) -> Lexicon:
    """The word list that comes with the program."""
    return load_lexicon(DEFAULT_LEXICON, cache_home / "duplicata")
