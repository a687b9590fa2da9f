"""The clock of a table for the staff, and the common time of a round (6.2 to 6.4)."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.classic.core.commands import Command
from tournament.classic.core.officers import ARBITERS, choose_officer
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.table_clock import CLOCK_RULES
from tournament.classic.core.terms import ClockKind
from tournament.classic.models import Match
from tournament.classic.presentation.match.table_clocks import (
    describe_call,
    describe_phase,
    list_clock_lines,
    list_decision_lines,
)
from tournament.classic.queries.table_clocks import MatchClock, has_table_clock, load_match_clock
from tournament.classic.services.countdowns import change_countdown
from tournament.classic.services.play import SenderFields
from tournament.classic.services.table_clocks import ClockRequest, run_clock_command
from tournament.classic.views.fair_play import require_not_own_match
from tournament.classic.views.match_display import build_countdown_face, build_table_clock_faces
from tournament.classic.views.organiser.clock_forms import (
    CLOCK_FORMS,
    ClockDecisionForm,
    CountdownForm,
)
from tournament.classic.views.organiser.round_time import COUNTDOWN_ROLES
from tournament.classic.views.organiser.rounds import get_round
from tournament.core.errors import NotAllowed, RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_form_status,
    get_http_status,
    get_signed_in_user,
    is_htmx,
    parse_number,
)

STAFF = (*sorted(ARBITERS), Role.JUDGE, Role.ORGANISER)
#: Commands that any member of the staff may run for the players; the others are decisions.
_PLAYER_COMMANDS = frozenset(
    {Command.PRESS, Command.HOLD, Command.RESUME, Command.STOP, Command.ANSWER}
)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*STAFF)
def page(request: HttpRequest, tournament: Tournament, number: int, match_id: int) -> HttpResponse:
    """Show the clock of a match (``?game=`` for an earlier game), or run a command."""
    match_round = get_round(tournament, number)
    matches = Match.objects.select_related("round", "x", "y", "tournament")
    match = get_object_or_404(matches, round=match_round, pk=match_id)
    if not has_table_clock(match):
        raise Http404
    game_number = request.POST.get("game") or request.GET.get("game", "")
    match_clock = load_match_clock(match, parse_number(game_number))
    if request.method != "POST":
        return _render_page(request, match_clock)
    name, form = request.POST.get("do", ""), None
    if name in CLOCK_FORMS:
        form = CLOCK_FORMS[name](match_clock.state, _get_names(match), request.POST)
        if not form.is_valid():
            return _render_page(request, match_clock, form=form, status=get_form_status(form))
    try:
        run_clock_command(
            match=match,
            number=match_clock.number,
            request=_read_command(request, match_clock, form),
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        fresh = load_match_clock(match, match_clock.number)
        return _render_page(
            request, fresh, form=form, problem=explain(error), status=get_http_status(error)
        )
    if form is not None:
        messages.success(request, _("Décision enregistrée : elle est sur la feuille de match."))
    return redirect(f"{request.path}?game={match_clock.number}")


def _read_command(
    request: HttpRequest, match_clock: MatchClock, form: ClockDecisionForm | None
) -> ClockRequest:
    """Return the posted command with the actor for the roles of the user. Raise Http404,
    NotAllowed."""
    name = request.POST.get("do", "")
    if name not in list(CLOCK_RULES):
        raise Http404
    command = Command(name)
    if command is Command.PRESS:
        side = request.POST.get("side")
        if side not in list(Side):
            raise Http404
        return ClockRequest(command, Actor(side))
    data: dict[str, Any] = form.build_data() if form else {}
    if command is Command.LIFT:
        data = {"ruling": parse_number(request.POST.get("ruling", "")) or 0}
    reason = form.cleaned_data["reason"] if form else ""
    actor = _choose_actor(request, command, match_clock.match)
    return ClockRequest(command, actor, data, SenderFields(reason=reason))


def _choose_actor(request: HttpRequest, command: Command, match: Match) -> Actor:
    """Return the actor: an arbiter where the regulation allows one (9.2), else the director. Raise
    NotAllowed."""
    roles: set[Role] = getattr(request, "roles", set())
    if command not in _PLAYER_COMMANDS:
        require_not_own_match(request, match)
        if not roles & (ARBITERS | {Role.JUDGE}):
            raise NotAllowed("clock-officer")
    if Actor.ARBITER in CLOCK_RULES[command].actors:
        return choose_officer(roles)
    if Role.JUDGE not in roles:
        raise NotAllowed("clock-director")
    return Actor.DIRECTOR


def _get_names(match: Match) -> tuple[str, str]:
    return match.x.name, match.y.name if match.y else ""


def _render_page(
    request: HttpRequest,
    match_clock: MatchClock,
    *,
    form: ClockDecisionForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    match, moment = match_clock.match, now()
    state, names = match_clock.advance_to(moment), _get_names(match)
    context: dict[str, Any] = {
        "tournament": match.tournament,
        "match": match,
        "round": match.round,
        "shown": match_clock,
        "state": state,
        "names": names,
        "phase": describe_phase(state, names),
        "call": describe_call(state.call_command) if state.call_command else "",
        "faces": build_table_clock_faces(state, names),
        "common": build_countdown_face(match_clock.countdown, moment),
        "warn": state.terms.warn_s * 1000,
        "decisions": list_decision_lines(match, names),
        "lines": list_clock_lines(match_clock.row, names) if match_clock.row else [],
        "address": f"{request.path}?game={match_clock.number}",
        "token": make_update_token(f"match:{match.pk}"),
        "problem": problem,
        "section": "rounds",
    }
    if is_htmx(request):
        return render(request, "classic/organiser/clock_part.html", context)
    context["forms"] = _list_forms(match_clock, form)
    return render(request, "classic/organiser/clock.html", context, status=status)


def _list_forms(
    match_clock: MatchClock, bound: ClockDecisionForm | None
) -> list[ClockDecisionForm]:
    """Return the forms that are possible now; a sent one with its errors."""
    state, is_open = match_clock.state, match_clock.is_open and not match_clock.state.is_over
    is_possible: Mapping[str, bool] = {
        str(Command.SET_CLOCKS): is_open and state.is_timed and state.clock.running_side is None,
        str(Command.TIME_PLAYER): is_open and state.terms.clock is ClockKind.GLOBAL,
    }
    return [
        bound if isinstance(bound, form) else form(state, _get_names(match_clock.match))
        for name, form in CLOCK_FORMS.items()
        if is_possible.get(name, True)
    ]


@require_POST
@for_roles(*COUNTDOWN_ROLES)
def countdown(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Run a command of the common time of the hall (6.4.1)."""
    match_round = get_round(tournament, number)
    form = CountdownForm(request.POST)
    try:
        if form.is_valid():
            change_countdown(
                match_round=match_round,
                command=CountdownCommand(form.cleaned_data["command"]),
                seconds=form.seconds,
                by=get_signed_in_user(request),
                now=now(),
            )
        else:
            messages.error(request, get_first_error(form))
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-round", tournament.slug, number)
