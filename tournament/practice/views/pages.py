"""Pages around games played alone: their start, and the list of one's own."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import Game, Tournament
from tournament.practice.core.practice_state import (
    CLOCKS,
    PracticeKind,
    PracticeState,
    PracticeTerms,
)
from tournament.practice.models import AccountGame
from tournament.practice.presentation.labels import describe_terms
from tournament.practice.queries.replay import can_replay, list_replayable_games
from tournament.practice.services import account_games
from tournament.practice.services.game_search import MAX_TRIES, request_search
from tournament.practice.services.games import load_game
from tournament.practice.services.random_games import make_random_terms
from tournament.practice.views.forms import PracticeClockForm, RandomGameForm
from tournament.practice.views.guard import count_request, for_practice_page, get_user, require_user
from tournament.practice.views.play import sign_state
from tournament.queries.access import list_usable_lexica
from tournament.queries.clock import now
from tournament.views.shortcuts import get_form_status, report_errors
from tournament.views.zone_and_paper import use_zone_and_paper


@require_http_methods(["GET", "HEAD", "POST"])
@for_practice_page
def index(request: HttpRequest) -> HttpResponse:
    """Show how to play alone, or begin the random game of the form."""
    lexica = list_usable_lexica(request.user)
    form = RandomGameForm(request.POST or None, lexica=lexica)
    if form.is_bound and form.is_valid():
        count_request(request)
        values = form.cleaned_data
        terms = make_random_terms(
            user=request.user,
            lexicon=values["lexicon"],
            fmt=values["format"],
            turns=values["turns"],
            clock_s=values["clock"],
        )
        wishes = form.list_wishes()
        if not wishes:
            return begin_game(request, terms)
        with report_errors(form):
            job = request_search(terms=terms, wishes=wishes, by=get_user(request), now=now())
            return redirect("practice-search", job.uid)
    context = {
        "form": form,
        "games": list_replayable_games(),
        "only_lexicon": len(lexica) == 1,
        "max_tries": MAX_TRIES,
    }
    return render(request, "practice/index.html", context, status=get_form_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@for_practice_page
def replay(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the choice of the clock for a published game, or begin it. Raise Http404 for a game
    that is not open to all, whoever asks."""
    tournament = get_object_or_404(Tournament.objects.select_related("organisation"), slug=slug)
    games = Game.objects.select_related("tournament")
    game = get_object_or_404(games, tournament=tournament, number=number)
    if not can_replay(game):
        raise Http404
    with use_zone_and_paper(request, tournament):
        form = PracticeClockForm(request.POST or None, initial={"clock": _suggest_clock(game)})
        if form.is_bound and form.is_valid():
            count_request(request)
            clock_s = form.cleaned_data["clock"]
            return begin_game(
                request, PracticeTerms(PracticeKind.REPLAY, str(game.pk), clock_s, game.format)
            )
        context = {"tournament": tournament, "game": game, "form": form}
        return render(request, "practice/replay.html", context)


def _suggest_clock(game: Game) -> int:
    """Return the choice nearest to the playing time of the game."""
    return min(filter(None, CLOCKS), key=lambda clock_s: abs(clock_s - game.time_s))


def begin_game(request: HttpRequest, terms: PracticeTerms) -> HttpResponse:
    """Begin a game in a row of the account, else in a signed address. Raise as ``load_game``."""
    loaded, user = load_game(terms, request.user), get_user(request)
    if user is None:
        return redirect("practice-play", sign_state(PracticeState(terms)))
    label = describe_terms(terms, loaded.replayed)
    row = account_games.begin_game(terms=terms, label=label, by=user, now=now())
    return redirect("practice-account-play", row.uid)


@require_safe
@for_practice_page
def own_games(request: HttpRequest) -> HttpResponse:
    """List the games of the account; those of the device are listed by the script."""
    user = get_user(request)
    rows = AccountGame.objects.filter(user=user).order_by("-began_at", "-pk") if user else []
    return render(request, "practice/own_games.html", {"rows": rows})


@require_POST
@login_required
@for_practice_page
def delete(request: HttpRequest, uid: UUID) -> HttpResponse:
    account_games.delete_game(uid=uid, by=require_user(request), now=now())
    messages.success(request, _("La partie est effacée."))
    return redirect("practice-own-games")


@require_POST
@login_required
@for_practice_page
def delete_all(request: HttpRequest) -> HttpResponse:
    account_games.delete_all_games(by=require_user(request), now=now())
    messages.success(request, _("Vos parties sont effacées."))
    return redirect("practice-own-games")
