"""Everything that an archive says, looked at from the first line to the last."""

from collections.abc import Callable, Sequence
from typing import Any

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.matches import MatchGameRow
from arbitrage.archive.core.reading import Archive, read
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.verify.chain import Binding, check_chain, check_heads, check_texts
from arbitrage.archive.verify.form import check_form
from arbitrage.archive.verify.lexica import ImpossibleWordError, Lexica
from arbitrage.archive.verify.matches import check_matches
from arbitrage.archive.verify.mort_subite import check_mort_subite
from arbitrage.archive.verify.play import Play
from arbitrage.archive.verify.record import (
    ArchiveRecord,
    At,
    GameRecord,
    TurnRecord,
    UnknownNameError,
)
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.archive.verify.scope import check_scope
from arbitrage.archive.verify.scores import TurnScores
from arbitrage.archive.verify.slips import check_slips, check_told
from arbitrage.archive.verify.solutions import check_solutions
from arbitrage.archive.verify.standings import check_standings
from arbitrage.archive.verify.toppings import check_toppings
from arbitrage.archive.verify.verdicts import Verdicts
from arbitrage.archive.verify.words import told
from arbitrage.core.errors import CorrectionError
from arbitrage.core.sheets.position import JudgedPosition
from engine.errors import EngineError
from engine.lexicon.lexicon import Lexicon
from tournament.core.errors import RoomError
from tournament.topping.core.topping_run import ToppingState

#: What a line raises that names what is not there, or has a value that nothing can have.
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


class Verification:
    """Of one file. ``heads`` are those on paper; ``archive`` is None where no line can be read."""

    def __init__(self, content: bytes, lexica: Lexica, heads: Sequence[str] = ()) -> None:
        self.report = Report()
        self._lexica, self._heads = lexica, heads
        self.record: ArchiveRecord | None = None
        self.archive = self._read(content)

    def _read(self, content: bytes) -> Archive | None:
        """Raises BadArchive for what is no archive, or is one of a newer software."""
        found: list[BadArchive] = []
        try:
            return read(content, on_error=found.append)
        except BadArchive as error:
            if not found and error.reason not in {"bad-line", "changed-member"}:
                raise
            found.append(error)
            return None
        finally:
            for one in found:
                self._tell(one)

    def _tell(self, error: BadArchive) -> None:
        member, line = str(error.data.get("member", "")), error.data.get("line")
        matters = {"changed-member": Matter.MEMBER, "bad-line": Matter.LINE}
        matter = matters.get(error.reason, Matter.MANIFEST)
        self.report.lie(matter, None, None, None, member=member or "manifest", line=line)

    def run(self) -> Report:
        """Raises NoWordListError, BadWordList."""
        if self.archive is None:
            return self.report
        self._guarded("manifest", check_form, self.archive, self.report)
        self._guarded("manifest", check_scope, self.archive, self.report)
        record = self.record = self._recorded(self.archive)
        if record is None:
            return self.report
        self._guarded("manifest", check_heads, record, self._heads, self.report)
        self._guarded("journal", check_texts, record, self.report)
        self._guarded("games", self._check_secret, record)
        lexica = {number: self._lexicon(game) for number, game in record.games.items()}
        for number, game in record.games.items():
            self._game(record, game, lexica[number])
        self._guarded("toppings", check_toppings, self.archive, self._lexica, self.report)
        if record.is_whole:
            self._guarded("standings", check_standings, record, self.report)
            self._guarded("matches", check_matches, record.archive, self.report)
        return self.report

    def told(self) -> list[str]:
        """What agrees, in French; what cannot be said of a forged file is said to lie."""
        lines: list[str] = []
        if (record := self.record) is not None:
            self._guarded("tournament", lambda: lines.extend(told(record, self.report)))
        return lines

    def _lexicon(self, game: GameRecord) -> Lexicon | None:
        """Raises NoWordListError, BadWordList for a file that was given."""
        try:
            return self._lexica.of(game)
        except ImpossibleWordError as error:
            self.report.lie(Matter.NAMES, game.at, str(error), None, name="extra_words")
            return None

    def _recorded(self, archive: Archive) -> ArchiveRecord | None:
        try:
            return ArchiveRecord(archive)
        except UnknownNameError as error:
            self.report.lie(Matter.NAMES, error.at, None, None)
        except EngineError as error:
            self.report.lie(Matter.NAMES, None, str(error), None, member="tournament", line=1)
        return None

    def _game(self, record: ArchiveRecord, game: GameRecord, lexicon: Lexicon | None) -> None:
        self._guarded(game.at, check_chain, record, game, self.report)
        self._guarded(game.at, Binding(record, game, self.report).check)
        self._guarded(game.at, check_slips, record, game, self.report)
        self._guarded(game.at, check_told, record, game, self.report)
        self._guarded(game.at, check_mort_subite, record, game, self.report)
        play = Play(record, game, self.report)
        self._guarded(game.at, play.check)
        if lexicon is None and game.turns:
            self.report.lie(Matter.WORD_LIST, game.at, None, None, name="word_list")
        for ordinal, turn in game.turns.items():
            played = play.turns.get(ordinal)
            if lexicon is None or played is None or not record.covers(game.row.number, ordinal):
                continue
            self._guarded(
                turn.at, check_solutions, record, game, turn, played, lexicon, self.report
            )
            position = JudgedPosition(played.board, played.rack, played.number, lexicon, game.fmt)
            self._guarded(turn.at, self._turn, record, game, turn, position)

    def _turn(
        self, record: ArchiveRecord, game: GameRecord, turn: TurnRecord, position: JudgedPosition
    ) -> None:
        verdicts = Verdicts(record, game, turn, position, self.report)
        verdicts.check()
        verdicts.tell_decisions()
        scores = TurnScores(record, game, turn, self.report)
        scores.check()
        if record.is_whole:
            scores.check_averages(verdicts, position)

    def _guarded(self, at: At[Any] | str, look: Callable[..., None], *arguments: object) -> None:
        """What a forged line, or one of a member, makes impossible is said, and the rest looked
        at."""
        try:
            look(*arguments)
        except _IMPOSSIBLE as error:
            said = f"{type(error).__name__} {error}"
            named, member = (None, at) if isinstance(at, str) else (at, "")
            self.report.lie(Matter.NAMES, named, said, None, member=member)

    def _check_secret(self, record: ArchiveRecord) -> None:
        archive = record.archive
        toppings, matches = archive.list_rows(ToppingRow), archive.list_rows(MatchGameRow)
        found = {
            "games": [number for number, game in record.games.items() if not game.over],
            "toppings": [one.number for one in toppings if one.state != ToppingState.CLOSED],
            "match_games": sorted(one.uid for one in matches if one.over_at is None),
        }
        for name, value in found.items():
            said = getattr(archive.manifest.secret, name)
            if said != value:
                self.report.lie(Matter.SECRET, None, said, value, member="manifest", name=name)
