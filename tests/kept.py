"""The scoreboards that this process keeps, forgotten after rows changed without a service."""

from tournament.queries.results import kept_lines


def forget_kept_lines() -> None:
    kept_lines._kept._games.clear()
