"""Correction of a name everywhere, merging of two players of the roster, and undoing either."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Organisation, RosterChange, RosterPlayer
from tournament.presentation.imports import FIELD_NAMES
from tournament.presentation.roster_changes import describe_roster_change
from tournament.queries.clock import now
from tournament.queries.people.merging import list_likely_duplicates, make_merge_plan
from tournament.queries.people.roster import search_roster
from tournament.services.people.merging import merge_people, undo_roster_change
from tournament.services.people.renaming import correct_name
from tournament.views.organisation.players import MAX_SEARCH_LENGTH
from tournament.views.organiser.people_forms import build_player_field
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_managers,
    get_form_status,
    get_signed_in_user,
    parse_number,
    report_errors,
)
from tournament.views.versions import EditForm

#: Maximum number of candidates that a search for the other player shows.
_MAX_CANDIDATES = 20


class PersonNameForm(EditForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("last_name", "first_name"):
            self.fields[name] = build_player_field(name, required=name == "last_name")


class MergeForm(forms.Form):
    other = forms.IntegerField(widget=forms.HiddenInput, label=gettext_lazy("Autre fiche"))


def _get_player(organisation: Organisation, player_id: int) -> RosterPlayer:
    return get_object_or_404(RosterPlayer, pk=player_id, organisation=organisation)


@for_managers
@locks_owner
def correct(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    """Correct the name of a player in the roster and in every tournament."""
    row = _get_player(organisation, player_id)
    initial = {"last_name": row.last_name, "first_name": row.first_name}
    form = PersonNameForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            count = correct_name(
                row=row,
                last_name=form.cleaned_data["last_name"],
                first_name=form.cleaned_data["first_name"],
                by=get_signed_in_user(request),
                now=now(),
            )
            sentence = ngettext(
                "Le nom est corrigé, dans le fichier et dans %(n)d tournoi.",
                "Le nom est corrigé, dans le fichier et dans %(n)d tournois.",
                count,
            )
            messages.success(request, sentence % {"n": count})
            return saved.redirect("organisation-player", organisation.pk, row.pk)
    context = {
        "organisation": organisation,
        "person": row,
        "played": row.played.select_related("tournament").order_by("-tournament__starts_on", "pk"),
        "form": form,
        "section": "players",
    }
    return render(request, "organisation/name.html", context, status=get_form_status(form))


@for_managers
@locks_owner
def merge(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    """Choose the other player, show what merging changes, and merge."""
    row = _get_player(organisation, player_id)
    search_text = request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    other_id = parse_number(request.POST.get("other", "") or request.GET.get("with", ""))
    other = _get_player(organisation, other_id) if other_id else None
    form = MergeForm(request.POST or None, initial={"other": other_id})
    if request.method == "POST" and other is not None and form.is_valid():
        with report_errors(form):
            merge_people(
                kept_player=row, removed_player=other, by=get_signed_in_user(request), now=now()
            )
            messages.success(
                request,
                _("Les deux fiches de %(name)s n’en font plus qu’une.") % {"name": row},
            )
            return redirect("organisation-player", organisation.pk, row.pk)
    plan = make_merge_plan(row, other) if other is not None and other.pk != row.pk else None
    candidates = list_likely_duplicates(row)
    if search_text:
        candidates = list(
            search_roster(organisation, search_text).exclude(pk=row.pk)[:_MAX_CANDIDATES]
        )
    context = {
        "organisation": organisation,
        "person": row,
        "other": other,
        "plan": plan,
        "choices": [(FIELD_NAMES[choice.name], choice) for choice in plan.choices] if plan else [],
        "form": form,
        "search": search_text,
        "candidates": candidates,
        "section": "players",
    }
    return render(request, "organisation/merge.html", context, status=get_form_status(form))


@require_safe
@for_managers
def listing(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show the changes of the roster that can be undone."""
    changes = organisation.roster_changes.select_related("by", "entry_import__tournament")
    context = {
        "organisation": organisation,
        "rows": [(change, describe_roster_change(change)) for change in changes],
        "section": "players",
    }
    return render(request, "organisation/roster_changes.html", context)


@require_POST
@for_managers
def undo(request: HttpRequest, organisation: Organisation, change_id: int) -> HttpResponse:
    change = get_object_or_404(RosterChange, pk=change_id, organisation=organisation)
    undo_roster_change(change=change, by=get_signed_in_user(request), now=now())
    messages.success(request, _("C’est défait, sauf ce qui avait changé depuis."))
    return redirect("organisation-roster-changes", organisation.pk)
