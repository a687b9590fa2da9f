"""What everybody may see: the list of tournaments, the live screen, rankings, proof of draws."""

import csv
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.states import SEEDED_SOURCES, GameState, Role
from tournament.models import Game, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.access import roles_of
from tournament.queries.seal import seal_of
from tournament.queries.standings import (
    OverallRow,
    StandingRow,
    standings_of,
    tournament_standings,
)
from tournament.queries.tops import commitment_of
from tournament.views.player.forms import TableCodeForm
from tournament.words.endings import end_reasons
from tournament.words.spreadsheet import cell

PLAYED = (GameState.RUNNING, GameState.INTERRUPTED, GameState.FINISHED)
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


@dataclass(frozen=True)
class Ranking:
    """A ranking to show: of one game (``game``), or of the tournament over ``games``."""

    tournament: Tournament
    game: Game | None
    games: list[Game]
    rows: list[StandingRow] | list[OverallRow]
    #: Roles of whoever looks at it: the staff see warnings during the game as well.
    roles: frozenset[Role] = frozenset()

    @property
    def officer(self) -> bool:
        """Whether he may decide about warnings."""
        return not self.roles.isdisjoint({Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER})

    @property
    def shows_warnings(self) -> bool:
        return self.final or (self.game is not None and bool(self.roles))

    @cached_property
    def provisional(self) -> bool:
        """Whether something is still to be played, typed in or decided."""
        games = [self.game] if self.game else self.games
        return any(standings_of(game).provisional for game in games)

    @property
    def final(self) -> bool:
        """Whether solos are told and warnings taken off: at the end of the game only (3.5)."""
        return self.game is not None and self.game.state == GameState.FINISHED


def _ranking(request: HttpRequest, slug: str) -> Ranking:
    tournament = get_object_or_404(Tournament, slug=slug)
    roles = frozenset(roles_of(request.user, tournament))
    number = request.GET.get("game", "")
    if not number:
        return Ranking(tournament, None, *tournament_standings(tournament))
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise Http404
    games = list(tournament.games.filter(state__in=PLAYED))
    game = next((game for game in games if game.number == int(number)), None)
    if game is None:
        raise Http404
    return Ranking(tournament, game, games, standings_of(game).rows, roles)


@require_safe
@never_cache
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking at an address that stays; ``?game=2`` for one game."""
    found = _ranking(request, slug)
    return render(
        request, "public/ranking.html", {"ranking": found, "tournament": found.tournament}
    )


@require_safe
@never_cache
def ranking_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a file for spreadsheets: semicolons, as French ones expect."""
    found = _ranking(request, slug)
    suffix = f"-{found.game.number}" if found.game else ""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    state = "-provisoire" if found.provisional else ""
    name = f"classement-{slug}{suffix}{state}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response, delimiter=";")
    writer.writerow(_headings(found))
    for row in found.rows:
        writer.writerow([cell(value) for value in _values(found, row)])
    return response


def _headings(found: Ranking) -> list[str]:
    total = _("Total provisoire") if found.provisional else _("Total")
    names = [_("Rang"), _("Table"), _("Joueur"), total]
    if found.game is None:
        return names + [_("Partie %(number)s") % {"number": game.number} for game in found.games]
    if not found.final:
        return names
    return [*names, _("Points"), _("Solos"), _("Bonification"), _("Avertissements"), _("Retrait")]


def _values(found: Ranking, row: StandingRow | OverallRow) -> list[str | int]:
    common: list[str | int] = [row.rank, row.table, row.name, row.total]
    if isinstance(row, OverallRow):
        return common + list(row.games)
    if not found.final:
        return common
    return [*common, row.points, row.solos, row.bonus, row.warnings, row.deduction]
