"""The players of the tournament: what each plays on, absences, and cheating."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from arbitrage.queries.blinding import list_blinded_in_game
from arbitrage.queries.players import list_players
from arbitrage.services.acts import OFFICER_ROLES
from arbitrage.services.cheating import annul_scores, give_back_scores
from engine.regulation.topics import Topic
from tournament.core.states import CHOOSABLE_MEDIA, PlayMedium, Role
from tournament.models import Entry, Tournament
from tournament.presentation.bulletins import MEDIUM_NAMES
from tournament.protocol.current_game import find_current_game
from tournament.queries.access import get_roles
from tournament.queries.clock import now
from tournament.queries.people.table_scope import find_reading_scope, require_own_centre
from tournament.services.play.participation import change_plays_on, restore_plays_on
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user
from tournament.views.ticked import TickedField, describe_states, list_ticked
from tournament.views.versions import FieldValue, FieldValues, RowsForm

_CHOICES = [(choice.value, MEDIUM_NAMES[choice]) for choice in CHOOSABLE_MEDIA]

#: In the session: the last change of what players play on, to undo it.
_UNDO_KEY = "plays_on_before"
#: Roles that see what the players play on.
READER_ROLES = (*OFFICER_ROLES, Role.ORGANISER)
#: Values of the form of cheating: the state of the scores, and the command.
SCORES = {
    "annulled": _("annulés"),
    "counted": _("comptés"),
    "annul": _("les annuler"),
    "give-back": _("les rendre"),
}
ANNULLED = {"scores": "annulled"}


class PlaysOnForm(RowsForm):
    """The players, what they play on from now on and, once confirmed, which of them change."""

    entries = TickedField(error_messages={"required": _("Cochez d’abord des joueurs.")})
    plays_on = forms.ChoiceField(choices=_CHOICES)
    is_confirmed = forms.BooleanField(required=False)
    only_from = forms.MultipleChoiceField(choices=_CHOICES, required=False)

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        self._entries = {str(entry.pk): entry for entry in tournament.entries.all()}
        field = self.fields["entries"]
        assert isinstance(field, TickedField)
        field.queryset = tournament.entries.filter(withdrawn=False)

    def count_changes(self) -> Counter[str]:
        """Count the players that would change, by what they play on now."""
        entries, plays_on = self.cleaned_data["entries"], self.cleaned_data["plays_on"]
        return Counter(entry.plays_on for entry in entries if entry.plays_on != plays_on)

    def has_to_ask(self) -> bool:
        """Return True if players of several states would change, or absent ones among others."""
        changes = self.count_changes()
        absent = changes[PlayMedium.ABSENT]
        is_mixed = len(changes) > 1 or 0 < absent < len(self.cleaned_data["entries"])
        return is_mixed and not self.cleaned_data["is_confirmed"]

    def list_media(self) -> list[str]:
        """Return the media of the players that change."""
        return (
            self.cleaned_data["only_from"]
            if self.cleaned_data["is_confirmed"]
            else [*CHOOSABLE_MEDIA]
        )

    def group_changed(self) -> dict[str, list[int]]:
        """Return the keys of the players that change, by what they play on now."""
        data, media = self.cleaned_data, self.list_media()
        groups: dict[str, list[int]] = {}
        for entry in data["entries"]:
            if entry.plays_on in media and entry.plays_on != data["plays_on"]:
                groups.setdefault(entry.plays_on, []).append(entry.pk)
        return groups

    def list_values(self) -> FieldValues:
        return {key: entry.plays_on for key, entry in self._entries.items()}

    def list_typed(self) -> FieldValues:
        data, media = self.cleaned_data, self.list_media()
        changed_entries = [entry for entry in data["entries"] if entry.plays_on in media]
        return {str(entry.pk): data["plays_on"] for entry in changed_entries}

    def get_label(self, name: str) -> str:
        return self._entries[name].name

    def describe(self, name: str, value: FieldValue) -> str:
        return str(MEDIUM_NAMES[PlayMedium(str(value))])


class CheatingForm(RowsForm):
    """Annul the scores of a player, or give them back."""

    reason = forms.CharField(
        label=_("Motif"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Le joueur lira cette phrase."),
        error_messages={"required": _("Donnez le motif.")},
    )
    excluded = forms.BooleanField(
        label=_("L’exclure aussi de la suite : il ne joue plus"), required=False
    )

    def __init__(self, *args: Any, annulled: bool) -> None:
        """``annulled``: True if the scores are annulled now."""
        super().__init__(*args)
        self._annulled = annulled

    def list_values(self) -> FieldValues:
        return {"scores": "annulled" if self._annulled else "counted"}

    def list_typed(self) -> FieldValues:
        was_annulled = self.shown_page is not None and self.shown_page.values == ANNULLED
        return {"scores": "give-back" if was_annulled else "annul"}

    def get_label(self, name: str) -> str:
        return gettext("Scores du joueur")

    def describe(self, name: str, value: FieldValue) -> str:
        return str(SCORES[str(value)])


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*READER_ROLES)
@locks_owner
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list, and change what the ticked players play on.

    If they are in several states the page asks first which of them change.
    """
    form = PlaysOnForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if form.has_to_ask():
            return _render_question(request, tournament, form)
        with saving(request, form):
            data = form.cleaned_data
            before = form.group_changed()
            change_counts = change_plays_on(
                tournament=tournament,
                entries=[entry.pk for entry in data["entries"]],
                plays_on=data["plays_on"],
                current_media=form.list_media(),
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _format_changed(data["plays_on"], change_counts))
            request.session[_UNDO_KEY] = [tournament.pk, data["plays_on"], before]
            return redirect("players", tournament.slug)
    context = _build_context(request, tournament) | {
        "form": form,
        "ticked": set(list_ticked(request.POST, "entries")),
    }
    return render(request, "arbitrage/players.html", context, status=get_form_status(form))


