"""Work triggered by stamps in the database: closing, delayed standings, lost tasks."""

from datetime import timedelta

import pytest

from tests.room import Listener, Room, ring
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.services import tasks
from tournament.services.play import closing, scoreboard, turns
from tournament.services.play.scoreboard import ScoreLine, post_scores

HOUR = timedelta(hours=1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the names of sent tasks are added."""
    names: list[str] = []

    def send(name: str, _: tuple[int, ...]) -> bool:
        names.append(name)
        return True

    monkeypatch.setattr(tasks, "_send", send)
    return names


@pytest.fixture
def turn(room: Room, sent: list[str]) -> Turn:
    """Return the first turn, open."""
    drawn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert drawn is not None
    turns.announce_turn(turn=drawn, **room.get_author_and_time())
    return turns.open_turn(turn=drawn, **room.get_author_and_time())


def test_due_turns_are_closed_once_and_others_stay_open(turn: Turn) -> None:
    assert turn.collects_at
    assert closing.close_due_turns(turn.collects_at - timedelta(microseconds=1)) == 0
    assert Turn.objects.get().state == TurnState.OPEN
    assert closing.close_due_turns(turn.collects_at) == 1
    assert Turn.objects.get().state == TurnState.CLOSED
    assert closing.close_due_turns(turn.collects_at + HOUR) == 0


def test_standings_wait_a_second_and_survive_a_clock_change(
    room: Room, turn: Turn, listener: Listener
) -> None:
    ring(turn)
    Turn.objects.update(state=TurnState.REVEALED, word="MAISON", ref="H4")
    turn.refresh_from_db()
    for client in listener.clients:
        client.held = listener.fresh(client.audience, client.entry_id)
    game, now = turn.game_id, clock.now()

    def post() -> None:
        line = ScoreLine(room.entries[0].pk, 20, 20, "none")
        post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=now)

    def is_waiting(since: timedelta) -> bool:
        """Return True if a change waits when the last message was sent that long ago."""
        Game.objects.update(standings_sent_at=now - since, dirty_turns=[])
        post()
        by_itself = bool(Game.objects.get().dirty_turns)
        scoreboard.send_due_standings(now)
        assert bool(Game.objects.get().dirty_turns) is by_itself  # the sweep thinks the same
        return by_itself

    assert is_waiting(timedelta(milliseconds=900))
    assert not is_waiting(timedelta(seconds=1))
    assert not is_waiting(-HOUR)
    scoreboard.send_due_standings(now)  # with nothing to send
    assert scoreboard.send_standings(game_id=game, now=now, wait=False) is False


@pytest.mark.parametrize("stamped", [-closing.STUCK_AFTER * 2, HOUR], ids=["before", "set back"])
def test_lost_work_is_sent_again_despite_future_stamps(
    turn: Turn, sent: list[str], stamped: timedelta
) -> None:
    ring(turn)
    now = clock.now()
    turn.journal_set.update(at=now + stamped)
    Turn.objects.update(closed_at=now + stamped, rescued_at=now + stamped)
    sent.clear()
    for _ in range(2):
        closing.rescue_stuck_turns(now)
    assert sent == ["tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn"]
