"""On the tablet of a player of a *match classique*: what was decided in his game and why, an appeal
to the director, and a call with what it is about."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from arbitrage.classic.core.calls import SAID, CallKind
from arbitrage.classic.models import MOST_SAID
from arbitrage.classic.presentation.calls import call_label
from arbitrage.classic.presentation.match_file import decided_of, place_told
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.queries.own_game import game_of
from arbitrage.classic.services.player_requests import appeal, call_arbiter
from arbitrage.classic.views.office_form import choice
from tournament.classic.core.rulings import MatchRuling
from tournament.classic.core.sides import Actor, Side
from tournament.classic.models import MatchGame
from tournament.core.errors import BadAccess, RoomError
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import now
from tournament.views.device import table_of
from tournament.views.local import local_to
from tournament.views.staff import is_htmx, status_of

_ROWS = {"rows": 3}


class CallForm(forms.Form):
    """With what he calls an arbiter."""

    about = choice(gettext_lazy("Ce qu’il y a"))
    said = forms.CharField(
        label=gettext_lazy("En quelques mots, si vous voulez"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @classmethod
    def of(cls, data: QueryDict | None = None) -> "CallForm":
        form = cls(data)
        field = form.fields["about"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(kind.value, call_label(kind).capitalize()) for kind in SAID]
        return form


class AppealForm(forms.Form):
    """Which decision of an arbiter he contests, and why."""

    ruling = choice(gettext_lazy("Décision contestée"))
    grounds = forms.CharField(
        label=gettext_lazy("Pourquoi"),
        max_length=MOST_SAID,
        widget=forms.Textarea(attrs=_ROWS),
        error_messages={"required": gettext_lazy("Dites ce que vous contestez, et pourquoi.")},
    )

    @classmethod
    def of(cls, file: MatchFile, data: QueryDict | None = None) -> "AppealForm | None":
        """None when there is nothing to contest."""
        open_to = [one for one in file.rulings if _contestable(one.ruling)]
        if not open_to:
            return None
        form = cls(data)
        field = form.fields["ruling"]
        assert isinstance(field, forms.ChoiceField)
        numbers = {one.number for one in open_to}
        told = [(str(one.number), one.told) for one in decided_of(file) if one.number in numbers]
        field.choices = told
        return form


def _contestable(ruling: MatchRuling) -> bool:
    """The director's own word is the last (9.3)."""
    return ruling.by is Actor.ARBITER and ruling.appealed is None and not ruling.lifted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The page, for htmx the part that follows the game; posted (``do``), a call or an appeal."""
    table = table_of(request)
    found = game_of(table.entry) if table else None
    if table is None or found is None:
        error = BadAccess("unknown-link") if table is None else BadAccess("no-match")
        context = {"refusal": explain(error)}
        page = "arbitrage/classic/match_decisions.html"
        return render(request, page, context, status=HTTPStatus.FORBIDDEN)
    with local_to(request, table.tournament):
        game, side = found
        if request.method == "POST":
            return _sent(request, game, side)
        return _shown(request, game, side)


def _sent(request: HttpRequest, game: MatchGame, side: Side) -> HttpResponse:
    file = MatchFile(game)
    appealing = request.POST.get("do") == "appeal"
    form = AppealForm.of(file, request.POST) if appealing else CallForm.of(request.POST)
    if form is None or not form.is_valid():
        return _shown(request, game, side, form)
    given = form.cleaned_data
    try:
        if appealing:
            number, grounds = int(given["ruling"]), given["grounds"]
            appeal(game=game, side=side, ruling=number, grounds=grounds, now=now())
            messages.success(request, _("Votre recours est chez le directeur du tournoi."))
        else:
            about, said = CallKind(given["about"]), given["said"]
            call_arbiter(game=game, side=side, about=about, said=said, now=now())
            messages.success(request, _("L’arbitre est appelé. Restez à votre place."))
    except RoomError as error:
        return _shown(request, game, side, form, refusal=error)
    return redirect("match-decisions")


def _shown(
    request: HttpRequest,
    game: MatchGame,
    side: Side,
    form: forms.Form | None = None,
    refusal: RoomError | None = None,
) -> HttpResponse:
    file = MatchFile(game)
    context = {
        "tournament": game.match.tournament,
        "place": place_told(game),
        "decided": decided_of(file),
        "calls": file.state.of(side).calls,
        "beside": beside_token(f"match:{game.match_id}"),
        "refusal": explain(refusal) if refusal else "",
    }
    if is_htmx(request):
        return render(request, "arbitrage/classic/match_decisions_part.html", context)
    context["call_form"] = form if isinstance(form, CallForm) else CallForm.of()
    context["appeal_form"] = form if isinstance(form, AppealForm) else AppealForm.of(file)
    wrong = HTTPStatus.UNPROCESSABLE_ENTITY if form is not None and form.errors else HTTPStatus.OK
    status = status_of(refusal) if refusal else wrong
    return render(request, "arbitrage/classic/match_decisions.html", context, status=status)
