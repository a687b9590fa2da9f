"""Playing on a tablet, on paper or not at all: bulletins expected, and provisional results."""

import pytest

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import collect, enter_paper, play_first_turn
from tests.room import Listener, Room, ring
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import HandInStatus, PlayMedium
from tournament.models import Journal, Score, Turn, TurnParticipation
from tournament.protocol import Audience, bus
from tournament.queries import clock
from tournament.queries.results.hand_ins import (
    count_bulletins,
    count_seats,
    list_awaited_seats,
)
from tournament.queries.results.open_turns import list_open_turns
from tournament.queries.results.standings import load_standings
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import register_entry, restore_entry, withdraw_entry
from tournament.services.play.games import finish_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.scoreboard import SENDING_INTERVAL, send_due_standings
from tournament.services.play.turns import reveal_turn
from tournament.services.tournaments import update_tournament

RATINES = Bulletin(Sheet(("RATINES",)), "H2", "66")
NOTHING_CAME = Bulletin(Sheet(), "", "", SheetState.MISSING)


def put(room: Room, plays_on: str, *tables: int) -> int:
    entries = [room.entries[table - 1].pk for table in tables]
    changed = change_plays_on(
        tournament=room.tournament, entries=entries, plays_on=plays_on, **room.get_author_and_time()
    )
    return changed.total()


def get_statuses(turn: Turn) -> dict[int, HandInStatus]:
    return {seat.number: seat.status for seat in list_awaited_seats(turn)}


@pytest.fixture
def turn(room: Room) -> Turn:
    """The first turn, corrected: table 1 plays on paper and held a tablet, 2 to 4 on tablets, 5 is
    not there though something came, 6 plays on paper and has sent nothing."""
    drawn = play_first_turn(room)
    put(room, PlayMedium.PAPER, 1, 6)
    put(room, PlayMedium.ABSENT, 5)
    return collect(drawn)


def test_a_bulletin_not_typed_yet_is_no_zero(room: Room, turn: Turn) -> None:
    sixth = room.entries[5]
    assert get_statuses(turn)[6] is HandInStatus.AWAITED
    assert sixth.pk not in get_current_rulings(turn)
    assert not Score.objects.filter(entry=sixth).exists()
    assert count_bulletins(turn).to_type == 1
    # A correction that comes again does not make one of it.
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert not Score.objects.filter(entry=sixth).exists()


def test_a_bulletin_typed_as_missing_is_a_zero(room: Room, turn: Turn) -> None:
    enter_paper(turn=turn, number=6, bulletin=NOTHING_CAME, **room.get_author_and_time())
    correct_turn(turn_id=turn.pk, now=clock.now())
    line = Score.objects.get(entry=room.entries[5])
    assert (line.points, line.sanction, line.article) == (0, "zero", "5.7")
    assert get_statuses(turn)[6] is HandInStatus.MISSING


def test_the_numbers_part_the_room(room: Room, turn: Turn) -> None:
    withdraw_entry(entry=room.entries[3], **room.get_author_and_time())
    counts = count_bulletins(turn)
    assert counts.expected == 5
    assert counts.expected == counts.collected + counts.late + counts.missing + counts.to_type
    assert (counts.collected, counts.typed, counts.to_type) == (4, 0, 1)
    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.get_author_and_time())
    counts = count_bulletins(turn)
    assert (counts.collected, counts.typed) == (5, 1)
    seats = list_awaited_seats(turn)
    assert counts == count_seats(seats, corrected=turn.decided, to_decide=turn.to_decide)


def test_an_absent_entry_is_neither_awaited_nor_judged(room: Room) -> None:
    """Turns that an entry does not play are worth nothing (6.2)."""
    put(room, PlayMedium.ABSENT, 6)
    turn = collect(play_first_turn(room))
    assert 6 not in get_statuses(turn)
    assert room.entries[5].pk not in get_current_rulings(turn)
    assert count_bulletins(turn).missing == 0


def test_a_newcomer_is_absent_in_earlier_turns(room: Room, turn: Turn) -> None:
    late = register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Grèce")],
        **room.get_author_and_time(),
    )
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert late.pk not in get_current_rulings(turn)
    assert late.table.number not in get_statuses(turn)
    withdraw_entry(entry=late, **room.get_author_and_time())
    restore_entry(entry=late, **room.get_author_and_time())
    assert late.table.number not in get_statuses(turn)


