"""The settings of an organisation: name, time zone, paper."""

from typing import Any, Self

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from tournament.core.states import PaperSize
from tournament.models import Organisation
from tournament.queries.clock import now
from tournament.services.accounts import organisations
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.versions import EditForm
from tournament.views.zone_and_paper_form import ZoneAndPaperFields


class OrganisationForm(ZoneAndPaperFields, EditForm):
    name = forms.CharField(label=gettext_lazy("Nom"), max_length=organisations.MAX_NAME)

    @classmethod
    def for_organisation(cls, organisation: Organisation, data: Any = None) -> Self:
        names = ("name", "time_zone", "paper")
        form = cls(data, initial={name: getattr(organisation, name) for name in names})
        form.inherit(settings.TIME_ZONE, PaperSize(settings.PAPER_SIZE))
        return form


@for_managers
@locks_owner
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    form = OrganisationForm.for_organisation(organisation, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            organisations.change_organisation(
                organisation=organisation,
                **form.cleaned_data,
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("L’organisation est modifiée."))
            return redirect("organisation", organisation.pk)
    context = {"organisation": organisation, "form": form, "section": "settings"}
    return render(request, "organisation/settings.html", context, status=get_form_status(form))
