"""The chains of the journals, and what their rows hold of the other lines."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arbitrage.archive.core.play import JournalRow, PaperRow
from arbitrage.archive.core.reading import as_line
from arbitrage.archive.verify.record import ArchiveRecord, At, CaseRecord, GameRecord, TurnRecord
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.core.decided import DECIDED, UNDONE, Status
from arbitrage.core.journal_digests import (
    BOUND,
    BY_RULE,
    BoundKind,
    digest_of_acts,
    digest_of_case,
    digest_of_look,
    digest_of_papers,
    digest_of_rulings,
)
from tournament.core import chain
from tournament.core.events import EventKind
from tournament.core.solution_digests import digest_of_solutions

#: Lines that are named one by one.
_NAMED = 12
_DIGESTS: dict[str, Callable[[Iterable[dict[str, Any]]], str]] = {
    BoundKind.RULINGS: digest_of_rulings,
    BoundKind.ACTS: digest_of_acts,
    BoundKind.PAPERS: digest_of_papers,
    BoundKind.LOOKS: lambda lines: digest_of_look(next(iter(lines))),
    BoundKind.SOLUTIONS: lambda lines: digest_of_solutions(next(iter(lines))),
}
#: Of what the last row counts alone: its moment is not that of the line.
_AS_BY_THEN = frozenset({BoundKind.SOLUTIONS, BoundKind.LOOKS, BoundKind.CASES})
#: Of what kind the row of the journal is that came with a line.
_WRITTEN_BY = {
    "rulings": EventKind.CORRECTED,
    "acts": EventKind.CORRECTED,
    "papers": EventKind.PAPER,
    "solutions": EventKind.SOLVED,
    **dict.fromkeys(("cases", "statements", "sittings"), EventKind.CASE),
    "looks": EventKind.LOOK,
}


def check_heads(record: ArchiveRecord, heads: Sequence[str], report: Report) -> None:
    """The heads of the manifest; and ``heads``, on paper, which the story must have gone through.

    Short ones are the first digits.
    """
    named = {head.game: head for head in record.archive.manifest.heads}
    for number, game in record.games.items():
        last = game.journal[-1].row.chain if game.journal else _start(record, game)
        head = named.pop(number, None)
        said = (head.uid, head.seq, head.head) if head else None
        if said != (game.row.uid, len(game.journal), last):
            shown = head.head if head else None
            report.lie(Matter.HEAD, game.at, shown, last, member="manifest", name="heads")
        report.compare(Matter.STATE, game.at, "seq", game.row.seq, len(game.journal))
    for head in named.values():
        report.lie(Matter.HEAD, None, head.head, None, member="manifest", name="heads")
    every = [row.row.chain for game in record.games.values() for row in game.journal]
    for printed in heads:
        if not any(one.startswith(printed) for one in every):
            report.lie(Matter.PRINTED_HEAD, None, printed, None, member="journal")


def _start(record: ArchiveRecord, game: GameRecord) -> str:
    return chain.start(record.archive.uid, game.row.uid)


def check_chain(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Row by row; after one that does not hold the next is held against what that says."""
    before = _start(record, game)
    expected = 1
    for at in game.journal:
        row = at.row
        if row.seq != expected:
            report.lie(Matter.ROW_MISSING, at, row.seq, expected, name="seq")
        else:
            found = chain.link_of_row(before, as_line(row))
            report.compare(Matter.CHAIN, at, "chain", row.chain, found)
        before, expected = row.chain, row.seq + 1
    report.count(game.row.number, 0, "rows", len(game.journal))


def check_texts(record: ArchiveRecord, report: Report) -> None:
    """What people wrote is held by its salt, or erased: nothing else stands in its place."""
    for game in record.games.values():
        for row in game.journal:
            _check_signed(record, row, report)
            _check_texts(row, chain.texts_of(row.row.signed, row.row.data), report)
        for turn in game.turns.values():
            for versions in turn.rulings.values():
                for ruling in versions:
                    texts = {name: getattr(ruling.row, name) for name in chain.TEXTS["rulings"]}
                    _check_texts(ruling, texts, report)
            for line in (*turn.acts, *turn.looks, *_of_cases(turn)):
                texts = {name: getattr(line.row, name) for name in chain.TEXTS[line.member]}
                _check_texts(line, texts, report)


