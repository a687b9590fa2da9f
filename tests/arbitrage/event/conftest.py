"""Caches of what every verification computes."""

from tests.arbitrage.archive.conftest import sign_in
from tests.arbitrage.archive.verify.conftest import _cache_lexicon, _cache_solutions

__all__ = ["_cache_lexicon", "_cache_solutions", "sign_in"]
