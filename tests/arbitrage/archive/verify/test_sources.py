"""Games with prepared, recorded or hand-drawn letters."""

import json

import pytest

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import Lines, archive_now, forge
from tests.arbitrage.archive.verify.forgeries import list_places, verify
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


def test_every_source_agrees_and_a_changed_sheet_does_not(
    transactional_db: None,
) -> None:
    """Prepared, with a turn cancelled; recorded, with a rack refused; joker; by hand, with racks
    that 3.2 refuses and one that the judge puts back."""
    room, lexica = make_room(), Lexica()
    game = start(room, prepared(room))
    play_turn(room, game)
    cancel(room, play_turn(room, game))
    play_turn(room, game)
    finish(room, game)
    facts = json.loads((GAMES / "hiersac-2022-01-21-joker.json").read_text(encoding="utf-8"))
    facts["turns"] = facts["turns"][:3]
    facts["turns"][1] |= {"rejected": True, "kept": "", "drawn": "EG?VHUK"}
    game = room.game(source=Source.REPLAY, script=facts)
    play_turn(room, game)
    play_turn(room, game)
    finish(room, game)
    game = room.game(fmt="joker")
    for _ in range(4):
        play_turn(room, game)
    finish(room, game)
    _draw_by_hand(room)
    content = archive_now(room.tournament)
    report = verify(content, lexica)
    assert report.discrepancies == []
    assert [report.counts[number, 0, "sealed"] for number in (1, 2, 3)] == [1, 1, 0]

    def change_word(lines: Lines) -> Lines:
        lines[0]["script"]["turns"][0]["word"] = "ZUT"
        return lines

    discrepancies = list_places(verify(forge(content, "games", change_word), lexica))
    assert {
        (DiscrepancyKind.SEAL, "games", 1),
        (DiscrepancyKind.RETAINED, "turns", 1),
    } <= discrepancies

    def remove_scripts(lines: Lines) -> Lines:
        lines[0]["script"], lines[1]["script"] = None, {}
        return lines

    discrepancies = list_places(verify(forge(content, "games", remove_scripts), lexica))
    assert {(DiscrepancyKind.SEAL, "games", 1), (DiscrepancyKind.SEAL, "games", 2)} <= discrepancies


def finish(room: Room, game: Game) -> None:
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