def _check_signed(record: ArchiveRecord, at: At[JournalRow], report: Report) -> None:
    """The chain holds the name alone: nobody acted without one, and an account has one."""
    by, signed = at.row.by, at.row.signed
    if by is None:
        report.compare(Matter.BY, at, "by", by, signed or None)
    elif not signed:
        report.lie(Matter.BY, at, by, None, name="by")
    elif signed != chain.ERASED:
        report.compare(Matter.BY, at, "signed", signed, record.names[by])


def _check_texts(at: At[Any], texts: dict[str, Any], report: Report) -> None:
    for name, text in texts.items():
        if name in at.row.erased:
            report.compare(Matter.TEXT, at, name, text, chain.ERASED)
            report.count(getattr(at.row, "game", 0), 0, "erased")
        elif text and isinstance(text, str) and name not in at.row.salts:
            report.lie(Matter.TEXT, at, text, "", name=name)


class Binding:
    """What the journal of a game holds of its other lines."""

    def __init__(self, record: ArchiveRecord, game: GameRecord, report: Report) -> None:
        self._record, self._game, self._report = record, game, report
        #: Lines that a row holds, by member and number.
        self._held: set[tuple[str, int]] = set()
        #: Of the turns that were looked at, those typed in by entry and version.
        self._papers: dict[int, dict[tuple[str, int], At[PaperRow]]] = {}

    def check(self) -> None:
        rows = [at for at in self._game.journal if self._covered(at.row)]
        last = {_replaced(at.row): at for at in rows}
        for at in rows:
            for name in (BOUND, BY_RULE):
                bound = at.row.data.get(name)
                if bound is not None and (
                    _replaced(at.row) is None or last[_replaced(at.row)] == at
                ):
                    self._check(at, bound)
        self._check_the_rest()

    def _covered(self, row: JournalRow) -> bool:
        return row.turn is not None and self._record.covers(row.game, row.turn)

    def _check(self, at: At[JournalRow], bound: dict[str, Any]) -> None:
        kind = str(bound["kind"])
        turn = self._game.turns[at.row.turn or 0]
        lines = self._lines(kind, turn, at.row, bound)
        self._held |= {(line.member, line.number) for line in lines}
        digest = self._digest(kind, turn, at.row, lines) if lines else ""
        if (len(lines), digest) != (bound["n"], bound["digest"]):
            self._blame(at, kind, lines, bound["digest"], digest)
            return
        self._report.count(at.row.game, at.row.turn or 0, "bound", len(lines))
        for line in lines:
            if kind not in _AS_BY_THEN:
                self._report.compare(Matter.AT, line, "at", line.row.at, at.row.at)
                self._check_by(line, at.row, turn)

    @staticmethod
    def _digest(kind: str, turn: TurnRecord, row: JournalRow, lines: list[At[Any]]) -> str:
        if kind == BoundKind.CASES:
            case = turn.cases[row.data["case"]]
            said, sat = ([as_line(one.row) for one in some] for some in _parts(case))
            return digest_of_case(as_line(case.at.row), said, sat)
        return _DIGESTS[kind](as_line(line.row) for line in lines)

    def _blame(
        self, at: At[JournalRow], kind: str, lines: list[At[Any]], said: str, found: str
    ) -> None:
        """Of one line it is that one, of several one of them."""
        one = lines[0] if len(lines) == 1 else at
        numbers = ", ".join(str(line.number) for line in lines[:_NAMED])
        more = ", …" if len(lines) > _NAMED else ""
        self._report.lie(Matter.BOUND, one, said, found, name=f"{kind} {numbers}{more}")

    def _lines(
        self, kind: str, turn: TurnRecord, row: JournalRow, bound: dict[str, Any]
    ) -> list[At[Any]]:
        match kind:
            case BoundKind.RULINGS:
                every = (one for versions in turn.rulings.values() for one in versions)
                return [one for one in every if one.row.gesture == bound["gesture"]]
            case BoundKind.ACTS:
                named = bound.get("acts", [row.data.get("act")])
                by_uid = {act.row.uid: act for act in turn.acts}
                return [by_uid[uid] for uid in named if uid in by_uid]
            case BoundKind.PAPERS:
                papers = self._papers_of(turn)
                return [papers[e, v] for e, v in bound["papers"] if (e, v) in papers]
            case BoundKind.LOOKS:
                return [look for look in turn.looks if look.row.uid == row.data["uid"]]
            case BoundKind.CASES:
                case = turn.cases.get(row.data["case"])
                return case.lines if case else []
            case _:
                return [turn.solutions] if turn.solutions else []

    def _papers_of(self, turn: TurnRecord) -> dict[tuple[str, int], At[PaperRow]]:
        """Looked for once: every row that came with one asks."""
        ordinal = turn.row.ordinal
        if ordinal not in self._papers:
            every = (one for versions in turn.papers.values() for one in versions)
            self._papers[ordinal] = {(one.row.entry, one.row.version): one for one in every}
        return self._papers[ordinal]

    def _check_by(self, line: At[Any], row: JournalRow, turn: TurnRecord) -> None:
        """Who decided is who acted; what is restored, or given to equal bulletins that come later,
        keeps the name of who had decided it."""
        by = line.row.by
        if by == row.by or (by is None and not _is_decided(line)):
            return
        if line.member == "rulings" and (row.data.get("decision") == UNDONE or row.by is None):
            before = (one.row for versions in turn.rulings.values() for one in versions)
            if any(
                one.by == by and one.gesture != line.row.gesture and one.status != Status.PROPOSED
                for one in before
            ):
                return
        self._report.lie(Matter.BY, line, by, row.by, name="by")

    def _check_the_rest(self) -> None:
        """Lines that no row holds are from before the chain: a row of their moment says so, and
        every row that holds something comes after it."""
        number = self._game.row.number
        bound = [at.row.seq for at in self._game.journal if _holds(at.row)]
        first = min(bound, default=self._game.row.seq + 1)
        old = [at.row for at in self._game.journal if at.row.seq < first]
        for ordinal, turn in self._game.turns.items():
            if not self._record.covers(number, ordinal):
                continue
            for line in _of_turn(turn):
                if (line.member, line.number) in self._held:
                    continue
                if _came_with(line, old, ordinal):
                    self._report.count(number, ordinal, "unbound")
                else:
                    self._report.lie(Matter.UNBOUND, line, None, None)


