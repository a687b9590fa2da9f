"""The rankings that everybody may see, at addresses that stay."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.errors import Busy
from tournament.core.names import folded, has_words
from tournament.core.ranking.field import Trait
from tournament.core.ranking.measures import MEASURES, Measure
from tournament.core.ranking.ranking import Ranked, RankedGroup, ranking, ranking_of_groups
from tournament.core.ranking.table import (
    RankingColumn,
    RankingTable,
    columns_of,
    table_of_entries,
    table_of_groups,
)
from tournament.core.ranking.wanted import ColumnChoice, Wanted
from tournament.core.states import GameState, Publicity, Role
from tournament.models import Game, Tournament
from tournament.queries.access import roles_of
from tournament.queries.chain import ChainHead, heads_of
from tournament.queries.freshness import people_of
from tournament.queries.publicity import kept_back, open_games
from tournament.queries.ranking import RankingField, ranking_field, ranking_settings
from tournament.views.download import download
from tournament.views.pdf import pdf
from tournament.views.public.door import for_everybody, for_many
from tournament.views.public.ranking_forms import RankingQuery, one_game_asked
from tournament.views.public.tables import LONGEST
from tournament.views.public.withheld import kept_game, page_of
from tournament.views.staff import refused, whole_number
from tournament.words.paper.lists import ranking as ranking_document
from tournament.words.paper.press import Document
from tournament.words.ranking import GROUP_NAMES, KIND_NAMES, MODE_NAMES, head_of
from tournament.words.ranking_rows import names_found, rows_of
from tournament.words.spreadsheet import CSV, FileTable

_OFFICERS = frozenset({Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER})


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


def _asked(request: HttpRequest, tournament: Tournament) -> tuple[Ranking, RankingQuery]:
    """Raises Http404 for a ranking of what is not there."""
    roles = frozenset(roles_of(request.user, tournament))
    # Where warnings separate equal ones, what is not told yet would tell itself by the order.
    early = bool(roles) and Measure.WARNINGS not in ranking_settings(tournament).tie_breaks
    public = None if roles else open_games(tournament)
    field = ranking_field(
        tournament, warnings_early=early and one_game_asked(request.GET) is not None, games=public
    )
    form = RankingQuery(field, request.GET)
    if not form.is_valid():
        raise Http404
    kept = None if public is None else kept_back(tournament, public)
    return Ranking(field, form.wanted(), roles, withheld=kept), form


def _kept(request: HttpRequest, tournament: Tournament) -> Game | None:
    """The only game asked for, while its results are not for who asks."""
    number = whole_number(one_game_asked(request.GET) or "")
    if number is None:
        return None
    games = tournament.games.filter(number=number).select_related("tournament")
    return kept_game(request, list(games))


def general_ranking(tournament: Tournament) -> Ranking:
    """That of the whole tournament as it ranks, for everybody."""
    public = open_games(tournament)
    field = ranking_field(tournament, games=public)
    return Ranking(field, Wanted(field.settings), withheld=kept_back(tournament, public))


@require_safe
@for_many(people_of)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?game=2`` or ``?games=1,3``, ``?mode=``, ``?series=4``…, ``?by=club``, ``?kind=pairs``."""
    if (game := _kept(request, tournament)) is not None:
        return page_of(request, game)
    found, form = _asked(request, tournament)
    context = {
        "ranking": replace(found, find=request.GET.get("q", "").strip()[:LONGEST]),
        "tournament": found.field.tournament,
        "form": form,
        "kept": [
            (name, value) for name, values in request.GET.lists() for value in values if name != "q"
        ],
    }
    return render(request, "public/ranking.html", context)


@require_safe
@for_everybody
def as_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the page shows, to be hung up."""
    found, _form = _asked(request, tournament)
    try:
        return pdf(found.document(), _file_name(found), keep=True)
    except Busy as error:
        return refused(request, error)


@require_safe
@for_everybody
def as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the page shows as a file for spreadsheets."""
    found, _form = _asked(request, tournament)
    return download(found.file(), CSV, _file_name(found))


def _file_name(found: Ranking) -> str:
    suffix = f"-{found.game.number}" if found.game else ""
    state = "-provisoire" if found.provisional else ""
    return f"classement-{found.field.tournament.slug}{suffix}{state}"
