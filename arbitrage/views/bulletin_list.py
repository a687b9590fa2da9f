"""The bulletins of one turn as a page shows them to one arbiter, and how its addresses say so."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from arbitrage.queries.bulletin_list import BulletinList
from arbitrage.queries.lines import ListLine
from arbitrage.queries.listing import BulletinRow
from arbitrage.queries.paging import FILTERS, VIEWS, ListPage, Look, page_of
from arbitrage.queries.solutions import tops_of
from arbitrage.queries.turns import TurnsOfGame
from arbitrage.queries.unsettled import LeftOpen, left_by_turn
from arbitrage.views.requested_turn import chosen_game, chosen_turn
from engine.search.moves import Move
from tournament.core.errors import WrongState
from tournament.models import Game, Table, Tournament, Turn
from tournament.protocol import Audience
from tournament.queries.position import position_before
from tournament.views.staff import signed_in


@dataclass(frozen=True)
class InFocus:
    """What stands beside the list about the bulletin in focus; ``same`` has all the tables of the
    list with its answer."""

    row: BulletinRow
    same: ListLine


@dataclass
class BulletinsShown:
    """What is listed (``listing``), how it is looked at (``look``), and the turns beside it."""

    tournament: Tournament
    game: Game | None
    turn: Turn | None
    look: Look
    listing: BulletinList

    @cached_property
    def turns(self) -> TurnsOfGame:
        return TurnsOfGame(self.tournament, self.game, self.turn)

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0

    @cached_property
    def page(self) -> ListPage:
        return page_of(self.listing.lines, self.look)

    @cached_property
    def rows(self) -> list[tuple[ListLine, BulletinRow]]:
        return self.listing.rows_of(self.page)

    @cached_property
    def rows_to_print(self) -> list[BulletinRow]:
        return self.listing.rows_to_print(self.look)

    @property
    def by_answer(self) -> bool:
        return self.look.by == "answer"

    @cached_property
    def in_focus(self) -> InFocus | None:
        """The bulletin in focus, else the first one."""
        rows = {row.entry.pk: row for _, row in self.rows}
        row = rows.get(self.look.at or 0) or next(iter(rows.values()), None)
        return self.focus_on(row) if row else None

    def find_row(self, entry_id: int) -> BulletinRow:
        """Raises Http404 when the bulletin is not in the list."""
        row = self.listing.find_row(entry_id)
        if row is None:
            raise Http404
        return row

    def find_row_to_decide(self, entry_id: int) -> BulletinRow:
        """Raises as ``find_row``, and WrongState while it waits for the arbiter's second look."""
        row = self.find_row(entry_id)
        if row.veiled:
            raise WrongState("second-look-first", number=row.table)
        return row

    def focus_on(self, row: BulletinRow) -> InFocus:
        return InFocus(row, self.listing.equals_of(row))

    @cached_property
    def filters(self) -> list[tuple[str, int]]:
        """Name of each filter, and how many bulletins answer it."""
        lines = self.listing.lines
        return [(name, sum(map(answers, lines))) for name, answers in FILTERS.items()]

    @property
    def views(self) -> list[str]:
        return list(VIEWS)

    @property
    def waiting_elsewhere(self) -> int:
        """Bulletins to decide that are not on the page."""
        return self.listing.waiting - sum(line.waiting for line in self.page.lines)

    @cached_property
    def left_elsewhere(self) -> list[tuple[Turn, LeftOpen]]:
        """Other turns of the game on which something is left open."""
        others = [turn for turn in self.turns.collected if turn != self.turn]
        left = left_by_turn(others, self.listing.whose)
        return [(turn, left[turn.pk]) for turn in others if turn.pk in left]

    @property
    def board(self) -> list[str]:
        """The grid on which the turn is played."""
        assert self.turn is not None
        return position_before(self.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        """The word retained; before the reveal every solution of the best score."""
        return tops_of(self.turn) if self.turn else []

    @cached_property
    def scope(self) -> dict[str, str | int]:
        """In an address: whose tables."""
        return {"all": 1} if self.listing.everybody and self.listing.has_tables else {}

    @cached_property
    def place(self) -> dict[str, str | int]:
        """In an address: which bulletins."""
        if self.game is None or self.turn is None:
            return self.scope
        return {"game": self.game.number, "turn": self.turn.ordinal, **self.scope}

    @cached_property
    def view(self) -> dict[str, str | int]:
        """In an address: which of them are looked for, and in which order."""
        parameters = {
            "by": self.look.by,
            "only": self.look.only,
            "sort": self.look.sort,
            "q": self.look.search,
        }
        return self.place | {name: value for name, value in parameters.items() if value}

    @property
    def query(self) -> str:
        """All that the page was asked with."""
        past = {"past": self.page.past} if self.page.past else {}
        return "?" + urlencode(self.view | {"page": self.page.number} | past)


def show_bulletins(
    request: HttpRequest,
    tournament: Tournament,
    number: int | None = None,
    ordinal: int | None = None,
) -> BulletinsShown:
    """``number`` (or ``?game=``) and ``ordinal`` (or ``?turn=``, counting all turns drawn) say
    which bulletins; the last ones collected by default.

    Raises Http404 for a game or turn that does not exist.
    """
    user = signed_in(request)
    game = chosen_game(tournament, request.GET.get("game", "") if number is None else str(number))
    asked = request.GET.get("turn", "") if ordinal is None else str(ordinal)
    has_tables = Table.objects.filter(tournament=tournament, arbiter=user).exists()
    turn = chosen_turn(game, asked)
    everybody = not has_tables or request.GET.get("all") == "1"
    return BulletinsShown(
        tournament=tournament,
        game=game,
        turn=turn,
        look=Look.of(request.GET.dict()),
        listing=BulletinList(turn, user, has_tables, everybody),
    )
