"""The bulletins of one turn as one arbiter sees them: which turn, whose, which page."""

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from arbitrage.models import Origin
from arbitrage.queries.gestures import Gesture, last_gesture
from arbitrage.queries.listing import BulletinRow, lines_for, list_for, row_for, rows_for
from arbitrage.queries.paging import ListLine, ListPage, Look, page_of
from arbitrage.queries.received import COLLECTED
from tournament.core.states import TurnState
from tournament.models import Game, Table, Tournament, Turn
from tournament.protocol import Audience
from tournament.protocol.view import current_game
from tournament.queries.position import position_before
from tournament.views.staff import signed_in, whole_number


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
    look: Look

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0

    @property
    def collected(self) -> bool:
        """Until the bell nobody sees what is on a bulletin."""
        return self.turn is not None and self.turn.state in COLLECTED

    @property
    def whose(self) -> User | None:
        """The arbiter of the tables in the list; None for all tables."""
        return None if self.everybody else self.user

    @cached_property
    def lines(self) -> list[ListLine]:
        if self.turn is None or not self.collected:
            return []
        return lines_for(turn=self.turn, user=self.whose)

    @cached_property
    def page(self) -> ListPage:
        return page_of(self.lines, self.look)

    @cached_property
    def rows(self) -> list[BulletinRow]:
        """The bulletins of the page."""
        if self.turn is None or not self.lines:
            return []
        return rows_for(turn=self.turn, entries=[line.entry for line in self.page.lines])

    @cached_property
    def all_rows(self) -> list[BulletinRow]:
        """The bulletins of every page, as they are printed: by table unless sorted otherwise."""
        if self.turn is None or not self.collected:
            return []
        return list_for(
            turn=self.turn, user=self.whose, look=replace(self.look, sort=self.look.sort or "table")
        )

    @cached_property
    def waiting(self) -> int:
        """Bulletins of the list on which somebody still has to decide."""
        return sum(line.open for line in self.lines)

    @property
    def unconfirmed_missing(self) -> int:
        """Tables without a bulletin whose zero nobody has confirmed."""
        return sum(line.unconfirmed == Origin.NOTHING for line in self.lines)

    @property
    def unconfirmed_late(self) -> int:
        return sum(line.unconfirmed == Origin.LATE for line in self.lines)

    @property
    def waiting_elsewhere(self) -> int:
        """Those of them that are not on the page."""
        return self.waiting - sum(line.open for line in self.page.lines)

    @cached_property
    def gesture(self) -> Gesture | None:
        """His last decision on the turn, if he can still take it back."""
        if self.turn is None or not self.collected:
            return None
        return last_gesture(self.turn, self.user)

    def row_of(self, entry_id: int) -> BulletinRow:
        """Raises Http404 when the bulletin is not in the list."""
        row = None
        if self.turn is not None and self.collected:
            row = row_for(turn=self.turn, entry_id=entry_id, user=self.whose)
        if row is None:
            raise Http404
        return row

    @cached_property
    def scope(self) -> dict[str, str | int]:
        """In an address: whose tables."""
        return {"all": 1} if self.everybody and self.has_tables else {}

    @cached_property
    def place(self) -> dict[str, str | int]:
        """In an address: which bulletins."""
        if self.game is None or self.turn is None:
            return self.scope
        return {"game": self.game.number, "turn": self.turn.ordinal, **self.scope}

    @cached_property
    def view(self) -> dict[str, str | int]:
        """In an address: which of them are looked for, and in which order."""
        asked: dict[str, str | int] = {"sort": self.look.sort, "q": self.look.search}
        return self.place | {name: value for name, value in asked.items() if value}

    @property
    def query(self) -> str:
        """All that the page before him was asked with."""
        past = {} if self.page.last is None else {"past": self.page.last}
        return "?" + urlencode(self.view | {"page": self.page.number} | past)

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
        return position_before(self.turn).board.rows()

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
        look=Look.of(request.GET.dict()),
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
