"""Loading of the game that ``PracticeTerms`` name, if it may still be played."""

from dataclasses import dataclass

from tournament.core.errors import WrongState
from tournament.models import Game
from tournament.practice.core.practice_game import PracticeGame
from tournament.practice.core.practice_state import PracticeKind, PracticeTerms
from tournament.practice.queries.replay import find_replayable_game, load_replayed_game
from tournament.practice.queries.trial import load_trial_game
from tournament.practice.services.random_games import load_random_game
from tournament.queries.access import AnyUser


@dataclass(frozen=True)
class LoadedGame:
    """A game to play alone; ``replayed``: the game of a tournament that it replays, if any."""

    game: PracticeGame
    replayed: Game | None = None


def load_game(terms: PracticeTerms, user: AnyUser) -> LoadedGame:
    """Return the game. Raise WrongState, BadSetting, Busy if it may not be played now."""
    if terms.kind == PracticeKind.TRIAL:
        return LoadedGame(load_trial_game(int(terms.source)))
    if terms.kind == PracticeKind.RANDOM:
        return LoadedGame(load_random_game(terms, user))
    if not terms.source.isdecimal():
        raise WrongState("practice-gone")
    replayed = find_replayable_game(int(terms.source))
    return LoadedGame(load_replayed_game(replayed, user), replayed)
