"""The first page, with its tournaments, and the page that says who runs this installation."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.states import GameState, TournamentState
from tournament.models import Game, Tournament
from tournament.queries.access import list_public_tournaments
from tournament.views.player.forms import TableCodeForm
from tournament.views.public.current_grid import CurrentGrid, load_grid
from tournament.views.public.leaders import Leaders, load_leaders
from tournament.views.public.sharing import Share

LIVE = (GameState.READY, GameState.RUNNING, GameState.INTERRUPTED)
#: Number of tournaments on the home page, and of running ones that show their board.
SHOWN = 30
GRIDS = 2


@dataclass(frozen=True, slots=True)
class LiveTournament:
    """A tournament with a game in progress or ready; ``grid``: None before its first word."""

    tournament: Tournament
    grid: CurrentGrid | None
    leaders: Leaders


def _load_live(tournament: Tournament) -> LiveTournament:
    grid = load_grid(tournament)
    return LiveTournament(tournament, grid, load_leaders(tournament) if grid else Leaders())


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show the running tournaments with grid and leaders, then three ways on: to follow, to play,
    to organise."""
    games = Prefetch("games", Game.objects.exclude(state=GameState.DRAFT))
    tournaments = list_public_tournaments().order_by("-starts_on", "name")
    unarchived = tournaments.exclude(state=TournamentState.ARCHIVED)
    current = unarchived.select_related("organisation").prefetch_related(games)[:SHOWN]
    live = [tournament for tournament in current if _is_live(tournament)]
    shown = [_load_live(tournament) for tournament in live[:GRIDS]]
    context = {
        "shown": [row for row in shown if row.grid],
        "live": live,
        "others": [tournament for tournament in current if not _is_live(tournament)],
        "archived": tournaments.filter(state=TournamentState.ARCHIVED)[:SHOWN],
        "form": TableCodeForm(),
        "self_registration": settings.SELF_REGISTRATION,
        "share": Share(
            _("Duplicata, tournois de Scrabble duplicate en direct"),
            _(
                "Pour les clubs qui les organisent, les joueurs à leur table, et tous ceux qui les "
                "suivent : grille, classement, feuilles de partie."
            ),
        ),
    }
    return render(request, "public/home.html", context)


def _is_live(tournament: Tournament) -> bool:
    return any(game.state in LIVE for game in tournament.games.all())


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say what this software is, who runs this installation, and where its source is."""
    context = {
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
        "source_url": settings.SOURCE_URL,
    }
    return render(request, "public/about.html", context)
