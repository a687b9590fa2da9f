"""A topping from its creation to its end, on the real database (3.8.4)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import create_prepared
from tests.tournament.topping.services.toppings import (
    LIMIT_S,
    PENALTY_S,
    Player,
    create_topping_for,
    get_turn,
)
from tournament.core.errors import BadSetting, Busy, RoomError, WrongState
from tournament.models import Game
from tournament.services.people.entry_removal import delete_entry
from tournament.topping.core.topping_run import RunState, ToppingMode, ToppingRunCommand
from tournament.topping.models import Topping, ToppingEvent
from tournament.topping.queries.topping import VisibleRun
from tournament.topping.queries.topping_standings import ToppingStandings
from tournament.topping.services import aloud, lifecycle, locked_run, runs
from tournament.topping.services.creation import ToppingRules, create_topping
from tournament.topping.services.runs import ToppingAnswer


def test_a_top_counts_its_time_and_starts_the_next_turn(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    assert player.propose(1, "ZZZZ", "H8", 3) is ToppingAnswer.NOT_TOP
    assert player.find_top(1, 12.38) is ToppingAnswer.TOP
    run = player.run
    assert (run.turn, run.state, run.began_at) == (2, "playing", player.get_moment(12.38))
    view = VisibleRun(run, player.get_moment(12.38))
    assert [time.tenths for time in view.times] == [123]
    assert view.is_clock_running
    assert view.current_turn == get_turn(topping, 2)
    assert view.rows == get_turn(topping, 2).before == get_turn(topping, 1).after


def test_an_equal_top_is_accepted_and_the_games_word_placed(room: Room) -> None:
    topping = create_topping_for(room)
    first = get_turn(topping, 1)  # on the empty grid a word is as good upright
    other = first.other_tops[0]
    player = Player(topping, room.entries[0])
    player.begin()
    assert player.propose(1, other[0].upper(), other[1], 4) is ToppingAnswer.TOP
    assert VisibleRun(player.run, player.get_moment(5)).rows == first.after


def test_turns_expire_without_any_request(room: Room) -> None:
    """Two turns and a half pass without a request or a running server."""
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    later = player.get_moment(2.5 * LIMIT_S)
    view = VisibleRun(player.run, later)
    assert (view.clock.turn, view.is_clock_running, view.not_found) == (3, True, 2)
    assert view.clock.began_ms is not None
    assert locked_run.settle_due_runs(later) == 1
    run = player.run
    assert (run.turn, run.began_at) == (3, player.get_moment(2 * LIMIT_S + 10))
    assert run.expires_at == player.get_moment(3 * LIMIT_S + 10)
    lost = list(run.events.filter(kind="not-found").values_list("turn", "at"))
    assert lost == [(1, player.get_moment(LIMIT_S)), (2, player.get_moment(2 * LIMIT_S + 5))]
    assert locked_run.settle_due_runs(later) == 0
    assert VisibleRun(run, later).total == 2 * 10 * (LIMIT_S + PENALTY_S)
    end = player.get_moment(3600)
    locked_run.settle_due_runs(end)
    done = player.run
    count = topping.terms.turns
    assert (done.state, done.ended_at) == ("done", player.get_moment(65 * count - 5))
    assert VisibleRun(done, end).total == count * 10 * (LIMIT_S + PENALTY_S)


def test_a_solution_is_read_before_the_next_letters(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    reading = VisibleRun(player.run, player.get_moment(LIMIT_S + 2))
    assert (reading.is_reading, reading.current_turn, reading.solution) == (
        True,
        None,
        get_turn(topping, 1),
    )
    with pytest.raises(WrongState) as early:
        player.find_top(2, LIMIT_S + 2)
    assert early.value.reason == "topping-not-now"
    assert player.find_top(2, LIMIT_S + 5 + 7) is ToppingAnswer.TOP
    times = VisibleRun(player.run, player.get_moment(LIMIT_S + 13)).times
    assert [(time.tenths, time.is_found) for time in times] == [(800, False), (70, True)]


def test_a_proposal_counts_until_the_very_end_of_the_turn(room: Room) -> None:
    topping = create_topping_for(room)
    at_the_end, late = (Player(topping, entry) for entry in room.entries[:2])
    at_the_end.begin()
    assert at_the_end.find_top(1, LIMIT_S) is ToppingAnswer.TOP
    assert VisibleRun(at_the_end.run, at_the_end.get_moment(61)).times[0].tenths == 10 * LIMIT_S
    late.begin()
    assert late.find_top(1, LIMIT_S + 0.001) is ToppingAnswer.OVER
    assert late.run.events.filter(kind="late").count() == 1
    assert VisibleRun(late.run, late.get_moment(61)).times[0].tenths == 10 * (LIMIT_S + PENALTY_S)


def test_what_is_sent_twice_counts_once(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    player.begin(5)  # a second press
    assert player.run.began_at == player.get_moment(0)
    assert player.find_top(1, 10) is ToppingAnswer.TOP
    assert player.find_top(1, 11) is ToppingAnswer.TOP
    assert player.propose(1, "ZZZZ", "H8", 12) is ToppingAnswer.OVER
    assert player.run.turn == 2
    assert player.run.events.filter(kind="found").count() == 1
    seqs = list(player.run.events.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, player.run.seq + 1))


@pytest.mark.django_db(transaction=True)
def test_two_devices_of_one_player_and_two_players_at_once(room: Room) -> None:
    topping = create_topping_for(room)
    first, other = (Player(topping, entry) for entry in room.entries[:2])
    first.begin()
    other.begin()

    def run_at_once(*acts: Callable[[], Any]) -> list[Any]:
        def run_and_close(act: Callable[[], Any]) -> Any:
            try:
                return act()
            finally:
                connection.close()

        with ThreadPoolExecutor(len(acts)) as pool:
            return list(pool.map(run_and_close, acts))

    answers = run_at_once(*[lambda: first.find_top(1, 5)] * 3, lambda: other.find_top(1, 5))
    assert answers == [ToppingAnswer.TOP] * 4
    assert (first.run.turn, other.run.turn) == (2, 2)
    assert ToppingEvent.objects.filter(topping=topping, kind="found").count() == 2


def test_too_many_proposals_per_second_are_refused(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    for _ in range(runs.MAX_PROPOSALS_PER_SECOND):
        player.propose(1, "ZZZZ", "H8", 3)
    with pytest.raises(Busy):
        player.propose(1, "ZZZZ", "H8", 3.5)
    assert player.propose(1, "ZZZZ", "H8", 4.6) is ToppingAnswer.NOT_TOP


def test_an_interruption_stops_the_clock_and_hides_the_letters(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    by = room.user
    runs.command_run(
        run=player.run, command=ToppingRunCommand.INTERRUPT, by=by, now=player.get_moment(20)
    )
    hidden = VisibleRun(player.run, player.get_moment(600))
    assert (hidden.current_turn, hidden.clock.state) == (None, RunState.INTERRUPTED)
    assert locked_run.settle_due_runs(player.get_moment(600)) == 0
    with pytest.raises(WrongState):
        player.find_top(1, 30)
    runs.command_run(
        run=player.run, command=ToppingRunCommand.RESUME, by=by, now=player.get_moment(1000)
    )
    assert player.find_top(1, 1010) is ToppingAnswer.TOP
    assert VisibleRun(player.run, player.get_moment(1010)).total == 300
    kinds = list(player.run.events.exclude(by=None).values_list("kind", flat=True))
    assert kinds == ["interrupted", "resumed"]


def test_before_a_judge_one_player_plays_after_the_other(room: Room) -> None:
    topping = create_topping_for(room, mode=ToppingMode.JUDGE)
    first, other = (Player(topping, entry) for entry in room.entries[:2])
    judge = {"by": room.user}
    with pytest.raises(WrongState):
        first.begin()  # it is not the player who starts
    runs.start_run(run=first.run, now=first.get_moment(0), **judge)
    with pytest.raises(WrongState) as busy:
        runs.start_run(run=other.run, now=first.get_moment(1), **judge)
    assert busy.value.reason == "topping-somebody-plays"
    with pytest.raises(WrongState):
        first.find_top(1, 3)
    tops = get_turn(topping, 1).tops
    with pytest.raises(BadSetting):
        aloud.accept_heard_top(
            run=first.run, turn=1, top=len(tops), now=first.get_moment(4), **judge
        )
    for _ in range(2):
        aloud.accept_heard_top(
            run=first.run, turn=1, top=len(tops) - 1, now=first.get_moment(5), **judge
        )
    assert first.run.turn == 2
    # Heard in time, pressed after the end: it counts, as the whole time.
    aloud.accept_heard_top(
        run=first.run, turn=2, top=0, now=first.get_moment(5 + LIMIT_S + 1.5), **judge
    )
    view = VisibleRun(first.run, first.get_moment(70))
    assert [time.tenths for time in view.times] == [50, 10 * LIMIT_S]
    late_s = 5 + LIMIT_S + 1.5 + LIMIT_S + 2.1
    aloud.accept_heard_top(run=first.run, turn=3, top=0, now=first.get_moment(late_s), **judge)
    assert [time.is_found for time in VisibleRun(first.run, first.get_moment(late_s)).times] == [
        True,
        True,
        False,
    ]
    event = first.run.events.filter(kind="found").first()
    assert event is not None
    assert (event.by, event.data["word"]) == (room.user, tops[-1][0])


def test_a_judge_takes_back_a_top_and_the_clock_continues(room: Room) -> None:
    topping = create_topping_for(room, room.entries[:2], mode=ToppingMode.JUDGE)
    first, other = (Player(topping, entry) for entry in room.entries[:2])
    judge = {"by": room.user}

    def accept(number: int, seconds: float) -> None:
        aloud.accept_heard_top(
            run=first.run, turn=number, top=0, now=first.get_moment(seconds), **judge
        )

    def take_back(number: int, seconds: float) -> None:
        aloud.take_back_heard_top(
            run=first.run, turn=number, now=first.get_moment(seconds), **judge
        )

    def list_tenths(seconds: float) -> list[int]:
        view = VisibleRun(first.run, first.get_moment(seconds))
        (row,) = [r for r in ToppingStandings(topping, view.now).rows if r.run == first.run]
        assert [time.tenths for time in view.times] == [time.tenths for time in row.times]
        return [time.tenths for time in view.times]

    runs.start_run(run=first.run, now=first.get_moment(0), **judge)
    accept(1, 5)
    for _twice in range(2):
        take_back(1, 8)
    assert (first.run.turn, list_tenths(8)) == (1, [])
    assert first.run.expires_at == first.get_moment(LIMIT_S)
    accept(1, 20)
    assert list_tenths(20) == [200]
    accept(2, 30)
    take_back(2, 20 + LIMIT_S + 3)  # its time is over meanwhile
    assert list_tenths(20 + LIMIT_S + 3) == [200, 10 * (LIMIT_S + PENALTY_S)]
    assert first.run.began_at == first.get_moment(20 + LIMIT_S + 5)
    with pytest.raises(WrongState, match="topping-went-on"):
        take_back(2, 20 + LIMIT_S + 4)
    seconds = 20 + LIMIT_S + 5.0
    for number in range(3, topping.terms.turns + 1):
        seconds += 1
        accept(number, seconds)
    last = topping.terms.turns
    assert (first.run.state, first.run.ended_at) == ("done", first.get_moment(seconds))
    take_back(last, seconds + 2)
    assert (first.run.state, first.run.turn, first.run.ended_at) == ("playing", last, None)
    accept(last, seconds + 3)
    assert list_tenths(seconds + 3)[-1] == 40
    runs.start_run(run=other.run, now=first.get_moment(seconds + 4), **judge)
    with pytest.raises(WrongState, match="topping-somebody-plays"):
        take_back(last, seconds + 5)


def test_a_prepared_game_moves_from_the_room_to_the_topping(room: Room) -> None:
    game = create_prepared(room)
    script = game.script
    topping = create_topping_for(room, game=game, opened=False)
    assert topping.script == script
    assert not Game.objects.filter(pk=game.pk).exists()
    event = topping.events.get(kind="made")
    assert event.data["game"] == game.number
    tops = [{score for _, _, score in each} for each in topping.tops]
    assert tops == [{game_turn["score"]} for game_turn in topping.script["turns"]]
    lifecycle.delete_topping(topping=topping, **room.get_author_and_time())
    assert not Topping.objects.exists()


def test_invalid_settings_are_refused(room: Room) -> None:
    def create(limit_s: int = 60, penalty_s: int = 20, pause_s: int = 5, **changes: Any) -> None:
        options = {"entries": room.entries[:1], "fmt": "normal"} | changes
        create_topping(
            tournament=room.tournament,
            rules=ToppingRules(limit_s, penalty_s, pause_s),
            **options,
            **room.get_author_and_time(),
        )

    invalid: list[tuple[str, dict[str, Any]]] = [
        ("topping-limit", {"limit_s": 4}),
        ("topping-penalty", {"penalty_s": -1}),
        ("topping-pause", {"pause_s": 61}),
        ("topping-without-players", {"entries": []}),
        ("unknown-format", {"fmt": "6"}),
    ]
    with every_row() as row:
        for reason, options in invalid:
            with row(reason):
                with pytest.raises(RoomError) as refused:
                    create(**options)
                assert refused.value.reason == reason
    with pytest.raises(WrongState):
        create_topping_for(room, game=room.game())


def test_an_entry_that_has_begun_is_not_deleted(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    delete_entry(entry=room.entries[1], **room.get_author_and_time())
    player.begin()
    with pytest.raises(WrongState) as refused:
        delete_entry(entry=room.entries[0], **room.get_author_and_time())
    assert refused.value.reason == "entry-played"
