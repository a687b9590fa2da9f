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
from tournament.queries.people.seating import entries_at, number_in
from tournament.queries.results.hand_ins import seats_of
from tournament.queries.results.standings import standings_of
from tournament.queries.seating_plan import loads
from tournament.queries.spoilers import awaited_table
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
from tournament.services.play.playing_judge import let_judge_play


def places(room: Room) -> list[int]:
    """Present tables of the six entries."""
    found = dict(Entry.objects.values_list("pk", "table__number"))
    return [found[entry.pk] for entry in room.entries]


def play(room: Room, game: Game | None = None) -> Turn:
    """A turn that was collected."""
    turn = turns.draw_turn(game=game or room.game(), **room.by())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.by())
    turn = turns.open_turn(turn=turn, **room.by())
    ring(turn)
    return turn


def over(room: Room, game: Game) -> None:
    game.refresh_from_db()
    annul_game(game=game, **room.by())


def plan_of(room: Room, *numbers: int) -> dict[int, int]:
    return {entry.pk: number for entry, number in zip(room.entries, numbers, strict=False)}


def test_a_game_that_was_played_keeps_its_tables_everywhere(room: Room) -> None:
    first = play(room)
    over(room, first.game)
    one, two = room.entries[:2]
    swap_entries(one=one, other=two, **room.by())
    second = room.game(seed=6)
    assert places(room)[:2] == [2, 1]
    for game, expected in ((first.game, [1, 2]), (second, [2, 1])):
        assert [number_in(game.pk, entry) for entry in (one, two)] == expected
        assert [entries_at(game, [number])[number] for number in expected] == [one, two]
        rows = standings_of(game).by_entry
        assert [rows[entry.pk].table for entry in (one, two)] == expected
    assert [(seat.number, seat.entry) for seat in seats_of(first)[:2]] == [(1, one.pk), (2, two.pk)]
    tables = dict(room.tournament.entries.values_list("pk", "table__number"))
    assert (tables[one.pk], tables[two.pk]) == (2, 1)
    state: Any = parts.snapshot(room.tournament.pk, Audience.ENTRY, one.pk).state
    assert state.table == 2


def test_the_database_knows_how_many_sit_in_a_game_that_has_begun(room: Room) -> None:
    """Else it expects nobody there, and looks through all seats for each of six thousand."""
    over(room, first := room.game())
    second = room.game(seed=6)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unnest(most_common_vals::text::bigint[]) FROM pg_stats"
            " WHERE tablename = 'tournament_seat' AND attname = 'game_id'"
        )
        assert {game for (game,) in cursor.fetchall()} == {first.pk, second.pk}


def test_while_a_game_is_under_way_nobody_moves(room: Room) -> None:
    room.game()
    with pytest.raises(WrongState, match="seats-in-play"):
        move_entry(entry=room.entries[0], number=9, **room.by())
    with pytest.raises(WrongState, match="seats-in-play"):
        swap_entries(one=room.entries[0], other=room.entries[1], **room.by())
    assert places(room) == [1, 2, 3, 4, 5, 6]


def test_who_comes_or_comes_back_during_a_game_has_a_seat_in_it(room: Room) -> None:
    withdraw_entry(entry=room.entries[5], **room.by())
    game = room.game()
    assert game.seats.count() == 5
    late = register_entry(tournament=room.tournament, players=[PlayerData("TARD")], **room.by())
    restore_entry(entry=room.entries[5], **room.by())
    assert entries_at(game, [6, 7]) == {6: room.entries[5], 7: late}
    assert game.seats.count() == 7


def test_everybody_moves_at_once_and_back_again(room: Room, monkeypatch: Any) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(bus, "publish", heard.append)
    one = room.entries[0].table
    change = apply_plan(
        tournament=room.tournament,
        seats=plan_of(room, 2, 3, 1, 6, 5, 8),
        kind=SeatingKind.RANDOM,
        seed="abc",
        **room.by(),
    )
    assert change is not None
    assert places(room) == [2, 3, 1, 6, 5, 8]
    assert len(change.moves) == 5
    moved = next(said for said in heard if isinstance(said, bus.SeatsMoved))
    assert moved.seats[room.entries[2].pk] == one.pk
    one.refresh_from_db()
    assert (one.key, one.code) == (room.entries[0].table.key, room.entries[0].table.code)
    undo_seating(change=change, **room.by())
    assert places(room) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(LostRace, match="seating"):
        undo_seating(change=change, **room.by())
    kinds = SeatingChange.objects.values_list("kind", flat=True)
    assert list(kinds) == [SeatingKind.RANDOM, SeatingKind.UNDO]


def test_what_cannot_be_is_refused_and_nobody_moves(room: Room) -> None:
    def ask(*numbers: int, **more: Any) -> None:
        apply_plan(
            tournament=room.tournament,
            seats=plan_of(room, *numbers),
            kind=SeatingKind.HAND,
            **more,
            **room.by(),
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
    assert places(room) == [1, 2, 3, 4, 5, 6]
    assert not SeatingChange.objects.exists()


def test_who_has_left_makes_way(room: Room) -> None:
    withdraw_entry(entry=room.entries[1], **room.by())
    move_entry(entry=room.entries[5], number=2, **room.by())
    assert places(room)[5] == 2
    assert places(room)[1] not in {1, 2, 3, 4, 5}


def test_a_plan_for_many_costs_no_more_questions_than_one_for_few(room: Room) -> None:
    counts = []
    for numbers in ((12, 11), (21, 22, 23, 24, 25, 26)):
        with CaptureQueriesContext(connection) as asked:
            apply_plan(
                tournament=room.tournament,
                seats=plan_of(room, *numbers),
                kind=SeatingKind.HAND,
                **room.by(),
            )
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_judge_who_plays_is_told_by_the_table_of_the_game(room: Room) -> None:
    game = create_game(tournament=room.tournament, **room.by())
    let_judge_play(game=game, table=3, **room.by())
    move_entry(entry=room.entries[2], number=9, **room.by())
    assert Game.objects.get().judge_plays == room.entries[2]
    running = room.game()
    let_judge_play(game=running, table=9, **room.by())
    turn = turns.draw_turn(game=running, **room.by())
    assert turn is not None
    assert awaited_table(Turn.objects.get(pk=turn.pk)) == 9
    with pytest.raises(BadSetting, match="no-such-table"):
        let_judge_play(
            game=create_game(tournament=room.tournament, **room.by()), table=3, **room.by()
        )


def test_tables_are_shared_evenly_and_stay_with_their_arbiters(room: Room) -> None:
    other = StaffMember.objects.create(
        tournament=room.tournament,
        user=type(room.user).objects.create_user("arbitre"),
        role="arbiter",
    )
    Entry.objects.filter(pk=room.entries[0].pk).update(plays_on="paper")
    assert share_tables(tournament=room.tournament, **room.by()) == 2
    assert [(one.who, one.tables, one.paper) for one in loads(room.tournament)] == [
        ("arbitre", 3, 1),
        ("bureau", 3, 0),
    ]
    swap_entries(one=room.entries[0], other=room.entries[5], **room.by())
    assert Table.objects.get(number=1).arbiter == other.user
    assert [(one.tables, one.paper) for one in loads(room.tournament)] == [(3, 0), (3, 1)]


def test_an_entry_that_is_deleted_leaves_nothing_behind(room: Room) -> None:
    game = room.game()
    room.entries[0].delete()
    assert not Seat.objects.filter(game=game, table__number=1).exists()
