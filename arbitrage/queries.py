"""Reads rulings: the one in force for each bulletin, and the arbiter's list."""

from collections import Counter
from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.core.verdict import Verdict
from arbitrage.models import PaperBulletin, Ruling, Status
from arbitrage.sentences import explain_verdict
from tournament.models import Bulletin, Entry, LateBulletin, Tournament, Turn


def current_rulings(turn: Turn) -> dict[int, Ruling]:
    """The ruling in force for each entry of ``turn``."""
    rows = Ruling.objects.filter(turn=turn).order_by("entry_id", "-version").distinct("entry_id")
    return {ruling.entry_id: ruling for ruling in rows}


def current_papers(turn: Turn) -> dict[int, PaperBulletin]:
    """The bulletin typed in last for each entry of ``turn`` that has one."""
    rows = PaperBulletin.objects.filter(turn=turn).select_related("by")
    last = rows.order_by("entry_id", "-version").distinct("entry_id")
    return {paper.entry_id: paper for paper in last}


def needs_arbiter(ruling: Ruling, tournament: Tournament) -> bool:
    """Whether somebody still has to look at this bulletin."""
    if ruling.status == Status.PROPOSED:
        return tournament.confirm_clean
    return ruling.status == Status.UNDECIDED


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the arbiter's list."""

    entry: Entry
    table: int
    bulletin: PaperBulletin | Bulletin | LateBulletin | None
    late: bool
    ruling: Ruling
    verdict: Verdict
    sentence: str
    open: bool
    #: How many bulletins of the turn are equal to this one, itself included.
    equal: int


def list_for(*, turn: Turn, user: User | None = None) -> list[Row]:
    """Bulletins of ``turn`` with their rulings, those that wait for an arbiter first.

    With ``user`` only those of his tables.
    """
    rulings = current_rulings(turn)
    entries = Entry.objects.filter(pk__in=rulings).select_related("table")
    if user is not None:
        entries = entries.filter(table__arbiter_id=user.pk)
    handed = {b.entry_id: b for b in Bulletin.objects.filter(turn=turn)}
    late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=turn)}
    papers = current_papers(turn)
    count = Counter(ruling.key for ruling in rulings.values())
    tournament = turn.game.tournament
    rows = []
    for entry in entries:
        ruling = rulings[entry.pk]
        verdict = Verdict.from_dict(ruling.verdict)
        rows.append(
            Row(
                entry=entry,
                table=entry.table.number,
                bulletin=papers.get(entry.pk) or handed.get(entry.pk) or late.get(entry.pk),
                late=entry.pk in late and entry.pk not in handed and entry.pk not in papers,
                ruling=ruling,
                verdict=verdict,
                sentence=explain_verdict(verdict),
                open=needs_arbiter(ruling, tournament),
                equal=count[ruling.key],
            )
        )
    return sorted(rows, key=lambda row: (not row.open, row.table))
