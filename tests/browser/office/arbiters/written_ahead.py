"""Shared helpers of the tests of lexica and of games prepared in advance."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.record.wishes import Wish, WishRange
from tests.browser.office.desks import OfficePage
from tests.waiting import wait_for
from tournament.core.jobs import PENDING_JOB_STATES
from tournament.models import GamePreparation, LexiconImport
from tournament.queries import clock
from tournament.services import preparation
from tournament.services.prepared import lexica

SHEET = """ 1  AECC?NU   C(H)ACUNE   H4   76
 2  EIOLMLS   MOLLIES     G8   68
 3  IARERIS   CRIERAIS    4H   72
"""
SETTINGS = {"fmt": "normal", "time_s": 180, "warn_s": 30}


@pytest.fixture
def no_work_left(office: OfficePage) -> Iterator[None]:
    """The worker is done with what it was given, before the rows go."""
    yield
    office.page.goto("about:blank")
    LexiconImport.objects.filter(beat_at__year=2000).update(state="done")
    for model in (LexiconImport, GamePreparation):
        rows = model._default_manager.filter(state__in=PENDING_JOB_STATES)
        wait_for(lambda rows=rows: not rows.exists())  # type: ignore[misc]


def lexica_page(office: OfficePage) -> Page:
    office.page.goto(f"{office.stack.url}/office/lexica/")
    return office.page


def import_lexicon(office: OfficePage, text: str, name: str = "Ma liste") -> LexiconImport:
    """An import that was performed."""
    job = lexica.create_import(
        name=name,
        file_name="liste.txt",
        content=text.encode(),
        replaces=True,
        **office.room.import_arguments(),
    )
    lexica.perform_import(job=job, clock=clock.now)
    return job


def prepare_game_ahead(office: OfficePage, **wishes: Any) -> GamePreparation:
    """A search that was performed."""
    job = preparation.create_preparation(
        tournament=office.room.tournament,
        settings=SETTINGS,
        seed="essai",
        most_tries=2,
        wishes=[WishRange(Wish(name), *both) for name, both in wishes.items()],
        **office.room.get_author_and_time(),
    )
    preparation.run_search(job=job, clock=clock.now)
    return job
