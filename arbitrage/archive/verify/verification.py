"""The complete verification of an archive."""

from collections.abc import Callable, Sequence
from typing import Any

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.matches import MatchGameRow
from arbitrage.archive.core.reading import Archive, read_archive
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.verify.chain import check_chain, check_heads, check_texts
from arbitrage.archive.verify.human_decisions import add_human_decisions
from arbitrage.archive.verify.journal_digests import JournalDigestCheck
from arbitrage.archive.verify.lexica import ImpossibleWordError, Lexica
from arbitrage.archive.verify.match_standings import check_match_standings
from arbitrage.archive.verify.matches import MatchCheck
from arbitrage.archive.verify.mort_subite import check_mort_subite
from arbitrage.archive.verify.record import (
    ArchiveRecord,
    GameRecord,
    NumberedLine,
    TurnRecord,
    UnknownNameError,
)
from arbitrage.archive.verify.replay import GameReplay
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.archive.verify.scope import check_scope
from arbitrage.archive.verify.scores import ScoreCheck
from arbitrage.archive.verify.slips import check_slip_sanctions, check_slips
from arbitrage.archive.verify.solutions import Solver, check_solutions, find_solutions
from arbitrage.archive.verify.standings import check_standings
from arbitrage.archive.verify.structure import check_structure
from arbitrage.archive.verify.summary import list_summary_lines
from arbitrage.archive.verify.toppings import check_toppings
from arbitrage.archive.verify.tournament_journal import TournamentJournalCheck
from arbitrage.archive.verify.verdicts import VerdictCheck
from arbitrage.core.errors import CorrectionError
from arbitrage.core.sheets.position import JudgedPosition
from engine.errors import EngineError
from engine.lexicon.lexicon import Lexicon
from tournament.core.errors import RoomError
from tournament.topping.core.topping_run import ToppingState

#: Errors caused by lines with unknown names or impossible values.
_IMPOSSIBLE = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    EngineError,
    CorrectionError,
    RoomError,
    AssertionError,
)


def ignore_progress(_part: float) -> None:
    """Report nothing."""


