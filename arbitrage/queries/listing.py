"""The bulletins of a turn in the arbiter's list: short lines for all, full rows for some."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from arbitrage.core.bulletin import SheetState
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED_STATUSES, Act, PaperBulletin, Ruling
from arbitrage.queries.blinding import subtract_blinded
from arbitrage.queries.lines import Answer, ListLine, group_by_answer, hide_decision
from arbitrage.queries.paging import ListOptions, filter_and_sort
from arbitrage.queries.rulings import (
    annotate_waiting,
    get_current_papers,
    get_rulings_in_force,
    list_acts_in_force,
    list_equal_rulings,
)
from arbitrage.queries.second_looks import TurnEntry
from tournament.models import Bulletin, Entry, LateBulletin, Score, Turn
from tournament.queries.people.seating import annotate_seats
from tournament.queries.people.table_scope import ALL_TABLES, TableScope
from tournament.queries.results.standings import count_warnings


@dataclass(frozen=True, slots=True)
class BulletinRow:
    """One line of the arbiter's list."""

    entry: Entry
    table: int
    bulletin: PaperBulletin | Bulletin | LateBulletin | None
    is_late: bool
    ruling: Ruling
    verdict: Verdict
    is_open: bool
    #: The number of bulletins of the turn that are equal to this one, itself included.
    equal_count: int
    #: The score on the scoreboard; None while it is undecided.
    score: Score | None
    #: Warnings of this entry in the game, including this turn.
    warnings: int
    acts: list[Act] = field(default_factory=list)
    #: True if it waits for the second look of the reader: the decision is hidden from them.
    is_blinded: bool = False

    @property
    def is_decided(self) -> bool:
        return self.ruling.status in DECIDED_STATUSES

    @property
    def can_count_in_time(self) -> bool:
        """True if it is late and does not count as in time yet (5.7)."""
        written_late = getattr(self.bulletin, "state", "") == SheetState.LATE
        return (self.is_late or written_late) and not self.ruling.in_time

    @property
    def possible_actions(self) -> str:
        """The codes of the possible actions of an arbiter, separated by blanks."""
        if self.is_blinded:
            return ""
        possible = {
            "change": True,
            "account": True,
            "confirm": not self.is_decided,
            "equal": self.equal_count > 1,
            "in-time": self.can_count_in_time,
        }
        return " ".join(action for action, is_possible in possible.items() if is_possible)

    @property
    def points(self) -> int:
        """The points that count, or else the points that the software proposes."""
        return self.score.points if self.score else self.ruling.points


def list_lines(
    *,
    turn: Turn,
    scope: TableScope = ALL_TABLES,
    key: str = "",
    blinded: Collection[TurnEntry] = (),
) -> list[ListLine]:
    """Return a short line for every bulletin of ``turn``, or for those with ``key``.

    Only those of the tables of ``scope``. The decisions on bulletins in ``blinded`` are hidden.
    """
    rulings_in_force = (
        list_equal_rulings(turn, [key]).order_by() if key else get_rulings_in_force(turn)
    )
    rulings = annotate_seats(rulings_in_force, turn.game_id, "entry").filter(scope.build_filter())
    rulings = annotate_waiting(rulings, turn)
    scores = dict(Score.objects.filter(turn=turn).values_list("entry_id", "points"))
    lines = [
        ListLine(
            entry=entry,
            table=table,
            name=name,
            points=scores.get(entry, points),
            is_open=waits,
            status=status,
            origin=origin,
            answer=Answer(key, points, sanction, article, tuple(motives)),
        )
        for entry, table, name, points, status, origin, key, sanction, article, motives, waits in (
            rulings.values_list(*_COLUMNS, "is_open")
        )
    ]
    return [hide_decision(line) if (turn.pk, line.entry) in blinded else line for line in lines]


_COLUMNS = (
    "entry_id",
    "seat_number",
    "entry__name",
    "points",
    "status",
    "origin",
    "key",
    "sanction",
    "article",
    "motives",
)


def get_answer_line(
    *,
    turn: Turn,
    row: BulletinRow,
    scope: TableScope = ALL_TABLES,
    blinded: Collection[TurnEntry] = (),
) -> ListLine:
    """Return the line of all bulletins with the answer of ``row``.

    Only those at the tables of ``scope``, and ``row`` itself, which may be corrected again or
    seated elsewhere since it was read.
    """
    lines = list_lines(turn=turn, scope=scope, key=row.ruling.key, blinded=blinded)
    return find_answer_line(row, lines)


def find_answer_line(row: BulletinRow, lines: Iterable[ListLine]) -> ListLine:
    """Return the line of those of ``lines``, or of ``row``, with the answer of ``row``."""
    by_entry = {line.entry: line for line in lines}
    answer = by_entry.setdefault(row.entry.pk, _to_line(row)).answer
    [line] = group_by_answer(line for line in by_entry.values() if line.answer == answer)
    return line


