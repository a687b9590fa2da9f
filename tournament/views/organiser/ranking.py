"""The organiser's page of the rankings: how they are made, what that gives, the way to each."""

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
from tournament.core.ranking.field import Kind
from tournament.core.ranking.measures import TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.specification import (
    COLUMNS,
    MOST_BEST,
    MOST_TIE_BREAKS,
    Settings,
    Wanted,
    modes_of,
)
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.exports import RESULT_PROFILES
from tournament.presentation.ranking import (
    GROUP_NAMES,
    KIND_NAMES,
    MODE_NAMES,
    TIE_BREAK_NAMES,
    TRAIT_NAMES,
    column_name,
)
from tournament.queries.clock import now
from tournament.queries.results.ranking import RankingField, ranking_field
from tournament.services.ranking import choose_ranking
from tournament.views.organiser.paper import for_the_results
from tournament.views.public.ranking import Ranking
from tournament.views.staff import for_roles, form_status, signed_in, telling

#: Lines that the page shows of the ranking as it would be.
SHOWN = 10
#: Groups of one trait that are named with a link each; more are chosen on the public page.
MOST_LINKS = 12


@dataclass(frozen=True)
class RankingWay:
    """A ranking and its address."""

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


class RankingForm(forms.Form):
    mode = forms.ChoiceField(label=gettext_lazy("Mode du classement"), widget=forms.RadioSelect)
    full_only = forms.BooleanField(
        label=gettext_lazy("Ne classer que ceux qui ont joué toutes les parties"), required=False
    )
    best = forms.IntegerField(
        label=gettext_lazy("Joueurs qui comptent pour un club ou une équipe"),
        min_value=1,
        max_value=MOST_BEST,
        help_text=gettext_lazy(
            "Les meilleurs de chacun. Un club ou une équipe qui en a moins vient après ceux qui "
            "sont au complet."
        ),
    )
    columns = forms.MultipleChoiceField(
        label=gettext_lazy("Colonnes montrées"),
        choices=[(column.value, column_name(column)) for column in COLUMNS],
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
        mode.choices = [(one.value, MODE_NAMES[one]) for one in modes_of(edition)]
        for place in range(1, MOST_TIE_BREAKS + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=_("Départage %(place)d") % {"place": place},
                choices=[
                    ("", gettext_lazy("aucun")),
                    *((m.value, TIE_BREAK_NAMES[m]) for m in TIE_BREAKS),
                ],
                required=False,
            )

    @classmethod
    def of(cls, settings: Settings, edition: Edition, data: Any = None) -> Self:
        ordered = {
            f"tie_break_{place}": measure.value
            for place, measure in enumerate(settings.tie_breaks, start=1)
        }
        return cls(edition, data, initial=settings.as_json() | ordered)

    def modes(self) -> list[tuple[BoundWidget, Any]]:
        """Each choice with what it means."""
        return [(one, _MODE_HELP[RankBy(one.data["value"])]) for one in self["mode"]]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place}"] for place in range(1, MOST_TIE_BREAKS + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = set[str]()
        for field in self.tie_breaks():
            value = data.get(field.name, "")
            if value and value in chosen:
                self.add_error(field.name, gettext_lazy("Ce départage est déjà choisi plus haut."))
            chosen.add(value)
        return data

    def settings(self) -> Settings:
        """Of a valid form; places left empty between two tie-breaks do not matter."""
        data = self.cleaned_data
        tie_breaks = (data[field.name] for field in self.tie_breaks())
        columns = {str(column): column for column in COLUMNS}
        return Settings(
            mode=RankBy(data["mode"]),
            tie_breaks=tuple(Measure(name) for name in tie_breaks if name),
            best=data["best"],
            full_only=data["full_only"],
            columns=tuple(columns[name] for name in columns if name in data["columns"]),
        )


@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``preview`` shows what is chosen without keeping it."""
    field = ranking_field(tournament, whole_names=True)
    settings = field.settings
    form = RankingForm.of(settings, tournament.regulation, request.POST or None)
    if request.method == "POST" and form.is_valid():
        settings = form.settings()
        if "preview" not in request.POST:
            with telling(form):
                choose_ranking(
                    tournament=tournament, settings=settings, by=signed_in(request), now=now()
                )
                messages.success(request, _("Le classement est réglé."))
                return redirect("office-ranking", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "ranking": Ranking(field, Wanted(settings), most=SHOWN),
        "tried": form.is_bound and form.is_valid(),
        "ways": _ways(field),
        "profiles": RESULT_PROFILES,
        "papers": for_the_results(tournament, field.games),
        "section": "ranking",
    }
    return render(request, "organiser/ranking.html", context, status=form_status(form))


def _ways(field: RankingField) -> list[tuple[str | Promise, list[RankingWay]]]:
    """Every ranking there is something in, under a heading each kind."""
    home = reverse("public-ranking", args=[field.tournament.slug])

    def way(label: str | Promise, **asked: str) -> RankingWay:
        query = QueryDict(mutable=True)
        query.update(asked)
        return RankingWay(label, f"{home}?{query.urlencode()}")

    games = [
        way(_("Partie %(number)s") % {"number": game.number}, game=str(game.number))
        for game in field.games
    ]
    found: list[tuple[str | Promise, list[RankingWay]]] = [(_("Parties"), games)]
    by = [way(GROUP_NAMES[trait], by=trait.value) for trait in field.names]
    found.append((_("Ensemble"), [RankingWay(_("Classement général"), home), *by]))
    for trait, names in field.names.items():
        if len(names) <= MOST_LINKS:
            each = [way(name, **{trait.value: code}) for code, name in names.items()]
            found.append((TRAIT_NAMES[trait], each))
    if any(entrant.pair for entrant in field.field.entrants):
        kinds = (Kind.PAIRS, Kind.SINGLES)
        each = [way(KIND_NAMES[kind], kind=kind.value) for kind in kinds]
        found.append((_("Participations"), each))
    return [(heading, ways) for heading, ways in found if ways]
