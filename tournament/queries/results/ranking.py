"""What a tournament's rankings are made of, read from the scoreboard in a few queries.

However many the games and the entries: the lines of the scoreboard are added up by the database,
and `tournament.core.ranking` does the rest.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from tournament.core import standings
from tournament.core.game_results import GameSums, results_of, taking_part
from tournament.core.people.ages import category_of
from tournament.core.ranking.field import Entrant, Field, GameResult, Trait
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.specification import Settings, Wanted
from tournament.core.states import PLAYED, GameState, GroupKind
from tournament.models import Entry, Game, Group, Tournament
from tournament.queries.mort_subite import ranked_games, settled_in
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.hand_ins import handed_in
from tournament.queries.results.ranking_sums import sums_of
from tournament.queries.results.standings import unsettled


@dataclass(frozen=True)
class RankingField:
    """``games`` that count, in the order of ``field``; ``unsettled``: those of which something
    is still open. ``names``: of each trait the groups that somebody is of, by what the field calls
    them, in the order and with the names of the organisation's lists."""

    tournament: Tournament
    games: list[Game]
    field: Field[int]
    unsettled: set[int]
    names: Mapping[Trait, Mapping[str, str]]

    def provisional(self, games: Iterable[Game]) -> bool:
        """Whether something of ``games`` is still to be played, typed in or decided."""
        return any(game.state != GameState.FINISHED or game.pk in self.unsettled for game in games)

    @property
    def settings(self) -> Settings:
        return ranking_settings(self.tournament)


def ranking_settings(tournament: Tournament) -> Settings:
    """How ``tournament`` ranks, under the edition that it is played by."""
    return Settings.read(tournament.ranking).under(tournament.regulation)


def ranking_field(
    tournament: Tournament,
    *,
    warnings_early: bool = False,
    whole_names: bool = False,
    games: Sequence[Game] | None = None,
) -> RankingField:
    """Everything that the rankings of ``tournament`` depend on, with the names that the public
    reads; ``whole_names`` is for the staff. ``games``: only of these, for who may not see others
    (``queries.results.publicity``).

    Solos and warnings of a game are told at its end only (3.5); ``warnings_early``, which is for
    the staff, those of a game that goes on as well.
    """
    if games is None:
        games = list(ranked_games(tournament).filter(state__in=PLAYED).select_related("tournament"))
    sums = sums_of(games)
    everybody = _people(tournament)
    handed = handed_in(_without_points(everybody, sums))
    scored = {entry for game in sums.values() for entry in game.by_entry}
    entries = [entry for entry in everybody if not entry.withdrawn or entry.pk in scored]
    lists = _Lists(tournament)
    short = {} if whole_names else PublicNames(tournament).short
    results = [
        _results(game, entries, sums[game.pk], handed, warnings_early=warnings_early)
        for game in games
    ]
    entrants = [
        Entrant(
            key=entry.pk,
            results=mine,
            table=entry.table,
            name=short.get(entry.pk, entry.name),
            traits=lists.traits_of(entry),
            pair=len(entry.players) > 1,
        )
        for entry, *mine in zip(entries, *results, strict=True)
    ]
    return RankingField(
        tournament=tournament,
        games=list(games),
        field=Field(
            [sums[game.pk].top or 0 for game in games],
            entrants,
            numbers=[game.number for game in games],
            settled=settled_in(tournament),
        ),
        unsettled=unsettled(games),
        names=lists.names_of(entrants),
    )


def has_tie(tournament: Tournament, *, ranks: int) -> bool:
    """Whether some share one of the first ``ranks`` of the general ranking, once it is made."""
    found = ranking_field(tournament)
    if not found.games or any(game.state != GameState.FINISHED for game in found.games):
        return False
    rows = ranking(found.field, Wanted(found.settings), tournament.regulation)
    first = [row.rank for row in rows if row.rank <= ranks]
    return len(set(first)) < len(first)


class _Person(NamedTuple):
    """What of a player says of which groups he is."""

    series: str
    club: str
    federation: str
    country: str
    category: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry; ``team`` is empty for who is in none."""

    pk: int
    name: str
    withdrawn: bool
    table: int
    team: str
    players: list[_Person]


def _people(tournament: Tournament) -> list[_Entry]:
    """All entries, by table."""
    players: defaultdict[int, list[_Person]] = defaultdict(list)
    seats = Entry.players.through.objects.filter(entry__tournament=tournament)
    seats = seats.order_by("player__last_name", "player__first_name")
    columns = [f"player__{name}" for name in _Person._fields]
    for entry, *person in seats.values_list("entry", *columns):
        players[entry].append(_Person(*person))
    entries = tournament.entries.order_by("table__number")
    return [
        _Entry(pk, name, withdrawn, table, team or "", players[pk])
        for pk, name, withdrawn, table, team in entries.values_list(
            "pk", "name", "withdrawn", "table__number", "team__name"
        )
    ]


def _without_points(everybody: Sequence[_Entry], sums: Mapping[int, GameSums[int]]) -> Q:
    """Of each game those who have not scored: few, so that few bulletins are looked through."""
    entries = {entry.pk for entry in everybody}
    asked = Q(pk__in=[])
    for game, its in sums.items():
        scorers = {entry for entry, mine in its.by_entry.items() if mine.points > 0}
        asked |= Q(turn__game=game, entry__in=entries - scorers)
    return asked


def _results(
    game: Game,
    entries: Sequence[_Entry],
    sums: GameSums[int],
    handed: Collection[tuple[int, int]],
    *,
    warnings_early: bool,
) -> list[GameResult]:
    """What each entry did in ``game``."""
    mine = {entry for number, entry in handed if number == game.pk}
    there = taking_part({entry.pk: entry.withdrawn for entry in entries}, sums, mine)
    terms = standings.Terms(
        players=len(there),
        edition=game.tournament.regulation,
        format=game.format,
        time_s=game.time_s,
        final=game.state == GameState.FINISHED,
    )
    keys = [entry.pk for entry in entries]
    return list(results_of(keys, sums, there, terms, warnings_early=warnings_early).values())


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

    def traits_of(self, entry: _Entry) -> dict[Trait, str]:
        """Of what groups all of its players are."""
        of_each = [self._of_player(player) for player in entry.players]
        found = {trait: {mine[trait] for mine in of_each} for trait in (of_each[:1] or [{}])[0]}
        traits = {trait: values.pop() for trait, values in found.items() if len(values) == 1}
        if entry.team:
            traits[Trait.TEAM] = entry.team
        return {trait: value for trait, value in traits.items() if value}

    def _of_player(self, player: _Person) -> dict[Trait, str]:
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
