"""A *mort subite* for tests: played turn by turn, with the scores given for each table."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tests.room import ring, solve_now
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.states import GameKind
from tournament.models import Entry, Game, Tournament, Turn
from tournament.queries import clock
from tournament.queries.mort_subite import list_survivors
from tournament.queries.results.tops import load_choice
from tournament.services.play import turns
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.play.scoreboard import ScoreLine, post_scores


class Room(Protocol):
    """The room of ``tests.room``, or a hall with browsers."""

    tournament: Tournament

    def get_author_and_time(self) -> dict[str, Any]: ...


def begin(
    room: Room, entries: Sequence[Entry] = (), scope: PlayOffScope | None = None, **settings: Any
) -> Game:
    """Return a running game of ``entries``, or of all."""
    game = create_game(
        tournament=room.tournament,
        kind=GameKind.MORT_SUBITE,
        entries=[entry.pk for entry in entries],
        scope=scope,
        **settings,
        **room.get_author_and_time(),
    )
    game.seed = f"{5:064x}"
    game.save(update_fields=["seed"])
    prepare_game(game=game, **room.get_author_and_time())
    return start_game(game=game, **room.get_author_and_time())


def open_next(room: Room, game: Game) -> Turn:
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    return turns.open_turn(turn=turn, **room.get_author_and_time())


def post_points(turn: Turn, points: Mapping[Entry, int], warned: Sequence[Entry] = ()) -> None:
    lines = [
        ScoreLine(entry.pk, scored, scored, "none", warnings=int(entry in warned))
        for entry, scored in points.items()
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())


def reveal(room: Room, turn: Turn) -> Turn:
    move = load_choice(turn).proposed_top
    assert move is not None
    return turns.reveal_turn(
        turn=turn, word=move.word, ref=str(move.place), **room.get_author_and_time()
    )


def play(room: Room, game: Game, points: Mapping[Entry, int], warned: Sequence[Entry] = ()) -> Turn:
    """Play a whole turn, in which the tables score ``points``."""
    turn = open_next(room, game)
    ring(turn)
    post_points(turn, points, warned)
    return reveal(room, turn)


def list_survivor_names(game: Game) -> list[str]:
    """Return the sorted names of the survivors."""
    survivors = Entry.objects.in_bulk(list_survivors(game))
    return sorted(entry.name for entry in survivors.values())
