"""The data of a tournament's rankings, read from the scoreboard in a few queries.

Whatever the numbers of games and entries, the database adds up the lines of the scoreboard, and
`tournament.core.ranking` does the rest.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from tournament.core import standings
from tournament.core.game_results import GameSums, compute_results, find_participants
from tournament.core.people.ages import find_category
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.ranking_input import Entrant, GameResult, RankingInput, Trait
from tournament.core.ranking.specification import RankingSettings, RankingSpecification
from tournament.core.states import PLAYED_GAME_STATES, GameState, GroupKind
from tournament.models import Entry, Game, Group, Tournament
from tournament.queries.mort_subite import list_playoffs, list_ranked_games
from tournament.queries.people.public_names import PublicNames
from tournament.queries.people.seating import find_counted_centres
from tournament.queries.results.hand_ins import find_handed_in
from tournament.queries.results.ranking_sums import load_sums
from tournament.queries.results.standings import find_unsettled


@dataclass(frozen=True)
class RankingData:
    """``games`` that count, in the order of ``ranking_input``; ``unsettled_games``: keys of games
    with something undecided. ``group_names``: for each trait the groups that occur, with their
    names in the lists of the organisation and in that order, by the values in ``ranking_input``."""

    tournament: Tournament
    games: list[Game]
    ranking_input: RankingInput[int]
    unsettled_games: set[int]
    group_names: Mapping[Trait, Mapping[str, str]]

    def is_provisional(self, games: Iterable[Game]) -> bool:
        """Return True if something in ``games`` is still to be played, typed in or decided."""
        return any(
            game.state != GameState.FINISHED or game.pk in self.unsettled_games for game in games
        )

    @property
    def settings(self) -> RankingSettings:
        return get_ranking_settings(self.tournament)


def get_ranking_settings(tournament: Tournament) -> RankingSettings:
    """Return the ranking settings of ``tournament``, adapted to its edition."""
    return RankingSettings.from_json(tournament.ranking).adapt_to(tournament.regulation)


def load_ranking_data(
    tournament: Tournament,
    *,
    show_current_warnings: bool = False,
    full_names: bool = False,
    games: Sequence[Game] | None = None,
) -> RankingData:
    """Read all data of the rankings of ``tournament``, with names as the public sees them;
    ``full_names`` is for the staff. ``games``: only these, for readers who may not see others
    (``queries.results.publicity``).

    Solos and warnings of a game count at its end only (3.5); with ``show_current_warnings``, for
    the staff, the warnings of a game in progress count too.
    """
    if games is None:
        games = _list_played_games(tournament)
    sums = load_sums(games)
    group_names = _GroupNames(tournament)
    short = {} if full_names else PublicNames(tournament).short_names
    entries, results = _load_results(
        tournament, games, sums, show_current_warnings=show_current_warnings
    )
    entrants = [
        _build_entrant(entry, entry_results, group_names, short)
        for entry, *entry_results in zip(entries, *results, strict=True)
    ]
    return RankingData(
        tournament=tournament,
        games=list(games),
        ranking_input=RankingInput(
            [sums[game.pk].top or 0 for game in games],
            entrants,
            game_numbers=[game.number for game in games],
            playoffs=list_playoffs(tournament),
        ),
        unsettled_games=find_unsettled(games),
        group_names=group_names.list_names(entrants),
    )


def _list_played_games(tournament: Tournament) -> list[Game]:
    games = list_ranked_games(tournament).filter(state__in=PLAYED_GAME_STATES)
    return list(games.select_related("tournament"))


def _load_results(
    tournament: Tournament,
    games: Sequence[Game],
    sums: Mapping[int, GameSums[int]],
    *,
    show_current_warnings: bool,
) -> tuple[list["_Entry"], list[list[GameResult]]]:
    """Return the entries that are present or have scored, and for each game their results."""
    all_entries = _load_entries(tournament)
    handed_in = find_handed_in(_build_condition(all_entries, sums))
    scorers = {entry for game in sums.values() for entry in game.by_entry}
    entries = [entry for entry in all_entries if not entry.withdrawn or entry.pk in scorers]
    results = [
        _compute_results(
            game, entries, sums[game.pk], handed_in, show_current_warnings=show_current_warnings
        )
        for game in games
    ]
    return entries, results


def _build_entrant(
    entry: "_Entry",
    results: Sequence[GameResult],
    group_names: "_GroupNames",
    short: Mapping[int, str],
) -> Entrant[int]:
    """Build an entrant; ``results``: of each game; ``short``: public names of shortened entries."""
    return Entrant(
        key=entry.pk,
        results=results,
        table=entry.table,
        name=short.get(entry.pk, entry.name),
        traits=group_names.find_traits(entry),
        is_pair=len(entry.players) > 1,
    )


def has_tie(tournament: Tournament, *, ranks: int) -> bool:
    """Return True if a tie exists among the first ``ranks`` of the finished general ranking."""
    ranking_data = load_ranking_data(tournament)
    if not ranking_data.games or any(
        game.state != GameState.FINISHED for game in ranking_data.games
    ):
        return False
    rows = rank_entries(
        ranking_data.ranking_input,
        RankingSpecification(ranking_data.settings),
        tournament.regulation,
    )
    first = [row.rank for row in rows if row.rank <= ranks]
    return len(set(first)) < len(first)


class _Person(NamedTuple):
    """Data of a player that determines the groups."""

    series: str
    club: str
    federation: str
    country: str
    category: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry; ``team`` and ``centre`` are empty for an entry without one. ``centre_country``:
    where the players of the centre are, who have no country of their own."""

    pk: int
    name: str
    withdrawn: bool
    table: int
    team: str
    centre: str
    centre_country: str
    players: list[_Person]


