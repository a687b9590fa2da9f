"""What an organisation is called."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Organisation
from tournament.queries.clock import now
from tournament.services import organisations
from tournament.views.staff import for_managers, form_status, signed_in, telling


class OrganisationForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Nom"), max_length=organisations.MAX_NAME)


@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    form = OrganisationForm(request.POST or None, initial={"name": organisation.name})
    if request.method == "POST" and form.is_valid():
        with telling(form):
            organisations.rename(
                organisation=organisation, **form.cleaned_data, by=signed_in(request), now=now()
            )
            messages.success(request, _("L’organisation est modifiée."))
            return redirect("organisation", organisation.pk)
    context = {"organisation": organisation, "form": form, "section": "settings"}
    return render(request, "organisation/settings.html", context, status=form_status(form))
