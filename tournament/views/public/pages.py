"""What everybody may see: the list of tournaments, the live screen, rankings, proof of draws."""

from dataclasses import dataclass
from http import HTTPStatus

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.states import SEEDED_SOURCES, GameState
from tournament.models import Game, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.seal import seal_of
from tournament.queries.tops import commitment_of
from tournament.views.player.forms import TableCodeForm
from tournament.words.endings import end_reasons

LIVE = (GameState.READY, GameState.RUNNING, GameState.INTERRUPTED)
#: Tournaments on the home page.
SHOWN = 30


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments, running ones first, and the door for players and staff."""
    games = Prefetch("games", Game.objects.exclude(state=GameState.DRAFT))
    found = Tournament.objects.prefetch_related(games).order_by("-starts_on", "name")[:SHOWN]
    live = [tournament for tournament in found if _is_live(tournament)]
    others = [tournament for tournament in found if not _is_live(tournament)]
    context = {"live": live, "others": others, "form": TableCodeForm()}
    return render(request, "public/home.html", context)


def _is_live(tournament: Tournament) -> bool:
    return any(game.state in LIVE for game in tournament.games.all())


@dataclass(frozen=True, slots=True)
class ProofShown:
    """What is published of a game's draws: the fingerprint at once, the seed at its end."""

    game: Game
    commitment: str | None
    seed: str | None
    #: Fingerprint of the sheet of a game written down before it is played.
    seal: str | None

    @property
    def seeded(self) -> bool:
        """Whether the letters come from the seed."""
        return self.game.source in SEEDED_SOURCES


def _proof(game: Game) -> ProofShown:
    over = game.state in {GameState.FINISHED, GameState.VOID}
    commitment = commitment_of(game)
    return ProofShown(game, commitment, game.seed if over and commitment else None, seal_of(game))


@require_safe
@never_cache
def tournament_home(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's own page: its games, its rankings, what proves its draws."""
    tournament = get_object_or_404(Tournament, slug=slug)
    proofs = [_proof(game) for game in tournament.games.exclude(state=GameState.DRAFT)]
    context = {
        "tournament": tournament,
        "proofs": proofs,
        "seeded": any(proof.seeded for proof in proofs),
        "entries": tournament.entries.filter(withdrawn=False).count(),
    }
    return render(request, "public/tournament.html", context)


@require_safe
@never_cache
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The big screen of the room, which also fits a phone."""
    tournament = get_object_or_404(Tournament, slug=slug)
    data = {
        "token": make_token(Ticket(tournament.pk, Audience.PUBLIC)),
        "tokenUrl": reverse("public-token", args=[slug]),
        "tournament": tournament.name,
        "endReasons": end_reasons(),
    }
    return render(request, "public/screen.html", {"tournament": tournament, "data": data})


@require_safe
@never_cache
def token(_request: HttpRequest, slug: str) -> JsonResponse:
    """A fresh token for the public socket."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return JsonResponse({}, status=HTTPStatus.NOT_FOUND)
    return JsonResponse({"token": make_token(Ticket(tournament.pk, Audience.PUBLIC))})
