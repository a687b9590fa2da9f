"""What the judge sees of a *mort subite*: who is in, who is out, who came back (3.8.3)."""

from dataclasses import dataclass
from functools import cached_property

from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Game, Journal
from tournament.queries.mort_subite import list_survivors
from tournament.queries.results.standings import StandingRow, load_standings


@dataclass(frozen=True)
class DeskContest:
    game: Game

    @cached_property
    def rows(self) -> list[StandingRow]:
        return load_standings(self.game).rows

    @cached_property
    def left(self) -> list[StandingRow]:
        """Who is in, and has not gone home."""
        playing = set(list_survivors(self.game))
        return [row for row in self.rows if row.entry_id in playing]

    @property
    def winner(self) -> StandingRow | None:
        return self.left[0] if len(self.left) == 1 else None

    @cached_property
    def open(self) -> int:
        """Bulletins of turns revealed that wait for an arbiter: who is out may change."""
        placed = self.game.turns.filter(state__in=list(PLACED_TURN_STATES))
        return sum(placed.values_list("to_decide", flat=True))

    @cached_property
    def back(self) -> list[int]:
        """Tables that a decision let in again since the last letters were drawn."""
        rows = Journal.objects.filter(game=self.game)
        drawn = rows.filter(kind=EventKind.DRAWN).order_by("-seq").values_list("seq", flat=True)
        since = rows.filter(kind=EventKind.CORRECTED, seq__gt=drawn.first() or 0)
        found = {table for row in since for table in row.data.get("back", [])}
        return sorted(found & {row.table for row in self.left})
