"""The full sorted list of solutions of a turn, for arbiters only, once its bulletins are in."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arbitrage.queries.blinding import veiled_of
from arbitrage.queries.solutions import MAX_SEARCH, MOST, PAGE, SolutionList
from arbitrage.services.deciding import require_collected
from arbitrage.views.lists import ARBITERS
from tournament.core.errors import WrongState
from tournament.models import Tournament, Turn
from tournament.queries.spoilers import awaited_table
from tournament.views.staff import for_roles, signed_in, whole_number


@dataclass(frozen=True)
class SolutionsAsked:
    """What is looked for, and which page; ``whole`` is what is printed."""

    search: str
    page: int
    whole: bool

    @property
    def view(self) -> dict[str, str]:
        return {"q": self.search} if self.search else {}


@require_safe
@for_roles(*ARBITERS)
def page(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    turns = Turn.objects.select_related("game__tournament")
    turn = get_object_or_404(
        turns, game__tournament=tournament, game__number=number, ordinal=ordinal
    )
    require_collected(turn)
    if (own := awaited_table(turn)) is not None:
        raise WrongState("own-bulletin-first", number=own)
    asked = SolutionsAsked(
        search=request.GET.get("q", "").strip()[:MAX_SEARCH],
        page=whole_number(request.GET.get("page", "")) or 1,
        whole=request.GET.get("whole") == "1",
    )
    veiled = veiled_of(turn, signed_in(request))
    size = MOST if asked.whole else PAGE
    context = {
        "tournament": tournament,
        "turn": turn,
        "asked": asked,
        "solutions": SolutionList.of(turn, asked.search, asked.page, size, veiled=veiled),
    }
    return render(request, "arbitrage/solutions.html", context)
