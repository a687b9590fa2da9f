"""Check-in on the day: entries that came are ticked off, the others are absent."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.states import PlayMedium, Role
from tournament.models import Entry, Tournament
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import list_expected_entries
from tournament.services.people import check_in
from tournament.views.staff import for_roles, get_signed_in_user, is_htmx

#: Maximum length of a search.
MAX_SEARCH_LENGTH = 80


def _render_page(
    request: HttpRequest, tournament: Tournament, ticked: Entry | None = None
) -> HttpResponse:
    expected = list_expected_entries(tournament)
    search = "" if ticked else request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    matches = list_expected_entries(tournament, search) if search else expected
    missing_only = request.GET.get("missing") == "1"
    checked_in = [entry for entry in expected if entry.checked_in_at]
    context = {
        "tournament": tournament,
        "entries": [entry for entry in matches if not (missing_only and entry.checked_in_at)],
        "here": len(checked_in),
        "total": len(expected),
        "missing": [entry for entry in expected if not entry.checked_in_at],
        "search": search,
        "missing_only": missing_only,
        "ticked": ticked,
        "section": "check-in",
    }
    name = "organiser/check_in.html" + ("#check-in" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_page(request, tournament)


@require_POST
@for_roles(Role.ORGANISER)
def tick(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Tick an entry off, or untick it (``here=0``)."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament, withdrawn=False)
    is_here = request.POST.get("here") != "0"
    entry = check_in.check_in_entry(
        entry=entry, present=is_here, by=get_signed_in_user(request), now=now()
    )
    if is_htmx(request):
        return _render_page(request, tournament, entry)
    return redirect("office-check-in", tournament.slug)


@for_roles(Role.ORGANISER)
def absent(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the entries not ticked off; a POST sets them to absent."""
    if request.method == "POST":
        changed_count = check_in.mark_others_absent(
            tournament=tournament, by=get_signed_in_user(request), now=now()
        )
        sentence = ngettext("%(n)d absent de plus.", "%(n)d absents de plus.", changed_count)
        messages.success(request, sentence % {"n": changed_count})
        return redirect("office-check-in", tournament.slug)
    missing_entries = [
        entry for entry in list_expected_entries(tournament) if not entry.checked_in_at
    ]
    absent_count = sum(entry.plays_on == PlayMedium.ABSENT for entry in missing_entries)
    context = {
        "tournament": tournament,
        "missing": missing_entries,
        "away": absent_count,
        "coming": len(missing_entries) - absent_count,
        "section": "check-in",
    }
    return render(request, "organiser/absent.html", context)
