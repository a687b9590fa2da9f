"""The judge's desk: one page, its part that follows the room, and the commands."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournament import ports
from tournament.core.errors import NotAllowed, RoomError
from tournament.core.scenes import Scene
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.presentation.scenes import SCENE_NAMES
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.queries.playing_time import get_seconds
from tournament.services.play.desk import find_or_take_desk, require_desk, take_over
from tournament.services.screen import choose_scene
from tournament.views.device import desk_device, keep_desk_device
from tournament.views.judge.commands import COMMANDS, OrderForm, order_of
from tournament.views.judge.desk import JudgeDesk
from tournament.views.judge.speech import Speech, speech_of
from tournament.views.staff import first_error, for_roles, is_htmx, signed_in, status_of

#: Why a game is not ended: the judge has not said that bulletins may be open.
OPEN_BULLETINS = "open-bulletins"


def _context(request: HttpRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    desk = JudgeDesk(tournament, desk_device(request))
    speech: Speech | None = speech_of(desk)
    return {"tournament": tournament, "desk": desk, "speech": speech} | extra


def _here(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The device that asks, whose it is, and when."""
    who = {"device": desk_device(request), "by": signed_in(request)}
    return {"tournament": tournament, **who, "now": clock.now()}


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whoever opens a desk that nobody is at leads from here; others look on."""
    find_or_take_desk(**_here(request, tournament))
    return _whole(request, tournament, 200)


def _whole(request: HttpRequest, tournament: Tournament, status: int, **extra: Any) -> HttpResponse:
    context = _context(request, tournament, token=_token(request, tournament), **extra)
    for describe in ports.describe_desk:
        context |= describe(tournament)
    response = render(request, "judge/page.html", context, status=status)
    keep_desk_device(request, response)
    return response


@require_safe
@for_roles(Role.JUDGE)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that is fetched again whenever something happens."""
    return render(request, "judge/desk.html", _context(request, tournament))


@require_POST
@for_roles(Role.JUDGE)
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lead the games from this device."""
    take_over(**_here(request, tournament))
    return _answer(request, tournament, "", 200)


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
    context = _context(request, tournament, name=name)
    desk: JudgeDesk = context["desk"]
    initial = {
        "game": desk.game.pk if desk.game else None,
        "turn": desk.turn.pk if desk.turn else None,
        "seconds": get_seconds(desk.turn) if desk.turn else None,
    }
    context["form"] = COMMANDS[name].form(initial=initial) if form is None else form
    status = 200 if form is None else 422
    return render(request, "judge/ask.html", context, status=status)


class SceneForm(forms.Form):
    scene = forms.ChoiceField(
        choices=list(SCENE_NAMES.items()),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choisissez ce que montre l’écran dans la liste.")
        ),
    )


@require_POST
@for_roles(Role.JUDGE)
def scene(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the big screen shows, until another is chosen or letters are announced."""
    form = SceneForm(request.POST)
    if not form.is_valid():
        return _answer(request, tournament, first_error(form), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        require_desk(**_here(request, tournament))
    except RoomError as error:
        return _answer(request, tournament, explain(error), status_of(error))
    choose_scene(tournament=tournament, scene=Scene(form.cleaned_data["scene"]), now=clock.now())
    return _answer(request, tournament, "", HTTPStatus.OK)


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
            return _dialog_again(request, tournament, name, form)
        return _answer(request, tournament, first_error(form), 422)
    try:
        require_desk(**_here(request, tournament))
        chosen.run(order_of(tournament, form, signed_in(request)))
    except NotAllowed:
        raise
    except RoomError as error:
        return _refused(request, tournament, name, form, error)
    return _answer(request, tournament, "", 200)


#: Refusals after which the same may be sent again: what was written in the dialog stays.
_KEPT = frozenset({"desk", OPEN_BULLETINS})


def _refused(
    request: HttpRequest, tournament: Tournament, name: str, form: OrderForm, error: RoomError
) -> HttpResponse:
    if COMMANDS[name].asks and error.reason in _KEPT:
        form.add_error(None, explain(error))
        return _dialog_again(request, tournament, name, form)
    ends = error.reason == OPEN_BULLETINS
    return _answer(request, tournament, explain(error), status_of(error), form, ends=ends)


def _dialog_again(
    request: HttpRequest, tournament: Tournament, name: str, form: OrderForm
) -> HttpResponse:
    """What was typed stays, with what is wrong with it."""
    response = _dialog(request, tournament, name, form)
    response["HX-Retarget"] = "#ask-body"
    response["HX-Reswap"] = "innerHTML"
    return response


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    refusal: str,
    status: int,
    form: OrderForm | None = None,
    *,
    ends: bool = False,
) -> HttpResponse:
    """``ends``: the command would have ended the game, which its form did not know."""
    typed = form.cleaned_data.get("letters", "") if form is not None else ""
    told = {"refusal": refusal, "typed": typed, "ends": ends}
    if not is_htmx(request):
        return _whole(request, tournament, status, **told)
    response = render(
        request, "judge/desk.html", _context(request, tournament, **told), status=status
    )
    keep_desk_device(request, response)
    return response
