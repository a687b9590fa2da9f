"""The digests in the rows of a journal against the lines that they bind."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from arbitrage.archive.core.play import JournalRow, PaperBulletinRow
from arbitrage.archive.core.reading import to_dict
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine, TurnRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.core.journal_digests import (
    BOUND,
    BY_RULE,
    DigestKind,
    compute_acts_digest,
    compute_case_digest,
    compute_look_digest,
    compute_papers_digest,
    compute_rulings_digest,
)
from arbitrage.core.ruling_codes import DECIDED_STATUSES, UNDONE_DECISION, RulingStatus
from tournament.core.events import EventKind
from tournament.core.solution_digests import compute_solutions_digest

#: Maximum number of lines listed in a discrepancy.
_MAX_LISTED = 12
#: Digests of lines as the journal states them, by kind; cases have their own.
_DIGESTS: dict[str, Callable[[Iterable[dict[str, Any]]], str]] = {
    DigestKind.RULINGS: compute_rulings_digest,
    DigestKind.ACTS: compute_acts_digest,
    DigestKind.PAPERS: compute_papers_digest,
    DigestKind.LOOKS: lambda lines: compute_look_digest(next(iter(lines))),
    DigestKind.SOLUTIONS: lambda lines: compute_solutions_digest(next(iter(lines))),
}
#: Kinds of lines that change: the last row counts, whose time is not that of the line.
_LAST_ROW_KINDS = frozenset({DigestKind.SOLUTIONS, DigestKind.LOOKS, DigestKind.CASES})
#: Kind of the journal row that was written with a line, by member.
_EVENT_KINDS = {
    "rulings": EventKind.TURN_CORRECTED,
    "acts": EventKind.TURN_CORRECTED,
    "papers": EventKind.PAPER_TYPED,
    "solutions": EventKind.TURN_SOLVED,
    **dict.fromkeys(("cases", "statements", "sittings"), EventKind.CASE_CHANGED),
    "looks": EventKind.LOOK_CHANGED,
}


@dataclass(frozen=True, slots=True)
class JournalDigest:
    """A digest in a row of the journal that counts, in ``field`` of its data; ``lines``: those that
    it binds, ``digest``: theirs."""

    journal_line: NumberedLine[JournalRow]
    field: str
    lines: list[NumberedLine[Any]]
    digest: str

    @property
    def stated(self) -> dict[str, Any]:
        """Return the digest as the row states it, with the kind and the number of lines."""
        stated: dict[str, Any] = self.journal_line.row.data[self.field]
        return stated

    @property
    def is_valid(self) -> bool:
        return (len(self.lines), self.digest) == (self.stated["n"], self.stated["digest"])


class JournalDigestCheck:
    """Checks the digests in the journal of a game against the lines that they bind."""

    def __init__(self, record: ArchiveRecord, game: GameRecord, report: Report) -> None:
        self._record, self._game, self._report = record, game, report
        #: Member and number of the lines that a row binds.
        self._bound: set[tuple[str, int]] = set()
        #: Bulletins on paper by turn, then by entry and version.
        self._papers: dict[int, dict[tuple[str, int], NumberedLine[PaperBulletinRow]]] = {}

    def check(self) -> None:
        for journal_digest in self.list_digests():
            self._check_digest(journal_digest)
        self._check_unbound()

    def list_digests(self) -> Iterator[JournalDigest]:
        """Yield the digests of the rows that count."""
        rows = [line for line in self._game.journal if self._is_covered(line.row)]
        last_lines = {_get_replacement_key(line.row): line for line in rows}
        for line in rows:
            key = _get_replacement_key(line.row)
            for field in (BOUND, BY_RULE):
                stated = line.row.data.get(field)
                if stated is not None and (key is None or last_lines[key] == line):
                    yield self._find_digest(line, field, stated)

    def _is_covered(self, row: JournalRow) -> bool:
        return row.turn is not None and self._record.covers(row.game, row.turn)

    def _find_digest(
        self, journal_line: NumberedLine[JournalRow], field: str, stated: dict[str, Any]
    ) -> JournalDigest:
        kind, row = str(stated["kind"]), journal_line.row
        turn = self._game.turns[row.turn or 0]
        lines = self._list_bound(kind, turn, row, stated)
        digest = self._compute_digest(kind, turn, row, lines) if lines else ""
        return JournalDigest(journal_line, field, lines, digest)

    def _check_digest(self, journal_digest: JournalDigest) -> None:
        row, lines = journal_digest.journal_line.row, journal_digest.lines
        self._bound |= {(line.member, line.number) for line in lines}
        if not journal_digest.is_valid:
            self._add_mismatch(journal_digest)
            return
        self._report.count(row.game, row.turn or 0, "bound", len(lines))
        for line in lines:
            if journal_digest.stated["kind"] not in _LAST_ROW_KINDS:
                self._report.compare(DiscrepancyKind.AT, line, "at", line.row.at, row.at)
                self._check_by(line, row, self._game.turns[row.turn or 0])

    @staticmethod
    def _compute_digest(
        kind: str, turn: TurnRecord, row: JournalRow, lines: list[NumberedLine[Any]]
    ) -> str:
        if kind == DigestKind.CASES:
            case = turn.cases[row.data["case"]]
            statements = [to_dict(line.row) for line in case.statements]
            sittings = [to_dict(line.row) for line in case.sittings]
            return compute_case_digest(to_dict(case.line.row), statements, sittings)
        return _DIGESTS[kind](to_dict(line.row) for line in lines)

    def _add_mismatch(self, journal_digest: JournalDigest) -> None:
        """Name the line if it is the only one, else the journal row: any of its lines may
        differ."""
        lines, stated = journal_digest.lines, journal_digest.stated
        reported_line = lines[0] if len(lines) == 1 else journal_digest.journal_line
        numbers = ", ".join(str(line.number) for line in lines[:_MAX_LISTED])
        ellipsis = ", …" if len(lines) > _MAX_LISTED else ""
        self._report.add(
            DiscrepancyKind.BOUND,
            reported_line,
            stated["digest"],
            journal_digest.digest,
            name=f"{stated['kind']} {numbers}{ellipsis}",
        )

    def _list_bound(
        self, kind: str, turn: TurnRecord, row: JournalRow, bound: dict[str, Any]
    ) -> list[NumberedLine[Any]]:
        match kind:
            case DigestKind.RULINGS:
                gesture = bound["gesture"]
                return [ruling for ruling in turn.all_rulings if ruling.row.gesture == gesture]
            case DigestKind.ACTS:
                uids = bound.get("acts", [row.data.get("act")])
                by_uid = {act.row.uid: act for act in turn.acts}
                return [by_uid[uid] for uid in uids if uid in by_uid]
            case DigestKind.PAPERS:
                papers = self._index_papers(turn)
                return [
                    papers[entry, version]
                    for entry, version in bound["papers"]
                    if (entry, version) in papers
                ]
            case DigestKind.LOOKS:
                return [look for look in turn.looks if look.row.uid == row.data["uid"]]
            case DigestKind.CASES:
                case = turn.cases.get(row.data["case"])
                return case.lines if case else []
            case _:
                return [turn.solutions] if turn.solutions else []

    def _index_papers(
        self, turn: TurnRecord
    ) -> dict[tuple[str, int], NumberedLine[PaperBulletinRow]]:
        """Return the bulletins on paper of the turn by entry and version. Cached: every journal row
        about one needs them."""
        ordinal = turn.row.ordinal
        if ordinal not in self._papers:
            papers = (paper for versions in turn.papers.values() for paper in versions)
            self._papers[ordinal] = {
                (paper.row.entry, paper.row.version): paper for paper in papers
            }
        return self._papers[ordinal]

    def _check_by(self, line: NumberedLine[Any], row: JournalRow, turn: TurnRecord) -> None:
        """Check that the account that decided is the one that acted. A ruling that is restored by
        an undo, or given to equal bulletins that arrive later, keeps the name of the first one who
        decided it."""
        by = line.row.by
        if by == row.by or (by is None and not _is_decided_by_person(line)):
            return
        is_taken_over = row.data.get("decision") == UNDONE_DECISION or row.by is None
        if (
            line.member == "rulings"
            and is_taken_over
            and any(
                ruling.row.by == by
                and ruling.row.gesture != line.row.gesture
                and ruling.row.status != RulingStatus.PROPOSED
                for ruling in turn.all_rulings
            )
        ):
            return
        self._report.add(DiscrepancyKind.BY, line, by, row.by, name="by")

    def _check_unbound(self) -> None:
        """Report lines that no row binds, unless they predate the chain: then a row of the same
        time was written with them, before the first row that binds lines."""
        number = self._game.row.number
        journal = [line.row for line in self._game.journal]
        binding_seqs = [row.seq for row in journal if BOUND in row.data or BY_RULE in row.data]
        first_binding_seq = min(binding_seqs, default=self._game.row.seq + 1)
        older_rows = [row for row in journal if row.seq < first_binding_seq]
        for ordinal, turn in self._game.turns.items():
            if not self._record.covers(number, ordinal):
                continue
            for line in _list_lines(turn):
                if (line.member, line.number) in self._bound:
                    continue
                if _has_row_of_same_time(line, older_rows, ordinal):
                    self._report.count(number, ordinal, "unbound")
                else:
                    self._report.add(DiscrepancyKind.UNBOUND, line, None, None)


def _is_decided_by_person(line: NumberedLine[Any]) -> bool:
    """Return True if a person decided it, False if the software did as a consequence."""
    match line.member:
        case "rulings":
            return line.row.status in DECIDED_STATUSES
        case "acts":
            return not line.row.automatic
        case _:
            return True


def _list_lines(turn: TurnRecord) -> list[NumberedLine[Any]]:
    papers = [line for versions in turn.papers.values() for line in versions]
    solutions = [turn.solutions] if turn.solutions else []
    return [*turn.all_rulings, *turn.acts, *papers, *solutions, *turn.looks, *turn.case_lines]


def _get_replacement_key(row: JournalRow) -> tuple[str, Any] | None:
    """Return a key shared by rows of which only the last counts: those of the solutions of a turn,
    of a second look, of a case. None for other rows."""
    key_fields: dict[str, str] = {EventKind.LOOK_CHANGED: "uid", EventKind.CASE_CHANGED: "case"}
    if row.kind == EventKind.TURN_SOLVED:
        return row.kind, row.turn
    key_field = key_fields.get(row.kind)
    return (row.kind, row.data[key_field]) if key_field else None


def _has_row_of_same_time(
    line: NumberedLine[Any], older_rows: Iterable[JournalRow], turn: int
) -> bool:
    kind, moment = _EVENT_KINDS[line.member], getattr(line.row, "at", None)
    return any(
        row.kind == kind and row.turn == turn and (moment is None or row.at == moment)
        for row in older_rows
    )
