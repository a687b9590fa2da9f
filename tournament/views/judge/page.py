"""The judge's desk: its page, the part refreshed by events, and the commands."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournament import ports
from tournament.core.errors import LettersRefused, NotAllowed, RoomError
from tournament.core.scenes import Scene
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.judge import SCENE_NAMES
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.queries.playing_time import get_seconds
from tournament.services.play.desk import find_or_take_desk, require_desk, take_over_desk
from tournament.services.screen import choose_scene
from tournament.views.device import get_desk_device, set_desk_cookie
from tournament.views.judge.commands import COMMANDS, build_command_request
from tournament.views.judge.desk import JudgeDesk
from tournament.views.judge.forms import CommandForm, RackForm
from tournament.views.judge.speech import Speech, build_speech
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_http_status,
    get_signed_in_user,
    is_htmx,
)

#: Dialogs that begin with the letters typed before.
DIALOGS_WITH_LETTERS = frozenset({"retype-refused", "retype", "rectify"})
#: Reason of a refusal: bulletins are open, and the judge has not confirmed the end of the game.
OPEN_BULLETINS = "open-bulletins"
#: The same: the letters typed are no valid draw (3.2).
REJECTED = "rejected"


def _build_context(request: HttpRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    desk = JudgeDesk(tournament, get_desk_device(request))
    speech: Speech | None = build_speech(desk)
    return {"tournament": tournament, "desk": desk, "speech": speech} | extra


def _get_desk_arguments(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the arguments of a service of the desk: tournament, device, user and time."""
    device_and_user = {"device": get_desk_device(request), "by": get_signed_in_user(request)}
    return {"tournament": tournament, **device_and_user, "now": clock.now()}


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the desk; the first device that opens it leads the games, others watch."""
    find_or_take_desk(**_get_desk_arguments(request, tournament))
    return _render_page(request, tournament, 200)


def _render_page(
    request: HttpRequest, tournament: Tournament, status: int, **extra: Any
) -> HttpResponse:
    context = _build_context(
        request, tournament, token=_make_desk_token(request, tournament), **extra
    )
    for describe in ports.build_desk_context:
        context |= describe(tournament)
    response = render(request, "judge/page.html", context, status=status)
    set_desk_cookie(request, response)
    return response


@require_safe
@for_roles(Role.JUDGE)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the part of the page that is fetched again after each event."""
    return render(request, "judge/desk.html", _build_context(request, tournament))


@require_POST
@for_roles(Role.JUDGE)
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make this device the one that leads the games."""
    take_over_desk(**_get_desk_arguments(request, tournament))
    return _render_answer(request, tournament, "", 200)


@require_safe
@for_roles(Role.JUDGE)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return a new token for the live socket."""
    return JsonResponse({"token": _make_desk_token(request, tournament)})


def _make_desk_token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(Ticket(tournament.pk, Audience.JUDGE, user_id=get_signed_in_user(request).pk))


@require_safe
@for_roles(Role.JUDGE)
def ask(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Render the dialog before a command that needs a reason or cannot be undone."""
    if name not in COMMANDS or not COMMANDS[name].confirms:
        raise Http404
    return _render_dialog(request, tournament, name, None)


def _render_dialog(
    request: HttpRequest, tournament: Tournament, name: str, form: CommandForm | None
) -> HttpResponse:
    context = _build_context(request, tournament, name=name)
    desk: JudgeDesk = context["desk"]
    initial = {
        "game": desk.game.pk if desk.game else None,
        "turn": desk.turn.pk if desk.turn else None,
        "seconds": get_seconds(desk.turn) if desk.turn else None,
        "letters": desk.typed_rack.letters
        if desk.typed_rack and name in DIALOGS_WITH_LETTERS
        else "",
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
    """Choose what the big screen shows, until another choice or the next announcement of
    letters."""
    form = SceneForm(request.POST)
    if not form.is_valid():
        return _render_answer(
            request, tournament, get_first_error(form), HTTPStatus.UNPROCESSABLE_ENTITY
        )
    try:
        require_desk(**_get_desk_arguments(request, tournament))
    except RoomError as error:
        return _render_answer(request, tournament, explain(error), get_http_status(error))
    choose_scene(tournament=tournament, scene=Scene(form.cleaned_data["scene"]), now=clock.now())
    return _render_answer(request, tournament, "", HTTPStatus.OK)


@require_POST
@for_roles(Role.JUDGE)
def command(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Run a command and render the desk after it.

    A refusal is shown above the desk; an invalid dialog is shown again.
    """
    if name not in COMMANDS:
        raise Http404
    command_type = COMMANDS[name]
    form = command_type.form(request.POST)
    if not form.is_valid():
        if command_type.confirms and not ({"game", "turn"} & set(form.errors)):
            return _render_dialog_again(request, tournament, name, form)
        return _render_answer(request, tournament, get_first_error(form), 422)
    try:
        require_desk(**_get_desk_arguments(request, tournament))
        command_type.run(build_command_request(tournament, form, get_signed_in_user(request)))
    except NotAllowed:
        raise
    except RoomError as error:
        return _render_refusal(request, tournament, name, form, error)
    return _render_answer(request, tournament, "", 200)


#: Reasons of refusals after which the dialog stays open with its values, to be sent again.
_REASONS_KEEPING_DIALOG = frozenset({"desk", OPEN_BULLETINS})


def _render_refusal(
    request: HttpRequest, tournament: Tournament, name: str, form: CommandForm, error: RoomError
) -> HttpResponse:
    if COMMANDS[name].confirms and (reopened_form := _find_dialog_form(form, error)) is not None:
        reopened_form.add_error(None, explain(error))
        return _render_dialog_again(request, tournament, name, reopened_form)
    would_end_game = error.reason == OPEN_BULLETINS
    return _render_answer(
        request,
        tournament,
        explain(error),
        get_http_status(error),
        form,
        would_end_game=would_end_game,
    )


def _find_dialog_form(form: CommandForm, error: RoomError) -> CommandForm | None:
    """Return the form with which the dialog stays open; None if the desk shows the refusal."""
    if isinstance(error, LettersRefused) and error.reason == REJECTED:
        # Without racks in the form the refusal is recorded, and the desk asks for other letters.
        return form.build_next() if isinstance(form, RackForm) else None
    stays_open = isinstance(error, LettersRefused) or error.reason in _REASONS_KEEPING_DIALOG
    return form if stays_open else None


def _render_dialog_again(
    request: HttpRequest, tournament: Tournament, name: str, form: CommandForm
) -> HttpResponse:
    """Render the dialog again, with its values and errors."""
    response = _render_dialog(request, tournament, name, form)
    response["HX-Retarget"] = "#ask-body"
    response["HX-Reswap"] = "innerHTML"
    return response


def _render_answer(
    request: HttpRequest,
    tournament: Tournament,
    refusal: str,
    status: int,
    form: CommandForm | None = None,
    *,
    would_end_game: bool = False,
) -> HttpResponse:
    """Render the desk; ``would_end_game``: the command would end the game, which its form could
    not know."""
    typed = form.cleaned_data.get("letters", "") if form is not None else ""
    context = {"refusal": refusal, "typed": typed, "ends": would_end_game}
    if not is_htmx(request):
        return _render_page(request, tournament, status, **context)
    response = render(
        request, "judge/desk.html", _build_context(request, tournament, **context), status=status
    )
    set_desk_cookie(request, response)
    return response
