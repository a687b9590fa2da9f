import pytest

from engine.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The word list that comes with the program."""
    return load_lexicon(DEFAULT_LEXICON, tmp_path_factory.mktemp("lexicon"))
