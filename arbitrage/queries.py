"""Reads rulings and acts: those in force, and the arbiter's list."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import QuerySet

from arbitrage.account import Account, Average, Decision
from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Verdict
from arbitrage.models import Act, ActKind, PaperBulletin, Ruling, Status
from arbitrage.sentences import explain_verdict
from tournament.models import Bulletin, Entry, LateBulletin, Score, Tournament, Turn
from tournament.queries.standings import warnings_in


def in_force(turn: Turn) -> QuerySet[Ruling]:
    """The highest version for each entry of ``turn``."""
    rows = Ruling.objects.filter(turn=turn).select_related("by")
    return rows.order_by("entry_id", "-version").distinct("entry_id")


def current_rulings(turn: Turn, entries: Collection[int] | None = None) -> dict[int, Ruling]:
    """The ruling in force for each entry of ``turn``, or for those of ``entries``."""
    rows = in_force(turn)
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {ruling.entry_id: ruling for ruling in rows}


def current_papers(turn: Turn, entries: Collection[int] | None = None) -> dict[int, PaperBulletin]:
    """The bulletin typed in last for each entry of ``turn`` that has one, or of ``entries``."""
    rows = PaperBulletin.objects.filter(turn=turn).select_related("by")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    last = rows.order_by("entry_id", "-version").distinct("entry_id")
    return {paper.entry_id: paper for paper in last}


def _open_states(tournament: Tournament) -> set[str]:
    """Rulings at which somebody still has to look."""
    clean = {Status.PROPOSED} if tournament.confirm_clean else set()
    return {Status.UNDECIDED, *clean}


def needs_arbiter(ruling: Ruling, tournament: Tournament) -> bool:
    """Whether somebody still has to look at this bulletin."""
    return ruling.status in _open_states(tournament)


def equal_rulings(turn: Turn, key: str) -> QuerySet[Ruling]:
    """The rulings in force on the bulletins of ``turn`` that are equal, by their key."""
    return Ruling.objects.filter(pk__in=in_force(turn).values("pk"), key=key)


def waiting(turn: Turn) -> int:
    """Bulletins of ``turn`` that wait for an arbiter."""
    held = Ruling.objects.filter(pk__in=in_force(turn).values("pk"))
    return held.filter(status__in=_open_states(turn.game.tournament)).count()


def decisions_of(rulings: Iterable[Ruling]) -> dict[int, Decision]:
    """What ``rulings`` decide; a bulletin left to an arbiter has no decision yet."""
    return {
        ruling.entry_id: Decision(ruling.points, ruling.gross, Sanction(ruling.sanction))
        for ruling in rulings
        if ruling.status != Status.UNDECIDED
    }


def acts_in_force(turn: Turn, entries: Collection[int] | None = None) -> dict[int, list[Act]]:
    """The acts of ``turn`` that nobody has taken back, by entry, in the order decided."""
    rows = Act.objects.filter(turn=turn, taken_back_by__isnull=True)
    rows = rows.exclude(kind=ActKind.WITHDRAWAL).select_related("by").order_by("pk")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    acts: dict[int, list[Act]] = defaultdict(list)
    for act in rows:
        acts[act.entry_id].append(act)
    return acts


def accounts_of(acts: Mapping[int, Iterable[Act]]) -> dict[int, Account]:
    """What the acts in force come to, by entry."""
    return {entry: _account(list(mine)) for entry, mine in acts.items()}


def _account(acts: list[Act]) -> Account:
    kinds = Counter(act.kind for act in acts)
    averages = [Average.from_dict(act.data) for act in acts if act.kind == ActKind.AVERAGE]
    return Account(
        disciplinary=kinds[ActKind.WARNING],
        nullified=kinds[ActKind.ZERO] > 0,
        removed=kinds[ActKind.REMOVAL] > 0,
        average=averages[0] if averages else None,
    )


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
    #: What stands on the scoreboard; None while nobody has decided.
    score: Score | None
    #: Warnings of this entry in the game, this turn's among them.
    warnings: int
    acts: list[Act] = field(default_factory=list)

    @property
    def points(self) -> int:
        """Points that count; else those that the software proposes."""
        return self.score.points if self.score else self.ruling.points


def list_for(*, turn: Turn, user: User | None = None) -> list[Row]:
    """Bulletins of ``turn`` with their rulings, those that wait for an arbiter first.

    With ``user`` only those of his tables.
    """
    rulings = current_rulings(turn)
    entries = Entry.objects.filter(pk__in=rulings).select_related("table")
    if user is not None:
        entries = entries.filter(table__arbiter_id=user.pk)
    count = Counter(ruling.key for ruling in rulings.values())
    rows = _rows(turn, list(entries), rulings, count)
    return sorted(rows, key=lambda row: (not row.open, row.table))


def row_for(*, turn: Turn, entry_id: int, user: User | None = None) -> Row | None:
    """The line of one entry; None when it is not in the list of ``list_for``."""
    entries = Entry.objects.filter(pk=entry_id).select_related("table")
    if user is not None:
        entries = entries.filter(table__arbiter_id=user.pk)
    rulings = current_rulings(turn, [entry_id])
    if entry_id not in rulings:
        return None
    key = rulings[entry_id].key
    count = {key: equal_rulings(turn, key).count()}
    return next(iter(_rows(turn, list(entries), rulings, count)), None)


def _rows(
    turn: Turn, entries: list[Entry], rulings: Mapping[int, Ruling], count: Mapping[str, int]
) -> list[Row]:
    wanted = [entry.pk for entry in entries]
    handed = {b.entry_id: b for b in Bulletin.objects.filter(turn=turn, entry__in=wanted)}
    late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=turn, entry__in=wanted)}
    papers = current_papers(turn, wanted)
    scores = {s.entry_id: s for s in Score.objects.filter(turn=turn, entry__in=wanted)}
    acts = acts_in_force(turn, wanted)
    warnings = warnings_in(turn.game, wanted)
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
                sentence=explain_verdict(verdict, confirmed=ruling.status == Status.CONFIRMED),
                open=needs_arbiter(ruling, tournament),
                equal=count[ruling.key],
                score=scores.get(entry.pk),
                warnings=warnings.get(entry.pk, 0),
                acts=acts.get(entry.pk, []),
            )
        )
    return rows
