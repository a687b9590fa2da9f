"""Training: everybody who has the link of a hall plays toppings there, alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.presentation.games import FORMAT_NAMES
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.topping.core.topping_run import RunState, ToppingRunCommand
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.topping import ToppingGame
from tournament.topping.queries.topping_standings import ToppingStandings
from tournament.topping.queries.training import list_games, list_own_times
from tournament.topping.services import training
from tournament.topping.services.locked_run import settle_run
from tournament.topping.services.runs import command_run
from tournament.topping.views.topping_play import answer_proposal, render_part
from tournament.views.device import TRAINING_COOKIE, get_device_secret, set_training_cookie
from tournament.views.fair_play import find_table_in_play
from tournament.views.shortcuts import get_first_error
from tournament.views.zone_and_paper import use_zone_and_paper


class NewGameForm(forms.Form):
    format = forms.ChoiceField(label=gettext_lazy("Formule"), choices=list(FORMAT_NAMES.items()))


class TraineeNameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom montré aux autres"),
        max_length=training.MAX_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


@dataclass(frozen=True, slots=True)
class HallVisitor:
    """A visitor of a hall; ``trainee`` is None if nothing is stored about them yet."""

    hall: TrainingHall
    user: User | None
    trainee: Trainee | None

    def get_trainee(self, request: HttpRequest) -> Trainee:
        """Return the trainee, created if necessary. Raise Busy."""
        return self.trainee or training.get_or_create_trainee(
            hall=self.hall, user=self.user, secret=get_device_secret(request), now=now()
        )


type _View = Callable[..., HttpResponse]


def _identify_visitor(request: HttpRequest, hall: TrainingHall) -> HallVisitor:
    user = request.user if request.user.is_authenticated else None
    if user is not None:
        return HallVisitor(hall, user, hall.trainees.filter(user=user).first())
    secret = request.COOKIES.get(TRAINING_COOKIE, "")
    device = training.compute_device_digest(secret) if secret else ""
    return HallVisitor(hall, None, hall.trainees.filter(device=device).first() if device else None)


def _with_visitor(page: _View) -> _View:
    """Give the view the visitor of the hall; a RoomError is shown on the page of the hall.

    Refuse the page to a device at a table in play.
    """

    @never_cache
    @wraps(page)
    def wrapped(request: HttpRequest, key: str, **arguments: int) -> HttpResponse:
        if not key.isprintable():  # PostgreSQL cannot compare a text with NUL
            raise Http404
        halls = TrainingHall.objects.select_related("organisation")
        hall = get_object_or_404(halls, key=key)
        with use_zone_and_paper(request, hall.organisation):
            if find_table_in_play(request) is not None:
                context = {"hall": hall}
                return render(request, "topping/training/seated.html", context, status=403)
            visitor = _identify_visitor(request, hall)
            try:
                return page(request, visitor, **arguments)
            except RoomError as error:
                messages.error(request, explain(error))
                return redirect("training", key)

    return wrapped


def _get_topping(visitor: HallVisitor, number: int) -> Topping:
    return get_object_or_404(Topping, organisation=visitor.hall.organisation, number=number)


@require_safe
@_with_visitor
def hall(request: HttpRequest, visitor: HallVisitor) -> HttpResponse:
    """Show the games, the times and the name of the visitor."""
    own_times = list_own_times(visitor.trainee, now()) if visitor.trainee else []
    name = visitor.trainee.name if visitor.trainee else ""
    context = {
        "hall": visitor.hall,
        "trainee": visitor.trainee,
        "games": list_games(visitor.hall, own_times),
        "own_times": own_times,
        "new_game_form": NewGameForm(),
        "name_form": TraineeNameForm(initial={"name": name}),
    }
    return render(request, "topping/training/hall.html", context)


@require_POST
@_with_visitor
def new(request: HttpRequest, visitor: HallVisitor) -> HttpResponse:
    """Create a game and redirect to it."""
    form = NewGameForm(request.POST)
    if not form.is_valid():
        messages.error(request, get_first_error(form))
        return redirect("training", visitor.hall.key)
    trainee = visitor.get_trainee(request)
    topping = training.create_game(
        hall=visitor.hall, fmt=form.cleaned_data["format"], by=visitor.user, now=now()
    )
    response = redirect("training-game", visitor.hall.key, topping.number)
    return _keep_device_secret(request, response, trainee)


def _keep_device_secret(
    request: HttpRequest, response: HttpResponse, trainee: Trainee
) -> HttpResponse:
    """Set the cookie of the device that identifies a trainee without an account."""
    if trainee.user_id is None:
        set_training_cookie(request, response)
    return response


@require_POST
@_with_visitor
def rename(request: HttpRequest, visitor: HallVisitor) -> HttpResponse:
    form = TraineeNameForm(request.POST)
    response = redirect("training", visitor.hall.key)
    if not form.is_valid():
        messages.error(request, get_first_error(form))
        return response
    trainee = visitor.get_trainee(request)
    name = form.cleaned_data["name"]
    training.rename_trainee(trainee=trainee, name=name, by=visitor.user, now=now())
    return _keep_device_secret(request, response, trainee)


@require_POST
@_with_visitor
def forget(request: HttpRequest, visitor: HallVisitor) -> HttpResponse:
    if visitor.trainee is not None:
        training.delete_trainee(trainee=visitor.trainee, by=visitor.user, now=now())
    response = redirect("training", visitor.hall.key)
    response.delete_cookie(TRAINING_COOKIE)
    messages.success(request, _("Votre nom et vos temps sont effacés."))
    return response


@require_safe
@_with_visitor
def game(request: HttpRequest, visitor: HallVisitor, number: int) -> HttpResponse:
    """Show a game: before the start its terms, then the page to play it, or its result."""
    topping = _get_topping(visitor, number)
    run = topping.runs.filter(trainee=visitor.trainee).first() if visitor.trainee else None
    if run is None:
        context = {"hall": visitor.hall, "topping": topping, "turns": len(topping.tops)}
        return render(request, "topping/training/begin.html", context)
    run.topping = topping
    return render_part(
        request, run, _build_urls(visitor, number), **_build_extra_context(visitor, run)
    )


def _build_urls(visitor: HallVisitor, number: int) -> dict[str, str]:
    """Return the URLs of the page and of what it sends, by their use."""
    url_names = {"part": "game", "start": "start", "say": "say", "stop": "stop"}
    args = [visitor.hall.key, number]
    return {use: reverse(f"training-{name}", args=args) for use, name in url_names.items()}


def _build_extra_context(visitor: HallVisitor, run: ToppingRun) -> dict[str, Any]:
    name = visitor.trainee.name if visitor.trainee else ""
    result = reverse("training-result", args=[visitor.hall.key, run.topping.number])
    hall_url = reverse("training", args=[visitor.hall.key])
    return {"player_name": name, "back": hall_url, "can_stop": True, "result": result}


@require_POST
@_with_visitor
def start(request: HttpRequest, visitor: HallVisitor, number: int) -> HttpResponse:
    trainee = visitor.get_trainee(request)
    training.begin_game(
        topping=_get_topping(visitor, number), trainee=trainee, by=visitor.user, now=now()
    )
    response = redirect("training-game", visitor.hall.key, number)
    return _keep_device_secret(request, response, trainee)


def _get_own_run(visitor: HallVisitor, number: int) -> ToppingRun:
    runs = ToppingRun.objects.select_related("topping").filter(trainee__isnull=False)
    return get_object_or_404(runs, topping=_get_topping(visitor, number), trainee=visitor.trainee)


@require_POST
@_with_visitor
def propose(request: HttpRequest, visitor: HallVisitor, number: int) -> HttpResponse:
    run = _get_own_run(visitor, number)
    return answer_proposal(
        request,
        run,
        _build_urls(visitor, number),
        by=visitor.user,
        **_build_extra_context(visitor, run),
    )


@require_POST
@_with_visitor
def stop(_request: HttpRequest, visitor: HallVisitor, number: int) -> HttpResponse:
    """End the game without a result, so that the visitor may begin another one."""
    run = _get_own_run(visitor, number)
    command_run(run=run, command=ToppingRunCommand.STOP, by=visitor.user, now=now())
    return redirect("training", visitor.hall.key)


@require_safe
@_with_visitor
def result(request: HttpRequest, visitor: HallVisitor, number: int) -> HttpResponse:
    """Show the words and the times of a game that the visitor has finished."""
    run = _get_own_run(visitor, number)
    settle_run(run=run, now=now())
    run.refresh_from_db()
    if run.state not in {RunState.DONE, RunState.STOPPED}:
        return redirect("training-game", visitor.hall.key, number)
    context = {
        "hall": visitor.hall,
        "topping": run.topping,
        "run": run,
        "board": ToppingStandings(run.topping, now()),
        "turns": ToppingGame(run.topping).turns,
    }
    return render(request, "topping/training/result.html", context)
