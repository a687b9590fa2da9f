"""Word lists of a club: a checksum in a file does not give them to another club."""

from pathlib import Path
from typing import Any

import pytest

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.services.restoring import restore_tournament
from tests.arbitrage.archive.archive_bytes import archive_now, remove_tournament
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.topping.services.toppings import create_topping_for
from tournament.models import Game, Organisation, Tournament
from tournament.queries import clock
from tournament.queries.lexica import BUILT_IN
from tournament.services.accounts.organisations import create_organisation
from tournament.services.prepared.word_lists import find_stored_list
from tournament.services.tournaments import update_tournament
from tournament.topping.models import Topping


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")


def expect_refusal(content: bytes, organisation: Organisation) -> None:
    with pytest.raises(BadArchive) as refused:
        restore_tournament(content=content, organisation=organisation, by=None, now=clock.now())
    assert refused.value.reason == "no-word-list"
    assert not Tournament.objects.exists()


def test_a_checksum_does_not_give_the_list_of_another_club(room: Room) -> None:
    words = bring(room, "Sous licence", "AS\nCAS\nCASE\nTAS").word_list
    assert words is not None
    other = create_organisation(name="Autre club", by=None, now=clock.now())
    home = room.tournament.organisation
    change = {"lexicon": "Sous licence"}
    update_tournament(tournament=room.tournament, changes=change, **room.get_author_and_time())
    game = room.game(source="hand")
    of_game = archive_now(room.tournament)
    assert Game.objects.get(pk=game.pk).word_list == words
    Game.objects.all().delete()
    Tournament.objects.update(lexicon=BUILT_IN)
    room.tournament.refresh_from_db()
    create_topping_for(room)
    Topping.objects.update(word_list=words)
    of_topping = archive_now(room.tournament)
    remove_tournament(room.tournament)

    for content in (of_game, of_topping):
        expect_refusal(content, other)
    restored = restore_tournament(content=of_game, organisation=home, by=None, now=clock.now())
    assert restored.games.get().word_list == words
    assert find_stored_list(words.checksum, other.pk) is None
    assert find_stored_list(words.checksum, None) is None


def test_a_played_list_is_found_for_its_club_only(room: Room) -> None:
    job = bring(room, "Sous licence", "AS\nCAS\nCASE\nTAS")
    assert job.word_list is not None
    checksum = job.word_list.checksum
    other = create_organisation(name="Autre club", by=None, now=clock.now())
    create_topping_for(room)
    Topping.objects.update(word_list=job.word_list)
    job.delete()
    assert find_stored_list(checksum, room.organisation_id) == job.word_list
    assert find_stored_list(checksum, other.pk) is None
