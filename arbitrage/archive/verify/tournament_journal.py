"""The journal of a tournament: its chain, and what its rows bind of centres, rounds,
matches, calls and toppings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from arbitrage.archive.core.reading import Archive, to_dict
from arbitrage.archive.core.row import ArchiveRow
from arbitrage.archive.core.tournament_journal import TournamentJournalRow
from arbitrage.archive.verify.chain import check_links
from arbitrage.archive.verify.record import NumberedLine, list_numbered
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from tournament.core.chain import DISPLAYED_DIGITS, ERASED_TEXT, SIGNATURE_FIELD
from tournament.core.states import Discipline
from tournament.core.tournament_journal import (
    EVENT_MEMBERS,
    SubjectKind,
    compute_tournament_link,
    digest_lines,
    start_tournament_chain,
)
from tournament.topping.core.topping_run import UNSUCCESSFUL_PROPOSALS

#: Member of the line with the uid of a subject.
_MEMBERS: dict[SubjectKind, str] = {
    SubjectKind.TERMS: "tournament",
    SubjectKind.CENTRE: "centres",
    SubjectKind.ROUND: "rounds",
    SubjectKind.MATCH: "matches",
    SubjectKind.GAME: "match_games",
    SubjectKind.CLOCK: "table_clocks",
    SubjectKind.RESULT: "match_results",
    SubjectKind.CALL: "calls",
    SubjectKind.TOPPING: "toppings",
    SubjectKind.RUN: "topping_runs",
}
#: Field of a line that names its subject, by member.
_OWNERS = {
    "tables": "centre",
    "match_events": "game",
    "clock_events": "clock",
    "topping_events": "run",
    "matches": "round",
    "topping_runs": "topping",
}
_SIGNED_MEMBERS = ("tournament_journal", "match_events", "clock_events", "match_results")

type _Lines = list[NumberedLine[Any]]


class TournamentJournalCheck:
    """Checks the journal of the tournament, and that it binds every line that it must."""

    def __init__(self, archive: Archive, report: Report) -> None:
        self._archive, self._report = archive, report
        self._rows = list_numbered(archive, TournamentJournalRow, "tournament_journal")
        self._by_subject: defaultdict[tuple[str, str], list[NumberedLine[TournamentJournalRow]]]
        self._by_subject = defaultdict(list)
        for line in self._rows:
            self._by_subject[line.row.kind, line.row.subject].append(line)
        self._lines: dict[str, _Lines] = {
            member: list_numbered(archive, ArchiveRow, member)
            for member in {*_MEMBERS.values(), *_OWNERS}
        }
        self._by_uid = {
            member: {line.row.uid: line for line in self._lines[member]}
            for member in _MEMBERS.values()
        }
        #: Parts of subjects by member and subject: events, matches of a round (its number), runs of
        #: a topping (its number).
        self._parts: defaultdict[tuple[str, Any], _Lines] = defaultdict(list)
        for member, owner in _OWNERS.items():
            for line in self._lines[member]:
                self._parts[member, getattr(line.row, owner)].append(line)

    def check(self) -> None:
        self._check_chain()
        self._check_signatures()
        subjects = dict(self._list_subjects())
        if not self._rows:
            self._report.count(0, 0, "unchained", len(subjects))
            return
        for key, line in subjects.items():
            if key not in self._by_subject and not self._is_unused(key):
                self._report.add(DiscrepancyKind.UNBOUND, line, None, None)
        for (kind, uid), rows in self._by_subject.items():
            if kind in EVENT_MEMBERS:
                self._check_events(SubjectKind(kind), uid, rows)
            for line, lines in self._list_digests_of(SubjectKind(kind), uid, rows):
                self._compare_digest(line, lines)
            self._report.count(0, 0, "late-bound", rows[0].row.data.get("action") == "before")
        self._report.count(0, 0, "journal-rows", len(self._rows))

    def list_digests(self) -> Iterator[tuple[NumberedLine[TournamentJournalRow], _Lines]]:
        """Yield the rows whose digest counts, each with the lines that it binds."""
        for (kind, uid), rows in self._by_subject.items():
            yield from self._list_digests_of(SubjectKind(kind), uid, rows)

    def _list_digests_of(
        self, kind: SubjectKind, uid: str, rows: Sequence[NumberedLine[TournamentJournalRow]]
    ) -> Iterator[tuple[NumberedLine[TournamentJournalRow], _Lines]]:
        subject = self._list_lines(kind, uid)
        if kind not in EVENT_MEMBERS:
            yield rows[-1], subject
            return
        events = self._parts[EVENT_MEMBERS[kind], uid]
        for line in rows:
            first, last = line.row.data["bound"]["first"], line.row.data["bound"]["last"]
            yield line, [*subject, *(event for event in events if first <= event.row.seq <= last)]

    def _check_chain(self) -> None:
        start = start_tournament_chain(self._archive.uid)
        last = check_links(self._rows, start, compute_tournament_link, self._report)
        head = self._archive.manifest.tournament_head
        stated = (head.seq, head.head) if head else None
        computed_head = (len(self._rows), last) if self._rows else None
        if stated != computed_head:
            self._report.add(
                DiscrepancyKind.HEAD,
                None,
                stated,
                computed_head,
                member="manifest",
                name="tournament_head",
            )

    def _list_subjects(self) -> Iterator[tuple[tuple[str, str], NumberedLine[Any]]]:
        """Yield the subjects that the journal must bind, each with its line."""
        for kind, member in _MEMBERS.items():
            for line in self._lines[member]:
                is_bound_elsewhere = kind is SubjectKind.MATCH and line.row.round is not None
                is_not_classic = (
                    kind is SubjectKind.TERMS and line.row.discipline != Discipline.CLASSIC
                )
                if not (is_bound_elsewhere or is_not_classic):
                    yield (kind, line.row.uid), line

    def _is_unused(self, key: tuple[str, str]) -> bool:
        """Return True for a game, clock or run in which nothing happened, and for the settings of a
        tournament without a round."""
        kind, uid = key
        if kind == SubjectKind.TERMS:
            return not self._lines["rounds"]
        member = EVENT_MEMBERS.get(SubjectKind(kind))
        return member is not None and not self._list_judged(self._parts[member, uid])

    @staticmethod
    def _list_judged(events: Iterable[NumberedLine[Any]]) -> _Lines:
        """Return the events that have a row of the journal: proposals of a topping that were not
        the top are bound with the next event, if there is one."""
        return [
            event
            for event in events
            if getattr(event.row, "kind", "") not in UNSUCCESSFUL_PROPOSALS
        ]

    def _list_lines(self, kind: SubjectKind, uid: str) -> _Lines:
        """Return the lines of a subject without its events, in the order of the digest."""
        line = self._by_uid[_MEMBERS[kind]].get(uid)
        if line is None:
            return []
        match kind:
            case SubjectKind.CENTRE:
                tables = self._parts["tables", uid]
                return [line, *sorted(tables, key=lambda table: int(table.row.number))]
            case SubjectKind.ROUND:
                return [line, *self._list_parts("matches", line.row.number)]
            case SubjectKind.TOPPING:
                number = line.row.number
                events = [
                    event
                    for event in self._parts["topping_events", None]
                    if event.row.topping == number
                ]
                return [line, *self._list_parts("topping_runs", number), *events]
        return [line]

    def _list_parts(self, member: str, owner: Any) -> _Lines:
        return sorted(self._parts[member, owner], key=lambda line: str(line.row.uid))

    def _check_events(
        self, kind: SubjectKind, uid: str, rows: Sequence[NumberedLine[TournamentJournalRow]]
    ) -> None:
        last_seq = 0
        for line in rows:
            bound = line.row.data["bound"]
            self._report.compare(DiscrepancyKind.BOUND, line, "first", bound["first"], last_seq + 1)
            last_seq = bound["last"]
        events = self._parts[EVENT_MEMBERS[kind], uid]
        for event in self._list_judged(events):
            if event.row.seq > last_seq:
                self._report.add(DiscrepancyKind.UNBOUND, event, None, None)

    def _compare_digest(self, line: NumberedLine[TournamentJournalRow], lines: _Lines) -> None:
        bound, digest = line.row.data["bound"], digest_bound(lines)
        if (len(lines), digest) == (bound["n"], bound["digest"]):
            self._report.count(0, 0, "journal-bound", len(lines))
            return
        reported_line = lines[-1] if lines else line
        numbers = ", ".join(f"{item.member} {item.number}" for item in lines[:12])
        self._report.add(
            DiscrepancyKind.BOUND,
            reported_line,
            bound["digest"],
            digest,
            name=numbers or line.row.kind,
        )

    def _check_signatures(self) -> None:
        """Check that every act has a signature, and each account always the same."""
        lines = [line for member in _SIGNED_MEMBERS for line in self._list_signed(member)]
        names: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for line in lines:
            if line.row.by is not None and line.row.signed not in ("", ERASED_TEXT):
                names[line.row.by][line.row.signed] += 1
        for line in lines:
            by, signed = line.row.by, line.row.signed
            expected = names[by].most_common(1) if by is not None else [("", 1)]
            name = expected[0][0] if expected else None
            if signed not in (ERASED_TEXT, name):
                self._report.add(DiscrepancyKind.BY, line, by, name, name=SIGNATURE_FIELD)

    def _list_signed(self, member: str) -> _Lines:
        return [*self._rows] if member == "tournament_journal" else self._lines[member]


def digest_bound(lines: Iterable[NumberedLine[Any]]) -> str:
    """Return the digest of the lines that a row binds."""
    return digest_lines((line.member, to_dict(line.row)) for line in lines)


def describe_journal(archive: Archive, report: Report) -> Iterator[str]:
    """Yield the size of the journal of the tournament, and the number of lines older than it."""
    if unchained := report.counts[0, 0, "unchained"]:
        yield (
            f"Rondes, matchs, appels et toppings d’avant le journal du tournoi : {unchained}, que "
            "rien ne tient."
        )
    rows = archive.list_rows(TournamentJournalRow)
    if rows:
        yield f"Journal du tournoi : {len(rows)} lignes, tête {rows[-1].chain[:DISPLAYED_DIGITS]}."
    if late := report.counts[0, 0, "late-bound"]:
        yield f"  D’avant ce journal, tenus depuis le {rows[0].at} seulement : {late}."
