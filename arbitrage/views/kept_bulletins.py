"""The bulletins that centres without network kept, and the judge's decision about them."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods

from arbitrage.queries.bulletins.kept import list_kept_bulletins
from arbitrage.services.kept_bulletins import accept_kept_bulletins
from tournament.core.errors import NotAllowed, RoomError
from tournament.core.states import Role
from tournament.models import Tournament, Turn
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, parse_number
from tournament.views.ticked import TickedInput, list_ticked


class KeptForm(forms.Form):
    turn = forms.IntegerField()
    centre = forms.IntegerField()
    reason = forms.CharField(
        label=_("Raison"),
        max_length=300,
        error_messages={
            "required": _("Donnez la raison : ce que le centre a dit, à quelle heure.")
        },
    )
    bulletins = forms.CharField(widget=TickedInput, required=False)

    def clean_bulletins(self) -> dict[int, int]:
        """Return the versions of the rulings shown, by entry, of the ticked bulletins."""
        pairs = (value.partition("-") for value in list_ticked(self.data, "bulletins"))
        versions = ((parse_number(entry), parse_number(version)) for entry, _, version in pairs)
        return {entry: version for entry, version in versions if entry and version}


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the late bulletins of centres; a POST counts those of a turn and centre as in time."""
    form = KeptForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        turns = Turn.objects.filter(game__tournament=tournament).select_related("game__tournament")
        turn = get_object_or_404(turns, pk=data["turn"])
        centre = get_object_or_404(tournament.centres, pk=data["centre"])
        try:
            count = accept_kept_bulletins(
                turn=turn,
                centre=centre,
                versions=data["bulletins"],
                reason=data["reason"],
                by=get_signed_in_user(request),
                now=now(),
            )
        except NotAllowed:
            raise
        except RoomError as error:
            form.add_error(None, explain(error))
        else:
            sentence = ngettext(
                "%(n)d bulletin compte à l’heure.", "%(n)d bulletins comptent à l’heure.", count
            )
            messages.success(request, gettext(sentence) % {"n": count})
            return redirect("kept-bulletins", tournament.slug)
    context = {"tournament": tournament, "form": form, "rows": list_kept_bulletins(tournament)}
    return render(request, "arbitrage/kept_bulletins.html", context, status=get_form_status(form))
