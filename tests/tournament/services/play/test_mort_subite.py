"""A *mort subite*: awaited entries, eliminations, and its effect on a ranking."""

import pytest

from tests.room import Listener, Room, ring, solve_now
from tests.tournament.mort_subite import (
    begin,
    list_survivor_names,
    open_next,
    play,
    post_points,
    reveal,
)
from tests.tournament.services.play.test_turns import play_turn
from tournament.core.errors import BadSetting
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.ranking.specification import RankingSpecification
from tournament.core.states import GameState
from tournament.models import Contender, Journal
from tournament.protocol import Audience, bus, encode, parts
from tournament.queries import clock
from tournament.queries.ending import find_ending
from tournament.queries.position import load_position
from tournament.queries.results.hand_ins import list_awaited_seats
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.results.standings import load_standings
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import withdraw_entry
from tournament.services.play import turns
from tournament.services.play.games import create_game, finish_game, prepare_game, update_game
from tournament.services.play.playing_time import set_playing_time
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.play.top_withdrawal import take_back_word


def test_three_entries_play_to_the_winner_while_others_watch(
    room: Room, listener: Listener
) -> None:
    a, b, c, *others = room.entries
    game = begin(room, [a, b, c])
    turn = open_next(room, game)
    assert [seat.entry for seat in list_awaited_seats(turn)] == [a.pk, b.pk, c.pk]
    listener.check()
    ring(turn)
    post_points(turn, {a: 20, b: 20, c: 14})
    reveal(room, turn)
    listener.check()
    public = listener.clients[0].held["state"]
    assert [(row["table"], row["fell"]) for row in public["field"]["rows"]] == [
        (1, None),
        (2, None),
        (3, 1),
    ]
    assert Journal.objects.get(kind="revealed", game=game).data["out"] == [3]
    watcher = listener.clients[3 + len(room.entries) - 1].held["state"]
    assert watcher["table"] == others[-1].table.number
    assert watcher["rank"] is None

    second = open_next(room, game)
    assert [seat.entry for seat in list_awaited_seats(second)] == [a.pk, b.pk]
    ring(second)
    post_points(second, {a: 0, b: 0})
    reveal(room, second)
    assert list_survivor_names(game) == [
        "Algérie",
        "Belgique",
    ]  # nobody has found anything: nobody is out
    play(room, game, {a: 31, b: 30})
    assert list_survivor_names(game) == ["Algérie"]
    ending = find_ending(load_position(game))
    assert ending is not None
    assert (ending.reason, ending.article) == ("last_one_in", "3.8.3")
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (GameState.FINISHED, "last_one_in")
    rows = load_standings(game).rows
    assert [(row.rank, row.name, row.elimination_turn) for row in rows] == [
        (1, "Algérie", None),
        (2, "Belgique", 3),
        (3, "Canada", 1),
    ]
    assert {(row.solos, row.bonus) for row in rows} == {(0, 0)}
    listener.check()


def test_its_times_are_those_of_the_edition_turn_by_turn(room: Room) -> None:
    a, b, *_ = room.entries
    game = begin(room, [a, b])
    assert (game.time_s, game.warn_s) == (80, 20)
    times = []
    for number in range(7):
        turn = open_next(room, game)
        assert turn.closes_at
        assert turn.opened_at
        times.append(int((turn.closes_at - turn.opened_at).total_seconds()))
        shown = parts.build_snapshot(room.tournament.pk, Audience.PUBLIC).state
        assert shown is not None
        assert shown.turn is not None
        assert shown.turn.warn_s == 20
        if number == 1:  # a cancelled turn does not count (3.6)
            turns.cancel_turn(turn=turn, reason="timing", **room.get_author_and_time())
            continue
        ring(turn)
        post_points(turn, {a: 10, b: 10})
        reveal(room, turn)
    assert times == [80, 80, 80, 80, 60, 60, 60]
    last = turns.draw_turn(game=game, **room.get_author_and_time())
    assert last is not None
    assert last.time_s == 40
    with pytest.raises(BadSetting) as refused:
        set_playing_time(turn=last, seconds=90, for_later_turns=True, **room.get_author_and_time())
    assert refused.value.reason == "mort-subite-times"
    assert (
        set_playing_time(
            turn=last, seconds=90, for_later_turns=False, **room.get_author_and_time()
        ).time_s
        == 90
    )


