"""Word lists brought for tests; one of a name that is taken replaces it."""

from django.contrib.auth.models import User

from tests.room import Room
from tournament.models import LexiconImport
from tournament.queries import clock
from tournament.services import lexica as service


def bring(room: Room, name: str, text: str, by: User | None = None) -> LexiconImport:
    job = service.new_import(
        name=name,
        file_name="liste.txt",
        content=text.encode(),
        by=by or room.user,
        now=clock.now(),
        replaces=True,
    )
    service.perform_import(job=job, clock=clock.now)
    job.refresh_from_db()
    return job
