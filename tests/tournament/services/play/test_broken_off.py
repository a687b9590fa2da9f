"""Games interrupted too long (3.7, 3.6 before 2023), and draws after a cancelled turn (3.6)."""

from datetime import timedelta
from typing import Any

import pytest

from tests.room import Listener, Room, ring, solve_now
from tournament.core.errors import BadSetting, LettersRefused, WrongState
from tournament.core.states import GameKind, GameState, Source, TurnState
from tournament.models import Game, Journal, Turn
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.play import interruptions, rack_changes, turns
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.play.interruption_end import end_interrupted_game
from tournament.views.judge.times import DeskTimes

#: First and last square of twelve words that grow to the right, then to the left.
SQUARES = [*((7, last) for last in range(8, 16)), *((first, 15) for first in (6, 5, 4, 3))]


def interrupt(room: Room, edition: str, minutes: int) -> Game:
    room.tournament.edition = edition
    room.tournament.save()
    game = room.game()
    ago = clock.now() - timedelta(minutes=minutes, seconds=1)
    interruptions.interrupt_game(game=game, by=None, now=ago)
    return game


@pytest.mark.parametrize(("edition", "limit"), [("2023", 30), ("2019", 15), ("2011", 15)])
def test_a_game_resumes_up_to_the_limit_of_its_edition(
    room: Room, listener: Listener, edition: str, limit: int
) -> None:
    game = interrupt(room, edition, limit)
    with pytest.raises(WrongState) as refused:
        interruptions.resume_game(game=game, **room.get_author_and_time())
    assert refused.value.data["minutes"] == limit


@pytest.mark.parametrize(("edition", "limit"), [("2023", 30), ("2017", 15)])
def test_a_shorter_interruption_ends_nothing(
    room: Room, listener: Listener, edition: str, limit: int
) -> None:
    game = interrupt(room, edition, limit - 1)
    interruptions.resume_game(game=game, **room.get_author_and_time())
    assert game.state == GameState.RUNNING


@pytest.mark.parametrize(
    ("edition", "state", "article"),
    [("2023", GameState.FINISHED, "3.7"), ("2017", GameState.VOID, "")],
)
def test_a_game_broken_off_too_early_is_void_before_2023(
    room: Room, listener: Listener, edition: str, state: GameState, article: str
) -> None:
    game = interrupt(room, edition, 31)
    end_interrupted_game(game=game, open_bulletins_stay=True, **room.get_author_and_time())
    game.refresh_from_db()
    assert (game.state, game.end_article) == (state, article)
    data = Journal.objects.latest("seq").data
    assert data["article"] == ("3.7" if edition == "2023" else "3.6")
    assert data["reason"]


@pytest.mark.parametrize(
    ("kind", "fmt", "state"),
    [
        (GameKind.DUPLICATE, "normal", GameState.VOID),
        (GameKind.DUPLICATE, "joker", GameState.FINISHED),
        (GameKind.MORT_SUBITE, "normal", GameState.FINISHED),
    ],
)
def test_ten_turns_suffice_in_an_original_game_before_2023(
    room: Room, kind: GameKind, fmt: str, state: GameState
) -> None:
    room.tournament.edition = "2017"
    room.tournament.save()
    settings: dict[str, Any] = {"kind": kind, "fmt": fmt, **room.get_author_and_time()}
    game = create_game(tournament=room.tournament, **settings)
    prepare_game(game=game, **room.get_author_and_time())
    start_game(game=game, **room.get_author_and_time())
    row = "ESARTINULOCDPME"  # which each turn makes longer by a letter
    for number, (first, last) in enumerate(SQUARES, start=1):
        move = {"word": row[first - 1 : last], "ref": f"H{first}"}
        game.turns.create(ordinal=number, number=number, state=TurnState.DONE, **move)
    ago = clock.now() - timedelta(minutes=16)
    interruptions.interrupt_game(game=game, by=None, now=ago)
    assert DeskTimes(game, None).min_turns == (15 if state == GameState.VOID else 10)
    end_interrupted_game(game=game, open_bulletins_stay=True, **room.get_author_and_time())
    assert game.state == state


