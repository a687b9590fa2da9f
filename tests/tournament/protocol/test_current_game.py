"""The current games of many tournaments are those current_games one by one."""

from itertools import product
from uuid import uuid4

import pytest

from tests.room import make_room
from tournament.core.states import GameState
from tournament.models import Game, Tournament
from tournament.protocol.current_game import find_current_game, list_current_heads
from tournament.queries import clock

pytestmark = pytest.mark.django_db


def test_one_query_finds_the_same_games() -> None:
    now = clock.now()
    pairs = [pair for pair in product(GameState, repeat=2) if not is_running_twice(*pair)]
    room = make_room()
    tournaments = [copy_tournament(room.tournament, number) for number in range(len(pairs))]
    for tournament, states in zip(tournaments, pairs, strict=True):
        for number, state in enumerate(states, start=1):
            Game.objects.create(
                tournament_id=tournament, number=number, state=state, finished_at=now,
                heads={"public": number},
            )  # fmt: skip
    current_games = filter(None, map(find_current_game, tournaments))
    expected = [(game.tournament_id, game.pk, game.heads) for game in current_games]
    heads = list_current_heads(tournaments)
    assert sorted(row[:2] for row in heads) == sorted(row[:2] for row in expected)
    assert {row.pk: row.heads for row in heads} == {pk: heads for _, pk, heads in expected}
    assert list_current_heads([]) == []


def copy_tournament(tournament: Tournament, number: int) -> int:
    """Return the key of a tournament like this."""
    copy = Tournament.objects.get(pk=tournament.pk)
    copy.pk, copy.uid, copy.slug, copy._state.adding = None, uuid4(), f"essai-{number}", True
    copy.save(force_insert=True)
    return copy.pk


def is_running_twice(*states: GameState) -> bool:
    return all(state in {GameState.RUNNING, GameState.INTERRUPTED} for state in states)
