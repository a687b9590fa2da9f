"""Ties among the first of the general ranking."""

from tests.room import Room
from tests.tournament.views.public.rankings import create_played_game
from tournament.core.states import GameState
from tournament.models import Game
from tournament.queries.results.ranking import has_tie


def test_the_first_are_tied_only_once_every_game_is_over(room: Room) -> None:
    assert not has_tie(room.tournament, ranks=3), "nothing was played"

    create_played_game(room, 1, {1: 50, 2: 40, 3: 30, 4: 30, 5: 20, 6: 20})
    ties = [has_tie(room.tournament, ranks=ranks) for ranks in (2, 3)]
    assert ties == [False, True]

    create_played_game(room, 2, dict.fromkeys(range(1, 7), 10))
    assert has_tie(room.tournament, ranks=3)
    Game.objects.filter(number=2).update(state=GameState.RUNNING, finished_at=None)
    assert not has_tie(room.tournament, ranks=3)
