"""The judge's desk: one page, its part that follows the room, and the commands."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import NotAllowed, RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.views.judge.commands import COMMANDS, OrderForm, order_of
from tournament.views.judge.desk import JudgeDesk
from tournament.views.judge.speech import Speech, speech_of
from tournament.views.staff import first_error, for_roles, is_htmx, signed_in, status_of
from tournament.words.messages import explain


def _context(tournament: Tournament, **extra: Any) -> dict[str, Any]:
    desk = JudgeDesk(tournament)
    speech: Speech | None = speech_of(desk)
    return {"tournament": tournament, "desk": desk, "speech": speech} | extra


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = _context(tournament, token=_token(request, tournament))
    return render(request, "judge/page.html", context)


@require_safe
@for_roles(Role.JUDGE)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that is fetched again whenever something happens."""
    return render(request, "judge/desk.html", _context(tournament))


@require_safe
@for_roles(Role.JUDGE)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A fresh token for the live socket."""
    return JsonResponse({"token": _token(request, tournament)})


def _token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(Ticket(tournament.pk, Audience.JUDGE, user_id=signed_in(request).pk))


@require_safe
@for_roles(Role.JUDGE)
def ask(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """The dialog that comes before a command which cannot be taken back."""
    if name not in COMMANDS or not COMMANDS[name].asks:
        raise Http404
    return _dialog(request, tournament, name, None)


def _dialog(
    request: HttpRequest, tournament: Tournament, name: str, form: OrderForm | None
) -> HttpResponse:
    context = _context(tournament, name=name)
    desk: JudgeDesk = context["desk"]
    initial = {
        "game": desk.game.pk if desk.game else None,
        "turn": desk.turn.pk if desk.turn else None,
    }
    context["form"] = COMMANDS[name].form(initial=initial) if form is None else form
    status = 200 if form is None else 422
    return render(request, "judge/ask.html", context, status=status)


@require_POST
@for_roles(Role.JUDGE)
def command(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Run a command and show where the game is now, whatever came of it.

    A refusal is told above the desk; a dialog that was not filled in comes back.
    """
    if name not in COMMANDS:
        raise Http404
    chosen = COMMANDS[name]
    form = chosen.form(request.POST)
    if not form.is_valid():
        if chosen.asks and not ({"game", "turn"} & set(form.errors)):
            response = _dialog(request, tournament, name, form)
            response["HX-Retarget"] = "#ask-body"
            response["HX-Reswap"] = "innerHTML"
            return response
        return _answer(request, tournament, first_error(form), 422)
    try:
        chosen.run(order_of(tournament, form, signed_in(request)))
    except NotAllowed:
        raise
    except RoomError as error:
        return _answer(request, tournament, explain(error), status_of(error), form)
    return _answer(request, tournament, "", 200)


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    refusal: str,
    status: int,
    form: OrderForm | None = None,
) -> HttpResponse:
    typed = form.cleaned_data.get("letters", "") if form is not None else ""
    context = _context(tournament, refusal=refusal, typed=typed)
    if is_htmx(request):
        return render(request, "judge/desk.html", context, status=status)
    context["token"] = _token(request, tournament)
    return render(request, "judge/page.html", context, status=status)
