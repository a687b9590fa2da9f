"""Registration by hand, changes, withdrawals."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import classic_ports
from tournament.core.errors import RoomError
from tournament.core.people.anonymous import is_pseudonym
from tournament.core.people.names import fold_name
from tournament.core.states import Role
from tournament.models import Entry, Player, Tournament
from tournament.presentation.files.exports import ENTRY_PROFILES
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import IN_ORDER, list_imports
from tournament.queries.people.groups import list_choices
from tournament.queries.people.roster import suggest_players
from tournament.services.people import entry_removal, registration
from tournament.views.import_page import ImportForm
from tournament.views.organiser.names import NamesForm
from tournament.views.organiser.people_forms import EntryDataForm, NewEntryForm
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    refusal_response,
)

#: Maximum length of a name to look up.
MAX_SEARCH_LENGTH = 80
#: Orders of the list, by their name in the URL.
ORDERS = {
    "table": ("table__number",),
    "name": ("name", "table__number"),
    "club": ("players__club", "table__number"),
    "series": ("players__series", "table__number"),
    "team": ("team__name", "table__number"),
}


def _build_context(request: HttpRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    order = request.GET.get("sort", "table")
    order = order if order in ORDERS else "table"
    entries = tournament.entries.select_related("table", "team").prefetch_related(IN_ORDER)
    entry_list = list(dict.fromkeys(entries.order_by(*ORDERS[order])))
    return {
        "tournament": tournament,
        "entries": entry_list,
        "namesakes": _find_namesakes(entry_list),
        "excluded": classic_ports.find_excluded.function(entry_list),
        "present": sum(not entry.withdrawn for entry in entry_list),
        "sort": order,
        "form": NewEntryForm(tournament),
        "names": NamesForm(tournament),
        "import_form": ImportForm(),
        "imports": list_imports(tournament),
        "profiles": ENTRY_PROFILES,
        "section": "entries",
        **_load_suggestions(tournament),
    } | extra


def _load_suggestions(tournament: Tournament) -> dict[str, Any]:
    """Return the suggestions for the fields."""
    return {
        "choices": list_choices(tournament.organisation),
        "teams": list(tournament.teams.values_list("name", flat=True)),
    }


def _find_namesakes(entries: list[Entry]) -> set[str]:
    """Return names that several present entries have: duplicates or namesakes."""
    names = [entry.name for entry in entries if not entry.withdrawn]
    name_counts = Counter(map(fold_name, names))
    return {name for name in names if name_counts[fold_name(name)] > 1}


@require_safe
@for_roles(Role.ORGANISER)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "organiser/entries.html", _build_context(request, tournament))


@require_POST
@for_roles(Role.ORGANISER)
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Register an entry; htmx gets the new list or an error (js/organiser/entries.js)."""
    form = NewEntryForm(tournament, request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            entry = registration.register_entry(
                tournament=tournament,
                players=form.list_people(),
                team=form.cleaned_data["team"],
                table_number=form.cleaned_data["table_number"],
                centre=form.cleaned_data.get("centre"),
                decision=form.cleaned_data["decision"],
                by=get_signed_in_user(request),
                now=now(),
            )
            sentence = _("%(name)s : table %(table)d.") % {
                "name": entry.name,
                "table": entry.table.number,
            }
            if is_htmx(request):
                context = _build_context(request, tournament, registered=sentence, ahead=True)
                return render(request, "organiser/registered.html", context)
            messages.success(request, sentence)
            return saved.redirect("office-entries", tournament.slug)
    if is_htmx(request):
        # organiser/entries.js reads it; nothing of the page is replaced
        return JsonResponse(
            _describe_first_error(form), status=get_form_status(form), headers={"HX-Reswap": "none"}
        )
    context = _build_context(request, tournament, form=form)
    return render(request, "organiser/entries.html", context, status=get_form_status(form))


def _describe_first_error(form: NewEntryForm) -> dict[str, Any]:
    """Return the first error and its field, or what must be decided and the choices, for a page
    where the next entry is typed."""
    if form.answers:
        sentences = " ".join(map(str, form.non_field_errors()))
        return {"sentence": sentences, "choices": [*form.answers, ("", _("laisser de côté"))]}
    name, (sentence, *_others) = next(iter(form.errors.items()))
    if name not in form.fields:
        return {"sentence": str(sentence)}
    return {"field": name, "sentence": f"{form[name].label} – {sentence}"}


def _list_players_to_anonymise(entry: Entry) -> list[Player]:
    """Return the players who are not anonymised yet."""
    people = entry.players.order_by("pk")
    return [player for player in people if not is_pseudonym(player.last_name)]


@for_roles(Role.ORGANISER)
@locks_owner
def edit(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    form = EntryDataForm.for_entry(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            registration.update_entry(
                entry=entry,
                players=form.list_people(),
                team=form.cleaned_data["team"],
                decision=form.cleaned_data["decision"],
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("L’inscription est modifiée."))
            return redirect("office-entries", tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form, "section": "entries"}
    context |= {"people": _list_players_to_anonymise(entry), **_load_suggestions(tournament)}
    return render(request, "organiser/entry.html", context, status=get_form_status(form))


@require_POST
@for_roles(Role.ORGANISER)
def withdraw_or_restore(
    request: HttpRequest, tournament: Tournament, entry_id: int, name: str
) -> HttpResponse:
    """Withdraw an entry or restore it."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    service = {
        "withdraw": registration.withdraw_entry,
        "restore": registration.restore_entry,
    }[name]
    try:
        service(entry=entry, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        return refusal_response(request, error)
    if is_htmx(request):
        entry.refresh_from_db()
        context = {"tournament": tournament, "entry": entry, "focus": True}
        return render(request, "organiser/entries.html#row", context)
    return redirect("office-entries", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
def delete(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Delete an entry registered by mistake, if it took part in nothing."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    entry_removal.delete_entry(entry=entry, by=get_signed_in_user(request), now=now())
    messages.success(request, _("« %(name)s » n’est plus inscrit.") % {"name": entry.name})
    return redirect("office-entries", tournament.slug)


@require_safe
@for_roles(Role.ORGANISER)
def known_people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return people of the roster that match ``?q=`` (js/organiser/player_completion.js)."""
    people = suggest_players(tournament.organisation, request.GET.get("q", "")[:MAX_SEARCH_LENGTH])
    return JsonResponse({"people": people})
