"""Two judges or organisers act at the same moment: one of them is refused."""

from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from tests.arbitrage.services.test_locks import wait_for_a_lock
from tests.room import Room
from tests.waiting import TIMEOUT_S
from tournament.core.errors import LostRace, RoomError, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameCommand, GameState, Role, TurnState
from tournament.models import Entry, Game, Journal, Player, StaffMember, Tournament, Turn
from tournament.queries import clock
from tournament.services import tasks, tournaments
from tournament.services.accounts import staff
from tournament.services.people import registration
from tournament.services.people.registration import register_entry
from tournament.services.play import closing, games, interruptions, turns
from tournament.services.play.closing import STUCK_AFTER
from tournament.services.play.transitions import move_game


class Other:
    """A command in another thread, waiting for our lock; ``error`` is its refusal."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.error: RoomError | None = None
        self._act = act
        self._thread = Thread(target=self._run)
        self._thread.start()
        wait_for_a_lock()

    def _run(self) -> None:
        try:
            self._act()
        except RoomError as error:
            self.error = error
        finally:
            connection.close()

    def finish(self) -> None:
        self._thread.join(TIMEOUT_S)
        assert not self._thread.is_alive()

    def get_refusal(self) -> str:
        self.finish()
        assert self.error is not None
        return self.error.reason


@pytest.fixture
def announced(room: Room) -> Turn:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    return turns.announce_turn(turn=turn, **room.get_author_and_time())


@pytest.mark.parametrize("command", [interruptions.interrupt_game, games.annul_game])
def test_a_turn_does_not_open_in_an_interrupted_game(
    room: Room, announced: Turn, command: Callable[..., Any]
) -> None:
    with transaction.atomic():
        command(game=Game.objects.get(pk=announced.game_id), **room.get_author_and_time())
        other = Other(lambda: turns.open_turn(turn=announced, **room.get_author_and_time()))
    assert other.get_refusal() == "not-running"
    announced.refresh_from_db()
    assert announced.state == TurnState.ANNOUNCED


@pytest.mark.parametrize("command", [interruptions.interrupt_game, games.annul_game])
def test_a_game_does_not_stop_under_a_turn_that_opens(
    room: Room, announced: Turn, command: Callable[..., Any]
) -> None:
    game = Game.objects.get(pk=announced.game_id)
    with transaction.atomic():
        turns.open_turn(turn=announced, **room.get_author_and_time())
        other = Other(lambda: command(game=game, **room.get_author_and_time()))
    assert other.get_refusal() == "turn-open"
    assert Game.objects.get(pk=game.pk).state == GameState.RUNNING


def test_the_second_of_two_starting_games_is_refused(room: Room) -> None:
    first, second = (
        games.create_game(tournament=room.tournament, **room.get_author_and_time())
        for _ in range(2)
    )
    for game in (first, second):
        games.prepare_game(game=game, **room.get_author_and_time())
    with transaction.atomic():
        games.start_game(game=first, **room.get_author_and_time())
        other = Other(lambda: games.start_game(game=second, **room.get_author_and_time()))
    assert other.get_refusal() == "another-game-running"


def test_the_edition_does_not_change_under_a_game_that_starts(room: Room) -> None:
    game = games.create_game(tournament=room.tournament, **room.get_author_and_time())
    games.prepare_game(game=game, **room.get_author_and_time())

    def change() -> None:
        tournaments.update_tournament(
            tournament=Tournament.objects.get(),
            changes={"edition": "2019"},
            **room.get_author_and_time(),
        )

    with transaction.atomic():
        games.start_game(game=game, **room.get_author_and_time())
        other = Other(change)
    assert other.get_refusal() == "edition-fixed"
    assert Tournament.objects.get().edition == "2023"


def test_a_game_starts_by_the_edition_chosen_before(room: Room) -> None:
    game = games.create_game(tournament=room.tournament, **room.get_author_and_time())
    games.prepare_game(game=game, **room.get_author_and_time())
    with transaction.atomic():
        tournaments.update_tournament(
            tournament=room.tournament, changes={"edition": "2019"}, **room.get_author_and_time()
        )
        other = Other(lambda: games.start_game(game=game, **room.get_author_and_time()))
    other.finish()
    assert other.error is None
    assert Game.objects.select_related("tournament").get().tournament.edition == "2019"


def test_times_do_not_change_while_a_game_is_prepared(room: Room) -> None:
    game = games.create_game(tournament=room.tournament, **room.get_author_and_time())
    drafted = Game.objects.get(pk=game.pk)
    with transaction.atomic():
        games.prepare_game(game=game, **room.get_author_and_time())
        other = Other(
            lambda: games.update_game(
                game=drafted, time_s=60, warn_s=10, **room.get_author_and_time()
            )
        )
    assert other.get_refusal() == "game"
    assert Game.objects.get().time_s == 180


def test_two_corrections_of_an_entry_leave_every_player_in_it(room: Room) -> None:
    entry = room.entries[0]

    def correct(name: str) -> None:
        registration.update_entry(
            entry=Entry.objects.select_related("tournament").get(pk=entry.pk),
            players=[PlayerData(name, licence=name)],
            **room.get_author_and_time(),
        )

    with transaction.atomic():
        correct("UN")
        other = Other(lambda: correct("DEUX"))
    other.finish()
    assert not Player.objects.filter(last_name="UN").exists()
    assert Entry.objects.get(pk=entry.pk).name == "DEUX"


def test_a_game_does_not_end_while_a_turn_is_drawn(room: Room) -> None:
    game = room.game()
    with transaction.atomic():
        turns.draw_turn(game=game, **room.get_author_and_time())
        fresh = Game.objects.get(pk=game.pk)
        other = Other(
            lambda: games.finish_game(
                game=fresh, reason="judge_decision", **room.get_author_and_time()
            )
        )
    other.get_refusal()
    assert isinstance(other.error, LostRace)
    assert Game.objects.get(pk=game.pk).state == GameState.RUNNING


def test_two_organisers_cannot_take_each_other_s_role(room: Room) -> None:
    mine = room.tournament.staff.get(role=Role.ORGANISER)
    user = type(room.user).objects.create(username="autre")
    theirs = StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ORGANISER)
    with transaction.atomic():
        staff.remove_staff(member=mine, **room.get_author_and_time())
        other = Other(lambda: staff.remove_staff(member=theirs, **room.get_author_and_time()))
    assert other.get_refusal() == "last-organiser"
    assert room.tournament.staff.filter(role=Role.ORGANISER).count() == 1


def test_an_account_that_two_make_at_once_gets_both_roles(room: Room) -> None:
    def add(role: Role) -> None:
        staff.add_staff(
            tournament=room.tournament, username="neuve", roles=[role], **room.get_author_and_time()
        )

    with transaction.atomic():
        add(Role.JUDGE)
        other = Other(lambda: add(Role.ARBITER))
    other.finish()
    roles = StaffMember.objects.filter(user__username="neuve").values_list("role", flat=True)
    assert set(roles) == {Role.JUDGE, Role.ARBITER}


def test_lost_work_is_sent_again_by_one_process(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    sent: list[tuple[str, tuple[int, ...]]] = []

    def send(name: str, ids: tuple[int, ...]) -> bool:
        sent.append((name, ids))
        return True

    monkeypatch.setattr(tasks, "_send", send)
    later = clock.now() + STUCK_AFTER + timedelta(seconds=1)
    for _ in range(3):
        closing.rescue_stuck_turns(later)
    assert sent == [("tournament.tasks.solve_turn", (turn.pk,))]
    closing.rescue_stuck_turns(later + STUCK_AFTER)
    assert len(sent) == 2


def test_a_command_on_a_game_that_was_stopped_is_refused(room: Room, announced: Turn) -> None:
    stale = Turn.objects.select_related("game").get(pk=announced.pk)
    interruptions.interrupt_game(
        game=Game.objects.get(pk=announced.game_id), **room.get_author_and_time()
    )
    with pytest.raises(WrongState, match="not-running"):
        turns.open_turn(turn=stale, **room.get_author_and_time())


def test_the_second_of_two_commands_is_refused_and_not_recorded(room: Room) -> None:
    mine = room.game()
    theirs = Game.objects.get(pk=mine.pk)
    noted = Journal.objects.filter(game=mine).count()
    move_game(mine, GameCommand.INTERRUPT, **room.get_author_and_time())
    with pytest.raises(LostRace):
        move_game(theirs, GameCommand.FINISH, **room.get_author_and_time())
    assert Game.objects.get(pk=mine.pk).state == GameState.INTERRUPTED
    assert Journal.objects.filter(game=mine).count() == noted + 1


def test_two_registrations_at_once_get_two_tables(room: Room) -> None:
    def register(name: str) -> Entry:
        players = [PlayerData(name)]
        return register_entry(
            tournament=room.tournament, players=players, **room.get_author_and_time()
        )

    with transaction.atomic():
        first = register("UN")
        other = Other(lambda: register("DEUX"))
    other.finish()
    assert other.error is None
    second = Entry.objects.get(tournament=room.tournament, name="DEUX")
    assert second.table.number == first.table.number + 1
