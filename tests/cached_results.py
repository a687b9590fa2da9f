"""Clears the scoreboards and rankings cached by this process, after rows changed without a
service."""

from tournament.queries.results import cached_lines, cached_ranking


def clear_cached_results() -> None:
    cached_lines._cache._games.clear()
    cached_ranking._cache._games.clear()
