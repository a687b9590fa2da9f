"""Public pages of a tournament: its own, and the proof of its draws."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.core.states import (
    PLAYED_GAME_STATES,
    SEEDED_SOURCES,
    UNDER_WAY_GAME_STATES,
    GameState,
    ResultVisibility,
    TournamentState,
)
from tournament.models import Game, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.local import get_centre_zone
from tournament.queries.results.publicity import find_withholding_end, is_in_progress
from tournament.queries.results.tops import get_commitment
from tournament.queries.seal import compute_seal, is_sheet_secret
from tournament.views.centre_choice import choose_public_centre, use_centre_zone
from tournament.views.public.access import cached_public_page, for_everybody
from tournament.views.public.current_board import load_current_board
from tournament.views.public.game_charts import load_live_charts
from tournament.views.public.leaders import load_leaders
from tournament.views.public.sharing import build_tournament_preview
from tournament.views.public.withheld import is_withheld_from


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A game of the programme, and what is published of its draws: the commitment at once, the
    seed at the end."""

    game: Game
    commitment: str | None
    seed: str | None
    #: Digest of the sheet of a game prepared in advance.
    seal: str | None
    #: When the results become public, if the user may not see them yet.
    withheld: ResultVisibility | None = None

    @property
    def is_seeded(self) -> bool:
        """Return True if the letters come from the seed."""
        return self.game.source in SEEDED_SOURCES

    @property
    def was_played(self) -> bool:
        """Return True if the game has a sheet and a ranking."""
        return self.game.state in PLAYED_GAME_STATES


def _build_programme_line(request: HttpRequest, game: Game) -> ProgrammeLine:
    is_over = game.state in {GameState.FINISHED, GameState.VOID}
    commitment = get_commitment(game)
    publicity = find_withholding_end(game) if is_withheld_from(request, game) else None
    seed = game.seed if is_over and commitment and not is_sheet_secret(game) else None
    return ProgrammeLine(game, commitment, seed, compute_seal(game), publicity)


def _collect_home_context(tournament: Tournament) -> dict[str, Any]:
    """Return what other modules add to the page of the tournament."""
    return {
        name: value
        for describe in ports.build_home_context
        for name, value in describe(tournament).items()
    }


def _compute_home_context_stamp(tournament: Tournament) -> str:
    return repr(_collect_home_context(tournament))


def _list_programme(request: HttpRequest, tournament: Tournament) -> list[ProgrammeLine]:
    games = tournament.games.exclude(state=GameState.DRAFT).select_related("tournament")
    return [_build_programme_line(request, game) for game in games]


@require_safe
@cached_public_page(compute_people_fingerprint, _compute_home_context_stamp, classic="home")
def tournament_home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the page of a tournament: who leads or won, the running game, the next game, the
    programme; ``?centre=`` with the hours of a centre."""
    programme = _list_programme(request, tournament)
    choice = choose_public_centre(request, tournament)
    context = {
        "tournament": tournament,
        "choice": choice,
        "zone": get_centre_zone(choice.chosen) if choice.chosen else "",
        "grid": load_current_board(tournament),
        "leaders": load_leaders(tournament),
        "charts": load_live_charts(request, tournament),
        "is_over": bool(programme) and not is_in_progress(tournament),
        "programme": programme,
        "next_game": next(
            (line.game for line in programme if line.game.state == GameState.READY), None
        ),
        "is_live": any(line.game.state in UNDER_WAY_GAME_STATES for line in programme),
        "entries": tournament.entries.filter(withdrawn=False).count(),
        "preview": build_tournament_preview(tournament),
        **_collect_home_context(tournament),
    }
    with use_centre_zone(choice.chosen):
        return render(request, "public/tournament.html", context)


@require_safe
@cached_public_page()
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render what is published of the draws of every game, and how anybody checks them."""
    proofs = _list_programme(request, tournament)
    context = {
        "tournament": tournament,
        "proofs": proofs,
        "has_seeded_games": any(proof.is_seeded for proof in proofs),
    }
    return render(request, "public/draws.html", context)


def make_public_token(request: HttpRequest, tournament: Tournament) -> str:
    """Return a token of the public socket.

    The token of a draft names its user: it is valid while the account has a role.
    """
    is_draft = tournament.state == TournamentState.DRAFT
    return make_token(
        Ticket(tournament.pk, Audience.PUBLIC, user_id=request.user.pk if is_draft else None)
    )


@require_safe
@for_everybody
def token(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Return a new token for the public socket."""
    return JsonResponse({"token": make_public_token(request, tournament)})
