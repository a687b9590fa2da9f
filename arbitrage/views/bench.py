"""The referees' bench: open to everybody, but not about what is being played
(``tournament.views.fair_play``); it stores nothing."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbitrage.core.bench import Question, answers, golden_case, golden_cases, question_of, written
from arbitrage.core.cases import CorrectionCase
from arbitrage.queries.received_bulletins import received_from
from arbitrage.views.bench_form import BenchForm
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.lists import ARBITERS
from tournament.core.errors import NotAllowed
from tournament.models import Entry, Tournament
from tournament.presentation.messages import explain
from tournament.queries.access import usable_lexica
from tournament.queries.lexica import tournament_key
from tournament.queries.position import position_before
from tournament.views.fair_play import require_no_table_in_play, require_not_in_play
from tournament.views.staff import for_roles


@require_safe
@never_cache
def bench(request: HttpRequest) -> HttpResponse:
    """Everything is in the address, so that a question can be sent as a link.

    ``?case=`` lays a golden case on the bench; raises Http404 for one that does not exist.
    """
    name = request.GET.get("case", "")
    case = golden_case(name) if name else None
    if name and case is None:
        raise Http404
    given = written(question_of(case)) if case else request.GET
    # An organiser's list may be licensed, and compiling it is no work for any passer-by to order.
    form = BenchForm(given or None, lexica=usable_lexica(request.user))
    context: dict[str, object] = {"form": form, "cases": golden_cases(), "case": case}
    status = HTTPStatus.OK
    if form.is_bound and form.is_valid():
        try:
            context |= _answered(request, form, case)
        except NotAllowed as error:
            context["refusal"] = explain(error)
            status = HTTPStatus.FORBIDDEN
    return render(request, "arbitrage/bench.html", context, status=status)


def _answered(
    request: HttpRequest, form: BenchForm, case: CorrectionCase | None
) -> dict[str, object]:
    """What the editions say. Raises NotAllowed about what is being played."""
    question = form.question
    require_no_table_in_play(request)
    require_not_in_play(request.user, question.board, question.rack)
    found = answers(question, form.admitted, case)
    alike = len({answer.outcome for answer in found}) == 1
    return {"question": question, "answers": found, "alike": alike}


@require_safe
@for_roles(*ARBITERS)
def lay(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Lay a bulletin of the arbiter's list on the bench; Http404 before the turn is collected."""
    bulletins = show_bulletins(request, tournament, number, ordinal)
    if bulletins.turn is None or not bulletins.listing.collected:
        raise Http404
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    received = received_from(bulletins.turn, entry)
    question = Question(
        position_before(bulletins.turn).board, bulletins.turn.rack, received.bulletin
    )
    asked = QueryDict(mutable=True)
    asked.update(written(question) | {"lexicon": tournament_key(tournament)})
    return redirect(f"{reverse('bench')}?{asked.urlencode()}#answers")
