"""Rounds in the office: pairing, publication, results of the match sheets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.classic.core.rounds.checks import warnings
from tournament.classic.core.rounds.pairing import Pairing
from tournament.classic.core.rounds.states import (
    PLAYED,
    ROUND_TRANSITIONS,
    ResultKind,
    RoundCommand,
    RoundState,
)
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.round_tables import games_words, result_words
from tournament.classic.presentation.rounds import ROUND_COMMANDS, doubt_sentence
from tournament.classic.queries.rounds import (
    RoundField,
    key_of,
    matches,
    present,
    round_field,
    rounds_planned,
)
from tournament.classic.services import rounds as writing
from tournament.classic.services.sheets import record_result
from tournament.classic.services.terms import change_terms
from tournament.classic.views.organiser.round_forms import ResultForm, RoundSwapForm, TermsForm
from tournament.core.errors import BadChoice, RoomError
from tournament.core.states import Discipline, Role
from tournament.models import Entry, Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import now
from tournament.views.staff import (
    first_error,
    for_roles,
    form_status,
    is_htmx,
    signed_in,
    telling,
)

#: Who writes results: whoever has a match sheet in his hands.
WRITERS = (Role.ORGANISER, Role.JUDGE, Role.ARBITER)
#: Buttons of a round in each state, the first one is what is usually done.
BUTTONS: dict[RoundState, Sequence[RoundCommand]] = {
    state: [command for (before, command) in ROUND_TRANSITIONS if before is state]
    for state in RoundState
}


def _require_classic(tournament: Tournament) -> None:
    if tournament.discipline != Discipline.CLASSIC:
        raise Http404


@for_roles(Role.ORGANISER)
def terms(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is played, and how it counts."""
    _require_classic(tournament)
    form = TermsForm.of(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            change_terms(
                tournament=tournament, changes=form.changes(), by=signed_in(request), now=now()
            )
            said = _("La formule est enregistrée, pour toute ronde qui n’a pas commencé.")
            messages.success(request, said)
            return redirect("office-rounds", tournament.slug)
    context = {"tournament": tournament, "form": form, "section": "terms"}
    return render(request, "classic/organiser/terms.html", context, status=form_status(form))


@require_safe
@for_roles(*WRITERS)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All rounds, and the way to the next."""
    _require_classic(tournament)
    found = list(tournament.rounds.order_by("number"))
    planned = rounds_planned(tournament)
    context = {
        "tournament": tournament,
        "rounds": found,
        "planned": planned,
        "present": len(present(tournament)),
        "ready": all(one.state == RoundState.FINISHED for one in found),
        "over": planned is not None and len(found) >= planned,
        "section": "rounds",
    }
    return render(request, "classic/organiser/rounds.html", context)


@require_POST
@for_roles(Role.ORGANISER)
def prepare(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    _require_classic(tournament)
    try:
        one = writing.prepare_round(tournament=tournament, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("office-rounds", tournament.slug)
    messages.success(request, _("La ronde %(number)d est appariée.") % {"number": one.number})
    return redirect("office-round", tournament.slug, one.number)


@dataclass(frozen=True)
class RoundTable:
    """A match of a round, and what is told of it."""

    match: Match
    games: str
    result: str

    @property
    def over(self) -> bool:
        return self.match.over_at is not None


def _tables(found: RoundField, one: MatchRound) -> list[RoundTable]:
    rows = matches().filter(round=one).order_by("board_number", "pk")
    return [RoundTable(match, games_words(match), result_words(match, found)) for match in rows]


def _doubts(one: MatchRound, tables: Sequence[RoundTable]) -> list[str]:
    """What is to be said of the pairs before they are shown."""
    before = round_field(one.tournament, before=one.number)
    there = before.ranked(present(one.tournament), one.number)
    pairs = tuple(
        (key_of(table.match.x), key_of(table.match.y)) for table in tables if table.match.y
    )
    byes = [key_of(table.match.x) for table in tables if table.match.y is None]
    names = {key: entry.name for key, entry in before.entries.items()}
    found = warnings(Pairing(pairs, byes[0] if byes else None), there)
    return [doubt_sentence(warned, names) for warned in found]


@require_safe
@for_roles(*WRITERS)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round: its tables, their results, what can be done now."""
    one = round_of(tournament, number)
    field = round_field(tournament)
    tables = _tables(field, one)
    prepared = one.state == RoundState.PREPARED
    context = {
        "tournament": tournament,
        "round": one,
        "tables": tables,
        "open": sum(not table.over for table in tables if table.match.y),
        "doubts": _doubts(one, tables) if prepared else [],
        "swap": RoundSwapForm(_swappable(one, tables)) if prepared else None,
        "commands": [
            (command, ROUND_COMMANDS[command][0]) for command in BUTTONS[RoundState(one.state)]
        ],
        "organises": Role.ORGANISER in getattr(request, "roles", ()),
        "writes": one.state in PLAYED,
        "token": beside_token(f"round:{one.pk}"),
        "section": "rounds",
    }
    name = "classic/organiser/round.html" + ("#tables" if is_htmx(request) else "")
    return render(request, name, context)


def round_of(tournament: Tournament, number: int) -> MatchRound:
    _require_classic(tournament)
    return get_object_or_404(tournament.rounds.select_related("tournament"), number=number)


def _swappable(one: MatchRound, tables: Sequence[RoundTable]) -> list[Entry]:
    """Who is in the round, then who is there and has no place."""
    seated = [entry for table in tables for entry in (table.match.x, table.match.y) if entry]
    left = [entry for entry in present(one.tournament) if entry not in seated]
    return [*sorted(seated, key=lambda entry: entry.name), *left]


@require_POST
@for_roles(Role.ORGANISER)
def command(request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    """A command of a round: of its life cycle, or of its pairs. What cannot be done is said on the
    round's page, where it is seen why."""
    one = round_of(tournament, number)
    try:
        if name in _OF_PAIRS:
            return _OF_PAIRS[name](request, one)
        return _move(request, one, RoundCommand(name))
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("office-round", tournament.slug, number)


def _move(request: HttpRequest, one: MatchRound, chosen: RoundCommand) -> HttpResponse:
    writing.move_round(round_=one, command=chosen, by=signed_in(request), now=now())
    messages.success(request, str(ROUND_COMMANDS[chosen][1]))
    return redirect("office-round", one.tournament.slug, one.number)


def _pair_again(request: HttpRequest, one: MatchRound) -> HttpResponse:
    writing.pair_again(round_=one, by=signed_in(request), now=now())
    messages.success(request, _("La ronde est appariée de nouveau."))
    return redirect("office-round", one.tournament.slug, one.number)


def _discard(request: HttpRequest, one: MatchRound) -> HttpResponse:
    writing.discard(round_=one, by=signed_in(request), now=now())
    messages.success(request, _("La ronde est supprimée."))
    return redirect("office-rounds", one.tournament.slug)


def _swap(request: HttpRequest, one: MatchRound) -> HttpResponse:
    tables = [RoundTable(match, "", "") for match in matches().filter(round=one)]
    form = RoundSwapForm(_swappable(one, tables), request.POST)
    if not form.is_valid():
        raise BadChoice("unknown-entry", error=first_error(form))
    first, other = form.chosen()
    writing.swap(round_=one, one=first, other=other, by=signed_in(request), now=now())
    messages.success(request, _("Les places sont échangées."))
    return redirect("office-round", one.tournament.slug, one.number)


_OF_PAIRS: dict[str, Callable[[HttpRequest, MatchRound], HttpResponse]] = {
    "pair-again": _pair_again,
    "discard": _discard,
    "swap": _swap,
}
#: All that is done to a round by a button.
COMMANDS = (*_OF_PAIRS, *(command.value for command in RoundCommand))


@for_roles(*WRITERS)
def result(
    request: HttpRequest, tournament: Tournament, number: int, match_id: int
) -> HttpResponse:
    """The match sheet, typed; written again, it counts over what was written before."""
    one = round_of(tournament, number)
    match = get_object_or_404(matches(), round=one, pk=match_id, y__isnull=False)
    form = ResultForm.of(match, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            record_result(
                match=match,
                kind=ResultKind(form.cleaned_data["kind"]),
                games=form.scores,
                winner=form.won_by,
                reason=form.cleaned_data["reason"],
                by=signed_in(request),
                now=now(),
            )
            messages.success(request, _("Le résultat est enregistré."))
            return redirect("office-round", tournament.slug, number)
    context = {
        "tournament": tournament,
        "round": one,
        "match": match,
        "form": form,
        "written": match.results.select_related("by").order_by("-at", "-pk"),
        "section": "rounds",
    }
    return render(request, "classic/organiser/result.html", context, status=form_status(form))
