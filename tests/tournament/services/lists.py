"""Word lists imported for tests; a list of an existing name replaces it."""

from django.contrib.auth.models import User

from tests.room import Room
from tournament.core.states import Role
from tournament.models import LexiconImport, Organisation, StaffMember
from tournament.queries import clock
from tournament.services.prepared import lexica as service


def bring(
    room: Room,
    name: str,
    text: str,
    by: User | None = None,
    organisation: Organisation | None = None,
) -> LexiconImport:
    """Import a list for ``organisation``, or else the room's."""
    job = service.create_import(
        name=name,
        file_name="liste.txt",
        content=text.encode(),
        organisation=organisation or room.tournament.organisation,
        by=by or room.user,
        now=clock.now(),
        replaces=True,
    )
    service.perform_import(job=job, clock=clock.now)
    job.refresh_from_db()
    return job


def create_other_organiser(room: Room) -> User:
    """Return another account that organises in the same organisation, without managing it."""
    user = User.objects.create_user("autre")
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ORGANISER)
    return user
