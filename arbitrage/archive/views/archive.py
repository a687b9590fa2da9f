"""A tournament as a file: taken along, backed up by itself, brought back."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.presentation.archive import trouble_of
from arbitrage.archive.queries.backups import backups_of, last_backup, since
from arbitrage.archive.queries.lines import Extent
from arbitrage.archive.queries.restoration import restored_from
from arbitrage.archive.queries.unfinished import secret_of
from arbitrage.archive.services.archive import take_archive
from arbitrage.archive.services.archive_files import name_of
from arbitrage.archive.services.restoring import restore
from tournament.core.states import Role
from tournament.models import Organisation, Tournament
from tournament.queries.access import managed, require_creator
from tournament.queries.chain import heads_of
from tournament.queries.clock import now
from tournament.services.accounts.organisations import home_of
from tournament.views.staff import (
    for_accounts,
    for_roles,
    form_status,
    signed_in,
    telling,
)

#: Bytes of a file that is sent to be restored, below what ``config.request_limits`` lets in. An
#: archive of a great tournament has a quarter.
MAX_FILE = 16 * 1024**2
#: Once it is unpacked: what a request may take of the server's memory.
MAX_UNPACKED = 200 * 1024**2
#: Turns whose solutions are looked for again while the page waits.
MAX_TURNS = 600


class TakeForm(forms.Form):
    secrets_too = forms.BooleanField(
        label=gettext_lazy("Je garde ce fichier secret jusqu’à la fin"),
        required=False,
    )


class RestoreForm(forms.Form):
    """``organisation`` is one that the account manages."""

    file = forms.FileField(
        label=gettext_lazy("Fichier d’archive"),
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
    )
    organisation = forms.ModelChoiceField(
        queryset=Organisation.objects.none(), label=gettext_lazy("Organisation")
    )

    def clean_file(self) -> bytes:
        sent = self.cleaned_data["file"]
        if sent.size > MAX_FILE:
            raise forms.ValidationError(
                _("Ce fichier est trop grand : %(most)d Mo au plus. Utilisez manage.py restore.")
                % {"most": MAX_FILE // 1024**2}
            )
        content: bytes = sent.read()
        return content


def _page(request: HttpRequest, tournament: Tournament, form: TakeForm) -> HttpResponse:
    backup = last_backup(tournament)
    made_at = backup.made_at if backup else None
    context = {
        "tournament": tournament,
        "form": form,
        "heads": heads_of(tournament),
        "secret": secret_of(Extent(tournament)),
        "backup": backup,
        "trouble": trouble_of(backup),
        "since": since(tournament, made_at) if made_at else None,
        "minutes": (now() - made_at) // timedelta(minutes=1) if made_at else None,
        "folder": settings.BACKUP_DIR,
        "backups": backups_of(tournament, settings.BACKUP_DIR),
        "every": max(1, settings.BACKUP_EVERY // timedelta(minutes=1)),
        "restored": restored_from(tournament),
        "section": "settings",
    }
    return render(request, "arbitrage/archive/archive.html", context, status=form_status(form))


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, TakeForm())


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The file itself."""
    form = TakeForm(request.POST)
    if form.is_valid():
        at = now()
        with telling(form):
            content = take_archive(
                tournament=tournament,
                secrets_too=form.cleaned_data["secrets_too"],
                by=signed_in(request),
                now=at,
            )
            name = name_of(tournament.slug, at)
            return HttpResponse(
                content,
                content_type="application/zip",
                headers={
                    "Content-Disposition": f'attachment; filename="{name}"',
                    "Cache-Control": "no-store",
                },
            )
    return _page(request, tournament, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def bring_back(request: HttpRequest) -> HttpResponse:
    """A tournament from a file, for who may create one; he becomes its organiser."""
    user = signed_in(request)
    require_creator(user)
    form = RestoreForm(request.POST or None, request.FILES or None)
    homes = managed(user)
    chooses = form.fields["organisation"]
    assert isinstance(chooses, forms.ModelChoiceField)
    chooses.queryset = homes
    chooses.required = homes.count() > 1
    if form.is_valid():
        with telling(form):
            home = form.cleaned_data["organisation"] or home_of(user, now())
            made = restore(
                content=form.cleaned_data["file"],
                organisation=home,
                organiser=user,
                most=MAX_UNPACKED,
                most_turns=MAX_TURNS,
                by=user,
                now=now(),
            )
            messages.success(request, _("« %(name)s » est remis.") % {"name": made.name})
            return redirect("tournament-file", made.slug)
    context = {"form": form, "suffix": SUFFIX, "several": homes.count() > 1}
    return render(request, "arbitrage/archive/restore.html", context, status=form_status(form))
