"""Functions that ``tournament`` calls in the apps above it, each with a typed protocol.

The room never imports those apps: they fill the ports in ``AppConfig.ready``
(``tournament.port_types``).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, QuerySet

from engine.board.board import Board
from tournament.core.tournament_journal import JournalSubject
from tournament.models import Entry, Game, Table, Tournament, Turn
from tournament.port_types import MultiPort, Port

if TYPE_CHECKING:
    from ninja import Router

    from tournament.protocol import SlipRow

# --- The arbitration ---------------------------------------------------------------------


class CorrectTurn(Protocol):
    """Correct the bulletins of a closed turn; return how many. Repeatable."""

    def __call__(self, *, turn_id: int, now: datetime) -> int: ...


class QueueLateCorrection(Protocol):
    """Queue a correction of ``entries``, whose bulletins were committed after the turn closed."""

    def __call__(self, turn_id: int, entries: Collection[int], /) -> None: ...


class HandleShownTurn(Protocol):
    """Handle a turn that was revealed or cancelled, in the same transaction."""

    def __call__(self, turn: Turn, /, *, now: datetime) -> None: ...


class Explain(Protocol):
    """Return the French sentence for the parts of an explanation on the scoreboard."""

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


class StoreReceipts(Protocol):
    """Store the receipts; return slip and entry of each that is for a slip of that entry."""

    def __call__(self, receipts: Sequence[SlipReceipt], /) -> Collection[tuple[UUID, int]]: ...


class FindUnsettled(Protocol):
    """Return the keys of those ``games`` that are over while something besides bulletins is
    undecided, so that their results are provisional."""

    def __call__(self, games: Collection[Game], /) -> set[int]: ...


class FindEntriesToDecide(Protocol):
    """Return the entries of ``turn`` whose bulletin waits for an arbiter."""

    def __call__(self, turn: Turn, /) -> set[int]: ...


class ListInstructions(Protocol):
    """List the instructions for the judge, with ``text`` and the ``number`` of the case."""

    def __call__(self, tournament: Tournament, /) -> list[dict[str, str]]: ...


correct_turn = Port[CorrectTurn]("correct_turn")
queue_late_correction = MultiPort[QueueLateCorrection]("queue_late_correction")
handle_shown_turn = MultiPort[HandleShownTurn]("handle_shown_turn")
explain = Port[Explain]("explain")
read_typed = Port[ReadTyped]("read_typed")
list_slips = Port[ListSlips]("list_slips")
store_receipts = Port[StoreReceipts]("store_receipts")
find_entries_to_decide = MultiPort[FindEntriesToDecide]("find_entries_to_decide")
find_unsettled = MultiPort[FindUnsettled]("find_unsettled")
list_instructions = MultiPort[ListInstructions]("list_instructions")


# --- The other games --------------------------------------------------------------------


class Sweep(Protocol):
    """Do what is due by ``now``; called every few seconds by every process."""

    __name__: str

    def __call__(self, now: datetime, /) -> object: ...


class RequireNothingRunning(Protocol):
    """Raise WrongState if something is being played in the tournament."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class CheckTournament(Protocol):
    """Return True or False about a tournament, as the name of the port says."""

    def __call__(self, tournament: Tournament, /) -> bool: ...


class CheckGame(Protocol):
    """Return True or False about a game, as the name of the port says."""

    def __call__(self, game: Game, /) -> bool: ...


class DeleteRows(Protocol):
    """Delete the rows that protect a tournament and its entries, before it is deleted."""

    def __call__(self, tournament: Tournament, /) -> None: ...


class CopySettings(Protocol):
    """Give a new tournament the settings that the app stores about another."""

    def __call__(
        self, original: Tournament, created: Tournament, /, *, by: User | None, now: datetime
    ) -> None: ...


class BuildEntryFilter(Protocol):
    """Return the condition that an entry (``OuterRef("pk")``) has begun, or is expected to play."""

    def __call__(self) -> Exists: ...


class FindLastRows(Protocol):
    """Return the last row of every game in progress, with its moment ``at``."""

    def __call__(self) -> QuerySet[Any]: ...


