"""Rooms of an event: its rehearsal, and a game on paper."""

from typing import Any

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.event.models import ImportedEvent
from arbitrage.services.correction import correct_turn
from engine.search.moves import Move
from tests.arbitrage.event.centres import draw, play_turn
from tests.bulletins import enter_paper
from tests.room import Room, ring, solve_now
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium
from tournament.models import Game, Solutions, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves, load_choice
from tournament.services.people.registration import register_entries
from tournament.services.play import turns
from tournament.services.play.games import annul_game, start_game
from tournament.services.play.participation import change_plays_on


def find_room(user: Any, tournament: Tournament, *players: list[str]) -> Room:
    """Register the players, several of an entry; ``user`` has all roles."""
    entries = register_entries(
        tournament=tournament,
        entries=[[PlayerData(last_name=name) for name in names] for names in players],
        by=user,
        now=clock.now(),
    )
    return Room(tournament, user, entries)


def rehearse(imported: ImportedEvent, user: Any) -> None:
    """Play a turn of the rehearsal, and annul it."""
    rehearsal = imported.rehearsal
    assert rehearsal is not None
    room = find_room(user, rehearsal, ["Essai"])
    game = start_game(game=rehearsal.games.get(), **room.get_author_and_time())
    turn = draw(room, game)
    assert turn is not None
    play_turn(room, turn, (0,))
    annul_game(game=game, **room.get_author_and_time())


def open_turn(room: Room, game: Game) -> Turn | None:
    turn = draw(room, game)
    if turn is not None:
        solve_now(turn)
        turns.announce_turn(turn=turn, **room.get_author_and_time())
        turns.open_turn(turn=turn, **room.get_author_and_time())
    return turn


def close_and_reveal(room: Room, turn: Turn) -> None:
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    top = load_choice(turn).proposed_top
    assert top is not None
    author_and_time = room.get_author_and_time()
    turns.reveal_turn(turn=turn, word=top.word, ref=str(top.place), **author_and_time)


def find_moves(turn: Turn) -> list[Move]:
    """Return moves that need no decision: no joker, and no first word downwards."""
    moves = list_moves(Solutions.objects.get(turn=turn))
    return [move for move in moves if move.word.isupper() and move.ref[0].isalpha()]


def play_on_paper(room: Room, game: Game) -> None:
    """The first pair finds every top, the second writes the least."""
    change_plays_on(
        tournament=room.tournament,
        entries=[entry.pk for entry in room.entries],
        plays_on=PlayMedium.PAPER,
        **room.get_author_and_time(),
    )
    game = start_game(game=game, **room.get_author_and_time())
    while (turn := open_turn(room, game)) is not None:
        ring(turn)
        moves = find_moves(turn)
        for entry, move in zip(room.entries, (moves[0], moves[-1]), strict=True):
            bulletin = Bulletin(Sheet.from_text(move.word), move.ref, str(move.score))
            number, author_and_time = entry.table.number, room.get_author_and_time()
            enter_paper(turn=turn, number=number, bulletin=bulletin, **author_and_time)
        close_and_reveal(room, turn)
