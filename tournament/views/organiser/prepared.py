"""Games written down before they are played: preparing, importing, opening the seal."""

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
from engine.record.sheet_record import Assembly, assemble, lines_of
from engine.record.wishes import SearchTally, WishCount, obstacles
from tournament.core.errors import BadSetting, RoomError
from tournament.core.states import Role, Source
from tournament.models import Game, GamePreparation, Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import now
from tournament.queries.lexica import lexicon_of_tournament
from tournament.queries.seal import is_sealed, seal_of
from tournament.services import preparation
from tournament.services.play import games
from tournament.services.prepared import jobs, recordings
from tournament.views.fair_play import require_letters_not_in_play, require_no_table_in_play
from tournament.views.organiser.prepared_forms import ImportGameForm, PrepareForm
from tournament.views.staff import for_roles, form_status, is_htmx, signed_in, telling, whole_number

#: Name of a command on a search in its address, and its service.
COMMANDS: dict[str, Callable[..., None]] = {
    "retry": preparation.retry_preparation,
    "stop": preparation.stop_preparation,
    "resume": preparation.resume_preparation,
}


@dataclass(frozen=True)
class SheetRow:
    """A line of a game sheet, with the total so far."""

    number: int
    line: SheetLine
    total: int


def _rows(script: dict[str, Any]) -> list[SheetRow]:
    lines = lines_of(script)
    totals = accumulate(line.score for line in lines)
    return [SheetRow(i, *both) for i, both in enumerate(zip(lines, totals, strict=True), 1)]


# --- preparing -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def prepare(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Wishes, that a worker then looks for a game with."""
    form = PrepareForm(request.POST or None)
    earlier = whole_number(request.GET.get("from", ""))
    if not form.is_bound and earlier is not None:
        form = PrepareForm.again(get_object_or_404(tournament.preparations, pk=earlier))
    form.offer(tournament)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            job = preparation.ask_preparation(
                tournament=tournament,
                settings=form.settings(),
                wishes=form.wishes(),
                vocabulary=form.cleaned_data["vocabulary"],
                seed=form.cleaned_data["seed"],
                most_tries=form.cleaned_data["most_tries"],
                by=signed_in(request),
                now=now(),
            )
            return redirect("office-preparation", tournament.slug, job.pk)
    recent = tournament.preparations.filter(game=None)[:3]
    context = {"tournament": tournament, "form": form, "recent": recent, "section": "overview"}
    return render(request, "organiser/prepared/prepare.html", context, status=form_status(form))


@dataclass(frozen=True)
class WishAnswer:
    """A wish and how the games tried answered it; ``closest``: what the closest one came to."""

    wish: dict[str, Any]
    count: WishCount | None
    games: int
    closest: int | None
    closest_meets: bool


def _answers(job: GamePreparation) -> list[WishAnswer]:
    tally: SearchTally = preparation.tally_of(job)
    answers = []
    for row, wish in zip(job.wishes, preparation.wishes_of(job), strict=True):
        value = tally.closest.values[wish.wish] if tally.closest else None
        meets = value is not None and wish.holds(value)
        answers.append(WishAnswer(row, tally.wishes.get(wish.wish), tally.games, value, meets))
    return answers


@require_safe
@for_roles(Role.ORGANISER)
def progress(request: HttpRequest, tournament: Tournament, job_id: int) -> HttpResponse:
    """The search: its bar, then the sealed game, or which wish stood in the way."""
    job = get_object_or_404(GamePreparation, pk=job_id, tournament=tournament)
    failure = BadSetting(job.failure["reason"], **job.failure["data"]) if job.failure else None
    context = {
        "tournament": tournament,
        "job": job,
        "token": beside_token(job.room),
        "stuck": jobs.stuck(job, now=now()),
        "why": explain(failure) if failure else "",
        "answers": _answers(job),
        "obstacles": obstacles(preparation.tally_of(job), preparation.wishes_of(job)),
        "more": preparation.resumed_until(job) - job.tries,
        "section": "overview",
    }
    name = "organiser/prepared/progress.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, job_id: int, name: str) -> HttpResponse:
    """Run one of ``COMMANDS`` on a search; whether done or refused, its page says so."""
    job = get_object_or_404(GamePreparation, pk=job_id, tournament=tournament)
    try:
        COMMANDS[name](job=job, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-preparation", tournament.slug, job_id)


# --- importing -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def import_game(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet is read and shown first; the same text is stored with the second button."""
    form = ImportGameForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"tournament": tournament, "form": form, "section": "overview"}
    if request.method == "POST" and form.is_valid():
        made = assemble(form.read(), get_format(form.cleaned_data["format"]))
        with telling(form):
            _require_not_in_play(request, made)
        if form.is_valid():
            if made.script is not None and "store" in request.POST:
                with telling(form):
                    game = _store(request, tournament, form, made.script)
                    messages.success(
                        request, _("La partie %(n)d est importée.") % {"n": game.number}
                    )
                    return redirect("office-game", tournament.slug, game.number)
            context |= _preview(tournament, made)
    status = 422 if context.get("problems") else form_status(form)
    return render(request, "organiser/prepared/import.html", context, status=status)


def _store(
    request: HttpRequest, tournament: Tournament, form: ImportGameForm, script: dict[str, Any]
) -> Game:
    return games.create_game(
        tournament=tournament,
        **form.settings(),
        source=Source.REPLAY,
        script=script,
        by=signed_in(request),
        now=now(),
    )


def _require_not_in_play(request: HttpRequest, made: Assembly) -> None:
    """The check names words that are not admitted: none of what is being played. Raises
    NotAllowed."""
    require_no_table_in_play(request)
    racks = [line.kept + line.drawn for line in lines_of(made.script)] if made.script else []
    require_letters_not_in_play(signed_in(request), racks)


def _preview(tournament: Tournament, made: Assembly) -> dict[str, Any]:
    context: dict[str, Any] = {"problems": made.problems, "remarks": made.remarks}
    if made.script is not None:
        _script, missing = recordings.check(made.script, lexicon_of_tournament(tournament))
        context |= {"rows": _rows(made.script), "missing": missing}
    return context


# --- the sheet -------------------------------------------------------------------------


@for_roles(Role.ORGANISER)
def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The sheet of a scripted game; while it is sealed, only by a command that is journaled."""
    game = get_object_or_404(Game, tournament=tournament, number=number)
    if not game.script:
        raise Http404
    sealed = is_sealed(game)
    opened = request.method == "POST" and "open" in request.POST
    context: dict[str, Any] = {
        "tournament": tournament,
        "game": game,
        "sealed": sealed,
        "seal": seal_of(game),
        "openings": game.journal.filter(kind="unsealed").select_related("by"),
        "section": "overview",
    }
    if sealed and opened:
        preparation.open_seal(game=game, by=signed_in(request), now=now())
    if opened or not sealed:
        context["rows"] = _rows(game.script)
    return render(request, "organiser/prepared/sheet.html", context)
