"""Games written before they are played: preparing, importing, opening the seal."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.board.formats import get_format
from engine.record.game_sheet import SheetLine
from engine.record.sheet_record import SheetConversion, build_sheet_lines, convert_sheet
from engine.record.wishes import SearchTally, WishCount, find_obstacles
from tournament.core.errors import BadSetting, RoomError
from tournament.core.states import Role, Source
from tournament.models import Game, GamePreparation, Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.queries.lexica import load_tournament_lexicon
from tournament.queries.seal import compute_seal, is_sealed
from tournament.services import preparation
from tournament.services.play import games
from tournament.services.prepared import jobs, recordings
from tournament.views.fair_play import require_letters_not_in_play, require_no_table_in_play
from tournament.views.organiser.prepared_forms import ImportGameForm, PrepareForm
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    parse_number,
    report_errors,
)

#: Commands on a search: name in the URL, service.
COMMANDS: dict[str, Callable[..., None]] = {
    "retry": preparation.retry_preparation,
    "stop": preparation.stop_preparation,
    "resume": preparation.resume_preparation,
}


@dataclass(frozen=True)
class SheetRow:
    """A line of a game sheet, with the running total."""

    number: int
    line: SheetLine
    total: int


def _build_sheet_rows(script: dict[str, Any]) -> list[SheetRow]:
    lines = build_sheet_lines(script)
    totals = accumulate(line.score for line in lines)
    return [
        SheetRow(number, *line_and_total)
        for number, line_and_total in enumerate(zip(lines, totals, strict=True), 1)
    ]


# --- preparing -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def prepare(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter wishes; a worker searches a game that fulfils them."""
    form = PrepareForm(request.POST or None)
    earlier_id = parse_number(request.GET.get("from", ""))
    if not form.is_bound and earlier_id is not None:
        form = PrepareForm.from_earlier(get_object_or_404(tournament.preparations, pk=earlier_id))
    form.offer_vocabularies(tournament)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            job = preparation.request_preparation(
                tournament=tournament,
                settings=form.get_service_arguments(),
                wishes=form.build_wishes(),
                vocabulary=form.cleaned_data["vocabulary"],
                seed=form.cleaned_data["seed"],
                most_tries=form.cleaned_data["most_tries"],
                by=get_signed_in_user(request),
                now=now(),
            )
            return saved.redirect("office-preparation", tournament.slug, job.pk)
    recent = tournament.preparations.filter(game=None)[:3]
    context = {"tournament": tournament, "form": form, "recent": recent, "section": "overview"}
    return render(request, "organiser/prepared/prepare.html", context, status=get_form_status(form))


@dataclass(frozen=True)
class WishResult:
    """A wish and how the tried games met it; ``closest``: the value of the closest game."""

    wish: dict[str, Any]
    count: WishCount | None
    games: int
    closest: int | None
    closest_meets: bool


def _build_wish_results(job: GamePreparation) -> list[WishResult]:
    tally: SearchTally = preparation.load_tally(job)
    results = []
    for row, wish in zip(job.wishes, preparation.load_wishes(job), strict=True):
        value = tally.closest.values[wish.kind] if tally.closest else None
        meets = value is not None and wish.is_met_by(value)
        results.append(WishResult(row, tally.wishes.get(wish.kind), tally.games, value, meets))
    return results


@require_safe
@for_roles(Role.ORGANISER)
def progress(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """Show a search: its progress, then the sealed game or the wish that failed."""
    job = get_object_or_404(GamePreparation, pk=job_id, tournament=tournament)
    failure = BadSetting(job.failure["reason"], **job.failure["data"]) if job.failure else None
    context = {
        "tournament": tournament,
        "job": job,
        "token": make_update_token(job.update_channel),
        "stuck": jobs.is_stuck(job, now=now()),
        "why": explain(failure) if failure else "",
        "results": _build_wish_results(job),
        "obstacles": find_obstacles(preparation.load_tally(job), preparation.load_wishes(job)),
        "more": preparation.compute_resumed_tries(job) - job.tries,
        "section": "overview",
    }
    name = "organiser/prepared/progress.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, job_id: int, name: str) -> HttpResponse:
    """Run one of ``COMMANDS`` on a search; its page shows the result."""
    job = get_object_or_404(GamePreparation, pk=job_id, tournament=tournament)
    try:
        COMMANDS[name](job=job, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-preparation", tournament.slug, job_id)


# --- importing -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def import_game(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show an imported sheet; a second submit with the same text stores the game."""
    form = ImportGameForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"tournament": tournament, "form": form, "section": "overview"}
    if request.method == "POST" and form.is_valid():
        conversion = convert_sheet(form.read(), get_format(form.cleaned_data["format"]))
        with report_errors(form):
            _require_not_in_play(request, conversion)
        if form.is_valid():
            if conversion.script is not None and "store" in request.POST:
                with saving(request, form) as saved:
                    game = _create_game(request, tournament, form, conversion.script)
                    messages.success(
                        request, _("La partie %(n)d est importée.") % {"n": game.number}
                    )
                    return saved.redirect("office-game", tournament.slug, game.number)
            context |= _build_preview(tournament, conversion)
    status = 422 if context.get("problems") else get_form_status(form)
    return render(request, "organiser/prepared/import.html", context, status=status)


def _create_game(
    request: HttpRequest, tournament: Tournament, form: ImportGameForm, script: dict[str, Any]
) -> Game:
    return games.create_game(
        tournament=tournament,
        **form.get_service_arguments(),
        source=Source.REPLAY,
        script=script,
        by=get_signed_in_user(request),
        now=now(),
    )


def _require_not_in_play(request: HttpRequest, conversion: SheetConversion) -> None:
    """Raise NotAllowed for racks in play: the check of a sheet names words that are not
    admitted."""
    require_no_table_in_play(request)
    racks = (
        [line.kept + line.drawn for line in build_sheet_lines(conversion.script)]
        if conversion.script
        else []
    )
    require_letters_not_in_play(get_signed_in_user(request), racks)


def _build_preview(tournament: Tournament, conversion: SheetConversion) -> dict[str, Any]:
    context: dict[str, Any] = {"problems": conversion.problems, "remarks": conversion.remarks}
    if conversion.script is not None:
        _script, missing_words = recordings.check(
            conversion.script, load_tournament_lexicon(tournament)
        )
        context |= {"rows": _build_sheet_rows(conversion.script), "missing": missing_words}
    return context


# --- the sheet -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheet of a scripted game; opening a sealed one is written in the journal."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    if not game.script:
        raise Http404
    sealed = is_sealed(game)
    is_opening = request.method == "POST" and "open" in request.POST
    context: dict[str, Any] = {
        "tournament": tournament,
        "game": game,
        "sealed": sealed,
        "seal": compute_seal(game),
        "openings": game.journal.filter(kind="unsealed").select_related("by"),
        "section": "overview",
    }
    if sealed and is_opening:
        preparation.open_seal(game=game, by=get_signed_in_user(request), now=now())
    if is_opening or not sealed:
        context["rows"] = _build_sheet_rows(game.script)
    return render(request, "organiser/prepared/sheet.html", context)
