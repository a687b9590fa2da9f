"""The toppings of a tournament (3.8.4): created, opened, followed, closed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.files.spreadsheet import CSV, ODS, XLSX, FileKind
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.chain import list_tournament_heads
from tournament.queries.clock import now
from tournament.topping.core.topping_run import ToppingCommand
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.presentation.topping import build_table
from tournament.topping.queries.topping_standings import ToppingStandings
from tournament.topping.services import creation, lifecycle, runs
from tournament.topping.views.organiser.topping_forms import PlayersForm, ToppingForm
from tournament.views.download import download
from tournament.views.saving import saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, is_htmx

_MANAGING_ROLES = (Role.ORGANISER, Role.JUDGE)
#: File types by the end of the URL.
FILE_KINDS: Mapping[str, FileKind] = {"csv": CSV, "xlsx": XLSX, "ods": ODS}
#: Commands on a run, by the end of the URL.
RUN_COMMANDS: Mapping[str, Callable[..., object]] = {
    **{
        str(command): partial(runs.command_run, command=command)
        for command in sorted(runs.OFFICER_COMMANDS)
    },
    "again": runs.restart_run,
}


def get_topping(tournament: Tournament, number: int) -> Topping:
    return get_object_or_404(
        Topping.objects.select_related("tournament"), tournament=tournament, number=number
    )


@require_safe
@for_roles(*_MANAGING_ROLES)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "toppings": tournament.toppings.all()}
    return render(request, "topping/organiser/list.html", context | {"section": "toppings"})


@for_roles(Role.ORGANISER)
def create(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    terms = tournament.regulation.originals
    initial = {"limit_s": terms.topping_limit_s.value, "penalty_s": terms.topping_penalty_s.value}
    form = ToppingForm(tournament, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with saving(request, form) as saved:
            topping = creation.create_topping(
                tournament=tournament,
                rules=form.build_rules(),
                fmt=data["format"],
                game=data["game"],
                entries=list(data["entries"]),
                drawn=data["drawn"],
                by=get_signed_in_user(request),
                now=now(),
            )
            count = len(data["entries"])
            text = ngettext(
                "Le topping est prêt pour %(n)d joueur. Ouvrez-le quand vous voulez.",
                "Le topping est prêt pour %(n)d joueurs. Ouvrez-le quand vous voulez.",
                count,
            )
            messages.success(request, text % {"n": count})
            return saved.redirect("office-topping", tournament.slug, topping.number)
    context = {"tournament": tournament, "form": form, "section": "toppings"}
    return render(request, "topping/organiser/create.html", context, status=get_form_status(form))


@require_safe
@for_roles(*_MANAGING_ROLES)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the runs with their commands; for htmx the part that is updated."""
    topping = get_topping(tournament, number)
    context = {
        "tournament": tournament,
        "topping": topping,
        "board": ToppingStandings(topping, now(), full_names=True),
        "heads": list_tournament_heads(tournament),
        "token": make_update_token(topping.update_channel),
        "players_form": PlayersForm(topping),
        "section": "toppings",
    }
    name = "topping/organiser/page.html" + ("#board" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_roles(*_MANAGING_ROLES)
def events(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List all events in order; proposed words are shown once the topping is closed."""
    topping = get_topping(tournament, number)
    rows = topping.events.select_related("run__entry__table", "by").order_by("pk")
    context = {"tournament": tournament, "topping": topping, "events": rows, "section": "toppings"}
    return render(request, "topping/organiser/events.html", context)


def _redirect_back(request: HttpRequest, topping: Topping) -> HttpResponse:
    """Redirect to the page that sent the command."""
    assert topping.tournament is not None
    page_name = "judge-topping" if request.POST.get("back") == "judge" else "office-topping"
    return redirect(page_name, topping.tournament.slug, topping.number)


@contextmanager
def _showing_errors(request: HttpRequest) -> Iterator[None]:
    """Show a RoomError raised inside on the page that follows."""
    try:
        yield
    except RoomError as error:
        messages.error(request, explain(error))


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    """Open or close the topping."""
    topping, topping_command = get_topping(tournament, number), ToppingCommand(name)
    with _showing_errors(request):
        lifecycle.move_topping(
            topping=topping, command=topping_command, by=get_signed_in_user(request), now=now()
        )
    return _redirect_back(request, topping)


@require_POST
@for_roles(Role.ORGANISER)
def delete(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    topping = get_topping(tournament, number)
    try:
        lifecycle.delete_topping(topping=topping, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
        return _redirect_back(request, topping)
    messages.success(request, _("Le topping est supprimé."))
    return redirect("office-toppings", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
def add_players(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    topping = get_topping(tournament, number)
    form = PlayersForm(topping, request.POST)
    entries = list(form.cleaned_data["entries"]) if form.is_valid() else []
    with _showing_errors(request):
        lifecycle.add_players(
            topping=topping, entries=entries, by=get_signed_in_user(request), now=now()
        )
        text = ngettext("%(n)d joueur de plus.", "%(n)d joueurs de plus.", len(entries))
        messages.success(request, text % {"n": len(entries)})
    return _redirect_back(request, topping)


@require_POST
@for_roles(*_MANAGING_ROLES)
def run_command(
    request: HttpRequest, tournament: Tournament, number: int, run_id: int, name: str
) -> HttpResponse:
    """Interrupt, resume, stop or annul a run, or let its player begin again."""
    topping = get_topping(tournament, number)
    run = get_object_or_404(ToppingRun, topping=topping, pk=run_id)
    with _showing_errors(request):
        RUN_COMMANDS[name](run=run, by=get_signed_in_user(request), now=now())
    return _redirect_back(request, topping)


@require_safe
@for_roles(*_MANAGING_ROLES)
def as_file(_request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """Download the board with the time of every turn."""
    topping = get_topping(tournament, number)
    board = ToppingStandings(topping, now(), full_names=True)
    name = f"{tournament.slug}-topping-{number}"
    return download(build_table(board, turns=True), FILE_KINDS[kind], name)
