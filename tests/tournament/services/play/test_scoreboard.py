"""The times at which changes of the scoreboard are sent."""

from datetime import timedelta

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tournament.core.events import EventKind
from tournament.models import Journal
from tournament.queries import clock
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
