"""The public page of a classic match: board, scores, clocks, moves.

Letters are not shown while they can still be played.
"""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.classic.core.visible_state import Viewer
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation import paper as papers
from tournament.classic.presentation.match.match_words import describe_match_place
from tournament.classic.presentation.match.public import get_both_names, list_public_sentences
from tournament.classic.presentation.match.sheets import build_match_sheet, build_score_sheet
from tournament.classic.presentation.match.table_clocks import describe_phase
from tournament.classic.presentation.paper import PrintedGame
from tournament.classic.queries.freshness import compute_countdown_stamp, compute_match_stamp
from tournament.classic.queries.games import (
    get_commitment,
    get_public_seed,
    list_games,
    load_visible_state,
)
from tournament.classic.queries.rounds import are_results_public
from tournament.classic.queries.table_clocks import has_table_clock, load_match_clock
from tournament.classic.views.match_display import (
    ClockFace,
    LinePairs,
    build_clock_faces,
    build_common_face,
    build_countdown_face,
    build_table_clock_faces,
    describe_bag,
    find_last_move,
    pair_lines,
)
from tournament.classic.views.public.match_sharing import build_match_preview, get_match
from tournament.core.states import ResultVisibility
from tournament.models import Tournament
from tournament.protocol.update_channel import make_shared_update_token
from tournament.queries.access import get_roles
from tournament.queries.clock import now
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.people.public_names import PublicNames
from tournament.views.pdf import build_pdf_response
from tournament.views.public.access import cached_public_page, for_everybody
from tournament.views.shortcuts import is_htmx, parse_number


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """A match as displayed; ``seed``: the label of ``seed_hash``, which proves the draws."""

    names: tuple[str, str]
    token: str
    address: str
    game: MatchGame | None = None
    match_place: str = ""
    faces: list[ClockFace] = field(default_factory=list)
    common: ClockFace | None = None
    warn: int = 0
    lines: list[str] = field(default_factory=list)
    grid: list[str] = field(default_factory=list)
    last_move: dict[str, str] | None = None
    line_pairs: LinePairs = field(default_factory=list)
    bag: str = ""
    seed: str = ""
    seed_hash: str = ""
    results: list[PrintedGame] = field(default_factory=list)


@require_safe
@cached_public_page(compute_people_fingerprint, compute_countdown_stamp, compute_match_stamp)
def match(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Render the match; ``?game=2`` for an earlier game, ``?big=1`` for a screen in the hall."""
    shown_match = get_match(tournament, match_id)
    if _is_withheld(request, shown_match):
        return _render_withheld_page(request, shown_match)
    games = list(list_games(shown_match))
    game = _find_requested_game(games, request)
    view = _build_view(request, shown_match, game, games)
    if is_htmx(request):
        return render(request, "classic/public/match_part.html", {"view": view})
    context = {
        "tournament": tournament,
        "match": shown_match,
        "preview": build_match_preview(shown_match, view.names),
        "view": view,
        "games": games,
        "game": game,
        "big": request.GET.get("big") == "1",
    }
    return render(request, "classic/public/match.html", context)


def _is_withheld(request: HttpRequest, match: Match) -> bool:
    """Return True if the user may not see the scores yet; the staff sees all."""
    match_round, tournament = match.round, match.tournament
    if match_round is None or are_results_public(tournament, match_round):
        return False
    return not get_roles(request.user, tournament)


def _render_withheld_page(request: HttpRequest, match: Match) -> HttpResponse:
    tournament = match.tournament
    withheld = ResultVisibility(tournament.publicity)
    context = {"tournament": tournament, "round": match.round, "withheld": withheld}
    name = "classic/public/match_withheld.html"
    return render(request, name, context, status=HTTPStatus.FORBIDDEN)


def _find_requested_game(games: list[MatchGame], request: HttpRequest) -> MatchGame | None:
    number = parse_number(request.GET.get("game", ""))
    matching = [game for game in games if game.number == number] or games
    return matching[-1] if matching else None


def _build_view(
    request: HttpRequest, shown_match: Match, game: MatchGame | None, games: list[MatchGame]
) -> PublicMatch:
    names = get_both_names(shown_match, PublicNames(shown_match.tournament))
    common_fields: dict[str, Any] = {
        "names": names,
        "token": make_shared_update_token(f"match:{shown_match.pk}"),
        "address": request.get_full_path(),
        "results": build_match_sheet(shown_match, names).games if shown_match.over_at else [],
    }
    if game is None and has_table_clock(shown_match):
        return PublicMatch(**common_fields, **_describe_clock(shown_match, names))
    return PublicMatch(
        **common_fields, **(_describe_game(shown_match, game, games, names) if game else {})
    )


def _describe_clock(shown_match: Match, names: tuple[str, str]) -> dict[str, Any]:
    """Return the clock of a game on paper."""
    shown, moment = load_match_clock(shown_match), now()
    state = shown.advance_to(moment)
    return {
        "match_place": describe_match_place(shown_match, shown.number),
        "faces": build_table_clock_faces(state, names),
        "common": build_countdown_face(shown.countdown, moment),
        "warn": state.terms.warn_s * 1000,
        "lines": [describe_phase(state, names)],
    }


def _describe_game(
    shown_match: Match, game: MatchGame, games: list[MatchGame], names: tuple[str, str]
) -> dict[str, Any]:
    state = load_visible_state(game, Viewer.OTHERS, now())
    seed = get_public_seed(game)
    return {
        "game": game,
        "match_place": describe_match_place(shown_match, game.number, len(games)),
        "faces": build_clock_faces(state, names),
        "common": build_common_face(state),
        "warn": state.terms.warn_s * 1000,
        "lines": list_public_sentences(state, names),
        "grid": list(state.rows),
        "last_move": find_last_move(state),
        "line_pairs": pair_lines(state),
        "bag": describe_bag(state),
        "seed": "" if state.terms.real_tiles else _describe_seed(seed),
        "seed_hash": seed or get_commitment(game),
    }


def _describe_seed(seed: str | None) -> str:
    if seed:
        return _("Graine des tirages :")
    return _("Empreinte SHA-256 de la graine des tirages, publiée d’avance :")


@require_safe
@for_everybody
def sheets(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Print the score sheets of the games, with nothing that the page does not show (2.1)."""
    shown_match = get_match(tournament, match_id)
    if _is_withheld(request, shown_match):
        return _render_withheld_page(request, shown_match)
    names = get_both_names(shown_match, PublicNames(tournament))
    moment = now()
    filled = [
        build_score_sheet(shown_match, game, load_visible_state(game, Viewer.OTHERS, moment), names)
        for game in list_games(shown_match)
    ]
    return build_pdf_response(
        papers.build_score_sheets(tournament, filled), f"feuilles-de-marque-{shown_match.pk}"
    )
