"""The states of a match game, event by event."""

from collections.abc import Iterator, Sequence

from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import build_initial_state, to_event


def list_events(game: MatchGame) -> list[MatchEvent]:
    """Return the events in order, with their accounts."""
    return list(MatchEvent.objects.filter(game=game).select_related("by").order_by("seq"))


def replay_steps(
    game: MatchGame, rows: Sequence[MatchEvent]
) -> Iterator[tuple[MatchEvent, MatchState]]:
    """Yield each event with the state after it."""
    state = build_initial_state(game)
    for row in rows:
        state = apply(state, to_event(row))
        yield row, state
