"""Registration of a list of names, one per line."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods

from tournament.core.errors import BadSetting, RoomError
from tournament.core.people.names import read_names
from tournament.core.people.player_cells import read_cell
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.services.people import name_lists
from tournament.services.people.registration import check_players
from tournament.views.centre_choice import CentreChoiceField, offer_centres
from tournament.views.saving import saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user
from tournament.views.versions import CreationForm

#: Maximum number of names; longer lists are imported as files.
MAX_NAMES = 500


class NamesForm(CreationForm):
    """The form of ``organiser/names_form.html``, which is also on the page of the players."""

    names = forms.CharField()
    centre = CentreChoiceField(empty_label=_("choisir"))

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data, auto_id="names-%s")  # beside the form of an entry
        offer_centres(self, tournament, is_required=True)

    def clean_names(self) -> list[tuple[int, list[tuple[str, str]]]]:
        lines = read_names(self.cleaned_data["names"])
        if not lines:
            raise forms.ValidationError(explain(BadSetting("no-names")))
        if len(lines) > MAX_NAMES:
            too_many = BadSetting("too-many-names", count=len(lines), most=MAX_NAMES)
            raise forms.ValidationError(explain(too_many))
        errors = []
        for number, people in lines:
            try:
                check_players([PlayerData(last, first) for last, first in people])
                _check_cells(people)
            except RoomError as error:
                error_data = {"number": number, "why": explain(error)}
                errors.append(gettext("Ligne %(number)d : %(why)s") % error_data)
        if errors:
            raise forms.ValidationError(errors)
        return lines


def _check_cells(people: list[tuple[str, str]]) -> None:
    """Raise BadSetting for a name that a spreadsheet or a wrong encoding made."""
    for names in people:
        for field, text in zip(("last_name", "first_name"), names, strict=True):
            if read_cell(field, text)[1] is not None:
                raise BadSetting("no-name-of-a-person", text=text)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(Role.ORGANISER)
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Register a list, or show its lines that must be decided about as those of a file."""
    form = NamesForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            count, pending = name_lists.register_names(
                tournament=tournament,
                title=gettext("Liste de noms"),
                names=form.cleaned_data["names"],
                centre=form.cleaned_data.get("centre"),
                by=get_signed_in_user(request),
                now=now(),
            )
            if pending is not None:
                return saved.redirect("office-import", tournament.slug, pending.pk)
            sentence = ngettext("%(n)d inscription ajoutée.", "%(n)d inscriptions ajoutées.", count)
            messages.success(request, sentence % {"n": count})
            return saved.redirect("office-entries", tournament.slug)
    context: dict[str, Any] = {"tournament": tournament, "names": form, "section": "entries"}
    return render(request, "organiser/names.html", context, status=get_form_status(form))
