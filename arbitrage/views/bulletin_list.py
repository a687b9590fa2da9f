"""The bulletins of one turn on the page of an arbiter, and the parameters of its addresses."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from arbitrage.queries.bulletin_list import BulletinList
from arbitrage.queries.lines import ListLine
from arbitrage.queries.listing import BulletinRow, find_answer_line
from arbitrage.queries.paging import FILTERS, GROUPINGS, ListOptions, ListPage, build_page
from arbitrage.queries.solutions import find_tops
from arbitrage.queries.turns import TurnNavigation
from arbitrage.queries.unsettled import OpenBulletinCounts, count_open_by_turn
from arbitrage.views.requested_turn import get_requested_game, get_requested_turn
from engine.search.moves import Move
from tournament.core.errors import WrongState
from tournament.models import Game, Tournament, Turn
from tournament.protocol import Audience
from tournament.queries.people.seating import has_tables
from tournament.queries.people.table_scope import find_scope
from tournament.queries.position import load_position_before
from tournament.views.shortcuts import get_signed_in_user


@dataclass(frozen=True)
class FocusedBulletin:
    """The bulletin in focus; ``answer_line``: the line of all tables with its answer."""

    row: BulletinRow
    answer_line: ListLine


@dataclass
class BulletinListPage:
    """The page of a list of bulletins, its options and the navigation between turns."""

    tournament: Tournament
    game: Game | None
    turn: Turn | None
    options: ListOptions
    listing: BulletinList

    @cached_property
    def turns(self) -> TurnNavigation:
        return TurnNavigation(self.tournament, self.game, self.turn)

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0

    @cached_property
    def page(self) -> ListPage:
        return build_page(self.listing.lines, self.options)

    @cached_property
    def rows(self) -> list[tuple[ListLine, BulletinRow]]:
        return self.listing.load_rows(self.page)

    @cached_property
    def rows_to_print(self) -> list[BulletinRow]:
        return self.listing.list_rows_to_print(self.options)

    @property
    def by_answer(self) -> bool:
        return self.options.grouping == "answer"

    @cached_property
    def focused_bulletin(self) -> FocusedBulletin | None:
        """The bulletin in focus, or else the first one."""
        rows = {row.entry.pk: row for _, row in self.rows}
        row = rows.get(self.options.focused_entry or 0) or next(iter(rows.values()), None)
        return FocusedBulletin(row, find_answer_line(row, self.listing.lines)) if row else None

    def find_row(self, entry_id: int) -> BulletinRow:
        """Return the row of an entry. Raise Http404 when its bulletin is not in the list."""
        row = self.listing.find_row(entry_id)
        if row is None:
            raise Http404
        return row

    def find_row_to_decide(self, entry_id: int) -> BulletinRow:
        """Return the row of an entry.

        Raise as ``find_row``, and WrongState while it waits for the arbiter's second look.
        """
        row = self.find_row(entry_id)
        if row.is_blinded:
            raise WrongState("second-look-first", number=row.table)
        return row

    def focus_on(self, row: BulletinRow) -> FocusedBulletin:
        return FocusedBulletin(row, self.listing.get_answer_line(row))

    @cached_property
    def filters(self) -> list[tuple[str, int]]:
        """Each filter, with the number of its bulletins."""
        lines = self.listing.lines
        return [(name, sum(map(matches, lines))) for name, matches in FILTERS.items()]

    @property
    def groupings(self) -> list[str]:
        return list(GROUPINGS)

    @property
    def waiting_on_other_pages(self) -> int:
        """The number of bulletins to decide that are not on the page."""
        return self.listing.waiting_count - sum(line.waiting_count for line in self.page.lines)

    @cached_property
    def other_open_turns(self) -> list[tuple[Turn, OpenBulletinCounts]]:
        """The other turns of the game with bulletins left open."""
        other_turns = [turn for turn in self.turns.collected_turns if turn != self.turn]
        left_open = count_open_by_turn(other_turns, self.listing.scope)
        return [(turn, left_open[turn.pk]) for turn in other_turns if turn.pk in left_open]

    @property
    def board(self) -> list[str]:
        """The grid on which the turn is played."""
        assert self.turn is not None
        return load_position_before(self.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        """The word retained; before the reveal every solution of the best score."""
        return find_tops(self.turn) if self.turn else []

    @cached_property
    def tables_parameters(self) -> dict[str, str | int]:
        """Parameters of an address that choose the tables."""
        return {"all": 1} if self.listing.all_tables and self.listing.has_tables else {}

    @cached_property
    def turn_parameters(self) -> dict[str, str | int]:
        """Parameters of an address that choose game, turn and tables."""
        if self.game is None or self.turn is None:
            return self.tables_parameters
        return {"game": self.game.number, "turn": self.turn.ordinal, **self.tables_parameters}

    @cached_property
    def list_parameters(self) -> dict[str, str | int]:
        """Parameters of an address that choose bulletins and their order."""
        parameters = {
            "by": self.options.grouping,
            "only": self.options.filter_name,
            "sort": self.options.sort,
            "q": self.options.search,
        }
        return self.turn_parameters | {name: value for name, value in parameters.items() if value}

    @property
    def query(self) -> str:
        """The query string of the page."""
        past = {"past": self.page.past_parameter} if self.page.past_parameter else {}
        return "?" + urlencode(self.list_parameters | {"page": self.page.number} | past)


def show_bulletins(
    request: HttpRequest,
    tournament: Tournament,
    number: int | None = None,
    ordinal: int | None = None,
) -> BulletinListPage:
    """Return the page of a turn: by default the last one collected.

    ``number`` (or ``?game=``) and ``ordinal`` (or ``?turn=``, counting all turns drawn) choose the
    turn. Raise Http404 for a game or turn that does not exist.
    """
    user = get_signed_in_user(request)
    game = get_requested_game(
        tournament, request.GET.get("game", "") if number is None else str(number)
    )
    requested = request.GET.get("turn", "") if ordinal is None else str(ordinal)
    is_given_tables = has_tables(tournament.pk, user)
    turn = get_requested_turn(game, requested)
    all_tables = not is_given_tables or request.GET.get("all") == "1"
    return BulletinListPage(
        tournament=tournament,
        game=game,
        turn=turn,
        options=ListOptions.from_address(request.GET.dict()),
        listing=BulletinList(
            turn, user, is_given_tables, all_tables, find_scope(user, tournament.pk)
        ),
    )
