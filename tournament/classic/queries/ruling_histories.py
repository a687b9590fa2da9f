"""The event that made each ruling of a game, and the events that changed it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchRuling
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.event_replay import replay_steps


@dataclass(slots=True)
class RulingHistory:
    """A ruling as it stands now, with the events that made it, appealed against it and decided the
    appeal."""

    number: int
    ruling: MatchRuling
    ruling_event: MatchEvent
    appeal: MatchEvent | None = None
    decision: MatchEvent | None = None

    @property
    def is_own_appeal(self) -> bool:
        """Return True if the director judged an appeal against their own decision."""
        judge_id = self.decision.by_id if self.decision is not None else None
        return judge_id is not None and judge_id == self.ruling_event.by_id


def list_rulings(game: MatchGame, events: Sequence[MatchEvent]) -> list[RulingHistory]:
    """Return the rulings in the order in which they were made."""
    histories: list[RulingHistory] = []
    previous: MatchState | None = None
    for row, state in replay_steps(game, events):
        earlier = previous.rulings if previous is not None else ()
        histories += [
            RulingHistory(n, state.rulings[n], row) for n in range(len(earlier), len(state.rulings))
        ]
        for number, old in enumerate(earlier):
            new = state.rulings[number]
            if new is not old or _is_answered_again(row, number):
                _update_history(histories[number], new, row)
        previous = state
    return histories


def _is_answered_again(row: MatchEvent, number: int) -> bool:
    """Return True if the event changes the answers of a verdict, which leaves the ruling equal."""
    return row.command == Command.LIFT and row.data.get("ruling") == number


def _update_history(history: RulingHistory, ruling: MatchRuling, row: MatchEvent) -> None:
    history.ruling = ruling
    if row.command == Command.APPEAL:
        history.appeal = row
    else:
        history.decision = row
