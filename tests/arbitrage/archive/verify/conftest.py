"""What is found for every archive again: once for those of a test."""

from pathlib import Path

import pytest

from engine.board.board import Board
from engine.board.formats import Format
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.lexicon.word_list import OnRefused
from engine.search.moves import Move, solve


@pytest.fixture(autouse=True)
def _compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The software's own list as it was compiled before: to compile it again takes longer than
    what is verified. A process of its own (``_ALONE``) compiles it."""
    from tests.tournament.services.own_folder import COMPILED

    def load(path: Path, cache: Path | None, on_refused: OnRefused) -> Lexicon:
        return load_lexicon(path, COMPILED if path == DEFAULT_LEXICON else cache, on_refused)

    monkeypatch.setattr("arbitrage.archive.verify.lexica.load_lexicon", load)


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position whose moves were found in this test: most forgeries leave all of them as they
    are."""
    solved: dict[tuple[object, ...], list[Move]] = {}

    def find(board: Board, rack: str, lexicon: Lexicon, fmt: Format) -> list[Move]:
        key = (tuple(board.rows()), rack, lexicon.checksum, fmt)
        if key not in solved:
            solved[key] = solve(board, rack, lexicon, fmt)
        return list(solved[key])

    monkeypatch.setattr("arbitrage.archive.verify.solutions.solve", find)
