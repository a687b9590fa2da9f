"""Rounds of a classic tournament, as input of pairing, standings and wall chart."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult
from tournament.classic.core.rounds.berger import count_rounds_needed
from tournament.classic.core.rounds.lines import RoundLine
from tournament.classic.core.rounds.lines_by_entry import (
    RoundMatch,
    build_lines_by_entry,
    list_round_lines,
)
from tournament.classic.core.rounds.pairing import PairingPlayer, draw_order
from tournament.classic.core.rounds.pairing_input import list_pairing_players
from tournament.classic.core.rounds.sheets import build_results
from tournament.classic.core.rounds.standings import (
    RoundStanding,
    compute_standings,
    is_provisional,
)
from tournament.classic.core.rounds.states import PUBLIC_STATES, RoundState
from tournament.classic.core.rounds.terms import PairingSystem, PointsTerms, RoundTerms
from tournament.classic.core.rounds.wall_chart import WallChartRow, build_wall_chart
from tournament.classic.models import Match, MatchGame, MatchResult, MatchRound
from tournament.classic.queries.byes import find_lost_byes
from tournament.classic.queries.exclusions import find_excluded_entries
from tournament.core.states import PlayMedium, ResultVisibility, TournamentState
from tournament.models import Entry, Tournament
from tournament.queries.people.public_names import PublicNames


def get_pairing_key(entry: Entry) -> int:
    """Return the key of an entry in the pure functions.

    It is the same on every server that restores the tournament, and so are random choices.
    """
    key: int = entry.uid.int
    return key


def find_matches_with_results() -> QuerySet[Match]:
    """Return matches with their games and results."""
    return Match.objects.select_related(
        "round", "x__table", "y__table", "x__tournament", "y__tournament"
    ).prefetch_related(
        Prefetch("games", MatchGame.objects.order_by("number")),
        Prefetch("results", MatchResult.objects.order_by("at", "pk")),
    )


def get_latest_result(match: Match) -> MatchResult | None:
    """Return the last result written by an officer; None if only the games count."""
    return next(iter(reversed(match.results.all())), None)


def list_game_results(match: Match) -> list[MatchGameResult]:
    """Return the results of finished games, from the officer's result or from the tablets."""
    officer_result = get_latest_result(match)
    if officer_result is not None:
        return build_results([(x, y) for x, y in officer_result.games])
    return [
        MatchGameResult(Winner(game.winner) if game.winner else None, (game.score_x, game.score_y))
        for game in match.games.all()
        if game.over_at is not None
    ]


def build_round_lines(match: Match, number: int, points: PointsTerms) -> dict[int, RoundLine]:
    """Return the line of a match for each of its entries; none for a bye without points."""
    return list_round_lines(build_round_match(match), number, points)


def build_round_match(match: Match) -> RoundMatch:
    officer_result = get_latest_result(match)
    return RoundMatch(
        x=get_pairing_key(match.x),
        y=get_pairing_key(match.y) if match.y else None,
        is_over=match.over_at is not None,
        winner=match.winner,
        kind=officer_result.kind if officer_result else "",
        games=list_game_results(match),
    )


def build_match_lines(match: Match) -> dict[int, RoundLine]:
    """Return the line of a match for each of its entries, as in the standings (2.4.1)."""
    number = match.round.number if match.round else 0
    return build_round_lines(match, number, RoundTerms.from_json(match.x.tournament.classic).points)


@dataclass(frozen=True)
class RoundsData:
    """Entries and rounds of a classic tournament, up to a round."""

    tournament: Tournament
    terms: RoundTerms
    rounds: list[MatchRound]
    entries: dict[int, Entry]
    lines_by_entry: dict[int, list[RoundLine]]
    matches: dict[int, list[Match]] = field(repr=False)

    @cached_property
    def standings(self) -> list[RoundStanding]:
        return compute_standings(self.lines_by_entry, self.terms.order)

    @property
    def provisional(self) -> bool:
        return is_provisional(self.lines_by_entry) or any(
            match_round.state != RoundState.FINISHED for match_round in self.rounds
        )

    @cached_property
    def wall(self) -> list[WallChartRow]:
        """Return the wall chart by rank; a row's number is its place."""
        order = [row.key for row in self.standings]
        return build_wall_chart(
            self.lines_by_entry,
            order,
            max((match_round.number for match_round in self.rounds), default=0),
        )

    @cached_property
    def excluded(self) -> frozenset[int]:
        """Return the keys of the entries excluded from the tournament (9.3)."""
        excluded_ids = find_excluded_entries(self.entries.values())
        return frozenset(key for key, entry in self.entries.items() if entry.pk in excluded_ids)

    @cached_property
    def names(self) -> PublicNames:
        return PublicNames(self.tournament)

    def build_seed(self, number: int) -> str:
        """Return the seed of random choices in a round, always the same."""
        return f"{self.tournament.uid}:{number}"

    def list_ranked(self, present: Sequence[Entry], number: int) -> list[PairingPlayer]:
        """Return the present entries by rank; ties are in a random order fixed by the seed."""
        keys = {get_pairing_key(entry) for entry in present}
        ranks = {row.key: row.rank for row in self.standings}
        order = draw_order(sorted(keys), self.build_seed(0))
        return list_pairing_players(
            self.lines_by_entry, sorted(order, key=lambda key: ranks.get(key, len(ranks) + 1))
        )


