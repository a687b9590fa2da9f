"""A player's account in a game: their warnings and acts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from arbitrage.queries.blinding import list_blinded_in_game
from arbitrage.services.acts import OFFICER_ROLES
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.decision_forms import AccountForm
from arbitrage.views.player_record import PlayerRecord, build_player_record
from tournament.core.errors import WrongState
from tournament.core.states import TurnState
from tournament.models import Game, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import require_own_centre
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    parse_number,
)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*OFFICER_ROLES)
def show_player_warnings(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    entry_id: int,
    ordinal: int | None = None,
) -> HttpResponse:
    """Show the account as a page, or for htmx as the dialog of the list, and handle its form.

    New acts are about the turn ``ordinal`` or ``?turn=`` (counting all turns drawn), by default the
    last one. Raise NotAllowed for an entry of another centre, WrongState while a bulletin of the
    entry waits for the reader's second look.
    """
    games = tournament.games.select_related("tournament")
    game = get_object_or_404(games, number=number)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    if any(
        other == entry.pk
        for _turn_id, other in list_blinded_in_game(game, get_signed_in_user(request))
    ):
        raise WrongState("second-look-first", number=get_table_number(game.pk, entry))
    require_own_centre(get_signed_in_user(request), game, [entry.pk], OFFICER_ROLES)
    record = build_player_record(
        game, entry, _get_turn(game, str(ordinal or request.GET.get("turn", "")))
    )
    form = AccountForm(request.POST or None, choices=record.choices)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            form.chosen_act.decide(
                reason=form.cleaned_data["reason"], by=get_signed_in_user(request), now=now()
            )
            return _answer_saved(request, tournament)
        record = build_player_record(game, entry, record.turn)
    return _render(request, tournament, record, form)


def _get_turn(game: Game, requested_number: str) -> Turn | None:
    turns = game.turns.exclude(state=TurnState.CANCELLED).select_related("game__tournament")
    if (ordinal := parse_number(requested_number)) is not None:
        return get_object_or_404(turns, ordinal=ordinal)
    return turns.order_by("-ordinal").first()


def _answer_saved(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not is_htmx(request):
        return redirect(request.get_full_path())
    context = {"tournament": tournament, "bulletins": show_bulletins(request, tournament)}
    response = render(request, "arbitrage/list.html", context)
    response["HX-Retarget"] = "#list"
    response["HX-Reswap"] = "outerHTML"
    return response


def _render(
    request: HttpRequest, tournament: Tournament, record: PlayerRecord, form: AccountForm
) -> HttpResponse:
    name = "arbitrage/account.html" if is_htmx(request) else "arbitrage/account_page.html"
    context = {"tournament": tournament, "record": record, "form": form}
    response = render(request, name, context, status=get_form_status(form))
    response["HX-Retarget"] = "#change-body"
    response["HX-Reswap"] = "innerHTML"
    return response
