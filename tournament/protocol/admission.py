"""Checks that a ticket is still valid: links are renewed, tables change, roles are removed, a
tournament is hidden.

A token is read without the database and valid for minutes; these checks are made before each
snapshot, and nothing is sent before a snapshot.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from tournament.core.states import Role, TournamentState
from tournament.models import Entry, StaffMember, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket

ROLES: Mapping[Audience, tuple[Role, ...]] = {
    #: Not the commission: its members may play themselves.
    Audience.ARBITERS: (Role.ARBITER, Role.DOUBLE_ARBITER),
    Audience.JUDGE: (Role.JUDGE,),
    #: A draft is shown to its staff as it will be shown to the public.
    Audience.PUBLIC: tuple(Role),
}


def is_public(tournament_id: int) -> bool:
    """Return True if the public may see the tournament."""
    tournaments = Tournament.objects.filter(pk=tournament_id)
    return tournaments.exclude(state=TournamentState.DRAFT).exists()


def is_admitted(ticket: Ticket) -> bool:
    """Return True if the account of a ticket still has the role that it needs."""
    members = StaffMember.objects.filter(
        tournament=ticket.tournament_id, user=ticket.user_id, role__in=ROLES[ticket.audience]
    )
    return members.filter(user__is_active=True).exists()


class InvalidReason(StrEnum):
    """Reason why a player's ticket is no longer valid."""

    #: The link of the table was renewed.
    RENEWED = "renewed"
    #: The entry sits at another table.
    MOVED = "moved"


def find_invalid(tickets: Collection[Ticket]) -> dict[Ticket, InvalidReason]:
    """Return the tickets of players that are no longer valid, with the reason."""
    entries = Entry.objects.filter(pk__in={ticket.entry_id for ticket in tickets})
    rows = {
        entry: row
        for entry, *row in entries.values_list(
            "pk", "table", "table__renewals", "tournament__state"
        )
    }
    invalid = {}
    for ticket in tickets:
        table, renewals, state = rows.get(ticket.entry_id or 0, (None, None, None))
        if state == TournamentState.ARCHIVED:
            invalid[ticket] = InvalidReason.RENEWED
        elif table != ticket.table_id:
            invalid[ticket] = InvalidReason.MOVED
        elif renewals != ticket.link:
            invalid[ticket] = InvalidReason.RENEWED
    return invalid
