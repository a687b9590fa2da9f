"""What everybody may see: the list of tournaments, a tournament, proof of its draws."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.core.states import PLAYED, SEEDED_SOURCES, GameState, Publicity, TournamentState
from tournament.models import Game, Tournament, Turn
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.protocol.view import current_game
from tournament.queries.access import shown
from tournament.queries.freshness import people_of
from tournament.queries.position import position_of
from tournament.queries.results.publicity import withheld
from tournament.queries.results.tops import commitment_of
from tournament.queries.seal import seal_of
from tournament.views.player.forms import TableCodeForm
from tournament.views.public.access import for_everybody, for_many
from tournament.views.public.withheld import keeps

LIVE = (GameState.READY, GameState.RUNNING, GameState.INTERRUPTED)
#: Tournaments on the home page, and how many of those under way have their grid there.
SHOWN = 30
GRIDS = 2


@dataclass(frozen=True, slots=True)
class GridShown:
    """The grid that the room has before it, and the word that was laid last."""

    game: Game
    rows: list[str]
    last: Turn


def _grid(tournament: Tournament) -> GridShown | None:
    """None before the first word."""
    game = current_game(tournament.pk)
    position = position_of(game) if game else None
    if position is None or not position.placed:
        return None
    return GridShown(position.game, position.board.rows(), position.placed[-1])


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments, running ones first, and the door for players and staff."""
    games = Prefetch("games", Game.objects.exclude(state=GameState.DRAFT))
    known = shown().order_by("-starts_on", "name")
    current = known.exclude(state=TournamentState.ARCHIVED).prefetch_related(games)[:SHOWN]
    live = [tournament for tournament in current if _is_live(tournament)]
    context = {
        "live": [(one, _grid(one) if i < GRIDS else None) for i, one in enumerate(live)],
        "others": [tournament for tournament in current if not _is_live(tournament)],
        "archived": known.filter(state=TournamentState.ARCHIVED)[:SHOWN],
        "form": TableCodeForm(),
    }
    return render(request, "public/home.html", context)


def _is_live(tournament: Tournament) -> bool:
    return any(game.state in LIVE for game in tournament.games.all())


@dataclass(frozen=True, slots=True)
class GameShown:
    """A line of the programme, and what is published of the game's draws: the fingerprint at
    once, the seed at its end."""

    game: Game
    commitment: str | None
    seed: str | None
    #: Fingerprint of the sheet of a game written down before it is played.
    seal: str | None
    #: What results that he who asks may not see yet wait for.
    withheld: Publicity | None = None

    @property
    def seeded(self) -> bool:
        """Whether the letters come from the seed."""
        return self.game.source in SEEDED_SOURCES

    @property
    def played(self) -> bool:
        """Whether there is a sheet and a ranking."""
        return self.game.state in PLAYED


def _proof(request: HttpRequest, game: Game) -> GameShown:
    over = game.state in {GameState.FINISHED, GameState.VOID}
    commitment = commitment_of(game)
    kept = withheld(game) if keeps(request, game) else None
    seed = game.seed if over and commitment else None
    return GameShown(game, commitment, seed, seal_of(game), kept)


def _other_games(tournament: Tournament) -> dict[str, Any]:
    """What other games have to show on the tournament's page."""
    return {
        name: value
        for describe in ports.describe_home
        for name, value in describe(tournament).items()
    }


def _stamp_other_games(tournament: Tournament) -> str:
    return repr(_other_games(tournament))


@require_safe
@for_many(people_of, _stamp_other_games, classic="home")
def tournament_home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament's own page: its games, its rankings, what proves its draws."""
    proofs = [
        _proof(request, game)
        for game in tournament.games.exclude(state=GameState.DRAFT).select_related("tournament")
    ]
    context = {
        "tournament": tournament,
        "grid": _grid(tournament),
        "proofs": proofs,
        "seeded": any(proof.seeded for proof in proofs),
        "entries": tournament.entries.filter(withdrawn=False).count(),
        **_other_games(tournament),
    }
    return render(request, "public/tournament.html", context)


def token_of(request: HttpRequest, tournament: Tournament) -> str:
    """Of a draft, the token says whose it is: it is good while the account has a role."""
    draft = tournament.state == TournamentState.DRAFT
    return make_token(
        Ticket(tournament.pk, Audience.PUBLIC, user_id=request.user.pk if draft else None)
    )


@require_safe
@for_everybody
def token(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """A fresh token for the public socket."""
    return JsonResponse({"token": token_of(request, tournament)})
