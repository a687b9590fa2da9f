"""A finished game at the judge's desk: solos to announce, ties to settle."""

from dataclasses import dataclass
from functools import cached_property

from tournament.models import Game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.ranking import has_tie
from tournament.queries.results.solos import Solo, list_solos
from tournament.queries.results.standings import GameStandings, find_unsettled, load_standings

#: Ranks whose ties are offered to be settled.
TIE_RANKS = 3


@dataclass(frozen=True)
class FinishedGame:
    """A finished game; ``next_game``: the game after it, None if there is none."""

    game: Game
    next_game: Game | None

    @cached_property
    def _standings(self) -> GameStandings:
        return load_standings(self.game)

    @cached_property
    def solos(self) -> list[Solo]:
        """List the solos, for the judge to announce (3.5)."""
        return list_solos(self._standings)

    @property
    def players(self) -> int:
        """Return the number of players on which the bonus for a solo depends."""
        return self._standings.players

    @property
    def bonus(self) -> int:
        """Return the points for a solo."""
        return self._standings.terms.bonus

    @property
    def solo_article(self) -> str:
        return self.game.tournament.regulation.scores.solo_bonus.short_article

    @cached_property
    def is_provisional(self) -> bool:
        return bool(find_unsettled([self.game]))

    @cached_property
    def has_tied_leaders(self) -> bool:
        """Return True if the first ranks have a tie and no *mort subite* follows to settle it."""
        if self.next_game and is_mort_subite(self.next_game):
            return False
        return has_tie(self.game.tournament, ranks=TIE_RANKS)
