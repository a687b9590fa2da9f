"""The ranking of a field, as it is wanted: one pure function (introduction, 6.2).

The place of an entry in a game, and all that separates equal ones, is what it is among everybody:
a ranking of a part keeps the order of the whole, and only counts its ranks anew.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.regulation.edition import Edition
from tournament.core.ranking.field import (
    Entrant,
    Field,
    GameResult,
    Kind,
    PlayedOff,
    Settles,
    Trait,
)
from tournament.core.ranking.measures import Totals, keys_of, together
from tournament.core.ranking.ranks import ranks_of
from tournament.core.ranking.settled import separated
from tournament.core.ranking.specification import Wanted, require_mode


@dataclass(slots=True)
class Ranked[K: Hashable]:
    """A line of a ranking of entries; ``games`` and ``places`` by game, None where not played.

    ``rank`` counts in the ranking that is wanted, ``overall`` among all who count; ``settled`` is
    the place in the *mort subite* that separated it from those who had the same, None without one.
    """

    entrant: Entrant[K]
    line: Totals
    games: tuple[int | None, ...]
    places: tuple[int, ...]
    rank: int = 0
    overall: int = 0
    settled: int | None = None

    @property
    def key(self) -> K:
        return self.entrant.key

    @property
    def partial(self) -> bool:
        return None in self.games


@dataclass(slots=True)
class RankedGroup[K: Hashable]:
    """A line of a ranking of groups; ``counted`` are the members that count, best first, of
    ``members`` in all. ``games``: sums of those counted."""

    name: str
    line: Totals
    games: tuple[int, ...]
    counted: tuple[Ranked[K], ...]
    members: int
    rank: int = 0


def ranking[K: Hashable](field: Field[K], wanted: Wanted, edition: Edition) -> list[Ranked[K]]:
    """Rank the entries, best first; equal ones in the order of the field.

    Raises BadSetting for a mode that the edition does not know.
    """
    require_mode(edition, wanted.settings.mode)
    everybody = _unranked(field, wanted)
    counting = [row for row in everybody if not (wanted.settings.full_only and row.partial)]
    settled = _settled(field, wanted)
    ranks = ranks_of(keys_of([row.line for row in counting], wanted.order))
    _rank(counting, ranks, [one for one in settled if one.settles.of_everybody])
    for row in counting:
        row.overall = row.rank
    asked = [row for row in counting if _asked(row.entrant, wanted)]
    if wanted.filtered:
        ranks = ranks_of([-row.overall for row in asked])
        _rank(asked, ranks, [one for one in settled if not one.settles.of_everybody])
    return sorted(asked, key=lambda row: row.rank)


def _settled[K: Hashable](field: Field[K], wanted: Wanted) -> list[PlayedOff[K]]:
    """What separates equal ones of the ranking wanted, the first that was played first."""
    if not field.settled:
        return []
    games = field.numbers if wanted.games is None else [field.numbers[one] for one in wanted.games]
    return [
        one
        for one in field.settled
        if one.settles.numbers == set(games) and one.settles.holds_in(wanted.only, wanted.kind)
    ]


@dataclass(frozen=True)
class Tie[K: Hashable]:
    """Who is at the same ``rank``, and the ranking in which they are."""

    rank: int
    rows: list[Ranked[K]]
    settles: Settles


def ties_of[K: Hashable](
    rows: Sequence[Ranked[K]], numbers: Sequence[int], wanted: Wanted
) -> list[Tie[K]]:
    """Those of ``rows``, a ranking of the games with these ``numbers``."""
    settles = Settles(frozenset(numbers), wanted.only, wanted.kind)
    together = [(rank, list(same)) for rank, same in groupby(rows, attrgetter("rank"))]
    return [Tie(rank, same, settles) for rank, same in together if len(same) > 1]


def _rank[K: Hashable](
    rows: Sequence[Ranked[K]], ranks: Sequence[int], settled: Sequence[PlayedOff[K]]
) -> None:
    if settled:
        told, places = separated(
            {row.key: rank for row, rank in zip(rows, ranks, strict=True)}, settled
        )
        ranks = [told[row.key] for row in rows]
        for row in rows:
            row.settled = places.get(row.key, row.settled)
    for row, rank in zip(rows, ranks, strict=True):
        row.rank = rank


def _unranked[K: Hashable](field: Field[K], wanted: Wanted) -> list[Ranked[K]]:
    """Every entry with its line over the games that are wanted, in the order of the field."""
    games = range(len(field.tops)) if wanted.games is None else wanted.games
    tops = [field.tops[game] for game in games]
    results = [[entrant.results[game] for game in games] for entrant in field.entrants]
    by_game = [ranks_of([mine[game].total for mine in results]) for game in range(len(tops))]
    places = list(zip(*by_game, strict=True)) if tops else [()] * len(results)
    return [
        Ranked(
            entrant=entrant,
            line=_line(mine, stood, tops),
            games=tuple([result.total if result.played else None for result in mine]),
            places=stood,
        )
        for entrant, mine, stood in zip(field.entrants, results, places, strict=True)
    ]


def _line(results: Sequence[GameResult], places: Sequence[int], tops: Sequence[int]) -> Totals:
    """Of an entry that was at ``places`` in the games of these ``tops``."""
    line = Totals(top=sum(tops), sum_of_places=sum(places))
    for result, place, top in zip(results, places, tops, strict=True):
        line.total += result.total
        line.points += result.points
        line.solos += result.solos
        line.bonus += result.bonus
        line.warnings += result.warnings
        line.deduction += result.deduction
        line.averages += result.averages
        if result.played:
            line.top_played += top
            line.played += 1
            line.wins += place == 1 and top > 0  # without a turn nobody has won
    if results:
        line.last_game = results[-1].total
        line.best_game = max(result.total for result in results)
    return line


def _asked[K: Hashable](entrant: Entrant[K], wanted: Wanted) -> bool:
    if wanted.kind is not Kind.ALL and entrant.pair != (wanted.kind is Kind.PAIRS):
        return False
    return all(entrant.traits.get(trait) == value for trait, value in wanted.only.items())


def ranking_of_groups[K: Hashable](
    rows: Sequence[Ranked[K]], by: Trait, wanted: Wanted
) -> list[RankedGroup[K]]:
    """Rank the groups of ``rows``, a ranking: what their best members have, added up.

    A group with fewer members than count is after every complete one, with what it has: the more
    of them, the better; nowhere does a member who is missing help. Equal ones by name.
    """
    members: defaultdict[str, list[Ranked[K]]] = defaultdict(list)
    for row in rows:
        if name := row.entrant.traits.get(by):
            members[name].append(row)
    groups = [_group(name, members[name], wanted) for name in sorted(members)]
    keys = keys_of([group.line for group in groups], wanted.order)
    full = [len(group.counted) for group in groups]
    ranks = ranks_of(list(zip(full, keys, strict=True)))
    for group, rank in zip(groups, ranks, strict=True):
        group.rank = rank
    return sorted(groups, key=lambda group: group.rank)


def _group[K: Hashable](name: str, members: list[Ranked[K]], wanted: Wanted) -> RankedGroup[K]:
    # Equal ones are told apart by more than their order in the field, which must not count.
    best_first = sorted(members, key=lambda row: (row.overall, -row.line.total, row.entrant.table))
    counted = tuple(best_first[: wanted.settings.best])
    games = zip(*(row.games for row in counted), strict=True)
    return RankedGroup(
        name=name,
        line=together([row.line for row in counted]),
        games=tuple(sum(filter(None, game)) for game in games),
        counted=counted,
        members=len(members),
    )
