"""What the room asks of the apps above it: a typed protocol each, filled in ``AppConfig.ready``.

The room never imports them. A ``Port`` is answered by exactly one function, a ``MultiPort`` by one
or more; ``check_filled`` refuses a start with one that is empty, ``fill`` and ``add`` one that is
filled twice.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Exists, QuerySet

from engine.board.board import Board
from tournament.models import Entry, Game, Table, Tournament, Turn

if TYPE_CHECKING:
    from celery import Celery
    from django.http import HttpRequest, HttpResponse

    from tournament.protocol import SlipRow

#: All ports, by name.
_ALL: "dict[str, Port[Any] | MultiPort[Any]]" = {}


class Port[F]:
    """A question that exactly one function answers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answer: F | None = None
        _ALL[name] = self

    def fill(self, answer: F) -> None:
        """Raises ImproperlyConfigured when it is filled already."""
        if self._answer is not None:
            raise ImproperlyConfigured(f"port {self.name}: filled twice")
        self._answer = answer

    @property
    def ask(self) -> F:
        """The function that answers; raises ImproperlyConfigured when there is none."""
        if self._answer is None:
            raise ImproperlyConfigured(f"port {self.name}: no app answers")
        return self._answer

    @property
    def filled(self) -> bool:
        return self._answer is not None


class MultiPort[F]:
    """A question that one function or more answer; iterate to call each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answers: list[F] = []
        _ALL[name] = self

    def add(self, answer: F) -> None:
        """Raises ImproperlyConfigured when the same function was added before."""
        if answer in self._answers:
            raise ImproperlyConfigured(f"port {self.name}: the same function twice")
        self._answers.append(answer)

    def __iter__(self) -> Iterator[F]:
        return iter(self._answers)

    @property
    def filled(self) -> bool:
        return bool(self._answers)


def check_filled() -> None:
    """Raises ImproperlyConfigured with the names of those that no app has filled."""
    if missing := sorted(name for name, port in _ALL.items() if not port.filled):
        raise ImproperlyConfigured(f"no app answers: {', '.join(missing)}")


# --- The arbiters' office ---------------------------------------------------------------


class TurnClosed(Protocol):
    """The turn is closed, or its correction was lost: ask for one, on commit."""

    def __call__(self, turn_id: int, /) -> None: ...


class StoredAfterClose(Protocol):
    """Bulletins of ``entries`` were committed after the close: correct them too, on commit."""

    def __call__(self, turn_id: int, entries: Collection[int], /) -> None: ...


class TurnShown(Protocol):
    """The turn was revealed or cancelled, in the same transaction."""

    def __call__(self, turn: Turn, /, *, now: datetime) -> None: ...


class Explain(Protocol):
    """The sentence for the parts of an explanation on the scoreboard."""

    def __call__(self, parts: Iterable[dict[str, Any]], /) -> str: ...


class WrittenSheet(Protocol):
    """What a bulletin of any kind has."""

    @property
    def rows(self) -> Sequence[str]: ...

    @property
    def struck(self) -> Sequence[str]: ...

    @property
    def reference(self) -> str: ...


class ReadTyped(Protocol):
    """Of entries and turns, the bulletins that were typed in from paper."""

    def __call__(
        self, keys: Collection[tuple[int, int]], /
    ) -> Mapping[tuple[int, int], WrittenSheet]: ...


class ListSlips(Protocol):
    """The slips of ``turns``, all revealed, by entry and number of turn; of ``entries``, or all."""

    def __call__(
        self, turns: Sequence[Turn], entries: Collection[int] | None, /
    ) -> "Mapping[int, dict[str, SlipRow]]": ...


class SlipReceipt(NamedTuple):
    """Slip ``uid`` was on the screen of the entry's tablet; ``at``: when the server heard of it,
    by the room's clock."""

    uid: UUID
    entry_id: int
    at: datetime


class TakeReceipts(Protocol):
    """Write the receipts; gives the slip and the entry of each that is for a slip of that entry."""

    def __call__(self, receipts: Sequence[SlipReceipt], /) -> Collection[tuple[UUID, int]]: ...


class FindUnsettled(Protocol):
    """Keys of those of ``games`` that are over and have something open besides bulletins, so that
    their results are provisional."""

    def __call__(self, games: Collection[Game], /) -> set[int]: ...


class ListOrders(Protocol):
    """What the judge is told to do, on the desk: ``text``, and the ``number`` of its case."""

    def __call__(self, tournament: Tournament, /) -> list[dict[str, str]]: ...


turn_closed = MultiPort[TurnClosed]("turn_closed")
stored_after_close = MultiPort[StoredAfterClose]("stored_after_close")
turn_shown = MultiPort[TurnShown]("turn_shown")
explain = Port[Explain]("explain")
read_typed = Port[ReadTyped]("read_typed")
list_slips = Port[ListSlips]("list_slips")
take_receipts = Port[TakeReceipts]("take_receipts")
find_unsettled = MultiPort[FindUnsettled]("find_unsettled")
list_orders = MultiPort[ListOrders]("list_orders")


