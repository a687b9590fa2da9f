"""Version 1 of the public interface for programs: nothing here that a public page does not show.

Fields are added, never taken away or given another meaning: that would be version 2.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext as _
from ninja import Field, NinjaAPI, Query, Status
from ninja.errors import ValidationError
from ninja.pagination import LimitOffsetPagination, paginate

from tournament.core.states import PLACED_TURN_STATES, GameState, TournamentState
from tournament.models import Entry, Game, Tournament
from tournament.queries.results.publicity import find_hidden_results, list_open_games
from tournament.queries.results.ranking import load_ranking_field
from tournament.queries.results.standings import load_standings
from tournament.views.api.schemas import (
    EntryOut,
    GameOut,
    RankedGroupOut,
    RankedOut,
    RankingAsked,
    RankingOut,
    RefusalOut,
    TournamentOut,
    TurnOut,
)
from tournament.views.public.ranking import Ranking
from tournament.views.public.ranking_forms import RankingQuery


def _heads_too(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """HEAD is answered as GET, which ninja does not do; the server leaves the body away."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        try:
            return view(request, *args, **kwargs)
        finally:
            request.method = method

    return answered


class _Public(NinjaAPI):
    """Pages of other sites may read it, too; what changes from turn to turn is never kept."""

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        patterns, app, name = super().urls
        for one in patterns:
            if isinstance(one, URLPattern):
                one.callback = _heads_too(one.callback)
        return patterns, app, name

    def create_response(self, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().create_response(*args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-cache"
        return response


class Pagination(LimitOffsetPagination):
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
    return api.create_response(request, _unreadable(names), status=422)


def _unreadable(names: Iterable[str]) -> dict[str, str]:
    return {"detail": _("Valeur illisible : %(names)s.") % {"names": ", ".join(names)}}


def _public() -> QuerySet[Tournament]:
    there = Tournament.objects.exclude(state=TournamentState.DRAFT)
    return there.annotate(entry_count=Count("entries", filter=Q(entries__withdrawn=False)))


def _games(tournament: Tournament) -> QuerySet[Game]:
    placed = Count("turns", filter=Q(turns__state__in=list(PLACED_TURN_STATES)))
    return tournament.games.exclude(state=GameState.DRAFT).annotate(turn_count=placed)


def _game(slug: str, number: int) -> Game:
    return get_object_or_404(_games(get_object_or_404(_public(), slug=slug)), number=number)


@api.get("/tournaments/", response=list[TournamentOut], url_name="api-tournaments")
@paginate(Pagination)
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
@paginate(Pagination)
def entries(request: HttpRequest, slug: str) -> QuerySet[Entry]:
    """Who takes part, by table."""
    found = get_object_or_404(_public(), slug=slug).entries.filter(withdrawn=False)
    return found.select_related("table", "team", "tournament").prefetch_related("players")


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
    standings = load_standings(game)
    placed = game.turns.filter(state__in=list(PLACED_TURN_STATES))
    return [TurnOut.of(turn, *standings.get_best_and_found(turn)) for turn in placed]


@api.get(
    "/tournaments/{slug:slug}/ranking/",
    response={200: RankingOut, 404: RefusalOut, 422: RefusalOut},
    url_name="api-ranking",
)
def ranking(
    request: HttpRequest, slug: str, asked: Query[RankingAsked]
) -> RankingOut | Status[dict[str, str]]:
    """The ranking of the tournament, or of some games, of some entries, of clubs and the like.

    Whole, and not by pages: between two pages the ranks could have changed.
    """
    its = get_object_or_404(_public(), slug=slug)
    public = list_open_games(its)
    field = load_ranking_field(its, games=public)
    form = RankingQuery(field, request.GET)
    if not form.is_valid():
        return Status(422, _unreadable(form.errors))
    wanted = form.wanted()
    found = Ranking(field, wanted)
    names = field.names.get(wanted.by, {}) if wanted.by else {}
    groups = found.groups_by(wanted.by) if wanted.by else []
    ended = found.ended
    return RankingOut(
        provisional=found.provisional,
        withheld=find_hidden_results(its, public),
        mode=wanted.settings.mode,
        games=[game.number for game in found.games],
        tops=[field.field.tops[field.games.index(game)] for game in found.games],
        entries=[] if wanted.by else [RankedOut.of(row, ended=ended) for row in found.ranked],
        groups=[
            RankedGroupOut.of(one, names.get(one.name, one.name), ended=ended) for one in groups
        ],
    )
