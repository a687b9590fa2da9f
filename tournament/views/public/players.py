"""The pages of players: finding one, what he did turn by turn, and two side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournament.core.ranking.field import Entrant
from tournament.core.states import PLAYED, GameKind
from tournament.models import Game, Tournament
from tournament.presentation.road_sheets import who_leads
from tournament.queries.access import roles_of
from tournament.queries.freshness import people_of
from tournament.queries.results.publicity import is_open, kept_back, open_games
from tournament.queries.results.ranking import RankingField, ranking_field
from tournament.queries.results.road_sheets import (
    PlayedTurn,
    PlayerGame,
    contest_sheets,
    entrant_of,
    road_sheets,
)
from tournament.queries.seating_plan import by_name, matching
from tournament.views.fair_play import table_in_play
from tournament.views.public.access import for_everybody, for_many
from tournament.views.public.tables import LONGEST, PAGE
from tournament.views.staff import TournamentPage, is_htmx, whole_number


@require_safe
@for_everybody
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?q=`` looks for part of a name; ``?with=`` chooses whom that entry is compared to."""
    asked = request.GET.get("q", "").strip()[:LONGEST]
    plan = by_name(tournament)
    first = whole_number(request.GET.get("with", ""))
    one = next((line for line in plan if line.entry == first), None)
    found = [line for line in matching(plan, asked) if line is not one]
    context = {
        "tournament": tournament,
        "q": asked,
        "one": one,
        "page": Paginator(found, PAGE).get_page(whole_number(request.GET.get("page", "")) or 1),
    }
    name = "public/players.html" + ("#found" if is_htmx(request) else "")
    return render(request, name, context)


def _known(field: RankingField, *entries: int) -> list[Entrant[int]]:
    """Raises Http404 for who does not take part in this tournament."""
    found = [entrant_of(field, entry) for entry in entries]
    if not all(found):
        raise Http404
    return [one for one in found if one]


def _field(request: HttpRequest, tournament: Tournament) -> RankingField:
    """Of what is open to who asks; the staff sees everything."""
    staff = roles_of(request.user, tournament)
    return ranking_field(tournament, games=None if staff else open_games(tournament))


def _contests(request: HttpRequest, tournament: Tournament) -> list[Game]:
    """What was played on for, as far as it is open to who asks."""
    games = tournament.games.filter(kind=GameKind.MORT_SUBITE, state__in=PLAYED)
    found = list(games.select_related("tournament").order_by("number"))
    staff = bool(roles_of(request.user, tournament))
    return [game for game in found if staff or is_open(game)]


def _awaited(tournament: Tournament, field: RankingField) -> dict[str, object]:
    """``withheld``: what other results wait for; ``settled``: nothing is awaited for now, so that
    an open page seldom asks."""
    kept = kept_back(tournament, field.games)
    return {"withheld": kept, "settled": not kept and not field.provisional(field.games)}


def _between_turns(page: TournamentPage[...]) -> TournamentPage[...]:
    """Not for a device at a table while a turn is played: what is said of earlier bulletins tells
    which words are admitted."""

    @wraps(page)
    def checked(request: HttpRequest, tournament: Tournament, **asked: int) -> HttpResponse:
        if table_in_play(request) is not None:
            its = {"tournament": tournament}
            return render(request, "public/at_table.html", its, status=HTTPStatus.FORBIDDEN)
        return page(request, tournament, **asked)

    return checked


@require_safe
@for_many(people_of, classic="player")
@_between_turns
def player(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Every game of one entry that is public, turn by turn against the top."""
    field = _field(request, tournament)
    (who,) = _known(field, entry_id)
    context = {
        "tournament": tournament,
        "who": who,
        "sheets": road_sheets(field, [entry_id])[entry_id],
        "contests": contest_sheets(_contests(request, tournament), entry_id),
        **_awaited(tournament, field),
    }
    return render(request, "public/player.html", context)


@dataclass(frozen=True)
class TurnOfTwo:
    """A turn of two who are compared; ``lead``: how far the first is ahead after it."""

    first: PlayedTurn
    second: PlayedTurn

    @property
    def lead(self) -> int:
        return self.first.total - self.second.total


@dataclass(frozen=True)
class GameOfTwo:
    first: PlayerGame
    second: PlayerGame

    @property
    def turns(self) -> list[TurnOfTwo]:
        pairs = zip(self.first.turns, self.second.turns, strict=True)
        return [TurnOfTwo(one, other) for one, other in pairs]

    @property
    def lead(self) -> int:
        return self.first.result.total - self.second.result.total


@require_safe
@for_many(people_of)
@_between_turns
def compared(
    request: HttpRequest, tournament: Tournament, entry_id: int, other_id: int
) -> HttpResponse:
    """Two entries side by side, turn by turn."""
    field = _field(request, tournament)
    if entry_id == other_id:
        return redirect("public-player", tournament.slug, entry_id)
    first, second = _known(field, entry_id, other_id)
    sheets = road_sheets(field, [entry_id, other_id])
    games = _games_of_two(sheets[entry_id], sheets[other_id])
    context = {
        "tournament": tournament,
        "first": first,
        "second": second,
        "games": games,
        "lead": who_leads(first.name, second.name, sum(game.lead for game in games)),
        **_awaited(tournament, field),
    }
    return render(request, "public/players_compared.html", context)


def _games_of_two(first: Sequence[PlayerGame], second: Sequence[PlayerGame]) -> list[GameOfTwo]:
    return [GameOfTwo(one, other) for one, other in zip(first, second, strict=True)]
