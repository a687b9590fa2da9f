"""The referees' bench: open to everybody, since it neither reads nor stores anything of a room."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arbitrage.bench import Question, answers, golden_case, golden_cases, question_of, written
from arbitrage.services.correction import slip_of
from arbitrage.views.bench_form import BenchForm
from arbitrage.views.lists import ARBITERS
from arbitrage.views.sheaf import sheaf_of
from tournament.lexica import BUILT_IN, names
from tournament.models import Entry, Tournament
from tournament.queries.position import board_before
from tournament.views.staff import for_roles


@require_safe
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
    lexica = names() if request.user.is_authenticated else [BUILT_IN]
    form = BenchForm(given or None, lexica=lexica)
    context = {"form": form, "cases": golden_cases(), "case": case}
    if form.is_bound and form.is_valid():
        question = form.question
        found = answers(question, form.admitted, case)
        context |= {
            "question": question,
            "answers": found,
            "alike": len({answer.outcome for answer in found}) == 1,
        }
    return render(request, "arbitrage/bench.html", context)


@require_safe
@for_roles(*ARBITERS)
def lay(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Lay a bulletin of the arbiter's list on the bench; Http404 before the turn is collected."""
    sheaf = sheaf_of(request, tournament, number, ordinal)
    if sheaf.turn is None or not sheaf.collected:
        raise Http404
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    slip = slip_of(sheaf.turn, entry)
    question = Question(board_before(sheaf.turn), sheaf.turn.rack, slip.bulletin)
    asked = QueryDict(mutable=True)
    asked.update(written(question) | {"lexicon": tournament.lexicon})
    return redirect(f"{reverse('bench')}?{asked.urlencode()}#answers")
