"""The arbiter's list: which turn, whose bulletins, and the page that follows the room."""

from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arbitrage.queries import Row, list_for, row_for
from arbitrage.services.correction import COLLECTED
from tournament.core.states import Role, TurnState
from tournament.live.protocol import Audience
from tournament.live.tokens import Ticket, make_token
from tournament.live.view import current_game
from tournament.models import Game, Table, Tournament, Turn
from tournament.queries.position import board_before
from tournament.views.staff import for_roles, signed_in, whole_number

#: Who corrects. The judge looks at his own desk; both roles can be given to one account.
ARBITERS = (Role.ARBITER, Role.DOUBLE_ARBITER)


@dataclass
class Sheaf:
    """The bulletins of one turn as one arbiter sees them; rows are read when asked for.

    ``everybody`` is whether the tables of the other arbiters are in it.
    """

    tournament: Tournament
    game: Game | None
    turn: Turn | None
    user: User
    has_tables: bool
    everybody: bool

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0

    @property
    def collected(self) -> bool:
        """Until the bell nobody sees what is on a bulletin."""
        return self.turn is not None and self.turn.state in COLLECTED

    @cached_property
    def rows(self) -> list[Row]:
        if self.turn is None or not self.collected:
            return []
        return list_for(turn=self.turn, user=None if self.everybody else self.user)

    @property
    def waiting(self) -> int:
        """Bulletins of the list on which somebody still has to decide."""
        return sum(row.open for row in self.rows)

    def row_of(self, entry_id: int) -> Row:
        """Raises Http404 when the bulletin is not in the list."""
        row = None
        if self.turn is not None and self.collected:
            user = None if self.everybody else self.user
            row = row_for(turn=self.turn, entry_id=entry_id, user=user)
        if row is None:
            raise Http404
        return row

    @cached_property
    def turns(self) -> list[Turn]:
        """Turns that can be looked at, the last one first."""
        if self.game is None:
            return []
        shown = self.game.turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
        return list(shown.order_by("-ordinal"))

    @property
    def elsewhere(self) -> Game | None:
        """The game of the room, when another one is looked at."""
        room = current_game(self.tournament.pk)
        return room if room != self.game else None

    @property
    def newer(self) -> Turn | None:
        """A turn collected after the one looked at."""
        for turn in self.turns:
            if turn.state in COLLECTED and self.turn and turn.ordinal > self.turn.ordinal:
                return turn
        return None

    @property
    def under_way(self) -> Turn | None:
        """The turn whose bulletins are still being written."""
        writing = {TurnState.ANNOUNCED, TurnState.OPEN}
        return next((turn for turn in self.turns if turn.state in writing), None)

    @property
    def board(self) -> list[str]:
        """The grid on which the turn is played."""
        assert self.turn is not None
        return board_before(self.turn).rows()

    @property
    def best(self) -> int | None:
        """Score of the top, known once the solutions are."""
        solutions = getattr(self.turn, "solutions", None)
        return solutions.moves[0][2] if solutions and solutions.moves else None


def sheaf_of(
    request: HttpRequest,
    tournament: Tournament,
    number: int | None = None,
    ordinal: int | None = None,
) -> Sheaf:
    """``number`` (or ``?game=``) and ``ordinal`` (or ``?turn=``, counting all turns drawn) say
    which bulletins; the last ones collected by default.

    Raises Http404 for a game or turn that does not exist.
    """
    user = signed_in(request)
    game = _game(tournament, request.GET.get("game", "") if number is None else str(number))
    asked = request.GET.get("turn", "") if ordinal is None else str(ordinal)
    has_tables = Table.objects.filter(tournament=tournament, arbiter=user).exists()
    return Sheaf(
        tournament=tournament,
        game=game,
        turn=_turn(game, asked),
        user=user,
        has_tables=has_tables,
        everybody=not has_tables or request.GET.get("all") == "1",
    )


def _game(tournament: Tournament, asked: str) -> Game | None:
    """The game asked for; else that of the room, or the one before while it has no turn yet."""
    if (number := whole_number(asked)) is not None:
        return get_object_or_404(tournament.games, number=number)
    room = current_game(tournament.pk)
    if room is None or room.turns.exists():
        return room
    played = tournament.games.filter(turns__isnull=False)
    return played.order_by("-number").first() or room


def _turn(game: Game | None, asked: str) -> Turn | None:
    if game is None:
        return None
    turns = game.turns.select_related("solutions", "game__tournament").order_by("-ordinal")
    if (ordinal := whole_number(asked)) is not None:
        return get_object_or_404(turns, ordinal=ordinal)
    return turns.filter(state__in=list(COLLECTED)).first()


@require_safe
@for_roles(*ARBITERS)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "sheaf": sheaf_of(request, tournament),
        "token": _token(request, tournament),
    }
    return render(request, "arbitrage/page.html", context)


@require_safe
@for_roles(*ARBITERS)
def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that is fetched again when something was corrected or decided."""
    context = {"tournament": tournament, "sheaf": sheaf_of(request, tournament)}
    return render(request, "arbitrage/list.html", context)


@require_safe
@for_roles(*ARBITERS)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A fresh token for the live socket."""
    return JsonResponse({"token": _token(request, tournament)})


def _token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=signed_in(request).pk))
