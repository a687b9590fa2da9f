"""The journal of a tournament: its staff reads, filters, prints and downloads it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from arbitrage.presentation.journal import JournalLine, build_line
from arbitrage.presentation.journal_kinds import FILTER_LABELS
from arbitrage.queries.blinding import list_blinded
from arbitrage.queries.journal import (
    JournalFilter,
    JournalQuery,
    find_restored,
    list_keys,
    list_people,
    load_rows,
)
from arbitrage.queries.second_looks import TurnEntry
from arbitrage.views.case_readers import is_officer
from arbitrage.views.decision_forms import ChoicesForm
from tournament.core.people.entry_lines import MAX_TABLE
from tournament.core.states import Role, TurnState
from tournament.models import Tournament, Turn
from tournament.presentation.files.spreadsheet import CSV, FileTable
from tournament.queries.people.seating import list_entries_by_game
from tournament.queries.people.table_scope import TableScope, find_reading_scope
from tournament.views.download import download
from tournament.views.shortcuts import for_roles, get_signed_in_user, parse_number

#: All roles read the journal.
READER_ROLES = tuple(Role)
PAGE_SIZE = 100
#: Lines read at once for printing and downloading.
CHUNK_SIZE = 2000
#: The value in an address for lines without an account.
SOFTWARE = "0"


class JournalForm(ChoicesForm):
    """Filters of the lines; empty fields do not filter."""

    #: Number of a game, or number and turn as counted when drawn: « 2-13 ».
    where = forms.ChoiceField(label=gettext_lazy("Partie et coup"), required=False)
    table = forms.IntegerField(
        label=gettext_lazy("Table"), required=False, min_value=1, max_value=MAX_TABLE
    )
    by = forms.ChoiceField(label=gettext_lazy("Personne"), required=False)
    what = forms.ChoiceField(
        label=gettext_lazy("Quoi"),
        required=False,
        choices=[(choice.value, label) for choice, label in FILTER_LABELS.items()],
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        people = [(str(user.pk), user.get_username()) for user in list_people(tournament)]
        accounts = [("", _("tout le monde")), *people, (SOFTWARE, _("le logiciel"))]
        for name, choices in {"where": _list_places(tournament), "by": accounts}.items():
            self.set_choices(name, choices)

    @property
    def journal_query(self) -> JournalQuery:
        data = self.cleaned_data
        number, _hyphen, ordinal = data["where"].partition("-")
        game = self.tournament.games.filter(number=number).first() if number else None
        turn = Turn.objects.filter(game=game, ordinal=ordinal).first() if ordinal else None
        return JournalQuery(
            self.tournament,
            JournalFilter(data["what"]),
            game=game.pk if game else None,
            turn=turn.pk if turn else None,
            seats=data["table"] and list_entries_by_game(self.tournament.pk, data["table"]),
            by=int(data["by"]) if data["by"] else None,
        )


def _list_places(tournament: Tournament) -> list[tuple[str, Any]]:
    turns = Turn.objects.filter(game__tournament=tournament).order_by("ordinal")
    choices_by_game: dict[int, list[tuple[str, str]]] = {
        number: [(str(number), _("partie %(number)d entière") % {"number": number})]
        for number in tournament.games.order_by("number").values_list("number", flat=True)
    }
    for game, ordinal, number, state in turns.values_list(
        "game__number", "ordinal", "number", "state"
    ):
        pattern = _("coup %(n)d, annulé") if state == TurnState.CANCELLED else _("coup %(n)d")
        choices_by_game[game].append((f"{game}-{ordinal}", pattern % {"n": number}))
    groups = [
        (_("Partie %(number)d") % {"number": game}, choices)
        for game, choices in choices_by_game.items()
    ]
    return [("", _("toutes")), *groups]


@dataclass
class JournalPages:
    """The lines that the reader requested; they are read when they are shown."""

    tournament: Tournament
    form: JournalForm
    number: int
    #: Bulletins that wait for the reader's own second look.
    blinded: frozenset[TurnEntry]
    officer: bool
    scope: TableScope

    @property
    def filters(self) -> JournalQuery:
        return replace(
            self.form.journal_query, blinded=self.blinded, officer=self.officer, scope=self.scope
        )

    @cached_property
    def paginator(self) -> "Paginator[Any]":
        return Paginator(list_keys(self.filters, newest_first=True), PAGE_SIZE)

    @cached_property
    def page(self) -> Any:
        return self.paginator.get_page(self.number)

    @property
    def lines(self) -> list[JournalLine]:
        """The lines of the page, the newest first."""
        return _build_lines(list(self.page.object_list))

    @property
    def all_lines(self) -> Iterator[JournalLine]:
        """The lines in the order of time, for printing and files."""
        keys = list(list_keys(self.filters, newest_first=False))
        for start in range(0, len(keys), CHUNK_SIZE):
            yield from _build_lines(keys[start : start + CHUNK_SIZE])

    @property
    def list_parameters(self) -> dict[str, Any]:
        """Parameters of an address for the same filters."""
        return {name: value for name, value in self.form.cleaned_data.items() if value}

    @property
    def query(self) -> str:
        return f"?{urlencode(self.list_parameters)}" if self.list_parameters else ""


def _build_lines(keys: list[tuple[int, int, Any]]) -> list[JournalLine]:
    rows = load_rows(keys)
    restored_rulings = find_restored(rows)
    return [build_line(row, restored_rulings) for row in rows]


def _get_pages(request: HttpRequest, tournament: Tournament) -> JournalPages:
    """Return the requested pages. Raise Http404 for an invalid filter."""
    form = JournalForm(tournament, request.GET)
    if not form.is_valid():
        raise Http404
    number = parse_number(request.GET.get("page", "")) or 1
    user = get_signed_in_user(request)
    blinded = list_blinded(tournament, user)
    scope = find_reading_scope(user, tournament.pk)
    return JournalPages(tournament, form, number, blinded, is_officer(request), scope)


@require_safe
@for_roles(*READER_ROLES)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "journal": _get_pages(request, tournament)}
    return render(request, "arbitrage/journal.html", context)


@require_safe
@for_roles(*READER_ROLES)
def show_whole(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every line in the order of time, to be printed."""
    context = {"tournament": tournament, "journal": _get_pages(request, tournament)}
    return render(request, "arbitrage/journal_print.html", context)


@require_safe
@for_roles(*READER_ROLES)
def download_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return every line as a file for spreadsheets."""
    names = [_("Date"), _("Heure"), _("Partie"), _("Coup"), _("Table"), _("Qui"), _("Quoi")]
    lines = map(_list_values, _get_pages(request, tournament).all_lines)
    table = FileTable(_("Journal"), [*names, _("Pourquoi")], lines)
    return download(table, CSV, f"journal-{tournament.slug}")


def _list_values(line: JournalLine) -> list[str | int]:
    at = timezone.localtime(line.at)
    return [
        f"{at:%Y-%m-%d}",
        f"{at:%H:%M:%S}",
        line.game.number if line.game else "",
        line.turn.number if line.turn else "",
        line.table or "",
        line.author or _("le logiciel"),
        line.event,
        line.reason,
    ]
