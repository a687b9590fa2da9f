"""Caches of what every verification computes."""

from tests.arbitrage.archive.conftest import (
    _cache_lexicon,
    _cache_solutions,
    _cache_verdicts,
)

__all__ = ["_cache_lexicon", "_cache_solutions", "_cache_verdicts"]
