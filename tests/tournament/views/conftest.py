"""Browsers signed in with one role each; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.room import Room
    from tests.tournament.views.office import SignIn
    from tournament.models import LexiconImport


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)


@pytest.fixture
def organiser(sign_in: "SignIn") -> "Client":
    return sign_in("organiser")


@pytest.fixture
def judge(sign_in: "SignIn") -> "Client":
    return sign_in("judge")


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
