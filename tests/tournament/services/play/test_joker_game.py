"""A joker game in the room (3.8.1): every rack has the joker, a letter replaces it on the grid."""

import json
from typing import Any

import pytest

from engine.board.formats import FORMATS
from engine.board.letters import FRENCH, sort_letters
from engine.rules.announce import AnnouncedPart
from engine.rules.bag import Bag
from engine.rules.remainder import list_board_tiles
from tests.room import GAMES, Listener, Room, ring, solve_now
from tournament.core.errors import LettersRefused
from tournament.core.states import Source
from tournament.models import Game, Turn
from tournament.queries.position import load_position
from tournament.queries.results.proof import build_proof
from tournament.queries.results.tops import load_choice
from tournament.services.play import turns
from tournament.services.play.games import finish_game
from tournament.views.judge.desk import JudgeDesk
from tournament.views.judge.speech import build_speech

#: Turns of a game that are played.
TURNS = 5
RECORDED = GAMES / "hiersac-2022-01-21-joker.json"


def draw(room: Room, game: Game, letters: str | None = None) -> Turn:
    turn = turns.draw_turn(game=game, letters=letters, **room.get_author_and_time())
    assert turn is not None
    return turn


def play_proposal(room: Room, turn: Turn) -> Turn:
    """Play the turn and retain the proposal."""
    if turn.solved_at is None:
        solve_now(turn)
    choice = load_choice(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    move = choice.proposed_top
    assert move is not None
    turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time())
    return turn


def test_every_rack_of_a_joker_game_has_it(room: Room) -> None:
    """Its first turns; whole joker games are played by the engine's tests."""
    game = room.game(fmt="joker")
    for _ in range(TURNS):
        assert turns.draw_turn(game=game, **room.get_author_and_time()) is not None
        turn = game.turns.latest("ordinal")
        before = load_position(game).board
        staying = list_board_tiles(before).count("?")
        assert turn.rack.count("?") == (staying < 2)
        assert len(turn.rack) == 7
        solve_now(turn)
        unseen = build_bag(before, turn)
        play_proposal(room, turn)
        after = load_position(game).board
        played = [letter.upper() for letter in turn.word if letter.islower()]
        stays = [letter for letter in played if letter not in unseen]
        assert list_board_tiles(after).count("?") == staying + len(stays)
        reserve = "?" if staying + len(stays) == 0 else ""
        assert Bag(
            list_board_tiles(after) + load_position(game).remainder.letters + reserve
        ) == Bag.full(FRENCH)
    finish_game(
        game=game,
        reason="interrupted",
        article="3.7",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    assert build_proof(Game.objects.get(pk=game.pk)).is_valid


def build_bag(board: Any, turn: Turn) -> Bag:
    """Return the bag during the turn, computed independently: it never has a joker."""
    everything = Bag(Bag.full(FRENCH).letters.replace("?", ""))
    laid = list_board_tiles(board) + turn.rack
    return everything.subtract(laid.replace("?", ""))


class TestDrawnByHand:
    def test_the_joker_is_not_drawn_and_goes_with_six_letters(
        self, room: Room, listener: Listener
    ) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        with pytest.raises(LettersRefused) as caught:
            draw(room, game, "EJOSTUA")
        assert caught.value.data["expected"] == 6
        turn = draw(room, game, "EJOSTU")
        assert (turn.kept, turn.drawn) == ("", "?EJOSTU")

    def test_a_joker_typed_with_the_letters_does_not_matter(
        self, room: Room, listener: Listener
    ) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        assert draw(room, game, "EJ?OSTU").drawn == "?EJOSTU"

    def test_no_joker_is_in_the_bag(self, room: Room, listener: Listener) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        with pytest.raises(LettersRefused) as caught:
            draw(room, game, "EJOS?T")
        assert (caught.value.reason, caught.value.data["missing"]) == ("not-in-bag", "?")

    def test_a_refused_rack_goes_back_and_six_letters_are_drawn(
        self, room: Room, listener: Listener
    ) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        with pytest.raises(LettersRefused) as caught:
            draw(room, game, "BCDFGL")
        assert (caught.value.reason, caught.value.data["back"]) == ("rejected", 6)
        turn = draw(room, game, "AEBCDF")
        assert (turn.drawn, turn.rejected) == ("?AEBCDF", [["", "?BCDFGL"]])

    def test_a_replaced_joker_comes_back_with_the_next_letters(
        self, room: Room, listener: Listener
    ) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        first = play_proposal(room, draw(room, game, "EJOSTU"))
        letter = next(char for char in first.word if char.islower()).upper()
        board = listener.clients[0].held["state"]["board"]
        assert first.word.upper() in board[7]
        remainder = load_position(game).remainder
        assert remainder.joker == "?"
        assert remainder.bag.count(letter) == Bag.full().count(letter) - (
            first.word.upper().count(letter)
        )
        count = remainder.count_to_draw(FORMATS["joker"])
        second = draw(room, game, "AEIRST"[:count])
        assert (second.kept, second.drawn[0]) == (remainder.kept, "?")
        assert len(second.rack) == 7

    def test_a_cancelled_turn_gives_back_the_replacing_letter_too(
        self, room: Room, listener: Listener
    ) -> None:
        game = room.game(fmt="joker", source=Source.HAND)
        turn = play_proposal(room, draw(room, game, "EJOSTU"))
        turns.cancel_turn(turn=turn, reason="épellation", **room.get_author_and_time())
        remainder = load_position(game).remainder
        assert (remainder.kept, remainder.joker, len(remainder.bag)) == ("", "?", 100)
        again = draw(room, game, "AEBCDF")
        assert (again.number, again.drawn) == (1, "?AEBCDF")


def test_a_recorded_joker_game_is_replayed_as_it_was_played(room: Room) -> None:
    """Its first turns: ``tests/engine/golden.json`` has the whole game."""
    facts = json.loads(RECORDED.read_text(encoding="utf-8"))
    facts["turns"] = facts["turns"][:3]
    game = room.game(source=Source.REPLAY, script=facts)
    assert game.format == "joker"
    for fact in facts["turns"]:
        turn = play_proposal(room, draw(room, game))
        assert sort_letters(turn.rack) == sort_letters(fact["tirage"])
        assert (turn.word, turn.ref, turn.score) == (fact["word"], fact["ref"], fact["score"])
        grid = load_position(game).board
        if fact["joker_letter"]:
            assert (
                any(
                    letter.islower() and letter.upper() == fact["joker_letter"]
                    for row in grid.rows()
                    for letter in row
                )
                == fact["joker_stays_on_board"]
            )
    scores = [turn.score for turn in load_position(game).placed_turns]
    assert scores == [fact["score"] for fact in facts["turns"]]


def test_a_refused_rack_of_a_recording_is_announced_by_letters(room: Room) -> None:
    """Only the number of letters is announced (3.1): the recording does not give the letters."""
    facts = json.loads(RECORDED.read_text(encoding="utf-8"))
    facts["turns"] = facts["turns"][:2]
    facts["turns"][1] |= {"rejected": True, "kept": "", "drawn": "EG?VHUK"}
    game = room.game(source=Source.REPLAY, script=facts)
    play_proposal(room, draw(room, game))
    turn = draw(room, game)
    assert turn.rejected == [["EG", "?····"]]
    speech = build_speech(JudgeDesk(room.tournament, ""))
    assert speech is not None
    assert [line.items for line in speech.lines if line.part == AnnouncedPart.REJECTED_COUNT] == [
        ["7 lettres"]
    ]
