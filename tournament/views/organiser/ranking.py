"""The organiser's page of the rankings: how they are made, what that gives, the way to each."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournament.core.ranking.field import Kind
from tournament.core.ranking.wanted import Wanted
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.exports import RESULT_PROFILES
from tournament.presentation.ranking import GROUP_NAMES, KIND_NAMES, TRAIT_NAMES
from tournament.queries.clock import now
from tournament.queries.results.ranking import RankingField, ranking_field
from tournament.services.ranking import choose_ranking
from tournament.views.organiser.paper import for_the_results
from tournament.views.organiser.ranking_forms import RankingForm
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
