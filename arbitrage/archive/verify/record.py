"""An archive by game and turn; every line has its number in the file."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arbitrage.archive.core.cases import (
    CaseRow,
    CorrectionSlipRow,
    SecondLookRow,
    SittingRow,
    StatementRow,
)
from arbitrage.archive.core.people import EntryRow, TableRow, TournamentRow
from arbitrage.archive.core.play import (
    ActRow,
    ContenderRow,
    ExplanationRow,
    GameRow,
    JournalRow,
    PaperBulletinRow,
    RankedEntryRow,
    RulingRow,
    ScoreRow,
    SeatRow,
    SentBulletinRow,
    SolutionsRow,
    TookPartRow,
    TurnRow,
)
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import ArchiveRow
from arbitrage.core.appeals import CaseOrigin
from arbitrage.core.explanation_parts import COMMISSION, FEDERATION
from engine.board.formats import Format, get_format
from engine.regulation.edition import Edition
from engine.regulation.editions import get_edition
from tournament.core.canonical import from_utc_text
from tournament.core.chain import ERASED_TEXT
from tournament.core.states import OVER_GAME_STATES, GameState


@dataclass(frozen=True, slots=True)
class NumberedLine[R: ArchiveRow]:
    """A row and its line ``number``, from 1, in the file of its member."""

    member: str
    number: int
    row: R


def list_numbered[R: ArchiveRow](
    archive: Archive, kind: type[R], member: str
) -> list[NumberedLine[R]]:
    rows = archive.list_rows(kind, member)
    return [NumberedLine(member, number, row) for number, row in enumerate(rows, start=1)]


def to_milliseconds(moment: str) -> int:
    return round(from_utc_text(moment).timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """A case with its statements and sittings, in the order written."""

    line: NumberedLine[CaseRow]
    statements: list[NumberedLine[StatementRow]] = field(default_factory=list)
    sittings: list[NumberedLine[SittingRow]] = field(default_factory=list)

    @property
    def lines(self) -> list[NumberedLine[Any]]:
        return [self.line, *self.statements, *self.sittings]


@dataclass(slots=True)
class TurnRecord:
    """The lines of one turn; ``rulings`` and ``papers`` by entry, in the order of their
    versions."""

    line: NumberedLine[TurnRow]
    solutions: NumberedLine[SolutionsRow] | None = None
    tablet_bulletins: dict[str, NumberedLine[SentBulletinRow]] = field(default_factory=dict)
    late_bulletins: dict[str, NumberedLine[SentBulletinRow]] = field(default_factory=dict)
    papers: defaultdict[str, list[NumberedLine[PaperBulletinRow]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    participations: dict[str, NumberedLine[TookPartRow]] = field(default_factory=dict)
    rulings: defaultdict[str, list[NumberedLine[RulingRow]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    acts: list[NumberedLine[ActRow]] = field(default_factory=list)
    looks: list[NumberedLine[SecondLookRow]] = field(default_factory=list)
    #: By number.
    cases: dict[int, CaseRecord] = field(default_factory=dict)
    scores: dict[str, NumberedLine[ScoreRow]] = field(default_factory=dict)
    explanations: dict[str, NumberedLine[ExplanationRow]] = field(default_factory=dict)

    @property
    def row(self) -> TurnRow:
        return self.line.row

    @property
    def typed_bulletins(self) -> dict[str, NumberedLine[PaperBulletinRow]]:
        """Return the bulletin on paper that counts of each entry: the last version that contests no
        other one."""
        standing = {
            entry: [line for line in versions if line.row.contests is None]
            for entry, versions in self.papers.items()
        }
        return {entry: versions[-1] for entry, versions in standing.items() if versions}

    @property
    def all_rulings(self) -> list[NumberedLine[RulingRow]]:
        """Return every version of the rulings."""
        return [line for versions in self.rulings.values() for line in versions]

    @property
    def case_lines(self) -> list[NumberedLine[Any]]:
        """Return the cases with their statements and sittings."""
        return [line for case in self.cases.values() for line in case.lines]

    def find_authority(self, entry: str) -> str:
        """Return the code of the commission that made the ruling in force; empty if none did."""
        if not (versions := self.rulings.get(entry)):
            return ""
        version = versions[-1].row.version
        rows = (case.line.row for case in self.cases.values())
        cases = [row for row in rows if (row.entry, row.decision_version) == (entry, version)]
        if not cases:
            return ""
        return FEDERATION if cases[-1].origin == CaseOrigin.FEDERATION else COMMISSION

    @property
    def rulings_in_force(self) -> dict[str, NumberedLine[RulingRow]]:
        """Return the last ruling of each entry."""
        return {entry: versions[-1] for entry, versions in self.rulings.items()}

    @property
    def acts_in_force(self) -> dict[str, list[NumberedLine[ActRow]]]:
        """Return the acts that were not taken back, by entry, in the order decided."""
        taken_back = {act.row.takes_back for act in self.acts if act.row.takes_back}
        acts: defaultdict[str, list[NumberedLine[ActRow]]] = defaultdict(list)
        for act in self.acts:
            if act.row.takes_back is None and act.row.uid not in taken_back:
                acts[act.row.entry].append(act)
        return dict(acts)


@dataclass(slots=True)
class GameRecord:
    line: NumberedLine[GameRow]
    turns: dict[int, TurnRecord] = field(default_factory=dict)
    journal: list[NumberedLine[JournalRow]] = field(default_factory=list)
    seats: dict[str, SeatRow] = field(default_factory=dict)
    #: Players of a *mort subite* by entry.
    contenders: dict[str, NumberedLine[ContenderRow]] = field(default_factory=dict)

    @property
    def row(self) -> GameRow:
        return self.line.row

    @property
    def fmt(self) -> Format:
        return get_format(self.row.format)

    @property
    def seed(self) -> bytes | None:
        return bytes.fromhex(self.row.seed) if self.row.seed is not None else None

    @property
    def is_over(self) -> bool:
        return GameState(self.row.state) in OVER_GAME_STATES


class UnknownNameError(Exception):
    """A line names a row that is not in the file."""

    def __init__(self, line: NumberedLine[Any]) -> None:
        super().__init__(line.member)
        self.line = line


#: Members with one line of each entry in a turn, by attribute of ``TurnRecord``.
_MEMBERS_BY_ATTRIBUTE = {
    "tablet_bulletins": "bulletins",
    "late_bulletins": "late",
    "participations": "took_part",
    "scores": "scores",
}


class ArchiveRecord:
    """The whole file. Raise UnknownNameError, and EngineError for an unknown edition."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.tournament: TournamentRow = archive.list_rows(TournamentRow)[0]
        self.edition: Edition = get_edition(self.tournament.edition)
        self.entries = {line.row.uid: line for line in list_numbered(archive, EntryRow, "entries")}
        self.games = {
            line.row.number: GameRecord(line) for line in list_numbered(archive, GameRow, "games")
        }
        self.slips = list_numbered(archive, CorrectionSlipRow, "slips")
        self.standings = list_numbered(archive, RankedEntryRow, "standings")
        self._read_games()
        self._read_turns()

    @cached_property
    def signed_names(self) -> dict[str, str]:
        """Return the name with which each account signed: it never changes, and the chain contains
        it."""
        signature_counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for game in self.games.values():
            for row in (line.row for line in game.journal):
                if row.by is not None:
                    signature_counts[row.by][row.signed] += row.signed != ERASED_TEXT
        return {key: max(names, key=names.__getitem__) for key, names in signature_counts.items()}

    @property
    def is_whole(self) -> bool:
        return self.archive.manifest.scope.is_whole

    def covers(self, game: int, turn: int) -> bool:
        """Return True if the file contains the bulletins and decisions of the turn."""
        scope = self.archive.manifest.scope
        return scope.is_whole or (scope.game, scope.turn) == (game, turn)

    def _read_games(self) -> None:
        for turn in list_numbered(self.archive, TurnRow, "turns"):
            self._get_game(turn).turns[turn.row.ordinal] = TurnRecord(turn)
        for row in list_numbered(self.archive, JournalRow, "journal"):
            self._get_game(row).journal.append(row)
        for seat in list_numbered(self.archive, SeatRow, "seats"):
            self._get_game(seat).seats[seat.row.entry] = seat.row
        for line in list_numbered(self.archive, ContenderRow, "contenders"):
            self._get_game(line).contenders[line.row.entry] = line

    def _read_turns(self) -> None:
        for solutions in list_numbered(self.archive, SolutionsRow, "solutions"):
            self._get_turn(solutions).solutions = solutions
        for attribute, member in _MEMBERS_BY_ATTRIBUTE.items():
            for line in self._list_lines(member):
                getattr(self._get_turn(line), attribute)[line.row.entry] = line
        for member in ("papers", "rulings"):
            for line in self._list_lines(member):
                getattr(self._get_turn(line), member)[line.row.entry].append(line)
        for member in ("acts", "looks"):
            for line in self._list_lines(member):
                getattr(self._get_turn(line), member).append(line)
        for explanation in list_numbered(self.archive, ExplanationRow, "explanations"):
            self._get_turn(explanation).explanations[explanation.row.ref] = explanation
        self._read_cases()

    def _list_lines(self, member: str) -> list[NumberedLine[Any]]:
        return list_numbered(self.archive, ArchiveRow, member)

    def _read_cases(self) -> None:
        cases: dict[int, CaseRecord] = {}
        for case in list_numbered(self.archive, CaseRow, "cases"):
            cases[case.row.number] = CaseRecord(case)
            self._get_turn(case).cases[case.row.number] = cases[case.row.number]
        for member in ("statements", "sittings"):
            for line in self._list_lines(member):
                if line.row.case not in cases:
                    raise UnknownNameError(line)
                getattr(cases[line.row.case], member).append(line)

    def _get_game(self, line: NumberedLine[Any]) -> GameRecord:
        if line.row.game not in self.games:
            raise UnknownNameError(line)
        return self.games[line.row.game]

    def _get_turn(self, line: NumberedLine[Any]) -> TurnRecord:
        turns, entry = self._get_game(line).turns, getattr(line.row, "entry", None)
        if line.row.turn not in turns or (entry is not None and entry not in self.entries):
            raise UnknownNameError(line)
        return turns[line.row.turn]

    @cached_property
    def _centres(self) -> dict[int, str | None]:
        return {row.number: row.centre for row in self.archive.list_rows(TableRow)}

    def find_centre(self, game: int, entry: str) -> str | None:
        """Return the centre of the entry in the game, else that of its current table, if any."""
        seats = self._get_seats(game)
        if entry in seats:
            return seats[entry].centre
        return self._centres.get(self.entries[entry].row.table)

    def find_table(self, game: int, entry: str) -> int:
        """Return the table of the entry in the game, else its current table."""
        seats = self._get_seats(game)
        return seats[entry].table if entry in seats else self.entries[entry].row.table

    def _get_seats(self, game: int) -> dict[str, SeatRow]:
        return self.games[game].seats if game in self.games else {}
