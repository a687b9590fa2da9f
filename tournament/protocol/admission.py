"""Whether a ticket is still good: links are renewed, seats change and roles are taken away.

A token is read without the database, and good for minutes; this is asked with each snapshot,
before which nothing is sent.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from tournament.core.states import Role
from tournament.models import Entry, StaffMember
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket

ROLES: Mapping[Audience, tuple[Role, ...]] = {
    Audience.ARBITERS: (Role.ARBITER, Role.DOUBLE_ARBITER),
    Audience.JUDGE: (Role.JUDGE,),
}


def admits(ticket: Ticket) -> bool:
    """Whether an account may still see what the ticket says; everybody may see the public's."""
    if ticket.audience is Audience.PUBLIC:
        return True
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
        entry: (table, renewals)
        for entry, table, renewals in entries.values_list("pk", "table", "table__renewals")
    }
    found = {}
    for ticket in tickets:
        table, renewals = places.get(ticket.entry_id or 0, (None, None))
        if table != ticket.table_id:
            found[ticket] = Barred.MOVED
        elif renewals != ticket.link:
            found[ticket] = Barred.RENEWED
    return found