def test_bulletins_expected_at_the_end_of_a_turn_stay_expected(room: Room, turn: Turn) -> None:
    assert put(room, PlayMedium.TABLET, 1, 6) == 2
    assert put(room, PlayMedium.TABLET, 6) == 0, "nothing to change"
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert get_statuses(turn)[6] is HandInStatus.AWAITED
    # And a tablet that sent nothing stays missing until somebody types its paper.
    put(room, PlayMedium.PAPER, 2)
    assert get_statuses(turn)[2] is HandInStatus.IN_TIME
    rows = Journal.objects.filter(kind="plays-on").values_list("data", flat=True)
    assert list(rows)[2:] == [
        {"plays_on": "tablet", "tables": [1, 6]},
        {"plays_on": "paper", "tables": [2]},
    ]


def test_a_tablet_that_dies_is_followed_by_paper(room: Room) -> None:
    """Before the end of the turn it is awaited, then missing until it is typed in."""
    drawn = play_first_turn(room)
    assert get_statuses(drawn)[6] is HandInStatus.MISSING
    put(room, PlayMedium.PAPER, 6)
    assert get_statuses(drawn)[6] is HandInStatus.AWAITED
    put(room, PlayMedium.TABLET, 6)
    turn = collect(drawn)
    assert get_statuses(turn)[6] is HandInStatus.MISSING
    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.get_author_and_time())
    assert get_statuses(turn)[6] is HandInStatus.IN_TIME


def test_a_new_entry_plays_on_the_tournaments_medium(room: Room) -> None:
    update_tournament(
        tournament=room.tournament, changes={"plays_on": "paper"}, **room.get_author_and_time()
    )
    new = register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Grèce")],
        **room.get_author_and_time(),
    )
    assert new.plays_on == PlayMedium.PAPER
    for wrong in ("nothing", "ardoise"):
        with pytest.raises(BadSetting):
            update_tournament(
                tournament=room.tournament,
                changes={"plays_on": wrong},
                **room.get_author_and_time(),
            )
    with pytest.raises(BadSetting):
        put(room, "ardoise", 1)


def decide_all(turn: Turn, room: Room) -> None:
    for ruling in get_current_rulings(turn).values():
        if ruling.status in {"undecided", "proposed"}:
            rulings.confirm_ruling(
                turn=turn, entry=ruling.entry, version=ruling.version, **room.get_author_and_time()
            )


def test_a_game_with_open_bulletins_ends_only_on_confirmation(room: Room, turn: Turn) -> None:
    top = load_choice(turn).proposed_top
    assert top is not None
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())
    game, end = turn.game, {"reason": "judge_decision"} | room.get_author_and_time()
    decide_all(turn, room)
    with pytest.raises(WrongState) as refused:  # one slip is not typed in
        finish_game(game=game, **end)
    assert refused.value.reason == "open-bulletins"
    finish_game(game=game, open_bulletins_stay=True, **end)
    assert Journal.objects.filter(kind="game").latest("seq").data["open_slips"]
    assert load_standings(game).is_provisional

    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.get_author_and_time())
    assert list_open_turns(game), "it is not corrected"
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert not load_standings(game).is_provisional


def test_an_undecided_bulletin_keeps_the_ranking_provisional_too(
    room: Room, first_results: Turn
) -> None:
    assert list_open_turns(first_results.game)
    decide_all(first_results, room)
    assert not list_open_turns(first_results.game)
    assert load_standings(first_results.game).is_provisional, "the game goes on"


def test_counts_reach_staff_only(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = play_first_turn(room)
    put(room, PlayMedium.PAPER, 6)
    listener = Listener(room.tournament)
    monkeypatch.setattr(bus, "publish", listener.hear)
    listener.join(room.entries)
    ring(drawn)
    listener.check()
    correct_turn(turn_id=drawn.pk, now=clock.now())
    listener.check()
    enter_paper(turn=drawn, number=6, bulletin=RATINES, **room.get_author_and_time())
    put(room, PlayMedium.TABLET, 6)
    send_due_standings(clock.now() + 2 * SENDING_INTERVAL)
    listener.check()
    turns = {client.audience: client.held["state"]["turn"] for client in listener.clients}
    assert turns[Audience.ARBITERS]["bulletins"]["typed"] == 1
    for audience in (Audience.PUBLIC, Audience.ENTRY):
        assert "bulletins" not in turns[audience]
    assert "counted" in listener.kinds


def test_participation_is_written_once_per_turn(room: Room) -> None:
    put(room, PlayMedium.PAPER, 5, 6)
    turn = play_first_turn(room)
    ring(turn)
    assert TurnParticipation.objects.filter(turn=turn).count() == 2
