"""A player is made unknown: in one tournament, or in all of his organisation; and the backups that
still know him are deleted."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from arbitrage.archive.queries.backups import backups_of
from arbitrage.archive.services.anonymising import anonymise, anonymise_known
from arbitrage.archive.services.backups import forget_backups
from tournament.core.states import Role
from tournament.models import Organisation, Player, RosterPlayer, Tournament
from tournament.queries.clock import now
from tournament.views.staff import for_managers, for_roles, form_status, report_errors, signed_in


class AnonymiseForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom et prénom, tapés en entier"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


@for_roles(Role.ORGANISER, archived=True)
def player(request: HttpRequest, tournament: Tournament, player_id: int) -> HttpResponse:
    """Of one tournament, archived or not."""
    one = get_object_or_404(Player, pk=player_id, tournament=tournament)
    form = AnonymiseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data["name"]
        with report_errors(form):
            called = anonymise(player=one, typed=typed, by=signed_in(request), now=now())
            messages.success(request, _("C’est fait : « %(name)s ».") % {"name": called})
            return redirect("tournament-file", tournament.slug)
    context = {
        "tournament": tournament,
        "player": one,
        "form": form,
        "backups": backups_of(tournament, settings.BACKUP_DIR),
        "section": "entries",
    }
    page = "arbitrage/archive/privacy/player.html"
    return render(request, page, context, status=form_status(form))


@for_managers
def known(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    """Of the roster: everywhere where he played."""
    row = get_object_or_404(RosterPlayer, pk=player_id, organisation=organisation)
    form = AnonymiseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data["name"]
        with report_errors(form):
            count = anonymise_known(row=row, typed=typed, by=signed_in(request), now=now())
            said = ngettext(
                "C’est fait, dans %(n)d tournoi ; le fichier des joueurs ne l’a plus.",
                "C’est fait, dans %(n)d tournois ; le fichier des joueurs ne l’a plus.",
                count,
            )
            messages.success(request, said % {"n": count})
            return redirect("organisation-players", organisation.pk)
    played = row.played.select_related("tournament").order_by("tournament", "pk")
    tournaments = list(dict.fromkeys(one.tournament for one in played))
    context = {
        "organisation": organisation,
        "person": row,
        "form": form,
        "tournaments": tournaments,
        "backups": [
            backup for one in tournaments for backup in backups_of(one, settings.BACKUP_DIR)
        ],
        "section": "players",
    }
    page = "arbitrage/archive/privacy/known.html"
    return render(request, page, context, status=form_status(form))


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def forget(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The backups of the tournament go now; what changes later is backed up as ever."""
    gone = forget_backups(tournament, settings.BACKUP_DIR, by=signed_in(request))
    said = ngettext("%(n)d sauvegarde effacée.", "%(n)d sauvegardes effacées.", gone)
    messages.success(request, said % {"n": gone})
    return redirect("tournament-file", tournament.slug)