def _is_decided(line: At[Any]) -> bool:
    """Whether somebody did it, and not the software beside what somebody did."""
    match line.member:
        case "rulings":
            return line.row.status in DECIDED
        case "acts":
            return not line.row.automatic
        case _:
            return True


def _holds(row: JournalRow) -> bool:
    return BOUND in row.data or BY_RULE in row.data


def _of_turn(turn: TurnRecord) -> list[At[Any]]:
    rulings = [one for versions in turn.rulings.values() for one in versions]
    papers = [one for versions in turn.papers.values() for one in versions]
    solutions = [turn.solutions] if turn.solutions else []
    return [*rulings, *turn.acts, *papers, *solutions, *turn.looks, *_of_cases(turn)]


def _of_cases(turn: TurnRecord) -> list[At[Any]]:
    return [line for case in turn.cases.values() for line in case.lines]


def _parts(case: CaseRecord) -> tuple[list[At[Any]], list[At[Any]]]:
    return [*case.statements], [*case.sittings]


def _replaced(row: JournalRow) -> tuple[str, Any] | None:
    """What the last row of counts alone: the solutions of a turn, a look or a case as it is by
    then."""
    names: dict[str, str] = {EventKind.LOOK: "uid", EventKind.CASE: "case"}
    if row.kind == EventKind.SOLVED:
        return row.kind, row.turn
    name = names.get(row.kind)
    return (row.kind, row.data[name]) if name else None


def _came_with(line: At[Any], old: Iterable[JournalRow], turn: int) -> bool:
    kind, at = _WRITTEN_BY[line.member], getattr(line.row, "at", None)
    return any(
        row.kind == kind and row.turn == turn and (at is None or row.at == at) for row in old
    )
