"""Fair play: no page may give solutions for a position in play.

A device at a table gets no answer about any position from the announcement of the letters until its
bulletin is final, and none at all during its match or topping (classic 1.8). About the letters or
the board of such a turn only the staff of its tournament gets an answer. Before the announcement
the letters are secret, and a refusal would reveal them; after the turn, grace included, no answer
can change a bulletin.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from engine.board.board import Board
from tournament import ports
from tournament.core.errors import NotAllowed
from tournament.core.people.position_similarity import (
    has_same_letters,
    has_similar_grid,
    has_similar_letters,
)
from tournament.core.states import UNDER_WAY_GAME_STATES, TurnState
from tournament.models import Game, Table, Tournament, Turn
from tournament.ports import PositionInPlay
from tournament.queries.access import AnyUser
from tournament.queries.position import load_position_before
from tournament.queries.spoilers import list_hidden_turns
from tournament.views.device import get_remembered_table

#: States in which the letters are public and bulletins can change.
TURN_STATES_IN_PLAY = frozenset({TurnState.ANNOUNCED, TurnState.OPEN})


def list_turns_in_play() -> list[Turn]:
    """List the turns in play of all running or interrupted games."""
    turns = Turn.objects.filter(
        state__in=list(TURN_STATES_IN_PLAY), game__state__in=UNDER_WAY_GAME_STATES
    )
    return list(turns.select_related("game__tournament"))


def _has_turn_in_play(table: Table) -> bool:
    return any(turn.game.tournament_id == table.tournament_id for turn in list_turns_in_play())


def find_table_in_play(request: HttpRequest) -> Table | None:
    """Return the table of this device while something is in play there."""
    table = get_remembered_table(request)
    if table is None:
        return None
    in_play = _has_turn_in_play(table) or any(
        is_played_at(table) for is_played_at in ports.is_table_in_play
    )
    return table if in_play else None


def require_no_table_in_game(request: HttpRequest) -> None:
    """Raise NotAllowed for a device at a table of a tournament while a game runs there, between its
    turns too, or while something else is in play at the table."""
    table = get_remembered_table(request)
    if table is None:
        return
    is_running = Game.objects.filter(
        tournament=table.tournament_id, state__in=UNDER_WAY_GAME_STATES
    ).exists()
    if is_running or any(is_played_at(table) for is_played_at in ports.is_table_in_play):
        raise NotAllowed("practice-seated", number=table.number)


def require_no_table_in_play(request: HttpRequest) -> None:
    """Raise NotAllowed for a device at a table in play, whatever account is signed in."""
    table = find_table_in_play(request)
    if table is not None:
        raise NotAllowed("seated", number=table.number)


def require_not_in_play(user: AnyUser, board: Board, rack: str) -> None:
    """Raise NotAllowed for a position like one in play, unless ``user`` is of its staff."""
    for position in _list_positions_in_play(user):
        if position.rack is not None and has_similar_letters(rack, position.rack):
            raise NotAllowed("in-play")
        if has_similar_grid(board, position.load_board()):
            raise NotAllowed("in-play")


def require_letters_not_in_play(user: User, racks: Iterable[str]) -> None:
    """Raise NotAllowed if one of ``racks`` has exactly the letters of a turn in play.

    For the racks of a whole game: among twenty racks some are always similar to one in play.
    """
    racks_in_play = [
        position.rack for position in _list_positions_in_play(user) if position.rack is not None
    ]
    if racks_in_play and any(
        has_same_letters(rack, letters) for rack in racks for letters in racks_in_play
    ):
        raise NotAllowed("in-play")


def _list_positions_in_play(user: AnyUser) -> Iterator[PositionInPlay]:
    """Yield positions in play in tournaments in which ``user`` has no role, and those of a judge
    who plays and has not handed in yet."""
    own_tournaments = Tournament.objects.none()
    if user.is_authenticated:
        own_tournaments = Tournament.objects.filter(staff__user=user.pk)
    yield from _list_positions_of_turns(own_tournaments)
    for list_positions in ports.list_positions:
        yield from list_positions(own_tournaments)


def _list_positions_of_turns(own_tournaments: QuerySet[Tournament]) -> Iterator[PositionInPlay]:
    own_ids = set(own_tournaments.values_list("pk", flat=True))
    other_turns = [turn for turn in list_turns_in_play() if turn.game.tournament_id not in own_ids]
    for turn in other_turns + list_hidden_turns(own_tournaments):
        yield PositionInPlay(partial(_load_board_before, turn), turn.rack)


def _load_board_before(turn: Turn) -> Board:
    return load_position_before(turn).board
