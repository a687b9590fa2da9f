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
    GameState,
    Publicity,
    TournamentState,
)
from tournament.models import Game, Tournament, Turn
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.protocol.view import find_current_game
from tournament.queries.freshness import compute_people_stamp
from tournament.queries.position import load_position
from tournament.queries.results.publicity import find_withheld
from tournament.queries.results.tops import get_commitment
from tournament.queries.seal import compute_seal
from tournament.views.public.access import cached_for_everybody, for_everybody
from tournament.views.public.withheld import is_withheld_from


@dataclass(frozen=True, slots=True)
class CurrentGrid:
    """The current board of a game, and the word placed last."""

    game: Game
    rows: list[str]
    last: Turn


def load_grid(tournament: Tournament) -> CurrentGrid | None:
    """Return the current board, None before the first word."""
    game = find_current_game(tournament.pk)
    position = load_position(game) if game else None
    if position is None or not position.placed_turns:
        return None
    return CurrentGrid(position.game, position.board.rows(), position.placed_turns[-1])


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A game of the programme, and what is published of its draws: the fingerprint at once, the
    seed at the end."""

    game: Game
    commitment: str | None
    seed: str | None
    #: Fingerprint of the sheet of a game prepared in advance.
    seal: str | None
    #: When the results become public, if the user may not see them yet.
    withheld: Publicity | None = None

    @property
    def seeded(self) -> bool:
        """Return True if the letters come from the seed."""
        return self.game.source in SEEDED_SOURCES

    @property
    def played(self) -> bool:
        """Return True if the game has a sheet and a ranking."""
        return self.game.state in PLAYED_GAME_STATES


def _build_programme_line(request: HttpRequest, game: Game) -> ProgrammeLine:
    is_over = game.state in {GameState.FINISHED, GameState.VOID}
    commitment = get_commitment(game)
    publicity = find_withheld(game) if is_withheld_from(request, game) else None
    seed = game.seed if is_over and commitment else None
    return ProgrammeLine(game, commitment, seed, compute_seal(game), publicity)


def _collect_other_games(tournament: Tournament) -> dict[str, Any]:
    """Return what other modules add to the page of the tournament."""
    return {
        name: value
        for describe in ports.describe_home
        for name, value in describe(tournament).items()
    }


def _stamp_other_games(tournament: Tournament) -> str:
    return repr(_collect_other_games(tournament))


@require_safe
@cached_for_everybody(compute_people_stamp, _stamp_other_games, classic="home")
def tournament_home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the page of a tournament: its games, its rankings, the proof of its draws."""
    proofs = [
        _build_programme_line(request, game)
        for game in tournament.games.exclude(state=GameState.DRAFT).select_related("tournament")
    ]
    context = {
        "tournament": tournament,
        "grid": load_grid(tournament),
        "proofs": proofs,
        "seeded": any(proof.seeded for proof in proofs),
        "entries": tournament.entries.filter(withdrawn=False).count(),
        **_collect_other_games(tournament),
    }
    return render(request, "public/tournament.html", context)


def make_public_token(request: HttpRequest, tournament: Tournament) -> str:
    """Return a token of the public socket.

    The token of a draft names its user: it is valid while the account has a role.
    """
    draft = tournament.state == TournamentState.DRAFT
    return make_token(
        Ticket(tournament.pk, Audience.PUBLIC, user_id=request.user.pk if draft else None)
    )


@require_safe
@for_everybody
def token(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Return a new token for the public socket."""
    return JsonResponse({"token": make_public_token(request, tournament)})
