"""Clears the cached scoreboards of this process after rows changed without a service."""

from tournament.queries.results import cached_lines


def clear_cached_lines() -> None:
    cached_lines._cache._games.clear()
