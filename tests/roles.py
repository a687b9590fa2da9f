"""Roles of accounts, given without the checks of the service."""

from django.contrib.auth.models import User

from tournament.core.states import Role
from tournament.models import Centre, StaffMember, Tournament


def give_role(tournament: Tournament, user: User, role: str) -> StaffMember:
    """Give a role; that of the judge of a centre in the first one, which is created with all tables
    if there is none."""
    centre: Centre | None = None
    if role == Role.CENTRE_JUDGE:
        centre = tournament.centres.first() or _create_centre(tournament)
    member, _is_new = StaffMember.objects.get_or_create(
        tournament=tournament, user=user, role=role, defaults={"centre": centre}
    )
    return member


def _create_centre(tournament: Tournament) -> Centre:
    centre: Centre = tournament.centres.create(name="Salle", is_lead=True)
    tournament.tables.update(centre=centre)
    return centre
