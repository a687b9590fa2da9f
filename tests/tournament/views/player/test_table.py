"""Entering a table, its token, and handing in by HTTP."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.regulation.editions import CURRENT
from tests.room import Room, solve_now
from tests.tournament.views.office import read_text
from tournament.core.errors import Busy
from tournament.models import Bulletin, Table, Turn
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, read_token
from tournament.services.hand_in import receiver
from tournament.services.people.registration import withdraw_entry
from tournament.services.play import turns
from tournament.services.tournaments import create_tournament, renew_links


@pytest.fixture
def table(room: Room) -> Table:
    return room.entries[2].table


@pytest.fixture
def player(table: Table) -> Client:
    """Return a browser that has entered the table."""
    client = Client()
    client.get(f"/t/{table.key}/")
    return client


def open_turn(room: Room) -> Turn:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    return turns.open_turn(turn=turn, **room.get_author_and_time())


def build_save(turn: Turn, **changes: Any) -> dict[str, Any]:
    return {
        "type": "save",
        "game_id": turn.game_id,
        "turn": turn.ordinal,
        "rev": 1,
        "device": "tablet",
        "rows": ["MAISoN"],
        "reference": "H4",
        "score": "24",
    } | changes


def hand_in(player: Client, body: dict[str, Any] | str) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return player.post("/table/bulletin/", text, content_type="application/json")


def test_the_link_of_a_table_opens_it(table: Table) -> None:
    client = Client()

    response = client.get(f"/t/{table.key}/", follow=True)

    assert response.redirect_chain == [("/table/", 302)]
    assert "Canada" in read_text(response)
    assert f"Table {table.number}" in read_text(response)


def test_number_and_code_open_a_table(room: Room, table: Table) -> None:
    client = Client()
    data = {"tournament": room.tournament.slug, "number": table.number, "code": table.code.lower()}

    response = client.post("/table/enter/", data, follow=True)

    assert response.redirect_chain == [("/table/", 302)]


def test_a_single_tournament_is_not_asked_for(room: Room) -> None:
    response = Client().get("/table/enter/")

    assert f'<input type="hidden" name="tournament" value="{room.tournament.slug}"' in read_text(
        response
    )


def test_with_two_tournaments_the_player_chooses(room: Room) -> None:
    other = create_tournament(
        name="Autre", starts_on=timezone.localdate(), edition=CURRENT, **room.get_author_and_time()
    )
    for entry in room.entries[:1]:
        entry.table.tournament = entry.tournament = other
        entry.table.save()
        entry.save()

    response = Client().get("/table/enter/")

    assert '<select name="tournament"' in read_text(response)


@pytest.mark.parametrize("changes", [{"code": "AAAAAA"}, {"number": 99}])
def test_a_wrong_code_is_refused_without_details(
    room: Room, table: Table, changes: dict[str, Any]
) -> None:
    data = {"tournament": room.tournament.slug, "number": table.number, "code": table.code}

    response = Client().post("/table/enter/", data | changes)

    assert response.status_code == 403
    assert "Le numéro de table et le code ne vont pas ensemble." in read_text(response)
    assert "table" not in response.cookies


def test_an_endlessly_nested_bulletin_is_refused(room: Room, table: Table) -> None:
    browser = Client()
    browser.get(f"/t/{table.key}/")
    body = b'{"type": "save", "more": ' + b"[" * 16_000
    response = browser.post("/table/bulletin/", body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["code"] == "malformed"


def test_an_unknown_link_leads_to_the_code(room: Room) -> None:
    response = Client().get("/t/unknown-key/")

    assert response.status_code == 403
    assert "Ce lien n’est plus valable." in read_text(response)
    assert 'name="code"' in read_text(response)


def test_an_expired_link_leads_to_the_code(room: Room, table: Table) -> None:
    room.tournament.links_valid_until = timezone.now()
    room.tournament.save()

    response = Client().get(f"/t/{table.key}/")

    assert response.status_code == 403
    assert "a expiré" in read_text(response)


def test_renewed_link_closes_the_tablet_that_used_the_old_one(room: Room, player: Client) -> None:
    renew_links(tournament=room.tournament, **room.get_author_and_time())

    page = player.get("/table/")

    assert page.status_code == 403
    assert "Ce lien n’est plus valable." in read_text(page)
    assert player.get("/table/token/").status_code == 403
    assert hand_in(player, "{}").status_code == 403


def test_a_withdrawn_entry_does_not_play_on(room: Room, player: Client) -> None:
    withdraw_entry(entry=room.entries[2], **room.get_author_and_time())

    assert player.get("/table/").status_code == 403


def test_without_a_table_the_tablet_asks_for_the_code(room: Room) -> None:
    response = Client().get("/table/")

    assert response.status_code == 302
    assert response["Location"] == "/table/enter/"


def test_the_token_is_that_of_the_table_s_entry(room: Room, player: Client) -> None:
    ticket = read_token(player.get("/table/token/").json()["token"])

    entry = room.entries[2]
    assert ticket == Ticket(room.tournament.pk, Audience.ENTRY, entry.pk, table_id=entry.table_id)


def test_a_bulletin_handed_in_by_request_is_committed(room: Room, player: Client) -> None:
    turn = open_turn(room)

    response = hand_in(player, build_save(turn))

    assert response.json() == {"type": "saved", "turn": turn.ordinal, "rev": 1, "late": False}
    stored = Bulletin.objects.get(turn=turn)
    assert (stored.entry, stored.rows, stored.reference) == (room.entries[2], ["MAISoN"], "H4")
    assert hand_in(player, build_save(turn)).json()["type"] == "saved"


def test_before_the_clock_nothing_is_taken(room: Room, player: Client) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None

    answer = hand_in(player, build_save(turn)).json()

    assert (answer["type"], answer["retry"]) == ("refused", False)
    assert answer["text"] == "Le coup n’est pas encore commencé."
    assert not Bulletin.objects.exists()


@pytest.mark.parametrize(
    "body",
    ["", "no json", "[]", '{"type": "save"}', '{"type": "ping", "t": 1}', '{"rev": "x"}'],
)
def test_an_unreadable_bulletin_is_refused(room: Room, player: Client, body: str) -> None:
    response = hand_in(player, body)

    assert response.status_code == 400
    assert response.json()["type"] == "refused"
    assert "Rechargez la page" in response.json()["text"]


def test_a_sheet_that_no_bulletin_can_hold_is_refused(room: Room, player: Client) -> None:
    turn = open_turn(room)

    response = hand_in(player, build_save(turn, rows=["A" * 16]))

    assert response.status_code == 422
    assert response.json()["rev"] == 1


def test_an_oversized_bulletin_is_refused(room: Room, player: Client) -> None:
    turn = open_turn(room)

    response = hand_in(player, build_save(turn, device="x" * 20_000))

    assert response.status_code == 413


def test_a_busy_server_asks_to_keep_the_sheet(
    room: Room, player: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = open_turn(room)

    def raise_busy(*_: Any) -> None:
        raise Busy("queue-full")

    monkeypatch.setattr(receiver.open_receiver(), "hand_in", raise_busy)

    response = hand_in(player, build_save(turn))

    assert response.status_code == 503
    assert response.json()["retry"] is True


def test_another_device_s_newer_bulletin_is_shown(room: Room, player: Client) -> None:
    turn = open_turn(room)
    hand_in(player, build_save(turn, rev=5))

    answer = hand_in(player, build_save(turn, rev=4, device="other", rows=["VIEUX"])).json()

    assert answer["type"] == "stale"
    assert answer["bulletin"]["rows"] == ["MAISoN"]


def test_a_stranger_hands_nothing_in(room: Room) -> None:
    turn = open_turn(room)

    response = hand_in(Client(), build_save(turn))

    assert response.status_code == 403
    assert not Bulletin.objects.exists()


def test_a_request_from_another_site_is_refused(room: Room, table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(f"/t/{table.key}/")

    assert hand_in(client, build_save(open_turn(room))).status_code == 403
