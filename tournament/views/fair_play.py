"""Nobody is helped at the table: what is being played gets no answer from any page.

A device that holds a table gets none about any position while the letters of its turn are known
and its bulletin can still change, and none at all during its match or its topping (classic 1.8).
About the letters of such a turn, or its grid, only the staff of its tournament gets one. Before
the announcement nobody knows the letters, and a refusal would tell them; after the end of the
turn, grace included, no answer changes a bulletin.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from engine.board.board import Board
from tournament.classic.models import Match, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.queries.own_matches import matches_in_play
from tournament.core.errors import NotAllowed
from tournament.core.likeness import near_grids, near_letters, same_letters
from tournament.core.states import GameState, TurnState
from tournament.models import Table, Tournament, Turn
from tournament.queries.access import AnyUser
from tournament.queries.position import position_before
from tournament.queries.spoilers import hidden_turns
from tournament.topping.core.topping_run import IN_PLAY_RUNS, RunState
from tournament.topping.models import ToppingRun
from tournament.topping.queries.topping import GameOfTopping
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


def _has_a_topping(table: Table) -> bool:
    own = ToppingRun.objects.filter(entry__table=table, state__in=sorted(IN_PLAY_RUNS))
    return own.exists()


def _has_a_match(table: Table) -> bool:
    at_it = Q(x__table=table) | Q(y__table=table)
    return matches_in_play().filter(at_it).exists()


#: What is played at a table: in a duplicate everybody has the same turn, else who sits there.
_AT_PLAY = (_has_a_turn, _has_a_topping, _has_a_match)


def table_in_play(request: HttpRequest) -> Table | None:
    """The table that this device holds, while something is in play there."""
    table = held_table(request)
    if table is None or not any(at_play(table) for at_play in _AT_PLAY):
        return None
    return table


def require_no_table_in_play(request: HttpRequest) -> None:
    """Raises NotAllowed for a device at a table in play, whoever is signed in on it."""
    table = table_in_play(request)
    if table is not None:
        raise NotAllowed("seated", number=table.number)


def require_no_match_at(request: HttpRequest, match: Match) -> None:
    """Raises NotAllowed for the office of a match that is played at this device's table: it says
    what a word is worth, and whether one that is challenged is admitted (1.8, 4.1.6, 5.2)."""
    table = held_table(request)
    if table is None or match.over_at is not None:
        return
    if any(entry is not None and entry.table_id == table.pk for entry in (match.x, match.y)):
        raise NotAllowed("own-match", number=table.number)


@dataclass(frozen=True, slots=True)
class _Position:
    """``rack``: None where nobody may know it, so that a refusal does not tell it either."""

    board: Callable[[], Board]
    rack: str | None = None


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


def _closed_to(user: AnyUser) -> Iterator[_Position]:
    """Positions in play in tournaments in which ``user`` has no role, and those of his own for
    which a judge who plays has not handed in."""
    own = Tournament.objects.none()
    if user.is_authenticated:
        own = Tournament.objects.filter(staff__user=user.pk)
    return chain.from_iterable(closed_but_to_staff(own) for closed_but_to_staff in _CLOSED)


def _of_turns(own: QuerySet[Tournament]) -> Iterator[_Position]:
    known = set(own.values_list("pk", flat=True))
    others = [turn for turn in turns_in_play() if turn.game.tournament_id not in known]
    for turn in others + hidden_turns(own):
        yield _Position(partial(_before, turn), turn.rack)


def _before(turn: Turn) -> Board:
    return position_before(turn).board


def _of_toppings(own: QuerySet[Tournament]) -> Iterator[_Position]:
    runs = ToppingRun.objects.filter(state=RunState.PLAYING, topping__tournament__isnull=False)
    others = runs.exclude(topping__tournament__in=own).select_related("topping")
    for topping, number in {(run.topping, run.turn) for run in others}:
        written = GameOfTopping(topping).at(number)
        yield _Position(partial(Board.from_rows, written.before), written.rack)


def _of_matches(own: QuerySet[Tournament]) -> Iterator[_Position]:
    """Their grid alone: each keeps his letters from the other."""
    others = matches_in_play().exclude(tournament__in=own)
    for game in MatchGame.objects.filter(match__in=others, over_at=None, seq__gt=0):
        yield _Position(partial(_grid, game))


def _grid(game: MatchGame) -> Board:
    return state_of(game).board


_CLOSED = (_of_turns, _of_toppings, _of_matches)
