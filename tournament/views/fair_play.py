"""Nobody is helped at the table: what is being played gets no answer from any page.

A device that holds a table gets none about any position while the letters of its turn are known
and its bulletin can still change, and none at all during its match or its topping (classic 1.8).
About the letters of such a turn, or its grid, only the staff of its tournament gets one. Before
the announcement nobody knows the letters, and a refusal would tell them; after the end of the
turn, grace included, no answer changes a bulletin.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from engine.board.board import Board
from tournament import ports
from tournament.core.errors import NotAllowed
from tournament.core.people.position_similarity import near_grids, near_letters, same_letters
from tournament.core.states import GameState, TurnState
from tournament.models import Table, Tournament, Turn
from tournament.ports import ClosedPosition
from tournament.queries.access import AnyUser
from tournament.queries.position import position_before
from tournament.queries.spoilers import hidden_turns
from tournament.views.device import held_table

#: Letters are known, and bulletins can change.
IN_PLAY = frozenset({TurnState.ANNOUNCED, TurnState.OPEN})


def turns_in_play() -> list[Turn]:
    """Of every game that is going on, interrupted ones included."""
    going_on = [GameState.RUNNING, GameState.INTERRUPTED]
    turns = Turn.objects.filter(state__in=list(IN_PLAY), game__state__in=going_on)
    return list(turns.select_related("game__tournament"))


def _has_a_turn(table: Table) -> bool:
    return any(turn.game.tournament_id == table.tournament_id for turn in turns_in_play())


def table_in_play(request: HttpRequest) -> Table | None:
    """The table that this device holds, while something is in play there."""
    table = held_table(request)
    if table is None:
        return None
    in_play = _has_a_turn(table) or any(is_played_at(table) for is_played_at in ports.table_in_play)
    return table if in_play else None


def require_no_table_in_play(request: HttpRequest) -> None:
    """Raises NotAllowed for a device at a table in play, whoever is signed in on it."""
    table = table_in_play(request)
    if table is not None:
        raise NotAllowed("seated", number=table.number)


def require_not_in_play(user: AnyUser, board: Board, rack: str) -> None:
    """Raises NotAllowed for a position like one in play, unless ``user`` is of its staff."""
    for one in _closed_to(user):
        if one.rack is not None and near_letters(rack, one.rack):
            raise NotAllowed("in-play")
        if near_grids(board, one.board()):
            raise NotAllowed("in-play")


def require_letters_not_in_play(user: User, racks: Iterable[str]) -> None:
    """For many positions at once, as those of a whole game: the same letters only, since among
    twenty racks one is soon much like another. Raises NotAllowed."""
    others = [one.rack for one in _closed_to(user) if one.rack is not None]
    if others and any(same_letters(rack, letters) for rack in racks for letters in others):
        raise NotAllowed("in-play")


def _closed_to(user: AnyUser) -> Iterator[ClosedPosition]:
    """Positions in play in tournaments in which ``user`` has no role, and those of his own for
    which a judge who plays has not handed in."""
    own = Tournament.objects.none()
    if user.is_authenticated:
        own = Tournament.objects.filter(staff__user=user.pk)
    yield from _of_turns(own)
    for list_positions in ports.list_positions:
        yield from list_positions(own)


def _of_turns(own: QuerySet[Tournament]) -> Iterator[ClosedPosition]:
    known = set(own.values_list("pk", flat=True))
    others = [turn for turn in turns_in_play() if turn.game.tournament_id not in known]
    for turn in others + hidden_turns(own):
        yield ClosedPosition(partial(_before, turn), turn.rack)


def _before(turn: Turn) -> Board:
    return position_before(turn).board
