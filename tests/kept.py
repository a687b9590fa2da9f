"""The scoreboards and rankings that this process keeps, forgotten after rows changed without a
service."""

from tournament.queries.results import kept_lines, kept_ranking


def forget_kept_results() -> None:
    kept_lines._kept._games.clear()
    kept_ranking._kept._games.clear()
