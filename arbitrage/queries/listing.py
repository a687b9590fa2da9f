"""The bulletins of a turn as the arbiter's list shows them: all in short, some in full."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Count

from arbitrage.core.bulletin import SheetState
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED, Act, PaperBulletin, Ruling
from arbitrage.queries.blinding import without_veiled
from arbitrage.queries.lines import Answer, ListLine, by_answer, under_veil
from arbitrage.queries.paging import Look, ordered
from arbitrage.queries.rulings import (
    acts_in_force,
    current_papers,
    current_rulings,
    equal_rulings,
    in_force,
    waiting_entries,
)
from arbitrage.queries.second_looks import LookPlace
from tournament.models import Bulletin, Entry, LateBulletin, Score, Turn
from tournament.queries.people.seating import numbers_in, seated
from tournament.queries.results.standings import warnings_in


@dataclass(frozen=True, slots=True)
class BulletinRow:
    """One line of the arbiter's list."""

    entry: Entry
    table: int
    bulletin: PaperBulletin | Bulletin | LateBulletin | None
    late: bool
    ruling: Ruling
    verdict: Verdict
    open: bool
    #: How many bulletins of the turn are equal to this one, itself included.
    equal: int
    #: What stands on the scoreboard; None while nobody has decided.
    score: Score | None
    #: Warnings of this entry in the game, this turn's among them.
    warnings: int
    acts: list[Act] = field(default_factory=list)
    #: It waits for the second look of whoever reads: nothing of what is decided is told him.
    veiled: bool = False

    @property
    def decided(self) -> bool:
        return self.ruling.status in DECIDED

    @property
    def can_count_in_time(self) -> bool:
        """Whether it is late, and nobody has said that it counts all the same (5.7)."""
        written_late = getattr(self.bulletin, "state", "") == SheetState.LATE
        return (self.late or written_late) and not self.ruling.in_time

    @property
    def acts_possible(self) -> str:
        """What an arbiter can do with it, with blanks between."""
        if self.veiled:
            return ""
        possible = {
            "change": True,
            "account": True,
            "confirm": not self.decided,
            "equal": self.equal > 1,
            "in-time": self.can_count_in_time,
        }
        return " ".join(act for act, now in possible.items() if now)

    @property
    def points(self) -> int:
        """Points that count; else those that the software proposes."""
        return self.score.points if self.score else self.ruling.points


def lines_for(
    *, turn: Turn, user: User | None = None, key: str = "", veiled: Collection[LookPlace] = ()
) -> list[ListLine]:
    """Every bulletin of ``turn`` in short, or those equal by their ``key``; with ``user`` only
    those of his tables. Of those ``veiled`` nothing is told that was decided."""
    held = equal_rulings(turn, [key]).order_by() if key else in_force(turn)
    rulings = seated(held, turn.game_id, "entry")
    if user is not None:
        rulings = rulings.filter(seat_arbiter=user.pk)
    paid = dict(Score.objects.filter(turn=turn).values_list("entry_id", "points"))
    waiting = waiting_entries(turn)
    lines = [
        ListLine(
            entry=entry,
            table=table,
            name=name,
            points=paid.get(entry, points),
            open=entry in waiting,
            status=status,
            origin=origin,
            answer=Answer(key, points, sanction, article, tuple(motives)),
        )
        for entry, table, name, points, status, origin, key, sanction, article, motives in (
            rulings.values_list(*_COLUMNS)
        )
    ]
    return [under_veil(one) if (turn.pk, one.entry) in veiled else one for one in lines]


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


def answer_line(
    *,
    turn: Turn,
    row: BulletinRow,
    user: User | None = None,
    veiled: Collection[LookPlace] = (),
) -> ListLine:
    """The line of all that have the answer of ``row``; with ``user`` only at his tables, and
    ``row`` itself, corrected again or seated elsewhere since it was read."""
    found = lines_for(turn=turn, user=user, key=row.ruling.key, veiled=veiled)
    alike = {line.entry: line for line in found}
    held = alike.setdefault(row.entry.pk, _line_of(row))
    return next(one for one in by_answer(alike.values()) if one.answer == held.answer)


