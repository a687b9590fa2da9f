"""Loading of the game that ``AloneTerms`` name, if it may still be played."""

from dataclasses import dataclass

from tournament.core.errors import WrongState
from tournament.models import Game
from tournament.queries.access import AnyUser
from tournament.solo.core.solo_game import AloneGame
from tournament.solo.core.solo_state import AloneKind, AloneTerms
from tournament.solo.queries.replay import find_replayable_game, load_replay
from tournament.solo.queries.trial import load_trial
from tournament.solo.services.random_games import load_random


@dataclass(frozen=True)
class LoadedGame:
    """A game to play alone; ``replayed``: the game of a tournament that it replays, if any."""

    game: AloneGame
    replayed: Game | None = None


def load_game(terms: AloneTerms, user: AnyUser) -> LoadedGame:
    """Return the game. Raises WrongState, BadSetting, Busy if it may not be played now."""
    if terms.kind == AloneKind.TRIAL:
        return LoadedGame(load_trial(int(terms.source)))
    if terms.kind == AloneKind.RANDOM:
        return LoadedGame(load_random(terms, user))
    if not terms.source.isdecimal():
        raise WrongState("solo-gone")
    replayed = find_replayable_game(int(terms.source))
    return LoadedGame(load_replay(replayed, user), replayed)
