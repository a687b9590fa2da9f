"""Terms that an organiser changes reach every match that has not begun, and no other."""

import pytest

from tests.classic_room import NAMES, make_classic_room
from tournament.classic.core.rounds.states import RoundCommand
from tournament.classic.models import Match, MatchGame, MatchRound

pytestmark = pytest.mark.django_db


def read_terms(match_round: MatchRound) -> set[tuple[int, bool]]:
    return {
        (match.parsed_terms.time_s, match.parsed_terms.real_tiles)
        for match in Match.objects.filter(round=match_round)
    }


def test_paired_round_is_played_on_the_terms_of_its_start() -> None:
    room = make_classic_room(NAMES[:4], rounds=3, time_s=1500)
    first = room.begin()
    room.play(first)
    room.finish(first)
    room.terms(time_s=1200)
    second = room.prepare()
    room.terms(time_s=600, real_tiles=True, on_paper=False)
    assert read_terms(second) == {(600, True)}
    second = room.move(second, RoundCommand.PUBLISH)
    room.terms(time_s=900)
    second = room.move(second, RoundCommand.START)
    games = MatchGame.objects.filter(match__round=second)
    assert {(game.parsed_terms.time_s, game.parsed_terms.real_tiles) for game in games} == {
        (900, True)
    }
    room.terms(time_s=300, real_tiles=False)
    assert read_terms(second) == {(900, True)}
    assert read_terms(first) == {(1500, False)}
