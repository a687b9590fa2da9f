"""What several pages begin with; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tournament.models import LexiconImport


@pytest.fixture
def imported(organiser: "Client") -> "LexiconImport":
    """A lexicon that the organiser brought, with lines that were refused."""
    from tests.tournament.views.office import send_list
    from tournament.models import LexiconImport
    from tournament.tasks import import_lexicon

    send_list(organiser, "AS\nCAS\nété\n<b>12</b>\nA\n=SOMME\n".encode())
    job = LexiconImport.objects.get()
    import_lexicon(job.pk)
    job.refresh_from_db()
    return job
