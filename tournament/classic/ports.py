"""Ports of classic matches for the arbiters' office, filled in ``AppConfig.ready``."""

from datetime import datetime
from typing import Protocol

from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchGame
from tournament.port_types import MultiPort


class HandleMatchEvent(Protocol):
    """Called in the transaction of an event, with the state after it."""

    def __call__(self, game: MatchGame, state: MatchState, /, *, now: datetime) -> None: ...


handle_match_event = MultiPort[HandleMatchEvent]("handle_match_event")
