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


def is_superseded(older_contribution: Contribution, newer_contribution: Contribution) -> bool:
    """Return True if ``newer_contribution`` contains all that ``older_contribution`` had."""
    if (
        older_contribution.tournament != newer_contribution.tournament
        or older_contribution.content == newer_contribution.content
    ):
        return False
    links = set(newer_contribution.links)
    if not links.issuperset(older_contribution.heads):
        return False
    return (
        older_contribution.heads != newer_contribution.heads
        or older_contribution.made_at < newer_contribution.made_at
    )


def classify_archives[K: Hashable](
    archives: Mapping[K, tuple[str, Contribution]],
) -> dict[K, ArchiveStanding]:
    """Return the standing of each archive; values are its centre and its content. The order in
    which they came does not matter."""
    standings: dict[K, ArchiveStanding] = {}
    for centre in {centre for centre, _ in archives.values()}:
        own_contributions = {
            key: contribution for key, (other, contribution) in archives.items() if other == centre
        }
        standings |= _classify_archives_of_centre(own_contributions)
    current_contributions = {
        key: archives[key]
        for key, standing in standings.items()
        if standing is ArchiveStanding.CURRENT
    }
    return standings | dict.fromkeys(
        _find_keys_with_shared_uids(current_contributions), ArchiveStanding.DOUBLED
    )


def _find_keys_with_shared_uids[K: Hashable](
    current_contributions: Mapping[K, tuple[str, Contribution]],
) -> set[K]:
    """Return the archives whose tournament, or an entry of it, another centre has as well."""
    centres: defaultdict[str, set[str]] = defaultdict(set)
    for centre, contribution in current_contributions.values():
        for uid in _list_uids(contribution):
            centres[uid].add(centre)
    return {
        key
        for key, (_centre, contribution) in current_contributions.items()
        if any(len(centres[uid]) > 1 for uid in _list_uids(contribution))
    }


def _list_uids(contribution: Contribution) -> list[str]:
    return [contribution.tournament, *(entry.uid for entry in contribution.entries)]


def _classify_archives_of_centre[K: Hashable](
    own_contributions: Mapping[K, Contribution],
) -> dict[K, ArchiveStanding]:
    newest = {
        key: contribution
        for key, contribution in own_contributions.items()
        if not any(is_superseded(contribution, other) for other in own_contributions.values())
    }
    are_equal = len({contribution.content for contribution in newest.values()}) == 1
    standings: dict[K, ArchiveStanding] = dict.fromkeys(
        own_contributions, ArchiveStanding.SUPERSEDED
    )
    if are_equal:
        standings[_choose_first(newest)] = ArchiveStanding.CURRENT
    else:
        standings |= dict.fromkeys(newest, ArchiveStanding.FORKED)
    return standings


def _choose_first[K: Hashable](keys: Iterable[K]) -> K:
    """Return one of the keys of equal archives, always the same."""
    return min(keys, key=str)