def list_present_entries(tournament: Tournament) -> list[Entry]:
    """List the entries of the next round: neither withdrawn nor set to absent."""
    entries = tournament.entries.filter(withdrawn=False).exclude(plays_on=PlayMedium.ABSENT)
    return list(entries.select_related("table").order_by("table__number"))


def list_public_rounds(tournament: Tournament) -> QuerySet[MatchRound]:
    """Return the rounds whose pairs are public."""
    return tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number")


def load_rounds_data(
    tournament: Tournament,
    *,
    before: int | None = None,
    public: bool = False,
    finished: bool = False,
) -> RoundsData:
    """Return the published rounds, only those ``before`` a number if given; ``public``: only those
    whose results are public; ``finished``: only finished ones."""
    terms = RoundTerms.from_json(tournament.classic)
    rounds = list(list_public_rounds(tournament))
    if before is not None:
        rounds = [match_round for match_round in rounds if match_round.number < before]
    if finished:
        rounds = [match_round for match_round in rounds if match_round.state == RoundState.FINISHED]
    if public:
        rounds = [
            match_round for match_round in rounds if are_results_public(tournament, match_round)
        ]
    matches_by_round = _group_matches(rounds)
    entries = {
        get_pairing_key(entry): entry
        for entry in tournament.entries.select_related("table").order_by("table__number")
    }
    withdrawn = {key for key, entry in entries.items() if entry.withdrawn}
    round_matches = [
        (
            match_round.number,
            [build_round_match(match) for match in matches_by_round[match_round.pk]],
        )
        for match_round in rounds
    ]
    cards = build_lines_by_entry(list(entries), withdrawn, round_matches, terms.points)
    return RoundsData(tournament, terms, rounds, entries, cards, matches_by_round)


def _group_matches(rounds: Sequence[MatchRound]) -> dict[int, list[Match]]:
    """Return the matches of each round by its primary key, without byes that give no points."""
    groups: dict[int, list[Match]] = {match_round.pk: [] for match_round in rounds}
    matches = find_matches_with_results().filter(round__in=rounds)
    for match in matches.order_by("board_number", "pk"):
        groups[match.round_id or 0].append(match)
    for match_round in rounds:
        lost_byes = find_lost_byes(match_round, groups[match_round.pk])
        groups[match_round.pk] = [
            match for match in groups[match_round.pk] if match not in lost_byes
        ]
    return groups


def are_results_public(tournament: Tournament, match_round: MatchRound) -> bool:
    """Return True if the results of a round are public, by the choice of the tournament."""
    publicity = ResultVisibility(tournament.publicity)
    if publicity is ResultVisibility.LIVE or tournament.state == TournamentState.ARCHIVED:
        return True
    if publicity is ResultVisibility.GAME:
        return match_round.state == RoundState.FINISHED
    return is_last_round_finished(tournament)


def is_last_round_finished(tournament: Tournament) -> bool:
    """Return True if the last planned round is over."""
    planned = count_planned_rounds(tournament)
    finished = tournament.rounds.filter(state=RoundState.FINISHED).count()
    return planned is not None and finished >= planned


def count_planned_rounds(tournament: Tournament) -> int | None:
    """Return how many rounds are planned."""
    terms = RoundTerms.from_json(tournament.classic)
    if terms.rounds is not None or terms.system is not PairingSystem.ROUND_ROBIN:
        return terms.rounds
    return count_rounds_needed(
        len(list_round_robin_entries(tournament)) or len(list_present_entries(tournament))
    )


def list_round_robin_entries(tournament: Tournament) -> list[Entry]:
    """List the players of a round robin: those of its first round, in a random order fixed by the
    seed."""
    first = tournament.rounds.filter(number=1).first()
    if first is None:
        return []
    entries = [
        entry
        for match in find_matches_with_results().filter(round=first)
        for entry in (match.x, match.y)
        if entry
    ]
    by_key = {get_pairing_key(entry): entry for entry in entries}
    return [by_key[key] for key in draw_order(sorted(by_key), f"{tournament.uid}:0")]
