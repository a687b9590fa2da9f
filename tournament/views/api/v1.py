"""Version 1 of the public interface for programs: nothing here that a public page does not show.

Fields are added, never taken away or given another meaning: that would be version 2.
"""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Field, NinjaAPI
from ninja.errors import ValidationError
from ninja.pagination import LimitOffsetPagination, paginate

from tournament.core.states import PLACED_TURN_STATES, GameState, TournamentState
from tournament.models import Entry, Game, Tournament
from tournament.queries.standings import standings_of
from tournament.views.api.schemas import (
    EntryOut,
    GameOut,
    RefusalOut,
    StandingOut,
    StandingsOut,
    TournamentOut,
    TurnOut,
)


class _Public(NinjaAPI):
    """Pages of other sites may read it, too; what changes from turn to turn is never kept."""

    def create_response(self, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().create_response(*args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-cache"
        return response


class Pages(LimitOffsetPagination):
    """As ninja has it, up to where no list reaches and the database can still count."""

    class Input(LimitOffsetPagination.Input):
        offset: int = Field(0, ge=0, le=1_000_000)


api = _Public(
    title="Duplicata",
    version="1",
    description=(
        "Ce que tout le monde peut voir des tournois, en lecture seule : programme, inscrits, "
        "parties, coups placés, classements. Rien n’y paraît avant d’être public à l’écran. Les "
        "champs s’ajoutent ; aucun ne disparaît ni ne change de sens dans cette version."
    ),
    docs_url=None,
    urls_namespace="api-v1",
)


@api.exception_handler(Http404)
def not_found(request: HttpRequest, _error: Http404) -> HttpResponse:
    """In one sentence, as every refusal of this interface."""
    said = {"detail": _("Rien de public à cette adresse.")}
    return api.create_response(request, said, status=404)


@api.exception_handler(ValidationError)
def not_understood(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Which parameters cannot be read."""
    names = sorted({str(one["loc"][-1]) for one in error.errors})
    said = {"detail": _("Valeur illisible : %(names)s.") % {"names": ", ".join(names)}}
    return api.create_response(request, said, status=422)


def _public() -> QuerySet[Tournament]:
    there = Tournament.objects.exclude(state=TournamentState.DRAFT).select_related("organisation")
    return there.annotate(entry_count=Count("entries", filter=Q(entries__withdrawn=False)))


def _games(tournament: Tournament) -> QuerySet[Game]:
    placed = Count("turns", filter=Q(turns__state__in=list(PLACED_TURN_STATES)))
    return tournament.games.exclude(state=GameState.DRAFT).annotate(turn_count=placed)


def _game(slug: str, number: int) -> Game:
    return get_object_or_404(_games(get_object_or_404(_public(), slug=slug)), number=number)


@api.get("/tournaments/", response=list[TournamentOut], url_name="api-tournaments")
@paginate(Pages)
def tournaments(request: HttpRequest) -> QuerySet[Tournament]:
    """Tournaments, the newest first."""
    return _public().order_by("-starts_on", "name", "pk")


@api.get(
    "/tournaments/{slug:slug}/",
    response={200: TournamentOut, 404: RefusalOut},
    url_name="api-tournament",
)
def tournament(request: HttpRequest, slug: str) -> Tournament:
    """One tournament."""
    return get_object_or_404(_public(), slug=slug)


@api.get("/tournaments/{slug:slug}/entries/", response=list[EntryOut], url_name="api-entries")
@paginate(Pages)
def entries(request: HttpRequest, slug: str) -> QuerySet[Entry]:
    """Who takes part, by table."""
    found = get_object_or_404(_public(), slug=slug).entries.filter(withdrawn=False)
    return found.select_related("table", "team").prefetch_related("players")


@api.get(
    "/tournaments/{slug:slug}/games/",
    response={200: list[GameOut], 404: RefusalOut},
    url_name="api-games",
)
def games(request: HttpRequest, slug: str) -> QuerySet[Game]:
    """The games that were declared ready, with their times."""
    return _games(get_object_or_404(_public(), slug=slug))


@api.get(
    "/tournaments/{slug:slug}/games/{int:number}/turns/",
    response={200: list[TurnOut], 404: RefusalOut},
    url_name="api-turns",
)
def turns(request: HttpRequest, slug: str, number: int) -> list[Any]:
    """The turns whose word lies on the grid: what was drawn, the word retained, who found it."""
    game = _game(slug, number)
    standings = standings_of(game)
    placed = game.turns.filter(state__in=list(PLACED_TURN_STATES))
    return [TurnOut.of(turn, *standings.best_and_found(turn)) for turn in placed]


@api.get(
    "/tournaments/{slug:slug}/games/{int:number}/standings/",
    response={200: StandingsOut, 404: RefusalOut},
    url_name="api-standings",
)
def standings(request: HttpRequest, slug: str, number: int) -> StandingsOut:
    """The ranking of one game; provisional until everything is played, typed in and decided."""
    game = _game(slug, number)
    found = standings_of(game)
    rows = [StandingOut.of(row, final=found.terms.final) for row in found.rows]
    return StandingsOut(provisional=found.provisional, top_total=found.top_total, rows=rows)
