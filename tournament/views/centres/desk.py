"""The desk of a centre, which follows the judge who leads; and the judge's decisions about it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.centres.reports import CentreAct
from tournament.core.errors import BadSetting, NotAllowed, RoomError
from tournament.core.states import Role, TurnState
from tournament.models import Centre, Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import build_tournament_room, make_update_token
from tournament.queries.centres import (
    CentreOverview,
    can_report,
    get_overview,
    list_desks,
    list_run_centres,
)
from tournament.queries.clock import now
from tournament.queries.local import get_centre_zone
from tournament.services.play.centres import MAX_REASON, go_on_without, report
from tournament.views.device import get_desk_device
from tournament.views.judge.desk import JudgeDesk
from tournament.views.judge.speech import Speech, build_speech
from tournament.views.organiser.paper import list_table_papers
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_http_status,
    get_signed_in_user,
    is_htmx,
)


@dataclass(frozen=True)
class CentreDesk:
    """The desk of ``centre``; ``desk`` is that of the judge who leads, without its commands."""

    centre: Centre
    desk: JudgeDesk

    @property
    def speech(self) -> Speech | None:
        """Return the announcement to read out. Letters are shown once the judge announces them."""
        turn = self.desk.turn
        if turn is not None and turn.state == TurnState.DRAWN:
            return None
        return build_speech(self.desk)

    @property
    def shows_letters(self) -> bool:
        turn = self.desk.turn
        return turn is not None and turn.state in {TurnState.ANNOUNCED, TurnState.OPEN}

    @cached_property
    def row(self) -> CentreOverview:
        return get_overview(self.centre, self.desk.game, self.desk.turn)


class ReportForm(forms.Form):
    act = forms.ChoiceField(choices=[(act.value, act.value) for act in CentreAct])
    reason = forms.CharField(label=_("Raison"), max_length=MAX_REASON, required=False)


@require_safe
@for_roles(*Role)
def index(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the desks that the account may open; the only one is opened."""
    desks = list_desks(get_signed_in_user(request), tournament)
    if len(desks) == 1:
        return redirect("centre-desk", tournament.slug, desks[0].pk)
    return render(request, "centres/index.html", {"tournament": tournament, "centres": desks})


def _get_centre(request: HttpRequest, tournament: Tournament, centre_id: int) -> Centre:
    """Return the centre. Raise Http404 if there is none, NotAllowed for an account of another."""
    centre = get_object_or_404(tournament.centres, pk=centre_id)
    centre.tournament = tournament
    if centre not in list_desks(get_signed_in_user(request), tournament):
        raise NotAllowed("not-of-centre", name=centre.name)
    return centre


@require_safe
@for_roles(*Role)
def page(request: HttpRequest, tournament: Tournament, centre_id: int) -> HttpResponse:
    """Render the page, or for htmx the part that follows the room."""
    return _render(request, tournament, _get_centre(request, tournament, centre_id))


def _render(
    request: HttpRequest, tournament: Tournament, centre: Centre, **extra: Any
) -> HttpResponse:
    desk = JudgeDesk(tournament, get_desk_device(request))
    is_run = centre in list_run_centres(get_signed_in_user(request), tournament)
    context = {
        "tournament": tournament,
        "centre": centre,
        "centre_desk": CentreDesk(centre, desk),
        "desk": desk,
        "can_report": can_report(get_signed_in_user(request), centre),
        "papers": list_table_papers(tournament, centre) if is_run else [],
        "token": make_update_token(build_tournament_room(tournament.pk)),
    }
    name = "centres/desk_part.html" if is_htmx(request) else "centres/desk.html"
    status = extra.pop("status", 200)
    with timezone.override(get_centre_zone(centre)):
        return render(request, name, context | extra, status=status)


@require_POST
@for_roles(*Role)
def send_report(request: HttpRequest, tournament: Tournament, centre_id: int) -> HttpResponse:
    """Report to the judge: ready or not, an incident, a pause."""
    centre = _get_centre(request, tournament, centre_id)
    form = ReportForm(request.POST)
    try:
        if not form.is_valid():
            raise BadSetting("unknown-centre-act", act=request.POST.get("act", ""))
        data = form.cleaned_data
        report(
            centre=centre,
            act=data["act"],
            reason=data["reason"],
            by=get_signed_in_user(request),
            now=now(),
        )
    except NotAllowed:
        raise
    except RoomError as error:
        refusal = {"refusal": explain(error), "status": get_http_status(error)}
        return _render(request, tournament, centre, **refusal)
    if is_htmx(request):
        return _render(request, tournament, centre)
    return redirect("centre-desk", tournament.slug, centre.pk)


class WithoutForm(forms.Form):
    reason = forms.CharField(
        label=_("Raison"),
        max_length=MAX_REASON,
        error_messages={"required": _("Donnez la raison de continuer sans ce centre.")},
    )


@require_POST
@for_roles(Role.JUDGE)
def leave_out(request: HttpRequest, tournament: Tournament, centre_id: int) -> HttpResponse:
    """Go on without a centre, until it is ready again."""
    centre = get_object_or_404(tournament.centres, pk=centre_id)
    form = WithoutForm(request.POST)
    try:
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            go_on_without(centre=centre, reason=reason, by=get_signed_in_user(request), now=now())
            sentence = gettext("La partie continue sans « %(name)s ».") % {"name": centre.name}
            messages.success(request, sentence)
        else:
            messages.error(request, get_first_error(form))
    except NotAllowed:
        raise
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("judge-desk", tournament.slug)
