"""The centres of a game at a glance: what each reported, and who has not handed in."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.core.centres.reports import CentreAct, CentreReport, ReportedState, follow_reports
from tournament.core.events import EventKind
from tournament.core.states import CENTRE_ROLES, HandInStatus, Role
from tournament.models import Centre, Game, Journal, StaffMember, Tournament, Turn
from tournament.queries.results.hand_ins import AwaitedSeat, list_awaited_seats

#: Roles with which an account sees and reports for every centre.
LEADING_ROLES = (Role.JUDGE, Role.ORGANISER)


def list_statuses(game: Game) -> dict[str, ReportedState]:
    """Return the status of the centres that reported something in ``game``, by uid."""
    rows = Journal.objects.filter(game=game, kind=EventKind.CENTRE_REPORTED).order_by("seq")
    return follow_reports(
        CentreReport(data["centre"], CentreAct(data["act"]), turn, data.get("detail", ""))
        for data, turn in rows.values_list("data", "turn")
    )


def list_blocking_centres(game: Game) -> list[Centre]:
    """Return the centres for which the next turn waits."""
    statuses = list_statuses(game)
    blocking = [uid for uid, status in statuses.items() if status.blocks]
    return list(Centre.objects.filter(tournament=game.tournament_id, uid__in=blocking))


@dataclass(frozen=True, slots=True)
class CentreOverview:
    """A centre during a turn; ``seats`` are those from which no paper bulletin is awaited,
    ``missing`` those without a bulletin."""

    centre: Centre
    status: ReportedState
    turn: int | None
    seats: Sequence[AwaitedSeat]

    @property
    def missing(self) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.status is HandInStatus.MISSING]

    @property
    def handed_in_count(self) -> int:
        return sum(seat.status is HandInStatus.IN_TIME for seat in self.seats)

    @property
    def is_ready(self) -> bool:
        return self.status.is_ready_for(self.turn)


def list_overviews(
    tournament: Tournament,
    game: Game | None,
    turn: Turn | None,
    list_seats: Callable[[], Iterable[AwaitedSeat]],
) -> list[CentreOverview]:
    """List the centres in their order, the lead among them; none in a tournament of one room.

    ``list_seats``: the awaited seats of ``turn``, asked for only where there are centres.
    """
    centres = list(tournament.centres.all())
    if not centres:
        return []
    statuses = list_statuses(game) if game else {}
    seats = defaultdict[int | None, list[AwaitedSeat]](list)
    for seat in list_seats() if turn else ():
        seats[seat.centre].append(seat)
    return [_build_overview(centre, statuses, turn, seats[centre.pk]) for centre in centres]


def get_overview(centre: Centre, game: Game | None, turn: Turn | None) -> CentreOverview:
    """Return one centre, with its own seats only."""
    statuses = list_statuses(game) if game else {}
    seats = list_awaited_seats(turn, centre=centre.pk) if turn else []
    return _build_overview(centre, statuses, turn, seats)


def _build_overview(
    centre: Centre,
    statuses: Mapping[str, ReportedState],
    turn: Turn | None,
    seats: Iterable[AwaitedSeat],
) -> CentreOverview:
    status = statuses.get(str(centre.uid), ReportedState())
    on_tablets = [seat for seat in seats if seat.status is not HandInStatus.AWAITED]
    return CentreOverview(centre, status, turn.pk if turn else None, on_tablets)


def list_desks(user: User, tournament: Tournament) -> list[Centre]:
    """List the centres whose desk the account may open: those of its roles, all for who leads."""
    return _list_centres_of(user, tournament, CENTRE_ROLES)


def can_report(user: User, centre: Centre) -> bool:
    """Return True if the account speaks for the centre: its judge, or who leads."""
    return centre in _list_centres_of(user, centre.tournament, [Role.CENTRE_JUDGE])


def list_run_centres(user: User, tournament: Tournament) -> list[Centre]:
    """List the centres whose players the account checks in and whose papers it prints: those that
    it judges, all for an organiser."""
    return _list_centres_of(user, tournament, [Role.CENTRE_JUDGE], leading=[Role.ORGANISER])


def _list_centres_of(
    user: User,
    tournament: Tournament,
    roles: Collection[Role],
    leading: Collection[Role] = LEADING_ROLES,
) -> list[Centre]:
    members = StaffMember.objects.filter(tournament=tournament, user=user)
    if members.filter(role__in=leading).exists():
        return list(tournament.centres.all())
    own = members.filter(role__in=roles)
    return list(tournament.centres.filter(pk__in=own.values("centre")))
