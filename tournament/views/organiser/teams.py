"""Teams of a tournament and their entries."""

from collections import Counter
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST

from tournament.core.files.cells import normalise_text
from tournament.core.states import Role
from tournament.models import Team, Tournament
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import IN_ORDER
from tournament.services.people import teams
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user
from tournament.views.ticked import TickedField, describe_states, list_ticked
from tournament.views.versions import EditForm, FieldValue, FieldValues, RowsForm


class TeamForm(RowsForm):
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
        entries = tournament.entries.select_related("team")
        self._entries = {str(entry.pk): entry for entry in entries}
        field = self.fields["entries"]
        assert isinstance(field, TickedField)
        field.queryset = tournament.entries.all()

    def list_values(self) -> FieldValues:
        return {key: entry.team.name if entry.team else "" for key, entry in self._entries.items()}

    def list_typed(self) -> FieldValues:
        name = normalise_text(self.cleaned_data["name"])
        spellings = {str(value).casefold(): value for value in self.current.values()}
        team = spellings.get(name.casefold(), name)
        return {str(entry.pk): team for entry in self.cleaned_data["entries"]}

    def get_label(self, name: str) -> str:
        return self._entries[name].name

    def describe(self, name: str, value: FieldValue) -> str:
        return str(value)


class TeamNameForm(EditForm):
    name = forms.CharField(
        label=_("Nom"), max_length=teams.MAX_NAME, widget=forms.TextInput({"autocomplete": "off"})
    )

    @classmethod
    def for_team(cls, team: Team, data: Any = None) -> Self:
        return cls(data, initial={"name": team.name}, auto_id=f"team-{team.pk}-%s")


@for_roles(Role.ORGANISER)
@locks_owner
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the teams; a POST puts the ticked entries into one, or into none."""
    form = TeamForm(tournament)
    if request.method == "POST":
        form = TeamForm(tournament, request.POST)
        if form.is_valid():
            with saving(request, form):
                former_teams = teams.put_in_team(
                    tournament=tournament,
                    entries=[entry.pk for entry in form.cleaned_data["entries"]],
                    name=form.cleaned_data["name"],
                    by=get_signed_in_user(request),
                    now=now(),
                )
                messages.success(request, _describe_changed(former_teams))
                return redirect("office-teams", tournament.slug)
    return _render_page(request, tournament, form)


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    form: TeamForm,
    renamed: tuple[Team, TeamNameForm] | None = None,
) -> HttpResponse:
    """Render the page; ``renamed``: a team with the form of its name that was refused."""
    entries = tournament.entries.filter(withdrawn=False).select_related("table", "team")
    teams_with_forms = [
        (team, renamed[1] if renamed and renamed[0] == team else TeamNameForm.for_team(team))
        for team in tournament.teams.prefetch_related("entries")
    ]
    context = {
        "tournament": tournament,
        "entries": entries.prefetch_related(IN_ORDER).order_by("team__name", "name"),
        "ticked": set(list_ticked(request.POST, "entries")),
        "teams": teams_with_forms,
        "form": form,
        "section": "entries",
    }
    status = get_form_status(renamed[1] if renamed else form)
    return render(request, "organiser/teams.html", context, status=status)


def _describe_changed(former_teams: Counter[str]) -> str:
    count = former_teams.total()
    sentence = ngettext("%(n)d inscription changée.", "%(n)d inscriptions changées.", count)
    states = [(name or gettext("sans équipe"), n) for name, n in sorted(former_teams.items())]
    before = gettext("Avant : %(states)s.") % {"states": describe_states(states)}
    return f"{sentence % {'n': count}} {before if count else ''}".strip()


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def rename(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    form = TeamNameForm.for_team(team, request.POST)
    if form.is_valid():
        with saving(request, form):
            teams.rename_team(
                team=team, name=form.cleaned_data["name"], by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _("L’équipe a un autre nom."))
            return redirect("office-teams", tournament.slug)
    return _render_page(request, tournament, TeamForm(tournament), (team, form))
