"""An opened game of an event is read by nobody before it is over."""

from datetime import timedelta

import pytest
from django.urls import reverse

from arbitrage.event.models import ImportedEvent, ImportedGame, OpeningChannel
from arbitrage.event.services.keys import make_key_words
from arbitrage.event.services.opening import open_game
from tests.arbitrage.event.centres import make_event, prepare_short_game
from tests.arbitrage.event.imported import make_imported
from tests.room import make_room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text
from tournament.core.errors import NotAllowed, WrongState
from tournament.models import Game
from tournament.queries import clock
from tournament.queries.seal import is_sealed
from tournament.services.play.games import annul_game, delete_game, prepare_game, reopen_game
from tournament.topping.services.creation import (
    ToppingRules,
    create_topping,
    list_usable_games,
)


def test_an_opened_game_is_not_read_ahead(transactional_db: None) -> None:
    room = make_room()
    game = prepare_short_game(room)
    event = make_event(room, game, "Nantes")
    imported = make_imported(event, room, game)
    # Still a draft, as after « Revenir aux réglages » in an older version.
    by = room.get_author_and_time()
    assert list_usable_games(room.tournament) == []
    with pytest.raises(NotAllowed):
        create_topping(
            tournament=room.tournament, rules=ToppingRules(60, 60), game=game,
            entries=room.entries, **by,
        )  # fmt: skip
    with pytest.raises(NotAllowed):
        delete_game(game=game, **by)
    prepare_game(game=game, **by)
    with pytest.raises(NotAllowed):
        reopen_game(game=game, **by)
    browser = Browser()
    browser.force_login(room.user)
    address = reverse("office-game-reopen", args=[room.tournament.slug, game.number])
    assert "Commencez-la telle quelle" in read_text(browser.post(address, follow=True))

    # Annulled, its sheet waits for the end of the event, and it opens no second time.
    annul_game(game=game, **by)
    assert is_sealed(game)
    sheet = reverse("office-sheet", args=[room.tournament.slug, game.number])
    assert browser.post(sheet, {"open": "1"}).status_code == 403
    home = browser.get(reverse("public-home", args=[room.tournament.slug]))
    assert game.seed not in home.content.decode()
    ImportedEvent.objects.update(ends_at=clock.now() - timedelta(seconds=1))
    assert not is_sealed(game)
    Game.objects.all().delete()
    sealed = ImportedGame.objects.select_related("package__tournament").get(package=imported)
    with pytest.raises(WrongState) as refused:
        open_game(sealed=sealed, typed_words=make_key_words(), channel=OpeningChannel.WORDS, **by)
    assert refused.value.reason == "game-opened"
