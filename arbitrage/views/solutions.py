"""The full sorted list of solutions of a turn, for arbiters only, after its collection."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arbitrage.queries.blinding import list_blinded_on_turn
from arbitrage.queries.solutions import MAX_PRINTED, MAX_SEARCH, PAGE_SIZE, SolutionList
from arbitrage.services.turn_lock import require_collected
from arbitrage.views.lists import ARBITER_ROLES
from tournament.core.errors import WrongState
from tournament.models import Tournament, Turn
from tournament.queries.spoilers import find_awaited_table
from tournament.views.shortcuts import for_roles, get_signed_in_user, parse_number


@dataclass(frozen=True)
class SolutionSearch:
    """The search and page; ``is_whole_word`` is the list to print."""

    search: str
    page: int
    is_whole_word: bool

    @property
    def list_parameters(self) -> dict[str, str]:
        return {"q": self.search} if self.search else {}


@require_safe
@for_roles(*ARBITER_ROLES)
def page(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    turns = Turn.objects.select_related("game__tournament")
    turn = get_object_or_404(
        turns, game__tournament=tournament, game__number=number, ordinal=ordinal
    )
    require_collected(turn)
    if (awaited := find_awaited_table(turn)) is not None:
        raise WrongState("own-bulletin-first", number=awaited)
    search = SolutionSearch(
        search=request.GET.get("q", "").strip()[:MAX_SEARCH],
        page=parse_number(request.GET.get("page", "")) or 1,
        is_whole_word=request.GET.get("whole") == "1",
    )
    blinded = list_blinded_on_turn(turn, get_signed_in_user(request))
    size = MAX_PRINTED if search.is_whole_word else PAGE_SIZE
    context = {
        "tournament": tournament,
        "turn": turn,
        "search": search,
        "solutions": SolutionList.search(turn, search.search, search.page, size, blinded=blinded),
    }
    return render(request, "arbitrage/solutions.html", context)
