"""A topping from its making to its end, on the real database (3.8.4)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import prepared
from tests.tournament.topping.services.toppings import LIMIT_S, PENALTY_S, Player, make, turn
from tournament.core.errors import BadSetting, Busy, RoomError, WrongState
from tournament.models import Game
from tournament.services.people.entry_removal import delete_entry
from tournament.topping.core.topping_run import RunState, ToppingMode, ToppingMove
from tournament.topping.models import Topping, ToppingEvent
from tournament.topping.queries.topping import RunView
from tournament.topping.queries.topping_board import ToppingBoard
from tournament.topping.services import lifecycle, runs
from tournament.topping.services.creation import Rules, make_topping
from tournament.topping.services.runs import ToppingAnswer


def test_what_is_found_counts_its_time_and_the_next_letters_come_at_once(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    assert player.says(1, "ZZZZ", "H8", 3) is ToppingAnswer.NOT_TOP
    assert player.finds(1, 12.38) is ToppingAnswer.TOP
    run = player.run
    assert (run.turn, run.state, run.began_at) == (2, "playing", player.at(12.38))
    view = RunView(run, player.at(12.38))
    assert [time.tenths for time in view.times] == [123]
    assert view.at_play
    assert view.current == turn(topping, 2)
    assert view.rows == turn(topping, 2).before == turn(topping, 1).after


def test_an_equal_top_is_taken_and_the_word_of_the_game_is_laid(room: Room) -> None:
    topping = make(room)
    first = turn(topping, 1)  # on the empty grid a word is as good upright
    other = first.others[0]
    player = Player(topping, room.entries[0])
    player.begin()
    assert player.says(1, other[0].upper(), other[1], 4) is ToppingAnswer.TOP
    assert RunView(player.run, player.at(5)).rows == first.after


def test_a_time_that_is_over_is_over_though_nobody_is_there(room: Room) -> None:
    """Nobody asks, and no server runs, for two turns and a half."""
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    later = player.at(2.5 * LIMIT_S)
    view = RunView(player.run, later)
    assert (view.clock.turn, view.at_play, view.not_found) == (3, True, 2)
    assert view.clock.began_ms is not None
    assert runs.settle_due(later) == 1
    run = player.run
    assert (run.turn, run.began_at) == (3, player.at(2 * LIMIT_S + 10))
    assert run.expires_at == player.at(3 * LIMIT_S + 10)
    lost = list(run.events.filter(kind="not-found").values_list("turn", "at"))
    assert lost == [(1, player.at(LIMIT_S)), (2, player.at(2 * LIMIT_S + 5))]
    assert runs.settle_due(later) == 0
    assert RunView(run, later).total == 2 * 10 * (LIMIT_S + PENALTY_S)
    end = player.at(3600)
    runs.settle_due(end)
    done = player.run
    count = topping.terms.turns
    assert (done.state, done.ended_at) == ("done", player.at(65 * count - 5))
    assert RunView(done, end).total == count * 10 * (LIMIT_S + PENALTY_S)


def test_a_solution_that_is_given_is_read_before_the_next_letters(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    reading = RunView(player.run, player.at(LIMIT_S + 2))
    assert (reading.reading, reading.current, reading.given) == (True, None, turn(topping, 1))
    with pytest.raises(WrongState) as early:
        player.finds(2, LIMIT_S + 2)
    assert early.value.reason == "topping-not-now"
    assert player.finds(2, LIMIT_S + 5 + 7) is ToppingAnswer.TOP
    times = RunView(player.run, player.at(LIMIT_S + 13)).times
    assert [(time.tenths, time.found) for time in times] == [(800, False), (70, True)]


def test_a_proposal_at_the_very_end_counts_and_one_after_it_does_not(room: Room) -> None:
    topping = make(room)
    at_the_end, late = (Player(topping, entry) for entry in room.entries[:2])
    at_the_end.begin()
    assert at_the_end.finds(1, LIMIT_S) is ToppingAnswer.TOP
    assert RunView(at_the_end.run, at_the_end.at(61)).times[0].tenths == 10 * LIMIT_S
    late.begin()
    assert late.finds(1, LIMIT_S + 0.001) is ToppingAnswer.OVER
    assert late.run.events.filter(kind="late").count() == 1
    assert RunView(late.run, late.at(61)).times[0].tenths == 10 * (LIMIT_S + PENALTY_S)


def test_what_is_sent_twice_counts_once(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    player.begin(5)  # a second press
    assert player.run.began_at == player.at(0)
    assert player.finds(1, 10) is ToppingAnswer.TOP
    assert player.finds(1, 11) is ToppingAnswer.TOP
    assert player.says(1, "ZZZZ", "H8", 12) is ToppingAnswer.OVER
    assert player.run.turn == 2
    assert player.run.events.filter(kind="found").count() == 1
    seqs = list(player.run.events.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, player.run.seq + 1))


@pytest.mark.django_db(transaction=True)
def test_two_devices_of_one_player_and_two_players_at_once(room: Room) -> None:
    topping = make(room)
    one, other = (Player(topping, entry) for entry in room.entries[:2])
    one.begin()
    other.begin()

    def at_once(*acts: Callable[[], Any]) -> list[Any]:
        def alone(act: Callable[[], Any]) -> Any:
            try:
                return act()
            finally:
                connection.close()

        with ThreadPoolExecutor(len(acts)) as pool:
            return list(pool.map(alone, acts))

    answers = at_once(*[lambda: one.finds(1, 5)] * 3, lambda: other.finds(1, 5))
    assert answers == [ToppingAnswer.TOP] * 4
    assert (one.run.turn, other.run.turn) == (2, 2)
    assert ToppingEvent.objects.filter(topping=topping, kind="found").count() == 2


def test_who_types_faster_than_a_hand_is_asked_to_wait(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    for _ in range(runs.MOST_A_SECOND):
        player.says(1, "ZZZZ", "H8", 3)
    with pytest.raises(Busy):
        player.says(1, "ZZZZ", "H8", 3.5)
    assert player.says(1, "ZZZZ", "H8", 4.6) is ToppingAnswer.NOT_TOP


def test_an_interruption_stops_the_clock_and_hides_the_letters(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    by = room.user
    runs.command_run(run=player.run, command=ToppingMove.INTERRUPT, by=by, now=player.at(20))
    hidden = RunView(player.run, player.at(600))
    assert (hidden.current, hidden.clock.state) == (None, RunState.INTERRUPTED)
    assert runs.settle_due(player.at(600)) == 0
    with pytest.raises(WrongState):
        player.finds(1, 30)
    runs.command_run(run=player.run, command=ToppingMove.RESUME, by=by, now=player.at(1000))
    assert player.finds(1, 1010) is ToppingAnswer.TOP
    assert RunView(player.run, player.at(1010)).total == 300
    who = list(player.run.events.exclude(by=None).values_list("kind", flat=True))
    assert who == ["interrupted", "resumed"]


def test_before_a_judge_one_plays_after_the_other_and_he_says_what_he_heard(room: Room) -> None:
    topping = make(room, mode=ToppingMode.JUDGE)
    one, other = (Player(topping, entry) for entry in room.entries[:2])
    judge = {"by": room.user}
    with pytest.raises(WrongState):
        one.begin()  # it is not the player who starts
    runs.start_run(run=one.run, now=one.at(0), **judge)
    with pytest.raises(WrongState) as busy:
        runs.start_run(run=other.run, now=one.at(1), **judge)
    assert busy.value.reason == "topping-somebody-plays"
    with pytest.raises(WrongState):
        one.finds(1, 3)
    tops = turn(topping, 1).tops
    with pytest.raises(BadSetting):
        runs.find_said(run=one.run, turn=1, top=len(tops), now=one.at(4), **judge)
    for _ in range(2):
        runs.find_said(run=one.run, turn=1, top=len(tops) - 1, now=one.at(5), **judge)
    assert one.run.turn == 2
    # Heard in time, pressed after the end: it counts, as the whole time.
    runs.find_said(run=one.run, turn=2, top=0, now=one.at(5 + LIMIT_S + 1.5), **judge)
    view = RunView(one.run, one.at(70))
    assert [time.tenths for time in view.times] == [50, 10 * LIMIT_S]
    after = 5 + LIMIT_S + 1.5 + LIMIT_S + 2.1
    runs.find_said(run=one.run, turn=3, top=0, now=one.at(after), **judge)
    assert [time.found for time in RunView(one.run, one.at(after)).times] == [True, True, False]
    heard = one.run.events.filter(kind="found").first()
    assert heard is not None
    assert (heard.by, heard.data["word"]) == (room.user, tops[-1][0])


def test_a_judge_takes_back_what_he_validated_by_mistake_and_the_clock_runs_on(room: Room) -> None:
    topping = make(room, room.entries[:2], mode=ToppingMode.JUDGE)
    one, other = (Player(topping, entry) for entry in room.entries[:2])
    judge = {"by": room.user}

    def hears(number: int, seconds: float) -> None:
        runs.find_said(run=one.run, turn=number, top=0, now=one.at(seconds), **judge)

    def takes_back(number: int, seconds: float) -> None:
        runs.take_back_said(run=one.run, turn=number, now=one.at(seconds), **judge)

    def tenths(seconds: float) -> list[int]:
        view = RunView(one.run, one.at(seconds))
        (row,) = [r for r in ToppingBoard(topping, view.now).rows if r.run == one.run]
        assert [time.tenths for time in view.times] == [time.tenths for time in row.times]
        return [time.tenths for time in view.times]

    runs.start_run(run=one.run, now=one.at(0), **judge)
    hears(1, 5)
    for _twice in range(2):
        takes_back(1, 8)
    assert (one.run.turn, tenths(8)) == (1, [])
    assert one.run.expires_at == one.at(LIMIT_S)
    hears(1, 20)
    assert tenths(20) == [200]
    hears(2, 30)
    takes_back(2, 20 + LIMIT_S + 3)  # its time is over meanwhile
    assert tenths(20 + LIMIT_S + 3) == [200, 10 * (LIMIT_S + PENALTY_S)]
    assert one.run.began_at == one.at(20 + LIMIT_S + 5)
    with pytest.raises(WrongState, match="topping-went-on"):
        takes_back(2, 20 + LIMIT_S + 4)
    at = 20 + LIMIT_S + 5.0
    for number in range(3, topping.terms.turns + 1):
        at += 1
        hears(number, at)
    last = topping.terms.turns
    assert (one.run.state, one.run.ended_at) == ("done", one.at(at))
    takes_back(last, at + 2)
    assert (one.run.state, one.run.turn, one.run.ended_at) == ("playing", last, None)
    hears(last, at + 3)
    assert tenths(at + 3)[-1] == 40
    runs.start_run(run=other.run, now=one.at(at + 4), **judge)
    with pytest.raises(WrongState, match="topping-somebody-plays"):
        takes_back(last, at + 5)


def test_a_prepared_game_becomes_that_of_a_topping_and_leaves_the_rooms_games(room: Room) -> None:
    game = prepared(room)
    script = game.script
    topping = make(room, game=game, opened=False)
    assert topping.script == script
    assert not Game.objects.filter(pk=game.pk).exists()
    made = topping.events.get(kind="made")
    assert made.data["game"] == game.number
    tops = [{score for _, _, score in each} for each in topping.tops]
    assert tops == [{one["score"]} for one in topping.script["turns"]]
    lifecycle.delete_topping(topping=topping, **room.by())
    assert not Topping.objects.exists()


def test_what_no_topping_can_be_is_refused(room: Room) -> None:
    def asked(limit_s: int = 60, penalty_s: int = 20, pause_s: int = 5, **more: Any) -> None:
        options = {"entries": room.entries[:1], "fmt": "normal"} | more
        make_topping(
            tournament=room.tournament,
            rules=Rules(limit_s, penalty_s, pause_s),
            **options,
            **room.by(),
        )

    wrong: list[tuple[str, dict[str, Any]]] = [
        ("topping-limit", {"limit_s": 4}),
        ("topping-penalty", {"penalty_s": -1}),
        ("topping-pause", {"pause_s": 61}),
        ("topping-nobody", {"entries": []}),
        ("unknown-format", {"fmt": "6"}),
    ]
    with every_row() as row:
        for reason, options in wrong:
            with row(reason):
                with pytest.raises(RoomError) as refused:
                    asked(**options)
                assert refused.value.reason == reason
    with pytest.raises(WrongState):
        make(room, game=room.game())


def test_an_entry_that_has_begun_is_not_deleted(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    delete_entry(entry=room.entries[1], **room.by())
    player.begin()
    with pytest.raises(WrongState) as refused:
        delete_entry(entry=room.entries[0], **room.by())
    assert refused.value.reason == "entry-played"
