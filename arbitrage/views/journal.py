"""The journal of a tournament: its staff reads, filters, prints and downloads it; nobody edits."""

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

from arbitrage.presentation.journal import JournalLine, line_of
from arbitrage.presentation.journal_kinds import WHATS
from arbitrage.queries.blinding import veiled_everywhere
from arbitrage.queries.journal import Asked, What, in_order, people_of, restored, rows_of
from arbitrage.queries.second_looks import LookPlace
from arbitrage.views.case_readers import is_officer
from tournament.core.people.roster import MAX_TABLE
from tournament.core.states import Role, TurnState
from tournament.models import Tournament, Turn
from tournament.presentation.spreadsheet import CSV, FileTable
from tournament.queries.people.seating import seats_at
from tournament.views.download import download
from tournament.views.staff import for_roles, signed_in, whole_number

#: All who have a role: whoever decides is read by the others.
READERS = tuple(Role)
PAGE = 100
#: Lines read at once for what is printed and downloaded whole.
CHUNK = 2000
#: In an address, as an account: what nobody did.
SOFTWARE = "0"


class JournalForm(forms.Form):
    """Which lines; what is left empty is all."""

    #: Number of a game, or that and a turn as counted when drawn: « 2-13 ».
    where = forms.ChoiceField(label=gettext_lazy("Partie et coup"), required=False)
    table = forms.IntegerField(
        label=gettext_lazy("Table"), required=False, min_value=1, max_value=MAX_TABLE
    )
    by = forms.ChoiceField(label=gettext_lazy("Personne"), required=False)
    what = forms.ChoiceField(
        label=gettext_lazy("Quoi"), required=False, choices=[(w.value, n) for w, n in WHATS.items()]
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        people = [(str(user.pk), user.get_username()) for user in people_of(tournament)]
        everybody = [("", _("tout le monde")), *people, (SOFTWARE, _("le logiciel"))]
        for name, choices in {"where": _places(tournament), "by": everybody}.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    @property
    def asked(self) -> Asked:
        data = self.cleaned_data
        number, _hyphen, ordinal = data["where"].partition("-")
        game = self.tournament.games.filter(number=number).first() if number else None
        turn = Turn.objects.filter(game=game, ordinal=ordinal).first() if ordinal else None
        return Asked(
            self.tournament,
            What(data["what"]),
            game=game.pk if game else None,
            turn=turn.pk if turn else None,
            seats=data["table"] and seats_at(self.tournament.pk, data["table"]),
            by=int(data["by"]) if data["by"] else None,
        )


def _places(tournament: Tournament) -> list[tuple[str, Any]]:
    turns = Turn.objects.filter(game__tournament=tournament).order_by("ordinal")
    of_game: dict[int, list[tuple[str, str]]] = {
        number: [(str(number), _("partie %(number)d entière") % {"number": number})]
        for number in tournament.games.order_by("number").values_list("number", flat=True)
    }
    for game, ordinal, number, state in turns.values_list(
        "game__number", "ordinal", "number", "state"
    ):
        pattern = _("coup %(n)d, annulé") if state == TurnState.CANCELLED else _("coup %(n)d")
        of_game[game].append((f"{game}-{ordinal}", pattern % {"n": number}))
    groups = [(_("Partie %(number)d") % {"number": game}, own) for game, own in of_game.items()]
    return [("", _("toutes")), *groups]


@dataclass
class Pages:
    """What the reader asked for; lines are read when they are shown."""

    tournament: Tournament
    form: JournalForm
    number: int
    #: Bulletins that wait for the reader's own second look.
    veiled: frozenset[LookPlace]
    officer: bool

    @property
    def asked(self) -> Asked:
        return replace(self.form.asked, veiled=self.veiled, officer=self.officer)

    @cached_property
    def paginator(self) -> "Paginator[Any]":
        return Paginator(in_order(self.asked, newest_first=True), PAGE)

    @cached_property
    def page(self) -> Any:
        return self.paginator.get_page(self.number)

    @property
    def lines(self) -> list[JournalLine]:
        """Of the page, the newest first."""
        return _lines(list(self.page.object_list))

    @property
    def all_lines(self) -> Iterator[JournalLine]:
        """As they happened, for paper and files."""
        keys = list(in_order(self.asked, newest_first=False))
        for start in range(0, len(keys), CHUNK):
            yield from _lines(keys[start : start + CHUNK])

    @property
    def view(self) -> dict[str, Any]:
        """In an address: what is asked for."""
        return {name: value for name, value in self.form.cleaned_data.items() if value}

    @property
    def query(self) -> str:
        return f"?{urlencode(self.view)}" if self.view else ""


def _lines(keys: list[tuple[int, int, Any]]) -> list[JournalLine]:
    rows = rows_of(keys)
    put_back = restored(rows)
    return [line_of(row, put_back) for row in rows]


def _pages(request: HttpRequest, tournament: Tournament) -> Pages:
    """Raises Http404 for a filter that no page offers."""
    form = JournalForm(tournament, request.GET)
    if not form.is_valid():
        raise Http404
    number = whole_number(request.GET.get("page", "")) or 1
    veiled = veiled_everywhere(tournament, signed_in(request))
    officer = is_officer(request)
    return Pages(tournament, form, number, veiled, officer)


@require_safe
@for_roles(*READERS)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "journal": _pages(request, tournament)}
    return render(request, "arbitrage/journal.html", context)


@require_safe
@for_roles(*READERS)
def whole(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every line asked for, in the order of time, to be printed."""
    context = {"tournament": tournament, "journal": _pages(request, tournament)}
    return render(request, "arbitrage/journal_print.html", context)


@require_safe
@for_roles(*READERS)
def as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as a file for spreadsheets."""
    names = [_("Date"), _("Heure"), _("Partie"), _("Coup"), _("Table"), _("Qui"), _("Quoi")]
    lines = map(_values, _pages(request, tournament).all_lines)
    table = FileTable(_("Journal"), [*names, _("Pourquoi")], lines)
    return download(table, CSV, f"journal-{tournament.slug}")


def _values(line: JournalLine) -> list[str | int]:
    at = timezone.localtime(line.at)
    return [
        f"{at:%Y-%m-%d}",
        f"{at:%H:%M:%S}",
        line.game.number if line.game else "",
        line.turn.number if line.turn else "",
        line.table or "",
        line.who or _("le logiciel"),
        line.what,
        line.why,
    ]