def test_a_penalty_and_the_sixth_warning_bite_on_their_turn(room: Room) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    for _turn in range(5):
        play(room, game, {a: 20, b: 20, c: 20}, warned=[b])
    assert len(list_survivor_names(game)) == 3  # five are free, as in every original game
    play(room, game, {a: 20, b: 20, c: 20}, warned=[b])
    assert list_survivor_names(game) == ["Algérie", "Canada"]
    row = load_standings(game).by_entry[b.pk]
    assert (row.elimination_turn, row.total, row.points, row.deduction) == (6, 115, 120, 5)


def test_the_last_survivor_wins_and_joint_losers_are_equal(room: Room) -> None:
    a, b, c, d, *_ = room.entries
    game = begin(room, [a, b, c, d])
    play(room, game, {a: 40, b: 12, c: 39, d: 0})
    places = [(row.name, row.rank) for row in load_standings(game).rows]
    assert places == [("Algérie", 1), ("Belgique", 2), ("Canada", 2), ("Danemark", 2)]


def test_a_changed_ruling_brings_an_entry_back_in(room: Room, listener: Listener) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    first = play(room, game, {a: 30, b: 30, c: 25})
    second = open_next(room, game)
    line = ScoreLine(c.pk, 30, 30, "none")
    post_scores(turn=first, lines=[line], to_decide=0, corrected=False, now=clock.now())
    assert list_survivor_names(game) == ["Algérie", "Belgique", "Canada"]
    row = Journal.objects.filter(game=game, kind="corrected").order_by("seq").last()
    assert row is not None
    assert row.data["back"] == [3]
    # the turn was opened without the player: it is played without them and costs them nothing
    assert [seat.entry for seat in list_awaited_seats(second)] == [a.pk, b.pk]
    ring(second)
    post_points(second, {a: 18, b: 11})
    reveal(room, second)
    assert list_survivor_names(game) == ["Algérie", "Canada"]
    assert [seat.entry for seat in list_awaited_seats(open_next(room, game))] == [a.pk, c.pk]


def test_an_undecided_bulletin_eliminates_no_entry(room: Room) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    turn = open_next(room, game)
    ring(turn)
    lines = [ScoreLine(entry.pk, points, points, "none") for entry, points in ((a, 22), (b, 20))]
    post_scores(
        turn=turn,
        lines=lines,
        entries_without_line=[c.pk],
        to_decide=1,
        corrected=True,
        now=clock.now(),
    )
    reveal(room, turn)
    assert list_survivor_names(game) == ["Algérie", "Canada"]
    late = ScoreLine(c.pk, 21, 21, "none")
    post_scores(turn=turn, lines=[late], to_decide=0, corrected=False, now=clock.now())
    assert list_survivor_names(game) == ["Algérie"]


def test_a_word_taken_back_readmits_its_eliminated(room: Room) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    turn = play(room, game, {a: 30, b: 30, c: 25})
    take_back_word(turn=turn, reason="choice", **room.get_author_and_time())
    assert len(list_survivor_names(game)) == 3
    reveal(room, turn)
    assert list_survivor_names(game) == ["Algérie", "Belgique"]


def test_two_players_are_needed_and_present_entries_are_default(
    room: Room,
) -> None:
    a, b, *others = room.entries
    with pytest.raises(BadSetting) as alone:
        begin(room, [a])
    assert alone.value.reason == "mort-subite-too-few-players"
    with pytest.raises(BadSetting):
        begin(room, [a, b], scope=PlayOffScope(frozenset({1})))
    for entry in others[1:]:
        withdraw_entry(entry=entry, **room.get_author_and_time())
    game = begin(room)
    assert Contender.objects.filter(game=game).count() == 3
    turn = open_next(room, game)
    ring(turn)
    post_points(turn, {a: 9, b: 9, others[0]: 9})
    reveal(room, turn)
    withdraw_entry(entry=b, **room.get_author_and_time())
    assert len(list_survivor_names(game)) == 2
    assert [row.name for row in load_standings(game).rows][-1] == b.name


