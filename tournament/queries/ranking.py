"""What a tournament's rankings are made of, read from the scoreboard in a few queries.

However many the games and the entries: the lines of the scoreboard are added up by the database,
and `tournament.core.ranking` does the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from tournament.core import solo, standings
from tournament.core.ages import category_of
from tournament.core.ranking.field import ABSENT, Entrant, Field, GameResult, Trait
from tournament.core.ranking.wanted import Settings
from tournament.core.states import PLACED_TURN_STATES, GameState, GroupKind
from tournament.models import Entry, Game, Group, Player, Score, Tournament, Turn
from tournament.queries.handed import handed_in
from tournament.queries.standings import with_open_slips

#: Games that count.
PLAYED = (GameState.RUNNING, GameState.INTERRUPTED, GameState.FINISHED)


@dataclass(frozen=True)
class RankingField:
    """``games`` that count, in the order of ``field``; ``open_slips``: those of which a bulletin
    still waits. ``names``: of each trait the groups that somebody is of, by what the field calls
    them, in the order and with the names of the organisation's lists."""

    tournament: Tournament
    games: list[Game]
    field: Field[int]
    open_slips: set[int]
    names: Mapping[Trait, Mapping[str, str]]

    def provisional(self, games: Iterable[Game]) -> bool:
        """Whether something of ``games`` is still to be played, typed in or decided."""
        return any(game.state != GameState.FINISHED or game.pk in self.open_slips for game in games)

    @property
    def settings(self) -> Settings:
        return ranking_settings(self.tournament)


def ranking_settings(tournament: Tournament) -> Settings:
    """How ``tournament`` ranks, under the edition that it is played by."""
    return Settings.read(tournament.ranking).under(tournament.regulation)


def ranking_field(tournament: Tournament, *, warnings_early: bool = False) -> RankingField:
    """Everything that the rankings of ``tournament`` depend on.

    Solos and warnings of a game are told at its end only (3.5); ``warnings_early``, which is for
    the staff, those of a game that goes on as well.
    """
    games = list(tournament.games.filter(state__in=PLAYED).select_related("tournament"))
    sums = _Sums.read(tournament, games)
    entries = _entries(tournament, sums.scored)
    lists = _Lists(tournament)
    results = [_results(game, entries, sums, warnings_early=warnings_early) for game in games]
    entrants = [
        Entrant(
            key=entry.pk,
            results=[by_entry[entry.pk] for by_entry in results],
            table=entry.table.number,
            name=entry.name,
            traits=lists.traits_of(entry),
            pair=len(entry.players.all()) > 1,
        )
        for entry in entries
    ]
    return RankingField(
        tournament=tournament,
        games=games,
        field=Field([sums.tops.get(game.pk, 0) for game in games], entrants),
        open_slips=with_open_slips(games),
        names=lists.names_of(entrants),
    )


@dataclass(frozen=True, slots=True)
class _Scored:
    """What a solo depends on."""

    entry_id: int
    gross: int
    average: bool = False


@dataclass(frozen=True)
class _Sums:
    """What the revealed turns of games add up to; by game, then by entry."""

    tallies: dict[int, dict[int, standings.Tally]]
    averages: dict[tuple[int, int], int]
    tops: dict[int, int]
    #: Game and entry of those who handed in a bulletin without scoring.
    handed: set[tuple[int, int]]

    @classmethod
    def read(cls, tournament: Tournament, games: Sequence[Game]) -> Self:
        placed = Turn.objects.filter(game__in=games, state__in=list(PLACED_TURN_STATES))
        tallies: dict[int, dict[int, standings.Tally]] = {game.pk: {} for game in games}
        averages = {}
        lines = Score.objects.filter(turn__in=placed).order_by().values_list("turn__game", "entry")
        for game, entry, points, warned, average in lines.annotate(
            in_all=Sum("points"),
            warned=Sum("warnings"),
            averages=Count("pk", filter=Q(average=True)),
        ):
            tallies[game][entry] = standings.Tally(points, warned)
            averages[game, entry] = average
        for game, entry in _solos(placed):
            tallies[game][entry].solos += 1
        tops = dict(placed.order_by().values_list("game").annotate(Sum("score")))
        return cls(tallies, averages, tops, handed_in(_without_points(tournament, tallies)))

    @property
    def scored(self) -> set[int]:
        return {entry for tallies in self.tallies.values() for entry in tallies}

    def took_part(self, game: int, entry: int) -> bool:
        mine = self.tallies[game].get(entry)
        return (mine is not None and mine.points > 0) or (game, entry) in self.handed


