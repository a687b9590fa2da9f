"""Which event of a game gave which ruling, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchRuling
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.steps import replay_steps


@dataclass(slots=True)
class RulingHistory:
    """``ruling`` as it stands now; ``given`` and what came after are the events."""

    number: int
    ruling: MatchRuling
    given: MatchEvent
    appeal: MatchEvent | None = None
    decision: MatchEvent | None = None

    @property
    def own(self) -> bool:
        """Who judged the appeal had decided himself."""
        last = self.decision
        return last is not None and last.by_id is not None and last.by_id == self.given.by_id


def rulings_of(game: MatchGame, events: Sequence[MatchEvent]) -> list[RulingHistory]:
    """In the order given."""
    found: list[RulingHistory] = []
    before: MatchState | None = None
    for row, state in replay_steps(game, events):
        known = before.rulings if before is not None else ()
        found += [
            RulingHistory(n, state.rulings[n], row) for n in range(len(known), len(state.rulings))
        ]
        for number, was in enumerate(known):
            now = state.rulings[number]
            if now is not was or _gives_anew(row, number):
                _follow(found[number], now, row)
        before = state
    return found


def _gives_anew(row: MatchEvent, number: int) -> bool:
    """The words of a challenge were answered once more: the ruling stays what it is."""
    return row.command == Command.LIFT and row.data.get("ruling") == number


def _follow(ruled: RulingHistory, now: MatchRuling, row: MatchEvent) -> None:
    ruled.ruling = now
    if row.command == Command.APPEAL:
        ruled.appeal = row
    else:
        ruled.decision = row
