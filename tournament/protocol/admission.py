"""Whether a ticket is still good: links are renewed, seats change, roles are taken away, a
tournament is hidden.

A token is read without the database, and good for minutes; this is asked with each snapshot,
before which nothing is sent.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from tournament.core.states import Role, TournamentState
from tournament.models import Entry, StaffMember, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket

ROLES: Mapping[Audience, tuple[Role, ...]] = {
    #: A member of the commission may play himself.
    Audience.ARBITERS: (Role.ARBITER, Role.DOUBLE_ARBITER),
    Audience.JUDGE: (Role.JUDGE,),
    #: A draft, which its staff sees as the public will.
    Audience.PUBLIC: tuple(Role),
}


def shown(tournament_id: int) -> bool:
    """Whether the public sees the tournament."""
    found = Tournament.objects.filter(pk=tournament_id)
    return found.exclude(state=TournamentState.DRAFT).exists()


def admits(ticket: Ticket) -> bool:
    """Whether the account of a ticket may still see what it says."""
    members = StaffMember.objects.filter(
        tournament=ticket.tournament_id, user=ticket.user_id, role__in=ROLES[ticket.audience]
    )
    return members.filter(user__is_active=True).exists()


class Barred(StrEnum):
    """Why a player's ticket is good no more."""

    #: The link of the table was renewed.
    RENEWED = "renewed"
    #: The entry sits at another table.
    MOVED = "moved"


def barred(tickets: Collection[Ticket]) -> dict[Ticket, Barred]:
    """Those of players that are good no more, and why."""
    entries = Entry.objects.filter(pk__in={ticket.entry_id for ticket in tickets})
    places = {
        entry: place
        for entry, *place in entries.values_list(
            "pk", "table", "table__renewals", "tournament__state"
        )
    }
    found = {}
    for ticket in tickets:
        table, renewals, state = places.get(ticket.entry_id or 0, (None, None, None))
        if state == TournamentState.ARCHIVED:
            found[ticket] = Barred.RENEWED
        elif table != ticket.table_id:
            found[ticket] = Barred.MOVED
        elif renewals != ticket.link:
            found[ticket] = Barred.RENEWED
    return found
