"""The games of a tournament: creation, times, preparation, deletion."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from tournament.core.errors import RoomError
from tournament.core.states import SCRIPTED_SOURCES, UNDER_WAY_GAME_STATES, GameState, Role
from tournament.models import Game, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.seating import get_table_number
from tournament.queries.results.standings import load_standings
from tournament.queries.seal import compute_seal, is_sealed
from tournament.services import game_list
from tournament.services.play import games, mort_subite, playing_judge as playing
from tournament.views.organiser.game_forms import (
    SOURCE_HELP,
    CountForm,
    DraftForm,
    GameForm,
    PlannedStartForm,
    PlayingJudgeForm,
)
from tournament.views.organiser.mort_subite import (
    build_contenders_form,
    can_choose_players,
    describe_contenders,
)
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    refusal_response,
)

type GameCommandButton = tuple[Callable[..., Any], frozenset[GameState], Promise, Promise]

#: By name in the URL: service, states that show the command, button, message after it.
PREPARE = "prepare"
COMMANDS: dict[str, GameCommandButton] = {
    PREPARE: (
        games.prepare_game,
        frozenset({GameState.DRAFT}),
        gettext_lazy("Déclarer prête"),
        gettext_lazy("La partie %(number)d est prête : le juge-arbitre peut la commencer."),
    ),
    "mort-subite": (
        mort_subite.make_mort_subite,
        frozenset({GameState.DRAFT}),
        gettext_lazy("En faire une mort subite"),
        gettext_lazy("La partie %(number)d est une mort subite : choisissez qui la joue."),
    ),
    "reopen": (
        games.reopen_game,
        frozenset({GameState.READY}),
        gettext_lazy("Revenir aux réglages"),
        gettext_lazy("La partie %(number)d peut de nouveau être modifiée."),
    ),
    "delete": (
        games.delete_game,
        frozenset({GameState.DRAFT}),
        gettext_lazy("Supprimer la partie"),
        gettext_lazy("La partie %(number)d est supprimée."),
    ),
    "annul": (
        games.annul_game,
        frozenset({GameState.READY, *UNDER_WAY_GAME_STATES}),
        gettext_lazy("Annuler la partie"),
        gettext_lazy("La partie %(number)d est annulée : ses résultats ne comptent pas."),
    ),
}


#: The command after which the page of the game is shown again.
MORT_SUBITE = "mort-subite"
#: Commands beside the settings of a draft, which they save first.
WITH_SETTINGS = (PREPARE, MORT_SUBITE)


@for_roles(Role.ORGANISER)
def create(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = GameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            created = game_list.create_games(
                tournament=tournament,
                **form.get_service_arguments(),
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _describe_created(created))
            if len(created) > 1:
                return saved.redirect("office-tournament", tournament.slug)
            return saved.redirect("office-game", tournament.slug, created[0].number)
    context = {
        "tournament": tournament,
        "form": form,
        "source_help": {source.value: text for source, text in SOURCE_HELP.items()},
        "section": "overview",
    }
    return render(request, "organiser/game_create.html", context, status=get_form_status(form))


def _describe_created(created: list[Game]) -> str:
    first, last = created[0].number, created[-1].number
    if first == last:
        return _("La partie %(number)d est créée.") % {"number": first}
    return _("Les parties %(first)d à %(last)d sont créées.") % {"first": first, "last": last}


@require_POST
@for_roles(Role.ORGANISER)
def copy(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Create more games like this one."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = CountForm(request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            data = form.cleaned_data
            created = game_list.copy_game(
                game=game, **data, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _describe_created(created))
            return saved.redirect("office-tournament", tournament.slug)
    return _show_game(request, game, copies=form)


#: Services that move a game in the order, by name in the URL.
REORDER_SERVICES: dict[str, Callable[..., Game]] = {
    "up": game_list.move_game_up,
    "down": game_list.move_game_down,
}


@require_POST
@for_roles(Role.ORGANISER)
def move(request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    """Move a game in the order; htmx gets the new list and keeps the focus on the button."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    try:
        REORDER_SERVICES[name](game=game, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        if is_htmx(request):
            return refusal_response(request, error)
        messages.error(request, explain(error))
    if is_htmx(request):
        context = {"tournament": tournament, "games": list_games(tournament)}
        return render(request, "organiser/overview.html#games", context)
    return redirect("office-tournament", tournament.slug)


@dataclass(frozen=True)
class OverviewGame:
    """A game of the overview; it can change places with the one before, and the one after."""

    game: Game
    can_move_up: bool
    can_move_down: bool


def list_games(tournament: Tournament) -> list[OverviewGame]:
    game_rows = list(tournament.games.order_by("number"))
    movable_games = [game for game in game_rows if game.state in game_list.MOVABLE_STATES]
    movable_up_and_down = movable_games[1:], movable_games[:-1]
    return [
        OverviewGame(game, *(game in movable for movable in movable_up_and_down))
        for game in game_rows
    ]


@for_roles(Role.ORGANISER)
@locks_owner
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = DraftForm.for_draft(game, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            settings = form.get_service_arguments()
            playing.update_draft(game=game, **settings, by=get_signed_in_user(request), now=now())
            for name in WITH_SETTINGS:
                if name in request.POST:
                    return _run_command(request, game, name)
            messages.success(request, _("La partie est modifiée."))
            if settings["table"] != form.initial["table"]:
                messages.success(request, _describe_playing_judge(settings["table"]))
            return redirect("office-game", tournament.slug, number)
    return _show_game(request, game, form=form)


def _show_game(request: HttpRequest, game: Game, **bound: Form) -> HttpResponse:
    """Render the page of a game; ``bound``: its forms that were sent."""
    state = GameState(game.state)
    has_settings = state is GameState.DRAFT and not is_mort_subite(game)
    can_judge_play = state in playing.STILL_TO_PLAY and not has_settings
    context = {
        "tournament": game.tournament,
        "form": DraftForm.for_draft(game),
        "playing_judge": _build_playing_judge_form(game) if can_judge_play else None,
        "start_form": PlannedStartForm.for_game(game)
        if state in game_list.MOVABLE_STATES
        else None,
        "game": game,
        "editable": state is GameState.DRAFT,
        "commands": {
            name: row[2]
            for name, row in COMMANDS.items()
            if state in row[1] and not (name == MORT_SUBITE and is_mort_subite(game))
        },
        "contenders_form": build_contenders_form(game) if can_choose_players(game) else None,
        "standings": load_standings(game) if is_mort_subite(game) else None,
        "copies": CountForm(initial={"count": 2}),
        "scripted": game.source in SCRIPTED_SOURCES,
        "seal": compute_seal(game),
        "sealed": is_sealed(game),
        "section": "overview",
    } | bound
    status = max((get_form_status(form) for form in bound.values()), default=HTTPStatus.OK)
    return render(request, "organiser/game.html", context, status=status)


def _build_playing_judge_form(game: Game, data: Any = None) -> PlayingJudgeForm:
    judge = game.judge_plays
    table = get_table_number(game.pk, judge) if judge else None
    form = PlayingJudgeForm(data, initial={"table": table})
    form.subject = str(game.pk)
    return form


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def playing_judge(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose the table at which the judge plays, or none."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = _build_playing_judge_form(game, request.POST)
    if form.is_valid():
        with saving(request, form):
            table = form.cleaned_data["table"]
            playing.set_table_of_judge(
                game=game, table=table, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _describe_playing_judge(table))
            return redirect("office-game", tournament.slug, number)
    return _show_game(request, game, playing_judge=form)


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def planned_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Set the planned start of a game that has not started."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = PlannedStartForm.for_game(game, request.POST)
    if form.is_valid():
        with saving(request, form):
            games.plan_start(
                game=game, **form.cleaned_data, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _("L’heure prévue est enregistrée."))
            return redirect("office-game", tournament.slug, number)
    return _show_game(request, game, start_form=form)


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def players(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose the players of a *mort subite* in draft; none chosen: all present when it starts."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    form = build_contenders_form(game, request.POST)
    if form.is_valid():
        with saving(request, form):
            chosen_entries = form.chosen_entries()
            mort_subite.choose_players(game=game, entries=chosen_entries)
            messages.success(request, describe_contenders(len(chosen_entries)))
            if PREPARE in request.POST:
                games.prepare_game(game=game, by=get_signed_in_user(request), now=now())
                messages.success(request, _("Elle est prête : le juge-arbitre peut la commencer."))
            return redirect("office-game", tournament.slug, number)
    return _show_game(request, game, contenders_form=form)


def _describe_playing_judge(table: int | None) -> str:
    sentence = _("Le juge-arbitre joue, table %(table)s.") if table else _("Il ne joue pas.")
    return sentence % {"table": table}


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    """Run one of ``COMMANDS``; the next page shows the result or the refusal."""
    return _run_command(
        request, get_object_or_404(Game, tournament=tournament, number=number), name
    )


def _run_command(request: HttpRequest, game: Game, name: str) -> HttpResponse:
    service, _states, _button, message = COMMANDS[name]
    try:
        service(game=game, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, message % {"number": game.number})
        if name == MORT_SUBITE:
            return redirect("office-game", game.tournament.slug, game.number)
    return redirect("office-tournament", game.tournament.slug)
