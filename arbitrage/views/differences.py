"""Differences between two verdicts until they are settled, and the plan of second looks."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.models import SecondLook
from arbitrage.queries.listing import BulletinRow, list_rows
from arbitrage.queries.second_looks import (
    OpenDifference,
    count_looks,
    get_current_plan,
    list_differences,
    list_double_arbiters,
    list_plans,
    list_unassignable,
)
from arbitrage.services.second_looks import (
    PLANNING_ROLES,
    SETTLING_ROLES,
    choose_plan,
    settle_difference,
)
from arbitrage.views.look_forms import DifferenceForm, LookPlanForm
from arbitrage.views.requested_turn import get_requested_game
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.access import get_roles
from tournament.queries.clock import now
from tournament.queries.people.table_scope import find_scope
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_form_status,
    get_http_status,
    get_signed_in_user,
    is_htmx,
)


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A difference, and the bulletin that both verdicts are about."""

    difference: OpenDifference
    row: BulletinRow


def _list_shown(tournament: Tournament, user: User) -> list[ShownDifference]:
    """List the differences of the centres where the account settles them."""
    shown_differences = []
    for difference in list_differences(tournament, find_scope(user, tournament.pk, SETTLING_ROLES)):
        [row] = list_rows(turn=difference.look.turn, entries=[difference.look.entry_id])
        shown_differences.append(ShownDifference(difference, row))
    return shown_differences


@require_safe
@for_roles(*SETTLING_ROLES)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the page, or for htmx the part of it that is updated live."""
    return _render(request, tournament)


def _render(
    request: HttpRequest, tournament: Tournament, refusal: str = "", status: int = 200
) -> HttpResponse:
    user, roles = get_signed_in_user(request), get_roles(request.user, tournament)
    audience = Audience.JUDGE if Role.JUDGE in roles else Audience.ARBITERS
    game = get_requested_game(tournament, "")
    counts = count_looks(tournament)
    context = {
        "tournament": tournament,
        "differences": _list_shown(tournament, user),
        "counts": counts,
        "unassignable": list_unassignable(tournament) if counts.unassignable else [],
        "user": user,
        "can_correct": not roles.isdisjoint({Role.ARBITER, Role.DOUBLE_ARBITER}),
        "can_give_second_look": Role.DOUBLE_ARBITER in roles,
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
@for_roles(*SETTLING_ROLES)
def settle(request: HttpRequest, tournament: Tournament, look_id: int) -> HttpResponse:
    """Contest, join, or keep the decision with a reason."""
    looks = SecondLook.objects.select_related("turn__game__tournament", "entry")
    look = get_object_or_404(looks, pk=look_id, turn__game__tournament=tournament)
    form = DifferenceForm(request.POST)
    if not form.is_valid():
        return _render(request, tournament, get_first_error(form), 422)
    fields = form.cleaned_data
    try:
        settle_difference(look=look, **fields, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        return _render(request, tournament, explain(error), get_http_status(error))
    return redirect("differences", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*PLANNING_ROLES)
@locks_owner
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose which bulletins get a second look, from the next turn that opens."""
    form = LookPlanForm.from_criteria(get_current_plan(tournament), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            user = get_signed_in_user(request)
            choose_plan(tournament=tournament, plan=form.plan, by=user, now=now())
            messages.success(request, _("Enregistré : cela vaut à partir du prochain coup."))
            return redirect("second-look-plan", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "double_arbiters": list_double_arbiters(tournament),
        "names_roles": Role.ORGANISER in get_roles(request.user, tournament),
        "plans": list(list_plans(tournament).select_related("by"))[::-1],
    }
    return render(request, "arbitrage/look_plan.html", context, status=get_form_status(form))
