"""Registration of a list of names, as one writes them on a sheet: one a line."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tournament.core.errors import BadSetting, RoomError
from tournament.core.people.names import read_names
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.services.people.registration import check_players, register_entries
from tournament.views.staff import for_roles, form_status, signed_in, telling

#: Names of one list; longer ones come as files.
MOST = 500


class NamesForm(forms.Form):
    """Shown by ``organiser/names_form.html``, on the page of the players as well."""

    names = forms.CharField()

    def clean_names(self) -> list[list[PlayerData]]:
        read = read_names(self.cleaned_data["names"])
        if not read:
            raise forms.ValidationError(explain(BadSetting("no-names")))
        if len(read) > MOST:
            too_many = BadSetting("too-many-names", count=len(read), most=MOST)
            raise forms.ValidationError(explain(too_many))
        entries, wrong = [], []
        for number, people in read:
            entry = [PlayerData(last, first) for last, first in people]
            try:
                check_players(entry)
            except RoomError as error:
                said = {"number": number, "why": explain(error)}
                wrong.append(gettext("Ligne %(number)d : %(why)s") % said)
            entries.append(entry)
        if wrong:
            raise forms.ValidationError(wrong)
        return entries


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(Role.ORGANISER)
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = NamesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            made = register_entries(
                tournament=tournament,
                entries=form.cleaned_data["names"],
                by=signed_in(request),
                now=now(),
            )
            said = ngettext("%(n)d inscription ajoutée.", "%(n)d inscriptions ajoutées.", len(made))
            messages.success(request, said % {"n": len(made)})
            return redirect("office-entries", tournament.slug)
    context: dict[str, Any] = {"tournament": tournament, "names": form, "section": "entries"}
    return render(request, "organiser/names.html", context, status=form_status(form))
