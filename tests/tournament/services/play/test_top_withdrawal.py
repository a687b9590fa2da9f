"""A word wrongly chosen or placed is withdrawn until the next turn opens (3.4, 3.6)."""

import pytest

from engine.board.letters import FRENCH, sort_letters
from engine.rules.bag import Bag
from engine.rules.ending import EndReason
from engine.rules.remainder import Remainder, list_board_tiles
from tests.room import Listener, Room, ring, script_of, solve_now
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.services.prepared.prepared_game import create_prepared, start
from tournament.core.errors import LettersRefused, LostRace, WrongState
from tournament.core.states import Source, TurnState
from tournament.models import Game, Journal, Turn
from tournament.protocol import Audience
from tournament.queries.ending import find_ending
from tournament.queries.position import GamePosition, load_position
from tournament.queries.results.proof import build_proof
from tournament.queries.results.standings import load_standings
from tournament.queries.results.tops import find_scripted_turn, load_choice
from tournament.services.play import games, interruptions, turns
from tournament.services.play.top_withdrawal import WORD_TAKEN_BACK, take_back_word


def take_back(room: Room, turn: Turn, reason: str = "placement") -> Turn:
    fresh = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    return take_back_word(turn=fresh, reason=reason, **room.get_author_and_time())


def reveal_another(room: Room, turn: Turn, word: str) -> Turn:
    """Retain another top than ``word``, if the rules allow one."""
    turn.refresh_from_db()
    allowed = load_choice(turn).allowed_tops
    move = next((move for move in allowed if move.word != word), allowed[-1])
    return turns.reveal_turn(
        turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time()
    )


def draw(room: Room, game: Game) -> Turn:
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    return turn


def test_the_word_leaves_the_grid_and_results_are_hidden(room: Room, listener: Listener) -> None:
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
    assert load_standings(game).rows[0].total == first.score
    second = draw(room, game)
    assert (second.number, second.ordinal) == (2, 2)
    assert second.rejected or Bag(first.rack).subtract(second.kept).letters != first.rack


def test_the_next_turn_not_opened_goes_with_all_its_letters(room: Room, listener: Listener) -> None:
    with every_row() as row:
        for announced in (False, True):
            with row("announced" if announced else "drawn"):
                game = room.game()
                first = play_turn(room, game)
                word = first.word
                following = draw(room, game)
                if announced:
                    turns.announce_turn(turn=following, **room.get_author_and_time())
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
                again = draw(room, game)
                listener.check()
                assert (again.number, again.ordinal, again.kept) == (2, 3, "")
                assert sort_letters(again.rack) != sort_letters(following.rack)
                position = load_position(game)
                assert Bag(
                    list_board_tiles(position.board) + position.whole_bag.letters
                ) == Bag.full(FRENCH)
                turns.cancel_turn(turn=again, reason="timing", **room.get_author_and_time())
                games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
                listener.check()
                # The draw that was set aside was made of what was in the bag then.
                assert build_proof(Game.objects.get(pk=game.pk)).is_valid


def test_a_turn_cancelled_by_the_judge_does_not_block_withdrawal(
    room: Room, listener: Listener
) -> None:
    game = room.game()
    first = play_turn(room, game)
    turns.cancel_turn(turn=draw(room, game), reason="placement", **room.get_author_and_time())
    take_back(room, first)
    listener.check()
    reveal_another(room, first, first.word)
    second = draw(room, game)
    listener.check()
    assert second.number == 2


def test_a_withdrawn_turn_may_be_cancelled_and_drawn_differently(
    room: Room, listener: Listener
) -> None:
    game = room.game(source=Source.HAND)
    first = turns.draw_turn(game=game, letters="AEINRST", **room.get_author_and_time())
    assert first is not None
    solve_now(first)
    turns.announce_turn(turn=first, **room.get_author_and_time())
    turns.open_turn(turn=first, **room.get_author_and_time())
    ring(first)
    reveal_another(room, first, "")
    kept_letters = load_position(game).remainder.kept
    missing = "BCDFGAE"[: 7 - len(kept_letters)]
    second = turns.draw_turn(game=game, letters=missing, **room.get_author_and_time())
    assert second is not None
    take_back(room, first)
    turns.cancel_turn(
        turn=Turn.objects.get(pk=first.pk), reason="placement", **room.get_author_and_time()
    )
    listener.check()
    with pytest.raises(LettersRefused) as refused:
        turns.draw_turn(game=game, letters="TSRNIEA", **room.get_author_and_time())
    assert refused.value.reason == "same-as-cancelled"
    again = turns.draw_turn(game=game, letters="BCDFGAE", **room.get_author_and_time())
    assert again is not None
    assert (again.number, again.ordinal) == (1, 3)


