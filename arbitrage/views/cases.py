"""The cases of a tournament: the list, one with all that there is on it, and what is done in it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.models import Appeal
from arbitrage.presentation.appeals import window_told
from arbitrage.queries.appeals import keeping_open, members_of, window_of
from arbitrage.queries.blinding import veiled_everywhere
from arbitrage.queries.case_file import CaseFile
from arbitrage.queries.contestable import contestable
from arbitrage.services import appeals, commission, federation
from arbitrage.services.acts import OFFICERS
from arbitrage.views.case_forms import AnswerForm, BroughtForm, DecideForm, StatementForm
from arbitrage.views.case_readers import (
    case_file,
    is_officer,
    known,
    readable,
    roles_of_reader,
)
from engine.regulation.topics import Topic
from tournament.core.errors import RoomError, WrongState
from tournament.core.states import Role
from tournament.models import Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.protocol.view import current_game
from tournament.queries.clock import now
from tournament.views.staff import for_roles, form_status, signed_in, status_of, telling

#: Who reads cases: those who decide, those whose decisions they are, and who sends files on.
READERS = (*appeals.SPEAKERS, Role.ORGANISER)
#: To whom the room's news go (``protocol.admission``).
_HEARING = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})


def _live(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the page follows the room with; who has no ticket for it asks again at times."""
    hears = not _HEARING.isdisjoint(roles_of_reader(request))
    game = current_game(tournament.pk, Audience.ARBITERS)
    return {
        "tournament": tournament,
        "token": _token(request, tournament) if hears else "",
        "game": game,
        "seq": int(game.heads.get(Audience.ARBITERS, 0)) if game else 0,
    }


def _token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=signed_in(request).pk))


@require_safe
@for_roles(*_HEARING)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A fresh token for the live socket."""
    return JsonResponse({"token": _token(request, tournament)})


@require_safe
@for_roles(*READERS)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "arbitrage/cases.html", _listed(request, tournament))


@require_safe
@for_roles(*READERS)
def listing_part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that is fetched again when something happens to a case."""
    return render(request, "arbitrage/cases_list.html", _listed(request, tournament))


