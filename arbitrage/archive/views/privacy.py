"""Anonymising of a player, in one tournament or in a whole organisation, and deletion of the
backups that still contain the name."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from arbitrage.archive.queries.backups import list_backup_paths
from arbitrage.archive.services import backups
from arbitrage.archive.services.anonymising import anonymise_player, anonymise_roster_player
from tournament.core.states import Role
from tournament.models import Organisation, Player, RosterPlayer, Tournament
from tournament.queries.clock import now
from tournament.views.shortcuts import (
    for_managers,
    for_roles,
    get_form_status,
    get_signed_in_user,
    report_errors,
)


class AnonymiseForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom et prénom, tapés en entier"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


@for_roles(Role.ORGANISER, archived=True)
def player(request: HttpRequest, tournament: Tournament, player_id: int) -> HttpResponse:
    """Anonymise a player of one tournament, archived or not."""
    row = get_object_or_404(Player, pk=player_id, tournament=tournament)
    form = AnonymiseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed_name = form.cleaned_data["name"]
        with report_errors(form):
            pseudonym = anonymise_player(
                player=row, typed_name=typed_name, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _("C’est fait : « %(name)s ».") % {"name": pseudonym})
            return redirect("tournament-file", tournament.slug)
    context = {
        "tournament": tournament,
        "player": row,
        "form": form,
        "backups": list_backup_paths(tournament, settings.BACKUP_DIR),
        "section": "entries",
    }
    page = "arbitrage/archive/privacy/player.html"
    return render(request, page, context, status=get_form_status(form))


@for_managers
def roster_player(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    """Anonymise a player of the roster, in every tournament that they played."""
    row = get_object_or_404(RosterPlayer, pk=player_id, organisation=organisation)
    form = AnonymiseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed_name = form.cleaned_data["name"]
        with report_errors(form):
            count = anonymise_roster_player(
                row=row, typed_name=typed_name, by=get_signed_in_user(request), now=now()
            )
            message = ngettext(
                "C’est fait, dans %(n)d tournoi ; le fichier des joueurs ne l’a plus.",
                "C’est fait, dans %(n)d tournois ; le fichier des joueurs ne l’a plus.",
                count,
            )
            messages.success(request, message % {"n": count})
            return redirect("organisation-players", organisation.pk)
    played = row.played.select_related("tournament").order_by("tournament", "pk")
    tournaments = list(dict.fromkeys(played_as.tournament for played_as in played))
    context = {
        "organisation": organisation,
        "person": row,
        "form": form,
        "tournaments": tournaments,
        "backups": [
            backup
            for tournament in tournaments
            for backup in list_backup_paths(tournament, settings.BACKUP_DIR)
        ],
        "section": "players",
    }
    page = "arbitrage/archive/privacy/known.html"
    return render(request, page, context, status=get_form_status(form))


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def delete_backups(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete the existing backups of the tournament; later changes are backed up as before."""
    count = backups.delete_backups(tournament, settings.BACKUP_DIR, by=get_signed_in_user(request))
    message = ngettext("%(n)d sauvegarde effacée.", "%(n)d sauvegardes effacées.", count)
    messages.success(request, message % {"n": count})
    return redirect("tournament-file", tournament.slug)
