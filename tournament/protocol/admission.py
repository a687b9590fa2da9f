"""Whether a ticket is still good: links are renewed, roles are taken away, a tournament is hidden.

A token is read without the database, and good for minutes; this is asked with each snapshot,
before which nothing is sent.
"""

from collections.abc import Collection, Mapping

from tournament.core.states import Role, TournamentState
from tournament.models import Entry, StaffMember, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket

ROLES: Mapping[Audience, tuple[Role, ...]] = {
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
    return members.exists()


def admitted(tickets: Collection[Ticket]) -> set[Ticket]:
    """Those of players whose link has not been renewed since, where one still plays."""
    entries = Entry.objects.filter(pk__in={ticket.entry_id for ticket in tickets})
    entries = entries.exclude(tournament__state=TournamentState.ARCHIVED)
    links = dict(entries.values_list("pk", "table__renewals"))
    return {ticket for ticket in tickets if links.get(ticket.entry_id or 0) == ticket.link}
