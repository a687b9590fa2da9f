"""A *mort subite* in the office: created to settle a tie, or from a game in draft."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from tournament.core.errors import BadSetting
from tournament.core.states import GameKind, GameState, Role
from tournament.models import Game, Tournament
from tournament.queries.clock import now
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.ranking import load_ranking_data
from tournament.services import game_list
from tournament.views.organiser.game_forms import ContendersForm
from tournament.views.public.ranking import Ranking, find_tie
from tournament.views.public.ranking_forms import RankingQuery
from tournament.views.saving import saving
from tournament.views.shortcuts import for_roles, get_first_error, get_signed_in_user, parse_number
from tournament.views.versions import CreationForm


@require_POST
@for_roles(Role.ORGANISER, Role.JUDGE)
def create_for_tie(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create a *mort subite* between the entries tied at ``rank`` of the requested ranking."""
    ranking_data = load_ranking_data(tournament)
    form = RankingQuery(ranking_data, request.POST)
    if not form.is_valid():
        raise Http404
    shown_ranking = Ranking(ranking_data, form.build_specification())
    tie = find_tie(shown_ranking, parse_number(request.POST.get("rank", "")) or 0)
    creation = CreationForm(request.POST)
    if creation.is_valid():
        with saving(request, creation) as saved:
            if tie is None:
                raise BadSetting("no-tie")
            [game] = game_list.create_games(
                tournament=tournament,
                ready=True,
                kind=GameKind.MORT_SUBITE,
                entries=[row.key for row in tie.rows],
                scope=tie.scope,
                by=get_signed_in_user(request),
                now=now(),
            )
            sentence = _(
                "La mort subite est prête (partie %(number)d) : le juge-arbitre peut la commencer."
            )
            messages.success(request, sentence % {"number": game.number})
            if Role.JUDGE in request.roles:  # type: ignore[attr-defined]
                return saved.redirect("judge-desk", tournament.slug)
            return saved.redirect("office-game", tournament.slug, game.number)
    messages.error(request, get_first_error(creation))
    return redirect("public-ranking", tournament.slug)


def describe_contenders(count: int) -> str:
    """Return who plays, for ``count`` chosen players."""
    if not count:
        return _("Ceux qui seront là quand elle commence la joueront.")
    text = ngettext("%(n)d joueur la jouera.", "%(n)d joueurs la joueront.", count)
    return text % {"n": count}


def can_choose_players(game: Game) -> bool:
    return is_mort_subite(game) and game.state == GameState.DRAFT


def build_contenders_form(game: Game, data: Any = None) -> ContendersForm:
    """Return the form of the players of a *mort subite*."""
    chosen = list(game.contenders.values_list("entry", flat=True))
    form = ContendersForm(game.tournament, data, initial={"entries": chosen})
    form.subject = str(game.pk)
    return form
