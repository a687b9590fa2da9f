"""The public rankings."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from tournament.core.people.names import fold_name, has_words
from tournament.core.ranking.measures import MEASURES, Measure
from tournament.core.ranking.ranking import (
    RankedEntry,
    RankedGroup,
    Tie,
    find_ties,
    rank_entries,
    rank_groups,
)
from tournament.core.ranking.ranking_input import Trait
from tournament.core.ranking.specification import ColumnChoice, RankingSpecification
from tournament.core.ranking.table import (
    RankingColumn,
    RankingTable,
    build_entry_table,
    build_group_table,
    clear_results,
    list_columns,
)
from tournament.core.states import GameState, ResultVisibility, Role
from tournament.models import Game, Tournament
from tournament.presentation.files.spreadsheet import FileTable
from tournament.presentation.paper.lists import build_ranking as build_ranking_document
from tournament.presentation.paper.pdf_renderer import Document
from tournament.presentation.ranking import (
    ENTRY_KIND_NAMES,
    MODE_NAMES,
    RANKED_GROUP_NAMES,
    get_column_heading,
)
from tournament.presentation.ranking_rows import describe_match_count, render_rows
from tournament.queries.chain import ChainHead, list_heads
from tournament.queries.results.publicity import find_hidden_results, list_public_games
from tournament.queries.results.ranking import RankingData, load_ranking_data

_OFFICERS = frozenset({Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER})
#: Roles that may create a *mort subite*, and the maximum number of ties that are offered: ties of
#: the last places are not settled.
_TIE_SETTLERS = frozenset({Role.ORGANISER, Role.JUDGE})
MAX_TIES = 8
#: Rows of the page, which has all of a shorter table.
FIRST_ROWS = 500


def find_tie(shown_ranking: "Ranking", rank: int) -> Tie[int] | None:
    return next((tie for tie in shown_ranking.ties if tie.rank == rank), None)


@dataclass(frozen=True)
class Ranking:
    """A ranking as the user sees it.

    ``roles``: of the user; ``limit``: maximum number of lines, None for all.
    """

    data: RankingData
    specification: RankingSpecification
    roles: frozenset[Role] = frozenset()
    limit: int | None = None
    #: When the results become public, if the user may not see them yet.
    withheld: ResultVisibility | None = None
    #: Searched part of a name: the other rows are hidden, in a long table left out.
    search: str = ""
    #: The part of a long table that is rendered: its first row, from 1, and the number of rows.
    first_row: int = 1
    part_size: int | None = None

    @cached_property
    def games(self) -> list[Game]:
        """Return the games of the ranking."""
        if self.specification.games is None:
            return self.data.games
        return [self.data.games[position] for position in self.specification.games]

    @property
    def game(self) -> Game | None:
        """Return the game, if the ranking is of one game."""
        return self.games[0] if self.specification.games and len(self.games) == 1 else None

    @cached_property
    def is_provisional(self) -> bool:
        """Return True if something remains to be played, keyed or decided."""
        return self.data.is_provisional(self.games)

    @property
    def has_finished_game(self) -> bool:
        """Return True if one of the games is finished: some columns exist only then."""
        return any(game.state == GameState.FINISHED for game in self.games)

    def _list_hidden_columns(self) -> set[ColumnChoice]:
        """Return the columns that are not shown yet.

        Solos and warnings count at the end of a game (3.5); the staff see warnings earlier.
        """
        if self.has_finished_game:
            return set()
        hidden: set[ColumnChoice] = {
            measure for measure, properties in MEASURES.items() if properties.is_shown_at_end
        }
        if self.game is not None and self.roles:
            hidden.remove(Measure.WARNINGS)
        return {*hidden, Measure.POINTS}

    @cached_property
    def ranked_entries(self) -> list[RankedEntry[int]]:
        edition = self.data.tournament.regulation
        return rank_entries(self.data.ranking_input, self.specification, edition)[: self.limit]

    @property
    def has_ranks(self) -> bool:
        """Return True once a turn counts: before, all lines would be equal."""
        return any(row.totals.top_total for row in self.ranked_entries)

    @cached_property
    def ties(self) -> list[Tie[int]]:
        """Return the first ties that a *mort subite* may settle: between entries, after their
        games."""
        all_finished = self.games and all(game.state == GameState.FINISHED for game in self.games)
        if self.specification.grouped_by is not None or not all_finished:
            return []
        numbers = [game.number for game in self.games]
        return find_ties(self.ranked_entries, numbers, self.specification)[:MAX_TIES]

    @property
    def settleable_ties(self) -> list[Tie[int]]:
        """Return the ties that the user may have settled."""
        return [] if self.roles.isdisjoint(_TIE_SETTLERS) else self.ties

    @property
    def settling_games(self) -> list[int]:
        """Return the numbers of the *mort subite* games that settled ties."""
        if all(row.playoff_place is None for row in self.ranked_entries):
            return []
        return [game.number for game in self.data.ranking_input.playoffs]

    def rank_groups_by(self, trait: Trait) -> list[RankedGroup[int]]:
        return rank_groups(self.ranked_entries, trait, self.specification)

    @cached_property
    def table(self) -> RankingTable[int]:
        """Return the table; without numbers before the first turn that counts."""
        table = self._build_table()
        return table if self.has_ranks else clear_results(table)

    def _build_table(self) -> RankingTable[int]:
        numbers = [game.number for game in self.games]
        columns = list_columns(self.specification, numbers, hidden=self._list_hidden_columns())
        by = self.specification.grouped_by
        if by is None:
            return build_entry_table(self.ranked_entries, columns, numbers)
        names = self.data.group_names.get(by, {})
        return build_group_table(self.rank_groups_by(by), columns, numbers, names=names)

    @property
    def is_long(self) -> bool:
        """Return True if the table is rendered in parts."""
        return self.part_size is not None and len(self.table.rows) > FIRST_ROWS

    @cached_property
    def shown_table(self) -> RankingTable[int]:
        """Return the table with the rows that are rendered."""
        rows = self.table.rows
        if self.is_long and self.search:
            rows = tuple(row for row in rows if self._matches_search(row.name))
        elif self.is_long and self.part_size:
            rows = rows[self.first_row - 1 : self.first_row - 1 + self.part_size]
        return replace(self.table, rows=rows)

    @property
    def next_row(self) -> int | None:
        """Return the number of the first row after this part; None after the last row."""
        if not self.is_long or self.search:
            return None
        following = self.first_row + len(self.shown_table.rows)
        return following if following <= len(self.table.rows) else None

    @property
    def warnings_game(self) -> Game | None:
        """Return the game whose warnings are links, for an officer."""
        only_game = self.games[0] if len(self.games) == 1 else None
        return None if self.roles.isdisjoint(_OFFICERS) else only_game

    @property
    def rows(self) -> SafeString:
        """Return the body of the table."""
        slug, game = self.data.tournament.slug, self.warnings_game
        players_url = reverse("public-players", args=[slug])

        def build_player_url(entry: int) -> str:
            return f"{players_url}{entry}/"  # reversing thousands of URLs would take a second

        def build_account_url(entry: int) -> str:
            assert game
            return reverse("arbiter-account", args=[slug, game.number, entry])

        return render_rows(
            self.shown_table,
            build_player_url,
            build_account_url if game else None,
            is_shown=self._matches_search,
            countries=self._countries,
        )

    @property
    def _countries(self) -> dict[int, str]:
        """Return the country by entry; a country that everybody has says nothing."""
        countries = {
            row.key: row.entrant.traits.get(Trait.COUNTRY, "") for row in self.ranked_entries
        }
        return countries if len({*countries.values()}) > 1 else {}

    def _matches_search(self, name: str) -> bool:
        return not self.search or has_words(fold_name(name), self.search)

    @property
    def match_count_text(self) -> str:
        """Return how many names match the search."""
        if not self.search:
            return ""
        count = sum(self._matches_search(row.name) for row in self.table.rows)
        return describe_match_count(count)

    @property
    def journals(self) -> list[ChainHead]:
        """Return the current heads of the journals of its games."""
        return list_heads(self.data.tournament, self.games)

    @property
    def headings(self) -> list[tuple[RankingColumn, str]]:
        return [(column, self._get_heading(column, short=True)) for column in self.table.columns]

    def build_file(self) -> FileTable:
        headings = [
            self._get_heading(column, unverified=self.data.tournament.unverified is not None)
            for column in self.table.columns
        ]
        return FileTable(self.title, headings, [row.values for row in self.table.rows])

    def build_document(self) -> Document:
        return build_ranking_document(
            self.data.tournament,
            self.table,
            [heading for _column, heading in self.headings],
            title=self.title,
            about=self.subtitle,
            provisional=self.is_provisional and bool(self.games),
            journal_heads=self.journals,
        )

    def _get_heading(
        self, column: RankingColumn, *, short: bool = False, unverified: bool = False
    ) -> str:
        is_provisional = self.is_provisional and bool(self.games)
        return get_column_heading(
            column,
            by=self.specification.grouped_by,
            provisional=is_provisional,
            unverified=unverified,
            short=short,
        )

    @property
    def title(self) -> str:
        if self.game is not None:
            return _("Classement de la partie %(number)s") % {"number": self.game.number}
        if self.specification.games is None:
            return _("Classement général")
        numbers = ", ".join(str(game.number) for game in self.games)
        return _("Classement des parties %(numbers)s") % {"numbers": numbers}

    @property
    def is_filtered(self) -> bool:
        """Return True if anything but the default ranking of all games or of one game is shown."""
        default = RankingSpecification(self.data.settings)
        return (self.specification != default and self.game is None) or replace(
            self.specification, games=None
        ) != default

    @property
    def subtitle(self) -> str:
        """Return the filters and the mode, where they are not the default ones."""
        specification, default = self.specification, RankingSpecification()
        parts = [
            self.data.group_names.get(trait, {}).get(code, code)
            for trait, code in specification.group_filter.items()
        ]
        if specification.grouped_by:
            best = ngettext(
                "le meilleur compte",
                "les %(best)d meilleurs comptent",
                specification.settings.counted_members,
            ) % {"best": specification.settings.counted_members}
            parts = [str(RANKED_GROUP_NAMES[specification.grouped_by]), best, *parts]
        if specification.entry_kind is not default.entry_kind:
            parts.append(str(ENTRY_KIND_NAMES[specification.entry_kind]))
        if specification.settings.mode is not default.settings.mode:
            parts.append(str(MODE_NAMES[specification.settings.mode]))
        return " · ".join(parts)


def load_general_ranking(tournament: Tournament) -> Ranking:
    """Return the ranking of the whole tournament that is public."""
    public = list_public_games(tournament)
    ranking_data = load_ranking_data(tournament, games=public)
    return Ranking(
        ranking_data,
        RankingSpecification(ranking_data.settings),
        withheld=find_hidden_results(tournament, public),
    )
