"""A result is shown to all audiences until the judge starts the next game."""

import pytest

from tests.explanations import make_explanation
from tests.room import Listener, Room
from tests.tournament.services.play.test_turns import play_turn
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState
from tournament.models import Game
from tournament.protocol import STAFF, Audience
from tournament.protocol.parts import build_snapshot
from tournament.services import tasks
from tournament.services.people.registration import register_entry
from tournament.services.play.games import (
    annul_game,
    create_game,
    finish_game,
    prepare_game,
    start_game,
)
from tournament.services.play.scoreboard import ScoreLine, post_scores, send_standings


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def list_shown_games(room: Room) -> dict[Audience, int | None]:
    """Return the number of the game that each audience sees."""
    entry = room.entries[2].pk
    states = {
        audience: build_snapshot(
            room.tournament.pk, audience, entry if audience is Audience.ENTRY else None
        ).state
        for audience in Audience
    }
    return {audience: state.game.number if state else None for audience, state in states.items()}


def expect_for_all(number: int) -> dict[Audience, int | None]:
    return dict.fromkeys(Audience, number)


def create_ready_game(room: Room) -> Game:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    return prepare_game(game=game, **room.get_author_and_time())


def finish(room: Room, game: Game) -> Game:
    return finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def test_the_result_stays_until_the_next_game_is_opened(room: Room, listener: Listener) -> None:
    first = room.game()
    turn = play_turn(room, first)
    second = create_ready_game(room)  # declared ready while the first one is being played
    assert list_shown_games(room) == expect_for_all(1)
    finish(room, first)
    listener.check()
    assert list_shown_games(room) == expect_for_all(1) | {Audience.JUDGE: 2}

    third = create_ready_game(room)  # declared ready afterwards
    listener.check()
    assert list_shown_games(room) == expect_for_all(1) | {Audience.JUDGE: 2}
    annul_game(game=third, **room.get_author_and_time())
    tablet = next(client for client in listener.clients if client.audience is Audience.ENTRY)
    assert tablet.held["state"]["turn"]["top"]["word"] == turn.word
    assert tablet.held["state"]["rank"] == 1

    start_game(game=second, **room.get_author_and_time())
    listener.check()
    assert list_shown_games(room) == expect_for_all(2)
    assert {client.held["state"]["game"]["earlier"][0] for client in listener.clients} == {1}


def test_a_finished_game_can_still_change_on_the_screen(room: Room, listener: Listener) -> None:
    first = room.game()
    turn = play_turn(room, first)
    finish(room, first)
    create_ready_game(room)
    explanation = make_explanation(turn, "Mot non admis.")
    lines = [ScoreLine(room.entries[0].pk, 0, 0, "zero", explanation=explanation)]
    now = room.get_author_and_time()["now"]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=now)
    send_standings(game_id=first.pk, now=now, wait=False)
    listener.check()
    tablet = next(client for client in listener.clients if client.entry_id == room.entries[0].pk)
    assert tablet.held["state"]["total"] == 0


def test_a_registration_between_games_reaches_room_and_judge(
    room: Room, listener: Listener
) -> None:
    finish(room, room.game())
    create_ready_game(room)
    register_entry(
        tournament=room.tournament, players=[PlayerData("Grèce")], **room.get_author_and_time()
    )
    listener.check()
    counted = {client.held["state"]["game"]["entries"] for client in listener.clients}
    assert counted == {len(room.entries) + 1}


def test_the_later_of_two_results_is_shown(room: Room) -> None:
    late = create_game(tournament=room.tournament, **room.get_author_and_time())
    early = room.game()
    finish(room, early)
    prepare_game(game=late, **room.get_author_and_time())
    start_game(game=late, **room.get_author_and_time())
    finish(room, late)
    assert (late.number, early.number) == (1, 2)
    assert list_shown_games(room) == expect_for_all(1)
    assert late.state == GameState.FINISHED


def test_without_a_result_the_next_game_is_shown_to_all(room: Room) -> None:
    assert list_shown_games(room) == dict.fromkeys(Audience)
    create_ready_game(room)
    assert list_shown_games(room) == expect_for_all(1)
    assert set(STAFF) < set(list_shown_games(room))
