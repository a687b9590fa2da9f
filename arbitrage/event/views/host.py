"""The host's pages: the events of an organisation, and the page of one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.models import CentreArchive, Event, EventDecision
from arbitrage.event.presentation.centres import describe_centre, describe_decision
from arbitrage.event.queries.joint import CentreStatus, EventState, load_state
from arbitrage.event.services import arrivals, events
from arbitrage.event.services.keys import format_fingerprint
from arbitrage.event.services.sealing import has_packages, list_sealable_games
from arbitrage.event.views.forms import (
    CentresForm,
    EventDecisionForm,
    EventForm,
    ReceiveForm,
    SealForm,
    list_source_tournaments,
)
from tournament.core.errors import RoomError
from tournament.models import Organisation
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.services.prepared.jobs import is_stuck
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_managers,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    report_errors,
)

#: Maximum number of decisions on the page.
MAX_DECISIONS = 200


def for_host(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page of an event for the accounts that manage its organisation; 404 for others."""

    @for_managers
    @wraps(page)
    def guarded(
        request: HttpRequest, organisation: Organisation, event_slug: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        event_rows = Event.objects.select_related("organisation", "source")
        event = get_object_or_404(event_rows, organisation=organisation, slug=event_slug)
        return page(request, event, *args, **kwargs)

    return guarded


def redirect_to_event(event: Event) -> HttpResponse:
    return redirect("event-host", event.organisation_id, event.slug)


@require_safe
@for_managers
def listing(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    context = {
        "organisation": organisation,
        "events": organisation.events.all(),
        "section": "events",
    }
    return render(request, "arbitrage/event/list.html", context)


@for_managers
def create(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    user = get_signed_in_user(request)
    form = EventForm(request.POST or None)
    form.set_choices(list_source_tournaments(organisation, user))
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            event = events.create_event(
                organisation=organisation,
                name=form.cleaned_data["name"],
                source=form.cleaned_data["source"],
                opens_at=form.cleaned_data["opens_at"],
                ends_at=form.cleaned_data["ends_at"],
                terms=form.build_terms(),
                by=user,
                now=now(),
            )
            return saved.redirect("event-host", organisation.pk, event.slug)
    context = {"organisation": organisation, "form": form, "section": "events"}
    return render(request, "arbitrage/event/create.html", context, status=get_form_status(form))


def render_event(request: HttpRequest, event: Event, **bound: Any) -> HttpResponse:
    """Show the page, with the form that was refused in place of an empty one."""
    state = load_state(event)
    seal = bound.get("seal") or SealForm(initial={"opens_at": event.opens_at})
    receive = bound.get("receive") or ReceiveForm()
    is_packed = has_packages(event)
    sealable = [] if is_packed else list_sealable_games(event)
    seal.set_choices(sealable)
    receive.set_choices(event)
    forms_of_page = {
        "seal": seal,
        "receive": receive,
        "centres_form": bound.get("centres") or CentresForm(),
    }
    context = (
        forms_of_page
        | _describe_event(event, state)
        | {"sealable": sealable, "is_packed": is_packed}
    )
    name = "arbitrage/event/host.html" + ("#arrivals" if is_htmx(request) else "")
    status = max(get_form_status(form) for form in forms_of_page.values())
    return render(request, name, context, status=status)


def _describe_event(event: Event, state: EventState) -> dict[str, Any]:
    """Return what the page shows besides its forms."""
    moment = now()
    return {
        "organisation": event.organisation,
        "event": event,
        "host": settings.PUBLIC_URL,
        "fingerprint": format_fingerprint(bytes(event.public_key)),
        "games": event.games.defer("ciphertext"),
        "state": state,
        "rows": [describe_centre(row) for row in state.centres],
        "pending": [
            (row.archive, is_stuck(row.archive, now=moment))
            for centre in state.centres
            for row in centre.arrivals
            if row.archive.is_pending
        ],
        "counted": state.count(CentreStatus.COUNTED),
        "missing": state.count(CentreStatus.MISSING),
        "players": len(state.joint.rows),
        "excluded": _list_excluded(event, state),
        "decisions": [
            (decision, describe_decision(decision))
            for decision in event.decisions.select_related("by").order_by("-at", "-pk")
        ][:MAX_DECISIONS],
        "may_publish": moment >= event.ends_at and event.published_at is None,
        "section": "events",
    }


def _list_excluded(event: Event, state: EventState) -> list[EventDecision]:
    """List the last decision about each entry that counts nowhere, by name."""
    decisions = event.decisions.filter(
        kind=EventDecisionKind.EXCLUDE, subject__in=state.decisions.excluded_uids
    )
    last = {decision.subject: decision for decision in decisions}
    return sorted(last.values(), key=lambda decision: (decision.name, decision.subject))


@require_safe
@for_host
def page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what came from each centre. htmx fetches the part that changes."""
    return render_event(request, event)


@require_POST
@for_host
def add_centres(request: HttpRequest, event: Event) -> HttpResponse:
    form = CentresForm(request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            events.add_centres(
                event=event,
                centres=form.cleaned_data["centres"],
                by=get_signed_in_user(request),
                now=now(),
            )
            return saved.redirect("event-host", event.organisation_id, event.slug)
    return render_event(request, event, centres=form)


@require_POST
@for_host
def remove_centre(request: HttpRequest, event: Event, uid: str) -> HttpResponse:
    centre = get_object_or_404(event.centres, uid=uid)
    try:
        events.remove_centre(centre=centre, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Le centre « %(name)s » est retiré.") % {"name": centre.name})
    return redirect_to_event(event)


@require_POST
@for_host
def receive(request: HttpRequest, event: Event) -> HttpResponse:
    """Receive a file that came by mail or on a stick."""
    form = ReceiveForm(request.POST, request.FILES)
    form.set_choices(event)
    if form.is_valid():
        with report_errors(form):
            arrived = arrivals.receive_file(
                event=event,
                content=form.cleaned_data["file"],
                file_name=form.file_name,
                centre=form.cleaned_data["centre"],
                by=get_signed_in_user(request),
                now=now(),
            )
            _report_received(request, arrived.archive, is_new=arrived.is_new)
            return redirect_to_event(event)
    return render_event(request, event, receive=form)


def _report_received(request: HttpRequest, archive: CentreArchive, *, is_new: bool) -> None:
    name = {"name": archive.centre.name}
    if is_new:
        messages.success(request, _("L’archive de « %(name)s » est arrivée.") % name)
    else:
        messages.info(
            request, _("Cette archive de « %(name)s » était déjà là : rien ne change.") % name
        )


@require_POST
@for_host
def retry(_request: HttpRequest, event: Event, archive_id: int) -> HttpResponse:
    archive = get_object_or_404(event.archives, pk=archive_id)
    arrivals.retry(archive=archive, now=now())
    return redirect_to_event(event)


@require_POST
@for_host
def decide(request: HttpRequest, event: Event) -> HttpResponse:
    """Write a decision of the host; the page shows what follows from it."""
    form = EventDecisionForm(request.POST)
    if form.is_valid():
        try:
            events.decide(
                event=event,
                kind=EventDecisionKind(form.cleaned_data["kind"]),
                subject=form.cleaned_data["subject"],
                name=form.cleaned_data["name"],
                reason=form.cleaned_data["reason"],
                by=get_signed_in_user(request),
                now=now(),
            )
        except RoomError as error:
            messages.error(request, explain(error))
    return redirect_to_event(event)
