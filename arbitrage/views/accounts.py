"""A player's account in a game: his warnings, and what judge and arbiters decide beside rulings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from arbitrage.queries.blinding import veiled_in
from arbitrage.services.acts import OFFICERS
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.decision_forms import AccountForm
from arbitrage.views.player_record import Book, book_of
from tournament.core.errors import WrongState
from tournament.core.states import TurnState
from tournament.models import Game, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.people.seating import number_in
from tournament.views.staff import for_roles, form_status, is_htmx, signed_in, telling, whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*OFFICERS)
def account(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    entry_id: int,
    ordinal: int | None = None,
) -> HttpResponse:
    """The account as a page, or for htmx as the dialog of the list, and its answer.

    Raises WrongState while a bulletin of the entry waits for the second look of whoever asks.
    New acts are about the turn ``ordinal`` or ``?turn=`` (counting all turns drawn), the last one
    by default.
    """
    games = tournament.games.select_related("tournament")
    game = get_object_or_404(games, number=number)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    if any(other == entry.pk for _turn_id, other in veiled_in(game, signed_in(request))):
        raise WrongState("second-look-first", number=number_in(game.pk, entry))
    book = book_of(game, entry, _turn(game, str(ordinal or request.GET.get("turn", ""))))
    form = AccountForm(request.POST or None, choices=book.choices)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            form.chosen.decide(reason=form.cleaned_data["reason"], by=signed_in(request), now=now())
            return _done(request, tournament)
        book = book_of(game, entry, book.turn)
    return _shown(request, tournament, book, form)


def _turn(game: Game, asked: str) -> Turn | None:
    turns = game.turns.exclude(state=TurnState.CANCELLED).select_related("game__tournament")
    if (ordinal := whole_number(asked)) is not None:
        return get_object_or_404(turns, ordinal=ordinal)
    return turns.order_by("-ordinal").first()


def _done(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not is_htmx(request):
        return redirect(request.get_full_path())
    context = {"tournament": tournament, "bulletins": show_bulletins(request, tournament)}
    response = render(request, "arbitrage/list.html", context)
    response["HX-Retarget"] = "#list"
    response["HX-Reswap"] = "outerHTML"
    return response


def _shown(
    request: HttpRequest, tournament: Tournament, book: Book, form: AccountForm
) -> HttpResponse:
    name = "arbitrage/account.html" if is_htmx(request) else "arbitrage/account_page.html"
    context = {"tournament": tournament, "book": book, "form": form}
    response = render(request, name, context, status=form_status(form))
    response["HX-Retarget"] = "#change-body"
    response["HX-Reswap"] = "innerHTML"
    return response
