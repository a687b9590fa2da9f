"""Public pages of a game: its sheet, and what the players wrote on each turn."""

import json
from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.record.game_sheet import format_sheet
from tournament.core.ranking.ranked_line import RankedLine
from tournament.core.states import PLAYED_GAME_STATES
from tournament.models import Game, Tournament
from tournament.queries.chain import list_heads
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.game_sheet import PlayedGame
from tournament.queries.results.standings import GameStandings
from tournament.queries.results.turn_played import find_turn_played
from tournament.views.fair_play import find_table_in_play
from tournament.views.public.access import cached_public_page, for_everybody
from tournament.views.public.game_charts import render_leaders_chart, render_scores_chart
from tournament.views.public.leaders import Leaders
from tournament.views.public.sharing import build_game_preview, build_turn_preview
from tournament.views.public.withheld import is_withheld_from, render_withheld_page

#: Number of lines of the ranking beside the grid.
SHEET_LEADERS = 20


def _for_game(
    page: Callable[..., HttpResponse], *, withheld_status: HTTPStatus = HTTPStatus.OK
) -> Callable[..., HttpResponse]:
    """Decorate a page of a game; before its results are public, a page says when they will be."""

    @wraps(page)
    def wrapper(
        request: HttpRequest, tournament: Tournament, number: int, **arguments: int
    ) -> HttpResponse:
        games = tournament.games.filter(state__in=PLAYED_GAME_STATES)
        game = get_object_or_404(games.select_related("tournament"), number=number)
        if is_withheld_from(request, game):
            return render_withheld_page(request, game, withheld_status)
        return page(request, game, **arguments)

    return wrapper


#: Decorate the view of a file: 403, so that a program does not take that page for the file.
_for_game_file = partial(_for_game, withheld_status=HTTPStatus.FORBIDDEN)


def _list_played_numbers(game: Game) -> list[int]:
    games = Game.objects.filter(tournament=game.tournament_id, state__in=PLAYED_GAME_STATES)
    return list(games.order_by("number").values_list("number", flat=True))


@require_safe
@cached_public_page(compute_people_fingerprint)
@_for_game
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """Render the game turn by turn, with a replay of the board if scripts run."""
    played = PlayedGame(game)
    context = {
        "tournament": game.tournament,
        "game": game,
        "numbers": _list_played_numbers(game),
        "played": played,
        "replay": [
            {
                "number": turn.turn.number,
                "letters": turn.line.letters,
                "word": turn.turn.word,
                "laid": turn.laid_word,
                "ref": turn.turn.ref,
                "score": turn.turn.score,
                "total": turn.total,
            }
            for turn in played.turns
        ],
        "chart": render_leaders_chart(played, has_replay=True),
        "leaders": _list_leaders(game, played.standings) if played.turns else Leaders(),
        "heads": list_heads(game.tournament, [game]),
        "preview": build_game_preview(
            game, reverse("public-game-picture", args=_build_url_arguments(game))
        ),
    }
    return render(request, "public/game.html", context)


def _build_url_arguments(game: Game) -> list[str | int]:
    return [game.tournament.slug, game.number]


def _list_leaders(game: Game, standings: GameStandings) -> Leaders:
    """Return the leaders of a game; none for a *mort subite*, whose page lists its players."""
    if is_mort_subite(game):
        return Leaders()
    rows = standings.rows[:SHEET_LEADERS]
    return Leaders(
        tuple(RankedLine(row.rank, row.name, str(row.total), row.entry_id) for row in rows)
    )


def _build_attachment(content: str, kind: str, game: Game, suffix: str) -> HttpResponse:
    name = f"{game.tournament.slug}-{game.number}.{suffix}"
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@for_everybody
@_for_game_file
def as_text(_request: HttpRequest, game: Game) -> HttpResponse:
    """Return the sheet as text, as clubs print and paste it; it can be imported again."""
    lines = [turn.line for turn in PlayedGame(game).turns]
    return _build_attachment(format_sheet(lines), "text/plain; charset=utf-8", game, "txt")


@require_safe
@for_everybody
@_for_game_file
def as_record(_request: HttpRequest, game: Game) -> HttpResponse:
    """Return the game in the engine's format of recorded games."""
    content = json.dumps(PlayedGame(game).record(), ensure_ascii=False, indent=1)
    return _build_attachment(content, "application/json", game, "json")


@require_safe
@cached_public_page(compute_people_fingerprint)
@_for_game
def turn(request: HttpRequest, game: Game, turn: int) -> HttpResponse:
    """Render what the players wrote on a revealed turn.

    Not at a table in play: the points of others show which words are admitted.
    """
    if find_table_in_play(request) is not None:
        context = {"tournament": game.tournament, "game": game}
        return render(request, "public/at_table.html", context, status=HTTPStatus.FORBIDDEN)
    played = find_turn_played(game, turn)
    if played is None:
        raise Http404
    neighbours = [number for number in (turn - 1, turn + 1) if number]
    revealed = set(
        game.turns.filter(number__in=neighbours, state__in=["revealed", "done"]).values_list(
            "number", flat=True
        )
    )
    turn_context: dict[str, Any] = {
        "tournament": game.tournament,
        "game": game,
        "turn": played.turn,
        "played": played,
        "before": turn - 1 if turn - 1 in revealed else None,
        "after": turn + 1 if turn + 1 in revealed else None,
        "leaders": _list_leaders(game, GameStandings(game, public=True, until=turn)),
        "scores": render_scores_chart(played),
        "preview": build_turn_preview(
            played.turn, reverse("public-turn-picture", args=[*_build_url_arguments(game), turn])
        ),
    }
    return render(request, "public/turn.html", turn_context)
