"""Sealed games: the live game that replays them, its proof, what each audience receives."""

import msgspec

from engine.board.formats import FORMATS
from engine.record.game_sheet import format_sheet, read_sheet
from engine.record.sheet_record import build_sheet_lines, convert_sheet
from tests.arbitrage.event.centres import prepare_short_game
from tests.room import Listener, Room, ring, script_of, solve_now
from tests.tournament.services.prepared.prepared_game import (
    create_prepared,
    play_turn,
    start,
)
from tournament.core.states import GameState, Source
from tournament.models import Game, Journal
from tournament.protocol import Audience, encode, parts
from tournament.queries.results.proof import build_proof
from tournament.queries.results.tops import load_choice
from tournament.queries.seal import compute_seal, format_game_sheet, is_sealed
from tournament.services import preparation
from tournament.services.play import turns
from tournament.services.play.games import finish_game

# --- the live game ---------------------------------------------------------------------


def test_the_live_game_is_the_prepared_one_to_its_end(room: Room) -> None:
    game = start(room, prepare_short_game(room))
    while play_turn(room, game):
        pass
    game.refresh_from_db()
    script = script_of(game)
    assert game.state == GameState.FINISHED
    assert (game.end_reason, game.end_article) == (
        script["end"]["reason"],
        script["end"]["article"],
    )
    played = [(turn.kept, turn.drawn, turn.word, turn.ref, turn.score) for turn in game.turns.all()]
    assert played == [
        (turn["kept"], turn["drawn"], turn["word"], turn["ref"], turn["score"])
        for turn in script["turns"]
    ]
    proof = build_proof(game)
    assert proof.is_valid
    assert proof.is_seal_valid
    assert proof.derived_count == sum(len(turn["attempts"]) for turn in script["turns"])


def test_the_judge_may_only_retain_the_word_of_the_sheet(room: Room) -> None:
    game = start(room, create_prepared(room))
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    choice = load_choice(turn)
    assert [(move.word, str(move.place)) for move in choice.allowed_tops] == [
        (script_of(game)["turns"][0]["word"], script_of(game)["turns"][0]["ref"])
    ]


def test_letters_after_a_cancelled_turn_come_from_the_seed(room: Room) -> None:
    game = start(room, create_prepared(room))
    first = play_turn(room, game)
    assert first is not None
    second = turns.draw_turn(game=game, **room.get_author_and_time())
    assert second is not None
    turns.cancel_turn(turn=second, reason="essai", **room.get_author_and_time())
    third = turns.draw_turn(game=game, **room.get_author_and_time())
    assert third is not None
    assert sorted(third.rack) != sorted(second.rack)
    assert (third.number, third.ordinal) == (2, 3)
    proof = build_proof(game)
    assert proof.is_valid
    assert proof.derived_count >= 3


def test_a_joker_game_drawn_live_follows_the_prepared_one(room: Room) -> None:
    """Live draws and preparation follow the same rules."""
    script = script_of(create_prepared(room, "joker"))
    game = room.game(fmt="joker")
    Game.objects.filter(pk=game.pk).update(seed=Game.objects.get(number=1).seed)
    game.refresh_from_db()
    for expected in script["turns"][:3]:
        turn = turns.draw_turn(game=game, **room.get_author_and_time())
        assert turn is not None
        assert (turn.kept, turn.drawn) == (expected["kept"], expected["drawn"])
        solve_now(turn)
        turns.announce_turn(turn=turn, **room.get_author_and_time())
        turns.open_turn(turn=turn, **room.get_author_and_time())
        ring(turn)
        turns.reveal_turn(
            turn=turn, word=expected["word"], ref=expected["ref"], **room.get_author_and_time()
        )


def test_letters_by_hand_in_a_joker_game_need_no_joker(room: Room) -> None:
    game = room.game(fmt="joker", source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="AEINRT", **room.get_author_and_time())
    assert turn is not None
    assert turn.drawn == "?AEINRT"


# --- the seal --------------------------------------------------------------------------


def list_secrets(game: Game) -> list[str]:
    """List the letters and words of every turn, which are secret before it."""
    texts = []
    for turn in script_of(game)["turns"]:
        texts += [f'"{turn["drawn"]}"', f'"{turn["word"]}"']
    return [secret for secret in texts if len(secret) > 4]


def test_no_audience_receives_a_sealed_game(room: Room, listener: Listener) -> None:
    game = start(room, create_prepared(room))
    messages = [
        encode(parts.build_snapshot(room.tournament.pk, audience, entry)).decode()
        for audience, entry in (
            (Audience.PUBLIC, None),
            (Audience.ENTRY, room.entries[0].pk),
            (Audience.ARBITERS, None),
            (Audience.JUDGE, None),
        )
    ]
    messages.append(msgspec.json.encode([client.held for client in listener.clients]).decode())
    for text in messages:
        assert game.seed not in text
        assert not [secret for secret in list_secrets(game) if secret in text]
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    later = [secret for secret in list_secrets(game) if turn.drawn not in secret]
    for client in listener.clients:
        text = msgspec.json.encode(client.held).decode()
        assert not [secret for secret in later if secret in text]


def test_the_journal_holds_commitments_only_until_letters_are_drawn(room: Room) -> None:
    game = start(room, create_prepared(room))
    rows = msgspec.json.encode([row.data for row in game.journal.all()]).decode()
    assert game.seed not in rows
    assert not [secret for secret in list_secrets(game) if secret in rows]
    assert str(compute_seal(game)) in rows


def test_opening_the_seal_is_journaled_without_news(room: Room, listener: Listener) -> None:
    game = start(room, create_prepared(room))
    before = len(listener.kinds)
    preparation.open_seal(game=game, **room.get_author_and_time())
    row = Journal.objects.get(game=game, kind="unsealed")
    assert (row.by, row.data) == (room.user, {"state": "running"})
    assert len(listener.kinds) == before


def test_a_script_changed_after_the_seal_is_found_out(room: Room) -> None:
    game = start(room, create_prepared(room))
    assert build_proof(game).is_seal_valid
    script_of(game)["turns"][4]["word"] = "TRICHE"
    game.save(update_fields=["script"])
    proof = build_proof(game)
    assert not proof.is_seal_valid
    assert not proof.is_valid


def test_a_game_is_sealed_until_it_is_over(room: Room) -> None:
    game = start(room, create_prepared(room))
    assert is_sealed(game)
    finish_game(
        game=game, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    assert not is_sealed(game)
    live = room.game()
    assert not is_sealed(live)
    assert compute_seal(live) is None


def test_the_sheet_reads_back_to_the_game(room: Room) -> None:
    game = create_prepared(room)
    record = convert_sheet(read_sheet(format_game_sheet(game)), FORMATS[game.format])
    assert record.script is not None
    assert format_sheet(build_sheet_lines(record.script)) == format_game_sheet(game)
