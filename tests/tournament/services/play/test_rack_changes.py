"""Letters typed wrong in a game drawn by hand, corrected until the turn is opened."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.room import Listener, Room, ring, solve_now
from tests.rows import every_row
from tournament.core.draw_proof import MISTYPED
from tournament.core.errors import LettersRefused, LostRace, RoomError, WrongState
from tournament.core.scenes import Scene
from tournament.core.states import Source, TurnState
from tournament.models import Game, Journal, Solutions, Turn
from tournament.protocol import Audience
from tournament.queries import clock
from tournament.queries.position import load_position
from tournament.queries.results.tops import load_choice
from tournament.queries.screen import get_scene
from tournament.services.play import games, interruptions, turns
from tournament.services.play.rack_changes import rectify_turn, retype_turn
from tournament.services.play.top_withdrawal import take_back_word
from tournament.services.screen import choose_scene

#: The service of each state in which letters may be corrected.
SERVICES: dict[TurnState, Callable[..., Turn]] = {
    TurnState.DRAWN: retype_turn,
    TurnState.ANNOUNCED: rectify_turn,
}


def draw(room: Room, game: Game, letters: str, state: TurnState = TurnState.DRAWN) -> Turn:
    turn = turns.draw_turn(game=game, letters=letters, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    if state is TurnState.ANNOUNCED:
        turns.announce_turn(turn=turn, **room.get_author_and_time())
    return turn


def play(room: Room, game: Game, letters: str) -> Turn:
    """Play a turn and retain the proposed top."""
    turn = draw(room, game, letters, TurnState.ANNOUNCED)
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    top = load_choice(turn).proposed_top
    assert top is not None
    return turns.reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())


def correct(room: Room, turn: Turn, letters: str, refused: Sequence[str] = ()) -> Turn:
    fresh = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    service = SERVICES.get(TurnState(fresh.state), rectify_turn)
    return service(turn=fresh, letters=letters, refused=refused, **room.get_author_and_time())


#: By format: letters typed on the first turn, then each correction: letter, order, joker, typed
#: joker of a joker game.
ENTRIES = {
    "normal": ["AEINRST", "AEINRSU", "USRNIEA", "USRNIE?"],
    "joker": ["EJOSTU", "EJOSTA", "?ATSOJE"],
    "7et8": ["AEINRSTU", "AEINRSTO"],
}


def test_mistyped_letters_are_corrected_until_the_opening(room: Room, listener: Listener) -> None:
    with every_row() as row:
        for state in SERVICES:
            for fmt, entries in ENTRIES.items():
                if state is TurnState.DRAWN and fmt != "normal":
                    continue  # the formats read the letters, the states show them
                with row(f"{state}, {fmt}"):
                    check_corrections(room, listener, state, entries, fmt)


def check_corrections(
    room: Room, listener: Listener, state: TurnState, entries: list[str], fmt: str
) -> None:
    game = room.game(source=Source.HAND, fmt=fmt)
    turn = draw(room, game, entries[0], state)
    racks = [turn.rack]
    for entry in entries[1:]:
        turn = correct(room, turn, entry)
        listener.check()
        racks.append(entry if fmt != "joker" else f"?{entry.replace('?', '')}")
        assert (turn.state, turn.rack, turn.rejected, turn.ordinal) == (state, racks[-1], [], 1)
        assert turn.solved_at is None
        assert not Solutions.objects.filter(turn=turn).exists()
        check_screens(listener, state, racks)
    check_journal(game, racks)
    if state is TurnState.ANNOUNCED:
        turns.open_turn(turn=turn, **room.get_author_and_time())
        assert all(client.held["state"]["turn"]["rectified"] == [] for client in listener.clients)
        turns.cancel_turn(turn=turn, reason="timing", **room.get_author_and_time())
    games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def check_journal(game: Game, racks: list[str]) -> None:
    """Check the rows of the journal: each correction names the letters before."""
    rows = Journal.objects.filter(game=game, kind__in=["drawn", "retyped", "rectified"])
    attempts = [row.data["attempts"] for row in rows.order_by("seq")]
    typed = [[attempt["kept"] + attempt["drawn"] for attempt in row] for row in attempts]
    assert typed == [racks[:1], *([before, after] for before, after in pairwise(racks))]
    verdicts = {attempt["verdict"] for row in attempts[1:] for attempt in row[:-1]}
    assert verdicts == {MISTYPED}


def check_screens(listener: Listener, state: TurnState, racks: list[str]) -> None:
    """Check that a correction reaches the staff only before the announcement, then all."""
    for client in listener.clients:
        turn = client.held["state"]["turn"]
        if state is TurnState.ANNOUNCED:
            assert (turn["drawn"], turn["rectified"]) == (racks[-1], racks[:-1])
        elif client.audience in {Audience.PUBLIC, Audience.ENTRY}:
            assert turn is None or turn["drawn"] != racks[-1]
        else:
            assert (turn["drawn"], turn["rectified"]) == (racks[-1], [])


def test_kept_letters_stay_and_the_bag_follows(room: Room, listener: Listener) -> None:
    with every_row() as row:
        for state, fmt, first in (
            (TurnState.DRAWN, "normal", "AEINRSQ"),
            (TurnState.ANNOUNCED, "joker", "EJOSTQ"),
        ):
            with row(f"{state}, {fmt}"):
                game = room.game(source=Source.HAND, fmt=fmt)
                play(room, game, first)
                kept = load_position(game).remainder.kept
                assert kept
                missing = "AEUTLMD"[
                    : load_position(game).remainder.count_to_draw(load_position(game).fmt)
                ]
                turn = draw(room, game, missing, state)
                turn = correct(room, turn, missing[::-1])
                listener.check()
                assert (turn.kept, turn.drawn.replace("?", "")) == (kept, missing[::-1])
                assert turn.rejected == []
                games.finish_game(
                    game=game,
                    reason="judge_decision",
                    open_bulletins_stay=True,
                    **room.get_author_and_time(),
                )


#: Letters typed instead of AEINRST, racks refused before them, reason of the refusal.
REFUSED: dict[str, tuple[str, list[str], str]] = {
    "not in the bag": ("KKAEIRT", [], "not-in-bag"),
    "too few": ("AEINRS", [], "wrong-count"),
    "no letters": ("AEINRS1", [], "not-letters"),
    "no valid draw": ("BCDFGHL", [], "rejected"),
    "the same": ("AEINRST", [], "unchanged"),
    "after a valid rack": ("AEINRSU", ["AEINRSO"], "not-refused"),
    "twice no valid draw": ("BCDFGHM", ["BCDFGHL"], "rejected"),
}


def test_letters_that_cannot_be_the_draw_change_nothing(room: Room, listener: Listener) -> None:
    turn = draw(room, room.game(source=Source.HAND), "AEINRST")
    with every_row() as row:
        for state in SERVICES:
            if state is TurnState.ANNOUNCED:
                turns.announce_turn(turn=turn, **room.get_author_and_time())
            for name, (letters, refused, reason) in REFUSED.items():
                with row(f"{state}, {name}"):
                    with pytest.raises(LettersRefused) as caught:
                        correct(room, turn, letters, refused)
                    assert caught.value.reason == reason
    listener.check()
    turn.refresh_from_db()
    assert turn.rack == "AEINRST"
    assert not Journal.objects.filter(kind__in=["retyped", "rectified"]).exists()


def test_letters_of_a_cancelled_turn_stay_refused(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    turns.cancel_turn(
        turn=draw(room, game, "AEINRST"), reason="spelling", **room.get_author_and_time()
    )
    turn = draw(room, game, "AEINRSU")
    with pytest.raises(LettersRefused) as caught:
        correct(room, turn, "TSRNIEA")
    assert caught.value.reason == "same-as-cancelled"
    assert correct(room, turn, "AEINRSO").drawn == "AEINRSO"


def test_an_invalid_draw_typed_as_valid_is_rejected_late(room: Room, listener: Listener) -> None:
    with every_row() as row:
        for state in SERVICES:
            with row(state):
                game = room.game(source=Source.HAND)
                turn = draw(room, game, "BCDFAEI", state)
                turn = correct(room, turn, "AEINRST", ["BCDFGHL"])
                listener.check()
                assert (turn.drawn, turn.rejected) == ("AEINRST", [["", "BCDFGHL"]])
                turn = correct(room, turn, "AEINRSU")  # drawn from the whole bag, too
                assert (turn.kept, turn.rejected) == ("", [["", "BCDFGHL"]])
                games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def test_letters_refused_because_mistyped_are_typed_again(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    with pytest.raises(LostRace):
        turns.draw_turn(game=game, letters="AEINRSQ", mistyped=True, **room.get_author_and_time())
    play(room, game, "AEINRSQ")
    remainder = load_position(game).remainder
    count = remainder.count_to_draw(load_position(game).fmt)
    assert remainder.kept == "Q"
    with pytest.raises(LettersRefused):
        turns.draw_turn(game=game, letters="BCDFGH", **room.get_author_and_time())
    with pytest.raises(LettersRefused) as caught:
        turns.draw_turn(game=game, letters="KKDFGH", mistyped=True, **room.get_author_and_time())
    assert caught.value.reason == "not-in-bag"
    game.refresh_from_db()
    assert [attempt["verdict"] for attempt in game.refused] == ["rejected"]
    turn = turns.draw_turn(game=game, letters="BCDFAE", mistyped=True, **room.get_author_and_time())
    listener.check()
    assert turn is not None
    assert (turn.kept, turn.drawn, turn.rejected, count) == ("Q", "BCDFAE", [], 6)
    attempts = Journal.objects.filter(game=game, kind="drawn").latest("seq").data["attempts"]
    assert [(each["drawn"], each["verdict"]) for each in attempts] == [
        ("BCDFGH", MISTYPED),
        ("BCDFAE", "valid"),
    ]


def test_refused_letters_are_recorded_with_the_withdrawal(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    first = play(room, game, "AEINRSQ")
    with pytest.raises(LettersRefused):
        turns.draw_turn(game=game, letters="BCDFGH", **room.get_author_and_time())
    first.refresh_from_db()
    take_back_word(turn=first, reason="choice", **room.get_author_and_time())
    assert Game.objects.get(pk=game.pk).refused == []
    [refused] = Journal.objects.get(kind="taken_back").data["refused"]
    assert refused["drawn"] == "BCDFGH"


def test_letters_are_fixed_from_the_opening_on(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    turn = draw(room, game, "AEINRST", TurnState.ANNOUNCED)
    turns.open_turn(turn=turn, **room.get_author_and_time())
    states: list[tuple[TurnState, Callable[[], Any]]] = [
        (TurnState.OPEN, lambda: ring(turn)),
        (TurnState.CLOSED, lambda: reveal(room, turn)),
        (
            TurnState.REVEALED,
            lambda: turns.cancel_turn(turn=turn, reason="other", **room.get_author_and_time()),
        ),
        (TurnState.CANCELLED, lambda: None),
    ]
    with every_row() as row:
        for state, go_on in states:
            for service in SERVICES.values():
                with row(f"{service.__name__} in {state}"):
                    turn.refresh_from_db()
                    assert turn.state == state
                    with pytest.raises(WrongState):
                        service(turn=turn, letters="AEINRSU", **room.get_author_and_time())
            go_on()


def reveal(room: Room, turn: Turn) -> None:
    top = load_choice(turn).proposed_top
    assert top is not None
    turns.reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())


def test_only_the_right_moment_and_source_allow_a_correction(
    room: Room, listener: Listener
) -> None:
    game = room.game(source=Source.HAND)
    turn = draw(room, game, "AEINRST")
    refusals: list[tuple[str, Callable[[], object], type[RoomError]]] = [
        ("shown is not unseen", lambda: rectify_turn(turn=turn, **new_letters), WrongState),
        ("changed meanwhile", lambda: retype_turn(turn=stale, **new_letters), LostRace),
        ("interrupted", lambda: retype_turn(turn=waiting, **new_letters), WrongState),
        ("by software", lambda: retype_turn(turn=other, **new_letters), WrongState),
    ]
    new_letters = {"letters": "AEINRSO", **room.get_author_and_time()}
    stale = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    correct(room, turn, "AEINRSU")
    turn.refresh_from_db()
    interruptions.interrupt_game(game=Game.objects.get(pk=game.pk), **room.get_author_and_time())
    waiting = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    interruptions.resume_game(game=Game.objects.get(pk=game.pk), **room.get_author_and_time())
    games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    drawn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert drawn is not None
    other = drawn
    with every_row() as row:
        for name, act, error in refusals:
            with row(name), pytest.raises(error):
                act()


def test_a_rectification_brings_the_big_screen_back_to_the_grid(room: Room) -> None:
    turn = draw(room, room.game(source=Source.HAND), "AEINRST", TurnState.ANNOUNCED)
    choose_scene(tournament=room.tournament, scene=Scene.RANKING, now=clock.now())
    correct(room, turn, "AEINRSU")
    assert get_scene(room.tournament.pk) is Scene.AUTO
