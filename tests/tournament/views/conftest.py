"""Fixtures of several pages; Django is imported only once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tournament.models import LexiconImport


@pytest.fixture
def imported(organiser: "Client") -> "LexiconImport":
    """Return a lexicon imported by the organiser, with refused lines."""
    from tests.tournament.views.office import send_list
    from tournament.models import LexiconImport
    from tournament.tasks import import_lexicon

    send_list(organiser, "AS\nCAS\nété\n<b>12</b>\nA\n=SOMME\n".encode())
    job = LexiconImport.objects.get()
    import_lexicon(job.pk)
    job.refresh_from_db()
    return job
