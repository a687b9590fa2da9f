"""The addresses of the rankings: as a page, as a file, to be hung up."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.errors import Busy
from tournament.core.ranking.measures import Measure
from tournament.models import Game, Tournament
from tournament.presentation.spreadsheet import CSV
from tournament.queries.access import roles_of
from tournament.queries.freshness import people_of
from tournament.queries.results.publicity import kept_back, open_games
from tournament.queries.results.ranking import ranking_field, ranking_settings
from tournament.views.download import download
from tournament.views.pdf import pdf
from tournament.views.public.access import for_everybody, for_many, or_classic
from tournament.views.public.ranking import Ranking
from tournament.views.public.ranking_forms import RankingQuery, one_game_asked
from tournament.views.public.tables import LONGEST
from tournament.views.public.withheld import kept_game, page_of
from tournament.views.staff import refused, whole_number


def _asked(request: HttpRequest, tournament: Tournament) -> tuple[Ranking, RankingQuery]:
    """Raises Http404 for a ranking of what is not there."""
    roles = frozenset(roles_of(request.user, tournament))
    # Where warnings separate equal ones, what is not told yet would tell itself by the order.
    early = bool(roles) and Measure.WARNINGS not in ranking_settings(tournament).tie_breaks
    public = None if roles else open_games(tournament)
    field = ranking_field(
        tournament, warnings_early=early and one_game_asked(request.GET) is not None, games=public
    )
    form = RankingQuery(field, request.GET)
    if not form.is_valid():
        raise Http404
    kept = None if public is None else kept_back(tournament, public)
    return Ranking(field, form.wanted(), roles, withheld=kept), form


def _kept(request: HttpRequest, tournament: Tournament) -> Game | None:
    """The only game asked for, while its results are not for who asks."""
    number = whole_number(one_game_asked(request.GET) or "")
    if number is None:
        return None
    games = tournament.games.filter(number=number).select_related("tournament")
    return kept_game(request, list(games))


@require_safe
@for_many(people_of, classic="ranking")
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?game=2`` or ``?games=1,3``, ``?mode=``, ``?series=4``…, ``?by=club``, ``?kind=pairs``."""
    if (game := _kept(request, tournament)) is not None:
        return page_of(request, game)
    found, form = _asked(request, tournament)
    context = {
        "ranking": replace(found, find=request.GET.get("q", "").strip()[:LONGEST]),
        "tournament": found.field.tournament,
        "form": form,
        "kept": [
            (name, value) for name, values in request.GET.lists() for value in values if name != "q"
        ],
    }
    return render(request, "public/ranking.html", context)


@require_safe
@for_everybody
@or_classic("ranking_pdf")
def as_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the page shows, to be hung up."""
    found, _form = _asked(request, tournament)
    try:
        return pdf(found.document(), _file_name(found), keep=True)
    except Busy as error:
        return refused(request, error)


@require_safe
@for_everybody
@or_classic("ranking_csv")
def as_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the page shows as a file for spreadsheets."""
    found, _form = _asked(request, tournament)
    return download(found.file(), CSV, _file_name(found))


def _file_name(found: Ranking) -> str:
    suffix = f"-{found.game.number}" if found.game else ""
    state = "-provisoire" if found.provisional else ""
    return f"classement-{found.field.tournament.slug}{suffix}{state}"
