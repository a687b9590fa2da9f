"""Caches of what every verification computes."""

from pathlib import Path

import pytest

from engine.board.board import Board
from engine.board.formats import Format
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.lexicon.word_list import OnRefused
from engine.search.moves import Move, solve

_solved: dict[tuple[object, ...], list[Move]] = {}


@pytest.fixture(autouse=True)
def _cache_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the software's own list from a compiled file: compiling takes longer than the
    verification. The process of ``_ALONE`` compiles it itself."""
    from tests.tournament.services.own_folder import COMPILED

    def load(path: Path, cache: Path | None, on_refused: OnRefused) -> Lexicon:
        return load_lexicon(path, COMPILED if path == DEFAULT_LEXICON else cache, on_refused)

    monkeypatch.setattr("arbitrage.archive.verify.lexica.load_lexicon", load)


@pytest.fixture(autouse=True)
def _cache_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve each position once: most forgeries leave all positions as they are, and the tests of
    a file play the same games."""

    def find(board: Board, rack: str, lexicon: Lexicon, fmt: Format) -> list[Move]:
        key = (tuple(board.rows()), rack, lexicon.checksum, fmt)
        if key not in _solved:
            _solved[key] = solve(board, rack, lexicon, fmt)
        return list(_solved[key])

    monkeypatch.setattr("arbitrage.archive.verify.solutions.solve", find)
