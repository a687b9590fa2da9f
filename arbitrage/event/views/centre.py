"""The page of a centre in its tournament: the hours, the key, and the file for the host."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.event.core.envelope import ENVELOPE_SUFFIX
from arbitrage.event.models import ImportedEvent, ImportedGame, OpeningChannel, UnsentArchive
from arbitrage.event.queries.imported import find_imported
from arbitrage.event.services.host_link import request_key
from arbitrage.event.services.keys import format_fingerprint
from arbitrage.event.services.opening import load_imported_definition, open_game
from arbitrage.event.services.sending import build_signed_archive, can_send, send_to_host
from arbitrage.event.views.packages import build_zip_response
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.shortcuts import for_roles, get_signed_in_user


def _get_package(tournament: Tournament) -> ImportedEvent:
    package = find_imported(tournament)
    if package is None:
        raise Http404
    return package


def _get_game(tournament: Tournament, number: int) -> ImportedGame:
    games = _get_package(tournament).games.select_related("package__tournament__organisation")
    game: ImportedGame = get_object_or_404(games, number=number)
    return game


@require_safe
@for_roles(Role.ORGANISER, Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    package = find_imported(tournament)
    if package is None:
        context = {"tournament": tournament, "section": "overview"}
        return render(request, "arbitrage/event/centre.html", context)
    games = list(package.games.select_related("game", "opened_by").defer("ciphertext"))
    moment = now()
    context = {
        "tournament": tournament,
        "package": package,
        "fingerprint": format_fingerprint(bytes(package.host_key)),
        "definition": load_imported_definition(package),
        "games": [(game, game.opens_at <= moment) for game in games],
        "unsent": UnsentArchive.objects.filter(package=package).exists(),
        "can_send": can_send(package, moment),
        "section": "overview",
    }
    return render(request, "arbitrage/event/centre.html", context)


@require_POST
@for_roles(Role.ORGANISER, Role.JUDGE)
def open_sealed(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Open a game with the words that were read out."""
    typed_words = request.POST.get("words", "")
    return _open(request, tournament, number, typed_words, OpeningChannel.WORDS)


@require_POST
@for_roles(Role.ORGANISER, Role.JUDGE)
def request_game_key(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Open a game with the key that the host's server gives."""
    try:
        typed_words = request_key(_get_package(tournament), number, now=now())
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("centre-event", tournament.slug)
    return _open(request, tournament, number, typed_words, OpeningChannel.NETWORK)


def _open(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    typed_words: str,
    channel: OpeningChannel,
) -> HttpResponse:
    sealed = _get_game(tournament, number)
    try:
        open_game(
            sealed=sealed,
            typed_words=typed_words,
            channel=channel,
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(
            request, _("La partie %(n)d est ouverte : elle attend au pupitre.") % {"n": number}
        )
    return redirect("centre-event", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
def download_archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Download the file for the host."""
    package = _get_package(tournament)
    try:
        signed = build_signed_archive(package=package, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("centre-event", tournament.slug)
    return build_zip_response(signed.write(), f"{tournament.slug}{ENVELOPE_SUFFIX}")


@require_POST
@for_roles(Role.ORGANISER)
def send(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the file over the network."""
    moment = now()
    try:
        made_at = send_to_host(
            package=_get_package(tournament), by=get_signed_in_user(request), now=moment
        )
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("L’archive est chez l’hôte."))
        if made_at < moment:
            text = _("C’est celle du premier essai. Une décision depuis : envoyez de nouveau.")
            messages.info(request, text)
    return redirect("centre-event", tournament.slug)
