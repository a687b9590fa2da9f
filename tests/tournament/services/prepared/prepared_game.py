"""Games prepared for tests, and turns of them played."""

from typing import Any
from unittest.mock import patch

from engine.record import prepare
from engine.record.prepare import PreparedGame, play_game
from engine.record.wishes import WishRange
from tests.room import Room, ring, solve_now
from tournament.models import Game, GamePreparation, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services import preparation
from tournament.services.play import turns
from tournament.services.play.games import prepare_game, start_game

SETTINGS = {"fmt": "normal", "time_s": 180, "warn_s": 30}
#: Games that were played in this process: most searches of the tests play the same.
_played: dict[tuple[object, ...], PreparedGame] = {}


def play_once(**terms: Any) -> PreparedGame:
    lists = (terms["lexicon"], terms["vocabulary"])
    checksums = tuple(words.checksum if words is not None else "" for words in lists)
    key = (terms["fmt"], terms["seed"], terms["edition"].key, *checksums)
    if key not in _played:
        _played[key] = play_game(**terms)
    return _played[key]


def search(
    room: Room, *wishes: WishRange, fmt: str = "normal", programs: int = 1, **options: Any
) -> GamePreparation:
    job = preparation.create_preparation(
        tournament=room.tournament,
        settings=SETTINGS | {"fmt": fmt},
        wishes=wishes,
        seed=options.pop("seed", "essai"),
        **options,
        **room.get_author_and_time(),
    )
    with patch.object(prepare, "play_game", play_once):
        preparation.run_search(job=job, clock=clock.now, programs=programs)
    job.refresh_from_db()
    return job


def create_prepared(room: Room, fmt: str = "normal") -> Game:
    game = search(room, fmt=fmt).game
    assert game is not None
    return game


def start(room: Room, game: Game) -> Game:
    prepare_game(game=game, **room.get_author_and_time())
    return start_game(game=game, **room.get_author_and_time())


def play_turn(room: Room, game: Game) -> Turn | None:
    turn = turns.draw_turn(game=game, open_bulletins_stay=True, **room.get_author_and_time())
    if turn is None:
        return None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)
    move = load_choice(turn).proposed_top
    assert move is not None
    turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time())
    return turn