# --- The other games --------------------------------------------------------------------


class Sweep(Protocol):
    """Do what is due by ``now``; called every few seconds by every process."""

    __name__: str

    def __call__(self, now: datetime, /) -> object: ...


class RequireQuiet(Protocol):
    """Raises WrongState while somebody is at a game of the tournament."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class AboutTournament(Protocol):
    """Yes or no, of a tournament."""

    def __call__(self, tournament: Tournament, /) -> bool: ...


class DeleteRows(Protocol):
    """The tournament is deleted: delete what keeps its entries and itself from being so."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class FindAwaited(Protocol):
    """Whether an entry (``OuterRef("pk")``) has begun, or is to play, something."""

    def __call__(self) -> Exists: ...


class LastMoments(Protocol):
    """Of every game that is going on, the last row with its moment ``at``."""

    def __call__(self) -> QuerySet[Any]: ...


class IsPlaying(Protocol):
    """Whether somebody's time runs."""

    def __call__(self) -> Exists: ...


class UsesWordList(Protocol):
    """Whether something needs a list of words (``OuterRef("pk")``)."""

    def __call__(self) -> Exists: ...


class TableInPlay(Protocol):
    """Whether something is being played at the table."""

    def __call__(self, table: Table, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class ClosedPosition:
    """A position that gets no answer. ``rack``: None where nobody may know it, so that a refusal
    does not tell it either."""

    board: Callable[[], Board]
    rack: str | None = None


class ListPositions(Protocol):
    """Positions in play, but for those of tournaments ``own``, of whose staff one is."""

    def __call__(self, own: QuerySet[Tournament], /) -> Iterator[ClosedPosition]: ...


class DescribeTournament(Protocol):
    """What a page of the tournament shows of another game: names of the template and values, which
    have a ``repr`` that changes with them."""

    def __call__(self, tournament: Tournament, /) -> Mapping[str, Any]: ...


class DescribeEntry(Protocol):
    """What the tablet of an entry shows of another game: names of the template and values."""

    def __call__(self, entry: Entry, /) -> Mapping[str, Any]: ...


sweep = MultiPort[Sweep]("sweep")
forget = MultiPort[Sweep]("forget")
require_quiet = MultiPort[RequireQuiet]("require_quiet")
was_played = MultiPort[AboutTournament]("was_played")
goes_on = MultiPort[AboutTournament]("goes_on")
delete_rows = MultiPort[DeleteRows]("delete_rows")
find_awaited = MultiPort[FindAwaited]("find_awaited")
last_moments = MultiPort[LastMoments]("last_moments")
is_playing = MultiPort[IsPlaying]("is_playing")
uses_word_list = MultiPort[UsesWordList]("uses_word_list")
table_in_play = MultiPort[TableInPlay]("table_in_play")
list_positions = MultiPort[ListPositions]("list_positions")
describe_home = MultiPort[DescribeTournament]("describe_home")
describe_desk = MultiPort[DescribeTournament]("describe_desk")
describe_tablet = MultiPort[DescribeEntry]("describe_tablet")


# --- The classic tournament -------------------------------------------------------------


class ClassicPage(Protocol):
    """The page of a classic tournament at the same address as one of a duplicate."""

    def __call__(
        self, request: "HttpRequest", tournament: Tournament, /, *args: Any, **kwargs: Any
    ) -> "HttpResponse": ...


class ClassicTablet(Protocol):
    """The tablet of a player of a match."""

    def __call__(self, request: "HttpRequest", table: Table, /) -> "HttpResponse": ...


class FindExcluded(Protocol):
    """Keys of those of ``entries`` that are excluded (9.3)."""

    def __call__(self, entries: Sequence[Entry], /) -> frozenset[int]: ...


class ListPapers(Protocol):
    """Label and address of what is printed for the tables."""

    def __call__(self, tournament: Tournament, /) -> "list[tuple[Any, str]]": ...


class MakeTerms(Protocol):
    """The terms that a classic tournament begins with, as ``Tournament.classic`` has them."""

    def __call__(self) -> dict[str, Any]: ...


class DescribeRoundChange(Protocol):
    """The sentence for a line of the record about a round."""

    def __call__(self, data: Mapping[str, Any], /) -> str: ...


classic_pages = Port[Mapping[str, ClassicPage]]("classic_pages")
classic_tablet = Port[ClassicTablet]("classic_tablet")
find_excluded = Port[FindExcluded]("find_excluded")
list_classic_papers = Port[ListPapers]("list_classic_papers")
make_classic_terms = Port[MakeTerms]("make_classic_terms")
describe_round_change = Port[DescribeRoundChange]("describe_round_change")


# --- The workers ------------------------------------------------------------------------


class GetTaskApp(Protocol):
    """Celery's application: its own "current app" depends on what a process has imported."""

    def __call__(self) -> "Celery[Any]": ...


task_app = Port[GetTaskApp]("task_app")
