"""Version 1 of the public API: only what public pages show.

Fields are only added, never removed or redefined: that would be version 2.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, URLResolver, re_path
from django.utils.translation import gettext as _
from ninja import Field, NinjaAPI, Query, Status
from ninja.errors import ValidationError
from ninja.pagination import LimitOffsetPagination, paginate

from tournament.core.states import PLACED_TURN_STATES, Discipline, GameState, TournamentState
from tournament.models import Entry, Game, Tournament
from tournament.queries.results.publicity import find_hidden_results, list_public_games
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.results.standings import load_standings
from tournament.views.api.schemas import (
    EntryOut,
    GameOut,
    RankedGroupOut,
    RankedOut,
    RankingOut,
    RankingParameters,
    RefusalOut,
    TournamentOut,
    TurnOut,
)
from tournament.views.public.ranking import Ranking
from tournament.views.public.ranking_forms import RankingQuery


def _adapt(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Do what ninja does not: answer HEAD as GET (the server drops the body), and 404 and 405 in
    JSON."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        try:
            response = view(request, *args, **kwargs)
        except Http404 as error:
            return not_found(request, error)
        finally:
            request.method = method
        is_refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        return _refuse_method(request, response) if is_refused else response

    return wrapper


def _refuse_method(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the answer for a method that the address does not take."""
    content = {"detail": _("Cette adresse se lit seulement : GET ou HEAD.")}
    refusal = api.create_response(request, content, status=HTTPStatus.METHOD_NOT_ALLOWED)
    refusal["Allow"] = response["Allow"]
    return refusal


def _raise_not_found(request: HttpRequest) -> HttpResponse:
    raise Http404


class _PublicApi(NinjaAPI):
    """The API; other sites may read it, and no answer is cached, for games change every turn."""

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        patterns, app, name = super().urls
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                pattern.callback = _adapt(pattern.callback)
        # only with a slash at the end: without one Django redirects first
        unknown = re_path(r"^.+/$", _adapt(_raise_not_found), name="api-unknown")
        return [*patterns, unknown], app, name

    def create_response(self, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().create_response(*args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-cache"
        return response


class Pagination(LimitOffsetPagination):
    """Pagination of ninja with a maximal offset that the database can count."""

    class Input(LimitOffsetPagination.Input):
        offset: int = Field(0, ge=0, le=1_000_000)


api = _PublicApi(
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
    """Return one sentence, as every error of this API."""
    content = {"detail": _("Rien de public à cette adresse.")}
    return api.create_response(request, content, status=404)


@api.exception_handler(ValidationError)
def invalid_parameters(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Return which parameters are invalid."""
    names = sorted({str(detail["loc"][-1]) for detail in error.errors})
    return api.create_response(request, _describe_invalid_parameters(names), status=422)


def _describe_invalid_parameters(names: Iterable[str]) -> dict[str, str]:
    return {"detail": _("Valeur illisible : %(names)s.") % {"names": ", ".join(names)}}


def _list_published_tournaments() -> QuerySet[Tournament]:
    published = Tournament.objects.exclude(state=TournamentState.DRAFT)
    return published.annotate(entry_count=Count("entries", filter=Q(entries__withdrawn=False)))


def _list_games(tournament: Tournament) -> QuerySet[Game]:
    placed = Count("turns", filter=Q(turns__state__in=list(PLACED_TURN_STATES)))
    return tournament.games.exclude(state=GameState.DRAFT).annotate(turn_count=placed)


def _get_game(slug: str, number: int) -> Game:
    return get_object_or_404(
        _list_games(get_object_or_404(_list_published_tournaments(), slug=slug)), number=number
    )


@api.get("/tournaments/", response=list[TournamentOut], url_name="api-tournaments")
@paginate(Pagination)
def tournaments(request: HttpRequest) -> QuerySet[Tournament]:
    """List tournaments, the newest first."""
    return _list_published_tournaments().order_by("-starts_on", "name", "pk")


@api.get(
    "/tournaments/{slug:slug}/",
    response={200: TournamentOut, 404: RefusalOut},
    url_name="api-tournament",
)
def tournament(request: HttpRequest, slug: str) -> Tournament:
    """Return one tournament."""
    return get_object_or_404(_list_published_tournaments(), slug=slug)


@api.get("/tournaments/{slug:slug}/entries/", response=list[EntryOut], url_name="api-entries")
@paginate(Pagination)
def entries(request: HttpRequest, slug: str) -> QuerySet[Entry]:
    """List the entries that have not withdrawn, by table."""
    tournament_entries = get_object_or_404(_list_published_tournaments(), slug=slug).entries.filter(
        withdrawn=False
    )
    related = tournament_entries.select_related("table__centre", "team", "tournament")
    return related.prefetch_related("players")


@api.get(
    "/tournaments/{slug:slug}/games/",
    response={200: list[GameOut], 404: RefusalOut},
    url_name="api-games",
)
def games(request: HttpRequest, slug: str) -> QuerySet[Game]:
    """List the games that are ready or further, with their times, by number."""
    games = _list_games(get_object_or_404(_list_published_tournaments(), slug=slug))
    return games.order_by("number")


@api.get(
    "/tournaments/{slug:slug}/games/{int:number}/turns/",
    response={200: list[TurnOut], 404: RefusalOut},
    url_name="api-turns",
)
def turns(request: HttpRequest, slug: str, number: int) -> list[Any]:
    """List the turns whose word is on the board: letters, retained word, how many players
    found it."""
    game = _get_game(slug, number)
    standings = load_standings(game)
    placed = game.turns.filter(state__in=list(PLACED_TURN_STATES))
    return [TurnOut.from_turn(turn, *standings.get_best_and_top_count(turn)) for turn in placed]


@api.get(
    "/tournaments/{slug:slug}/ranking/",
    response={200: RankingOut, 404: RefusalOut, 422: RefusalOut},
    url_name="api-ranking",
)
def ranking(
    request: HttpRequest, slug: str, parameters: Query[RankingParameters]
) -> RankingOut | Status[dict[str, str]]:
    """Return the ranking of the tournament, or of some games, entries or groups.

    The answer is not paginated: ranks could change between two pages.
    """
    tournament = get_object_or_404(_list_published_tournaments(), slug=slug)
    if tournament.discipline == Discipline.CLASSIC:
        sentence = _("Tournoi classique : son classement est à l’adresse « standings/ ».")
        return Status(404, {"detail": sentence})
    public = list_public_games(tournament)
    ranking_data = load_ranking_data(tournament, games=public)
    form = RankingQuery(ranking_data, request.GET)
    if not form.is_valid():
        return Status(422, _describe_invalid_parameters(form.errors))
    specification = form.build_specification()
    result, grouped_by = Ranking(ranking_data, specification), specification.grouped_by
    names = ranking_data.group_names.get(grouped_by, {}) if grouped_by else {}
    groups = result.rank_groups_by(grouped_by) if grouped_by else []
    tops = dict(zip(ranking_data.games, ranking_data.ranking_input.top_totals, strict=True))
    ended = result.has_finished_game
    return RankingOut(
        provisional=result.is_provisional,
        unverified=TournamentOut.resolve_unverified(tournament),
        withheld=find_hidden_results(tournament, public),
        mode=specification.settings.mode,
        games=[game.number for game in result.games],
        tops=[tops[game] for game in result.games],
        entries=[]
        if grouped_by
        else [RankedOut.from_ranked(row, ended=ended) for row in result.ranked_entries],
        groups=[
            RankedGroupOut.from_group(group, names.get(group.name, group.name), ended=ended)
            for group in groups
        ],
    )
