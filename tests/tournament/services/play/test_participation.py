"""Who plays on a tablet, on paper or not at all: what is awaited, and what is provisional."""

import pytest

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.queries.rulings import current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import collect, enter_paper, play_first_turn
from tests.room import Listener, Room, ring
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Handed, PlaysOn
from tournament.models import Journal, Score, TookPart, Turn
from tournament.protocol import bus
from tournament.queries import clock
from tournament.queries.results.hand_ins import counts_of, seats_of
from tournament.queries.results.standings import has_open_bulletins, standings_of
from tournament.queries.results.tops import choice_of
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
    return change_plays_on(
        tournament=room.tournament, entries=entries, plays_on=plays_on, **room.by()
    )


def hows(turn: Turn) -> dict[int, Handed]:
    return {seat.number: seat.how for seat in seats_of(turn)}


@pytest.fixture
def turn(room: Room) -> Turn:
    """The first turn, corrected: table 1 plays on paper and held a tablet, 2 to 4 on tablets, 5 is
    not there though something came, 6 plays on paper and has sent nothing."""
    drawn = play_first_turn(room)
    put(room, PlaysOn.PAPER, 1, 6)
    put(room, PlaysOn.NOTHING, 5)
    return collect(drawn)


def test_what_is_not_typed_yet_is_no_zero_and_nowhere_a_result(room: Room, turn: Turn) -> None:
    sixth = room.entries[5]
    assert hows(turn)[6] is Handed.AWAITED
    assert sixth.pk not in current_rulings(turn)
    assert not Score.objects.filter(entry=sixth).exists()
    assert counts_of(turn).to_type == 1
    # A correction that comes again does not make one of it.
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert not Score.objects.filter(entry=sixth).exists()


def test_that_nothing_came_is_a_decision(room: Room, turn: Turn) -> None:
    enter_paper(turn=turn, number=6, bulletin=NOTHING_CAME, **room.by())
    correct_turn(turn_id=turn.pk, now=clock.now())
    line = Score.objects.get(entry=room.entries[5])
    assert (line.points, line.sanction, line.article) == (0, "zero", "5.7")
    assert hows(turn)[6] is Handed.NOT


def test_the_numbers_part_the_room(room: Room, turn: Turn) -> None:
    withdraw_entry(entry=room.entries[3], **room.by())
    counts = counts_of(turn)
    assert counts.expected == 5
    assert counts.expected == counts.collected + counts.late + counts.missing + counts.to_type
    assert (counts.collected, counts.typed, counts.to_type) == (4, 0, 1)
    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.by())
    assert (counts_of(turn).collected, counts_of(turn).typed) == (5, 1)


def test_who_is_not_there_is_awaited_and_judged_by_nobody(room: Room) -> None:
    """6.2: the turns that he does not play are nil."""
    put(room, PlaysOn.NOTHING, 6)
    turn = collect(play_first_turn(room))
    assert 6 not in hows(turn)
    assert room.entries[5].pk not in current_rulings(turn)
    assert counts_of(turn).missing == 0


def test_who_registers_later_is_not_missing_from_the_turns_before(room: Room, turn: Turn) -> None:
    late = register_entry(
        tournament=room.tournament, players=[PlayerData(last_name="Grèce")], **room.by()
    )
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert late.pk not in current_rulings(turn)
    assert late.table.number not in hows(turn)
    withdraw_entry(entry=late, **room.by())
    restore_entry(entry=late, **room.by())
    assert late.table.number not in hows(turn)


def test_what_was_awaited_at_the_bell_stays_so_whatever_is_played_on_since(
    room: Room, turn: Turn
) -> None:
    assert put(room, PlaysOn.TABLET, 1, 6) == 2
    assert put(room, PlaysOn.TABLET, 6) == 0, "nothing to change"
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert hows(turn)[6] is Handed.AWAITED
    # And a tablet that sent nothing stays missing until somebody types its paper.
    put(room, PlaysOn.PAPER, 2)
    assert hows(turn)[2] is Handed.IN_TIME
    rows = Journal.objects.filter(kind="plays-on").values_list("data", flat=True)
    assert list(rows)[2:] == [
        {"plays_on": "tablet", "tables": [1, 6]},
        {"plays_on": "paper", "tables": [2]},
    ]


