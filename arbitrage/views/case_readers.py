"""The cases that a reader may open: no page reveals what only arbiters may know yet."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from arbitrage.models import Appeal
from arbitrage.queries.appeals import IS_TURN_SHOWN, SHOWN_TURN_STATES, list_cases
from arbitrage.queries.blinding import list_blinded, list_blinded_on_turn
from arbitrage.queries.case_file import CaseFile
from arbitrage.services.acts import OFFICER_ROLES
from tournament.core.errors import WrongState
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import find_reading_scope, require_own_centre
from tournament.queries.spoilers import find_awaited_table
from tournament.views.shortcuts import get_signed_in_user


def get_reader_roles(request: HttpRequest) -> set[Role]:
    """Return the roles of the reader in this tournament (``for_roles``)."""
    roles: set[Role] = getattr(request, "roles", set())
    return roles


def list_readable_cases(request: HttpRequest, tournament: Tournament) -> QuerySet[Appeal]:
    """Return the cases that the reader may open now."""
    rows = list_known_cases(request, tournament)
    return rows if is_officer(request) else rows.filter(IS_TURN_SHOWN)


def list_known_cases(request: HttpRequest, tournament: Tournament) -> QuerySet[Appeal]:
    """Return the cases that the reader may know to exist: those of their centres."""
    user = get_signed_in_user(request)
    cases = list_cases(tournament, list_blinded(tournament, user))
    return find_reading_scope(user, tournament.pk).filter_by_turn(cases)


def is_officer(request: HttpRequest) -> bool:
    """Return True if the reader sees what arbiters see.

    Others may be players: a case is closed to them until the top of its turn is announced.
    """
    return not get_reader_roles(request).isdisjoint(OFFICER_ROLES)


def get_case_file(request: HttpRequest, tournament: Tournament, number: int) -> CaseFile:
    """Return a case with its data.

    Raise Http404, NotAllowed for a case of another centre, and WrongState while it is closed to a
    judge who plays, to the double arbiter who still has to look at the bulletin, or to a reader who
    is no arbiter.
    """
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
    require_own_centre(get_signed_in_user(request), case.turn.game, [case.entry_id], tuple(Role))
    if not is_officer(request) and case.turn.state not in SHOWN_TURN_STATES:
        raise WrongState("case-closed-until-top")
    if (awaited := find_awaited_table(case.turn)) is not None:
        raise WrongState("own-bulletin-first", number=awaited)
    if case.entry_id in list_blinded_on_turn(case.turn, get_signed_in_user(request)):
        raise WrongState(
            "second-look-first", number=get_table_number(case.turn.game_id, case.entry)
        )
    return CaseFile(case)
