"""Check-in on the day: entries that came are ticked off, the others are absent."""

from collections import Counter

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import NotAllowed
from tournament.core.states import PlayMedium
from tournament.models import Centre, Entry, Tournament
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import list_expected_entries
from tournament.services.people import check_in
from tournament.views.centre_choice import RUNNING_ROLES, CentreChoice, choose_centre
from tournament.views.shortcuts import for_roles, get_signed_in_user, is_htmx

#: Maximum length of a search.
MAX_SEARCH_LENGTH = 80


def _render_page(
    request: HttpRequest, tournament: Tournament, ticked: Entry | None = None
) -> HttpResponse:
    choice = choose_centre(request, tournament)
    expected = list_expected_entries(tournament, centre=choice.chosen)
    search = "" if ticked else request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    matches = list_expected_entries(tournament, search, choice.chosen) if search else expected
    missing_only = request.GET.get("missing") == "1"
    checked_in = [entry for entry in expected if entry.checked_in_at]
    context = {
        "tournament": tournament,
        "choice": choice,
        "centre_counts": [] if choice.chosen else _count_by_centre(choice, expected),
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


def _count_by_centre(choice: CentreChoice, expected: list[Entry]) -> list[tuple[Centre, int, int]]:
    """Return each centre with the numbers of its entries that came, and of all."""
    totals = Counter(entry.table.centre_id for entry in expected)
    present = Counter(entry.table.centre_id for entry in expected if entry.checked_in_at)
    return [(centre, present[centre.pk], totals[centre.pk]) for centre in choice.centres]


@require_safe
@for_roles(*RUNNING_ROLES)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_page(request, tournament)


@require_POST
@for_roles(*RUNNING_ROLES)
def tick(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Tick an entry off, or untick it (``here=0``)."""
    choice = choose_centre(request, tournament)
    entries = Entry.objects.filter(tournament=tournament, withdrawn=False)
    entry = get_object_or_404(entries.select_related("table__centre"), pk=entry_id)
    if not choice.covers(entry.table):
        raise NotAllowed("not-of-centre", name=str(entry.table.centre or ""))
    is_here = request.POST.get("here") != "0"
    entry = check_in.check_in_entry(
        entry=entry, present=is_here, by=get_signed_in_user(request), now=now()
    )
    if is_htmx(request):
        return _render_page(request, tournament, entry)
    return redirect(reverse("office-check-in", args=[tournament.slug]) + choice.query)


@for_roles(*RUNNING_ROLES)
def absent(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the entries not ticked off; a POST sets them to absent."""
    choice = choose_centre(request, tournament)
    if request.method == "POST":
        changed_count = check_in.mark_others_absent(
            tournament=tournament, centre=choice.chosen, by=get_signed_in_user(request), now=now()
        )
        sentence = ngettext("%(n)d absent de plus.", "%(n)d absents de plus.", changed_count)
        messages.success(request, sentence % {"n": changed_count})
        return redirect(reverse("office-check-in", args=[tournament.slug]) + choice.query)
    expected = list_expected_entries(tournament, centre=choice.chosen)
    missing_entries = [entry for entry in expected if not entry.checked_in_at]
    absent_count = sum(entry.plays_on == PlayMedium.ABSENT for entry in missing_entries)
    context = {
        "tournament": tournament,
        "choice": choice,
        "missing": missing_entries,
        "away": absent_count,
        "coming": len(missing_entries) - absent_count,
        "section": "check-in",
    }
    return render(request, "organiser/absent.html", context)
