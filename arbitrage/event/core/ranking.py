"""The joint ranking: each line with its rank in the whole and in each of its groups."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from arbitrage.event.core.contribution import PersonPart
from arbitrage.event.core.definition import EventDefinition
from arbitrage.event.core.joining import JointEntry, JointResults
from tournament.core.ranking.ranking import RankedEntry, rank_entries
from tournament.core.ranking.ranking_input import Trait
from tournament.core.ranking.ranks import compute_ranks
from tournament.core.ranking.specification import RankingSpecification


class JointGroupKind(StrEnum):
    """Groups in which a joint ranking also counts ranks."""

    CENTRE = "centre"
    COUNTRY = "country"
    CATEGORY = "category"
    SERIES = "series"


@dataclass(frozen=True, slots=True)
class JointRow:
    """``groups`` and ``ranks`` by kind; kinds in which the entry has no group are missing."""

    ranked_entry: RankedEntry[str]
    joint: JointEntry
    groups: Mapping[JointGroupKind, str]
    ranks: Mapping[JointGroupKind, int]

    @property
    def uid(self) -> str:
        return self.ranked_entry.key

    @property
    def rank(self) -> int:
        return self.ranked_entry.overall_rank


def rank_joint(definition: EventDefinition, results: JointResults) -> list[JointRow]:
    """Rank all entries, best first."""
    edition = definition.get_edition()
    specification = RankingSpecification(definition.terms.get_settings(edition))
    ranked_entries = rank_entries(results.ranking_input, specification, edition)
    groups = {row.key: _list_groups(row, results.entries[row.key]) for row in ranked_entries}
    ranks = {
        group_kind: _rank_within(ranked_entries, groups, group_kind)
        for group_kind in JointGroupKind
    }
    return [
        JointRow(
            ranked_entry=row,
            joint=results.entries[row.key],
            groups=groups[row.key],
            ranks={group_kind: ranks[group_kind][row.key] for group_kind in groups[row.key]},
        )
        for row in ranked_entries
    ]


def _list_groups(row: RankedEntry[str], joint: JointEntry) -> dict[JointGroupKind, str]:
    traits = row.entrant.traits
    groups = {
        JointGroupKind.CENTRE: joint.centre.name,
        JointGroupKind.COUNTRY: joint.centre.country,
        JointGroupKind.CATEGORY: traits.get(Trait.CATEGORY, ""),
        JointGroupKind.SERIES: traits.get(Trait.SERIES, ""),
    }
    return {group_kind: name for group_kind, name in groups.items() if name}


def _rank_within(
    ranked_entries: list[RankedEntry[str]],
    groups: Mapping[str, Mapping[JointGroupKind, str]],
    group_kind: JointGroupKind,
) -> dict[str, int]:
    """Return the rank of each entry in its group, which keeps the order of the whole."""
    members: defaultdict[str, list[RankedEntry[str]]] = defaultdict(list)
    for row in ranked_entries:
        if name := groups[row.key].get(group_kind):
            members[name].append(row)
    ranks: dict[str, int] = {}
    for rows in members.values():
        numbers = compute_ranks([-row.overall_rank for row in rows])
        ranks |= {row.key: rank for row, rank in zip(rows, numbers, strict=True)}
    return ranks


#: Maximum number of characters of a licence in the subject of a decision.
_MAX_LICENCE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class SharedLicence:
    """The same licence in several entries, which a person must decide about."""

    key: str
    licence: str
    entries: tuple[JointEntry, ...]

    @property
    def subject(self) -> str:
        """Return what a decision about it names: the licence, and a digest of these entries; a
        further entry with it is asked about again."""
        uids = "\n".join(sorted(joint.entry.uid for joint in self.entries))
        return f"{self.key[:_MAX_LICENCE_LENGTH]}-{sha256(uids.encode()).hexdigest()[:16]}"


def find_shared_licences(results: JointResults) -> list[SharedLicence]:
    """List the licences that more than one entry has, in another centre or the same."""
    holders: defaultdict[str, list[tuple[JointEntry, PersonPart]]] = defaultdict(list)
    for joint in results.entries.values():
        for person in joint.entry.people:
            if person.key:
                holders[person.key].append((joint, person))
    return [
        SharedLicence(key, pairs[0][1].licence, tuple(joint for joint, _ in pairs))
        for key, pairs in sorted(holders.items())
        if len({joint.entry.uid for joint, _ in pairs}) > 1
    ]