def _listed(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    game = current_game(tournament.pk)
    edition = tournament.regulation
    window = window_of(game, now()) if game and game.started_at else None
    return {
        **_live(request, tournament),
        "cases": list(known(request, tournament)),
        "readable": set(readable(request, tournament).values_list("pk", flat=True)),
        "members": members_of(tournament),
        "names_members": Role.ORGANISER in roles_of_reader(request),
        "window": window_told(window, edition) if window else "",
        "kept_open_by": keeping_open(game, now()) if game else [],
        "article": edition.number(Topic.COMMISSION),
    }


@require_safe
@for_roles(*READERS)
def page(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    return _page(request, case_file(request, tournament, case))


@require_safe
@for_roles(*READERS)
def part(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """What is fetched again; what is being written stays."""
    context = _live(request, tournament) | {"file": case_file(request, tournament, case)}
    return render(request, "arbitrage/case_facts.html", context)


def _page(
    request: HttpRequest, file: CaseFile, refusal: RoomError | None = None, **bound: forms.Form
) -> HttpResponse:
    roles = roles_of_reader(request)
    version = file.ruling.version if file.ruling else 0
    barred = file.bars_of(signed_in(request))
    context = {
        **_live(request, file.case.tournament),
        "file": file,
        "said": StatementForm(),
        "decided": DecideForm(file=file, initial={"version": version}),
        "speaks": not roles.isdisjoint(appeals.SPEAKERS),
        "decides": Role.COMMISSION in roles and not barred,
        "barred": barred if Role.COMMISSION in roles else [],
        "names_members": Role.ORGANISER in roles,
        "officer": is_officer(request),
        "sends": not roles.isdisjoint(federation.SENDERS),
        "answered": AnswerForm(file=file, initial={"version": version}),
        "refusal": explain(refusal) if refusal else "",
        **bound,
    }
    wrong = [form_status(form) for form in bound.values()]
    status = status_of(refusal) if refusal else max(wrong, default=200)
    return render(request, "arbitrage/case.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*OFFICERS)
def new(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """An arbiter brings a case about an entry, for the player or of his own; ``?turn=`` chooses
    the turn (its number in the database)."""
    entry = get_object_or_404(tournament.entries.select_related("tournament"), pk=entry_id)
    turns, acts = contestable(Turn.objects.filter(game__tournament=tournament), entry)
    veiled = veiled_everywhere(tournament, signed_in(request))
    acts = [act for act in acts if (act.turn_id, entry.pk) not in veiled]
    form = BroughtForm(
        request.POST or None, turns=turns, acts=acts, initial={"turn": request.GET.get("turn", "")}
    )
    if request.method == "POST" and form.is_valid():
        with telling(form):
            bring = appeals.appeal if form.cleaned_data["whose"] == "player" else appeals.bring
            grounds = form.cleaned_data["grounds"]
            who_and_when: dict[str, Any] = {"by": signed_in(request), "now": now()}
            case = bring(about=form.about(entry), grounds=grounds, **who_and_when)
            return redirect("case", tournament.slug, case.number)
    game = current_game(tournament.pk)
    edition = tournament.regulation
    told = window_told(window_of(game, now()), edition) if game and game.started_at else ""
    context = {"tournament": tournament, "entry": entry, "form": form, "turns": turns}
    context |= {"window": told}
    return render(request, "arbitrage/case_new.html", context, status=form_status(form))


def _command(request: HttpRequest, file: CaseFile, command: Any, **data: Any) -> HttpResponse:
    """Do it, and show the case; a refusal stands above it."""
    try:
        command(case=file.case, by=signed_in(request), now=now(), **data)
    except RoomError as error:
        return _page(request, case_file(request, file.case.tournament, file.case.number), error)
    return redirect("case", file.case.tournament.slug, file.case.number)


@require_POST
@for_roles(*appeals.SPEAKERS)
def say(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file, form = case_file(request, tournament, case), StatementForm(request.POST)
    if not form.is_valid():
        return _page(request, file, said=form)
    return _command(request, file, appeals.say, **form.cleaned_data)


@require_POST
@for_roles(Role.COMMISSION)
def decide(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file = case_file(request, tournament, case)
    form = DecideForm(request.POST, file=file)
    if form.is_valid():
        with telling(form):
            commission.decide(
                case=file.case,
                decision=form.decision,
                sitting=form.seats,
                version=form.cleaned_data["version"] or 0,
                by=signed_in(request),
                now=now(),
            )
            messages.success(request, _("La décision est enregistrée et notifiée."))
            return redirect("case", tournament.slug, file.case.number)
    return _page(request, file, decided=form)


@require_POST
@for_roles(*OFFICERS)
def withdraw(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    return _command(request, case_file(request, tournament, case), appeals.withdraw)


@require_POST
@for_roles(*OFFICERS)
def done(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """The judge has done what the commission told him."""
    return _command(request, case_file(request, tournament, case), appeals.mark_done)


#: What is stated of a further appeal, by what the page calls it.
_STEPS = {
    "informed": federation.inform,
    "asked": federation.ask_for_more,
    "completed": federation.complete,
}


@require_POST
@for_roles(*federation.SENDERS)
def further(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """A step of the appeal to the federation: the one concerned is informed, something is asked
    for, the file is complete."""
    file = case_file(request, tournament, case)
    step = _STEPS.get(request.POST.get("step", ""))
    if step is None or (step is federation.inform and not request.POST.get("informed")):
        return _page(request, file, WrongState("not-informed"))
    return _command(request, file, step)


@require_POST
@for_roles(*federation.SENDERS)
def answer(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Write down what the federation answered."""
    file = case_file(request, tournament, case)
    form = AnswerForm(request.POST, file=file)
    if form.is_valid():
        try:
            made = _answered(file, form, by=signed_in(request), now=now())
        except RoomError as error:
            file = case_file(request, tournament, case)
            if not file.awaits_answer:
                return _page(request, file, error)
            form.add_error(None, explain(error))
        else:
            messages.success(request, _("La réponse de la fédération est enregistrée et notifiée."))
            return redirect("case", tournament.slug, made.number)
    return _page(request, file, answered=form)


def _answered(file: CaseFile, form: AnswerForm, **who_and_when: Any) -> Appeal:
    if form.shelves:
        reason = form.cleaned_data["reason"]
        return federation.shelve(case=file.case, reason=reason, **who_and_when)
    version = form.cleaned_data["version"] or 0
    return federation.answer(
        case=file.case, decision=form.decision, version=version, **who_and_when
    )
