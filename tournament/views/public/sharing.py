"""Previews of shared public pages on other sites: title, description and picture.

A picture has only what its page shows to everybody: revealed words, public results, public names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import classic_ports
from tournament.core.ranking.ranked_line import RankedLine
from tournament.core.states import PLAYED_GAME_STATES, Discipline, TournamentState
from tournament.models import Game, Tournament, Turn
from tournament.presentation.share_picture import EMPTY, PictureLine, render_share_picture
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.people.public_names import list_unshared_entries
from tournament.queries.position import load_position
from tournament.queries.results.game_sheet import PlayedGame
from tournament.queries.results.publicity import are_results_public, list_public_games
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.results.road_sheets import find_entrant, list_road_sheets
from tournament.queries.results.turn_played import find_turn_played
from tournament.views.fair_play import find_table_in_play
from tournament.views.public.access import cached_public_page
from tournament.views.public.current_board import load_current_board
from tournament.views.public.leaders import list_ranked_lines
from tournament.views.public.ranking import load_general_ranking

PNG = "image/png"


@dataclass(frozen=True, slots=True)
class PagePreview:
    """Preview of a page; ``picture``: its path, empty without one."""

    title: str
    description: str
    picture: str = ""


def build_canonical_url(request: HttpRequest) -> dict[str, str]:
    """Context processor: return the address of the page for search engines."""
    return {"canonical": settings.PUBLIC_URL + request.path, "public_url": settings.PUBLIC_URL}


def describe_day(tournament: Tournament) -> str:
    """Return day and place of the tournament."""
    day = date_format(tournament.starts_on, "j F Y")
    return f"{day} · {tournament.venue}" if tournament.venue else day


def build_tournament_preview(tournament: Tournament) -> PagePreview:
    """Return the preview of a tournament."""
    text = _("Scrabble duplicate en direct : grille, classement, feuilles de partie. %(day)s.")
    if tournament.discipline == Discipline.CLASSIC:
        text = _("Scrabble classique : appariements, résultats, classement. %(day)s.")
    picture = get_tournament_picture(tournament)
    return PagePreview(tournament.name, text % {"day": describe_day(tournament)}, picture)


def get_tournament_picture(tournament: Tournament) -> str:
    return reverse("public-picture", args=[tournament.slug])


def build_listing_preview(tournament: Tournament, title: str) -> PagePreview:
    """Return the preview of a page about all players, with the picture of the tournament."""
    picture = get_tournament_picture(tournament)
    return PagePreview(f"{title} – {tournament.name}", describe_day(tournament), picture)


def build_game_preview(game: Game, picture: str) -> PagePreview:
    title = _("Partie %(number)s – %(tournament)s")
    text = _("Tous les coups de la partie, la grille à chaque moment et les premiers. %(day)s.")
    names = {"number": game.number, "tournament": game.tournament.name}
    return PagePreview(title % names, text % {"day": describe_day(game.tournament)}, picture)


def build_turn_preview(turn: Turn, picture: str) -> PagePreview:
    title = _("Coup %(turn)s de la partie %(number)s – %(tournament)s")
    text = _("Tirage %(rack)s, top %(word)s en %(ref)s, score %(score)s.")
    game = turn.game
    names = {"turn": turn.number, "number": game.number, "tournament": game.tournament.name}
    move = {"rack": turn.rack, "word": turn.word.upper(), "ref": turn.ref, "score": turn.score}
    return PagePreview(title % names, text % move, picture)


def build_player_preview(
    tournament: Tournament, entry: int, name: str, picture: str
) -> PagePreview | None:
    """Return the preview, None for a person who must not be named outside the site."""
    if entry in list_unshared_entries(tournament):
        return None
    text = _("Ses parties, coup par coup : %(tournament)s, %(day)s.")
    names = {"tournament": tournament.name, "day": describe_day(tournament)}
    return PagePreview(f"{name} – {tournament.name}", text % names, picture)


def list_shared_lines(tournament: Tournament, lines: Iterable[RankedLine]) -> list[RankedLine]:
    """Return the lines that may be named outside the site."""
    unshared = list_unshared_entries(tournament)
    return [line for line in lines if line.entry not in unshared]


def load_shared_ranking(tournament: Tournament) -> list[RankedLine]:
    """Return the public general ranking as another site may show it; empty before the first turn
    that counts."""
    if tournament.discipline == Discipline.CLASSIC:
        return list_shared_lines(
            tournament, classic_ports.list_classic_leaders.function(tournament)
        )
    ranking = load_general_ranking(tournament)
    lines = list_ranked_lines(ranking) if ranking.has_ranks else []
    return list_shared_lines(tournament, lines)


def require_published(tournament: Tournament) -> None:
    """Raise Http404 for a draft, also for its staff: other sites fetch pictures as anybody."""
    if tournament.state == TournamentState.DRAFT:
        raise Http404


def _to_picture_lines(lines: Sequence[RankedLine]) -> list[PictureLine]:
    return [PictureLine(str(line.rank or "–"), line.name, line.value) for line in lines]


@require_safe
@cached_public_page(compute_people_fingerprint)
def tournament_picture(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the leaders of a tournament, and the current board, empty in a classic one."""
    require_published(tournament)
    grid = load_current_board(tournament)
    content = render_share_picture(
        title=tournament.name,
        about=describe_day(tournament),
        rows=grid.rows if grid else EMPTY,
        last=grid.last if grid else None,
        lines=_to_picture_lines(load_shared_ranking(tournament)),
    )
    return HttpResponse(content, content_type=PNG)


