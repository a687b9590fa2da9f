"""The page of a player's tablet about decisions in their game: an appeal to the director, a call
for an arbiter."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from arbitrage.classic.core.calls import PLAYER_KINDS, CallKind
from arbitrage.classic.models import MAX_TEXT_LENGTH
from arbitrage.classic.presentation.calls import get_call_label
from arbitrage.classic.presentation.game_for_officer import describe_match_game, list_rulings
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.queries.own_game import find_current_game
from arbitrage.classic.services.player_requests import call_arbiter, file_match_appeal
from arbitrage.classic.views.office_form import build_radio_field
from tournament.classic.core.rulings import MatchRuling
from tournament.classic.core.sides import Actor, Side
from tournament.classic.models import MatchGame
from tournament.core.errors import BadAccess, RoomError
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.views.device import get_entered_table
from tournament.views.player.closed_table import explain_closed_table, redirect_to_tablet
from tournament.views.shortcuts import get_http_status, is_htmx
from tournament.views.zone_and_paper import use_zone_and_paper

_TEXTAREA_SIZE = {"rows": 3}


class CallForm(forms.Form):
    """A call for an arbiter."""

    about = build_radio_field(gettext_lazy("Ce qu’il y a"))
    text = forms.CharField(
        label=gettext_lazy("En quelques mots, si vous voulez"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @classmethod
    def build(cls, data: QueryDict | None = None) -> "CallForm":
        form = cls(data)
        field = form.fields["about"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(kind.value, get_call_label(kind).capitalize()) for kind in PLAYER_KINDS]
        return form


class AppealForm(forms.Form):
    """An appeal against a decision of an arbiter, with the grounds."""

    ruling = build_radio_field(gettext_lazy("Décision contestée"))
    grounds = forms.CharField(
        label=gettext_lazy("Pourquoi"),
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs=_TEXTAREA_SIZE),
        error_messages={"required": gettext_lazy("Dites ce que vous contestez, et pourquoi.")},
    )

    @classmethod
    def build(
        cls, officer_game: GameForOfficer, data: QueryDict | None = None
    ) -> "AppealForm | None":
        """Return the form; None if there is nothing to contest."""
        contestable = [
            history for history in officer_game.rulings if _is_contestable(history.ruling)
        ]
        if not contestable:
            return None
        form = cls(data)
        field = form.fields["ruling"]
        assert isinstance(field, forms.ChoiceField)
        numbers = {history.number for history in contestable}
        choices = [
            (str(ruling.number), ruling.sentence)
            for ruling in list_rulings(officer_game)
            if ruling.number in numbers
        ]
        field.choices = choices
        return form


def _is_contestable(ruling: MatchRuling) -> bool:
    """Return True if an appeal is possible: decisions of the director are final (9.3)."""
    return ruling.officer is Actor.ARBITER and ruling.appellant is None and not ruling.is_lifted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Show the page; for htmx the part that is updated; on POST (``do``), call or appeal."""
    table = get_entered_table(request)
    current = find_current_game(table.entry) if table else None
    if table is None or current is None:
        if is_htmx(request):
            return redirect_to_tablet(request)
        no_match = explain(BadAccess("no-match"))
        context = {"refusal": explain_closed_table(request) if table is None else no_match}
        template = "arbitrage/classic/match_decisions.html"
        return render(request, template, context, status=HTTPStatus.FORBIDDEN)
    with use_zone_and_paper(request, table.tournament):
        game, side = current
        if request.method == "POST":
            return _handle_form(request, game, side)
        return _render_page(request, game, side)


def _handle_form(request: HttpRequest, game: MatchGame, side: Side) -> HttpResponse:
    officer_game = GameForOfficer(game)
    is_appeal = request.POST.get("do") == "appeal"
    form = (
        AppealForm.build(officer_game, request.POST) if is_appeal else CallForm.build(request.POST)
    )
    if form is None or not form.is_valid():
        return _render_page(request, game, side, form)
    data = form.cleaned_data
    try:
        if is_appeal:
            number, grounds = int(data["ruling"]), data["grounds"]
            file_match_appeal(game=game, side=side, ruling=number, grounds=grounds, now=now())
            messages.success(request, _("Votre recours est chez le directeur du tournoi."))
        else:
            about, text = CallKind(data["about"]), data["text"]
            call_arbiter(game=game, side=side, about=about, text=text, now=now())
            messages.success(request, _("L’arbitre est appelé. Restez à votre place."))
    except RoomError as error:
        return _render_page(request, game, side, form, refusal=error)
    return redirect("match-decisions")


def _render_page(
    request: HttpRequest,
    game: MatchGame,
    side: Side,
    form: forms.Form | None = None,
    refusal: RoomError | None = None,
) -> HttpResponse:
    officer_game = GameForOfficer(game)
    context = {
        "tournament": game.match.tournament,
        "place": describe_match_game(game),
        "rulings": list_rulings(officer_game),
        "calls": officer_game.state.get_player(side).has_called,
        "token": make_update_token(f"match:{game.match_id}"),
        "refusal": explain(refusal) if refusal else "",
    }
    if is_htmx(request):
        return render(request, "arbitrage/classic/match_decisions_part.html", context)
    context["call_form"] = form if isinstance(form, CallForm) else CallForm.build()
    context["appeal_form"] = (
        form if isinstance(form, AppealForm) else AppealForm.build(officer_game)
    )
    form_status_code = (
        HTTPStatus.UNPROCESSABLE_ENTITY if form is not None and form.errors else HTTPStatus.OK
    )
    status = get_http_status(refusal) if refusal else form_status_code
    return render(request, "arbitrage/classic/match_decisions.html", context, status=status)
