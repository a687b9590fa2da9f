"""The page of the slips: which there are, as an arbiter looks for them, and his last gesture."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Max, Q, QuerySet

from arbitrage.core.slip import NOTHING, Notice
from arbitrage.models import Slip
from arbitrage.queries.blinding import veil
from arbitrage.queries.second_looks import LookPlace
from arbitrage.queries.slips import notice_of, open_slips, to_print
from tournament.core.events import EventKind
from tournament.core.states import PlaysOn
from tournament.models import Game, Journal

#: What the journal says of a gesture that was taken back.
UNDONE = "undone"
#: Lines of a page.
PAGE = 100
_SAID = ~Q(content=NOTHING.to_dict(), rectifies=False)
#: By the name in the address; the first is what there is to do first.
FILTERS: Mapping[str, Q] = {
    "print": to_print(),
    "hand": Q(printed_at__isnull=False, handed_at__isnull=True),
    "unshown": _SAID
    & Q(entry__plays_on=PlaysOn.TABLET, shown_at__isnull=True)
    & Q(wanted=False, printed_at__isnull=True, handed_at__isnull=True),
    "handed": Q(handed_at__isnull=False),
    "shown": Q(shown_at__isnull=False),
    "all": _SAID,
}


@dataclass(frozen=True, slots=True)
class SlipLine:
    slip: Slip
    notice: Notice
    table: int


@dataclass(frozen=True)
class Pile:
    """The slips of ``game`` at the tables from ``first`` to ``last``, those of one arbiter
    (``whose``) or everybody's."""

    game: Game
    only: str = "print"
    first: int | None = None
    last: int | None = None
    whose: User | None = None
    #: Bulletins that wait for the second look of whoever reads.
    veiled: Collection[LookPlace] = ()
    number: int = 1

    @property
    def slips(self) -> QuerySet[Any, Any]:
        """In the order of the tables."""
        return self._of(self.only)

    def _of(self, only: str) -> QuerySet[Any, Any]:
        rows = open_slips(self.game).filter(FILTERS[only]).exclude(veil(self.veiled))
        if self.first is not None:
            rows = rows.filter(seat_number__gte=self.first)
        if self.last is not None:
            rows = rows.filter(seat_number__lte=self.last)
        if self.whose is not None:
            rows = rows.filter(seat_arbiter=self.whose.pk)
        return rows

    @cached_property
    def filters(self) -> list[tuple[str, int]]:
        """Name of each filter, and how many slips answer it."""
        return [(name, self._of(name).count()) for name in FILTERS]

    @property
    def count(self) -> int:
        return dict(self.filters)[self.only]

    @cached_property
    def page(self) -> Page[Any]:
        return Paginator(self.slips, PAGE).get_page(self.number)

    @cached_property
    def lines(self) -> list[SlipLine]:
        return lines_of(self.page)

    def among(self, slips: Collection[int]) -> QuerySet[Any, Any]:
        """Those of ``slips`` that may leave the office, by table, whatever is looked for."""
        return open_slips(self.game).filter(pk__in=slips).exclude(veil(self.veiled))

    @cached_property
    def newest(self) -> int:
        """The last slip of the game there is by now: a gesture goes no further."""
        made = Slip.objects.filter(turn__game=self.game).aggregate(Max("pk"))
        return made["pk__max"] or 0


def lines_of(slips: Iterable[Slip]) -> list[SlipLine]:
    """``slips`` as ``open_slips`` gives them."""
    return [SlipLine(slip, notice_of(slip), cast(Any, slip).seat_number) for slip in slips]


def last_handling(game: Game, user: User) -> Journal | None:
    """The last gesture of ``user`` with the slips of ``game`` that he can still take back."""
    rows = Journal.objects.filter(game=game, by=user, kind=EventKind.SLIPS)
    row = rows.order_by("-seq").first()
    return None if row is None or row.data["done"] == UNDONE else row