def _to_line(row: BulletinRow) -> ListLine:
    line = ListLine(
        entry=row.entry.pk,
        table=row.table,
        name=row.entry.name,
        points=row.points,
        is_open=row.is_open,
        status=row.ruling.status,
        origin=row.ruling.origin,
        answer=Answer.from_ruling(row.ruling),
    )
    return hide_decision(line) if row.is_blinded else line


def get_bulletins(
    turn: Turn, entries: Sequence[int]
) -> dict[int, PaperBulletin | Bulletin | LateBulletin]:
    """Return the bulletin of each entry that counts: on paper, else in time, else late."""
    late = {
        bulletin.entry_id: bulletin
        for bulletin in LateBulletin.objects.filter(turn=turn, entry__in=entries)
    }
    in_time = {
        bulletin.entry_id: bulletin
        for bulletin in Bulletin.objects.filter(turn=turn, entry__in=entries)
    }
    return {**late, **in_time, **get_current_papers(turn, entries)}


def list_rows(
    *,
    turn: Turn,
    entries: Sequence[int],
    scope: TableScope = ALL_TABLES,
    blinded: Collection[TurnEntry] = (),
) -> list[BulletinRow]:
    """Return the full rows of ``entries`` that have a ruling, in their order.

    Only those at the tables of ``scope``. ``blinded``: bulletins of the game that wait for the
    second look of the reader.
    """
    entry_by_id = _load_seated_entries(turn, entries, scope)
    rulings_in_force = get_rulings_in_force(turn).filter(entry__in=list(entry_by_id))
    rulings = {ruling.entry_id: ruling for ruling in annotate_waiting(rulings_in_force, turn)}
    ruled_entries = [entry for entry in entries if entry in rulings]
    bulletins = get_bulletins(turn, ruled_entries)
    scores = _get_scores(turn, ruled_entries)
    acts = list_acts_in_force(turn, ruled_entries)
    warnings = subtract_blinded(count_warnings(turn.game, ruled_entries), blinded)
    equal = _count_equals(turn, {ruling.key for ruling in rulings.values()})
    return [
        BulletinRow(
            entry=entry_by_id[pk],
            table=entry_by_id[pk].seat_number,
            bulletin=bulletins.get(pk),
            is_late=isinstance(bulletins.get(pk), LateBulletin),
            ruling=rulings[pk],
            verdict=Verdict.from_dict(rulings[pk].verdict),
            is_open=rulings[pk].is_open,
            # If it was corrected again between the two queries, it counts itself.
            equal_count=equal.get(rulings[pk].key, 1),
            score=scores.get(pk),
            warnings=warnings.get(pk, 0),
            acts=acts.get(pk, []),
            is_blinded=(turn.pk, pk) in blinded,
        )
        for pk in ruled_entries
    ]


def _load_seated_entries(turn: Turn, entries: Sequence[int], scope: TableScope) -> dict[int, Any]:
    """Return those of ``entries`` at the tables of ``scope``, with their ``seat_number``, by id."""
    seated = annotate_seats(Entry.objects.filter(pk__in=entries), turn.game_id)
    return {entry.pk: entry for entry in seated.filter(scope.build_filter())}


def _get_scores(turn: Turn, entries: Sequence[int]) -> dict[int, Score]:
    scores = Score.objects.filter(turn=turn, entry__in=entries)
    return {score.entry_id: score for score in scores}


def _count_equals(turn: Turn, keys: set[str]) -> dict[str, int]:
    """Return how many bulletins of ``turn`` have each of ``keys``."""
    counts = list_equal_rulings(turn, keys).order_by().values("key").annotate(count=Count("pk"))
    return dict(counts.values_list("key", "count"))


def list_sorted_rows(
    *,
    turn: Turn,
    scope: TableScope = ALL_TABLES,
    options: ListOptions | None = None,
    blinded: Collection[TurnEntry] = (),
) -> list[BulletinRow]:
    """Return the full rows of the list; those that wait come first unless ``options`` sort it.

    Only those of the tables of ``scope``; those in ``blinded`` are left out.
    """
    lines = filter_and_sort(list_lines(turn=turn, scope=scope), options or ListOptions())
    shown_entries = [line.entry for line in lines if (turn.pk, line.entry) not in blinded]
    return list_rows(turn=turn, entries=shown_entries, blinded=blinded)


def get_row(
    *,
    turn: Turn,
    entry_id: int,
    scope: TableScope = ALL_TABLES,
    blinded: Collection[TurnEntry] = (),
) -> BulletinRow | None:
    """Return the row of one entry; None when it is not in the list."""
    rows = list_rows(turn=turn, entries=[entry_id], scope=scope, blinded=blinded)
    return next(iter(rows), None)
