"""The times at which changes of the scoreboard are sent."""

import json
from datetime import timedelta

import pytest

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tournament.core.events import EventKind
from tournament.models import Game, Journal
from tournament.protocol import bus
from tournament.queries import clock
from tournament.services import journal
from tournament.services.play import scoreboard
from tournament.services.play.scoreboard import (
    SENDING_INTERVAL,
    ScoreLine,
    post_scores,
    send_due_standings,
    send_standings,
)


def test_a_second_change_waits_for_the_sweep(
    room: Room,
) -> None:
    turn = play_turn(room, room.game())
    sent = Journal.objects.filter(kind=EventKind.STANDINGS_CHANGED)
    now = clock.now() + SENDING_INTERVAL

    def change(points: int, after: timedelta) -> int:
        line = ScoreLine(room.entries[0].pk, points, points, "none")
        post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=now + after)
        return sent.count()

    first = change(111, timedelta())
    assert change(222, SENDING_INTERVAL / 2) == first
    send_due_standings(now + SENDING_INTERVAL / 2)
    assert sent.count() == first, "not due yet"
    for _ in range(2):
        send_due_standings(now + 2 * SENDING_INTERVAL)
        assert sent.count() == first + 1
    assert not send_standings(game_id=turn.game_id, now=now + 9 * SENDING_INTERVAL)
    assert sent.count() == first + 1


def test_messages_outdated_before_the_lock_are_built_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = play_turn(room, room.game())
    messages: list[bus.Frames] = []
    monkeypatch.setattr(bus, "publish", messages.append)
    lock_game = journal.lock_game

    def change(number: int) -> None:
        points = 111 + number
        line = ScoreLine(room.entries[number].pk, points, points, "none")
        post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=clock.now())

    def lock_after_another_change(game_id: int) -> Game:
        monkeypatch.setattr(scoreboard, "lock_game", lock_game)
        change(1)
        return lock_game(game_id)

    monkeypatch.setattr(scoreboard, "lock_game", lock_after_another_change)
    change(0)
    first = messages[0].seq
    assert [message.seq for message in messages] == [first, first + 1, first + 2, first + 3]
    frames = [json.loads(message.frames["judge"]) for message in messages]
    assert [frame["seq"] - frame["prev"] for frame in frames] == [1, 1, 1, 1]
    rows = frames[-1]["ranking"]["rows"]
    assert [row["total"] for row in rows[:2]] == [112, 111]
    assert room.entries[0].pk in messages[-1].personal
