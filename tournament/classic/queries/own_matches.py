"""The matches of one entry: current, next, and finished ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchGame
from tournament.classic.queries.games import get_current_game
from tournament.classic.queries.rounds import (
    build_match_lines,
    find_matches_with_results,
    get_pairing_key,
    list_game_results,
)
from tournament.core.states import TournamentState
from tournament.models import Entry

_HAS_BEGUN = Q(round=None) | Q(round__started_at__isnull=False)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A finished match from the point of view of one entry.

    ``scores``: of each game, one's own first. ``points``, ``tie_break``: PM and Pdep as in the
    standings.
    """

    match: Match
    opponent: Entry | None
    scores: Sequence[tuple[int, int]]
    points: int
    tie_break: int


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """The current match of an entry, its side, and the last game."""

    match: Match
    side: Side
    game: MatchGame | None


def list_entry_matches(entry: Entry) -> QuerySet[Match]:
    """List the matches of an entry, by round."""
    matches = Match.objects.filter(Q(x=entry) | Q(y=entry), tournament=entry.tournament_id)
    return matches.select_related("round", "x", "y", "tournament").order_by("round__number", "pk")


def get_side(match: Match, entry: Entry) -> Side:
    return Side.X if match.x_id == entry.pk else Side.Y


def list_matches_in_play() -> QuerySet[Match]:
    """List matches that have begun and are not over."""
    matches_of_open_tournaments = Match.objects.exclude(tournament__state=TournamentState.ARCHIVED)
    return matches_of_open_tournaments.filter(_HAS_BEGUN, y__isnull=False, over_at=None)


def get_current_match(entry: Entry) -> CurrentMatch | None:
    """Return the match of the last round that began.

    It stays until the next round begins: its last word may be challenged and its result signed.
    """
    match = list_entry_matches(entry).filter(_HAS_BEGUN, y__isnull=False).last()
    if match is None:
        return None
    return CurrentMatch(match, get_side(match, entry), get_current_game(match))


def get_next_match(entry: Entry) -> Match | None:
    """Return the match of a published round that has not begun."""
    return list_entry_matches(entry).filter(round__state=RoundState.PUBLISHED).first()


def list_results_of_entry(entry: Entry) -> list[OwnResult]:
    """List the finished matches of an entry, and the byes that give points, of finished rounds."""
    has_entry = Q(x=entry) | Q(y=entry)
    is_paid_bye = Q(y=None, over_at=None, round__state=RoundState.FINISHED)
    finished = find_matches_with_results().filter(
        has_entry, Q(y__isnull=False, over_at__isnull=False) | is_paid_bye,
        tournament=entry.tournament_id,
    )  # fmt: skip
    return [_build_result(match, entry) for match in finished.order_by("round__number", "pk")]


def _build_result(match: Match, entry: Entry) -> OwnResult:
    side = get_side(match, entry)
    scores = [side.put_first(result.scores) for result in list_game_results(match)]
    line = build_match_lines(match)[get_pairing_key(entry)]
    return OwnResult(match, match.get_entry(side.other), scores, line.points, line.tie_break)
