"""The publication of a tournament: publish, hide, archive, restore, delete."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import (
    TOURNAMENT_TRANSITIONS,
    Role,
    TournamentCommand,
    TournamentState,
)
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.presentation.tournaments import (
    COMMAND_EFFECTS,
    COMMAND_LABELS,
    describe_tournament_change,
)
from tournament.queries.clock import now
from tournament.services import lifecycle
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, report_errors


class DeleteForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom du tournoi, tapé en entier"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


def _render_page(request: HttpRequest, tournament: Tournament, form: DeleteForm) -> HttpResponse:
    state = TournamentState(tournament.state)
    possible = [command for before, command in TOURNAMENT_TRANSITIONS if before is state]
    is_played = lifecycle.was_played(tournament)
    context = {
        "tournament": tournament,
        "commands": {
            command.value: (COMMAND_LABELS[command][0], COMMAND_EFFECTS[command])
            for command in possible
        },
        "played": is_played,
        "deletable": not is_played or state is TournamentState.ARCHIVED,
        "changes": [
            (change, describe_tournament_change(change.kind, change.data))
            for change in tournament.changes.select_related("by").order_by("-at", "-pk")
        ],
        "form": form,
        "section": "settings",
    }
    return render(request, "organiser/publication.html", context, status=get_form_status(form))


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_page(request, tournament, DeleteForm())


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def command(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Run one of ``COMMANDS``; the next page shows the result."""
    chosen_command = TournamentCommand(name)
    try:
        lifecycle.move_tournament(
            tournament=tournament, command=chosen_command, by=get_signed_in_user(request), now=now()
        )
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, str(COMMAND_LABELS[chosen_command][1]))
    return redirect("office-publication", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete the tournament for good, if its name was typed."""
    form = DeleteForm(request.POST)
    if form.is_valid():
        with report_errors(form):
            lifecycle.delete_tournament(
                tournament=tournament,
                typed_name=form.cleaned_data["name"],
                by=get_signed_in_user(request),
                now=now(),
            )
            sentence = _("Le tournoi « %(name)s » est supprimé.") % {"name": tournament.name}
            messages.success(request, sentence)
            return redirect("office")
    return _render_page(request, tournament, form)
