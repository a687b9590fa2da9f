"""The choice of the archive that counts among those of a centre, a pure function of all.

An archive supersedes another one of the same tournament if its journals contain that one's heads;
with equal heads, the one made later, which has other names only (players made anonymous).
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from enum import StrEnum

from arbitrage.event.core.contribution import Contribution


class ArchiveStanding(StrEnum):
    """The place of an archive among those of its centre."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    #: The centre has two archives of which neither contains the other.
    FORKED = "forked"
    #: The same tournament, or an entry of it, came from two centres.
    DOUBLED = "doubled"


def is_superseded(older: Contribution, newer: Contribution) -> bool:
    """Return True if ``newer`` contains all that ``older`` had."""
    if older.tournament != newer.tournament or older.content == newer.content:
        return False
    links = set(newer.links)
    if not links.issuperset(older.heads):
        return False
    return older.heads != newer.heads or older.made_at < newer.made_at


def classify_archives[K: Hashable](
    archives: Mapping[K, tuple[str, Contribution]],
) -> dict[K, ArchiveStanding]:
    """Return the standing of each archive; values are its centre and its content. The order in
    which they came does not matter."""
    standings: dict[K, ArchiveStanding] = {}
    for centre in {centre for centre, _ in archives.values()}:
        own = {key: part for key, (other, part) in archives.items() if other == centre}
        standings |= _classify_archives_of_centre(own)
    current = {
        key: archives[key]
        for key, standing in standings.items()
        if standing is ArchiveStanding.CURRENT
    }
    return standings | dict.fromkeys(_find_doubled(current), ArchiveStanding.DOUBLED)


def _find_doubled[K: Hashable](current: Mapping[K, tuple[str, Contribution]]) -> set[K]:
    """Return the archives whose tournament, or an entry of it, another centre has as well."""
    centres: defaultdict[str, set[str]] = defaultdict(set)
    for centre, part in current.values():
        for uid in _list_uids(part):
            centres[uid].add(centre)
    return {
        key
        for key, (_centre, part) in current.items()
        if any(len(centres[uid]) > 1 for uid in _list_uids(part))
    }


def _list_uids(part: Contribution) -> list[str]:
    return [part.tournament, *(entry.uid for entry in part.entries)]


def _classify_archives_of_centre[K: Hashable](
    own: Mapping[K, Contribution],
) -> dict[K, ArchiveStanding]:
    newest = {
        key: part
        for key, part in own.items()
        if not any(is_superseded(part, other) for other in own.values())
    }
    are_equal = len({part.content for part in newest.values()}) == 1
    standings: dict[K, ArchiveStanding] = dict.fromkeys(own, ArchiveStanding.SUPERSEDED)
    if are_equal:
        standings[_choose_first(newest)] = ArchiveStanding.CURRENT
    else:
        standings |= dict.fromkeys(newest, ArchiveStanding.FORKED)
    return standings


def _choose_first[K: Hashable](keys: Iterable[K]) -> K:
    """Return one of the keys of equal archives, always the same."""
    return min(keys, key=str)