def _build_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    user = get_signed_in_user(request)
    game = find_current_game(tournament.pk)
    _, last_medium, before = _get_last_change(request, tournament)
    blinded = list_blinded_in_game(game, user) if game else frozenset()
    return {
        "tournament": tournament,
        "game": game,
        "rows": list_players(tournament, game, blinded, find_reading_scope(user, tournament.pk)),
        "choices": _CHOICES,
        "undoable": sum(map(len, before.values())),
        "undoable_medium": MEDIUM_NAMES[PlayMedium(last_medium)],
        "late_article": tournament.regulation.format_articles(Topic.LATE_ARRIVAL),
        "officer": not get_roles(user, tournament).isdisjoint(OFFICER_ROLES),
    }


def _get_last_change(
    request: HttpRequest, tournament: Tournament
) -> tuple[int, str, dict[str, list[int]]]:
    """Return tournament, medium and what the players had before, of the user's last change here;
    without one, an empty change."""
    change = request.session.get(_UNDO_KEY)
    if not change or change[0] != tournament.pk:
        return tournament.pk, PlayMedium.TABLET, {}
    pk, medium, before = change
    return pk, medium, before


@require_POST
@for_roles(*READER_ROLES)
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the user's last change of what many players play on."""
    _, medium, before = _get_last_change(request, tournament)
    count = restore_plays_on(
        tournament=tournament,
        plays_on=medium,
        before=before,
        by=get_signed_in_user(request),
        now=now(),
    )
    request.session.pop(_UNDO_KEY, None)
    text = ngettext("%(n)d joueur rétabli.", "%(n)d joueurs rétablis.", count)
    messages.success(request, text % {"n": count} if count else gettext("Rien n’a changé."))
    return redirect("players", tournament.slug)


def _render_question(
    request: HttpRequest, tournament: Tournament, form: PlaysOnForm
) -> HttpResponse:
    """Show how many players of each state would change; the absent ones are not ticked."""
    entries, plays_on = form.cleaned_data["entries"], form.cleaned_data["plays_on"]
    changes = form.count_changes()
    context = {
        "tournament": tournament,
        "form": form,
        "entries": ",".join(str(entry.pk) for entry in entries),
        "plays_on": plays_on,
        "medium": MEDIUM_NAMES[PlayMedium(plays_on)],
        "states": [
            (medium, MEDIUM_NAMES[medium], changes[medium], medium != PlayMedium.ABSENT)
            for medium in CHOOSABLE_MEDIA
            if changes[medium]
        ],
        "same": len(entries) - changes.total(),
    }
    return render(request, "arbitrage/plays_on.html", context)


def _format_changed(plays_on: str, change_counts: Mapping[str, int]) -> str:
    count = sum(change_counts.values())
    if not count:
        return gettext("Rien n’a changé.")
    text = ngettext(
        "%(n)d joueur changé : %(medium)s. Avant : %(states)s.",
        "%(n)d joueurs changés : %(medium)s. Avant : %(states)s.",
        count,
    )
    states = [
        (MEDIUM_NAMES[PlayMedium(medium)], number) for medium, number in change_counts.items()
    ]
    medium = MEDIUM_NAMES[PlayMedium(plays_on)]
    return text % {"n": count, "medium": medium, "states": describe_states(states)}


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*OFFICER_ROLES)
@locks_owner
def cheating(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Annul the scores of a player, or give them back."""
    entry = get_object_or_404(
        Entry.objects.select_related("table"), pk=entry_id, tournament=tournament
    )
    require_own_centre(get_signed_in_user(request), None, [entry.pk], OFFICER_ROLES)
    rows = list_players(tournament, None)
    annulled = next(row.annulled for row in rows if row.entry == entry)
    form = CheatingForm(request.POST or None, annulled=annulled)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            fields: dict[str, Any] = {"entry": entry, "reason": form.cleaned_data["reason"]}
            fields |= {"by": get_signed_in_user(request), "now": now()}
            if annulled:
                give_back_scores(**fields)
            else:
                annul_scores(excluded=form.cleaned_data["excluded"], **fields)
            return redirect("players", tournament.slug)
    context = {
        "tournament": tournament,
        "entry": entry,
        "annulled": annulled,
        "article": tournament.regulation.format_articles(Topic.CHEATING),
        "form": form,
    }
    return render(request, "arbitrage/cheating.html", context, status=get_form_status(form))
