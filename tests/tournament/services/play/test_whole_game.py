"""A whole game by the services, and the proof of its draws."""

from tests.room import Room, ring, solve_now
from tournament.core.states import GameState
from tournament.protocol import Audience, parts
from tournament.queries.results.proof import build_proof
from tournament.queries.results.tops import load_choice
from tournament.services.play import turns


def test_a_whole_game_follows_the_rules_and_is_proved(room: Room) -> None:
    game = room.game()
    for _ in range(60):
        if (
            turns.draw_turn(game=game, open_bulletins_stay=True, **room.get_author_and_time())
            is None
        ):
            break
        turn = game.turns.latest("ordinal")
        solve_now(turn)
        move = load_choice(turn).proposed_top
        if move is None:
            turns.cancel_turn(turn=turn, reason="aucune solution", **room.get_author_and_time())
            continue
        turns.announce_turn(turn=turn, **room.get_author_and_time())
        turns.open_turn(turn=turn, **room.get_author_and_time())
        ring(turn)
        turns.reveal_turn(
            turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time()
        )
    game.refresh_from_db()
    assert (game.state, game.end_article[:3]) == (GameState.FINISHED, "3.7")
    assert game.end_reason
    shown = parts.build_snapshot(room.tournament.pk, Audience.PUBLIC).state
    assert shown is not None
    assert shown.game is not None
    assert shown.game.seed == game.seed
    proof = build_proof(game)
    assert proof.is_valid
    assert proof.commitment == shown.game.commitment
    game.seed = "00" * 32  # not the one committed to
    assert not build_proof(game).is_valid
