"""What became of a game, for everybody: its sheet, and what the room played on each turn."""

import json
from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.record.game_sheet import print_sheet
from tournament.core.states import PLAYED
from tournament.models import Game, Tournament
from tournament.presentation.charts import ChartFrame, ChartLine, bar_chart, line_chart
from tournament.queries.chain import heads_of
from tournament.queries.freshness import people_of
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.game_sheet import PlayedGame
from tournament.queries.results.turn_played import TurnPlayed, turn_played
from tournament.views.fair_play import table_in_play
from tournament.views.public.access import for_everybody, for_many
from tournament.views.public.withheld import keeps, page_of

#: Of the ranking, those whose gap to the top is drawn.
LEADERS = 3


def _of_a_game(
    page: Callable[..., HttpResponse], *, kept_as: HTTPStatus = HTTPStatus.OK
) -> Callable[..., HttpResponse]:
    """Called with the game, once its results are for who asks; before, a page says when."""

    @wraps(page)
    def opened(
        request: HttpRequest, tournament: Tournament, number: int, **more: int
    ) -> HttpResponse:
        games = tournament.games.filter(state__in=PLAYED)
        game = get_object_or_404(games.select_related("tournament"), number=number)
        if keeps(request, game):
            return page_of(request, game, kept_as)
        return page(request, game, **more)

    return opened


#: The same of a file: a program must not take the page that says when for one.
_file_of_a_game = partial(_of_a_game, kept_as=HTTPStatus.FORBIDDEN)


def _played_numbers(game: Game) -> list[int]:
    games = Game.objects.filter(tournament=game.tournament_id, state__in=PLAYED)
    return list(games.order_by("number").values_list("number", flat=True))


@require_safe
@for_many(people_of)
@_of_a_game
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """Turn by turn, with the grid replayed where there is a script."""
    played = PlayedGame(game)
    context = {
        "tournament": game.tournament,
        "game": game,
        "numbers": _played_numbers(game),
        "played": played,
        "replay": [
            {
                "number": one.turn.number,
                "letters": one.line.letters,
                "word": one.turn.word,
                "laid": one.laid,
                "ref": one.turn.ref,
                "score": one.turn.score,
                "total": one.total,
            }
            for one in played.turns
        ],
        "leaders": _leaders(played),
        "heads": heads_of(game.tournament, [game]),
    }
    return render(request, "public/game.html", context)


def _leaders(played: PlayedGame) -> SafeString:
    """The first of the ranking through the game; nothing before there is a line to draw."""
    rows = [row for row in played.standings.rows[:LEADERS] if row.points > 0]
    if len(played.turns) < 2 or is_mort_subite(played.game):
        return SafeString("")
    labels = [str(one.turn.number) for one in played.turns]
    frame = ChartFrame(_("Les premiers, écart au top"), _("Coup"), _("en points"), labels)
    gaps = played.gaps(rows)
    lines = [ChartLine(row.name, gap) for row, gap in zip(rows, gaps, strict=True)]
    return line_chart(frame, lines)


def _attached(content: str, kind: str, game: Game, suffix: str) -> HttpResponse:
    name = f"{game.tournament.slug}-{game.number}.{suffix}"
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@for_everybody
@_file_of_a_game
def as_text(_request: HttpRequest, game: Game) -> HttpResponse:
    """The sheet as clubs print and paste it; the office reads it back."""
    lines = [one.line for one in PlayedGame(game).turns]
    return _attached(print_sheet(lines), "text/plain; charset=utf-8", game, "txt")


@require_safe
@for_everybody
@_file_of_a_game
def as_record(_request: HttpRequest, game: Game) -> HttpResponse:
    """The same in the engine's format of recorded games."""
    content = json.dumps(PlayedGame(game).record(), ensure_ascii=False, indent=1)
    return _attached(content, "application/json", game, "json")


@require_safe
@for_many()
@_of_a_game
def turn(request: HttpRequest, game: Game, turn: int) -> HttpResponse:
    """What the room played on a revealed turn. A device at a table reads it between two turns:
    what others were paid for says which words are admitted."""
    if table_in_play(request) is not None:
        its = {"tournament": game.tournament, "game": game}
        return render(request, "public/at_table.html", its, status=HTTPStatus.FORBIDDEN)
    found = turn_played(game, turn)
    if found is None:
        raise Http404
    others = [number for number in (turn - 1, turn + 1) if number]
    beside = set(
        game.turns.filter(number__in=others, state__in=["revealed", "done"]).values_list(
            "number", flat=True
        )
    )
    context: dict[str, Any] = {
        "tournament": game.tournament,
        "game": game,
        "turn": found.turn,
        "played": found,
        "before": turn - 1 if turn - 1 in beside else None,
        "after": turn + 1 if turn + 1 in beside else None,
        "scores": _scores(found),
    }
    return render(request, "public/turn.html", context)


def _scores(found: TurnPlayed) -> SafeString:
    if not found.played:
        return SafeString("")
    labels = [
        str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}" for bar in found.bars
    ]
    frame = ChartFrame(_("Les scores de la salle"), _("Points"), _("en bulletins"), labels)
    top = next(at for at, bar in enumerate(found.bars) if bar.low <= found.turn.score <= bar.high)
    line = ChartLine(_("Participants"), [bar.count for bar in found.bars])
    return bar_chart(frame, line, marked=top)
