"""Commands in a game between two: events, expiries, repetitions, secrecy."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from engine.rules.bag import Bag
from engine.rules.classic.letters import build_full_bag
from engine.rules.draw import compute_commitment, draw_letters
from tests.room import Room
from tests.rows import every_row
from tests.tournament.classic.services.tables import ARBITER, MatchTable, catch_reason
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.visible_state import Viewer
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import get_commitment, get_public_seed, load_visible_state
from tournament.classic.services import play
from tournament.classic.services.play import (
    SenderFields,
    apply_all_expiries,
    apply_game_expiries,
    run_command,
)
from tournament.classic.services.tablet_actions import turn_and_press
from tournament.protocol import bus


@pytest.fixture
def table(room: Room) -> MatchTable:
    table = MatchTable(room)
    table.start()
    return table


def test_letters_come_from_the_seed_whatever_the_sender_says(table: MatchTable) -> None:
    seed, bag, index = bytes.fromhex(table.game.seed), Bag(build_full_bag()), 0
    out = ""
    for event in MatchEvent.objects.filter(game=table.game):
        if event.command == Command.TOSS:
            assert event.data["letter"] == draw_letters(seed, index, bag.subtract(out), 1)
            out += event.data["letter"]
        elif event.command == Command.DRAW:
            assert event.data["letters"] == draw_letters(seed, index, bag, 7)
            bag = bag.subtract(event.data["letters"])
        else:
            continue
        index += 1
    n, rejected = len(bag), table.rack(table.first)[:3]
    table.run(Command.EXCHANGE, table.first, n=3, letters=rejected, drawn="???")
    last = MatchEvent.objects.filter(game=table.game).latest("seq")
    assert last.data["drawn"] == draw_letters(seed, index, bag, 3)
    assert len(table.state.bag) == n


def test_seed_hash_is_public_first_and_the_seed_last(
    table: MatchTable,
) -> None:
    assert get_commitment(table.game) == compute_commitment(bytes.fromhex(table.game.seed))
    assert get_public_seed(table.game) is None
    for _ in range(3):
        table.run(Command.PASS, table.first)
        table.run(Command.PASS, table.second)
    assert get_public_seed(table.game) == table.game.seed


def test_a_command_that_is_sent_again_is_done_once(table: MatchTable) -> None:
    table.run(Command.PASS, table.first, key="un")
    seq = table.run(Command.PASS, table.first, key="un").seq
    assert table.state.pass_count == 1
    assert table.run(Command.PASS, table.second, key="deux").seq == seq + 1


def test_expired_clock_counts_at_its_time_before_the_next_command(
    room: Room,
) -> None:
    table = MatchTable(room, MatchTerms(time_s=60))
    table.start()
    due = table.now + timedelta(seconds=60)
    assert MatchGame.objects.get(pk=table.game.pk).expires_at == due
    table.advance(75)
    assert catch_reason(lambda: table.run(Command.PASS, table.first)) == "out-of-time"
    row = MatchEvent.objects.filter(game=table.game).latest("seq")
    assert (row.command, row.actor, row.at) == (Command.EXPIRE, "time", due)
    state = table.state
    assert state.starter
    assert state.to_move is state.starter.other
    assert state.clock.get_player_clock(state.starter.other).remaining_ms == 60_000


@pytest.mark.parametrize("announced", [True, False])
def test_turning_just_after_the_move_time_finds_the_board_turned(
    room: Room, *, announced: bool
) -> None:
    table = MatchTable(room, MatchTerms(clock=ClockKind.MOVE, time_s=60))
    table.start()
    author = table.first
    if announced:
        word = table.rack(author).replace("?", "")[:2]
        table.run(Command.PLAY, author, word=word, ref="H7", score=10)
    table.advance(61)

    def turns() -> None:
        side = Side(author.value)
        turn_and_press(game=table.game, side=side, key="tourner-1", now=table.now)

    if announced:
        turns()
    else:  # the turn is lost: there is no board to turn
        assert catch_reason(turns) in ("wrong-phase", "not-your-turn")
    state = table.state
    assert (state.phase, state.to_move) == ("play", Side(table.second.value))
    assert state.board.is_empty != announced


def test_a_game_without_events_is_what_its_terms_say_now(room: Room) -> None:
    table = MatchTable(room, MatchTerms(time_s=60))
    assert table.state.terms.time_s == 60
    terms = MatchTerms(time_s=90).to_json()
    MatchGame.objects.filter(pk=table.game.pk).update(terms=terms)
    assert table.state.terms.time_s == 90


def test_what_ran_out_is_written_by_the_sweep(room: Room) -> None:
    table = MatchTable(room, MatchTerms(time_s=60))
    table.start()
    assert apply_all_expiries(table.advance(62)) == 1
    now = table.advance(60)
    assert apply_all_expiries(now) == 1
    assert apply_all_expiries(now) == 0
    assert not apply_game_expiries(game_id=table.game.pk, now=now)
    game = MatchGame.objects.get(pk=table.game.pk)
    assert game.phase == "over"
    assert game.expires_at is None
    expiries = MatchEvent.objects.filter(game=game, command=Command.EXPIRE)
    first, second = expiries.values_list("at", flat=True)
    assert (second - first) == timedelta(seconds=60)
    match = Match.objects.get(pk=table.match.pk)
    assert match.over_at == now
    assert {match.points_x, match.points_y} <= {0, 1, 2}


def test_expiry_without_any_server_waits_for_an_arbiter(room: Room) -> None:
    """Check that no time is charged since the last known event, nor by a command before the
    sweep."""
    table = MatchTable(room, MatchTerms(time_s=60))
    table.start()
    table.advance(20)
    table.run(Command.PASS, table.first)
    table.advance(3060)
    assert catch_reason(lambda: table.run(Command.PASS, table.second)) == "wrong-phase"
    assert apply_all_expiries(table.now) == 0
    game = MatchGame.objects.get(pk=table.game.pk)
    assert (game.phase, game.waiting, game.expires_at) == ("held", 1, None)
    assert game.table_calls.get().kind == "clock"
    row = MatchEvent.objects.filter(game=game).latest("seq")
    assert (row.command, row.actor, row.at) == (Command.UNWATCHED, "time", table.now)
    clock = table.state.clock
    sides = [Side(actor.value) for actor in (table.first, table.second)]
    assert [clock.get_player_clock(side).remaining_ms for side in sides] == [40_000, 60_000]

    set_to: dict[str, Any] = {
        side.value: seconds for side, seconds in zip(sides, (40, 55), strict=True)
    }
    table.run(Command.SET_CLOCKS, ARBITER, **set_to)
    assert MatchGame.objects.get(pk=game.pk).table_calls.get().closed_at is None
    table.run(Command.RESUME, ARBITER)
    assert game.table_calls.get().closed_at == table.now
    table.advance(50)
    table.run(Command.PASS, table.second)
    assert table.state.clock.get_player_clock(sides[1]).remaining_ms == 5_000


def test_two_who_sweep_at_once_write_an_expiry_once(room: Room) -> None:
    table = MatchTable(room, MatchTerms(clock=ClockKind.MOVE, time_s=30))
    table.start()
    now = table.advance(31)

    def sweep(_: int) -> bool:
        try:
            return apply_game_expiries(game_id=table.game.pk, now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(sweep, range(4)))
    assert done.count(True) == 1
    assert MatchEvent.objects.filter(game=table.game, command=Command.EXPIRE).count() == 1


def test_only_followers_of_the_match_are_notified(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(bus, "publish", sent.append)
    table.run(Command.PASS, table.first)
    match = table.match
    assert sent == [bus.RoomUpdates([f"match:{match.pk}", f"classic:{match.tournament_id}"])]


def test_player_sees_own_letters_and_the_opponents_count(table: MatchTable) -> None:
    table.play_two_letters(table.first)
    table.run(Command.PRESS, table.first)
    table.run(Command.DRAW, table.first, n=2)
    for viewer in Viewer:
        state = load_visible_state(table.game, viewer, table.now)
        for side in Side:
            player = state.get_player(side)
            is_own = viewer.value == side.value
            assert (player.rack is not None) == is_own
            assert player.letter_count == 7
            if is_own and side.value == table.first.value:
                assert player.rack is not None
                assert len(player.rack) == 5
                assert player.face_down_count == 2


def test_what_an_officer_writes_is_kept_apart_and_salted(table: MatchTable) -> None:
    sent = SenderFields(reason="il souffle les mots")
    run_command(
        game_id=table.game.pk, command=Command.SANCTION, actor=ARBITER,
        data={"side": "X", "sanction": "warning", "more": "x"}, sender_fields=sent,
        **table.get_author_and_time(),
    )  # fmt: skip
    row = MatchEvent.objects.filter(game=table.game).latest("seq")
    assert row.data == {"side": "X", "sanction": "warning"}
    assert set(row.salts) == {"signed", "reason"}


def test_unknown_tile_cannot_be_exchanged_on_a_tablet(table: MatchTable) -> None:
    exchange = lambda: table.run(Command.EXCHANGE, table.first, n=2, letters="··")  # noqa: E731
    assert catch_reason(exchange) == "not-on-rack"


def test_what_no_page_sends_is_refused_before_it_is_kept(table: MatchTable) -> None:
    odd: list[Any] = ["\0", "\ud800", "x" * 5000, float("nan"), {"a": ["b"]}, [[]], 10**30]
    with every_row() as row:
        for about in odd:
            with row(repr(about)[:20]):
                call = partial(table.run, Command.CALL_ARBITER, table.first, about=about)
                assert catch_reason(call) == "malformed"


def test_failing_game_does_not_stop_other_clocks(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing, other = (
        MatchTable(room, MatchTerms(time_s=60)),
        MatchTable(room, MatchTerms(time_s=60)),
    )
    for each in (failing, other):
        each.start()
    settled = play.apply_game_expiries

    def fails_for_one(*, game_id: int, now: datetime) -> bool:
        if game_id == failing.game.pk:
            raise RuntimeError
        return settled(game_id=game_id, now=now)

    monkeypatch.setattr(play, "apply_game_expiries", fails_for_one)
    assert play.apply_all_expiries(other.advance(61)) == 1
    assert other.state.is_out_of_time(Side(other.first.value))
