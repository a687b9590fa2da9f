"""Brings the lines of an older format up to date, one version after the other."""

from collections.abc import Callable, Mapping
from typing import Any

from arbitrage.core.archive.manifest import VERSION

type Lines = dict[str, list[dict[str, Any]]]
"""By member, lines as plain data."""

#: Members that came with version 2, for matches of two.
_OF_MATCHES = (
    *("rounds", "matches", "match_games", "match_events", "match_results"),
    "calls",
)


def _with_matches(lines: Lines) -> Lines:
    """1 → 2: before, a tournament played duplicate and nothing else."""
    played = [{**line, "discipline": "duplicate", "classic": {}} for line in lines["tournament"]]
    return {**lines, "tournament": played, **{member: [] for member in _OF_MATCHES}}


#: By the version that it starts from: the lines as the next version has them.
UPGRADES: Mapping[int, Callable[[Lines], Lines]] = {1: _with_matches}


def upgraded(lines: Lines, version: int) -> Lines:
    """``lines`` of ``version``, which is not newer than this software, as it has them now."""
    for old in range(version, VERSION):
        lines = UPGRADES[old](lines)
    return lines
