"""The slips: to be printed, printed, handed over; four on a sheet, by table."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.presentation.paper_slips import build_correction_slips
from arbitrage.presentation.slips import format_slip_action, format_undone
from arbitrage.queries.blinding import list_blinded_in_game
from arbitrage.queries.slips_on_paper import (
    FILTERS,
    SlipSelection,
    build_lines,
    find_last_slip_action,
)
from arbitrage.services.slip_delivery import (
    DELIVERING_ROLES,
    SlipAction,
    handle_slips,
    undo_slip_action,
)
from arbitrage.views.requested_turn import get_requested_game
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, NotAllowed
from tournament.models import Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.people.seating import has_tables
from tournament.queries.people.table_scope import TableScope, find_scope
from tournament.views.centre_choice import CentreChoice, choose_public_centre
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_signed_in_user,
    is_htmx,
    parse_number,
)
from tournament.views.ticked import list_ticked

#: More than the tables of any tournament.
_MAX_TABLE = 99_999


class SlipRangeForm(forms.Form):
    """The range of tables."""

    first = forms.IntegerField(
        label=_("De la table"), min_value=1, max_value=_MAX_TABLE, required=False
    )
    last = forms.IntegerField(
        label=_("à la table"), min_value=1, max_value=_MAX_TABLE, required=False
    )

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The bounds, the lower one first, in whichever order they were given."""
        bounds_data = self.cleaned_data if self.is_valid() else {}
        first, last = bounds_data.get("first"), bounds_data.get("last")
        return (last, first) if first and last and last < first else (first, last)


@dataclass(frozen=True)
class SlipPageRequest:
    """The parameters of the page; ``selection`` is None while no game was played."""

    selection: SlipSelection | None
    form: SlipRangeForm
    has_tables: bool
    all_tables: bool
    choice: CentreChoice

    @property
    def list_parameters(self) -> dict[str, str | int]:
        """The same parameters for an address."""
        selection = self.selection
        if selection is None:
            return {}
        parameters: dict[str, str | int | None] = {
            "game": selection.game.number,
            "only": selection.filter_name,
            "first": selection.first_table,
            "last": selection.last_table,
            "centre": self.choice.chosen.pk if self.choice.chosen else None,
            "all": 1 if self.all_tables and self.has_tables else None,
        }
        return {name: value for name, value in parameters.items() if value is not None}

    @property
    def query(self) -> str:
        page = (
            {"page": self.selection.page_number}
            if self.selection and self.selection.page_number > 1
            else {}
        )
        return "?" + urlencode(self.list_parameters | page)


def _choose_centre(request: HttpRequest, tournament: Tournament) -> tuple[TableScope, CentreChoice]:
    """Return the tables of the reader in the chosen centre, and the choice. Raises NotAllowed for a
    centre where their role does not count."""
    reach = find_scope(get_signed_in_user(request), tournament.pk, DELIVERING_ROLES)
    choice = choose_public_centre(request, tournament)
    own = choice.centres
    if reach.centres is not None:
        own = [centre for centre in own if centre.pk in reach.centres]
    if choice.chosen is None:
        return reach, CentreChoice(own, None, offers_all=len(own) > 1)
    if choice.chosen not in own:
        raise NotAllowed("not-of-centre", name=choice.chosen.name)
    scope = replace(reach, centres=frozenset({choice.chosen.pk}))
    return scope, CentreChoice(own, choice.chosen, offers_all=len(own) > 1)


def _read_request(request: HttpRequest, tournament: Tournament) -> SlipPageRequest:
    user = get_signed_in_user(request)
    is_given_tables = has_tables(tournament.pk, user)
    all_tables = not is_given_tables or request.GET.get("all") == "1"
    reach, choice = _choose_centre(request, tournament)
    game = get_requested_game(tournament, request.GET.get("game", ""))
    form = SlipRangeForm(request.GET)
    only = request.GET.get("only", "")
    if game is None:
        return SlipPageRequest(None, form, is_given_tables, all_tables, choice)
    first, last = form.bounds
    selection = SlipSelection(
        game,
        filter_name=only if only in FILTERS else next(iter(FILTERS)),
        first_table=first,
        last_table=last,
        scope=reach if all_tables else reach.narrow_to(user.pk),
        blinded=list_blinded_in_game(game, user),
        page_number=parse_number(request.GET.get("page", "")) or 1,
    )
    return SlipPageRequest(selection, form, is_given_tables, all_tables, choice)


@require_safe
@for_roles(*DELIVERING_ROLES)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the page, or for htmx the part of it that is updated live."""
    requested = _read_request(request, tournament)
    game = requested.selection.game if requested.selection else None
    user = get_signed_in_user(request)
    context = {
        "tournament": tournament,
        "requested": requested,
        "selection": requested.selection,
        "form": requested.form,
        "problem": get_first_error(requested.form),
        "games": tournament.games.filter(turns__isnull=False).distinct().order_by("number"),
        "seq": int(game.heads.get(Audience.ARBITERS, 0)) if game else 0,
        "article": tournament.regulation.format_articles(Topic.AVERAGE),
        "undoable": find_last_slip_action(game, user) if game else None,
    }
    if is_htmx(request):
        return render(request, "arbitrage/slips_part.html", context)
    token = make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=user.pk))
    return render(request, "arbitrage/slips.html", context | {"token": token})


@require_POST
@for_roles(*DELIVERING_ROLES)
def handle(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print, hand over or request the ticked slips, or else all slips of the page.

    Slips made since then are left out.
    """
    requested = _read_request(request, tournament)
    if requested.selection is None:
        raise BadSetting("no-slips")
    game, action = requested.selection.game, request.POST.get("done", "")
    slips = _list_chosen(request, requested.selection)
    arguments: dict[str, Any] = {
        "slips": slips,
        "action": action,
        "by": get_signed_in_user(request),
        "now": now(),
    }
    if action == SlipAction.PRINTED:
        lines = build_lines(requested.selection.list_among(slips))
        if not lines:
            raise BadSetting("no-slips")
        answer = build_pdf_response(
            build_correction_slips(tournament, lines), f"billets-{tournament.slug}"
        )
        arguments["slips"] = [line.slip.pk for line in lines]
        handle_slips(game=game, **arguments)  # only after the PDF could be made
        return answer
    changed_count, unchanged_count = handle_slips(game=game, **arguments)
    messages.success(request, format_slip_action(action, changed_count, unchanged_count))
    return redirect(reverse("arbiter-slips", args=[tournament.slug]) + requested.query)


def _list_chosen(request: HttpRequest, selection: SlipSelection) -> list[int]:
    values = list_ticked(request.POST, "slips")
    ticked = [pk for value in values if (pk := parse_number(value)) is not None]
    if ticked:
        return ticked
    newest = parse_number(request.POST.get("newest", "")) or 0
    return list(selection.slips.filter(pk__lte=newest).values_list("pk", flat=True))


@require_POST
@for_roles(*DELIVERING_ROLES)
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the user's last action with the slips of the game."""
    requested = _read_request(request, tournament)
    if requested.selection is None:
        raise BadSetting("no-slips")
    journal_row = parse_number(request.POST.get("journal_row", "")) or 0
    count = undo_slip_action(
        game=requested.selection.game,
        journal_row=journal_row,
        by=get_signed_in_user(request),
        now=now(),
    )
    messages.success(request, format_undone(count))
    return redirect(reverse("arbiter-slips", args=[tournament.slug]) + requested.query)
