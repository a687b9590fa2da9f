"""An archive by game and turn, every line with where it stands in the file."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arbitrage.archive.core.cases import CaseRow, LookRow, NotifiedRow, SittingRow, StatementRow
from arbitrage.archive.core.people import EntryRow, TableRow, TournamentRow
from arbitrage.archive.core.play import (
    ActRow,
    ContenderRow,
    ExplanationRow,
    GameRow,
    HandedRow,
    JournalRow,
    PaperRow,
    RankedRow,
    RulingRow,
    ScoreRow,
    SeatRow,
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
from tournament.core.chain import ERASED
from tournament.core.states import OVER, GameState


@dataclass(frozen=True, slots=True)
class At[R: ArchiveRow]:
    """A line: ``number`` from 1 in the file of its member."""

    member: str
    number: int
    row: R


def lines_of[R: ArchiveRow](archive: Archive, kind: type[R], member: str) -> list[At[R]]:
    rows = archive.of(kind, member)
    return [At(member, number, row) for number, row in enumerate(rows, start=1)]


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """A case, what was said in it and who sat, in the order written."""

    at: At[CaseRow]
    statements: list[At[StatementRow]] = field(default_factory=list)
    sittings: list[At[SittingRow]] = field(default_factory=list)

    @property
    def lines(self) -> list[At[Any]]:
        return [self.at, *self.statements, *self.sittings]


@dataclass(slots=True)
class TurnRecord:
    """What there is about one turn; ``rulings`` and ``papers`` of an entry by version."""

    at: At[TurnRow]
    solutions: At[SolutionsRow] | None = None
    tablets: dict[str, At[HandedRow]] = field(default_factory=dict)
    late: dict[str, At[HandedRow]] = field(default_factory=dict)
    papers: defaultdict[str, list[At[PaperRow]]] = field(default_factory=lambda: defaultdict(list))
    took_part: dict[str, At[TookPartRow]] = field(default_factory=dict)
    rulings: defaultdict[str, list[At[RulingRow]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    acts: list[At[ActRow]] = field(default_factory=list)
    looks: list[At[LookRow]] = field(default_factory=list)
    #: By number.
    cases: dict[int, CaseRecord] = field(default_factory=dict)
    scores: dict[str, At[ScoreRow]] = field(default_factory=dict)
    explanations: dict[str, At[ExplanationRow]] = field(default_factory=dict)

    @property
    def row(self) -> TurnRow:
        return self.at.row

    @property
    def typed(self) -> dict[str, At[PaperRow]]:
        """What stands of what was typed in: what contests it is kept beside."""
        standing = {
            entry: [one for one in versions if one.row.contests is None]
            for entry, versions in self.papers.items()
        }
        return {entry: versions[-1] for entry, versions in standing.items() if versions}

    def spoken(self, entry: str) -> str:
        """Which commission's decision the ruling in force is, by its case; empty for none."""
        if not (versions := self.rulings.get(entry)):
            return ""
        held = versions[-1].row.version
        rows = (case.at.row for case in self.cases.values())
        ours = [row for row in rows if (row.entry, row.decision_version) == (entry, held)]
        if not ours:
            return ""
        return FEDERATION if ours[-1].origin == CaseOrigin.FEDERATION else COMMISSION

    @property
    def in_force(self) -> dict[str, At[RulingRow]]:
        """The last ruling of each entry."""
        return {entry: versions[-1] for entry, versions in self.rulings.items()}

    @property
    def standing(self) -> dict[str, list[At[ActRow]]]:
        """The acts that nobody has taken back, by entry, in the order decided."""
        gone = {act.row.takes_back for act in self.acts if act.row.takes_back}
        found: defaultdict[str, list[At[ActRow]]] = defaultdict(list)
        for act in self.acts:
            if act.row.takes_back is None and act.row.uid not in gone:
                found[act.row.entry].append(act)
        return dict(found)


@dataclass(slots=True)
class GameRecord:
    at: At[GameRow]
    turns: dict[int, TurnRecord] = field(default_factory=dict)
    journal: list[At[JournalRow]] = field(default_factory=list)
    seats: dict[str, int] = field(default_factory=dict)
    #: Who plays a *mort subite*.
    contenders: dict[str, At[ContenderRow]] = field(default_factory=dict)

    @property
    def row(self) -> GameRow:
        return self.at.row

    @property
    def fmt(self) -> Format:
        return get_format(self.row.format)

    @property
    def seed(self) -> bytes | None:
        return bytes.fromhex(self.row.seed) if self.row.seed is not None else None

    @property
    def over(self) -> bool:
        return GameState(self.row.state) in OVER


class UnknownNameError(Exception):
    """A line names what is not in the file."""

    def __init__(self, at: At[Any]) -> None:
        super().__init__(at.member)
        self.at = at


