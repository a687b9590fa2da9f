"""A word wrongly chosen or placed is taken back while the next turn is not opened (3.4, 3.6)."""

import pytest

from engine.board.letters import FRENCH, sort_letters
from engine.rules.bag import Bag
from engine.rules.ending import EndReason
from engine.rules.remainder import Remainder, tiles_on
from tests.room import Listener, Room, ring, script_of, solve_now
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.services.prepared.prepared_game import prepared, start
from tournament.core.errors import LettersRefused, LostRace, WrongState
from tournament.core.states import Source, TurnState
from tournament.models import Game, Journal, Turn
from tournament.protocol import Audience
from tournament.queries.ending import ending_of
from tournament.queries.position import GamePosition, position_of
from tournament.queries.results.proof import prove
from tournament.queries.results.standings import standings_of
from tournament.queries.results.tops import choice_of, scripted_turn
from tournament.services.play import games, interruptions, turns
from tournament.services.play.top_withdrawal import WORD_TAKEN_BACK, take_back_word


def take_back(room: Room, turn: Turn, reason: str = "placement") -> Turn:
    found = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    return take_back_word(turn=found, reason=reason, **room.by())


def reveal_another(room: Room, turn: Turn, word: str) -> Turn:
    """Retain a top that is not ``word``, if the rules leave one."""
    turn.refresh_from_db()
    allowed = choice_of(turn).allowed
    move = next((move for move in allowed if move.word != word), allowed[-1])
    return turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.by())


def drawn(room: Room, game: Game) -> Turn:
    turn = turns.draw_turn(game=game, **room.by())
    assert turn is not None
    solve_now(turn)
    return turn


def test_the_word_leaves_the_grid_and_the_results_are_nobodys(
    room: Room, listener: Listener
) -> None:
    game = room.game()
    first = play_turn(room, game)
    word = first.word
    take_back(room, first)
    listener.check()
    for client in listener.clients:
        state = client.held["state"]
        assert state["board"] == ["." * 15] * 15
        assert (state["turn"]["state"], state["turn"]["top"]) == ("closed", None)
        assert state["history"] == {}
        assert all(row["total"] == 0 for row in state["ranking"]["rows"])
        if client.audience is Audience.ENTRY:
            assert (state["results"], state["total"]) == ({}, 0)
    reveal_another(room, first, word)
    listener.check()
    first.refresh_from_db()
    assert first.word != word
    assert standings_of(game).rows[0].total == first.score
    second = drawn(room, game)
    assert (second.number, second.ordinal) == (2, 2)
    assert second.rejected or Bag(first.rack).minus(second.kept).letters != first.rack


def test_the_next_turn_not_opened_goes_with_all_its_letters(room: Room, listener: Listener) -> None:
    with every_row() as row:
        for announced in (False, True):
            with row("announced" if announced else "drawn"):
                game = room.game()
                first = play_turn(room, game)
                word = first.word
                following = drawn(room, game)
                if announced:
                    turns.announce_turn(turn=following, **room.by())
                take_back(room, first)
                listener.check()
                following.refresh_from_db()
                assert (following.state, following.set_aside) == (TurnState.CANCELLED, True)
                assert all(
                    client.held["state"]["turn"]["ordinal"] == first.ordinal
                    for client in listener.clients
                )
                reveal_another(room, first, word)
                listener.check()
                again = drawn(room, game)
                listener.check()
                assert (again.number, again.ordinal, again.kept) == (2, 3, "")
                assert sort_letters(again.rack) != sort_letters(following.rack)
                held = position_of(game)
                assert Bag(tiles_on(held.board) + held.whole_bag.letters) == Bag.full(FRENCH)
                turns.cancel_turn(turn=again, reason="timing", **room.by())
                games.finish_game(game=game, reason="judge_decision", **room.by())
                listener.check()
                # The draw that was set aside was made of what was in the bag then.
                assert prove(Game.objects.get(pk=game.pk)).holds


def test_a_turn_that_the_judge_cancelled_himself_is_not_in_the_way(
    room: Room, listener: Listener
) -> None:
    game = room.game()
    first = play_turn(room, game)
    turns.cancel_turn(turn=drawn(room, game), reason="placement", **room.by())
    take_back(room, first)
    listener.check()
    reveal_another(room, first, first.word)
    second = drawn(room, game)
    listener.check()
    assert second.number == 2


