"""Rooms that play the games of an event by the services."""

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.people.room import Room
    from tournament.models import Game, Turn

PLAYERS, GAMES = 20, 2
TOP_SHARE, MEAN_RANK = 0.3, 12


def play_room(number: int, turns: int) -> "Room":
    """Play the games of the event in one room; the same seeds give the same games."""
    from benchmarks.people.room import make_room
    from tournament.core.states import Role

    room = make_room(f"Salle {number}", "juge", PLAYERS, Role.JUDGE, player=f"Salle {number} n°")
    for game_number in range(GAMES):
        play_game(room, f"partie {game_number}", turns, Random(100 * number + game_number))  # noqa: S311
    return room


def play_game(room: "Room", seed: str, turns: int, rng: Random) -> "Game":
    from benchmarks.people.judge import Desk
    from config.demo.event import prepare_short_game

    game = prepare_short_game(room.tournament, time_s=180, turns=turns, seed=seed, by=room.user)
    desk = Desk(game, room.user)
    desk.start()
    while (turn := desk.draw(open_bulletins_stay=True)) is not None:
        desk.solve(turn)
        desk.announce(turn)
        desk.open(turn)
        hand_in_all(turn, room, rng)
        close_and_reveal(desk, turn)
    return game


def hand_in_all(turn: "Turn", room: "Room", rng: Random) -> None:
    """Hand in bulletins that need no decision: a third find the top."""
    from benchmarks.people.answers import to_bulletin
    from benchmarks.people.room import hand_in
    from config.demo.writing import write_bulletin
    from tournament.queries.results.tops import list_moves

    moves = [
        move
        for move in list_moves(turn.solutions)
        if move.word.isupper() and (turn.number > 1 or move.ref[0].isalpha())
    ] or list_moves(turn.solutions)[:1]
    pairs = []
    for entry in room.entries:
        rank = 0 if rng.random() < TOP_SHARE else int(rng.expovariate(1 / MEAN_RANK))
        move = moves[min(rank, len(moves) - 1)]
        pairs.append((entry, to_bulletin(write_bulletin((move.word, move.ref, move.score)))))
    hand_in(turn, pairs)


def close_and_reveal(desk: Any, turn: "Turn") -> None:
    from arbitrage.services.correction import correct_turn
    from tournament.models import Turn
    from tournament.queries import clock
    from tournament.services.play.closing import close_turn

    Turn.objects.filter(pk=turn.pk).update(closes_at=turn.opened_at, collects_at=turn.opened_at)
    close_turn(turn_id=turn.pk, now=clock.now())
    correct_turn(turn_id=turn.pk, now=clock.now())
    desk.reveal(Turn.objects.select_related("game__tournament").get(pk=turn.pk))