class Verification:
    """The verification of one file, or of an archive that was read from it. ``heads`` are printed
    heads; ``report_progress`` receives the part that is done, up to 1; ``archive`` is None if no
    line can be read."""

    def __init__(
        self,
        source: bytes | Archive,
        lexica: Lexica,
        heads: Sequence[str] = (),
        *,
        solver: Solver = find_solutions,
        report_progress: Callable[[float], object] = ignore_progress,
    ) -> None:
        self.report = Report()
        self._lexica, self._heads = lexica, heads
        self._solver, self._report_progress = solver, report_progress
        self._turns_checked, self._turns_to_check = 0, 1
        self.record: ArchiveRecord | None = None
        self.archive = source if isinstance(source, Archive) else self._read(source)

    def _read(self, source: bytes) -> Archive | None:
        """Return the archive. Raise BadArchive for a file that is no archive, or of a newer
        version."""
        errors: list[BadArchive] = []
        try:
            return read_archive(source, on_error=errors.append)
        except BadArchive as error:
            if not errors and error.reason not in {"bad-line", "changed-member"}:
                raise
            errors.append(error)
            return None
        finally:
            for item in errors:
                self._add_error(item)

    def _add_error(self, error: BadArchive) -> None:
        member, number = str(error.data.get("member", "")), error.data.get("line")
        kinds = {
            "changed-member": DiscrepancyKind.MEMBER,
            "bad-line": DiscrepancyKind.LINE,
            "bad-value": DiscrepancyKind.UNKNOWN_NAME,
            "other-writing": DiscrepancyKind.WRITING,
        }
        kind = kinds.get(error.reason, DiscrepancyKind.MANIFEST)
        self.report.add(kind, None, None, None, member=member or "manifest", number=number)

    def run(self) -> Report:
        """Run all checks. Raise NoWordListError, BadWordList."""
        if self.archive is None:
            return self.report
        self._run_check("manifest", check_structure, self.archive, self.report)
        self._run_check("manifest", check_scope, self.archive, self.report)
        record = self.record = self._build_record(self.archive)
        if record is None:
            return self.report
        self._run_check("manifest", check_heads, record, self._heads, self.report)
        self._run_check("journal", check_texts, record, self.report)
        self._run_check("games", self._check_unfinished_games, record)
        self._check_unverified_mark(record)
        lexica = {number: self._load_lexicon(game) for number, game in record.games.items()}
        self._turns_to_check = sum(len(game.turns) for game in record.games.values())
        for number, game in record.games.items():
            self._check_game(record, game, lexica[number])
        self._run_check("toppings", check_toppings, self.archive, self._lexica, self.report)
        if record.is_whole:
            self._run_check("standings", check_standings, record, self.report)
            self._run_check("matches", MatchCheck(record.archive, self.report).check)
            self._run_check("match_standings", check_match_standings, record.archive, self.report)
            journal_check = TournamentJournalCheck(record.archive, self.report)
            self._run_check("tournament_journal", journal_check.check)
        return self.report

    def list_summary_lines(self) -> list[str]:
        """Return what agrees, in French. Errors of forged values become discrepancies."""
        lines: list[str] = []
        if (record := self.record) is not None:
            self._run_check(
                "tournament", lambda: lines.extend(list_summary_lines(record, self.report))
            )
        return lines

    def _load_lexicon(self, game: GameRecord) -> Lexicon | None:
        """Return the lexicon of the game. Raise NoWordListError, BadWordList for a given file."""
        try:
            return self._lexica.load_for_game(game)
        except ImpossibleWordError as error:
            self.report.add(
                DiscrepancyKind.UNKNOWN_NAME, game.line, str(error), None, name="extra_words"
            )
            return None

    def _build_record(self, archive: Archive) -> ArchiveRecord | None:
        try:
            return ArchiveRecord(archive)
        except UnknownNameError as error:
            self.report.add(DiscrepancyKind.UNKNOWN_NAME, error.line, None, None)
        except EngineError as error:
            self.report.add(
                DiscrepancyKind.UNKNOWN_NAME, None, str(error), None, member="tournament", number=1
            )
        return None

    def _check_game(self, record: ArchiveRecord, game: GameRecord, lexicon: Lexicon | None) -> None:
        self._run_check(game.line, check_chain, record, game, self.report)
        self._run_check(game.line, JournalDigestCheck(record, game, self.report).check)
        self._run_check(game.line, check_slips, record, game, self.report)
        self._run_check(game.line, check_slip_sanctions, record, game, self.report)
        self._run_check(game.line, check_mort_subite, record, game, self.report)
        replay = GameReplay(record, game, self.report)
        self._run_check(game.line, replay.check)
        if lexicon is None and game.turns:
            self.report.add(DiscrepancyKind.WORD_LIST, game.line, None, None, name="word_list")
        for ordinal, turn in game.turns.items():
            self._turns_checked += 1
            self._report_progress(self._turns_checked / self._turns_to_check)
            replayed = replay.turns.get(ordinal)
            if lexicon is None or replayed is None or not record.covers(game.row.number, ordinal):
                continue
            self._run_check(
                turn.line,
                check_solutions,
                *(record, game, turn, replayed, lexicon, self.report, self._solver),
            )
            position = JudgedPosition(
                replayed.board, replayed.rack, replayed.number, lexicon, game.fmt
            )
            self._run_check(turn.line, self._check_turn, record, game, turn, position)

    def _check_unverified_mark(self, record: ArchiveRecord) -> None:
        """Report a tournament that was restored although its file was refused."""
        unverified = record.tournament.unverified
        if unverified is not None:
            line = NumberedLine("tournament", 1, record.tournament)
            places = [f"{member} {number or ''}".strip() for member, number in unverified]
            self.report.add(DiscrepancyKind.UNVERIFIED, line, places, None, name="unverified")

    def _check_turn(
        self, record: ArchiveRecord, game: GameRecord, turn: TurnRecord, position: JudgedPosition
    ) -> None:
        verdicts = VerdictCheck(record, game, turn, position, self.report)
        verdicts.check()
        add_human_decisions(record, game, turn, self.report)
        scores = ScoreCheck(record, game, turn, self.report)
        scores.check()
        if record.is_whole:
            scores.check_averages(verdicts, position)

    def _run_check(
        self, line: NumberedLine[Any] | str, check: Callable[..., None], *arguments: object
    ) -> None:
        """Run a check; an error caused by a forged line becomes a discrepancy, so that the other
        checks still run."""
        try:
            check(*arguments)
        except _IMPOSSIBLE as error:
            stated = f"{type(error).__name__} {error}"
            numbered_line, member = (None, line) if isinstance(line, str) else (line, "")
            self.report.add(
                DiscrepancyKind.UNKNOWN_NAME, numbered_line, stated, None, member=member
            )

    def _check_unfinished_games(self, record: ArchiveRecord) -> None:
        archive = record.archive
        toppings, matches = archive.list_rows(ToppingRow), archive.list_rows(MatchGameRow)
        expected = {
            "games": [number for number, game in record.games.items() if not game.is_over],
            "toppings": [item.number for item in toppings if item.state != ToppingState.CLOSED],
            "match_games": sorted(item.uid for item in matches if item.over_at is None),
        }
        for name, value in expected.items():
            stated = getattr(archive.manifest.unfinished_games, name)
            if stated != value:
                self.report.add(
                    DiscrepancyKind.SECRET, None, stated, value, member="manifest", name=name
                )
