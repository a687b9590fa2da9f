"""Brings the lines of an older format up to date, one version after the other."""

from collections.abc import Callable, Mapping
from typing import Any

from arbitrage.archive.core.manifest import VERSION

type Lines = dict[str, list[dict[str, Any]]]
"""By member, lines as plain data."""

#: Members that came with version 2: of *mort subite*, of *topping*, of matches of two.
_OF_OTHER_GAMES = (
    *("contenders", "toppings", "topping_runs", "topping_events"),
    *("rounds", "matches", "match_games", "match_events", "match_results", "calls"),
)


def _with_other_games(lines: Lines) -> Lines:
    """1 → 2: before, a tournament played duplicate games and nothing else."""
    played = [{**line, "discipline": "duplicate", "classic": {}} for line in lines["tournament"]]
    games = [{**line, "kind": "duplicate", "settles": None} for line in lines["games"]]
    none: Lines = {member: [] for member in _OF_OTHER_GAMES}
    return {**lines, "tournament": played, "games": games, **none}


#: By the version that it starts from: the lines as the next version has them.
UPGRADES: Mapping[int, Callable[[Lines], Lines]] = {1: _with_other_games}


def upgraded(lines: Lines, version: int) -> Lines:
    """``lines`` of ``version``, which is not newer than this software, as it has them now."""
    for old in range(version, VERSION):
        lines = UPGRADES[old](lines)
    return lines


def upgraded_manifest(said: dict[str, Any], version: int) -> dict[str, Any]:
    """What a manifest of ``version`` says, as it is said now: games alone were secret in 1."""
    return {**said, "secret": {"games": said.get("secret")}} if version == 1 else said
