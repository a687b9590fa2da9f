"""The edition of the regulation of a tournament."""

import pytest

from tests.room import Room
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.models import Journal
from tournament.presentation.messages import explain
from tournament.services.tournaments import create_tournament, update_tournament


@pytest.mark.parametrize("edition", ["2011", "2014", "2017", "2019", "2023"])
def test_every_edition_can_be_chosen(room: Room, edition: str) -> None:
    day = room.tournament.starts_on
    tournament = create_tournament(
        name="Autre", starts_on=day, edition=edition, **room.get_author_and_time()
    )
    assert tournament.edition == edition
    update_tournament(
        tournament=tournament, changes={"edition": "2019"}, **room.get_author_and_time()
    )
    assert tournament.edition == "2019"


def test_an_edition_that_does_not_exist_is_refused(room: Room) -> None:
    with pytest.raises(BadSetting) as refused:
        update_tournament(
            tournament=room.tournament, changes={"edition": "1999"}, **room.get_author_and_time()
        )
    assert "1999" in explain(refused.value)
    with pytest.raises(BadSetting):
        create_tournament(
            name="Autre",
            starts_on=room.tournament.starts_on,
            edition="2024",
            **room.get_author_and_time(),
        )


def test_once_a_game_has_started_the_edition_stays(room: Room) -> None:
    room.game()
    with pytest.raises(BadSetting) as refused:
        update_tournament(
            tournament=room.tournament, changes={"edition": "2017"}, **room.get_author_and_time()
        )
    assert "a déjà commencé" in explain(refused.value)
    update_tournament(
        tournament=room.tournament,
        changes={"edition": "2023", "name": "Nom"},
        **room.get_author_and_time(),
    )
    room.tournament.refresh_from_db()
    assert (room.tournament.edition, room.tournament.name) == ("2023", "Nom")


#: Edition, own bonus for a solo and number of players, reason of the refusal (None: accepted).
OWN_SOLO_RULES: list[tuple[str, int | None, int | None, str | None]] = [
    ("2023", 15, 8, None),
    ("2023", 0, None, None),
    ("2023", None, 1, None),
    ("2023", None, None, None),
    ("2023", -1, None, "bad-solo-points"),
    ("2023", 101, None, "bad-solo-points"),
    ("2023", None, 0, "bad-solo-players"),
    ("2017", None, None, None),
    ("2017", 15, None, "no-own-solo-rules"),
    ("2011", None, 8, "no-own-solo-rules"),
]


def test_only_some_editions_allow_an_own_solo_bonus(room: Room) -> None:
    with every_row() as row:
        for edition, points, players, reason in OWN_SOLO_RULES:
            with row(f"{edition}: {points} points, {players} players"):
                changes = {"edition": edition, "solo_points": points, "solo_players": players}
                if reason is None:
                    update_tournament(
                        tournament=room.tournament, changes=changes, **room.get_author_and_time()
                    )
                    assert room.tournament.solo_terms.points == (10 if points is None else points)
                    assert room.tournament.solo_terms.players == (players or 16)
                    continue
                with pytest.raises(BadSetting) as refused:
                    update_tournament(
                        tournament=room.tournament, changes=changes, **room.get_author_and_time()
                    )
                assert refused.value.reason == reason
                assert explain(refused.value)


def test_the_solo_bonus_is_fixed_once_a_game_starts(room: Room) -> None:
    changes = {"solo_points": 15, "solo_players": 8}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    with pytest.raises(BadSetting) as refused:
        update_tournament(
            tournament=room.tournament, changes={"edition": "2017"}, **room.get_author_and_time()
        )
    assert refused.value.reason == "no-own-solo-rules"
    room.tournament.refresh_from_db()
    game = room.game()
    started = Journal.objects.get(game=game, data__command="start")
    assert started.data["solo"] == [15, 8]
    with pytest.raises(BadSetting) as refused:
        update_tournament(
            tournament=room.tournament, changes={"solo_points": None}, **room.get_author_and_time()
        )
    assert refused.value.reason == "solo-fixed"
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
