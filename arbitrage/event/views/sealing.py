"""Sealing of a game: its key is on the answer once, and nowhere else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from arbitrage.event.models import Event
from arbitrage.event.services.sealing import list_sealable_games, seal_game
from arbitrage.event.views.forms import SealForm
from arbitrage.event.views.host import for_host, render_event
from tournament.queries.clock import now
from tournament.views.saving import saving
from tournament.views.shortcuts import get_signed_in_user


@require_POST
@for_host
def seal(request: HttpRequest, event: Event) -> HttpResponse:
    form = SealForm(request.POST)
    form.set_choices(list_sealable_games(event))
    if form.is_valid():
        with saving(request, form) as saved:
            sealed = seal_game(
                event=event,
                game=form.cleaned_data["game"],
                opens_at=form.cleaned_data["opens_at"],
                backup_folder=settings.BACKUP_DIR,
                by=get_signed_in_user(request),
                now=now(),
            )
            # Sent twice, the form leads to the event: the words are not stored.
            saved.redirect("event-host", event.organisation_id, event.slug)
            context = {
                "organisation": event.organisation,
                "event": event,
                "game": sealed.game,
                "words": sealed.key_words.split(),
                "section": "events",
            }
            return render(request, "arbitrage/event/key.html", context)
    return render_event(request, event, seal=form)
