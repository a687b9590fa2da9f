"""The first page, with its tournaments, and the page that says who runs this installation."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_safe

from tournament.core.states import UNDER_WAY_GAME_STATES, GameState, TournamentState
from tournament.models import Game, Tournament
from tournament.queries.access import list_public_tournaments
from tournament.queries.freshness import compute_people_fingerprint, compute_tournament_fingerprint
from tournament.views.player.forms import TableCodeForm
from tournament.views.public.conditional import share_for_seconds
from tournament.views.public.current_board import CurrentBoard, load_current_board
from tournament.views.public.leaders import Leaders, load_leaders
from tournament.views.public.sharing import PagePreview

LIVE_STATES = (GameState.READY, *UNDER_WAY_GAME_STATES)
#: Number of tournaments on the home page, and of running ones that show their board.
MAX_TOURNAMENTS = 30
MAX_GRIDS = 2


@dataclass(frozen=True, slots=True)
class LiveTournament:
    """A tournament with a game in progress or ready; ``grid``: None before its first word."""

    tournament: Tournament
    grid: CurrentBoard | None
    leaders: Leaders


def _load_live(tournament: Tournament) -> LiveTournament:
    grid = load_current_board(tournament)
    return LiveTournament(tournament, grid, load_leaders(tournament) if grid else Leaders())


def _list_current_tournaments() -> list[Tournament]:
    """List the newest tournaments that are public and not archived, with their games."""
    games = Prefetch("games", Game.objects.exclude(state=GameState.DRAFT))
    unarchived = list_public_tournaments().exclude(state=TournamentState.ARCHIVED)
    ordered = unarchived.order_by("-starts_on", "name").select_related("organisation")
    return list(ordered.prefetch_related(games)[:MAX_TOURNAMENTS])


def _list_shown_tournaments(current: Iterable[Tournament]) -> list[Tournament]:
    """List the running tournaments that show their board."""
    return list(islice(filter(_is_live, current), MAX_GRIDS))


def _compute_live_stamp(shown: Iterable[Tournament]) -> str:
    """Compute a digest of all that the running tournaments show."""
    stamps = [
        compute_tournament_fingerprint(
            tournament, compute_people_fingerprint(tournament), get_language()
        )
        for tournament in shown
    ]
    return sha256("".join(stamps).encode()).hexdigest()[:32]


def _build_live_context(shown: Iterable[Tournament]) -> dict[str, Any]:
    live_tournaments = [live for live in map(_load_live, shown) if live.grid]
    return {"shown": live_tournaments, "stamp": _compute_live_stamp(shown)}


@require_safe
@share_for_seconds
@condition(
    etag_func=lambda _request: (
        f'"{_compute_live_stamp(_list_shown_tournaments(_list_current_tournaments()))}"'
    )
)
def live(request: HttpRequest) -> HttpResponse:
    """Show the part of the home page that follows the running games."""
    return render(
        request,
        "public/home.html#live",
        _build_live_context(_list_shown_tournaments(_list_current_tournaments())),
    )


@require_safe
@never_cache  # its form has a token of its own
def home(request: HttpRequest) -> HttpResponse:
    """Show the running tournaments with grid and leaders, then links for spectators, players and
    organisers."""
    current = _list_current_tournaments()
    archived = list_public_tournaments().filter(state=TournamentState.ARCHIVED)
    context = {
        **_build_live_context(_list_shown_tournaments(current)),
        "live": [tournament for tournament in current if _is_live(tournament)],
        "others": [tournament for tournament in current if not _is_live(tournament)],
        "archived": archived.order_by("-starts_on", "name")[:MAX_TOURNAMENTS],
        "form": TableCodeForm(),
        "self_registration": settings.SELF_REGISTRATION,
        "preview": PagePreview(
            _("Duplicata, tournois de Scrabble duplicate en direct"),
            _(
                "Pour les clubs qui les organisent, les joueurs à leur table, et tous ceux qui les "
                "suivent : grille, classement, feuilles de partie."
            ),
        ),
    }
    return render(request, "public/home.html", context)


def _is_live(tournament: Tournament) -> bool:
    return any(game.state in LIVE_STATES for game in tournament.games.all())


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say what this software is, who runs this installation, and where its source is."""
    context = {
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
        "source_url": settings.SOURCE_URL,
    }
    return render(request, "public/about.html", context)
