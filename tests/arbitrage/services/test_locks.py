"""Arbiters decide on the last turn while the judge draws the next one, or the office removes a
player: nobody blocks the other."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.classic.core.calls import CallKind, CallState
from arbitrage.core.appeals import CaseState
from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Appeal
from arbitrage.services import appeals
from arbitrage.services.correction import correct_turn
from arbitrage.services.numbering import NumberedKind, lock_numbering
from arbitrage.services.posting import post_rulings
from arbitrage.services.turn_lock import lock_turn
from tests.arbitrage.classic.services.matches import (
    RecordedMatch,
    build_sanction_step,
    create_arbiter,
    create_director,
)
from tests.arbitrage.services.cases import (
    DISMISSED,
    WHY,
    build_ambiguous_bulletin,
    build_contested,
    create_member,
    decide_case,
    end_game,
    file_appeal,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, play_sanctioned_turns
from tests.bulletins import enter_paper
from tests.room import Room
from tests.tournament.topping.services.toppings import Player, create_topping_for
from tests.waiting import TIMEOUT_S, wait_for
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.core.sides import Actor, Side
from tournament.classic.models import MatchGame
from tournament.classic.services.sheets import record_result
from tournament.core.errors import WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import TournamentCommand
from tournament.models import Entry, Game, Tournament, Turn
from tournament.queries import clock
from tournament.queries.position import load_position
from tournament.services.lifecycle import move_tournament
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import register_entry, withdraw_entry
from tournament.services.play.turns import draw_turn


def wait_for_a_lock() -> None:
    """Wait until a session on this database waits for a lock."""
    wait_for(is_a_session_waiting, lambda: "no session waits for a lock")


def is_a_session_waiting() -> bool:
    """Return True if a session on this database waits for a lock, asked from another connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def test_a_draw_waits_for_a_decision_without_holding_the_game(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    drawn: list[Turn | None] = []
    problems: list[Exception] = []

    def draw() -> None:
        try:
            drawn.append(
                draw_turn(
                    game=sanctioned_turns.game,
                    letters=choose_letters(sanctioned_turns),
                    **room.get_author_and_time(),
                )
            )
        except Exception as error:  # noqa: BLE001 - told to the test
            problems.append(error)
        finally:
            connection.close()

    judge = Thread(target=draw)
    with lock_turn(sanctioned_turns.second):
        judge.start()
        wait_for_a_lock()
        Game.objects.select_for_update(nowait=True).get(pk=sanctioned_turns.game.pk)
        post_rulings(turn=sanctioned_turns.second, rulings=(), **room.get_author_and_time())
    judge.join(TIMEOUT_S)
    assert problems == []
    assert [turn and turn.ordinal for turn in drawn] == [3]


def run_while_waiting(
    lock_type: AbstractContextManager[object],
    office: Callable[[], object],
    arbiter: Callable[[], object],
) -> None:
    """Run ``office`` while it waits for a lock of another session, and ``arbiter`` meanwhile."""
    problems: list[Exception] = []

    def run() -> None:
        try:
            office()
        except Exception as error:  # noqa: BLE001 - told to the test
            problems.append(error)
        finally:
            connection.close()

    other = Thread(target=run)
    with lock_type:
        other.start()
        wait_for_a_lock()
        arbiter()
    other.join(TIMEOUT_S)
    assert not other.is_alive()
    assert problems == []


@contextmanager
def lock_game(game: Game) -> Iterator[None]:
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        yield


def register_newcomer(sanctioned_turns: SanctionedTurns) -> Entry:
    return register_entry(
        tournament=sanctioned_turns.room.tournament,
        players=[PlayerData("Oman")],
        **sanctioned_turns.room.get_author_and_time(),
    )


def test_a_case_is_brought_while_a_player_is_removed(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    entry = register_newcomer(sanctioned_turns)
    run_while_waiting(
        lock_turn(sanctioned_turns.second),
        lambda: delete_entry(entry=entry, **room.get_author_and_time()),
        lambda: appeals.file_case(
            contested=build_contested(sanctioned_turns, turn=sanctioned_turns.second),
            grounds=WHY,
            **room.get_author_and_time(),
        ),
    )
    assert Appeal.objects.get().number == 1
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_a_turn_is_drawn_while_a_player_is_removed(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    entry, rack = register_newcomer(sanctioned_turns), choose_letters(sanctioned_turns)
    run_while_waiting(
        lock_turn(sanctioned_turns.second),
        lambda: delete_entry(entry=entry, **room.get_author_and_time()),
        lambda: draw_turn(game=sanctioned_turns.game, letters=rack, **room.get_author_and_time()),
    )
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_an_appeal_comes_while_another_player_is_made_unknown(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    end_game(sanctioned_turns)
    player = room.entries[1].players.get()
    run_while_waiting(
        lock_turn(sanctioned_turns.first),
        lambda: anonymise_player(
            player=player, typed_name=player.last_name, **room.get_author_and_time()
        ),
        lambda: file_appeal(sanctioned_turns),
    )
    assert Appeal.objects.get().grounds == WHY
    player.refresh_from_db()
    assert player.last_name != room.entries[1].name


def test_the_commission_decides_of_a_player_who_leaves(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    """A withdrawal changes the entry before the game is locked; the decision is made after it."""
    case, by, entry = (
        file_appeal(sanctioned_turns),
        create_member(sanctioned_turns),
        room.entries[0],
    )
    run_while_waiting(
        lock_game(sanctioned_turns.game),
        lambda: withdraw_entry(entry=entry, **room.get_author_and_time()),
        lambda: decide_case(case, by, DISMISSED),
    )
    entry.refresh_from_db()
    assert (entry.withdrawn, entry.news) == (True, 2)


def choose_letters(sanctioned_turns: SanctionedTurns) -> str:
    """Return letters that complete the next rack, whatever the last word left."""
    return "AEILMDS"[: 7 - len(load_position(sanctioned_turns.game).remainder.kept)]


@contextmanager
def file_numbered_appeal(room: Room) -> Iterator[None]:
    """Return an appeal that has its number and is not in the journal yet."""
    with transaction.atomic():
        lock_numbering(NumberedKind.CASES, room.tournament.pk)
        yield


def test_a_rule_moves_cases_while_a_player_appeals(room: Room) -> None:
    Tournament.objects.update(edition="2017")
    sanctioned_turns = play_sanctioned_turns(room)
    turn, ambiguous = sanctioned_turns.second, build_ambiguous_bulletin(sanctioned_turns.second)
    other = Bulletin(Sheet.from_text("ZZZ"), "H7", "50")

    def type_in(entry: Entry, bulletin: Bulletin, version: int) -> None:
        where: dict[str, Any] = {"turn": turn, "number": entry.table.number, "over_tablet": True}
        enter_paper(bulletin=bulletin, seen_version=version, **where, **room.get_author_and_time())

    type_in(sanctioned_turns.entries[0], ambiguous, 0)
    correct_turn(turn_id=turn.pk, now=clock.now())
    type_in(sanctioned_turns.entries[0], other, 1)
    type_in(sanctioned_turns.entries[1], ambiguous, 0)
    run_while_waiting(
        file_numbered_appeal(room),
        lambda: correct_turn(turn_id=turn.pk, now=clock.now()),
        lambda: file_appeal(sanctioned_turns, 2),
    )
    states = dict(Appeal.objects.order_by("number").values_list("entry", "state"))
    entries = sanctioned_turns.entries
    assert states == {
        entries[0].pk: CaseState.MOOT,
        entries[1].pk: CaseState.OPEN,
        entries[2].pk: CaseState.OPEN,
    }


@contextmanager
def lock_match_game(game: MatchGame) -> Iterator[None]:
    with transaction.atomic():
        MatchGame.objects.select_for_update().get(pk=game.pk)
        yield


def test_a_score_is_agreed_while_an_arbiter_rules(room: Room) -> None:
    """Whoever is first settles it; the other is told that the call is over."""
    played, by = RecordedMatch(room), create_arbiter(room)
    played.play()
    played.do_as_y(Command.CONTEST_SCORE, move=0, score=16)
    played.do_as_y(Command.CALL_ARBITER)
    call = played.call(CallKind.SCORE)

    step = Command.SET_SCORE, {"move": 0, "score": 12}

    def rule() -> None:
        with pytest.raises(WrongState):
            played.decide(by, step, call=call, reason="mot compte double")

    run_while_waiting(
        lock_match_game(played.game), rule, lambda: played.do_as_x(Command.AGREE_SCORE)
    )
    assert played.scores == (16, 0)
    call.refresh_from_db()
    assert call.state == CallState.WITHDRAWN


def test_a_sheet_does_not_replace_a_game_that_starts(room: Room) -> None:
    played = RecordedMatch(room, begun=False)

    def record() -> None:
        with pytest.raises(WrongState):
            record_result(
                match=played.game.match,
                kind=ResultKind.SHEET,
                games=[(400, 300)],
                **room.get_author_and_time(),
            )

    run_while_waiting(
        lock_match_game(played.game), record, lambda: played.do_as_x(Command.TOSS, letter="A")
    )
    assert played.game.events.count() == 1


@contextmanager
def run_in_transaction(act: Callable[[], object]) -> Iterator[None]:
    """Run ``act`` in a transaction that is still open."""
    with transaction.atomic():
        act()
        yield


def test_archiving_waits_for_a_start_and_is_refused(room: Room) -> None:
    played, by = RecordedMatch(room), create_director(room)
    played.decide(by, build_sanction_step(Side.X, "loss"), reason="Il a quitté la table")
    assert played.game.over_at is not None

    def archive(why: str) -> None:
        with pytest.raises(WrongState) as caught:
            move_tournament(
                tournament=room.tournament,
                command=TournamentCommand.ARCHIVE,
                **room.get_author_and_time(),
            )
        assert caught.value.reason == why

    lift = partial(played.do, Command.LIFT, Actor.DIRECTOR, ruling=0)
    run_while_waiting(run_in_transaction(lift), partial(archive, "match-under-way"), lambda: None)
    played.do(Command.SANCTION, Actor.DIRECTOR, side="X", sanction="loss")
    run = Player(create_topping_for(room), room.entries[0])
    run_while_waiting(
        run_in_transaction(run.begin), partial(archive, "topping-under-way"), lambda: None
    )
