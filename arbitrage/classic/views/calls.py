"""The desk of the arbiters of a *match classique*: who calls, who sees to it, what is decided."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.classic.models import TableCall
from arbitrage.classic.presentation.journal import lines_of
from arbitrage.classic.presentation.listing import call_rows, game_rows
from arbitrage.classic.presentation.match_file import told_of
from arbitrage.classic.queries.calls import calls_of, games_in, open_calls
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.services import calls
from arbitrage.classic.services.calls import OFFICERS
from arbitrage.classic.services.deciding import Why, decide
from arbitrage.classic.views.office_form import OfficeForm
from arbitrage.classic.views.rules import RULES, cards_of, form_of, is_open
from tournament.classic.models import MatchGame
from tournament.classic.views.fair_play import require_no_match_at
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import millis, now
from tournament.views.staff import (
    for_roles,
    form_status,
    is_htmx,
    signed_in,
    status_of,
    whole_number,
)

#: Finished calls on the desk; the others are in the journals of their games.
MOST_CLOSED = 30


@require_safe
@for_roles(*OFFICERS)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page, or for htmx the part of it that follows the room."""
    context = {
        "tournament": tournament,
        "user": signed_in(request),
        "open": call_rows(open_calls(tournament)),
        "closed": call_rows(calls_of(tournament, closed=True)[:MOST_CLOSED]),
        "waiting": open_calls(tournament).filter(taken_by=None).count(),
        "beside": beside_token(f"classic:{tournament.pk}"),
    }
    name = "calls_part" if is_htmx(request) else "calls"
    return render(request, f"arbitrage/classic/{name}.html", context)


@require_safe
@for_roles(*OFFICERS)
def games(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every game, for a table that calls without a tablet."""
    context = {"tournament": tournament, "rows": game_rows(games_in(tournament))}
    return render(request, "arbitrage/classic/games.html", context)


@require_safe
@for_roles(*OFFICERS)
def page(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    return _page(request, MatchFile(*_of_call(request, tournament, call)))


@require_safe
@for_roles(*OFFICERS)
def game(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """A game without a call: what an officer sees for himself, or is told."""
    return _page(request, MatchFile(_game(request, tournament, game_id)))


@require_safe
@for_roles(*OFFICERS)
def journal(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """Everything that happened in a game, with who did it and why."""
    file = MatchFile(_game(request, tournament, game_id))
    context = {"tournament": tournament, "file": file, "told": told_of(file, millis(now()))}
    context["lines"] = lines_of(file)
    return render(request, "arbitrage/classic/journal.html", context)


@require_POST
@for_roles(*OFFICERS)
def take(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    game, found = _of_call(request, tournament, call)
    over = whole_number(request.POST.get("over", ""))
    return _done(request, game, found, lambda: _take(request, found, over))


def _take(request: HttpRequest, call: TableCall, over: int | None) -> None:
    calls.take(call=call, over=over, by=signed_in(request), now=now())


@require_POST
@for_roles(*OFFICERS)
def release(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    game, found = _of_call(request, tournament, call)
    return _done(request, game, found, lambda: calls.release(call=found, by=signed_in(request)))


def _done(request: HttpRequest, game: MatchGame, call: TableCall, do: Any) -> HttpResponse:
    try:
        do()
    except RoomError as error:
        call.refresh_from_db()
        return _page(request, MatchFile(game, call), refusal=error)
    return redirect("call", call.tournament.slug, call.number)


@require_POST
@for_roles(*OFFICERS)
def rule(request: HttpRequest, tournament: Tournament, game_id: int, what: str) -> HttpResponse:
    """Decide, of a game or with ``?call=`` of a call."""
    if what not in RULES:
        raise Http404
    game, number = _game(request, tournament, game_id), whole_number(request.GET.get("call", ""))
    call = get_object_or_404(TableCall, game=game, number=number) if number else None
    file = MatchFile(game, call)
    form = form_of(what, file, request.POST, director=_directs(request))
    if not form.is_valid():
        return _page(request, file, bound=(what, form))
    try:
        _decide(request, file, form)
    except RoomError as error:
        game.refresh_from_db()
        if call is not None:
            call.refresh_from_db()
        fresh = MatchFile(game, call)
        return _page(request, fresh, refusal=error, bound=(what, form))
    messages.success(request, _("Décision enregistrée : les deux joueurs la lisent."))
    return _next(tournament, file)


def _decide(request: HttpRequest, file: MatchFile, form: OfficeForm) -> None:
    otherwise = form.cleaned_data.get("otherwise", "")
    decide(
        game=file.game,
        steps=form.steps,
        call=file.call if is_open(file) else None,
        why=Why(form.told_why, otherwise),
        by=signed_in(request),
        now=now(),
    )


def _next(tournament: Tournament, file: MatchFile) -> HttpResponse:
    """Back to the calls once this one has its outcome."""
    if file.call is None:
        return redirect("match-office", tournament.slug, file.game.pk)
    file.call.refresh_from_db()
    if is_open(file):
        return redirect("call", tournament.slug, file.call.number)
    return redirect("calls", tournament.slug)


def _page(
    request: HttpRequest,
    file: MatchFile,
    *,
    refusal: RoomError | None = None,
    bound: tuple[str, OfficeForm] | None = None,
) -> HttpResponse:
    director = _directs(request)
    match = file.game.match
    context = {
        "tournament": match.tournament,
        "user": signed_in(request),
        "file": file,
        "told": told_of(file, millis(now())),
        "by_director": director,
        "beside": beside_token(f"match:{match.pk}"),
        "refusal": explain(refusal) if refusal else "",
    }
    if is_htmx(request):
        return render(request, "arbitrage/classic/facts.html", context)
    context["cards"] = cards_of(file, director=director, bound=bound)
    wrong = form_status(bound[1]) if bound else 200
    status = status_of(refusal) if refusal else wrong
    return render(request, "arbitrage/classic/match.html", context, status=status)


def _directs(request: HttpRequest) -> bool:
    """Whether who reads is a director of the tournament."""
    held: set[Role] = getattr(request, "roles", set())
    return Role.JUDGE in held


def _game(request: HttpRequest, tournament: Tournament, game_id: int) -> MatchGame:
    """Raises Http404, and NotAllowed on the device of one of its players."""
    game = get_object_or_404(games_in(tournament), pk=game_id)
    require_no_match_at(request, game.match)
    return game


def _of_call(
    request: HttpRequest, tournament: Tournament, number: int
) -> tuple[MatchGame, TableCall]:
    """Raises Http404, NotAllowed."""
    call = get_object_or_404(calls_of(tournament), number=number)
    return _game(request, tournament, call.game_id), call
