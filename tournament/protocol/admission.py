"""Whether a ticket is still good: links are renewed and roles are taken away.

A token is read without the database, and good for minutes; this is asked with each snapshot,
before which nothing is sent.
"""

from collections.abc import Collection, Mapping

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
    return members.exists()


def admitted(tickets: Collection[Ticket]) -> set[Ticket]:
    """Those of players whose link has not been renewed since."""
    entries = Entry.objects.filter(pk__in={ticket.entry_id for ticket in tickets})
    links = dict(entries.values_list("pk", "table__renewals"))
    return {ticket for ticket in tickets if links.get(ticket.entry_id or 0) == ticket.link}
