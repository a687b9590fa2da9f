"""Rounds in the office: pairing, publication, results of match sheets."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.classic.core.rounds.states import (
    RESULT_STATES,
    ROUND_TRANSITIONS,
    ResultKind,
    RoundCommand,
    RoundState,
)
from tournament.classic.models import MatchRound
from tournament.classic.presentation.match.table_clocks import list_decision_lines
from tournament.classic.presentation.rounds import (
    ROUND_COMMANDS,
    describe_later_round,
)
from tournament.classic.queries.rounds import (
    count_planned_rounds,
    find_matches_with_results,
    list_present_entries,
    load_rounds_data,
)
from tournament.classic.services import rounds as round_services
from tournament.classic.services.sheets import record_result
from tournament.classic.services.terms import change_terms
from tournament.classic.views.organiser.round_forms import ResultForm, RoundSwapForm
from tournament.classic.views.organiser.round_table import list_issues, list_round_tables
from tournament.classic.views.organiser.round_time import build_round_time
from tournament.classic.views.organiser.terms_form import TermsForm
from tournament.core.errors import RoomError
from tournament.core.states import Discipline, Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, is_htmx

#: Roles that may enter results.
RESULT_ROLES = (Role.ORGANISER, Role.JUDGE, Role.ARBITER)
#: Buttons of a round by its state, the default one first.
BUTTONS: dict[RoundState, Sequence[RoundCommand]] = {
    state: [command for (before, command) in ROUND_TRANSITIONS if before is state]
    for state in RoundState
}


def _require_classic(tournament: Tournament) -> None:
    if tournament.discipline != Discipline.CLASSIC:
        raise Http404


@for_roles(Role.ORGANISER)
@locks_owner
def terms(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Edit the terms of matches and rounds."""
    _require_classic(tournament)
    form = TermsForm.for_tournament(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            change_terms(
                tournament=tournament,
                changes=form.build_changes(),
                by=get_signed_in_user(request),
                now=now(),
            )
            sentence = _("La formule est enregistrée, pour toute ronde qui n’a pas commencé.")
            messages.success(request, sentence)
            return redirect("office-rounds", tournament.slug)
    context = {"tournament": tournament, "form": form, "section": "terms"}
    return render(request, "classic/organiser/terms.html", context, status=get_form_status(form))


@require_safe
@for_roles(*RESULT_ROLES)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rounds, with the command for the next one."""
    _require_classic(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    planned = count_planned_rounds(tournament)
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "planned": planned,
        "present": len(list_present_entries(tournament)),
        "ready": all(match_round.state == RoundState.FINISHED for match_round in rounds),
        "over": planned is not None and len(rounds) >= planned,
        "section": "rounds",
    }
    return render(request, "classic/organiser/rounds.html", context)


@require_POST
@for_roles(Role.ORGANISER)
def prepare(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    _require_classic(tournament)
    try:
        match_round = round_services.prepare_round(
            tournament=tournament, by=get_signed_in_user(request), now=now()
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("office-rounds", tournament.slug)
    messages.success(
        request, _("La ronde %(number)d est appariée.") % {"number": match_round.number}
    )
    return redirect("office-round", tournament.slug, match_round.number)


@require_safe
@for_roles(*RESULT_ROLES)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round: tables, results, commands."""
    return _render_page(request, get_round(tournament, number))


def _render_page(
    request: HttpRequest, match_round: MatchRound, swap: RoundSwapForm | None = None
) -> HttpResponse:
    tournament = match_round.tournament
    rounds_data = load_rounds_data(tournament)
    tables = list_round_tables(rounds_data, match_round)
    is_prepared = match_round.state == RoundState.PREPARED
    context = {
        "tournament": tournament,
        "round": match_round,
        "tables": tables,
        "open": sum(not table.is_over for table in tables if table.match.y),
        "issues": list_issues(match_round, tables),
        "swap": swap or (_build_swap_form(match_round) if is_prepared else None),
        "commands": [
            (command, ROUND_COMMANDS[command][0])
            for command in BUTTONS[RoundState(match_round.state)]
        ],
        "organises": Role.ORGANISER in getattr(request, "roles", ()),
        "writes": match_round.state in RESULT_STATES,
        **build_round_time(match_round, getattr(request, "roles", ())),
        "token": make_update_token(f"round:{match_round.pk}"),
        "section": "rounds",
    }
    name = "classic/organiser/round.html" + ("#tables" if is_htmx(request) else "")
    return render(request, name, context, status=get_form_status(swap) if swap else 200)


def get_round(tournament: Tournament, number: int) -> MatchRound:
    _require_classic(tournament)
    return get_object_or_404(tournament.rounds.select_related("tournament"), number=number)


def _build_swap_form(match_round: MatchRound, data: Any = None) -> RoundSwapForm:
    """Return the form with the entries of the round, then present ones without a match."""
    matches = list(match_round.matches.select_related("x", "y").order_by("board_number", "pk"))
    seated = [entry for match in matches for entry in (match.x, match.y) if entry]
    keys = {entry.pk for entry in seated}
    unseated = [
        entry for entry in list_present_entries(match_round.tournament) if entry.pk not in keys
    ]
    entries = [*sorted(seated, key=lambda entry: entry.name), *unseated]
    return RoundSwapForm(entries, matches, data)


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    """Run a command of the round or of its pairs; a refusal is shown on the page of the round."""
    match_round = get_round(tournament, number)
    try:
        if name in _PAIR_COMMANDS:
            return _PAIR_COMMANDS[name](request, match_round)
        return _run_round_command(request, match_round, RoundCommand(name))
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("office-round", tournament.slug, number)


def _run_round_command(
    request: HttpRequest, match_round: MatchRound, chosen_command: RoundCommand
) -> HttpResponse:
    round_services.move_round(
        match_round=match_round, command=chosen_command, by=get_signed_in_user(request), now=now()
    )
    messages.success(request, str(ROUND_COMMANDS[chosen_command][1]))
    return redirect("office-round", match_round.tournament.slug, match_round.number)


def _pair_again(request: HttpRequest, match_round: MatchRound) -> HttpResponse:
    round_services.pair_again(match_round=match_round, by=get_signed_in_user(request), now=now())
    messages.success(request, _("La ronde est appariée de nouveau."))
    return redirect("office-round", match_round.tournament.slug, match_round.number)


def _discard(request: HttpRequest, match_round: MatchRound) -> HttpResponse:
    round_services.discard_round(match_round=match_round, by=get_signed_in_user(request), now=now())
    messages.success(request, _("La ronde est supprimée."))
    return redirect("office-rounds", match_round.tournament.slug)


_PAIR_COMMANDS: dict[str, Callable[[HttpRequest, MatchRound], HttpResponse]] = {
    "pair-again": _pair_again,
    "discard": _discard,
}
#: All commands of a round.
COMMANDS = (*_PAIR_COMMANDS, *(command.value for command in RoundCommand))


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Exchange two places of a prepared round."""
    match_round = get_round(tournament, number)
    form = _build_swap_form(match_round, request.POST)
    if form.is_valid():
        with saving(request, form):
            first, second = form.get_chosen_entries()
            by_and_now: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
            round_services.swap_places(
                match_round=match_round, first=first, second=second, **by_and_now
            )
            messages.success(request, _("Les places sont échangées."))
            return redirect("office-round", tournament.slug, number)
    return _render_page(request, match_round, form)


@for_roles(*RESULT_ROLES)
@locks_owner
def result(
    request: HttpRequest, tournament: Tournament, number: int, match_id: int
) -> HttpResponse:
    """Enter a match sheet; a later one counts over an earlier one."""
    match_round = get_round(tournament, number)
    match = get_object_or_404(
        find_matches_with_results(), round=match_round, pk=match_id, y__isnull=False
    )
    later_round = tournament.rounds.filter(number__gt=number).order_by("number").first()
    form = ResultForm.for_match(match, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            record_result(
                match=match,
                kind=ResultKind(form.cleaned_data["kind"]),
                games=form.scores,
                winner=form.chosen_winner,
                reason=form.cleaned_data["reason"],
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("Le résultat est enregistré."))
            if later_round is not None:
                messages.warning(request, describe_later_round(later_round))
            return redirect("office-round", tournament.slug, number)
    context = {
        "tournament": tournament,
        "round": match_round,
        "match": match,
        "form": form,
        "later_round": describe_later_round(later_round) if later_round else "",
        "decisions": list_decision_lines(match, (match.x.name, match.y.name if match.y else "")),
        "written_results": match.results.select_related("by").order_by("-at", "-pk"),
        "section": "rounds",
    }
    return render(request, "classic/organiser/result.html", context, status=get_form_status(form))
