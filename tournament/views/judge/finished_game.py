"""A finished game at the judge's desk: solos to announce, ties to settle."""

from dataclasses import dataclass
from functools import cached_property

from tournament.models import Game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.ranking import has_tie
from tournament.queries.results.standings import StandingRow, find_unsettled, load_standings

#: Ranks whose ties are offered to be settled.
TIE_RANKS = 3


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, and the game ``after`` it, if it exists."""

    game: Game
    after: Game | None

    @cached_property
    def solos(self) -> list[StandingRow]:
        """Return the players with a solo, for the judge to announce (3.5)."""
        return [row for row in load_standings(self.game).rows if row.solos]

    @cached_property
    def provisional(self) -> bool:
        return bool(find_unsettled([self.game]))

    @cached_property
    def tied(self) -> bool:
        """Return True if the first ranks have a tie and no *mort subite* follows to settle it."""
        if self.after and is_mort_subite(self.after):
            return False
        return has_tie(self.game.tournament, ranks=TIE_RANKS)
