"""What classic matches ask of the arbiters' office, filled in ``AppConfig.ready``."""

from datetime import datetime
from typing import Protocol

from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchGame
from tournament.ports import MultiPort


class MatchEventHappened(Protocol):
    """Something happened in the game, which is in ``state`` now; in the same transaction."""

    def __call__(self, game: MatchGame, state: MatchState, /, *, now: datetime) -> None: ...


match_event = MultiPort[MatchEventHappened]("match_event")
