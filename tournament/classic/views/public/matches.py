"""A classic match as everybody may follow it: grid, scores, clocks, moves; no letters of anybody
before they can no longer be played."""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.classic.core.rounds.states import SHOWN
from tournament.classic.core.visible_state import Viewer
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation import paper as papers
from tournament.classic.presentation.match.common import where
from tournament.classic.presentation.match.public import both_names, said_to_all
from tournament.classic.presentation.match.sheets import match_sheet_of, score_sheet_of
from tournament.classic.presentation.paper import PrintedGame
from tournament.classic.queries.games import commitment_of, games_of, seed_shown, seen_of
from tournament.classic.queries.rounds import results_public
from tournament.classic.views.match_display import (
    ClockFace,
    Pairs,
    bag_told,
    common_face,
    faces,
    last_move,
    pairs,
)
from tournament.core.states import Publicity
from tournament.models import Tournament
from tournament.protocol.update_channel import beside_token
from tournament.queries.access import roles_of
from tournament.queries.clock import now
from tournament.queries.people.public_names import PublicNames
from tournament.views.pdf import pdf
from tournament.views.public.access import for_everybody
from tournament.views.staff import is_htmx, whole_number


@dataclass(frozen=True, slots=True)
class MatchShown:
    """``seed``: what is said of the draws, and the number that proves it."""

    names: tuple[str, str]
    token: str
    address: str
    game: MatchGame | None = None
    where: str = ""
    faces: list[ClockFace] = field(default_factory=list)
    common: ClockFace | None = None
    warn: int = 0
    lines: list[str] = field(default_factory=list)
    grid: list[str] = field(default_factory=list)
    last: dict[str, str] | None = None
    rows: Pairs = field(default_factory=list)
    bag: str = ""
    seed: str = ""
    seed_hash: str = ""
    results: list[PrintedGame] = field(default_factory=list)


@require_safe
@for_everybody
def match(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """``?game=2`` for one that is not the last; ``?big=1`` for a screen in the hall."""
    found = _match(tournament, match_id)
    if _is_kept(request, found):
        return _kept(request, found)
    games = list(games_of(found))
    game = _chosen(games, request)
    view = _shown(request, found, game, games)
    if is_htmx(request):
        return render(request, "classic/public/match_part.html", {"view": view})
    context = {
        "tournament": tournament,
        "match": found,
        "view": view,
        "games": games,
        "game": game,
        "big": request.GET.get("big") == "1",
    }
    return render(request, "classic/public/match.html", context)


def _match(tournament: Tournament, match_id: int) -> Match:
    """Of no round, or of one that is shown: who is paired is nobody's to read before."""
    shown = Match.objects.filter(Q(round=None) | Q(round__state__in=SHOWN))
    matches = shown.select_related("round", "x", "y", "tournament")
    return get_object_or_404(matches, tournament=tournament, pk=match_id)


def _is_kept(request: HttpRequest, match: Match) -> bool:
    """Whether what is scored in it is not for who asks; the staff sees everything."""
    one, tournament = match.round, match.tournament
    if one is None or results_public(tournament, one):
        return False
    return not roles_of(request.user, tournament)


def _kept(request: HttpRequest, match: Match) -> HttpResponse:
    tournament = match.tournament
    withheld = Publicity(tournament.publicity)
    context = {"tournament": tournament, "round": match.round, "withheld": withheld}
    name = "classic/public/match_withheld.html"
    return render(request, name, context, status=HTTPStatus.FORBIDDEN)


def _chosen(games: list[MatchGame], request: HttpRequest) -> MatchGame | None:
    number = whole_number(request.GET.get("game", ""))
    asked = [one for one in games if one.number == number] or games
    return asked[-1] if asked else None


def _shown(
    request: HttpRequest, found: Match, game: MatchGame | None, games: list[MatchGame]
) -> MatchShown:
    names = both_names(found, PublicNames(found.tournament))
    frame: dict[str, Any] = {
        "names": names,
        "token": beside_token(f"match:{found.pk}"),
        "address": request.get_full_path(),
        "results": match_sheet_of(found, names).games if found.over_at else [],
    }
    return MatchShown(**frame, **(_of_game(found, game, games, names) if game else {}))


def _of_game(
    found: Match, game: MatchGame, games: list[MatchGame], names: tuple[str, str]
) -> dict[str, Any]:
    seen = seen_of(game, Viewer.OTHERS, now())
    seed = seed_shown(game)
    return {
        "game": game,
        "where": where(found, game, len(games)),
        "faces": faces(seen, names),
        "common": common_face(seen),
        "warn": seen.terms.warn_s * 1000,
        "lines": said_to_all(seen, names),
        "grid": list(seen.rows),
        "last": last_move(seen),
        "rows": pairs(seen),
        "bag": bag_told(seen),
        "seed": "" if seen.terms.real_tiles else _seed_words(seed),
        "seed_hash": seed or commitment_of(game),
    }


def _seed_words(seed: str | None) -> str:
    if seed:
        return _("Graine des tirages :")
    return _("Empreinte SHA-256 de la graine des tirages, publiée d’avance :")


@require_safe
@for_everybody
def sheets(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The score sheets of its games and nothing that the page does not show (2.1)."""
    found = _match(tournament, match_id)
    if _is_kept(request, found):
        return _kept(request, found)
    names = both_names(found, PublicNames(tournament))
    at = now()
    filled = [
        score_sheet_of(found, game, seen_of(game, Viewer.OTHERS, at), names)
        for game in games_of(found)
    ]
    return pdf(papers.score_sheets(tournament, filled), f"feuilles-de-marque-{found.pk}")
