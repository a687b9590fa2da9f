"""The settings of the rankings, their preview, and links to each ranking."""

from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from engine.regulation.edition import Edition
from tournament.core.ranking.measures import TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.ranking_input import EntryKind
from tournament.core.ranking.specification import (
    COLUMNS,
    MAX_COUNTED_MEMBERS,
    MAX_TIE_BREAKS,
    RankingSettings,
    RankingSpecification,
    list_modes,
)
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.files.exports import RESULT_PROFILES
from tournament.presentation.ranking import (
    ENTRY_KIND_NAMES,
    MODE_NAMES,
    RANKED_GROUP_NAMES,
    TIE_BREAK_NAMES,
    TRAIT_NAMES,
    get_column_name,
)
from tournament.queries.clock import now
from tournament.queries.results.ranking import RankingData, load_ranking_data
from tournament.services.ranking import choose_ranking
from tournament.views.organiser.paper import list_result_papers
from tournament.views.public.ranking import Ranking
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user
from tournament.views.versions import EditForm

#: Number of lines in the preview.
PREVIEW_ROWS = 10
#: Maximum number of links to the groups of a trait; the public page offers all groups.
MAX_LINKS = 12


@dataclass(frozen=True)
class RankingLink:
    """A link to a ranking."""

    label: str | Promise
    address: str


_MODE_HELP = {
    RankBy.POINTS: gettext_lazy("La somme des totaux ; une partie non jouée est nulle (6.2)."),
    RankBy.PERCENT: gettext_lazy(
        "Le total, en centièmes des tops des parties jouées : qui n’en a joué qu’une partie y est "
        "classé d’après celles-là."
    ),
    RankBy.NEGATIVE: gettext_lazy(
        "Ce qui manque au total des tops : le même ordre que les points."
    ),
    RankBy.PLACES: gettext_lazy(
        "La plus petite somme des places de chaque partie (éditions 2011 à 2019)."
    ),
}


class RankingForm(EditForm):
    mode = forms.ChoiceField(label=gettext_lazy("Mode du classement"), widget=forms.RadioSelect)
    full_only = forms.BooleanField(
        label=gettext_lazy("Ne classer que ceux qui ont joué toutes les parties"), required=False
    )
    best = forms.IntegerField(
        label=gettext_lazy("Joueurs qui comptent pour un club ou une équipe"),
        min_value=1,
        max_value=MAX_COUNTED_MEMBERS,
        help_text=gettext_lazy(
            "Les meilleurs de chacun. Un club ou une équipe qui en a moins vient après ceux qui "
            "sont au complet."
        ),
    )
    columns = forms.MultipleChoiceField(
        label=gettext_lazy("Colonnes montrées"),
        choices=[(column.value, get_column_name(column)) for column in COLUMNS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy(
            "Rang, joueur, table et total le sont toujours. Solos, avertissements et retraits ne "
            "paraissent qu’à la fin d’une partie."
        ),
    )

    def __init__(self, edition: Edition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mode = self.fields["mode"]
        assert isinstance(mode, forms.ChoiceField)
        mode.choices = [(rank_by.value, MODE_NAMES[rank_by]) for rank_by in list_modes(edition)]
        for place in range(1, MAX_TIE_BREAKS + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=_("Départage %(place)d") % {"place": place},
                choices=[
                    ("", gettext_lazy("aucun")),
                    *((measure.value, TIE_BREAK_NAMES[measure]) for measure in TIE_BREAKS),
                ],
                required=False,
            )

    @classmethod
    def for_settings(cls, settings: RankingSettings, edition: Edition, data: Any = None) -> Self:
        ordered = {
            f"tie_break_{place}": measure.value
            for place, measure in enumerate(settings.tie_breaks, start=1)
        }
        return cls(edition, data, initial=settings.to_json() | ordered)

    def modes(self) -> list[tuple[BoundWidget, Any]]:
        """Return each choice with its help text."""
        return [(choice, _MODE_HELP[RankBy(choice.data["value"])]) for choice in self["mode"]]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place}"] for place in range(1, MAX_TIE_BREAKS + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = set[str]()
        for field in self.tie_breaks():
            value = data.get(field.name, "")
            if value and value in chosen:
                self.add_error(field.name, gettext_lazy("Ce départage est déjà choisi plus haut."))
            chosen.add(value)
        return data

    def build_settings(self) -> RankingSettings:
        """Return the settings of a valid form; empty places between tie-breaks are skipped."""
        data = self.cleaned_data
        tie_breaks = (data[field.name] for field in self.tie_breaks())
        columns = {str(column): column for column in COLUMNS}
        return RankingSettings(
            mode=RankBy(data["mode"]),
            tie_breaks=tuple(Measure(name) for name in tie_breaks if name),
            counted_members=data["best"],
            complete_only=data["full_only"],
            columns=tuple(columns[name] for name in columns if name in data["columns"]),
        )


@for_roles(Role.ORGANISER)
@locks_owner
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Edit the settings; ``preview`` shows the ranking without storing them."""
    ranking_data = load_ranking_data(tournament, full_names=True)
    settings = ranking_data.settings
    form = RankingForm.for_settings(settings, tournament.regulation, request.POST or None)
    if request.method == "POST" and form.is_valid():
        settings = form.build_settings()
        if "preview" not in request.POST:
            with saving(request, form):
                choose_ranking(
                    tournament=tournament,
                    settings=settings,
                    by=get_signed_in_user(request),
                    now=now(),
                )
                messages.success(request, _("Le classement est réglé."))
                return redirect("office-ranking", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "ranking": Ranking(ranking_data, RankingSpecification(settings), limit=PREVIEW_ROWS),
        "is_preview": form.is_bound and form.is_valid(),
        "ranking_links": _list_ranking_links(ranking_data),
        "profiles": RESULT_PROFILES,
        "papers": list_result_papers(tournament, ranking_data.games),
        "section": "ranking",
    }
    return render(request, "organiser/ranking.html", context, status=get_form_status(form))


def _list_ranking_links(ranking_data: RankingData) -> list[tuple[str | Promise, list[RankingLink]]]:
    """List every ranking that is not empty, under a heading per kind."""
    base_url = reverse("public-ranking", args=[ranking_data.tournament.slug])

    def build_link(label: str | Promise, **parameters: str) -> RankingLink:
        query = QueryDict(mutable=True)
        query.update(parameters)
        return RankingLink(label, f"{base_url}?{query.urlencode()}")

    games = [
        build_link(_("Partie %(number)s") % {"number": game.number}, game=str(game.number))
        for game in ranking_data.games
    ]
    groups: list[tuple[str | Promise, list[RankingLink]]] = [(_("Parties"), games)]
    group_rankings = [
        build_link(RANKED_GROUP_NAMES[trait], by=trait.value) for trait in ranking_data.group_names
    ]
    groups.append(
        (_("Ensemble"), [RankingLink(_("Classement général"), base_url), *group_rankings])
    )
    for trait, names in ranking_data.group_names.items():
        if len(names) <= MAX_LINKS:
            links = [build_link(name, **{trait.value: code}) for code, name in names.items()]
            groups.append((TRAIT_NAMES[trait], links))
    if any(entrant.is_pair for entrant in ranking_data.ranking_input.entrants):
        kinds = (EntryKind.PAIRS, EntryKind.SINGLES)
        links = [build_link(ENTRY_KIND_NAMES[kind], kind=kind.value) for kind in kinds]
        groups.append((_("Participations"), links))
    return [(heading, links) for heading, links in groups if links]