class BuildClockFilter(Protocol):
    """Return the condition that the clock of some player is running."""

    def __call__(self) -> Exists: ...


class BuildWordListFilter(Protocol):
    """Return the condition that a word list (``OuterRef("pk")``) is needed, by a tournament of
    ``organisation`` if one is given."""

    def __call__(self, organisation: int | None = None, /) -> Exists: ...


class IsTableInPlay(Protocol):
    """Return True if something is being played at the table."""

    def __call__(self, table: Table, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class PositionInPlay:
    """A position about which questions are refused. ``rack``: None where nobody may know it, so
    that a refusal does not reveal it either."""

    load_board: Callable[[], Board]
    rack: str | None = None


class ListPositions(Protocol):
    """Yield the positions in play, except in ``own_tournaments``, where the account is of the
    staff."""

    def __call__(self, own_tournaments: QuerySet[Tournament], /) -> Iterator[PositionInPlay]: ...


class BuildTournamentContext(Protocol):
    """Return what a page of the tournament shows of another kind of game: template names and
    values whose ``repr`` changes with them."""

    def __call__(self, tournament: Tournament, /) -> Mapping[str, Any]: ...


class BuildEntryContext(Protocol):
    """Return what an entry's tablet shows of another kind of game: template names and values."""

    def __call__(self, entry: Entry, /) -> Mapping[str, Any]: ...


sweep = MultiPort[Sweep]("sweep")
delete_expired = MultiPort[Sweep]("delete_expired")
require_nothing_running = MultiPort[RequireNothingRunning]("require_nothing_running")
was_played = MultiPort[CheckTournament]("was_played")
#: The tournament stays a draft and its results are withheld although all games are over: the same
#: games are still played elsewhere.
withholds_results = MultiPort[CheckTournament]("withholds_results")
#: The sheet of a scripted game is read by nobody before its end.
is_sheet_secret = MultiPort[CheckGame]("is_sheet_secret")
is_in_progress = MultiPort[CheckTournament]("is_in_progress")
delete_rows = MultiPort[DeleteRows]("delete_rows")
copy_settings = MultiPort[CopySettings]("copy_settings")
build_awaited_filter = MultiPort[BuildEntryFilter]("build_awaited_filter")
find_last_rows = MultiPort[FindLastRows]("find_last_rows")
build_running_clock_filter = MultiPort[BuildClockFilter]("build_running_clock_filter")
build_word_list_filter = MultiPort[BuildWordListFilter]("build_word_list_filter")
is_table_in_play = MultiPort[IsTableInPlay]("is_table_in_play")
list_positions = MultiPort[ListPositions]("list_positions")
build_home_context = MultiPort[BuildTournamentContext]("build_home_context")
build_desk_context = MultiPort[BuildTournamentContext]("build_desk_context")
build_office_context = MultiPort[BuildTournamentContext]("build_office_context")
build_tablet_context = MultiPort[BuildEntryContext]("build_tablet_context")

#: What the journal of a tournament binds, by kind.
journal_subjects = MultiPort[JournalSubject]("journal_subjects")


class LoadRouter(Protocol):
    """Return what an app adds to the public API; imported with the addresses, which a worker has
    no need of."""

    def __call__(self) -> "Router": ...


load_api_router = MultiPort[LoadRouter]("load_api_router")


# --- Games played alone ------------------------------------------------------------------


class FindReplayAddress(Protocol):
    """Return the address at which everybody may replay the game; empty if nobody may."""

    def __call__(self, game: Game, /) -> str: ...


find_replay_address = Port[FindReplayAddress]("find_replay_address")


# --- The workers ------------------------------------------------------------------------


class TaskApp(Protocol):
    """Celery's application, for sending tasks (``config.celery``)."""

    def send_task(self, name: str, args: tuple[int, ...], *, retry: bool) -> object: ...

    def count_messages(self, name: str) -> int:
        """Return how many messages wait in the queue of a task. Raise OperationalError."""
        ...


class GetTaskApp(Protocol):
    """Celery's application: its own "current app" depends on what a process has imported."""

    def __call__(self) -> TaskApp: ...


get_task_app = Port[GetTaskApp]("get_task_app")
