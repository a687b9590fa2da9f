"""The *mort subite* at the judge's desk: who is in, out or readmitted (3.8.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Game, Journal
from tournament.queries.mort_subite import list_survivors
from tournament.queries.results.cached_ranking import StandingRow
from tournament.queries.results.standings import load_standings


@dataclass(frozen=True)
class DeskMortSubite:
    game: Game

    @cached_property
    def rows(self) -> Sequence[StandingRow]:
        return load_standings(self.game).rows

    @cached_property
    def remaining(self) -> list[StandingRow]:
        """Return the players who are still in and present."""
        playing = set(list_survivors(self.game))
        return [row for row in self.rows if row.entry_id in playing]

    @property
    def winner(self) -> StandingRow | None:
        return self.remaining[0] if len(self.remaining) == 1 else None

    @cached_property
    def open_bulletins(self) -> int:
        """Count the bulletins of revealed turns that wait for a decision: eliminations may
        change."""
        placed = self.game.turns.filter(state__in=list(PLACED_TURN_STATES))
        return sum(placed.values_list("to_decide", flat=True))

    @cached_property
    def readmitted_tables(self) -> list[int]:
        """Return the tables that a decision readmitted since the last draw."""
        rows = Journal.objects.filter(game=self.game)
        draws = (
            rows.filter(kind=EventKind.RACK_DRAWN).order_by("-seq").values_list("seq", flat=True)
        )
        corrections = rows.filter(kind=EventKind.TURN_CORRECTED, seq__gt=draws.first() or 0)
        readmitted = {table for row in corrections for table in row.data.get("back", [])}
        return sorted(readmitted & {row.table for row in self.remaining})
