"""The matches of one entry: the one he is at, the one that comes, and his results."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchGame
from tournament.classic.queries.games import current_game
from tournament.classic.queries.rounds import games_played, key_of, matches, sheet_lines
from tournament.core.states import TournamentState
from tournament.models import Entry

_BEGUN = Q(round=None) | Q(round__started_at__isnull=False)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A match that is over, seen from one side. ``scores``: of each game, one's own first.
    ``points`` and ``tie_break`` (PM, Pdep): as in the standings."""

    match: Match
    opponent: Entry | None
    scores: Sequence[tuple[int, int]]
    points: int
    tie_break: int


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """The match that an entry is at, his side of it, and its last game."""

    match: Match
    side: Side
    game: MatchGame | None


def matches_of(entry: Entry) -> QuerySet[Match]:
    """In the order of the rounds."""
    found = Match.objects.filter(Q(x=entry) | Q(y=entry), tournament=entry.tournament_id)
    return found.select_related("round", "x", "y", "tournament").order_by("round__number", "pk")


def side_of(match: Match, entry: Entry) -> Side:
    return Side.X if match.x_id == entry.pk else Side.Y


def matches_in_play() -> QuerySet[Match]:
    """Begun and not over, between two of their games too."""
    going_on = Match.objects.exclude(tournament__state=TournamentState.ARCHIVED)
    return going_on.filter(_BEGUN, y__isnull=False, over_at=None)


def place_at(entry: Entry) -> MatchPlace | None:
    """The last match of a round that has begun: it stays until the next one begins, for its last
    word may still be challenged and its result is to be signed."""
    match = matches_of(entry).filter(_BEGUN, y__isnull=False).last()
    if match is None:
        return None
    return MatchPlace(match, side_of(match, entry), current_game(match))


def next_match(entry: Entry) -> Match | None:
    """Of a round that everybody may see and that has not begun."""
    return matches_of(entry).filter(round__state=RoundState.PUBLISHED).first()


def results_of_entry(entry: Entry) -> list[OwnResult]:
    """Of his matches that are over, byes too."""
    own = Q(x=entry) | Q(y=entry)
    over = matches().filter(own, tournament=entry.tournament_id, over_at__isnull=False)
    return [_result(match, entry) for match in over.order_by("round__number", "pk")]


def _result(match: Match, entry: Entry) -> OwnResult:
    side = side_of(match, entry)
    mine = side is Side.X
    scores = [one.scores for one in games_played(match)]
    line = sheet_lines(match)[key_of(entry)]
    return OwnResult(
        match,
        match.entry(side.other),
        scores if mine else [(y, x) for x, y in scores],
        line.points,
        line.tie_break,
    )
