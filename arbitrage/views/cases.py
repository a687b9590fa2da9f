"""The cases of a tournament: the list, the page of a case, and the commands in it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.models import Appeal
from arbitrage.presentation.appeals import format_window
from arbitrage.queries.appeals import (
    get_appeal_window,
    get_members_centres,
    list_commission_members,
    list_games_keeping_appeals_open,
)
from arbitrage.queries.blinding import list_blinded
from arbitrage.queries.case_file import CaseFile
from arbitrage.queries.contestable import list_contestable_decisions
from arbitrage.services import appeals, commission, federation
from arbitrage.services.acts import OFFICER_ROLES
from arbitrage.views import players
from arbitrage.views.case_forms import AnswerForm, ArbiterCaseForm, DecideForm, StatementForm
from arbitrage.views.case_readers import (
    get_case_file,
    get_reader_roles,
    is_officer,
    list_known_cases,
    list_readable_cases,
)
from engine.regulation.topics import Topic
from tournament.core.errors import RoomError, WrongState
from tournament.core.states import Role
from tournament.models import Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.current_game import find_current_game
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.people.table_scope import require_own_centre
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_http_status,
    get_signed_in_user,
)

#: Roles that read cases: they decide, are contested, or send files.
READER_ROLES = (*appeals.STATEMENT_ROLES, Role.ORGANISER)
#: Roles that receive the live events of the room (``protocol.admission``).
_ARBITER_ROLES = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})


def _build_live_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of the live connection; without a token the page polls."""
    is_live = not _ARBITER_ROLES.isdisjoint(get_reader_roles(request))
    game = find_current_game(tournament.pk, Audience.ARBITERS)
    return {
        "tournament": tournament,
        "token": _make_token(request, tournament) if is_live else "",
        "game": game,
        "seq": int(game.heads.get(Audience.ARBITERS, 0)) if game else 0,
    }


def _make_token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(
        Ticket(tournament.pk, Audience.ARBITERS, user_id=get_signed_in_user(request).pk)
    )


@require_safe
@for_roles(*_ARBITER_ROLES)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return a new token for the live socket."""
    return JsonResponse({"token": _make_token(request, tournament)})


@require_safe
@for_roles(*READER_ROLES)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "arbitrage/cases.html", _build_list_context(request, tournament))


@require_safe
@for_roles(*READER_ROLES)
def listing_part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the part of the page that is fetched again after an event of a case."""
    return render(request, "arbitrage/cases_list.html", _build_list_context(request, tournament))


def _build_list_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    game = find_current_game(tournament.pk)
    edition, centres = tournament.regulation, get_members_centres(tournament)
    window = get_appeal_window(game, now(), entry=None) if game and game.started_at else None
    return {
        **_build_live_context(request, tournament),
        "cases": list(list_known_cases(request, tournament)),
        "readable": set(list_readable_cases(request, tournament).values_list("pk", flat=True)),
        "members": [
            (user, centres.get(user.pk, "")) for user in list_commission_members(tournament)
        ],
        "shows_member_names": Role.ORGANISER in get_reader_roles(request),
        "sees_players": not get_reader_roles(request).isdisjoint(players.READER_ROLES),
        "window": format_window(window, edition) if window else "",
        "kept_open_by": list_games_keeping_appeals_open(game, now()) if game else [],
        "article": edition.format_articles(Topic.COMMISSION),
    }


