"""The life cycle of a turn, as clients of every audience receive it."""

import itertools
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from engine.board.letters import FRENCH
from engine.rules.bag import Bag
from tests.explanations import make_explanation
from tests.room import Listener, Room, ring, solve_now
from tests.rows import every_row
from tournament.core.errors import BadChoice, LostRace, RoomError, WrongState
from tournament.core.states import TURN_TRANSITIONS, Source, TurnCommand, TurnState
from tournament.models import Game, Journal, Turn
from tournament.protocol import Audience
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play import closing, turns
from tournament.services.play.games import finish_game
from tournament.services.play.interruptions import interrupt_game, resume_game
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.play.transitions import move_turn


def play_turn(room: Room, game: Game, *, score: bool = True) -> Turn:
    """Play a whole turn; each table gets the points of the top minus its index."""
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    move = load_choice(turn).proposed_top
    assert move is not None
    if score:
        lines = [
            ScoreLine(entry.pk, max(0, move.score - index), max(0, move.score - index), "none")
            for index, entry in enumerate(room.entries)
        ]
        post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())
    turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time())
    return turn


def test_every_audience_follows_a_turn_from_draw_to_reveal(room: Room, listener: Listener) -> None:
    game = room.game()
    turn = play_turn(room, game)
    listener.check()
    public, *_ = listener.clients
    state = public.held["state"]
    assert state["turn"]["top"]["word"] == turn.word
    assert state["history"]["1"]["score"] == turn.score
    assert [row["total"] for row in state["ranking"]["rows"]] == [
        turn.score - index for index in range(len(room.entries))
    ]
    assert {"drawn", "solved", "announced", "opened", "closed", "corrected", "revealed"} <= set(
        listener.kinds
    )


