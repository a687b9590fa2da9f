"""Brings the lines of an older format up to date, one version after the other."""

from collections.abc import Callable, Mapping
from typing import Any

from arbitrage.core.archive.manifest import VERSION

type Lines = dict[str, list[dict[str, Any]]]
"""By member, lines as plain data."""

#: By the version that it starts from: the lines as the next version has them.
UPGRADES: Mapping[int, Callable[[Lines], Lines]] = {}


def upgraded(lines: Lines, version: int) -> Lines:
    """``lines`` of ``version``, which is not newer than this software, as it has them now."""
    for old in range(version, VERSION):
        lines = UPGRADES[old](lines)
    return lines
