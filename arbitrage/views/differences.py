"""What two people think differently about a bulletin, until it is settled; what is looked at."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.models import SecondLook
from arbitrage.queries.listing import BulletinRow, rows_for
from arbitrage.queries.second_looks import (
    OpenLook,
    counts_of,
    differences_of,
    nobodys_of,
    plan_now,
    plans_of,
    second_arbiters,
)
from arbitrage.services.second_looks import (
    PLANNING,
    SETTLING,
    choose_plan,
    settle_difference,
)
from arbitrage.views.look_forms import DifferenceForm, TwiceForm
from arbitrage.views.requested_turn import chosen_game
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.access import roles_of
from tournament.queries.clock import now
from tournament.views.staff import (
    first_error,
    for_roles,
    form_status,
    is_htmx,
    signed_in,
    status_of,
    telling,
)


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """What the two decided, and what they decided it of."""

    open: OpenLook
    row: BulletinRow


def _differences(tournament: Tournament) -> list[ShownDifference]:
    found = []
    for one in differences_of(tournament):
        [row] = rows_for(turn=one.look.turn, entries=[one.look.entry_id])
        found.append(ShownDifference(one, row))
    return found


@require_safe
@for_roles(*SETTLING)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page, or for htmx the part of it that follows the room."""
    return _shown(request, tournament)


def _shown(
    request: HttpRequest, tournament: Tournament, refusal: str = "", status: int = 200
) -> HttpResponse:
    user, held = signed_in(request), roles_of(request.user, tournament)
    audience = Audience.JUDGE if Role.JUDGE in held else Audience.ARBITERS
    game = chosen_game(tournament, "")
    counts = counts_of(tournament)
    context = {
        "tournament": tournament,
        "differences": _differences(tournament),
        "counts": counts,
        "nobodys": nobodys_of(tournament) if counts.nobodys else [],
        "user": user,
        "corrects": not held.isdisjoint({Role.ARBITER, Role.DOUBLE_ARBITER}),
        "seconds": Role.DOUBLE_ARBITER in held,
        "game": game,
        "seq": int(game.heads.get(audience, 0)) if game else 0,
        "refusal": refusal,
    }
    if is_htmx(request):
        return render(request, "arbitrage/differences_part.html", context, status=status)
    ticket = Ticket(tournament.pk, audience, user_id=user.pk)
    context |= {"token": make_token(ticket), "judge": audience is Audience.JUDGE}
    return render(request, "arbitrage/differences.html", context, status=status)


@require_POST
@for_roles(*SETTLING)
def settle(request: HttpRequest, tournament: Tournament, look_id: int) -> HttpResponse:
    """Contest, join, or keep the decision with a reason."""
    looks = SecondLook.objects.select_related("turn__game__tournament", "entry")
    look = get_object_or_404(looks, pk=look_id, turn__game__tournament=tournament)
    form = DifferenceForm(request.POST)
    if not form.is_valid():
        return _shown(request, tournament, first_error(form), 422)
    given = form.cleaned_data
    try:
        settle_difference(look=look, **given, by=signed_in(request), now=now())
    except RoomError as error:
        return _shown(request, tournament, explain(error), status_of(error))
    return redirect("differences", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*PLANNING)
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is looked at twice, from the next turn that opens."""
    form = TwiceForm.of(plan_now(tournament), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            user = signed_in(request)
            choose_plan(tournament=tournament, plan=form.plan, by=user, now=now())
            messages.success(request, _("Enregistré : cela vaut à partir du prochain coup."))
            return redirect("second-look-plan", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "seconds": second_arbiters(tournament),
        "names_roles": Role.ORGANISER in roles_of(request.user, tournament),
        "plans": list(plans_of(tournament).select_related("by"))[::-1],
    }
    return render(request, "arbitrage/look_plan.html", context, status=form_status(form))
