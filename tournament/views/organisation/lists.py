"""The lists of an organisation: series, age categories, clubs, federations."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from tournament.core.states import GroupKind
from tournament.models import Group, Organisation
from tournament.presentation.imports import GROUP_NAMES
from tournament.queries.clock import now
from tournament.queries.people.groups import count_by_code
from tournament.services import groups
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.versions import CreationForm, EditForm


class GroupFields(forms.Form):
    code = forms.CharField(label=gettext_lazy("Abrégé"), max_length=80)
    name = forms.CharField(
        label=gettext_lazy("Nom entier"), max_length=groups.MAX_NAME, required=False
    )
    age_from = forms.IntegerField(
        label=gettext_lazy("De (ans)"), min_value=0, max_value=groups.MAX_AGE, required=False
    )
    age_to = forms.IntegerField(
        label=gettext_lazy("à (ans)"), min_value=0, max_value=groups.MAX_AGE, required=False
    )

    def __init__(self, kind: GroupKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind is not GroupKind.CATEGORY:
            del self.fields["age_from"], self.fields["age_to"]


class NewGroupForm(GroupFields, CreationForm):
    """Add a group to a list."""


class GroupForm(GroupFields, EditForm):
    """Change a group."""

    in_tournaments = forms.BooleanField(
        label=gettext_lazy("Changer aussi l’abrégé dans les tournois déjà joués"),
        required=False,
        help_text=gettext_lazy("Le fichier des joueurs suit toujours, un tournoi archivé jamais."),
    )


@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show all lists; a POST adds a group to the list named by ``kind``."""
    posted_kind = next((kind for kind in GroupKind if kind == request.POST.get("kind")), None)
    form_by_kind = {
        kind: NewGroupForm(
            kind, request.POST if kind is posted_kind else None, auto_id=f"{kind}-%s"
        )
        for kind in GroupKind
    }
    form = form_by_kind[posted_kind] if posted_kind else form_by_kind[GroupKind.SERIES]
    if request.method == "POST" and posted_kind and form.is_valid():
        with saving(request, form) as saved:
            group = groups.save_group(
                organisation=organisation,
                kind=posted_kind,
                **form.cleaned_data,
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("« %(code)s » est dans la liste.") % {"code": group.code})
            return saved.redirect("organisation-lists", organisation.pk)
    rows, counts = list(organisation.groups.all()), count_by_code(organisation)
    context = {
        "organisation": organisation,
        "lists": [
            (kind, GROUP_NAMES[kind], *_describe_list(kind, rows, counts[kind]), form_by_kind[kind])
            for kind in GroupKind
        ],
        "empty": not rows,
        "section": "lists",
    }
    return render(request, "organisation/lists.html", context, status=get_form_status(form))


def _describe_list(
    kind: GroupKind, rows: list[Group], counts: Mapping[str, int]
) -> tuple[list[tuple[Group, int]], bool]:
    """Return the groups of a list with their numbers of players, and True if it has names."""
    groups_of_kind = [row for row in rows if row.kind == kind]
    has_names = kind is GroupKind.CATEGORY or any(row.name for row in groups_of_kind)
    return [(row, counts.get(row.code, 0)) for row in groups_of_kind], has_names


@for_managers
@locks_owner
def edit(request: HttpRequest, organisation: Organisation, group_id: int) -> HttpResponse:
    group = get_object_or_404(Group, pk=group_id, organisation=organisation)
    kind = GroupKind(group.kind)
    names = ("code", "name", "age_from", "age_to")
    initial = {name: getattr(group, name) for name in names}
    form = GroupForm(kind, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            groups.save_group(
                organisation=organisation,
                kind=kind,
                group=group,
                **form.cleaned_data,
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("La liste est modifiée."))
            return redirect("organisation-lists", organisation.pk)
        group.refresh_from_db()
    context = {
        "organisation": organisation,
        "group": group,
        "kind": GROUP_NAMES[kind],
        "carried": count_by_code(organisation)[kind].get(group.code, 0),
        "form": form,
        "section": "lists",
    }
    return render(request, "organisation/group.html", context, status=get_form_status(form))


@require_POST
@for_managers
def move(request: HttpRequest, organisation: Organisation, group_id: int) -> HttpResponse:
    group = get_object_or_404(Group, pk=group_id, organisation=organisation)
    is_down = request.POST.get("way") == "down"
    groups.move_group(group=group, down=is_down, by=get_signed_in_user(request), now=now())
    return redirect("organisation-lists", organisation.pk)


@require_POST
@for_managers
def delete(request: HttpRequest, organisation: Organisation, group_id: int) -> HttpResponse:
    group = get_object_or_404(Group, pk=group_id, organisation=organisation)
    groups.delete_group(group=group, by=get_signed_in_user(request), now=now())
    messages.success(request, _("« %(code)s » n’est plus dans la liste.") % {"code": group.code})
    return redirect("organisation-lists", organisation.pk)


@require_POST
@for_managers
def add_default_lists(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Add the default lists."""
    groups.add_default_groups(organisation=organisation, by=get_signed_in_user(request), now=now())
    messages.success(request, _("Les listes d’usage sont là : changez-les à votre gré."))
    return redirect("organisation-lists", organisation.pk)