@require_safe
@for_roles(*READER_ROLES)
def page(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    return _render(request, get_case_file(request, tournament, case))


@require_safe
@for_roles(*READER_ROLES)
def part(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Return the part of the page that is fetched again; forms being filled in stay."""
    context = _build_live_context(request, tournament) | {
        "file": get_case_file(request, tournament, case)
    }
    return render(request, "arbitrage/case_facts.html", context)


def _render(
    request: HttpRequest,
    file: CaseFile,
    refusal: RoomError | None = None,
    **forms_with_errors: forms.Form,
) -> HttpResponse:
    roles = get_reader_roles(request)
    version = file.ruling.version if file.ruling else 0
    recusal_reasons = file.list_recusal_reasons(get_signed_in_user(request))
    context = {
        **_build_live_context(request, file.case.tournament),
        "file": file,
        "statement_form": StatementForm(),
        "decision_form": DecideForm(file=file, initial={"version": version}),
        "can_state": not roles.isdisjoint(appeals.STATEMENT_ROLES),
        "can_decide": Role.COMMISSION in roles and not recusal_reasons,
        "recusal_reasons": recusal_reasons if Role.COMMISSION in roles else [],
        "shows_member_names": Role.ORGANISER in roles,
        "officer": is_officer(request),
        "can_send": not roles.isdisjoint(federation.SENDING_ROLES),
        "answer_form": AnswerForm(file=file, initial={"version": version}),
        "refusal": explain(refusal) if refusal else "",
        **forms_with_errors,
    }
    statuses = [get_form_status(form) for form in forms_with_errors.values()]
    status = get_http_status(refusal) if refusal else max(statuses, default=200)
    return render(request, "arbitrage/case.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*OFFICER_ROLES)
def bring_case(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Bring a case about an entry for the player or the arbiters; ``?turn=``: the turn's id."""
    entry = get_object_or_404(tournament.entries.select_related("tournament"), pk=entry_id)
    require_own_centre(get_signed_in_user(request), None, [entry.pk], OFFICER_ROLES)
    turns, acts = list_contestable_decisions(
        Turn.objects.filter(game__tournament=tournament), entry
    )
    blinded = list_blinded(tournament, get_signed_in_user(request))
    acts = [act for act in acts if (act.turn_id, entry.pk) not in blinded]
    form = ArbiterCaseForm(
        request.POST or None, turns=turns, acts=acts, initial={"turn": request.GET.get("turn", "")}
    )
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            bring = (
                appeals.file_appeal if form.cleaned_data["whose"] == "player" else appeals.file_case
            )
            grounds = form.cleaned_data["grounds"]
            by_and_now: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
            case = bring(contested=form.get_contested(entry), grounds=grounds, **by_and_now)
            return saved.redirect("case", tournament.slug, case.number)
    game = find_current_game(tournament.pk)
    edition = tournament.regulation
    window_text = (
        format_window(get_appeal_window(game, now(), entry=None), edition)
        if game and game.started_at
        else ""
    )
    context = {"tournament": tournament, "entry": entry, "form": form, "turns": turns}
    context |= {"window": window_text}
    return render(request, "arbitrage/case_new.html", context, status=get_form_status(form))


def _run(request: HttpRequest, file: CaseFile, command: Any, **data: Any) -> HttpResponse:
    """Run the command and show the case; a refusal is shown above it."""
    try:
        command(case=file.case, by=get_signed_in_user(request), now=now(), **data)
    except RoomError as error:
        return _render(
            request, get_case_file(request, file.case.tournament, file.case.number), error
        )
    return redirect("case", file.case.tournament.slug, file.case.number)


@require_POST
@for_roles(*appeals.STATEMENT_ROLES)
def record_statement(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file, form = get_case_file(request, tournament, case), StatementForm(request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            by_and_now: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
            appeals.record_statement(case=file.case, **form.cleaned_data, **by_and_now)
            return saved.redirect("case", tournament.slug, case)
        file = get_case_file(request, tournament, case)
    return _render(request, file, statement_form=form)


@require_POST
@for_roles(Role.COMMISSION)
def decide(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file = get_case_file(request, tournament, case)
    form = DecideForm(request.POST, file=file)
    if form.is_valid():
        try:
            commission.decide_case(
                case=file.case,
                decision=form.decision,
                sitting_accounts=form.seats,
                version=form.cleaned_data["version"] or 0,
                by=get_signed_in_user(request),
                now=now(),
            )
        except RoomError as error:
            form.add_refusal(error)
        else:
            messages.success(request, _("La décision est enregistrée et notifiée."))
            return redirect("case", tournament.slug, file.case.number)
    return _render(request, file, decision_form=form)


@require_POST
@for_roles(*OFFICER_ROLES)
def withdraw(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    return _run(request, get_case_file(request, tournament, case), appeals.withdraw_case)


@require_POST
@for_roles(*OFFICER_ROLES)
def mark_order_done(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Record that the judge carried out the order of the commission."""
    return _run(request, get_case_file(request, tournament, case), appeals.mark_order_done)


#: Steps of a further appeal, by their names in the form.
_STEPS = {
    "informed": federation.record_information,
    "asked": federation.record_missing_documents,
    "completed": federation.record_completion,
}


@require_POST
@for_roles(*federation.SENDING_ROLES)
def record_step(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Record a step of the appeal to the federation (``_STEPS``)."""
    file = get_case_file(request, tournament, case)
    step = _STEPS.get(request.POST.get("step", ""))
    if step is None or (step is federation.record_information and not request.POST.get("informed")):
        return _render(request, file, WrongState("not-informed"))
    return _run(request, file, step)


@require_POST
@for_roles(*federation.SENDING_ROLES)
def answer(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Record the federation's answer."""
    file = get_case_file(request, tournament, case)
    form = AnswerForm(request.POST, file=file)
    if form.is_valid():
        try:
            answer_case = _record_answer(file, form, by=get_signed_in_user(request), now=now())
        except RoomError as error:
            file = get_case_file(request, tournament, case)
            if not file.is_awaiting_answer:
                return _render(request, file, error)
            form.add_refusal(error)
        else:
            messages.success(request, _("La réponse de la fédération est enregistrée et notifiée."))
            return redirect("case", tournament.slug, answer_case.number)
    return _render(request, file, answer_form=form)


def _record_answer(file: CaseFile, form: AnswerForm, **by_and_now: Any) -> Appeal:
    if form.is_shelved:
        reason = form.cleaned_data["reason"]
        return federation.shelve_file(case=file.case, reason=reason, **by_and_now)
    version = form.cleaned_data["version"] or 0
    return federation.record_answer(
        case=file.case, decision=form.decision, version=version, **by_and_now
    )
