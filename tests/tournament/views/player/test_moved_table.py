"""A device at a table whose player moved: it asks who is there, and writes for nobody else."""

import pytest
from django.test import Client

from tests.room import Room, ring
from tests.tournament.views.office import read_text
from tests.tournament.views.player.test_table import build_save, hand_in, open_turn
from tournament.models import Bulletin, LateBulletin, Table
from tournament.protocol.tokens import read_token
from tournament.services.people.registration import withdraw_entry
from tournament.services.people.seating import move_entry, swap_entries
from tournament.services.play.games import annul_game


@pytest.fixture
def table(room: Room) -> Table:
    return room.entries[2].table


@pytest.fixture
def player(table: Table) -> Client:
    client = Client()
    client.get(f"/t/{table.key}/")
    return client


def test_moved_table_names_its_owner_and_the_former_players_table(
    room: Room, player: Client, table: Table
) -> None:
    swap_entries(first=room.entries[2], second=room.entries[4], **room.get_author_and_time())
    page = read_text(player.get("/table/"))
    assert "Table 3 : c’est maintenant la place de Égypte" in page
    assert (
        "Vous étiez à la table 3, votre place est maintenant la <strong>table 5</strong>." in page
    )
    assert "number=5" in page
    assert table.code not in page
    answer = player.get("/table/token/")
    assert answer.status_code == 409
    assert player.get("/table/road/1/").status_code == 403


def test_link_and_code_do_not_take_the_table_over_silently(
    room: Room, player: Client, table: Table
) -> None:
    swap_entries(first=room.entries[2], second=room.entries[4], **room.get_author_and_time())
    code = {"tournament": room.tournament.slug, "number": 3, "code": table.code}
    for shown in (
        player.get(f"/t/{table.key}/", follow=True),
        player.post("/table/enter/", code, follow=True),
    ):
        assert "Les tables ont changé" in read_text(shown)
    stranger = Client()
    assert "Égypte" in read_text(stranger.get(f"/t/{table.key}/", follow=True))
    assert read_token(stranger.get("/table/token/").json()["token"]).entry_id == room.entries[4].pk


def test_only_a_present_player_takes_the_table_over(room: Room, player: Client) -> None:
    swap_entries(first=room.entries[2], second=room.entries[4], **room.get_author_and_time())
    player.post("/table/take/", {"entry": room.entries[0].pk})
    assert player.get("/table/token/").status_code == 409
    response = player.post("/table/take/", {"entry": room.entries[4].pk}, follow=True)
    assert "Égypte" in read_text(response)
    assert read_token(player.get("/table/token/").json()["token"]).entry_id == room.entries[4].pk
    assert Client().post("/table/take/", {"entry": room.entries[4].pk}).status_code == 302


def test_empty_table_cannot_be_taken_over(room: Room, player: Client) -> None:
    move_entry(entry=room.entries[2], number=9, **room.get_author_and_time())
    page = read_text(player.get("/table/"))
    assert "Personne ne joue maintenant à la table 3." in page
    assert "table 9" in page
    assert 'id="take"' not in page
    withdraw_entry(entry=room.entries[2], **room.get_author_and_time())
    assert "table 9" not in read_text(player.get("/table/"))


def test_unsent_bulletin_reaches_its_author_but_not_the_next_game(
    room: Room, player: Client
) -> None:
    former, now_here = room.entries[2], room.entries[4]
    first = open_turn(room)
    ring(first)
    annul_game(game=first.game, **room.get_author_and_time())
    swap_entries(first=former, second=now_here, **room.get_author_and_time())
    assert hand_in(player, build_save(first)).json()["type"] == "saved"
    assert LateBulletin.objects.get().entry == former
    second = open_turn(room)
    refused = hand_in(player, build_save(second)).json()
    assert (refused["code"], refused["retry"]) == ("moved", False)
    player.post("/table/take/", {"entry": now_here.pk})
    assert hand_in(player, build_save(second)).json()["type"] == "saved"
    assert Bulletin.objects.get().entry == now_here


def test_moved_player_still_hands_in_for_the_previous_game(room: Room) -> None:
    first = open_turn(room)
    ring(first)
    annul_game(game=first.game, **room.get_author_and_time())
    move_entry(entry=room.entries[2], number=9, **room.get_author_and_time())
    player = Client()
    player.get(f"/t/{Table.objects.get(number=9).key}/")
    assert hand_in(player, build_save(first)).json()["type"] == "saved"
    assert LateBulletin.objects.get().entry == room.entries[2]
