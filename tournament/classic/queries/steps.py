"""A game between two, step by step."""

from collections.abc import Iterator, Sequence

from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import beginning, event_of


def events_of(game: MatchGame) -> list[MatchEvent]:
    """In order, with the accounts that wrote them."""
    return list(MatchEvent.objects.filter(game=game).select_related("by").order_by("seq"))


def steps_of(
    game: MatchGame, rows: Sequence[MatchEvent]
) -> Iterator[tuple[MatchEvent, MatchState]]:
    """Each event, and the state that it has made."""
    state = beginning(game)
    for row in rows:
        state = apply(state, event_of(row))
        yield row, state
