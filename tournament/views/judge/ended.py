"""What the judge says when a game is over: solos, and equal ones to settle."""

from dataclasses import dataclass
from functools import cached_property

from tournament.models import Game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.ranking import has_tie
from tournament.queries.results.standings import StandingRow, find_unsettled, load_standings

#: Ranks that nobody likes to share.
PODIUM = 3


@dataclass(frozen=True)
class DeskEnded:
    """A game that is over, and the one that comes ``after`` it, if it is there."""

    game: Game
    after: Game | None

    @cached_property
    def solos(self) -> list[StandingRow]:
        """Players with a solo, for the judge to announce (3.5)."""
        return [row for row in load_standings(self.game).rows if row.solos]

    @cached_property
    def provisional(self) -> bool:
        return bool(find_unsettled([self.game]))

    @cached_property
    def tied(self) -> bool:
        """Whether the general ranking has equal ones among the first, until the game that settles
        them is there."""
        if self.after and is_mort_subite(self.after):
            return False
        return has_tie(self.game.tournament, ranks=PODIUM)