def _find_public_game(tournament: Tournament, number: int) -> Game:
    """Return a game whose results are public, whoever asks. Raise Http404 for any other."""
    require_published(tournament)
    games = tournament.games.filter(state__in=PLAYED_GAME_STATES, number=number)
    game = games.select_related("tournament").first()
    if game is None or not are_results_public(game):
        raise Http404
    return game


@require_safe
@cached_public_page(compute_people_fingerprint)
def game_picture(_request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Return the board of a game and the first of its ranking."""
    game = _find_public_game(tournament, number)
    position = load_position(game)
    rows = PlayedGame(game).standings.rows if position.placed_turns else []
    lines = [RankedLine(row.rank, row.name, str(row.total), row.entry_id) for row in rows]
    content = render_share_picture(
        title=_("Partie %(number)s") % {"number": game.number},
        about=tournament.name,
        rows=position.board.rows(),
        last=position.placed_turns[-1] if position.placed_turns else None,
        lines=_to_picture_lines(list_shared_lines(tournament, lines)),
    )
    return HttpResponse(content, content_type=PNG)


@require_safe
@cached_public_page()
def turn_picture(
    request: HttpRequest, tournament: Tournament, number: int, turn: int
) -> HttpResponse:
    """Return the board with the word of a revealed turn; not at a table in play."""
    played = find_turn_played(_find_public_game(tournament, number), turn)
    if played is None or find_table_in_play(request) is not None:
        raise Http404
    names = {"turn": played.turn.number, "number": number}
    top_count = _("%(top)s sur %(all)s") % {
        "top": played.count_at_top,
        "all": played.bulletin_count,
    }
    content = render_share_picture(
        title=_("Coup %(turn)s de la partie %(number)s") % names,
        about=tournament.name,
        rows=played.rows,
        last=played.turn,
        lines=[
            PictureLine("", _("Tirage"), played.turn.rack),
            PictureLine(
                "", f"{played.turn.word.upper()} {played.turn.ref}", str(played.turn.score)
            ),
            PictureLine("", _("Top trouvé"), top_count),
        ],
    )
    return HttpResponse(content, content_type=PNG)


@require_safe
@cached_public_page(compute_people_fingerprint)
def player_picture(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Return the results of one entry in its public games; not at a table in play."""
    require_published(tournament)
    ranking_data = load_ranking_data(tournament, games=list_public_games(tournament))
    entrant = find_entrant(ranking_data, entry_id)
    is_unshared = entry_id in list_unshared_entries(tournament)
    if entrant is None or is_unshared or find_table_in_play(request) is not None:
        raise Http404
    sheets = [
        sheet for sheet in list_road_sheets(ranking_data, [entry_id])[entry_id] if sheet.turns
    ]
    position = load_position(sheets[-1].game) if sheets else None
    lines = [
        PictureLine(
            "",
            _("Partie %(number)s") % {"number": sheet.game.number},
            f"{sheet.result.total} / {sheet.top_total}",
        )
        for sheet in sheets
    ]
    content = render_share_picture(
        title=entrant.name,
        about=tournament.name,
        rows=position.board.rows() if position else EMPTY,
        last=position.placed_turns[-1] if position and position.placed_turns else None,
        lines=lines,
    )
    return HttpResponse(content, content_type=PNG)
