"""Result files in the profiles of federations, and what to check before."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting
from tournament.core.files.cells import RESPELL
from tournament.core.ranking.ranking import RankedEntry, rank_entries
from tournament.core.ranking.ranking_input import RankingInput
from tournament.core.ranking.result_checks import ResultProblem
from tournament.core.ranking.result_profile import Division, FileFormat, ResultProfile, RowOrder
from tournament.core.ranking.specification import (
    ColumnChoice,
    RankingSettings,
    RankingSpecification,
)
from tournament.core.ranking.table import FixedColumn, RankingColumn, list_values
from tournament.models import Tournament
from tournament.presentation.files.exports import build_trait_readers
from tournament.presentation.files.spreadsheet import (
    COMMA_CSV,
    JSON,
    ODS,
    XLSX,
    Cell,
    FileKind,
    FileTable,
    TrustedText,
)
from tournament.presentation.messages import explain
from tournament.queries.results.ranking import RankingData, load_ranking_data

#: The profiles shipped with the program.
SHIPPED_FOLDER = Path(__file__).parents[2] / "result_profiles"
#: Scopes of a file besides the number of a game.
GENERAL, ALL_GAMES = "general", "all"
_KINDS: Mapping[FileFormat, FileKind] = {
    FileFormat.CSV: COMMA_CSV,
    FileFormat.JSON: JSON,
    FileFormat.XLSX: XLSX,
    FileFormat.ODS: ODS,
}
PROBLEM_NAMES: Mapping[ResultProblem, Promise] = {
    ResultProblem.PROVISIONAL: gettext_lazy(
        "Encore provisoire, il reste à jouer, à saisir ou à décider"
    ),
    ResultProblem.NO_LICENCE: gettext_lazy("Sans licence"),
    ResultProblem.SHARED_LICENCE: gettext_lazy("La même licence à plusieurs inscriptions"),
    ResultProblem.PAIR_LICENCE: gettext_lazy("Une paire avec une seule licence"),
    ResultProblem.FEDERATION: gettext_lazy(
        "Fédération qui n’est pas dans les listes de l’organisation"
    ),
    ResultProblem.WITHDRAWN: gettext_lazy("Retirés du tournoi, mais classés avec leurs points"),
    ResultProblem.ABSENT: gettext_lazy("Absents d’une partie, comptée zéro"),
}


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """A profile and the ``key`` of its file; ``error``: a sentence, if it cannot be read."""

    key: str
    profile: ResultProfile | None
    error: str = ""


def list_profiles() -> list[ProfileFile]:
    """List the profiles shipped and those of the installation, which may replace them."""
    files = {path.stem: path for path in sorted(SHIPPED_FOLDER.glob("*.toml"))}
    if settings.RESULT_PROFILE_DIR is not None:
        files |= {path.stem: path for path in sorted(settings.RESULT_PROFILE_DIR.glob("*.toml"))}
    return [_read_profile(key, path) for key, path in files.items()]


def _read_profile(key: str, path: Path) -> ProfileFile:
    try:
        return ProfileFile(key, ResultProfile.from_toml(path.read_text(encoding="utf-8")))
    except BadSetting as error:
        return ProfileFile(key, None, f"{path.name} : {explain(error)}")
    except (OSError, UnicodeDecodeError):
        return ProfileFile(key, None, f"{path.name} : {_('ce fichier ne se lit pas.')}")


def get_file_kind(profile: ResultProfile) -> FileKind:
    kind = _KINDS[profile.format]
    if profile.format is not FileFormat.CSV:
        return kind
    return replace(
        kind,
        content_type=f"text/csv; charset={profile.encoding}",
        encoding=profile.encoding,
        separator=profile.separator,
        decimal_mark=profile.decimal_mark,
        quote_all=profile.quote_all,
        has_headings=profile.headings,
    )


def find_profile(key: str) -> ResultProfile | None:
    """Return the profile of this key, None without one that can be read."""
    return next((file.profile for file in list_profiles() if file.key == key), None)


def build_file_name(profile: ResultProfile, key: str, scope: str) -> str:
    """Return the end of a file's name, without extension."""
    suffix = {ALL_GAMES: "", GENERAL: "-general"}.get(scope, f"-partie-{scope}")
    return key.removesuffix(f"-{get_file_kind(profile).extension}") + suffix


