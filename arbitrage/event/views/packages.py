"""Packages: made by the host, imported by a club; and the key that the host gives online."""

import io
from datetime import datetime
from zipfile import ZIP_STORED, ZipFile

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arbitrage.event.core.package import MAX_PACKAGE, PACKAGE_SUFFIX
from arbitrage.event.models import Centre, Event, ImportedEvent
from arbitrage.event.services import packing
from arbitrage.event.services.importing import import_hosted_package, import_package
from arbitrage.event.services.keys import format_fingerprint
from arbitrage.event.views.host import for_host, redirect_to_event
from tournament.core.errors import BadSetting, RoomError
from tournament.models import Organisation
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.cards import render_qr_code
from tournament.views.saving import saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.versions import CreationForm


class PackageForm(CreationForm):
    file = forms.FileField(
        label=gettext_lazy("Paquet du centre"),
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
        required=False,
    )
    code = forms.CharField(
        label=gettext_lazy("Ou son code, si l’hôte est sur ce serveur"),
        max_length=64,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        if upload is None:
            return b""
        if upload.size > MAX_PACKAGE:
            raise forms.ValidationError(explain(BadSetting("package-damaged")))
        content: bytes = upload.read()
        return content

    def clean(self) -> None:
        super().clean()
        values = self.cleaned_data
        if "file" in values and bool(values["file"]) == bool(values.get("code")):
            raise forms.ValidationError(explain(BadSetting("package-or-code")))


def build_zip_response(content: bytes, name: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name) or ""
    headers = {"Content-Disposition": disposition, "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/zip", headers=headers)


def _build_name(centre: Centre) -> str:
    """Return a file name that no other centre has: two names may have the same letters."""
    return f"{slugify(centre.name) or 'centre'}-{centre.pk}{PACKAGE_SUFFIX}"


@require_POST
@for_host
def package(request: HttpRequest, event: Event, uid: str) -> HttpResponse:
    """Download the package of one centre."""
    centre = get_object_or_404(event.centres.select_related("event__organisation"), uid=uid)
    content = packing.build_package(centre=centre, by=get_signed_in_user(request), now=now())
    return build_zip_response(content, _build_name(centre))


@require_POST
@for_host
def packages(request: HttpRequest, event: Event) -> HttpResponse:
    """Download the packages of all centres, in one file."""
    file, moment = io.BytesIO(), now()
    with ZipFile(file, "w", ZIP_STORED) as zipped:
        for centre in event.centres.select_related("event__organisation"):
            content = packing.build_package(
                centre=centre, by=get_signed_in_user(request), now=moment
            )
            zipped.writestr(_build_name(centre), content)
    return build_zip_response(file.getvalue(), f"{event.slug}.zip")


@require_POST
@for_host
def give_key(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Store the key for the centres that are online."""
    game = get_object_or_404(event.games, number=number)
    try:
        packing.give_key(
            game=game,
            typed_words=request.POST.get("words", ""),
            by=get_signed_in_user(request),
            now=now(),
        )
        messages.success(request, _("Les centres en ligne ont maintenant le code."))
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect_to_event(event)


@require_safe
@never_cache
@for_host
def show_key(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show a key that was given, as words and as a QR code of them."""
    games = event.games.select_related("event__organisation").defer("ciphertext")
    game = get_object_or_404(games, number=number)
    key_words = packing.show_key(game=game, by=get_signed_in_user(request), now=now())
    context = {
        "organisation": event.organisation,
        "event": event,
        "game": game,
        "words": key_words.split(),
        "qr": render_qr_code(key_words.upper()),  # capitals take a smaller code
        "section": "events",
    }
    return render(request, "arbitrage/event/key.html", context)


def _report_imported(request: HttpRequest, imported: ImportedEvent) -> None:
    """The signature proves a key, and not whose it is: a person compares it."""
    host = {
        "host": imported.host or _("sans adresse"),
        "key": format_fingerprint(bytes(imported.host_key)),
    }
    text = _("L’hôte est %(host)s, sa clé %(key)s : comparez-les avec lui, par téléphone.")
    messages.success(request, _("Le paquet est vérifié et importé."))
    messages.info(request, text % host)


def _import(
    form: PackageForm, organisation: Organisation, *, by: User, now: datetime
) -> ImportedEvent:
    """Import the file, or from the event that this server hosts."""
    if code := form.cleaned_data["code"]:
        return import_hosted_package(token=code, organisation=organisation, by=by, now=now)
    file = form.cleaned_data["file"]
    return import_package(file=file, organisation=organisation, by=by, now=now)


@for_managers
def import_file(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Import the package of a centre: its tournament and its rehearsal are created."""
    form = PackageForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            imported = _import(form, organisation, by=get_signed_in_user(request), now=now())
            _report_imported(request, imported)
            return saved.redirect("centre-event", imported.tournament.slug)
    context = {"organisation": organisation, "form": form, "section": "events"}
    return render(request, "arbitrage/event/import.html", context, status=get_form_status(form))
