"""Archives made before each game became an app of its own: they verify, and come back the same."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from arbitrage.archive.services.restoring import restore
from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.comings_and_goings import archived, of_content
from tests.arbitrage.archive.verify.forgeries import verified
from tournament.queries import clock

ARCHIVES = Path(__file__).parents[3] / "cases" / "archives"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["duplicate", "matches", "topping"])
def test_an_archive_of_before_agrees_and_comes_back_as_it_was(name: str) -> None:
    content = (ARCHIVES / f"{name}.duplicata.zip").read_bytes()
    assert verified(content, Lexica()).lies == []
    made = restore(content=content, by=None, now=clock.now())
    assert of_content(archived(made)) == of_content(content)


@pytest.mark.django_db
def test_data_of_before_are_refused_with_what_to_do_and_left_alone() -> None:
    MigrationRecorder(connection).record_applied("tournament", "0001_squashed")
    with pytest.raises(CommandError, match="« Remettre un tournoi »"):
        call_command("migrate", verbosity=0)
