"""The software ends a game when no letter can be placed any more (3.6, 3.7)."""

from pathlib import Path
from typing import Any

import pytest

from engine.board.place import Direction
from engine.rules.bag import Bag
from engine.rules.remainder import Remainder
from engine.search.moves import Move
from tests.room import Room, ring, solve_now
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tournament.core.errors import LostRace, WrongState
from tournament.core.states import GameState, Source, TurnState
from tournament.models import Game, Solutions, Turn
from tournament.queries.ending import find_ending
from tournament.queries.position import GamePosition, load_position
from tournament.queries.results import tops
from tournament.services.play import draws, turns
from tournament.services.tournaments import update_tournament


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")


def draw_first_turn(room: Room, word: str) -> Turn:
    """Return the solved first turn of a game in which ``word`` is the only word."""
    bring(room, "Un seul mot", f"{word}\n")
    changes = {"lexicon": "Un seul mot"}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    return turn


def cancel(turn: Turn, room: Room) -> Game:
    turns.cancel_unplayable_turn(turn=turn, **room.get_author_and_time())
    return Game.objects.select_related("tournament").get(pk=turn.game_id)


def test_an_unplayable_bag_ends_the_game(room: Room) -> None:
    turn = draw_first_turn(room, "KKKK")
    assert turn.solutions.moves == []
    game = cancel(turn, room)
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    game.refresh_from_db()
    assert (game.state, game.end_reason, game.end_article) == (
        GameState.FINISHED,
        "nothing_playable",
        "3.7",
    )


def test_other_letters_are_drawn_while_the_bag_is_playable(room: Room) -> None:
    turn = draw_first_turn(room, "KIWIS")
    assert turn.solutions.moves == []
    game = cancel(turn, room)
    assert find_ending(load_position(game)) is None
    again = turns.draw_turn(game=game, **room.get_author_and_time())
    assert again is not None
    assert sorted(again.rack) != sorted(turn.rack)


@pytest.mark.parametrize(("solved", "reason"), [(True, "nothing_playable"), (False, "same_draw")])
def test_a_cancelled_rack_of_all_letters_left_ends_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch, *, solved: bool, reason: str
) -> None:
    turn = draw_first_turn(room, "KIWIS")
    if not solved:
        Solutions.objects.all().delete()
    turns.cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    game = Game.objects.select_related("tournament").get(pk=turn.game_id)
    few = Remainder("", "", Bag("AEINRST"))
    monkeypatch.setattr(GamePosition, "whole_bag", few)
    ending = find_ending(load_position(game))
    assert ending is not None
    assert (ending.reason, ending.article) == (reason, "3.6 ; 3.7")


def test_a_turn_with_a_solution_cannot_be_cancelled_as_unplayable(room: Room) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    for reason in ("not-solved", "solution-exists"):
        with pytest.raises(WrongState) as refused:
            cancel(turn, room)
        assert refused.value.reason == reason
        solve_now(turn)
    turn.refresh_from_db()
    assert turn.state == TurnState.DRAWN


def test_letters_drawn_meanwhile_are_not_cancelled_as_unplayable(
    room: Room,
) -> None:
    turn = draw_first_turn(room, "KIWIS")
    Turn.objects.filter(pk=turn.pk).update(drawn="KIWISAE")
    with pytest.raises(LostRace):
        cancel(turn, room)


def test_a_top_leaving_unplayable_letters_ends_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.4, 3.7: which of equal tops it is, the worker finds out of the last letters."""

    def choose_last_horizontal(*, tops: list[Move], **_position: Any) -> list[Move]:
        return [top for top in tops if top.place.direction is Direction.HORIZONTAL][-1:]

    monkeypatch.setattr("tournament.core.tops.list_final_tops", choose_last_horizontal)
    game = room.game(source="hand")
    turn = turns.draw_turn(game=game, letters="TAESINR", **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turn = Turn.objects.get(pk=turn.pk)
    choice = tops.load_choice(turn)
    assert len(choice.tops) > 2
    [final] = choice.allowed_tops
    assert (choice.proposed_top, choice.reason, choice.article) == (final, "fin_de_partie", "3.4")
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    turns.reveal_turn(turn=turn, word=final.word, ref=final.ref, **room.get_author_and_time())
    assert not turns.draw_turn(
        game=game, letters="EOULIDC", open_bulletins_stay=True, **room.get_author_and_time()
    )
    game.refresh_from_db()
    assert (game.end_reason, game.end_article) == ("nothing_playable", "3.7")


@pytest.mark.parametrize(
    ("script", "end"),
    [
        ({"turns": []}, ("recording_over", "3.2")),
        (
            {"turns": [], "end": {"reason": "no_valid_draw", "article": "3.7"}},
            ("no_valid_draw", "3.7"),
        ),
    ],
)
def test_the_end_of_a_recording_ends_the_game(
    room: Room, script: dict[str, Any], end: tuple[str, str]
) -> None:
    game = room.game()
    Game.objects.filter(pk=game.pk).update(source=Source.REPLAY, script=script)
    game.refresh_from_db()
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    game.refresh_from_db()
    assert (game.state, game.end_reason, game.end_article) == (GameState.FINISHED, *end)


def test_letters_without_a_possible_draw_end_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room.game()
    vowels = Remainder("", "", Bag("AEIOU"))
    monkeypatch.setattr(GamePosition, "remainder", vowels)
    monkeypatch.setattr(GamePosition, "whole_bag", vowels)
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    game.refresh_from_db()
    assert (game.state, game.end_reason, game.end_article) == (
        GameState.FINISHED,
        "no_valid_draw",
        "3.2",
    )


def test_the_same_last_letters_after_a_cancellation_end_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.6: other letters there are none, so no other draw is looked for."""
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    Turn.objects.filter(pk=turn.pk).update(kept="", drawn="AEINRST")
    turn.refresh_from_db()
    turns.cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    last = Remainder("", "", Bag("AEINRST"))
    monkeypatch.setattr(GamePosition, "remainder", last)
    game = Game.objects.select_related("tournament").get(pk=turn.game_id)
    assert draws.draw_rack(load_position(game), None).is_game_over