def _load_entries(tournament: Tournament) -> list[_Entry]:
    """List all entries, by table."""
    players: defaultdict[int, list[_Person]] = defaultdict(list)
    seats = Entry.players.through.objects.filter(entry__tournament=tournament)
    seats = seats.order_by("player__last_name", "player__first_name")
    columns = [f"player__{name}" for name in _Person._fields]
    for entry, *person in seats.values_list("entry", *columns):
        players[entry].append(_Person(*person))
    entries = tournament.entries.order_by("table__number")
    return [
        _Entry(pk, name, withdrawn, table, team or "", centre or "", country or "", players[pk])
        for pk, name, withdrawn, table, team, centre, country in entries.values_list(
            *("pk", "name", "withdrawn", "table__number", "team__name"),
            *("table__centre__name", "table__centre__country"),
        )
    ]


def _build_condition(all_entries: Sequence[_Entry], sums: Mapping[int, GameSums[int]]) -> Q:
    """Return the condition for entries without points in each game: few bulletins to search."""
    entries = {entry.pk for entry in all_entries}
    condition = Q(pk__in=[])
    for game, game_sums in sums.items():
        scorers = {entry for entry, entry_sum in game_sums.by_entry.items() if entry_sum.points > 0}
        condition |= Q(turn__game=game, entry__in=entries - scorers)
    return condition


def _compute_results(
    game: Game,
    entries: Sequence[_Entry],
    sums: GameSums[int],
    handed_in: Collection[tuple[int, int]],
    *,
    show_current_warnings: bool,
) -> list[GameResult]:
    """Compute the result of each entry in ``game``."""
    senders = {entry for number, entry in handed_in if number == game.pk}
    participants = find_participants(
        {entry.pk: entry.withdrawn for entry in entries}, sums, senders
    )
    terms = standings.ScoringTerms(
        players=len(participants),
        edition=game.tournament.regulation,
        format=game.format,
        time_s=game.time_s,
        is_final=game.state == GameState.FINISHED,
        solo_terms=game.tournament.solo_terms,
    )
    keys = [entry.pk for entry in entries]
    return list(
        compute_results(
            keys,
            sums,
            participants,
            terms,
            centres=find_counted_centres(game),
            show_current_warnings=show_current_warnings,
        ).values()
    )


#: Fields of a player for the traits; a team belongs to the entry.
_PLAYER_FIELDS = {
    Trait.SERIES: "series",
    Trait.CLUB: "club",
    Trait.FEDERATION: "federation",
    Trait.COUNTRY: "country",
}


class _GroupNames:
    """The groups of the organisation, and a single spelling of values that differ in case only."""

    def __init__(self, tournament: Tournament) -> None:
        self._year = tournament.starts_on.year
        self._names: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._spellings: dict[tuple[Trait, str], str] = {}
        self._categories = []
        self._names[Trait.CENTRE] = {
            name: name for name in tournament.centres.values_list("name", flat=True)
        }
        for group in Group.objects.filter(organisation=tournament.organisation_id):
            self._names[group.kind][group.code] = group.name or group.code
            self._spellings[Trait(group.kind), group.code.casefold()] = group.code
            if group.kind == GroupKind.CATEGORY:
                self._categories.append(group)

    def find_traits(self, entry: _Entry) -> dict[Trait, str]:
        """Return the groups to which all of its players belong."""
        traits_of_players = [self._get_player_traits(player) for player in entry.players]
        values_by_trait = {
            trait: {player_traits[trait] for player_traits in traits_of_players}
            for trait in (traits_of_players[:1] or [{}])[0]
        }
        traits = {
            trait: values.pop() for trait, values in values_by_trait.items() if len(values) == 1
        }
        if entry.team:
            traits[Trait.TEAM] = entry.team
        if entry.centre:
            traits[Trait.CENTRE] = entry.centre
            traits[Trait.COUNTRY] = traits.get(Trait.COUNTRY) or self._spell(
                Trait.COUNTRY, entry.centre_country
            )
        return {trait: value for trait, value in traits.items() if value}

    def _get_player_traits(self, player: _Person) -> dict[Trait, str]:
        category = find_category(player.category, player.birth_year, self._year, self._categories)
        values = {trait: getattr(player, name) for trait, name in _PLAYER_FIELDS.items()}
        values[Trait.CATEGORY] = category
        return {trait: self._spell(trait, value) for trait, value in values.items()}

    def _spell(self, trait: Trait, value: str) -> str:
        """Return the spelling of a value that was met first."""
        return self._spellings.setdefault((trait, value.casefold()), value)

    def list_names(self, entrants: Sequence[Entrant[int]]) -> dict[Trait, dict[str, str]]:
        """Return the names of the groups that occur, by trait: those of the organisation first."""
        names = {}
        for trait in Trait:
            present = {entrant.traits[trait] for entrant in entrants if trait in entrant.traits}
            names_by_code = self._names[trait]
            other_names = sorted(present - names_by_code.keys(), key=str.casefold)
            if present:
                ordered = [code for code in names_by_code if code in present] + other_names
                names[trait] = {code: names_by_code.get(code, code) for code in ordered}
        return names
