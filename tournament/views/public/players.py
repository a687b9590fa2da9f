"""Public pages of players: search, turn by turn, comparison of two."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.core.ranking.ranking_input import Entrant
from tournament.core.states import PLAYED_GAME_STATES, GameKind
from tournament.models import Game, Tournament
from tournament.presentation.road_sheets import describe_leader
from tournament.queries.access import get_roles
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.results.publicity import (
    are_results_public,
    find_hidden_results,
    list_public_games,
)
from tournament.queries.results.ranking import RankingData, load_ranking_data
from tournament.queries.results.road_sheets import (
    PlayedTurn,
    PlayerGame,
    find_entrant,
    list_mort_subite_sheets,
    list_road_sheets,
)
from tournament.queries.seating_plan import filter_lines, list_by_name
from tournament.views.fair_play import find_table_in_play
from tournament.views.public.access import cached_public_page, shared_public_page
from tournament.views.public.sharing import build_player_preview
from tournament.views.public.tables import MAX_QUERY, PAGE_SIZE
from tournament.views.shortcuts import TournamentPage, is_htmx, parse_number


@require_safe
@shared_public_page
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the players; ``?q=`` searches a name, ``?with=`` names the entry to compare with."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY]
    plan = list_by_name(tournament)
    compared_id = parse_number(request.GET.get("with", ""))
    compared = next((line for line in plan if line.entry == compared_id), None)
    matches = [line for line in filter_lines(plan, query) if line is not compared]
    context = {
        "tournament": tournament,
        "q": query,
        "compared": compared,
        "page": Paginator(matches, PAGE_SIZE).get_page(
            parse_number(request.GET.get("page", "")) or 1
        ),
    }
    name = "public/players.html" + ("#found" if is_htmx(request) else "")
    return render(request, name, context)


def _get_entrants(ranking_data: RankingData, *entries: int) -> list[Entrant[int]]:
    """Return the entrants. Raise Http404 for an entry that is not in this tournament."""
    entrants = [find_entrant(ranking_data, entry) for entry in entries]
    if not all(entrants):
        raise Http404
    return [entrant for entrant in entrants if entrant]


def _load_ranking_data(request: HttpRequest, tournament: Tournament) -> RankingData:
    """Return the games whose results the user may see; the staff sees all."""
    roles = get_roles(request.user, tournament)
    return load_ranking_data(tournament, games=None if roles else list_public_games(tournament))


def _list_visible_mort_subites(request: HttpRequest, tournament: Tournament) -> list[Game]:
    """Return each *mort subite* whose results the user may see."""
    games = tournament.games.filter(kind=GameKind.MORT_SUBITE, state__in=PLAYED_GAME_STATES)
    mort_subites = list(games.select_related("tournament").order_by("number"))
    is_staff = bool(get_roles(request.user, tournament))
    return [game for game in mort_subites if is_staff or are_results_public(game)]


def _get_publication_state(tournament: Tournament, ranking_data: RankingData) -> dict[str, object]:
    """Return ``withheld``: when other results become public; ``settled``: nothing will change soon,
    so that an open page polls rarely."""
    publicity = find_hidden_results(tournament, ranking_data.games)
    return {
        "withheld": publicity,
        "settled": not publicity and not ranking_data.is_provisional(ranking_data.games),
    }


def _refuse_at_table_in_play(page: TournamentPage[...]) -> TournamentPage[...]:
    """Refuse the page to a device at a table in play.

    What it shows of earlier bulletins says which words are admitted.
    """

    @wraps(page)
    def wrapper(request: HttpRequest, tournament: Tournament, **arguments: int) -> HttpResponse:
        if find_table_in_play(request) is not None:
            context = {"tournament": tournament}
            return render(request, "public/at_table.html", context, status=HTTPStatus.FORBIDDEN)
        return page(request, tournament, **arguments)

    return wrapper


@require_safe
@cached_public_page(compute_people_fingerprint, classic="player")
@_refuse_at_table_in_play
def player(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Render every public game of one entry, turn by turn."""
    ranking_data = _load_ranking_data(request, tournament)
    (entrant,) = _get_entrants(ranking_data, entry_id)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "sheets": list_road_sheets(ranking_data, [entry_id])[entry_id],
        "mort_subites": list_mort_subite_sheets(
            _list_visible_mort_subites(request, tournament), entry_id
        ),
        "preview": build_player_preview(
            tournament,
            entry_id,
            entrant.name,
            reverse("public-player-picture", args=[tournament.slug, entry_id]),
        ),
        **_get_publication_state(tournament, ranking_data),
    }
    return render(request, "public/player.html", context)


@dataclass(frozen=True)
class ComparedTurn:
    """A turn of two compared players; ``lead``: of the first, after the turn."""

    first: PlayedTurn
    second: PlayedTurn

    @property
    def lead(self) -> int:
        return self.first.total - self.second.total


@dataclass(frozen=True)
class ComparedGame:
    first: PlayerGame
    second: PlayerGame

    @property
    def turns(self) -> list[ComparedTurn]:
        pairs = zip(self.first.turns, self.second.turns, strict=True)
        return [ComparedTurn(first, second) for first, second in pairs]

    @property
    def lead(self) -> int:
        return self.first.result.total - self.second.result.total


@require_safe
@cached_public_page(compute_people_fingerprint)
@_refuse_at_table_in_play
def compared(
    request: HttpRequest, tournament: Tournament, entry_id: int, other_id: int
) -> HttpResponse:
    """Render two entries side by side, turn by turn."""
    ranking_data = _load_ranking_data(request, tournament)
    if entry_id == other_id:
        return redirect("public-player", tournament.slug, entry_id)
    first, second = _get_entrants(ranking_data, entry_id, other_id)
    sheets = list_road_sheets(ranking_data, [entry_id, other_id])
    games = _pair_games(sheets[entry_id], sheets[other_id])
    context = {
        "tournament": tournament,
        "first": first,
        "second": second,
        "games": games,
        "lead": describe_leader(first.name, second.name, sum(game.lead for game in games)),
        **_get_publication_state(tournament, ranking_data),
    }
    return render(request, "public/players_compared.html", context)


def _pair_games(first: Sequence[PlayerGame], second: Sequence[PlayerGame]) -> list[ComparedGame]:
    return [
        ComparedGame(first_game, second_game)
        for first_game, second_game in zip(first, second, strict=True)
    ]