def test_a_tablet_that_dies_is_followed_by_paper(room: Room) -> None:
    """Before the bell it is awaited; after the bell it is missing until it is typed in."""
    drawn = play_first_turn(room)
    assert hows(drawn)[6] is Handed.NOT
    put(room, PlaysOn.PAPER, 6)
    assert hows(drawn)[6] is Handed.AWAITED
    put(room, PlaysOn.TABLET, 6)
    turn = collect(drawn)
    assert hows(turn)[6] is Handed.NOT
    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.by())
    assert hows(turn)[6] is Handed.IN_TIME


def test_who_registers_plays_on_what_the_tournament_says(room: Room) -> None:
    update_tournament(tournament=room.tournament, changes={"plays_on": "paper"}, **room.by())
    new = register_entry(
        tournament=room.tournament, players=[PlayerData(last_name="Grèce")], **room.by()
    )
    assert new.plays_on == PlaysOn.PAPER
    for wrong in ("nothing", "ardoise"):
        with pytest.raises(BadSetting):
            update_tournament(tournament=room.tournament, changes={"plays_on": wrong}, **room.by())
    with pytest.raises(BadSetting):
        put(room, "ardoise", 1)


def decide_all(turn: Turn, room: Room) -> None:
    for ruling in current_rulings(turn).values():
        if ruling.status in {"undecided", "proposed"}:
            rulings.confirm(turn=turn, entry=ruling.entry, version=ruling.version, **room.by())


def test_a_game_with_open_slips_ends_only_with_the_word_for_it_and_stays_marked(
    room: Room, turn: Turn
) -> None:
    top = choice_of(turn).proposed
    assert top is not None
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.by())
    game, end = turn.game, {"reason": "judge_decision"} | room.by()
    decide_all(turn, room)
    with pytest.raises(WrongState) as refused:  # one slip is not typed in
        finish_game(game=game, **end)
    assert refused.value.reason == "open-bulletins"
    finish_game(game=game, open_bulletins_stay=True, **end)
    assert Journal.objects.filter(kind="game").latest("seq").data["open_slips"]
    assert standings_of(game).provisional

    enter_paper(turn=turn, number=6, bulletin=RATINES, **room.by())
    assert has_open_bulletins(game), "it is not corrected"
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert not standings_of(game).provisional


def test_an_undecided_bulletin_keeps_the_ranking_provisional_too(
    room: Room, first_results: Turn
) -> None:
    assert has_open_bulletins(first_results.game)
    decide_all(first_results, room)
    assert not has_open_bulletins(first_results.game)
    assert standings_of(first_results.game).provisional, "the game goes on"


def test_everybody_hears_the_numbers(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = play_first_turn(room)
    put(room, PlaysOn.PAPER, 6)
    heard = Listener(room.tournament)
    monkeypatch.setattr(bus, "publish", heard.hear)
    heard.join(room.entries)
    ring(drawn)
    heard.check()
    correct_turn(turn_id=drawn.pk, now=clock.now())
    heard.check()
    enter_paper(turn=drawn, number=6, bulletin=RATINES, **room.by())
    put(room, PlaysOn.TABLET, 6)
    send_due_standings(clock.now() + 2 * SENDING_INTERVAL)
    heard.check()
    public = next(client for client in heard.clients if client.audience == "public")
    assert public.held["state"]["turn"]["bulletins"]["typed"] == 1
    assert "counted" in heard.kinds


def test_who_took_part_how_is_written_once_however_often_the_bell_rings(room: Room) -> None:
    put(room, PlaysOn.PAPER, 5, 6)
    turn = play_first_turn(room)
    ring(turn)
    assert TookPart.objects.filter(turn=turn).count() == 2
