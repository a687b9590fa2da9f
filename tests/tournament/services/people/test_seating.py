"""Seats change between games only; a game that was played keeps its tables."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.room import Room, ring, solve_now
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.people.seating import SeatingKind
from tournament.models import Entry, Game, Seat, SeatingChange, StaffMember, Table, Turn
from tournament.protocol import Audience, bus, parts
from tournament.queries.people.seating import find_entries_at, get_table_number
from tournament.queries.results.hand_ins import list_awaited_seats
from tournament.queries.results.standings import load_standings
from tournament.queries.seating_plan import list_loads
from tournament.queries.spoilers import find_awaited_table
from tournament.services.people.registration import register_entry, restore_entry, withdraw_entry
from tournament.services.people.seating import (
    apply_plan,
    move_entry,
    share_tables,
    swap_entries,
    undo_seating,
)
from tournament.services.play import turns
from tournament.services.play.games import annul_game, create_game
from tournament.services.play.playing_judge import set_table_of_judge


def list_tables(room: Room) -> list[int]:
    """Return the present tables of the six entries."""
    numbers = dict(Entry.objects.values_list("pk", "table__number"))
    return [numbers[entry.pk] for entry in room.entries]


def play(room: Room, game: Game | None = None) -> Turn:
    """Play a turn until its bulletins are collected."""
    turn = turns.draw_turn(game=game or room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turn = turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    return turn


def annul(room: Room, game: Game) -> None:
    game.refresh_from_db()
    annul_game(game=game, **room.get_author_and_time())


def make_plan(room: Room, *numbers: int) -> dict[int, int]:
    return {entry.pk: number for entry, number in zip(room.entries, numbers, strict=False)}


def test_a_game_that_was_played_keeps_its_tables_everywhere(room: Room) -> None:
    first = play(room)
    annul(room, first.game)
    first_entry, second_entry = room.entries[:2]
    swap_entries(first=first_entry, second=second_entry, **room.get_author_and_time())
    second = room.game(seed=6)
    assert list_tables(room)[:2] == [2, 1]
    for game, expected in ((first.game, [1, 2]), (second, [2, 1])):
        assert [
            get_table_number(game.pk, entry) for entry in (first_entry, second_entry)
        ] == expected
        assert [find_entries_at(game, [number])[number] for number in expected] == [
            first_entry,
            second_entry,
        ]
        rows = load_standings(game).by_entry
        assert [rows[entry.pk].table for entry in (first_entry, second_entry)] == expected
    assert [(seat.number, seat.entry) for seat in list_awaited_seats(first)[:2]] == [
        (1, first_entry.pk),
        (2, second_entry.pk),
    ]
    tables = dict(room.tournament.entries.values_list("pk", "table__number"))
    assert (tables[first_entry.pk], tables[second_entry.pk]) == (2, 1)
    state: Any = parts.build_snapshot(room.tournament.pk, Audience.ENTRY, first_entry.pk).state
    assert state.table == 2


def test_the_database_has_statistics_of_new_seats(room: Room) -> None:
    """Else it expects nobody there, and looks through all seats for each of six thousand."""
    annul(room, first := room.game())
    second = room.game(seed=6)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unnest(most_common_vals::text::bigint[]) FROM pg_stats"
            " WHERE tablename = 'tournament_seat' AND attname = 'game_id'"
        )
        assert {game for (game,) in cursor.fetchall()} == {first.pk, second.pk}


def test_seats_do_not_change_during_a_game(room: Room) -> None:
    room.game()
    with pytest.raises(WrongState, match="seats-in-play"):
        move_entry(entry=room.entries[0], number=9, **room.get_author_and_time())
    with pytest.raises(WrongState, match="seats-in-play"):
        swap_entries(first=room.entries[0], second=room.entries[1], **room.get_author_and_time())
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]


def test_an_entry_joining_or_returning_gets_a_seat(room: Room) -> None:
    withdraw_entry(entry=room.entries[5], **room.get_author_and_time())
    game = room.game()
    assert game.seats.count() == 5
    late = register_entry(
        tournament=room.tournament, players=[PlayerData("TARD")], **room.get_author_and_time()
    )
    restore_entry(entry=room.entries[5], **room.get_author_and_time())
    assert find_entries_at(game, [6, 7]) == {6: room.entries[5], 7: late}
    assert game.seats.count() == 7


def test_a_plan_moves_all_entries_and_is_undone(room: Room, monkeypatch: Any) -> None:
    published: list[Any] = []
    monkeypatch.setattr(bus, "publish", published.append)
    first_table = room.entries[0].table
    change = apply_plan(
        tournament=room.tournament,
        seats=make_plan(room, 2, 3, 1, 6, 5, 8),
        kind=SeatingKind.RANDOM,
        seed="abc",
        **room.get_author_and_time(),
    )
    assert change is not None
    assert list_tables(room) == [2, 3, 1, 6, 5, 8]
    assert len(change.moves) == 5
    moved = next(message for message in published if isinstance(message, bus.SeatsMoved))
    assert moved.seats[room.entries[2].pk] == first_table.pk
    first_table.refresh_from_db()
    assert (first_table.key, first_table.code) == (
        room.entries[0].table.key,
        room.entries[0].table.code,
    )
    undo_seating(change=change, **room.get_author_and_time())
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(LostRace, match="seating"):
        undo_seating(change=change, **room.get_author_and_time())
    kinds = SeatingChange.objects.values_list("kind", flat=True)
    assert list(kinds) == [SeatingKind.RANDOM, SeatingKind.UNDO]


def test_an_impossible_plan_is_refused_whole(room: Room) -> None:
    def ask(*numbers: int, **more: Any) -> None:
        apply_plan(
            tournament=room.tournament,
            seats=make_plan(room, *numbers),
            kind=SeatingKind.HAND,
            **more,
            **room.get_author_and_time(),
        )

    for numbers, reason in (
        ((2,), "table-taken"),
        ((8, 8), "table-twice"),
        ((0,), "bad-table-number"),
        ((20_001,), "bad-table-number"),
    ):
        with pytest.raises(BadSetting, match=reason):
            ask(*numbers)
    with pytest.raises(LostRace, match="seating"):
        ask(9, before={room.entries[0].pk: 4})
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]
    assert not SeatingChange.objects.exists()


def test_a_withdrawn_entry_leaves_a_needed_table(room: Room) -> None:
    withdraw_entry(entry=room.entries[1], **room.get_author_and_time())
    move_entry(entry=room.entries[5], number=2, **room.get_author_and_time())
    assert list_tables(room)[5] == 2
    assert list_tables(room)[1] not in {1, 2, 3, 4, 5}


def test_a_long_plan_needs_no_more_queries(room: Room) -> None:
    counts = []
    for numbers in ((12, 11), (21, 22, 23, 24, 25, 26)):
        with CaptureQueriesContext(connection) as queries:
            apply_plan(
                tournament=room.tournament,
                seats=make_plan(room, *numbers),
                kind=SeatingKind.HAND,
                **room.get_author_and_time(),
            )
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_playing_judge_is_identified_by_table_of_the_game(room: Room) -> None:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    set_table_of_judge(game=game, table=3, **room.get_author_and_time())
    move_entry(entry=room.entries[2], number=9, **room.get_author_and_time())
    assert Game.objects.get().judge_plays == room.entries[2]
    running = room.game()
    set_table_of_judge(game=running, table=9, **room.get_author_and_time())
    turn = turns.draw_turn(game=running, **room.get_author_and_time())
    assert turn is not None
    assert find_awaited_table(Turn.objects.get(pk=turn.pk)) == 9
    with pytest.raises(BadSetting, match="no-such-table"):
        set_table_of_judge(
            game=create_game(tournament=room.tournament, **room.get_author_and_time()),
            table=3,
            **room.get_author_and_time(),
        )


def test_tables_are_shared_evenly_and_stay_with_their_arbiters(room: Room) -> None:
    other = StaffMember.objects.create(
        tournament=room.tournament,
        user=type(room.user).objects.create_user("arbitre"),
        role="arbiter",
    )
    Entry.objects.filter(pk=room.entries[0].pk).update(plays_on="paper")
    assert share_tables(tournament=room.tournament, **room.get_author_and_time()) == 2
    assert [
        (load.arbiter, load.table_count, load.paper_table_count)
        for load in list_loads(room.tournament)
    ] == [
        ("arbitre", 3, 1),
        ("bureau", 3, 0),
    ]
    swap_entries(first=room.entries[0], second=room.entries[5], **room.get_author_and_time())
    assert Table.objects.get(number=1).arbiter == other.user
    assert [(load.table_count, load.paper_table_count) for load in list_loads(room.tournament)] == [
        (3, 0),
        (3, 1),
    ]


def test_an_entry_that_is_deleted_leaves_nothing_behind(room: Room) -> None:
    game = room.game()
    room.entries[0].delete()
    assert not Seat.objects.filter(game=game, table__number=1).exists()
