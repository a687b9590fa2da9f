"""The rankings that everybody may see, at addresses that stay."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.people.names import folded, has_words
from tournament.core.ranking.field import Trait
from tournament.core.ranking.measures import MEASURES, Measure
from tournament.core.ranking.ranking import (
    Ranked,
    RankedGroup,
    Tie,
    ranking,
    ranking_of_groups,
    ties_of,
)
from tournament.core.ranking.specification import ColumnChoice, Wanted
from tournament.core.ranking.table import (
    RankingColumn,
    RankingTable,
    columns_of,
    table_of_entries,
    table_of_groups,
)
from tournament.core.states import GameState, Publicity, Role
from tournament.models import Game, Tournament
from tournament.presentation.paper.lists import ranking as ranking_document
from tournament.presentation.paper.pdf_renderer import Document
from tournament.presentation.ranking import GROUP_NAMES, KIND_NAMES, MODE_NAMES, head_of
from tournament.presentation.ranking_rows import names_found, rows_of
from tournament.presentation.spreadsheet import FileTable
from tournament.queries.chain import ChainHead, heads_of
from tournament.queries.results.publicity import kept_back, open_games
from tournament.queries.results.ranking import RankingField, ranking_field

_OFFICERS = frozenset({Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER})


#: Who may have a *mort subite* played, and how many ties are offered at once: those of the last
#: places nobody plays on for.
_SEPARATE = frozenset({Role.ORGANISER, Role.JUDGE})
MOST_TIES = 8


def tie_at(found: "Ranking", rank: int) -> Tie[int] | None:
    return next((tie for tie in found.ties if tie.rank == rank), None)


@dataclass(frozen=True)
class Ranking:
    """A ranking to show, as ``wanted``; ``roles`` are those of whoever looks at it, ``most`` the
    lines that are shown, None for all."""

    field: RankingField
    wanted: Wanted
    roles: frozenset[Role] = frozenset()
    most: int | None = None
    #: What results that he may not see yet wait for.
    withheld: Publicity | None = None
    #: Part of a name that is looked for: the other rows are there, and hidden.
    find: str = ""

    @cached_property
    def games(self) -> list[Game]:
        """The games that it is made of."""
        if self.wanted.games is None:
            return self.field.games
        return [self.field.games[position] for position in self.wanted.games]

    @property
    def game(self) -> Game | None:
        """The one game that it is of."""
        return self.games[0] if self.wanted.games and len(self.games) == 1 else None

    @cached_property
    def provisional(self) -> bool:
        """Whether something is still to be played, typed in or decided."""
        return self.field.provisional(self.games)

    @property
    def ended(self) -> bool:
        """Whether any game of it is over: what is told at the end only has something to tell."""
        return any(game.state == GameState.FINISHED for game in self.games)

    def _hidden(self) -> set[ColumnChoice]:
        """Solos are told and warnings taken off at the end of a game only (3.5); the staff see
        warnings during the game as well."""
        if self.ended:
            return set()
        hidden: set[ColumnChoice] = {measure for measure, how in MEASURES.items() if how.at_the_end}
        if self.game is not None and self.roles:
            hidden.remove(Measure.WARNINGS)
        return {*hidden, Measure.POINTS}

    @cached_property
    def ranked(self) -> list[Ranked[int]]:
        edition = self.field.tournament.regulation
        return ranking(self.field.field, self.wanted, edition)[: self.most]

    @cached_property
    def ties(self) -> list[Tie[int]]:
        """The first ties that a *mort subite* may settle: of entries, once their games are over."""
        over = self.games and all(game.state == GameState.FINISHED for game in self.games)
        if self.wanted.by is not None or not over:
            return []
        numbers = [game.number for game in self.games]
        return ties_of(self.ranked, numbers, self.wanted)[:MOST_TIES]

    @property
    def separable(self) -> list[Tie[int]]:
        """The same, for whoever may have them play on."""
        return [] if self.roles.isdisjoint(_SEPARATE) else self.ties

    @property
    def settled_by(self) -> list[int]:
        """Numbers of what its ties were settled by, where any was."""
        if all(row.settled is None for row in self.ranked):
            return []
        return [one.number for one in self.field.field.settled]

    def groups_by(self, by: Trait) -> list[RankedGroup[int]]:
        return ranking_of_groups(self.ranked, by, self.wanted)

    @cached_property
    def table(self) -> RankingTable[int]:
        numbers = [game.number for game in self.games]
        columns = columns_of(self.wanted, numbers, hidden=self._hidden())
        by = self.wanted.by
        if by is None:
            return table_of_entries(self.ranked, columns, numbers)
        names = self.field.names.get(by, {})
        return table_of_groups(self.groups_by(by), columns, numbers, names=names)

    @property
    def accounts(self) -> Game | None:
        """The game whose warnings an officer is led to."""
        alone = self.games[0] if len(self.games) == 1 else None
        return None if self.roles.isdisjoint(_OFFICERS) else alone

    @property
    def rows(self) -> SafeString:
        """The body of the table."""
        slug, game = self.field.tournament.slug, self.accounts
        everybody = reverse("public-players", args=[slug])

        def player(entry: int) -> str:
            return f"{everybody}{entry}/"  # thousands: reversing each would take a second

        def account(entry: int) -> str:
            assert game
            return reverse("arbiter-account", args=[slug, game.number, entry])

        return rows_of(self.table, player, account if game else None, shown=self._is_found)

    def _is_found(self, name: str) -> bool:
        return not self.find or has_words(folded(name), self.find)

    @property
    def found_words(self) -> str:
        """How many names are found, where one is looked for."""
        if not self.find:
            return ""
        count = sum(self._is_found(row.name) for row in self.table.rows)
        return names_found(count)

    @property
    def journals(self) -> list[ChainHead]:
        """Where the journals of its games have come to."""
        return heads_of(self.field.tournament, self.games)

    @property
    def heads(self) -> list[tuple[RankingColumn, str]]:
        return [(column, self._head(column, short=True)) for column in self.table.columns]

    def file(self) -> FileTable:
        heads = [self._head(column) for column in self.table.columns]
        return FileTable(self.title, heads, [row.values for row in self.table.rows])

    def document(self) -> Document:
        return ranking_document(
            self.field.tournament,
            self.table,
            [head for _column, head in self.heads],
            title=self.title,
            about=self.subtitle,
            provisional=self.provisional and bool(self.games),
            journals=self.journals,
        )

    def _head(self, column: RankingColumn, *, short: bool = False) -> str:
        told = self.provisional and bool(self.games)
        return head_of(column, by=self.wanted.by, provisional=told, short=short)

    @property
    def title(self) -> str:
        if self.game is not None:
            return _("Classement de la partie %(number)s") % {"number": self.game.number}
        if self.wanted.games is None:
            return _("Classement général")
        numbers = ", ".join(str(game.number) for game in self.games)
        return _("Classement des parties %(numbers)s") % {"numbers": numbers}

    @property
    def chosen(self) -> bool:
        """Whether anything but the general ranking was asked for."""
        usual = Wanted(self.field.settings)
        return (self.wanted != usual and self.game is None) or replace(
            self.wanted, games=None
        ) != usual

    @property
    def subtitle(self) -> str:
        """What it is a ranking of and by, where that is not everybody by points."""
        wanted, usual = self.wanted, Wanted()
        said = [self.field.names.get(t, {}).get(code, code) for t, code in wanted.only.items()]
        if wanted.by:
            best = _("les %(best)d meilleurs comptent") % {"best": wanted.settings.best}
            said = [str(GROUP_NAMES[wanted.by]), best, *said]
        if wanted.kind is not usual.kind:
            said.append(str(KIND_NAMES[wanted.kind]))
        if wanted.settings.mode is not usual.settings.mode:
            said.append(str(MODE_NAMES[wanted.settings.mode]))
        return " · ".join(said)


def general_ranking(tournament: Tournament) -> Ranking:
    """That of the whole tournament as it ranks, for everybody."""
    public = open_games(tournament)
    field = ranking_field(tournament, games=public)
    return Ranking(field, Wanted(field.settings), withheld=kept_back(tournament, public))
