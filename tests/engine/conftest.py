import fcntl
import os
from pathlib import Path

import pytest

from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a user's programs keep what they can make again, the shipped list compiled in it.

    The test workers share it, and the first who asks for it compiles.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache"
    folder.mkdir(exist_ok=True)
    with (folder / "compiling").open("w") as compiling:
        fcntl.flock(compiling, fcntl.LOCK_EX)
        load_lexicon(DEFAULT_LEXICON, folder / "duplicata")
    return folder


@pytest.fixture(scope="session")
def shipped(cache_home: Path) -> Lexicon:
    """The word list that comes with the program."""
    return load_lexicon(DEFAULT_LEXICON, cache_home / "duplicata")