def _without_points(
    tournament: Tournament, tallies: Mapping[int, Mapping[int, standings.Tally]]
) -> Q:
    """Of each game those who have not scored: few, so that few bulletins are looked through."""
    everybody = set(tournament.entries.order_by().values_list("pk", flat=True))
    asked = Q(pk__in=[])
    for game, mine in tallies.items():
        scorers = {entry for entry, tally in mine.items() if tally.points > 0}
        asked |= Q(turn__game=game, entry__in=everybody - scorers)
    return asked


def _solos(placed: QuerySet[Turn]) -> Iterator[tuple[int, int]]:
    """Game and entry of every solo of ``placed``.

    Of each turn the scores that there were, each with two of those who had it: nobody else says
    whether somebody was alone.
    """
    played = Score.objects.filter(turn__in=placed, average=False, gross__gt=0).order_by()
    scores = played.values_list("turn__game", "turn", "gross")
    by_turn: defaultdict[tuple[int, int], list[_Scored]] = defaultdict(list)
    for game, turn, gross, one, other in scores.annotate(one=Min("entry"), other=Max("entry")):
        by_turn[game, turn] += [_Scored(entry, gross) for entry in {one, other}]
    for (game, _turn), lines in by_turn.items():
        if (alone := solo.solo(lines)) is not None:
            yield game, alone


def _entries(tournament: Tournament, scored: set[int]) -> list[Entry]:
    """By table, those still in play and those with a line in a game that counts."""
    found = tournament.entries.filter(Q(withdrawn=False) | Q(pk__in=scored))
    named = found.select_related("table", "team").prefetch_related("players")
    return list(named.order_by("table__number"))


def _results(
    game: Game, entries: Sequence[Entry], sums: _Sums, *, warnings_early: bool
) -> dict[int, GameResult]:
    """What each entry did in ``game``; before its first turn nobody has missed anything."""
    final = game.state == GameState.FINISHED
    begun = game.pk in sums.tops
    there = {
        entry.pk
        for entry in entries
        if sums.took_part(game.pk, entry.pk) or not (begun or entry.withdrawn)
    }
    terms = standings.Terms(
        players=len(there),
        edition=game.tournament.regulation,
        format=game.format,
        time_s=game.time_s,
        final=final,
    )
    found = {entry.pk: GameResult() if entry.pk in there else ABSENT for entry in entries}
    for pk, mine in sums.tallies[game.pk].items():
        total, bonus, deduction = standings.total(mine, terms)
        found[pk] = GameResult(
            total=total,
            points=mine.points,
            solos=mine.solos if final else 0,
            bonus=bonus,
            warnings=mine.warnings if final or warnings_early else 0,
            deduction=deduction,
            averages=sums.averages[game.pk, pk],
            played=pk in there,
        )
    return found


#: What of a player says of which groups he is; a team is his entry's.
_OF_A_PLAYER = {
    Trait.SERIES: "series",
    Trait.CLUB: "club",
    Trait.FEDERATION: "federation",
    Trait.COUNTRY: "country",
}


class _Lists:
    """The organisation's lists, and one spelling for what is only written in capitals or not."""

    def __init__(self, tournament: Tournament) -> None:
        self._year = tournament.starts_on.year
        self._listed: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._spelt: dict[tuple[Trait, str], str] = {}
        self._categories = []
        for group in Group.objects.filter(organisation=tournament.organisation_id):
            self._listed[group.kind][group.code] = group.name or group.code
            self._spelt[Trait(group.kind), group.code.casefold()] = group.code
            if group.kind == GroupKind.CATEGORY:
                self._categories.append(group)

    def traits_of(self, entry: Entry) -> dict[Trait, str]:
        """Of what groups all of its players are."""
        of_each = [self._of_player(player) for player in entry.players.all()]
        found = {trait: {mine[trait] for mine in of_each} for trait in (of_each[:1] or [{}])[0]}
        traits = {trait: values.pop() for trait, values in found.items() if len(values) == 1}
        if entry.team:
            traits[Trait.TEAM] = entry.team.name
        return {trait: value for trait, value in traits.items() if value}

    def _of_player(self, player: Player) -> dict[Trait, str]:
        category = category_of(player.category, player.birth_year, self._year, self._categories)
        said = {trait: getattr(player, name) for trait, name in _OF_A_PLAYER.items()}
        said[Trait.CATEGORY] = category
        return {
            trait: self._spelt.setdefault((trait, value.casefold()), value)
            for trait, value in said.items()
        }

    def names_of(self, entrants: Sequence[Entrant[int]]) -> dict[Trait, dict[str, str]]:
        """Of each trait that somebody has, its groups: those listed first, in the order there."""
        found = {}
        for trait in Trait:
            present = {entrant.traits[trait] for entrant in entrants if trait in entrant.traits}
            listed = self._listed[trait]
            others = sorted(present - listed.keys(), key=str.casefold)
            if present:
                ordered = [code for code in listed if code in present] + others
                found[trait] = {code: listed.get(code, code) for code in ordered}
        return found