def test_letters_stay_secret_until_they_are_announced(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    by_audience = {client.audience: client.held["state"] for client in listener.clients}
    assert by_audience[Audience.PUBLIC]["turn"] is None
    assert by_audience[Audience.ENTRY]["turn"] is None
    assert by_audience[Audience.JUDGE]["turn"]["drawn"] == turn.drawn


def test_players_receive_no_solution_before_the_reveal(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    explanation = make_explanation(turn, "secret")
    lines = [ScoreLine(entry.pk, 40, 40, "none", explanation=explanation) for entry in room.entries]
    post_scores(turn=turn, lines=lines, to_decide=1, corrected=True, now=clock.now())
    for client in listener.clients:
        state = client.held["state"]
        if client.audience in {Audience.PUBLIC, Audience.ENTRY}:
            assert "tops" not in state
            assert "to_decide" not in state["turn"]
            assert state["turn"]["top"] is None
            assert all(row["total"] == 0 for row in state["ranking"]["rows"])
            assert not state.get("results")
        elif client.audience is Audience.JUDGE:
            assert state["tops"]


def test_the_judge_receives_excluded_tops_with_their_rule(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    [judge] = [
        client.held["state"] for client in listener.clients if client.audience is Audience.JUDGE
    ]
    choice = load_choice(turn)
    for flag, moves in (("allowed", choice.allowed_tops), ("proposed", [choice.proposed_top])):
        flagged = [(top["word"], top["ref"]) for top in judge["tops"] if top[flag]]
        assert flagged == [(move.word, move.ref) for move in moves if move]
    assert len(judge["tops"]) > len(choice.allowed_tops) > 1


def test_a_changed_score_reaches_all_audiences_after_the_reveal(
    room: Room, listener: Listener
) -> None:
    turn = play_turn(room, room.game())
    Game.objects.update(standings_sent_at="2000-01-01T00:00Z")
    explanation = make_explanation(turn, "après recours")
    line = ScoreLine(room.entries[5].pk, 500, 500, "none", explanation=explanation)
    post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=clock.now())
    last = next(c for c in listener.clients if c.entry_id == room.entries[5].pk)
    assert last.held["state"]["rank"] == 1
    assert last.held["state"]["results"]["1"]["text"] == "après recours"


def test_changes_within_a_second_go_out_together(room: Room, listener: Listener) -> None:
    game = room.game()
    first = play_turn(room, game)
    second = play_turn(room, game)
    before = listener.kinds.count("scored")
    for turn, points in ((first, 111), (second, 222)):
        line = ScoreLine(room.entries[0].pk, points, points, "none")
        post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=clock.now())
    Game.objects.update(standings_sent_at="2000-01-01T00:00Z")
    from tournament.services.play.scoreboard import send_due_standings

    send_due_standings(clock.now())
    own_client = next(c for c in listener.clients if c.entry_id == room.entries[0].pk)
    results = own_client.held["state"]["results"]
    assert (results["1"]["points"], results["2"]["points"]) == (111, 222)
    assert listener.kinds.count("scored") - before <= 2 * len(listener.clients)


def test_a_cancelled_turn_gives_back_letters_and_points(room: Room, listener: Listener) -> None:
    game = room.game()
    turn = play_turn(room, game)
    turns.cancel_turn(turn=turn, reason="chronométrage", **room.get_author_and_time())
    listener.check()
    assert all(row == "." * 15 for row in listener.clients[0].held["state"]["board"])
    again = turns.draw_turn(game=game, **room.get_author_and_time())
    assert again is not None
    assert (again.number, again.ordinal, again.kept) == (1, 2, "")
    assert sorted(again.rack) != sorted(turn.rack)


def test_the_reliquat_goes_on_to_the_next_turn(room: Room, listener: Listener) -> None:
    game = room.game()
    first = play_turn(room, game)
    second = turns.draw_turn(game=game, **room.get_author_and_time())
    assert second is not None
    assert len(second.rack) == 7
    assert second.rejected or Bag(first.rack).subtract(second.kept)


def test_the_service_moves_a_turn_as_the_table_says(room: Room) -> None:
    turn = Turn.objects.create(
        game=room.game(),
        ordinal=1,
        number=1,
        drawn="AEINRST",
        word="RATINES",
        ref="H4",
        opened_at=clock.now(),
        closes_at=clock.now(),
        collects_at=clock.now(),
    )
    with every_row() as row:
        for state, command in itertools.product(TurnState, TurnCommand):
            with row(f"{command} in {state}"):
                Turn.objects.filter(pk=turn.pk).update(state=state)
                check_move(room, Turn.objects.get(pk=turn.pk), command)


def check_move(room: Room, turn: Turn, command: TurnCommand) -> None:
    """Check that a command moves the turn and is journaled once, or is refused."""
    from tournament.core.events import EventKind

    state, target = turn.state, TURN_TRANSITIONS.get((TurnState(turn.state), command))
    before = Journal.objects.count()
    if target is None:
        with pytest.raises(WrongState):
            move_turn(turn, command, EventKind.TURN_CLOSED, **room.get_author_and_time())
    else:
        move_turn(turn, command, EventKind.TURN_CLOSED, **room.get_author_and_time())
        assert turn.state == target
    assert Turn.objects.get(pk=turn.pk).state == (target or state)
    assert Journal.objects.count() == before + (target is not None)


def test_the_second_of_two_judges_is_refused(room: Room) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    stale = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    rows = Journal.objects.count()
    with pytest.raises(LostRace):
        turns.announce_turn(turn=stale, **room.get_author_and_time())
    assert Journal.objects.count() == rows


def test_a_turn_is_closed_once_and_not_before_its_time(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    assert not closing.close_turn(turn_id=turn.pk, now=clock.now())
    ring(turn)
    assert not closing.close_turn(turn_id=turn.pk, now=clock.now())
    assert Journal.objects.filter(kind="closed").count() == 1


def test_stopping_the_clock_rings_now_and_leaves_the_grace(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    turns.stop_clock(turn=turn, **room.get_author_and_time())
    assert turn.closes_at is not None
    assert turn.closes_at <= clock.now()
    with pytest.raises(LostRace):
        turns.stop_clock(turn=turn, **room.get_author_and_time())


def test_there_is_one_turn_at_a_time(room: Room) -> None:
    game = room.game()
    turns.draw_turn(game=game, **room.get_author_and_time())
    with pytest.raises(WrongState):
        turns.draw_turn(game=game, **room.get_author_and_time())
    with pytest.raises(IntegrityError), transaction.atomic():
        Turn.objects.create(game=game, ordinal=2, number=2, drawn="AEINRST")


def test_only_tops_that_the_rules_allow_can_be_revealed(room: Room, listener: Listener) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    choice = load_choice(turn)
    vertical = next(move for move in choice.tops if str(move.place)[0].isdigit())
    with pytest.raises(BadChoice) as caught:
        turns.reveal_turn(
            turn=turn, word=vertical.word, ref=str(vertical.place), **room.get_author_and_time()
        )
    assert caught.value.reason == "premier_coup_horizontal"
    with pytest.raises(BadChoice):
        turns.reveal_turn(turn=turn, word="XYZ", ref="H4", **room.get_author_and_time())


def test_commands_wait_while_the_game_is_interrupted(room: Room, listener: Listener) -> None:
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    interrupt_game(game=game, **room.get_author_and_time())
    turn.refresh_from_db()
    for command in (turns.announce_turn, turns.open_turn):
        with pytest.raises(WrongState):
            command(turn=Turn.objects.get(pk=turn.pk), **room.get_author_and_time())
    resume_game(game=game, **room.get_author_and_time())
    turns.announce_turn(turn=Turn.objects.get(pk=turn.pk), **room.get_author_and_time())


def test_the_seed_stays_secret_until_the_end(room: Room, listener: Listener) -> None:
    game = room.game()
    play_turn(room, game)
    for client in listener.clients:
        assert client.held["state"]["game"]["seed"] is None
        assert game.seed not in str(client.held)
    finish_game(game=game, reason="judge", **room.get_author_and_time())
    assert listener.clients[0].held["state"]["game"]["seed"] == game.seed


def test_bulletins_out_there_keep_the_game_from_ending(room: Room) -> None:
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    with pytest.raises(WrongState):
        finish_game(game=game, reason="judge", **room.get_author_and_time())


def test_all_letters_of_the_set_are_in_the_room(room: Room) -> None:
    game = room.game()
    play_turn(room, game, score=False)
    from engine.rules.remainder import list_board_tiles
    from tournament.queries.position import load_position

    on_grid = list_board_tiles(load_position(game).board)
    remainder: Any = load_position(game).remainder
    assert Bag(on_grid + remainder.letters) == Bag.full(FRENCH)


def test_a_refusal_is_always_explained_in_french(room: Room) -> None:
    from tournament.presentation.messages import FALLBACK, explain

    game = room.game(source=Source.HAND)
    caught: list[RoomError] = []
    for letters in ("KKAEIRT", "AEI", "1234567", "BCDFGLM"):
        try:
            turns.draw_turn(game=game, letters=letters, **room.get_author_and_time())
        except RoomError as refusal:
            caught.append(refusal)
    assert len(caught) == 4
    for error in caught:
        assert not explain(error).startswith(FALLBACK[:15])
