"""The referees' bench: open to everybody, since it neither reads nor stores anything of a room."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitrage.bench import answers, golden_case, golden_cases, question_of, written
from arbitrage.views.bench_form import BenchForm
from tournament.lexica import base_lexicon


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
    form = BenchForm(given or None)
    context = {"form": form, "cases": golden_cases(), "case": case}
    if form.is_bound and form.is_valid():
        question = form.question
        found = answers(question, question.words or base_lexicon(), case)
        context |= {
            "question": question,
            "answers": found,
            "alike": len({answer.outcome for answer in found}) == 1,
        }
    return render(request, "arbitrage/bench.html", context)