def _line_of(row: BulletinRow) -> ListLine:
    line = ListLine(
        entry=row.entry.pk,
        table=row.table,
        name=row.entry.name,
        points=row.points,
        open=row.open,
        status=row.ruling.status,
        origin=row.ruling.origin,
        answer=Answer.of(row.ruling),
    )
    return under_veil(line) if row.veiled else line


def written_by(
    turn: Turn, entries: Sequence[int]
) -> dict[int, PaperBulletin | Bulletin | LateBulletin]:
    """By entry what counts of what it wrote: on paper, else in time, else late."""
    late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=turn, entry__in=entries)}
    handed = {b.entry_id: b for b in Bulletin.objects.filter(turn=turn, entry__in=entries)}
    return {**late, **handed, **current_papers(turn, entries)}


def rows_for(
    *, turn: Turn, entries: Sequence[int], veiled: Collection[LookPlace] = ()
) -> list[BulletinRow]:
    """The bulletins of ``entries`` in full, in their order; who has no ruling is left out.
    ``veiled``: those of the game that wait for the second look of whoever reads."""
    rulings = current_rulings(turn, entries)
    wanted = [entry for entry in entries if entry in rulings]
    named = Entry.objects.in_bulk(wanted)
    tables = numbers_in(turn.game_id, wanted)
    written = written_by(turn, wanted)
    scores = {s.entry_id: s for s in Score.objects.filter(turn=turn, entry__in=wanted)}
    acts = acts_in_force(turn, wanted)
    warnings = without_veiled(warnings_in(turn.game, wanted), veiled)
    equal = _equal(turn, {ruling.key for ruling in rulings.values()})
    waiting = waiting_entries(turn, wanted)
    rows = []
    for pk in wanted:
        ruling = rulings[pk]
        verdict = Verdict.from_dict(ruling.verdict)
        rows.append(
            BulletinRow(
                entry=named[pk],
                table=tables[pk],
                bulletin=written.get(pk),
                late=isinstance(written.get(pk), LateBulletin),
                ruling=ruling,
                verdict=verdict,
                open=pk in waiting,
                # Corrected again between the two questions, it is there itself at least.
                equal=equal.get(ruling.key, 1),
                score=scores.get(pk),
                warnings=warnings.get(pk, 0),
                acts=acts.get(pk, []),
                veiled=(turn.pk, pk) in veiled,
            )
        )
    return rows


def _equal(turn: Turn, keys: set[str]) -> dict[str, int]:
    """How many bulletins of ``turn`` have each of ``keys``."""
    alike = equal_rulings(turn, keys).order_by().values("key").annotate(count=Count("pk"))
    return dict(alike.values_list("key", "count"))


def list_for(
    *,
    turn: Turn,
    user: User | None = None,
    look: Look | None = None,
    veiled: Collection[LookPlace] = (),
) -> list[BulletinRow]:
    """The whole list in full, those that wait for an arbiter first unless ``look`` says else.

    With ``user`` only the bulletins of his tables; those ``veiled`` are left out.
    """
    lines = ordered(lines_for(turn=turn, user=user), look or Look())
    shown = [line.entry for line in lines if (turn.pk, line.entry) not in veiled]
    return rows_for(turn=turn, entries=shown, veiled=veiled)


def row_for(
    *, turn: Turn, entry_id: int, user: User | None = None, veiled: Collection[LookPlace] = ()
) -> BulletinRow | None:
    """The line of one entry; None when it is not in the list of ``list_for``."""
    entries = seated(Entry.objects.filter(pk=entry_id), turn.game_id)
    if user is not None:
        entries = entries.filter(seat_arbiter=user.pk)
    rows = rows_for(turn=turn, entries=list(entries.values_list("pk", flat=True)), veiled=veiled)
    return next(iter(rows), None)
