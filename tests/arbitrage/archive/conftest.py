"""Caches of what every verification and restoring computes."""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.board.board import Board
from engine.board.formats import Format
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, extend_lexicon, load_lexicon
from engine.lexicon.word_list import OnRefused
from engine.regulation.edition import Edition
from engine.search.moves import Move, solve

if TYPE_CHECKING:
    from arbitrage.core.bulletin import Bulletin
    from arbitrage.core.sheets.position import JudgedPosition
    from arbitrage.core.verdict import Verdict
    from tests.snapshots import Stage
    from tournament.models import Turn

_solved: dict[tuple[object, ...], list[Move]] = {}
_verdict_cache: dict[tuple[object, ...], "Verdict"] = {}


@pytest.fixture(autouse=True)
def _cache_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the software's own list once, from a compiled file: compiling takes longer than the
    verification."""

    from tests.tournament.services.own_folder import COMPILED

    def load(path: Path, folder: Path | None, on_refused: OnRefused) -> Lexicon:
        if path == DEFAULT_LEXICON:
            return _load_own_list()
        return load_lexicon(path, folder, on_refused)

    def extend(lexicon: Lexicon, extra: Sequence[str]) -> Lexicon:
        return extend_lexicon(lexicon, extra, COMPILED)

    monkeypatch.setattr("arbitrage.archive.verify.lexica.load_lexicon", load)
    monkeypatch.setattr("arbitrage.archive.verify.lexica.extend_lexicon", extend)


@cache
def _load_own_list() -> Lexicon:
    from tests.tournament.services.own_folder import COMPILED

    return load_lexicon(DEFAULT_LEXICON, COMPILED, on_refused=lambda _refused: None)


@pytest.fixture(autouse=True)
def _cache_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve each position once: most forgeries leave all positions as they are, and the tests of
    a file play the same games."""

    def find(board: Board, rack: str, lexicon: Lexicon, fmt: Format) -> list[Move]:
        key = (tuple(board.rows()), rack, lexicon.checksum, fmt)
        if key not in _solved:
            _solved[key] = solve(board, rack, lexicon, fmt)
        return list(_solved[key])

    for module in ("arbitrage.archive.verify", "arbitrage.archive.services.restoring"):
        monkeypatch.setattr(f"{module}.solutions.solve", find)


@pytest.fixture(autouse=True)
def _cache_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge each bulletin once: most forgeries leave all bulletins as they are."""
    from arbitrage.core.correct import correct
    from arbitrage.core.ruling_codes import compute_key

    def judge(position: "JudgedPosition", bulletin: "Bulletin", edition: Edition) -> "Verdict":
        words = position.words
        if not isinstance(words, Lexicon):
            return correct(position, bulletin, edition)
        place = (tuple(position.board.rows()), position.rack, position.turn, position.fmt)
        key = (*place, words.checksum, compute_key(bulletin), edition.key)
        if key not in _verdict_cache:
            _verdict_cache[key] = correct(position, bulletin, edition)
        return _verdict_cache[key]

    monkeypatch.setattr("arbitrage.archive.verify.verdicts.correct", judge)


@pytest.fixture
def lasting_results(_stage: "Stage") -> "Turn":
    """The first turn, collected and corrected, with the times that its digests contain."""
    assert _stage.turn
    return _stage.turn


@pytest.fixture
def printed_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer what the typesetter gets in place of what it makes of it: it starts a process for each
    document, and prints no other words."""
    from tournament.presentation.paper import pdf_renderer

    def write_down(document: pdf_renderer.Document) -> bytes:
        words = pdf_renderer.build_typesetter_input(document)
        return json.dumps(words, ensure_ascii=False).encode()

    monkeypatch.setattr(pdf_renderer, "_typeset", write_down)
    monkeypatch.setattr(pdf_renderer, "_typeset_cached", lru_cache(write_down))