def test_without_chosen_players_all_are_in_before_the_start(room: Room) -> None:
    game = create_game(tournament=room.tournament, kind="mort-subite", **room.get_author_and_time())
    prepare_game(game=game, **room.get_author_and_time())
    public = parts.build_snapshot(room.tournament.pk, Audience.PUBLIC).state
    assert public
    assert public.field
    assert [row.table for row in public.field.rows] == [
        entry.table.number for entry in room.entries
    ]
    assert public.game.entries == len(room.entries)


def test_its_times_are_not_for_anybody_to_set(room: Room) -> None:
    game = create_game(tournament=room.tournament, kind="mort-subite", **room.get_author_and_time())
    with pytest.raises(BadSetting) as refused:
        update_game(game=game, time_s=180, warn_s=30, **room.get_author_and_time())
    assert refused.value.reason == "mort-subite-times"


def load_ranking(room: Room) -> list[tuple[int, str, int | None]]:
    ranking_data = load_ranking_data(room.tournament, full_names=True)
    rows = rank_entries(
        ranking_data.ranking_input,
        RankingSpecification(ranking_data.settings),
        room.tournament.regulation,
    )
    return [(row.rank, row.entrant.name, row.playoff_place) for row in rows]


def test_a_mort_subite_orders_equal_entries_and_nothing_else(
    room: Room,
) -> None:
    a, b, c, *_ = room.entries
    first = room.game()
    turn = play_turn(room, first, score=False)
    points = dict.fromkeys(room.entries, 10) | {a: 50, b: 50, c: 50}
    post_points(turn, points)
    turns.draw_turn(game=first, **room.get_author_and_time())
    turns.cancel_turn(
        turn=first.turns.get(ordinal=2), reason="timing", **room.get_author_and_time()
    )
    finish_game(game=first, reason="judge_decision", **room.get_author_and_time())
    before = load_ranking(room)
    assert before[:3] == [(1, "Algérie", None), (1, "Belgique", None), (1, "Canada", None)]

    game = begin(room, [a, b, c], scope=PlayOffScope(frozenset({1})))
    play(room, game, {a: 20, b: 31, c: 31})
    assert load_ranking(room) == before  # it goes on
    play(room, game, {b: 20, c: 31})
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    assert load_ranking(room)[:4] == [
        (1, "Canada", 1),
        (2, "Belgique", 2),
        (3, "Algérie", 3),
        (4, "Danemark", None),
    ]
    ranking_data = load_ranking_data(room.tournament)
    assert [ranked.number for ranked in ranking_data.games] == [1]
    assert [row.rank for row in load_standings(first).rows[:3]] == [1, 2, 3]

    # a decision that comes later: what is left of the tie is settled all the same
    line = ScoreLine(a.pk, 51, 51, "none")
    post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=clock.now())
    assert load_ranking(room)[:3] == [(1, "Algérie", None), (2, "Canada", 1), (3, "Belgique", 2)]


def test_eliminations_are_secret_before_the_reveal(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    frames: list[bytes] = []

    def hear(envelope: bus.Envelope) -> None:
        if isinstance(envelope, bus.Frames):
            frames.extend(
                envelope.frames[str(audience)]
                for audience in (Audience.PUBLIC, Audience.ENTRY)
                if audience in envelope.frames
            )
            frames.extend(envelope.personal.values())

    monkeypatch.setattr(bus, "publish", hear)
    drawn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert drawn is not None
    solve_now(drawn)
    assert frames == []
    turns.announce_turn(turn=drawn, **room.get_author_and_time())
    turns.open_turn(turn=drawn, **room.get_author_and_time())
    ring(drawn)
    post_points(drawn, {a: 20, b: 20, c: 14})
    move = load_choice(drawn).proposed_top
    assert move is not None
    text = b"".join(frames).decode()
    assert '"fell":null' in text
    assert '"fell":1' not in text
    assert f'"{move.word}"' not in text
    for entry in (None, a.pk, c.pk, room.entries[-1].pk):
        audience = Audience.PUBLIC if entry is None else Audience.ENTRY
        whole = encode(parts.build_snapshot(room.tournament.pk, audience, entry)).decode()
        assert '"fell":1' not in whole
        assert f'"{move.word}"' not in whole
    frames.clear()
    reveal(room, drawn)
    assert '"fell":1' in b"".join(frames).decode()