def test_withdrawal_is_refused_once_the_next_turn_opens(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    second = draw(room, game)
    turns.announce_turn(turn=second, **room.get_author_and_time())
    turns.open_turn(turn=second, **room.get_author_and_time())
    first.refresh_from_db()
    for _ in ("open", "closed"):
        with pytest.raises(WrongState) as refused:
            take_back(room, first)
        assert refused.value.reason == "next-turn-open"
        if Turn.objects.get(pk=second.pk).state == TurnState.OPEN:
            ring(second)
    assert not Journal.objects.filter(kind__in=["taken_back", "cancelled"]).exists()


def test_withdrawal_by_an_outdated_page_is_refused(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    stale = Turn.objects.select_related("game__tournament").get(pk=first.pk)
    following = draw(room, game)
    with pytest.raises(LostRace):
        take_back_word(turn=stale, reason="choice", **room.get_author_and_time())
    following.refresh_from_db()
    assert following.state == TurnState.DRAWN
    interruptions.interrupt_game(game=Game.objects.get(pk=game.pk), **room.get_author_and_time())
    with pytest.raises(WrongState):
        take_back(room, first)


def test_the_journal_records_the_fault_with_its_article(room: Room) -> None:
    room.tournament.edition = "2017"
    room.tournament.save()
    game = room.game()
    first = play_turn(room, game)
    word = first.word
    draw(room, game)
    take_back(room, first, "choice")
    cancelled, taken_back = Journal.objects.order_by("-seq")[:2][::-1]
    assert cancelled.data["reason"] == WORD_TAKEN_BACK
    assert (taken_back.kind, taken_back.data["word"], taken_back.by) == (
        "taken_back",
        word,
        room.user,
    )
    assert (taken_back.data["reason"], taken_back.data["article"]) == ("choice", "3.4")


def test_in_a_joker_game_grid_and_bag_follow(room: Room, listener: Listener) -> None:
    game = room.game(fmt="joker")
    first = play_turn(room, game)
    draw(room, game)
    take_back(room, first)
    reveal_another(room, first, first.word)
    second = draw(room, game)
    listener.check()
    assert second.rack.startswith("?")
    assert sort_letters(second.rack) != sort_letters(first.rack)
    turns.cancel_turn(turn=second, reason="timing", **room.get_author_and_time())
    games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    assert build_proof(Game.objects.get(pk=game.pk)).is_valid


def test_a_scripted_game_goes_on_by_chance_after_a_withdrawal(
    room: Room, listener: Listener
) -> None:
    game = start(room, create_prepared(room))
    first = play_turn(room, game)
    take_back(room, first)
    reveal_another(room, first, first.word)  # of a written game there is one word only
    first.refresh_from_db()
    assert first.word == script_of(game)["turns"][0]["word"]
    second = draw(room, game)
    assert find_scripted_turn(second) is not None
    take_back(room, first)
    reveal_another(room, first, first.word)
    again = draw(room, game)
    listener.check()
    assert find_scripted_turn(again) is None


def test_the_game_ends_if_only_set_aside_letters_remain(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room.game(source=Source.HAND)
    first = turns.draw_turn(game=game, letters="AEINRST", **room.get_author_and_time())
    assert first is not None
    solve_now(first)
    turns.announce_turn(turn=first, **room.get_author_and_time())
    turns.open_turn(turn=first, **room.get_author_and_time())
    ring(first)
    reveal_another(room, first, "")
    following = turns.draw_turn(game=game, letters="BCDFGAE", **room.get_author_and_time())
    assert following is not None
    take_back(room, first)
    reveal_another(room, first, "")
    with every_row() as row:
        for letters, reason in (("BCDFGAE", EndReason.SAME_DRAW), ("BCDFGAO", None)):
            with row(letters):
                few = Remainder("", "", Bag(letters))
                monkeypatch.setattr(GamePosition, "whole_bag", few)
                ending = find_ending(load_position(game))
                assert (ending.reason if ending else None) == reason
