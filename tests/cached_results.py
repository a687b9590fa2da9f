"""Clears what this process caches of results, after rows changed without a service: games and
tournaments of another test have the same keys."""

import sys

from tournament.queries.results import cached_lines, cached_ranking

PAGES = "tournament.views.public.conditional"


def clear_cached_results() -> None:
    cached_lines._cache._games.clear()
    cached_ranking._cache._games.clear()
    if pages := sys.modules.get(PAGES):  # loaded with the first page
        pages._versions._computed.clear()
        pages._cache._pages.clear()
