"""The settings of the big screen: the logo and the URLs."""

from hashlib import sha256
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.files.pictures import MAX_BYTES, PictureKind
from tournament.core.states import Discipline, Role
from tournament.models import Tournament
from tournament.queries.screen import get_logo, has_logo
from tournament.services.screen import remove_logo, set_logo
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status
from tournament.views.versions import EditForm, FieldValue, FieldValues

#: The typed value of a picture that is being sent.
NEW_LOGO = "new"


#: What a club copies into its page: address and title of the frame.
_FRAME = '<iframe src="%s" title="%s" width="100%%" height="640" loading="lazy"></iframe>'


class LogoForm(EditForm):
    file = forms.FileField(
        label=gettext_lazy("Logo du tournoi"),
        allow_empty_file=True,  # our own error message
        widget=forms.FileInput(
            attrs={
                "accept": ",".join(PictureKind),
                "data-max-bytes": str(MAX_BYTES),
                "data-too-big": gettext_lazy("Cette image dépasse 1 Mo : réduisez-la."),
            }
        ),
        error_messages={"required": gettext_lazy("Choisissez d’abord une image.")},
        help_text=gettext_lazy("PNG, JPEG ou WebP, 1 Mo et 4000 pixels de côté au plus."),
    )

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        self._tournament = tournament

    def list_values(self) -> FieldValues:
        logo = get_logo(self._tournament.pk)
        return {"file": sha256(logo[1]).hexdigest() if logo else ""}

    def list_typed(self) -> FieldValues:
        return {"file": NEW_LOGO}

    def describe(self, name: str, value: FieldValue) -> str:
        if value == NEW_LOGO:
            return _("l’image choisie : choisissez-la de nouveau")
        return _("le logo montré ici") if value else ""


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(Role.ORGANISER)
@locks_owner
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = LogoForm(tournament)
    if request.method == "POST":
        form = LogoForm(tournament, request.POST, request.FILES)
        if form.is_valid():
            with saving(request, form):
                # one byte more than allowed is enough to detect a file that is too big
                set_logo(tournament=tournament, data=form.cleaned_data["file"].read(MAX_BYTES + 1))
                messages.success(request, _("Le logo est sur l’écran d’attente."))
                return redirect("office-screen", tournament.slug)
    addresses = {
        _("Écran de la salle"): ("public-screen", ""),
        **{
            _("Écran du centre « %(name)s »") % {"name": centre.name}: (
                "public-screen",
                f"?centre={centre.pk}",
            )
            for centre in tournament.centres.all()
        },
        _("Incrustation pour une diffusion"): ("public-overlay", ""),
    }
    frames = {_("Classement"): "embed-ranking"}
    if tournament.discipline == Discipline.DUPLICATE:
        frames[_("Grille")] = "embed-grid"
    context = {
        "tournament": tournament,
        "frames": {
            label: _FRAME
            % (settings.PUBLIC_URL + reverse(name, args=[tournament.slug]), escape(tournament.name))
            for label, name in frames.items()
        },
        "section": "settings",
        "form": form,
        "logo": has_logo(tournament.pk),
        "addresses": {
            label: settings.PUBLIC_URL + reverse(name, args=[tournament.slug]) + query
            for label, (name, query) in addresses.items()
        },
    }
    return render(request, "organiser/screen.html", context, status=get_form_status(form))


@require_POST
@for_roles(Role.ORGANISER)
def delete_logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    remove_logo(tournament=tournament)
    messages.success(request, _("Le logo est retiré."))
    return redirect("office-screen", tournament.slug)
