"""The slips: which are to be printed, printed, handed over; four on a sheet, by table."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.presentation.paper_slips import correction_slips
from arbitrage.presentation.slips import handled, undone
from arbitrage.queries.blinding import veiled_in
from arbitrage.queries.slips_on_paper import FILTERS, Pile, last_handling, lines_of
from arbitrage.services.slip_delivery import HANDING, Handling, handle_slips, undo_handling
from arbitrage.views.requested_turn import chosen_game
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting
from tournament.models import Table, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.views.pdf import pdf
from tournament.views.staff import first_error, for_roles, is_htmx, signed_in, whole_number

#: No room has more tables.
_MOST = 99_999


class SlipRangeForm(forms.Form):
    """From which table to which."""

    first = forms.IntegerField(label=_("De la table"), min_value=1, max_value=_MOST, required=False)
    last = forms.IntegerField(label=_("à la table"), min_value=1, max_value=_MOST, required=False)

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The lower one first, however they were given."""
        chosen = self.cleaned_data if self.is_valid() else {}
        first, last = chosen.get("first"), chosen.get("last")
        return (last, first) if first and last and last < first else (first, last)


@dataclass(frozen=True)
class AskedSlips:
    """What the page was asked with; the pile is None while no game was played."""

    pile: Pile | None
    form: SlipRangeForm
    has_tables: bool
    everybody: bool

    @property
    def view(self) -> dict[str, str | int]:
        """The same, in an address."""
        pile = self.pile
        if pile is None:
            return {}
        said: dict[str, str | int | None] = {
            "game": pile.game.number,
            "only": pile.only,
            "first": pile.first,
            "last": pile.last,
            "all": 1 if self.everybody and self.has_tables else None,
        }
        return {name: value for name, value in said.items() if value is not None}

    @property
    def query(self) -> str:
        page = {"page": self.pile.number} if self.pile and self.pile.number > 1 else {}
        return "?" + urlencode(self.view | page)


def _asked(request: HttpRequest, tournament: Tournament) -> AskedSlips:
    user = signed_in(request)
    has_tables = Table.objects.filter(tournament=tournament, arbiter=user).exists()
    everybody = not has_tables or request.GET.get("all") == "1"
    game = chosen_game(tournament, request.GET.get("game", ""))
    form = SlipRangeForm(request.GET)
    only = request.GET.get("only", "")
    if game is None:
        return AskedSlips(None, form, has_tables, everybody)
    first, last = form.bounds
    pile = Pile(
        game,
        only=only if only in FILTERS else next(iter(FILTERS)),
        first=first,
        last=last,
        whose=None if everybody else user,
        veiled=veiled_in(game, user),
        number=whole_number(request.GET.get("page", "")) or 1,
    )
    return AskedSlips(pile, form, has_tables, everybody)


@require_safe
@for_roles(*HANDING)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page, or for htmx the part of it that follows the room."""
    asked = _asked(request, tournament)
    game = asked.pile.game if asked.pile else None
    user = signed_in(request)
    context = {
        "tournament": tournament,
        "asked": asked,
        "pile": asked.pile,
        "form": asked.form,
        "problem": first_error(asked.form),
        "games": tournament.games.filter(turns__isnull=False).distinct().order_by("number"),
        "seq": int(game.heads.get(Audience.ARBITERS, 0)) if game else 0,
        "article": tournament.regulation.number(Topic.AVERAGE),
        "undoable": last_handling(game, user) if game else None,
    }
    if is_htmx(request):
        return render(request, "arbitrage/slips_part.html", context)
    token = make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=user.pk))
    return render(request, "arbitrage/slips.html", context | {"token": token})


@require_POST
@for_roles(*HANDING)
def handle(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print, hand over or ask for those ticked; where none is, all that the page was about, but
    none that came since."""
    asked = _asked(request, tournament)
    if asked.pile is None:
        raise BadSetting("no-slips")
    game, done = asked.pile.game, request.POST.get("done", "")
    slips = _chosen(request, asked.pile)
    given: dict[str, Any] = {"slips": slips, "done": done, "by": signed_in(request), "now": now()}
    if done == Handling.PRINTED:
        lines = lines_of(asked.pile.among(slips))
        if not lines:
            raise BadSetting("no-slips")
        answer = pdf(correction_slips(tournament, lines), f"billets-{tournament.slug}")
        given["slips"] = [line.slip.pk for line in lines]
        handle_slips(game=game, **given)  # once there is something to print
        return answer
    found = handle_slips(game=game, **given)
    messages.success(request, handled(done, len(found)))
    return redirect(reverse("arbiter-slips", args=[tournament.slug]) + asked.query)


def _chosen(request: HttpRequest, pile: Pile) -> list[int]:
    ticked = [pk for one in request.POST.getlist("slips") if (pk := whole_number(one)) is not None]
    if ticked:
        return ticked
    newest = whole_number(request.POST.get("newest", "")) or 0
    return list(pile.slips.filter(pk__lte=newest).values_list("pk", flat=True))


@require_POST
@for_roles(*HANDING)
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back his last gesture with the slips of the game."""
    asked = _asked(request, tournament)
    if asked.pile is None:
        raise BadSetting("no-slips")
    gesture = whole_number(request.POST.get("gesture", "")) or 0
    count = undo_handling(game=asked.pile.game, gesture=gesture, by=signed_in(request), now=now())
    messages.success(request, undone(count))
    return redirect(reverse("arbiter-slips", args=[tournament.slug]) + asked.query)
