"""Teams of a tournament and their entries."""

from collections import Counter
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST

from tournament.core.states import Role
from tournament.models import Team, Tournament
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import IN_ORDER
from tournament.services.people import teams
from tournament.views.staff import first_error, for_roles, form_status, report_errors, signed_in
from tournament.views.ticked import TickedField, describe_states, list_ticked


class TeamForm(forms.Form):
    """Entries and the name of their team, empty for none."""

    entries = TickedField(error_messages={"required": _("Cochez d’abord des joueurs.")})
    name = forms.CharField(
        label=_("Équipe"),
        max_length=teams.MAX_NAME,
        required=False,
        widget=forms.TextInput(attrs={"list": "known-team", "autocomplete": "off"}),
    )

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        field = self.fields["entries"]
        assert isinstance(field, TickedField)
        field.queryset = tournament.entries.all()


class TeamNameForm(forms.Form):
    name = forms.CharField(label=_("Nom"), max_length=teams.MAX_NAME)


@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the teams; a POST puts the ticked entries into one, or into none."""
    form = TeamForm(tournament, request.POST or None)
    if request.method == "POST":
        form = TeamForm(tournament, request.POST)
        if form.is_valid():
            with report_errors(form):
                changed = teams.put_in_team(
                    tournament=tournament,
                    entries=[entry.pk for entry in form.cleaned_data["entries"]],
                    name=form.cleaned_data["name"],
                    by=signed_in(request),
                    now=now(),
                )
                messages.success(request, _changed_text(changed))
                return redirect("office-teams", tournament.slug)
    entries = tournament.entries.filter(withdrawn=False).select_related("table", "team")
    context = {
        "tournament": tournament,
        "entries": entries.prefetch_related(IN_ORDER).order_by("team__name", "name"),
        "ticked": set(list_ticked(request.POST, "entries")),
        "teams": tournament.teams.prefetch_related("entries"),
        "form": form,
        "section": "entries",
    }
    return render(request, "organiser/teams.html", context, status=form_status(form))


def _changed_text(former_teams: Counter[str]) -> str:
    count = former_teams.total()
    sentence = ngettext("%(n)d inscription changée.", "%(n)d inscriptions changées.", count)
    states = [(name or gettext("sans équipe"), n) for name, n in sorted(former_teams.items())]
    before = gettext("Avant : %(states)s.") % {"states": describe_states(states)}
    return f"{sentence % {'n': count}} {before if count else ''}".strip()


@require_POST
@for_roles(Role.ORGANISER)
def rename(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    form = TeamNameForm(request.POST)
    if form.is_valid():
        with report_errors(form):
            teams.rename_team(
                team=team, name=form.cleaned_data["name"], by=signed_in(request), now=now()
            )
            messages.success(request, _("L’équipe a un autre nom."))
    if form.errors:
        messages.error(request, first_error(form))
    return redirect("office-teams", tournament.slug)