class ArchiveRecord:
    """The whole file. Raises UnknownNameError, EngineError for an edition that nobody knows."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.tournament: TournamentRow = archive.of(TournamentRow)[0]
        self.edition: Edition = get_edition(self.tournament.edition)
        self.entries = {one.row.uid: one for one in lines_of(archive, EntryRow, "entries")}
        self.arbiters = {row.number: row.arbiter for row in archive.of(TableRow)}
        self.games = {
            one.row.number: GameRecord(one) for one in lines_of(archive, GameRow, "games")
        }
        self.slips = lines_of(archive, NotifiedRow, "slips")
        self.standings = lines_of(archive, RankedRow, "standings")
        self._read_games()
        self._read_turns()

    @cached_property
    def names(self) -> dict[str, str]:
        """Under what name each account signed, which never changes: the chain holds it."""
        signed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for game in self.games.values():
            for row in (at.row for at in game.journal):
                if row.by is not None:
                    signed[row.by][row.signed] += row.signed != ERASED
        return {key: max(names, key=names.__getitem__) for key, names in signed.items()}

    @property
    def whole(self) -> bool:
        return self.archive.manifest.scope.whole

    def covers(self, game: int, turn: int) -> bool:
        """Whether what was handed in and decided on the turn is in the file."""
        scope = self.archive.manifest.scope
        return scope.whole or (scope.game, scope.turn) == (game, turn)

    def _read_games(self) -> None:
        for turn in lines_of(self.archive, TurnRow, "turns"):
            self._game(turn).turns[turn.row.ordinal] = TurnRecord(turn)
        for row in lines_of(self.archive, JournalRow, "journal"):
            self._game(row).journal.append(row)
        for seat in lines_of(self.archive, SeatRow, "seats"):
            self._game(seat).seats[seat.row.entry] = seat.row.table
        for one in lines_of(self.archive, ContenderRow, "contenders"):
            self._game(one).contenders[one.row.entry] = one

    def _read_turns(self) -> None:
        for solved in lines_of(self.archive, SolutionsRow, "solutions"):
            self._turn(solved).solutions = solved
        for name, member in (("tablets", "bulletins"), ("late", "late")):
            for handed in lines_of(self.archive, HandedRow, member):
                getattr(self._turn(handed), name)[handed.row.entry] = handed
        for paper in lines_of(self.archive, PaperRow, "papers"):
            self._turn(paper).papers[paper.row.entry].append(paper)
        for took in lines_of(self.archive, TookPartRow, "took_part"):
            self._turn(took).took_part[took.row.entry] = took
        self._read_decisions()
        for score in lines_of(self.archive, ScoreRow, "scores"):
            self._turn(score).scores[score.row.entry] = score
        for told in lines_of(self.archive, ExplanationRow, "explanations"):
            self._turn(told).explanations[told.row.ref] = told

    def _read_decisions(self) -> None:
        for ruling in lines_of(self.archive, RulingRow, "rulings"):
            self._turn(ruling).rulings[ruling.row.entry].append(ruling)
        for act in lines_of(self.archive, ActRow, "acts"):
            self._turn(act).acts.append(act)
        for look in lines_of(self.archive, LookRow, "looks"):
            self._turn(look).looks.append(look)
        self._read_cases()

    def _read_cases(self) -> None:
        cases: dict[int, CaseRecord] = {}
        for case in lines_of(self.archive, CaseRow, "cases"):
            cases[case.row.number] = CaseRecord(case)
            self._turn(case).cases[case.row.number] = cases[case.row.number]
        for said in lines_of(self.archive, StatementRow, "statements"):
            self._case(cases, said).statements.append(said)
        for sat in lines_of(self.archive, SittingRow, "sittings"):
            self._case(cases, sat).sittings.append(sat)

    @staticmethod
    def _case(cases: dict[int, CaseRecord], at: At[Any]) -> CaseRecord:
        if at.row.case not in cases:
            raise UnknownNameError(at)
        return cases[at.row.case]

    def _game(self, at: At[Any]) -> GameRecord:
        if at.row.game not in self.games:
            raise UnknownNameError(at)
        return self.games[at.row.game]

    def _turn(self, at: At[Any]) -> TurnRecord:
        turns, entry = self._game(at).turns, getattr(at.row, "entry", None)
        if at.row.turn not in turns or (entry is not None and entry not in self.entries):
            raise UnknownNameError(at)
        return turns[at.row.turn]

    def table(self, game: int, entry: str) -> int:
        """Where it sat in the game, else where it sits now."""
        here = self.games[game].seats if game in self.games else {}
        return here[entry] if entry in here else self.entries[entry].row.table
