"""Centres that play the same prepared game, and their archives."""

from collections.abc import Sequence
from datetime import timedelta

from arbitrage.event.core.definition import EventTerms
from arbitrage.event.models import Centre, CentreArchive, Event, EventGame
from arbitrage.event.services.arrivals import receive_file
from arbitrage.event.services.events import NewCentre, add_centres, create_event
from arbitrage.event.services.verification import perform
from arbitrage.services.correction import correct_turn
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.services.sanctioned_turns import hand_in
from tests.room import Room, make_room, ring, solve_now
from tests.tournament.services.prepared.prepared_game import create_prepared, start
from tournament.models import Game, Solutions, Turn
from tournament.queries import clock
from tournament.queries.results.tops import get_commitment, list_moves, load_choice
from tournament.queries.seal import compute_seal
from tournament.services.play import turns

#: Turns that are played; the sheet has no more.
TURNS = 2
#: Of the moves that the entries of the first centre hand in.
RANKS = (0, 5, 9, 20, 30, 40)

#: A room and the game that it has played.
type PlayedRoom = tuple[Room, Game]


def prepare_short_game(room: Room) -> Game:
    """Return a prepared game of ``TURNS`` turns, the same in every room."""
    game = create_prepared(room)
    assert game.script is not None
    game.script["turns"] = game.script["turns"][:TURNS]
    game.script["end"] = {"reason": "judge_decision", "article": "3.7"}
    game.save(update_fields=["script"])
    return game


def play_game(room: Room, game: Game, ranks: Sequence[int]) -> None:
    """Play it to the end of its sheet; in every turn each entry hands in the move of its rank."""
    start(room, game)
    while (turn := draw(room, game)) is not None:
        play_turn(room, turn, ranks)


def draw(room: Room, game: Game) -> Turn | None:
    return turns.draw_turn(game=game, open_bulletins_stay=True, **room.get_author_and_time())


def play_turn(room: Room, turn: Turn, ranks: Sequence[int]) -> None:
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    solutions = list_moves(Solutions.objects.get(turn=turn))
    # Only moves that need no decision: no joker, and no first word downwards.
    moves = [move for move in solutions if move.word.isupper() and move.ref[0].isalpha()]
    for entry, rank in zip(room.entries, ranks, strict=False):
        move = moves[min(rank, len(moves) - 1)]
        hand_in(turn, entry, move, move.score)
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    top = load_choice(turn).proposed_top
    assert top is not None
    turns.reveal_turn(turn=turn, word=top.word, ref=str(top.place), **room.get_author_and_time())


def play_centre(ranks: Sequence[int], name: str = "") -> PlayedRoom:
    """Return a room that has played the game, whose tournament is called ``name``."""
    room = make_room()
    if name:
        room.tournament.name = name
        room.tournament.save(update_fields=["name"])
    game = prepare_short_game(room)
    play_game(room, game, ranks)
    game.refresh_from_db()
    return room, game


def make_event(room: Room, game: Game, *names: str, terms: EventTerms | None = None) -> Event:
    """Create an event of the game, and its centres, as if it had been sealed yesterday."""
    now = clock.now()
    event = create_event(
        organisation=room.tournament.organisation,
        name="Simultané d’essai",
        source=room.tournament,
        opens_at=now - timedelta(days=1),
        ends_at=now + timedelta(hours=5),
        terms=terms or EventTerms(),
        by=room.user,
        now=now,
    )
    EventGame.objects.create(
        event=event,
        number=1,
        format=game.format,
        time_s=game.time_s,
        warn_s=game.warn_s,
        commitment=get_commitment(game) or "",
        seal=compute_seal(game) or "",
        opens_at=event.opens_at,
        ciphertext=b"-",
    )
    centres = [NewCentre(name, "France", "Europe/Paris") for name in names]
    add_centres(event=event, centres=centres, by=room.user, now=now)
    return event


def receive(event: Event, centre: str, content: bytes, name: str = "envoi.zip") -> CentreArchive:
    """Receive the archive from the centre called ``centre``, and verify it."""
    arrived = receive_file(
        event=event,
        content=content,
        file_name=name,
        centre=Centre.objects.get(event=event, name=centre),
        by=None,
        now=clock.now(),
    )
    perform(archive=arrived.archive, clock=clock.now)
    arrived.archive.refresh_from_db()
    return arrived.archive


def archive(room: Room) -> bytes:
    return archive_now(room.tournament)
