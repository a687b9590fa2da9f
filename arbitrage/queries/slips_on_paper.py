"""The page of the slips: filters, lines, and the user's last action with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet, Sum, Window

from arbitrage.core.slip import NO_NOTICE, Notice
from arbitrage.models import Slip
from arbitrage.queries.blinding import build_blinding_filter
from arbitrage.queries.second_looks import TurnEntry
from arbitrage.queries.slips import build_to_print_filter, get_notice, list_open_slips
from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES, PlayMedium
from tournament.models import Game, Journal, Score
from tournament.queries.people.table_scope import ALL_TABLES, TableScope

#: The value in the journal for an action that was undone.
UNDO_ACTION = "undone"
#: Lines on a page.
PAGE_SIZE = 100
_HAS_CONTENT = ~Q(content=NO_NOTICE.to_dict(), rectifies=False)
#: Filters by the name in the address; the first is the next task.
FILTERS: Mapping[str, Q] = {
    "print": build_to_print_filter(),
    "hand": Q(printed_at__isnull=False, handed_at__isnull=True),
    "unshown": _HAS_CONTENT
    & Q(entry__plays_on=PlayMedium.TABLET, shown_at__isnull=True)
    & Q(wanted=False, printed_at__isnull=True, handed_at__isnull=True),
    "handed": Q(handed_at__isnull=False),
    "shown": Q(shown_at__isnull=False),
    "all": _HAS_CONTENT,
}


@dataclass(frozen=True, slots=True)
class SlipLine:
    slip: Slip
    notice: Notice
    table: int


@dataclass(frozen=True, slots=True)
class SlipPoints:
    """The points of an entry on a turn, and its total of the game up to this turn."""

    points: int
    total: int


@dataclass(frozen=True)
class SlipSelection:
    """The slips of ``game`` at the tables from ``first_table`` to ``last_table``.

    ``scope``: the tables of the reader.
    """

    game: Game
    filter_name: str = "print"
    first_table: int | None = None
    last_table: int | None = None
    scope: TableScope = ALL_TABLES
    #: Bulletins that wait for the second look of the reader.
    blinded: Collection[TurnEntry] = ()
    page_number: int = 1

    @property
    def slips(self) -> QuerySet[Any, Any]:
        """The slips in the order of the tables."""
        return self._at_tables.filter(FILTERS[self.filter_name])

    @property
    def _at_tables(self) -> QuerySet[Any, Any]:
        """The slips at the tables, whatever the filter."""
        rows = list_open_slips(self.game).exclude(build_blinding_filter(self.blinded))
        if self.first_table is not None:
            rows = rows.filter(seat_number__gte=self.first_table)
        if self.last_table is not None:
            rows = rows.filter(seat_number__lte=self.last_table)
        return rows.filter(self.scope.build_filter())

    @cached_property
    def filters(self) -> list[tuple[str, int]]:
        """Each filter, with the number of its slips."""
        counts = {name: Count("pk", filter=condition) for name, condition in FILTERS.items()}
        return list(self._at_tables.order_by().aggregate(**counts).items())

    @property
    def count(self) -> int:
        return dict(self.filters)[self.filter_name]

    @cached_property
    def page(self) -> Page[Any]:
        return Paginator(self.slips, PAGE_SIZE).get_page(self.page_number)

    @cached_property
    def lines(self) -> list[SlipLine]:
        return build_lines(self.page)

    def list_among(self, slips: Collection[int]) -> QuerySet[Any, Any]:
        """Return those of ``slips`` in the reader's centres that may leave the office, by table,
        whatever the filter."""
        return (
            list_open_slips(self.game)
            .filter(replace(self.scope, arbiter=None).build_filter(), pk__in=slips)
            .exclude(build_blinding_filter(self.blinded))
        )

    @cached_property
    def newest_slip(self) -> int:
        """The last slip of the game: an action does not apply to later ones."""
        newest = Slip.objects.filter(turn__game=self.game).aggregate(Max("pk"))
        return newest["pk__max"] or 0


def build_lines(slips: Iterable[Slip]) -> list[SlipLine]:
    """Return lines for ``slips`` from ``list_open_slips``."""
    return [SlipLine(slip, get_notice(slip), cast(Any, slip).seat_number) for slip in slips]


def load_slip_points(lines: Sequence[SlipLine]) -> dict[tuple[int, int], SlipPoints]:
    """Return the points of the entries of ``lines`` by turn and entry, of revealed turns."""
    scores = Score.objects.filter(
        turn__game__in={line.slip.turn.game_id for line in lines},
        turn__state__in=list(PLACED_TURN_STATES),
        entry__in={line.slip.entry_id for line in lines},
    )
    running_total = Window(
        Sum("points"), partition_by=["turn__game", "entry"], order_by="turn__number"
    )
    columns = ("turn", "entry", "points", "total")
    rows = scores.annotate(total=running_total).order_by().values_list(*columns)
    return {(turn, entry): SlipPoints(points, total) for turn, entry, points, total in rows}


def find_last_slip_action(game: Game, user: User) -> Journal | None:
    """Return the last action of ``user`` with the slips of ``game`` that they can still undo."""
    rows = Journal.objects.filter(game=game, by=user, kind=EventKind.SLIPS_HANDLED)
    row = rows.order_by("-seq").first()
    return None if row is None or row.data["done"] == UNDO_ACTION else row
