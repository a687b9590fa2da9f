"""Games whose letters come from elsewhere than the bag of the software."""

import json

import pytest

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from tests.arbitrage.archive.comings_and_goings import Lines, archived, forged
from tests.arbitrage.archive.verify.forgeries import places, verified
from tests.room import GAMES, Room, make_room, solve_now
from tests.tournament.services.prepared.prepared_game import (
    play_turn,
    prepared,
    start,
)
from tournament.core.errors import LettersRefused
from tournament.core.states import Source
from tournament.models import Game, Turn
from tournament.services.play import turns
from tournament.services.play.games import finish_game


def test_games_of_every_source_agree_and_a_sheet_that_was_changed_does_not(
    transactional_db: None,
) -> None:
    """Prepared, with a turn cancelled; recorded, with a rack refused; joker; by hand, with racks
    that 3.2 refuses and one that the judge puts back."""
    room, lexica = make_room(), Lexica()
    game = start(room, prepared(room))
    play_turn(room, game)
    cancel(room, play_turn(room, game))
    play_turn(room, game)
    over(room, game)
    facts = json.loads((GAMES / "hiersac-2022-01-21-joker.json").read_text(encoding="utf-8"))
    facts["turns"] = facts["turns"][:3]
    facts["turns"][1] |= {"rejected": True, "kept": "", "drawn": "EG?VHUK"}
    game = room.game(source=Source.REPLAY, script=facts)
    play_turn(room, game)
    play_turn(room, game)
    over(room, game)
    game = room.game(fmt="joker")
    for _ in range(4):
        play_turn(room, game)
    over(room, game)
    _draw_by_hand(room)
    content = archived(room.tournament)
    report = verified(content, lexica)
    assert report.lies == []
    assert [report.counts[number, 0, "sealed"] for number in (1, 2, 3)] == [1, 1, 0]

    def other(lines: Lines) -> Lines:
        lines[0]["script"]["turns"][0]["word"] = "ZUT"
        return lines

    found = places(verified(forged(content, "games", other), lexica))
    assert {(Matter.SEAL, "games", 1), (Matter.RETAINED, "turns", 1)} <= found

    def without(lines: Lines) -> Lines:
        lines[0]["script"], lines[1]["script"] = None, {}
        return lines

    found = places(verified(forged(content, "games", without), lexica))
    assert {(Matter.SEAL, "games", 1), (Matter.SEAL, "games", 2)} <= found


def over(room: Room, game: Game) -> None:
    finish_game(
        game=game, reason="interrupted", article="3.7", open_bulletins_stay=True, **room.by()
    )


def cancel(room: Room, turn: Turn | None) -> None:
    assert turn is not None
    turns.cancel_turn(turn=turn, reason="spelling", **room.by())


def _draw_by_hand(room: Room) -> None:
    game = room.game(source=Source.HAND)
    with pytest.raises(LettersRefused):
        turns.draw_turn(game=game, letters="BCDFGHL", **room.by())
    turn = turns.draw_turn(game=game, letters="AYBCDFG", **room.by())
    assert turn is not None
    assert turn.may_reject
    solve_now(turn)
    turn = turns.redraw_turn(turn=turn, letters="AEINRST", **room.by())
    solve_now(turn)
