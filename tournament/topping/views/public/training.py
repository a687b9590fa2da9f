"""Training: whoever has the link of an organisation's hall plays toppings there, alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
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
from tournament.topping.core.topping_run import RunState
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.topping import GameOfTopping
from tournament.topping.queries.topping_board import ToppingBoard
from tournament.topping.queries.training import listed_games, own_times
from tournament.topping.services import training
from tournament.topping.services.runs import settle
from tournament.topping.views.topping_play import answer_to, part
from tournament.views.device import DEVICE_SECRET, get_device_secret, set_device_cookie
from tournament.views.fair_play import table_in_play
from tournament.views.local import local_to
from tournament.views.staff import first_error


class NewGameForm(forms.Form):
    format = forms.ChoiceField(label=gettext_lazy("Formule"), choices=list(FORMAT_NAMES.items()))


class TraineeNameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom montré aux autres"),
        max_length=training.MOST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody in a hall; ``trainee`` None: nothing is kept of him yet."""

    hall: TrainingHall
    user: User | None
    trainee: Trainee | None

    def known(self, request: HttpRequest) -> Trainee:
        """Who he is, from now on. Raises Busy."""
        return self.trainee or training.come_in(
            hall=self.hall, user=self.user, secret=get_device_secret(request), now=now()
        )


type _Page = Callable[..., HttpResponse]


def _visit(request: HttpRequest, hall: TrainingHall) -> Visit:
    user = request.user if request.user.is_authenticated else None
    if user is not None:
        return Visit(hall, user, hall.trainees.filter(user=user).first())
    secret = request.COOKIES.get(DEVICE_SECRET, "")
    device = training.device_digest(secret) if secret else ""
    return Visit(hall, None, hall.trainees.filter(device=device).first() if device else None)


def _in_hall(page: _Page) -> _Page:
    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, key: str, **more: int) -> HttpResponse:
        if not key.isprintable():  # it cannot be looked for either (NUL)
            raise Http404
        halls = TrainingHall.objects.select_related("organisation")
        hall = get_object_or_404(halls, key=key)
        with local_to(request, hall.organisation):
            if table_in_play(request) is not None:
                context = {"hall": hall}
                return render(request, "topping/training/seated.html", context, status=403)
            visit = _visit(request, hall)
            try:
                return page(request, visit, **more)
            except RoomError as error:
                messages.error(request, explain(error))
                return redirect("training", key)

    return guarded


def _topping(visit: Visit, number: int) -> Topping:
    return get_object_or_404(Topping, organisation=visit.hall.organisation, number=number)


@require_safe
@_in_hall
def hall(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Its games, one's own times, one's name."""
    own = own_times(visit.trainee, now()) if visit.trainee else []
    name = visit.trainee.name if visit.trainee else ""
    context = {
        "hall": visit.hall,
        "trainee": visit.trainee,
        "games": listed_games(visit.hall, own),
        "own": own,
        "new": NewGameForm(),
        "name": TraineeNameForm(initial={"name": name}),
    }
    return render(request, "topping/training/hall.html", context)


@require_POST
@_in_hall
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A game that nobody has seen, begun at once by who asks."""
    form = NewGameForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("training", visit.hall.key)
    trainee = visit.known(request)
    made = training.new_game(
        hall=visit.hall, fmt=form.cleaned_data["format"], by=visit.user, now=now()
    )
    response = redirect("training-game", visit.hall.key, made.number)
    return _remembered(request, response, trainee)


def _remembered(request: HttpRequest, response: HttpResponse, trainee: Trainee) -> HttpResponse:
    if trainee.user_id is None:
        set_device_cookie(request, response)
    return response


@require_POST
@_in_hall
def rename(request: HttpRequest, visit: Visit) -> HttpResponse:
    form = TraineeNameForm(request.POST)
    response = redirect("training", visit.hall.key)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return response
    trainee = visit.known(request)
    name = form.cleaned_data["name"]
    training.name_trainee(trainee=trainee, name=name, by=visit.user, now=now())
    return _remembered(request, response, trainee)


@require_POST
@_in_hall
def forget(request: HttpRequest, visit: Visit) -> HttpResponse:
    if visit.trainee is not None:
        training.forget_trainee(trainee=visit.trainee, by=visit.user, now=now())
    response = redirect("training", visit.hall.key)
    response.delete_cookie(DEVICE_SECRET)
    messages.success(request, _("Votre nom et vos temps sont effacés."))
    return response


@require_safe
@_in_hall
def game(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Before it is begun, what awaits; then the page where one plays, or how it ended."""
    topping = _topping(visit, number)
    run = topping.runs.filter(trainee=visit.trainee).first() if visit.trainee else None
    if run is None:
        context = {"hall": visit.hall, "topping": topping, "turns": len(topping.tops)}
        return render(request, "topping/training/begin.html", context)
    run.topping = topping
    return part(request, run, _urls(visit, number), **_more(visit, run))


def _urls(visit: Visit, number: int) -> dict[str, str]:
    names = {"part": "game", "start": "start", "say": "say", "stop": "stop"}
    args = [visit.hall.key, number]
    return {name: reverse(f"training-{end}", args=args) for name, end in names.items()}


def _more(visit: Visit, run: ToppingRun) -> dict[str, Any]:
    name = visit.trainee.name if visit.trainee else ""
    result = reverse("training-result", args=[visit.hall.key, run.topping.number])
    back = reverse("training", args=[visit.hall.key])
    return {"who": name, "back": back, "stops": True, "result": result}


@require_POST
@_in_hall
def start(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    trainee = visit.known(request)
    training.train(topping=_topping(visit, number), trainee=trainee, by=visit.user, now=now())
    response = redirect("training-game", visit.hall.key, number)
    return _remembered(request, response, trainee)


def _own_run(visit: Visit, number: int) -> ToppingRun:
    runs = ToppingRun.objects.select_related("topping").filter(trainee__isnull=False)
    return get_object_or_404(runs, topping=_topping(visit, number), trainee=visit.trainee)


@require_POST
@_in_hall
def propose(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    run = _own_run(visit, number)
    return answer_to(request, run, _urls(visit, number), by=visit.user, **_more(visit, run))


@require_POST
@_in_hall
def stop(_request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    training.give_up(run=_own_run(visit, number), by=visit.user, now=now())
    return redirect("training", visit.hall.key)


@require_safe
@_in_hall
def result(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Of a game that one has played to its end: its words, and who played it in what time."""
    run = _own_run(visit, number)
    settle(run=run, now=now())
    run.refresh_from_db()
    if run.state not in {RunState.DONE, RunState.STOPPED}:
        return redirect("training-game", visit.hall.key, number)
    context = {
        "hall": visit.hall,
        "topping": run.topping,
        "run": run,
        "board": ToppingBoard(run.topping, now()),
        "turns": GameOfTopping(run.topping).turns,
    }
    return render(request, "topping/training/result.html", context, status=HTTPStatus.OK)
