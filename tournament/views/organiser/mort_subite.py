"""A *mort subite* in the office: made of a tie in one gesture, or of any game in draft."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
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
from tournament.views.organiser.game_forms import FieldForm
from tournament.views.public.ranking import Ranking, tie_at
from tournament.views.public.ranking_forms import RankingQuery
from tournament.views.staff import first_error, for_roles, signed_in, whole_number


@require_POST
@for_roles(Role.ORGANISER, Role.JUDGE)
def separate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Those who are equal at ``rank`` of the ranking that is asked for play a *mort subite*."""
    field = load_ranking_field(tournament)
    form = RankingQuery(field, request.POST)
    if not form.is_valid():
        raise Http404
    found = Ranking(field, form.wanted())
    tie = tie_at(found, whole_number(request.POST.get("rank", "")) or 0)
    try:
        if tie is None:
            raise BadSetting("no-tie")
        [made] = game_list.create_games(
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
    said = _("La mort subite est prête (partie %(number)d) : le juge-arbitre peut la commencer.")
    messages.success(request, said % {"number": made.number})
    if Role.JUDGE in request.roles:  # type: ignore[attr-defined]
        return redirect("judge-desk", tournament.slug)
    return redirect("office-game", tournament.slug, made.number)


@require_POST
@for_roles(Role.ORGANISER)
def players(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who plays it, while it is in draft; nobody: everybody who is there when it starts."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = FieldForm(tournament, request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("office-game", tournament.slug, number)
    try:
        mort_subite.choose_players(game=game, entries=form.entries_chosen())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Les joueurs de la mort subite sont choisis."))
    return redirect("office-game", tournament.slug, number)


def field_form(game: Game) -> FieldForm | None:
    """What the page of a game offers of it."""
    if not is_mort_subite(game) or game.state != GameState.DRAFT:
        return None
    chosen = list(game.contenders.values_list("entry", flat=True))
    return FieldForm(game.tournament, initial={"entries": chosen})