def make_collected_turn(room: Room) -> Turn:
    """Return a collected turn of a game that was interrupted too long before the reveal."""
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    for step in (turns.announce_turn, turns.open_turn):
        step(turn=turn, **room.get_author_and_time())
    ring(turn)
    ago = clock.now() - timedelta(minutes=31)
    interruptions.interrupt_game(game=game, by=None, now=ago)
    turn.game = game
    return turn


def test_the_last_closed_turn_stands_after_breaking_off(room: Room, listener: Listener) -> None:
    turn = make_collected_turn(room)
    with pytest.raises(WrongState) as refused:
        end_interrupted_game(game=turn.game, **room.get_author_and_time())
    assert refused.value.reason == "not-solved"
    solve_now(turn)
    game = Game.objects.get(pk=turn.game_id)
    end_interrupted_game(game=game, open_bulletins_stay=True, **room.get_author_and_time())
    turn.refresh_from_db()
    assert [turn.word, turn.ref] == turn.solutions.proposed
    assert (turn.state, game.state) == (TurnState.DONE, GameState.FINISHED)
    assert game.end_reason == "interrupted"
    listener.check()


@pytest.mark.parametrize(
    ("edition", "state"), [("2023", TurnState.CANCELLED), ("2014", TurnState.CLOSED)]
)
def test_a_turn_played_in_bad_conditions_stands_before_2023_only(
    room: Room, listener: Listener, edition: str, state: TurnState
) -> None:
    room.tournament.edition = edition
    room.tournament.save()
    turn = make_collected_turn(room)
    end_interrupted_game(game=turn.game, last_turn_regular=False, **room.get_author_and_time())
    turn.refresh_from_db()
    game = Game.objects.get(pk=turn.game_id)
    assert (turn.state, game.state) == (
        state,
        GameState.FINISHED if edition == "2023" else GameState.VOID,
    )
    listener.check()


def test_letters_of_a_cancelled_turn_are_not_drawn_again(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    cancelled = turns.draw_turn(game=game, letters="AEINRST", **room.get_author_and_time())
    assert cancelled is not None
    turns.cancel_turn(turn=cancelled, reason="épellation", **room.get_author_and_time())
    drawn = turns.draw_turn(game=game, letters="BCDFGA?", **room.get_author_and_time())
    assert drawn is not None
    with pytest.raises(LettersRefused) as refused:
        rack_changes.redraw_turn(turn=drawn, letters="TSRNIEA", **room.get_author_and_time())
    assert refused.value.reason == "same-as-cancelled"
    assert "(art.\N{NO-BREAK SPACE}3.6)" in explain(refused.value)


@pytest.mark.parametrize(
    ("edition", "limit", "article"), [("2023", 30, "3.7"), ("2017", 15, "3.6")]
)
def test_a_club_may_resume_after_the_limit_on_record(
    room: Room, listener: Listener, edition: str, limit: int, article: str
) -> None:
    game = interrupt(room, edition, limit)
    interruptions.resume_game(
        game=game, past_limit=True, detail="le club continue", **room.get_author_and_time()
    )
    assert (game.state, game.interrupted_at) == (GameState.RUNNING, None)
    data = Journal.objects.latest("seq").data
    assert (data["past_limit"], data["article"], data["detail"]) == (
        limit,
        article,
        "le club continue",
    )
    listener.check()


def test_a_pause_is_announced_and_ends_with_the_resumption(room: Room, listener: Listener) -> None:
    game = room.game()
    with pytest.raises(BadSetting):
        interruptions.interrupt_game(game=game, minutes=31, **room.get_author_and_time())
    interruptions.interrupt_game(game=game, minutes=10, **room.get_author_and_time())
    listener.check()
    assert game.resumes_at is not None
    assert game.interrupted_at is not None
    assert game.resumes_at - game.interrupted_at == timedelta(minutes=10)
    until = clock.to_milliseconds(game.resumes_at)
    assert {client.held["state"]["game"]["resumes_at"] for client in listener.clients} == {until}
    interruptions.resume_game(game=game, past_limit=True, detail="?", **room.get_author_and_time())
    assert "past_limit" not in Journal.objects.latest("seq").data  # there was none to pass
    listener.check()
    assert listener.clients[0].held["state"]["game"]["resumes_at"] is None
