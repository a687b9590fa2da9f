"""The rankings as a page, a PDF or a CSV file."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.ranking.measures import Measure
from tournament.models import Game, Tournament
from tournament.presentation.files.spreadsheet import CSV
from tournament.queries.access import get_roles
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.results.publicity import find_hidden_results, list_public_games
from tournament.queries.results.ranking import get_ranking_settings, load_ranking_data
from tournament.views.download import download
from tournament.views.pdf import build_pdf_response
from tournament.views.public.access import cached_public_page, for_everybody, with_classic_page
from tournament.views.public.ranking import FIRST_ROWS, Ranking
from tournament.views.public.ranking_forms import RankingQuery, get_single_game_parameter
from tournament.views.public.sharing import build_listing_preview
from tournament.views.public.tables import MAX_QUERY
from tournament.views.public.withheld import find_withheld_game, render_withheld_page
from tournament.views.shortcuts import parse_number
from tournament.views.versions import CreationForm

#: Rows of each part after the first.
PART_ROWS = 1000


def _load_requested_ranking(
    request: HttpRequest, tournament: Tournament
) -> tuple[Ranking, RankingQuery]:
    """Return the ranking and its form. Raise Http404 for invalid parameters."""
    roles = frozenset(get_roles(request.user, tournament))
    # If warnings break ties, the order would reveal warnings that are not public yet.
    has_early_warnings = (
        bool(roles) and Measure.WARNINGS not in get_ranking_settings(tournament).tie_breaks
    )
    public_games = None if roles else list_public_games(tournament)
    ranking_data = load_ranking_data(
        tournament,
        show_current_warnings=has_early_warnings
        and get_single_game_parameter(request.GET) is not None,
        games=public_games,
    )
    form = RankingQuery(ranking_data, request.GET)
    if not form.is_valid():
        raise Http404
    publicity = None if public_games is None else find_hidden_results(tournament, public_games)
    return Ranking(ranking_data, form.build_specification(), roles, withheld=publicity), form


def _find_requested_withheld_game(request: HttpRequest, tournament: Tournament) -> Game | None:
    """Return the only requested game if its results are not public for the user."""
    number = parse_number(get_single_game_parameter(request.GET) or "")
    if number is None:
        return None
    games = tournament.games.filter(number=number).select_related("tournament")
    return find_withheld_game(request, list(games))


@require_safe
@cached_public_page(compute_people_fingerprint, classic="ranking")
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the ranking: ``?game=2`` or ``?games=1,3``, ``?mode=``, ``?series=4``…, ``?by=club``,
    ``?kind=pairs``."""
    if (game := _find_requested_withheld_game(request, tournament)) is not None:
        return render_withheld_page(request, game)
    shown_ranking, form = _load_requested_ranking(request, tournament)
    cast(Any, request).roles = shown_ranking.roles  # for the navigation (``presentation.roles``)
    context = {
        "ranking": replace(
            shown_ranking,
            search=request.GET.get("q", "").strip()[:MAX_QUERY],
            first_row=_parse_first_row(request),
            part_size=FIRST_ROWS,
        ),
        "tournament": shown_ranking.data.tournament,
        "form": form,
        "tie_form": CreationForm(),
        "preview": build_listing_preview(tournament, shown_ranking.title),
        "other_parameters": [
            (name, value)
            for name, values in request.GET.lists()
            for value in values
            if name not in {"q", "from"}
        ],
    }
    return render(request, "public/ranking.html", context)


def _parse_first_row(request: HttpRequest) -> int:
    return parse_number(request.GET.get("from", "")) or 1


@require_safe
@cached_public_page(compute_people_fingerprint)
def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the rows of a long ranking from ``?from=``; ``?v=``: version of the page that asks.

    If the page is older than the results the answer is empty (409): rows would come twice, or
    never.
    """
    version = getattr(request, "version", "")
    if request.GET.get("v", version) != version:
        return HttpResponse(status=HTTPStatus.CONFLICT)
    shown_ranking, _form = _load_requested_ranking(request, tournament)
    part = replace(shown_ranking, first_row=_parse_first_row(request), part_size=PART_ROWS)
    return render(request, "public/ranking_rows.html", {"ranking": part, "tournament": tournament})


@require_safe
@for_everybody
@with_classic_page("ranking_pdf")
def as_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the ranking of the page as a PDF."""
    shown_ranking, _form = _load_requested_ranking(request, tournament)
    return build_pdf_response(
        shown_ranking.build_document(), _build_file_name(shown_ranking), cache=True
    )


@require_safe
@for_everybody
@with_classic_page("ranking_csv")
def as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the ranking of the page as a CSV file."""
    shown_ranking, _form = _load_requested_ranking(request, tournament)
    return download(shown_ranking.build_file(), CSV, _build_file_name(shown_ranking))


def _build_file_name(shown_ranking: Ranking) -> str:
    suffix = f"-{shown_ranking.game.number}" if shown_ranking.game else ""
    state = "-provisoire" if shown_ranking.is_provisional else ""
    return f"classement-{shown_ranking.data.tournament.slug}{suffix}{state}"
