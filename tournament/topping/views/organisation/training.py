"""The page of an organisation about its training hall: opening, link, closing."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from tournament.models import Organisation
from tournament.queries.clock import now
from tournament.queries.lexica import list_names
from tournament.topping.models import Topping, TrainingHall
from tournament.topping.services import training
from tournament.topping.services.lifecycle import delete_topping
from tournament.views.cards import render_qr_code
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.versions import EditForm


class HallForm(EditForm):
    lexicon = forms.ChoiceField(
        label=gettext_lazy("Mots admis"),
        help_text=gettext_lazy("Des parties faites désormais ; celles qui y sont ne changent pas."),
    )

    def __init__(self, organisation: Organisation, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["lexicon"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in list_names(organisation.pk)]


@for_managers
@locks_owner
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show the link and the games; on POST, open the hall or change its lexicon."""
    hall = TrainingHall.objects.filter(organisation=organisation).first()
    initial = {"lexicon": hall.lexicon} if hall else {}
    form = HallForm(organisation, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            training.open_hall(
                organisation=organisation,
                lexicon=form.cleaned_data["lexicon"],
                by=get_signed_in_user(request),
                now=now(),
            )
            return redirect("organisation-training", organisation.pk)
    link = settings.PUBLIC_URL + reverse("training", args=[hall.key]) if hall else ""
    context = {
        "organisation": organisation,
        "hall": hall,
        "form": form,
        "link": link,
        "qr": render_qr_code(link) if link else "",
        "games": organisation.toppings.order_by("-number")[:50],
        "trainees": hall.trainees.count() if hall else 0,
        "section": "training",
    }
    return render(
        request, "topping/organisation/training.html", context, status=get_form_status(form)
    )


@require_POST
@for_managers
def close(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    hall = get_object_or_404(TrainingHall, organisation=organisation)
    training.close_hall(hall=hall, by=get_signed_in_user(request), now=now())
    messages.success(request, _("L’entraînement est fermé, ses noms et ses temps sont effacés."))
    return redirect("organisation-training", organisation.pk)


@require_POST
@for_managers
def delete(request: HttpRequest, organisation: Organisation, game: int) -> HttpResponse:
    """Delete a game with the times of its players."""
    topping = get_object_or_404(Topping, organisation=organisation, number=game)
    delete_topping(topping=topping, by=get_signed_in_user(request), now=now())
    return redirect("organisation-training", organisation.pk)