def test_a_turn_taken_back_may_be_cancelled_and_is_not_drawn_the_same_again(
    room: Room, listener: Listener
) -> None:
    game = room.game(source=Source.HAND)
    first = turns.draw_turn(game=game, letters="AEINRST", **room.by())
    assert first is not None
    solve_now(first)
    turns.announce_turn(turn=first, **room.by())
    turns.open_turn(turn=first, **room.by())
    ring(first)
    reveal_another(room, first, "")
    kept = position_of(game).remainder.kept
    missing = "BCDFGAE"[: 7 - len(kept)]
    second = turns.draw_turn(game=game, letters=missing, **room.by())
    assert second is not None
    take_back(room, first)
    turns.cancel_turn(turn=Turn.objects.get(pk=first.pk), reason="placement", **room.by())
    listener.check()
    with pytest.raises(LettersRefused) as refused:
        turns.draw_turn(game=game, letters="TSRNIEA", **room.by())
    assert refused.value.reason == "same-as-cancelled"
    again = turns.draw_turn(game=game, letters="BCDFGAE", **room.by())
    assert again is not None
    assert (again.number, again.ordinal) == (1, 3)


def test_nothing_is_taken_back_once_the_next_turn_is_opened(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    second = drawn(room, game)
    turns.announce_turn(turn=second, **room.by())
    turns.open_turn(turn=second, **room.by())
    first.refresh_from_db()
    for _ in ("open", "closed"):
        with pytest.raises(WrongState) as refused:
            take_back(room, first)
        assert refused.value.reason == "next-turn-open"
        if Turn.objects.get(pk=second.pk).state == TurnState.OPEN:
            ring(second)
    assert not Journal.objects.filter(kind__in=["taken_back", "cancelled"]).exists()


def test_who_saw_an_older_state_takes_nothing_back(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    stale = Turn.objects.select_related("game__tournament").get(pk=first.pk)
    following = drawn(room, game)
    with pytest.raises(LostRace):
        take_back_word(turn=stale, reason="choice", **room.by())
    following.refresh_from_db()
    assert following.state == TurnState.DRAWN
    interruptions.interrupt_game(game=Game.objects.get(pk=game.pk), **room.by())
    with pytest.raises(WrongState):
        take_back(room, first)


def test_the_journal_says_what_was_wrong_with_the_article_of_the_edition(room: Room) -> None:
    room.tournament.edition = "2017"
    room.tournament.save()
    game = room.game()
    first = play_turn(room, game)
    word = first.word
    drawn(room, game)
    take_back(room, first, "choice")
    cancelled, taken = Journal.objects.order_by("-seq")[:2][::-1]
    assert cancelled.data["reason"] == WORD_TAKEN_BACK
    assert (taken.kind, taken.data["word"], taken.by) == ("taken_back", word, room.user)
    assert (taken.data["reason"], taken.data["article"]) == ("choice", "3.4")


def test_in_a_joker_game_grid_and_bag_follow(room: Room, listener: Listener) -> None:
    game = room.game(fmt="joker")
    first = play_turn(room, game)
    drawn(room, game)
    take_back(room, first)
    reveal_another(room, first, first.word)
    second = drawn(room, game)
    listener.check()
    assert second.rack.startswith("?")
    assert sort_letters(second.rack) != sort_letters(first.rack)
    turns.cancel_turn(turn=second, reason="timing", **room.by())
    games.finish_game(game=game, reason="judge_decision", **room.by())
    assert prove(Game.objects.get(pk=game.pk)).holds


def test_a_game_written_ahead_goes_on_by_chance_when_a_drawn_turn_was_set_aside(
    room: Room, listener: Listener
) -> None:
    game = start(room, prepared(room))
    first = play_turn(room, game)
    take_back(room, first)
    reveal_another(room, first, first.word)  # of a written game there is one word only
    first.refresh_from_db()
    assert first.word == script_of(game)["turns"][0]["word"]
    second = drawn(room, game)
    assert scripted_turn(second) is not None
    take_back(room, first)
    reveal_another(room, first, first.word)
    again = drawn(room, game)
    listener.check()
    assert scripted_turn(again) is None


def test_the_game_ends_when_the_bag_allows_no_other_letters_than_those_set_aside(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room.game(source=Source.HAND)
    first = turns.draw_turn(game=game, letters="AEINRST", **room.by())
    assert first is not None
    solve_now(first)
    turns.announce_turn(turn=first, **room.by())
    turns.open_turn(turn=first, **room.by())
    ring(first)
    reveal_another(room, first, "")
    following = turns.draw_turn(game=game, letters="BCDFGAE", **room.by())
    assert following is not None
    take_back(room, first)
    reveal_another(room, first, "")
    with every_row() as row:
        for left, reason in (("BCDFGAE", EndReason.SAME_DRAW), ("BCDFGAO", None)):
            with row(left):
                few = Remainder("", "", Bag(left))
                monkeypatch.setattr(GamePosition, "whole_bag", few)
                ending = ending_of(position_of(game))
                assert (ending.reason if ending else None) == reason
