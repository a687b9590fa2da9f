"""The edition of the regulation that a tournament is played by."""

import pytest

from tests.room import Room
from tournament.core.errors import BadSetting
from tournament.presentation.messages import explain
from tournament.services.tournaments import create_tournament, update_tournament


@pytest.mark.parametrize("edition", ["2011", "2014", "2017", "2019", "2023"])
def test_every_edition_can_be_chosen(room: Room, edition: str) -> None:
    day = room.tournament.starts_on
    tournament = create_tournament(name="Autre", starts_on=day, edition=edition, **room.by())
    assert tournament.edition == edition
    update_tournament(tournament=tournament, changes={"edition": "2019"}, **room.by())
    assert tournament.edition == "2019"


def test_an_edition_that_does_not_exist_is_refused(room: Room) -> None:
    with pytest.raises(BadSetting) as refused:
        update_tournament(tournament=room.tournament, changes={"edition": "1999"}, **room.by())
    assert "1999" in explain(refused.value)
    with pytest.raises(BadSetting):
        create_tournament(
            name="Autre", starts_on=room.tournament.starts_on, edition="2024", **room.by()
        )


def test_once_a_game_has_started_the_edition_stays(room: Room) -> None:
    room.game()
    with pytest.raises(BadSetting) as refused:
        update_tournament(tournament=room.tournament, changes={"edition": "2017"}, **room.by())
    assert "a déjà commencé" in explain(refused.value)
    update_tournament(
        tournament=room.tournament, changes={"edition": "2023", "name": "Nom"}, **room.by()
    )
    room.tournament.refresh_from_db()
    assert (room.tournament.edition, room.tournament.name) == ("2023", "Nom")
