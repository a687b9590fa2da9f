"""Who reads which case: nobody by a way round what arbiters alone may know yet."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from arbitrage.models import Appeal
from arbitrage.queries.appeals import SHOWN, SHOWN_TURN_STATES, cases_of
from arbitrage.queries.blinding import veiled_everywhere, veiled_of
from arbitrage.queries.case_file import CaseFile
from arbitrage.services.acts import OFFICERS
from tournament.core.errors import WrongState
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.queries.people.seating import number_in
from tournament.queries.spoilers import awaited_table
from tournament.views.staff import signed_in


def roles_of_reader(request: HttpRequest) -> set[Role]:
    """Of who reads, in this tournament (``for_roles``)."""
    held: set[Role] = getattr(request, "roles", set())
    return held


def readable(request: HttpRequest, tournament: Tournament) -> QuerySet[Appeal]:
    """The cases that whoever asks may read now."""
    rows = known(request, tournament)
    return rows if is_officer(request) else rows.filter(SHOWN)


def known(request: HttpRequest, tournament: Tournament) -> QuerySet[Appeal]:
    """Those of which he may know that they are there."""
    return cases_of(tournament, veiled_everywhere(tournament, signed_in(request)))


def is_officer(request: HttpRequest) -> bool:
    """Whether he sees what arbiters see. The others may play: to them a case is closed until the
    top of its turn is given."""
    return not roles_of_reader(request).isdisjoint(OFFICERS)


def case_file(request: HttpRequest, tournament: Tournament, number: int) -> CaseFile:
    """Raises Http404, and WrongState while a judge who plays, who has to look at the bulletin a
    second time, or who is no arbiter may not read it."""
    rows = Appeal.objects.select_related(
        "tournament",
        "turn__game__tournament",
        "entry",
        "act__by",
        "by",
        "closed_by",
        "informed_by",
        "against",
    )
    case = get_object_or_404(rows, tournament=tournament, number=number)
    if not is_officer(request) and case.turn.state not in SHOWN_TURN_STATES:
        raise WrongState("case-closed-until-top")
    if (own := awaited_table(case.turn)) is not None:
        raise WrongState("own-bulletin-first", number=own)
    if case.entry_id in veiled_of(case.turn, signed_in(request)):
        raise WrongState("second-look-first", number=number_in(case.turn.game_id, case.entry))
    return CaseFile(case)