class ResultFiles[K: Hashable]:
    """Results, read once, and the files made of them; every entry has another table. ``readers``:
    values that the results do not have."""

    def __init__(
        self,
        title: str,
        ranking_input: RankingInput[K],
        settings: RankingSettings,
        edition: Edition,
        readers: Mapping[FixedColumn | ColumnChoice, Callable[[RankedEntry[K]], str]],
    ) -> None:
        self._title, self._ranking_input = title, ranking_input
        self._settings, self._edition = settings, edition
        self._readers = readers

    @property
    def numbers(self) -> list[int]:
        return list(self._ranking_input.game_numbers)

    def list_scopes(self, profile: ResultProfile) -> list[tuple[str, str]]:
        """List the files of ``profile``: the scope in the address, and its label."""
        if profile.files is Division.TOGETHER:
            return [(ALL_GAMES, _("Un fichier"))]
        games = [(str(number), _("Partie %(n)s") % {"n": number}) for number in self.numbers]
        return [*games, (GENERAL, _("Général"))]

    def build_table(self, profile: ResultProfile, scope: str) -> FileTable:
        """Build the table of a file. Raise LookupError for a scope that it does not have."""
        if scope not in dict(self.list_scopes(profile)):
            raise LookupError(scope)
        games: list[int | None]
        if scope == ALL_GAMES:
            games = [*self.numbers, None]
        else:
            games = [None if scope == GENERAL else int(scope)]
        return FileTable(
            title=self._title,
            columns=[column.heading for column in profile.columns],
            rows=[row for game in games for row in self._build_rows(profile, game)],
        )

    def _build_rows(self, profile: ResultProfile, game: int | None) -> Iterator[Sequence[Cell]]:
        """Yield the rows of game number ``game``, or of the general ranking."""
        numbers = self.numbers
        specification = RankingSpecification(
            self._settings, games=None if game is None else (numbers.index(game),)
        )
        rows = rank_entries(self._ranking_input, specification, self._edition)
        if profile.order is RowOrder.TABLE:
            rows.sort(key=lambda row: row.entrant.table)
        # ``_insert_game`` replaces the rank in columns without content.
        columns = [
            RankingColumn(column.content if column.content is not None else FixedColumn.RANK)
            for column in profile.columns
        ]
        values = list_values(rows, columns, numbers, self._readers)
        by_table = {
            row.entrant.table: _insert_game(profile, cells, game)
            for row, cells in zip(rows, values, strict=True)
        }
        if not profile.empty_tables:
            yield from by_table.values()
            return
        for table in range(1, max(by_table, default=0) + 1):
            yield by_table.get(table) or _build_empty_row(profile, table)

    def list_respelled_names(self, profile: ResultProfile) -> list[tuple[str, str]]:
        """List the names that the encoding of ``profile`` cannot write, with their spelling."""
        if profile.format is not FileFormat.CSV:
            return []
        encoding = profile.encoding
        names = [entrant.name for entrant in self._ranking_input.entrants]
        spellings = [(name, name.encode(encoding, RESPELL).decode(encoding)) for name in names]
        return [(name, spelling) for name, spelling in spellings if name != spelling]


class TournamentFiles(ResultFiles[int]):
    """The result files of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.ranking_data: RankingData = load_ranking_data(tournament, full_names=True)
        super().__init__(
            tournament.name,
            self.ranking_data.ranking_input,
            self.ranking_data.settings,
            tournament.regulation,
            build_trait_readers(tournament),
        )


def _build_empty_row(profile: ResultProfile, table: int) -> list[Cell]:
    return [
        table if column.content is FixedColumn.TABLE else TrustedText(column.empty)
        for column in profile.columns
    ]


def _insert_game(profile: ResultProfile, cells: Sequence[Cell], game: int | None) -> Sequence[Cell]:
    """Return ``cells`` with the number of the game in the columns that hold it."""
    return [
        game if column.content is None else cell
        for column, cell in zip(profile.columns, cells, strict=True)
    ]
