"""The ranking of entries or groups for a specification, as a pure function (introduction, 6.2).

The place of an entry in a game, and every tie-break, is computed among all entries. The ranking of
a group keeps that order and only renumbers the ranks.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.regulation.edition import Edition
from tournament.core.ranking.measures import Totals, build_keys, sum_totals
from tournament.core.ranking.ranking_input import (
    Entrant,
    EntryKind,
    GameResult,
    PlayOffResult,
    PlayOffScope,
    RankingInput,
    Trait,
)
from tournament.core.ranking.ranks import compute_ranks
from tournament.core.ranking.specification import RankingSpecification, require_mode
from tournament.core.ranking.ties import break_ties


@dataclass(slots=True)
class RankedEntry[K: Hashable]:
    """A line of a ranking of entries; ``games`` and ``places`` by game, None for a game not played.

    ``rank`` counts in the ranking of the specification, ``overall_rank`` among all ranked entries,
    ``centre_rank`` among those of its centre, None without one; ``playoff_place`` is the place in
    the *mort subite* that broke its tie, None without one.
    """

    entrant: Entrant[K]
    totals: Totals
    games: tuple[int | None, ...]
    places: tuple[int, ...]
    rank: int = 0
    overall_rank: int = 0
    centre_rank: int | None = None
    playoff_place: int | None = None

    @property
    def key(self) -> K:
        return self.entrant.key

    @property
    def is_partial(self) -> bool:
        return None in self.games


@dataclass(slots=True)
class RankedGroup[K: Hashable]:
    """A line of a ranking of groups; ``counted_members`` are the members that count, best first,
    among ``member_count`` in all. ``games``: sums of those counted."""

    name: str
    totals: Totals
    games: tuple[int, ...]
    counted_members: tuple[RankedEntry[K], ...]
    member_count: int
    rank: int = 0


def rank_entries[K: Hashable](
    ranking_input: RankingInput[K], specification: RankingSpecification, edition: Edition
) -> list[RankedEntry[K]]:
    """Rank the entries, best first; ties in the order of the input.

    Raise BadSetting for a mode that the edition does not have.
    """
    require_mode(edition, specification.settings.mode)
    rows = _list_unranked(ranking_input, specification)
    ranked_rows = [
        row for row in rows if not (specification.settings.complete_only and row.is_partial)
    ]
    playoffs = _list_playoffs(ranking_input, specification)
    ranks = compute_ranks(build_keys([row.totals for row in ranked_rows], specification.order))
    _set_ranks(ranked_rows, ranks, [playoff for playoff in playoffs if playoff.scope.is_general])
    for row in ranked_rows:
        row.overall_rank = row.rank
    _set_centre_ranks(ranked_rows)
    selected = [row for row in ranked_rows if _is_selected(row.entrant, specification)]
    if specification.is_filtered:
        ranks = compute_ranks([-row.overall_rank for row in selected])
        _set_ranks(
            selected, ranks, [playoff for playoff in playoffs if not playoff.scope.is_general]
        )
    return sorted(selected, key=lambda row: row.rank)


def _set_centre_ranks[K: Hashable](rows: Sequence[RankedEntry[K]]) -> None:
    by_centre: defaultdict[str, list[RankedEntry[K]]] = defaultdict(list)
    for row in rows:
        if centre := row.entrant.traits.get(Trait.CENTRE):
            by_centre[centre].append(row)
    for members in by_centre.values():
        ranks = compute_ranks([-row.overall_rank for row in members])
        for row, rank in zip(members, ranks, strict=True):
            row.centre_rank = rank


def _list_playoffs[K: Hashable](
    ranking_input: RankingInput[K], specification: RankingSpecification
) -> list[PlayOffResult[K]]:
    """List the tie-breaks that apply to the ranking, in playing order."""
    if not ranking_input.playoffs:
        return []
    games = (
        ranking_input.game_numbers
        if specification.games is None
        else [ranking_input.game_numbers[index] for index in specification.games]
    )
    return [
        playoff
        for playoff in ranking_input.playoffs
        if playoff.scope.numbers == set(games)
        and playoff.scope.applies_to(specification.group_filter, specification.entry_kind)
    ]


@dataclass(frozen=True)
class Tie[K: Hashable]:
    """Entries with the same ``rank``, and the ranking that contains them."""

    rank: int
    rows: list[RankedEntry[K]]
    scope: PlayOffScope


def find_ties[K: Hashable](
    rows: Sequence[RankedEntry[K]], numbers: Sequence[int], specification: RankingSpecification
) -> list[Tie[K]]:
    """List the ties in ``rows``, a ranking of the games with these ``numbers``."""
    scope = PlayOffScope(frozenset(numbers), specification.group_filter, specification.entry_kind)
    groups = [(rank, list(tied_rows)) for rank, tied_rows in groupby(rows, attrgetter("rank"))]
    return [Tie(rank, tied_rows, scope) for rank, tied_rows in groups if len(tied_rows) > 1]


def _set_ranks[K: Hashable](
    rows: Sequence[RankedEntry[K]], ranks: Sequence[int], playoffs: Sequence[PlayOffResult[K]]
) -> None:
    if playoffs:
        separated_ranks, places = break_ties(
            {row.key: rank for row, rank in zip(rows, ranks, strict=True)}, playoffs
        )
        ranks = [separated_ranks[row.key] for row in rows]
        for row in rows:
            row.playoff_place = places.get(row.key, row.playoff_place)
    for row, rank in zip(rows, ranks, strict=True):
        row.rank = rank


def _list_unranked[K: Hashable](
    ranking_input: RankingInput[K], specification: RankingSpecification
) -> list[RankedEntry[K]]:
    """Return every entry with its line over the games of the specification, unordered."""
    games = (
        range(len(ranking_input.top_totals)) if specification.games is None else specification.games
    )
    tops = [ranking_input.top_totals[game] for game in games]
    results = [[entrant.results[game] for game in games] for entrant in ranking_input.entrants]
    ranks_by_game = [
        compute_ranks([entry_results[game].total for entry_results in results])
        for game in range(len(tops))
    ]
    places = list(zip(*ranks_by_game, strict=True)) if tops else [()] * len(results)
    return [
        RankedEntry(
            entrant=entrant,
            totals=_add_up_results(entry_results, entry_places, tops),
            games=tuple([result.total if result.has_played else None for result in entry_results]),
            places=entry_places,
        )
        for entrant, entry_results, entry_places in zip(
            ranking_input.entrants, results, places, strict=True
        )
    ]


def _add_up_results(
    results: Sequence[GameResult], places: Sequence[int], tops: Sequence[int]
) -> Totals:
    """Add up the results of an entry that was at ``places`` in the games of these ``tops``."""
    line = Totals(top_total=sum(tops), sum_of_places=sum(places))
    for result, place, top in zip(results, places, tops, strict=True):
        line.total += result.total
        line.points += result.points
        line.solos += result.solos
        line.bonus += result.bonus
        line.warnings += result.warnings
        line.deduction += result.deduction
        line.averages += result.averages
        if result.has_played:
            line.top_total_played += top
            line.games_played += 1
            line.wins += place == 1 and top > 0  # without a turn nobody wins
    if results:
        line.last_game = results[-1].total
        line.best_game = max(result.total for result in results)
    return line


def _is_selected[K: Hashable](entrant: Entrant[K], specification: RankingSpecification) -> bool:
    if specification.entry_kind is not EntryKind.ALL and entrant.is_pair != (
        specification.entry_kind is EntryKind.PAIRS
    ):
        return False
    return all(
        entrant.traits.get(trait) == value for trait, value in specification.group_filter.items()
    )


def rank_groups[K: Hashable](
    rows: Sequence[RankedEntry[K]], trait: Trait, specification: RankingSpecification
) -> list[RankedGroup[K]]:
    """Rank the groups of ``rows``, a ranking, by the sums of their best members.

    A group with fewer members than count comes after every complete one, and before those with
    fewer still: a missing member never helps. Ties are ordered by name.
    """
    members: defaultdict[str, list[RankedEntry[K]]] = defaultdict(list)
    for row in rows:
        if name := row.entrant.traits.get(trait):
            members[name].append(row)
    groups = [_build_group(name, members[name], specification) for name in sorted(members)]
    keys = build_keys([group.totals for group in groups], specification.order)
    sizes = [len(group.counted_members) for group in groups]
    ranks = compute_ranks(list(zip(sizes, keys, strict=True)))
    for group, rank in zip(groups, ranks, strict=True):
        group.rank = rank
    return sorted(groups, key=lambda group: group.rank)


def _build_group[K: Hashable](
    name: str, members: list[RankedEntry[K]], specification: RankingSpecification
) -> RankedGroup[K]:
    # Ties are broken by more than the order in the input, which must not count.
    best_first = sorted(
        members, key=lambda row: (row.overall_rank, -row.totals.total, row.entrant.table)
    )
    counted = tuple(best_first[: specification.settings.counted_members])
    games = zip(*(row.games for row in counted), strict=True)
    return RankedGroup(
        name=name,
        totals=sum_totals([row.totals for row in counted]),
        games=tuple(sum(filter(None, game)) for game in games),
        counted_members=counted,
        member_count=len(members),
    )
