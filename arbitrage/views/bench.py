"""The arbitration bench: public, except for positions being played; it stores nothing."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbitrage.core.bench import (
    Question,
    build_question,
    find_golden_case,
    judge_by_editions,
    load_golden_cases,
    to_form_data,
)
from arbitrage.core.cases import CorrectionCase
from arbitrage.queries.bulletins.received import get_received
from arbitrage.views.bench_form import BenchForm
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.lists import ARBITER_ROLES
from tournament.core.errors import NotAllowed
from tournament.models import Entry, Tournament
from tournament.presentation.messages import explain
from tournament.queries.access import list_usable_lexica
from tournament.queries.lexica import find_tournament_key
from tournament.queries.position import load_position_before
from tournament.views.fair_play import require_no_table_in_play, require_not_in_play
from tournament.views.shortcuts import for_roles


@require_safe
@never_cache
def bench(request: HttpRequest) -> HttpResponse:
    """Show the question in the address, so that it can be sent as a link, and its answers.

    ``?case=`` loads a golden case; raise Http404 for one that does not exist.
    """
    name = request.GET.get("case", "")
    case = find_golden_case(name) if name else None
    if name and case is None:
        raise Http404
    fields = to_form_data(build_question(case)) if case else request.GET
    # An organiser's list may be licensed, and anonymous requests must not start its compilation.
    form = BenchForm(fields or None, lexica=list_usable_lexica(request.user))
    context: dict[str, object] = {"form": form, "cases": load_golden_cases(), "case": case}
    status = HTTPStatus.OK
    if form.is_bound and form.is_valid():
        try:
            context |= _build_answers(request, form, case)
        except NotAllowed as error:
            context["refusal"] = explain(error)
            status = HTTPStatus.FORBIDDEN
    return render(request, "arbitrage/bench.html", context, status=status)


def _build_answers(
    request: HttpRequest, form: BenchForm, case: CorrectionCase | None
) -> dict[str, object]:
    """Return the decisions of the editions. Raise NotAllowed about a position being played."""
    question = form.question
    require_no_table_in_play(request)
    require_not_in_play(request.user, question.board, question.rack)
    edition_answers = judge_by_editions(question, form.admitted_words, case)
    all_agree = len({answer.outcome for answer in edition_answers}) == 1
    return {"question": question, "answers": edition_answers, "alike": all_agree}


@require_safe
@for_roles(*ARBITER_ROLES)
def show_on_bench(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show a bulletin of the arbiter's list on the bench; raise Http404 before it is collected."""
    bulletins = show_bulletins(request, tournament, number, ordinal)
    if bulletins.turn is None or not bulletins.listing.is_collected:
        raise Http404
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    received = get_received(bulletins.turn, entry)
    question = Question(
        load_position_before(bulletins.turn).board, bulletins.turn.rack, received.bulletin
    )
    query = QueryDict(mutable=True)
    query.update(to_form_data(question) | {"lexicon": find_tournament_key(tournament)})
    return redirect(f"{reverse('bench')}?{query.urlencode()}#answers")
