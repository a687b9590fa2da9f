"""Functions that the room calls in the apps above it, each with a typed protocol.

The room never imports those apps: they fill the ports in ``AppConfig.ready``. A ``Port`` is
filled with exactly one function, a ``MultiPort`` with one or more. ``check_filled`` refuses an
empty port at the start, ``fill`` and ``add`` refuse to fill one twice.
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
    """A port that exactly one function fills."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answer: F | None = None
        _ALL[name] = self

    def fill(self, answer: F) -> None:
        """Fill the port. Raises ImproperlyConfigured if it is filled already."""
        if self._answer is not None:
            raise ImproperlyConfigured(f"port {self.name}: filled twice")
        self._answer = answer

    @property
    def ask(self) -> F:
        """The function of this port; raises ImproperlyConfigured if there is none."""
        if self._answer is None:
            raise ImproperlyConfigured(f"port {self.name}: no app answers")
        return self._answer

    @property
    def filled(self) -> bool:
        return self._answer is not None


class MultiPort[F]:
    """A port that one function or more fill; iterate to call each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answers: list[F] = []
        _ALL[name] = self

    def add(self, answer: F) -> None:
        """Add a function. Raises ImproperlyConfigured if it was added before."""
        if answer in self._answers:
            raise ImproperlyConfigured(f"port {self.name}: the same function twice")
        self._answers.append(answer)

    def __iter__(self) -> Iterator[F]:
        return iter(self._answers)

    @property
    def filled(self) -> bool:
        return bool(self._answers)


def check_filled() -> None:
    """Raise ImproperlyConfigured with the names of the ports that no app has filled."""
    if missing := sorted(name for name, port in _ALL.items() if not port.filled):
        raise ImproperlyConfigured(f"no app answers: {', '.join(missing)}")


# --- The arbitration ---------------------------------------------------------------------


class TurnClosed(Protocol):
    """Ask for the correction of a turn that closed, or whose correction was lost, on commit."""

    def __call__(self, turn_id: int, /) -> None: ...


class StoredAfterClose(Protocol):
    """Correct bulletins of ``entries`` that were committed after the turn closed, on commit."""

    def __call__(self, turn_id: int, entries: Collection[int], /) -> None: ...


class TurnShown(Protocol):
    """Handle a turn that was revealed or cancelled, in the same transaction."""

    def __call__(self, turn: Turn, /, *, now: datetime) -> None: ...


class Explain(Protocol):
    """Make the sentence from the parts of an explanation on the scoreboard."""

    def __call__(self, parts: Iterable[dict[str, Any]], /) -> str: ...


class WrittenSheet(Protocol):
    """The fields common to bulletins of every kind."""

    @property
    def rows(self) -> Sequence[str]: ...

    @property
    def struck(self) -> Sequence[str]: ...

    @property
    def reference(self) -> str: ...


class ReadTyped(Protocol):
    """Return the bulletins that were typed in from paper, by entry and turn."""

    def __call__(
        self, keys: Collection[tuple[int, int]], /
    ) -> Mapping[tuple[int, int], WrittenSheet]: ...


class ListSlips(Protocol):
    """Return the slips of revealed ``turns``, by entry and number of turn."""

    def __call__(
        self, turns: Sequence[Turn], entries: Collection[int] | None, /
    ) -> "Mapping[int, dict[str, SlipRow]]": ...


class SlipReceipt(NamedTuple):
    """The receipt of slip ``uid``, shown on the entry's tablet; ``at``: when the server received
    it, by the clock of the room."""

    uid: UUID
    entry_id: int
    at: datetime


class TakeReceipts(Protocol):
    """Store the receipts; return slip and entry of each that is for a slip of that entry."""

    def __call__(self, receipts: Sequence[SlipReceipt], /) -> Collection[tuple[UUID, int]]: ...


class FindUnsettled(Protocol):
    """Return the keys of those ``games`` that are over while something besides bulletins is
    undecided, so that their results are provisional."""

    def __call__(self, games: Collection[Game], /) -> set[int]: ...


class ListOrders(Protocol):
    """List the instructions for the judge, with ``text`` and the ``number`` of the case."""

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
    """Raise WrongState if somebody is playing in the tournament."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class CheckTournament(Protocol):
    """Answer yes or no about a tournament."""

    def __call__(self, tournament: Tournament, /) -> bool: ...


class DeleteRows(Protocol):
    """Delete the rows that protect a tournament and its entries, before it is deleted."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class FindAwaited(Protocol):
    """Return a condition: an entry (``OuterRef("pk")``) has begun, or is expected to play."""

    def __call__(self) -> Exists: ...


class FindLastMoments(Protocol):
    """Return the last row of every game in progress, with its moment ``at``."""

    def __call__(self) -> QuerySet[Any]: ...


class IsPlaying(Protocol):
    """Return a condition: the clock of some player is running."""

    def __call__(self) -> Exists: ...


class CheckWordListUse(Protocol):
    """Return a condition: a word list (``OuterRef("pk")``) is needed, by a tournament of
    ``organisation`` if one is given."""

    def __call__(self, organisation: int | None = None, /) -> Exists: ...


class TableInPlay(Protocol):
    """Return True if something is being played at the table."""

    def __call__(self, table: Table, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class ClosedPosition:
    """A position about which questions are refused. ``rack``: None where nobody may know it, so
    that a refusal does not reveal it either."""

    board: Callable[[], Board]
    rack: str | None = None


class ListPositions(Protocol):
    """Yield the positions in play, except in ``own_tournaments``, where the account is of the
    staff."""

    def __call__(self, own_tournaments: QuerySet[Tournament], /) -> Iterator[ClosedPosition]: ...


class DescribeTournament(Protocol):
    """Return what a page of the tournament shows of another kind of game: template names and
    values whose ``repr`` changes with them."""

    def __call__(self, tournament: Tournament, /) -> Mapping[str, Any]: ...


class DescribeEntry(Protocol):
    """Return what an entry's tablet shows of another kind of game: template names and values."""

    def __call__(self, entry: Entry, /) -> Mapping[str, Any]: ...


sweep = MultiPort[Sweep]("sweep")
forget = MultiPort[Sweep]("forget")
require_quiet = MultiPort[RequireQuiet]("require_quiet")
was_played = MultiPort[CheckTournament]("was_played")
goes_on = MultiPort[CheckTournament]("goes_on")
delete_rows = MultiPort[DeleteRows]("delete_rows")
find_awaited = MultiPort[FindAwaited]("find_awaited")
last_moments = MultiPort[FindLastMoments]("last_moments")
is_playing = MultiPort[IsPlaying]("is_playing")
uses_word_list = MultiPort[CheckWordListUse]("uses_word_list")
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
    """Return the keys of those ``entries`` that are excluded (9.3)."""

    def __call__(self, entries: Sequence[Entry], /) -> frozenset[int]: ...


class ListPapers(Protocol):
    """List label and address of what is printed for the tables."""

    def __call__(self, tournament: Tournament, /) -> "list[tuple[Any, str]]": ...


class MakeTerms(Protocol):
    """Make the terms that a new classic tournament starts with, for ``Tournament.classic``."""

    def __call__(self) -> dict[str, Any]: ...


class DescribeRoundChange(Protocol):
    """Make the sentence for a line of the record about a round."""

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
