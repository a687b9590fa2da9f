"""Games with prepared, recorded or hand-drawn letters."""

import json
from typing import Any

import pytest

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    forge,
    read_content_members,
)
from tests.arbitrage.archive.verify.forgeries import list_places, rebuild_chain, verify
from tests.room import GAMES, Room, make_room, ring, solve_now
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import (
    create_prepared,
    play_turn,
    start,
)
from tournament.core.draw_proof import MISTYPED
from tournament.core.errors import LettersRefused
from tournament.core.states import Source
from tournament.models import Game, Turn
from tournament.queries.results.proof import build_proof
from tournament.queries.results.tops import load_choice
from tournament.services.play import rack_changes, turns
from tournament.services.play.games import finish_game
from tournament.services.tournaments import update_tournament


def test_every_source_agrees_and_a_changed_sheet_does_not(
    transactional_db: None,
) -> None:
    """Prepared, with a turn cancelled; recorded, with a rack refused; joker; by hand, with racks
    that 3.2 refuses and one that the judge puts back."""
    room, lexica = make_room(), Lexica()
    game = start(room, create_prepared(room))
    play_turn(room, game)
    cancel(room, play_turn(room, game))
    play_turn(room, game)
    finish(room, game)
    facts = json.loads((GAMES / "hiersac-2022-01-21-joker.json").read_text(encoding="utf-8"))
    facts["turns"] = facts["turns"][:2]
    facts["turns"][1] |= {"rejected": True, "kept": "", "drawn": "EG?VHUK"}
    game = room.game(source=Source.REPLAY, script=facts)
    play_turn(room, game)
    play_turn(room, game)
    finish(room, game)
    game = room.game(fmt="joker")
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
        game=game,
        reason="interrupted",
        article="3.7",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )


def cancel(room: Room, turn: Turn | None) -> None:
    assert turn is not None
    turns.cancel_turn(turn=turn, reason="spelling", **room.get_author_and_time())


def _draw_by_hand(room: Room) -> None:
    game = room.game(source=Source.HAND)
    with pytest.raises(LettersRefused):
        turns.draw_turn(game=game, letters="BCDFGHL", **room.get_author_and_time())
    turn = turns.draw_turn(game=game, letters="AYBCDFG", **room.get_author_and_time())
    assert turn is not None
    assert turn.may_reject
    solve_now(turn)
    turn = rack_changes.redraw_turn(turn=turn, letters="AEINRST", **room.get_author_and_time())
    solve_now(turn)


def test_a_rectified_draw_agrees_and_a_forged_one_does_not(transactional_db: None) -> None:
    """Typed again before it is shown, rectified after, with an invalid rack; and a refusal that was
    a wrong entry."""
    room, lexica = make_room(), Lexica()
    game = room.game(source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="AEINRSU", **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    rack_changes.retype_turn(turn=turn, letters="AEINRSQ", **room.get_author_and_time())
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    rack_changes.rectify_turn(turn=turn, letters="SRNIEAQ", **room.get_author_and_time())
    _place_top(room, turn)
    with pytest.raises(LettersRefused):
        turns.draw_turn(game=game, letters="BCDFGH", **room.get_author_and_time())
    turn = turns.draw_turn(game=game, letters="BCDFAE", mistyped=True, **room.get_author_and_time())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    rack_changes.rectify_turn(
        turn=turn, letters="AELMNUT", refused=["BCDFGH"], **room.get_author_and_time()
    )
    _place_top(room, turn)
    finish(room, game)
    assert build_proof(Game.objects.get(pk=game.pk)).is_valid
    content, restored = archive_and_restore(room.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(content)
    assert verify(content, lexica).discrepancies == []
    forgeries: list[tuple[str, dict[str, Any], DiscrepancyKind]] = [
        ("retyped", {"kind": "rectified"}, DiscrepancyKind.STATE),
        ("rectified", {"kind": "retyped"}, DiscrepancyKind.STATE),
        ("rectified", {"kind": "drawn"}, DiscrepancyKind.STATE),
        ("rectified", {"first": {"drawn": "AEINRSO"}}, DiscrepancyKind.LETTERS),
        ("rectified", {"first": {"verdict": "valid"}}, DiscrepancyKind.LETTERS),
        ("rectified", {"last": {"drawn": "AEINRSO"}}, DiscrepancyKind.TURN),
        ("rectified", {"last": {"drawn": "KKINRSO"}}, DiscrepancyKind.LETTERS),
    ]
    with every_row() as row:
        for kind, change, discrepancy in forgeries:
            with row(f"{kind}: {change}"):
                forged = rebuild_chain(content, _Change(kind, change))
                assert discrepancy in {place[0] for place in list_places(verify(forged, lexica))}


def test_a_draw_by_the_software_is_never_mistyped(transactional_db: None) -> None:
    room = make_room()
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    finish(room, game)
    content = archive_now(room.tournament)
    forged = rebuild_chain(content, _Change("drawn", {"first": {"verdict": MISTYPED}}))
    places = list_places(verify(forged, Lexica()))
    assert DiscrepancyKind.DRAW_VERDICT in {kind for kind, _, _ in places}


def test_the_own_bonus_of_a_solo_is_bound(transactional_db: None) -> None:
    room = make_room()
    changes = {"solo_points": 15, "solo_players": 1}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    finish(room, game)
    content, lexica = archive_now(room.tournament), Lexica()
    assert verify(content, lexica).discrepancies == []

    def change_points(lines: Lines) -> Lines:
        return [lines[0] | {"solo_points": 50}]

    forged = verify(forge(content, "tournament", change_points), lexica)
    assert (DiscrepancyKind.STATE, "games", 1) in list_places(forged)


def _place_top(room: Room, turn: Turn) -> None:
    solve_now(turn)
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    top = load_choice(turn).proposed_top
    assert top is not None
    turns.reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())


class _Change:
    """Changes the first journal row of ``kind``: its kind, or its first or last attempt."""

    def __init__(self, kind: str, change: dict[str, Any]) -> None:
        self._kind, self._change = kind, change

    def __call__(self, line: dict[str, Any]) -> dict[str, Any]:
        if line["kind"] != self._kind or not self._change:
            return line
        change, self._change = self._change, {}
        if "kind" in change:
            return line | change
        attempts = [dict(attempt) for attempt in line["data"]["attempts"]]
        attempts[0] |= change.get("first", {})
        attempts[-1] |= change.get("last", {})
        return line | {"data": line["data"] | {"attempts": attempts}}
