"""A *mort subite* in the office: created to settle a tie, or from a game in draft."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from tournament.core.errors import BadSetting, RoomError
from tournament.core.states import GameKind, GameState, Role
from tournament.models import Game, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.ranking import load_ranking_field
from tournament.services import game_list
from tournament.services.play import mort_subite
from tournament.services.play.games import prepare_game
from tournament.views.organiser.game_forms import ContendersForm
from tournament.views.public.ranking import Ranking, find_tie
from tournament.views.public.ranking_forms import RankingQuery
from tournament.views.staff import first_error, for_roles, parse_number, signed_in


@require_POST
@for_roles(Role.ORGANISER, Role.JUDGE)
def separate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create a *mort subite* between the entries tied at ``rank`` of the requested ranking."""
    field = load_ranking_field(tournament)
    form = RankingQuery(field, request.POST)
    if not form.is_valid():
        raise Http404
    shown_ranking = Ranking(field, form.specification())
    tie = find_tie(shown_ranking, parse_number(request.POST.get("rank", "")) or 0)
    try:
        if tie is None:
            raise BadSetting("no-tie")
        [game] = game_list.create_games(
            tournament=tournament,
            ready=True,
            kind=GameKind.MORT_SUBITE,
            entries=[row.key for row in tie.rows],
            settles=tie.settles,
            by=signed_in(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("public-ranking", tournament.slug)
    sentence = _(
        "La mort subite est prête (partie %(number)d) : le juge-arbitre peut la commencer."
    )
    messages.success(request, sentence % {"number": game.number})
    if Role.JUDGE in request.roles:  # type: ignore[attr-defined]
        return redirect("judge-desk", tournament.slug)
    return redirect("office-game", tournament.slug, game.number)


@require_POST
@for_roles(Role.ORGANISER)
def players(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose the players of a draft; none chosen: everybody present when it starts."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = ContendersForm(tournament, request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("office-game", tournament.slug, number)
    try:
        chosen = form.chosen_entries()
        mort_subite.choose_players(game=game, entries=chosen)
        if "prepare" in request.POST:
            prepare_game(game=game, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _chosen_text(len(chosen)))
        if game.state == GameState.READY:
            messages.success(request, _("Elle est prête : le juge-arbitre peut la commencer."))
    return redirect("office-game", tournament.slug, number)


def _chosen_text(count: int) -> str:
    if not count:
        return _("Ceux qui seront là quand elle commence la joueront.")
    text = ngettext("%(n)d joueur la jouera.", "%(n)d joueurs la joueront.", count)
    return text % {"n": count}


def contenders_form(game: Game) -> ContendersForm | None:
    """Return the form of the players, None once they cannot change."""
    if not is_mort_subite(game) or game.state != GameState.DRAFT:
        return None
    chosen = list(game.contenders.values_list("entry", flat=True))
    return ContendersForm(game.tournament, initial={"entries": chosen})
