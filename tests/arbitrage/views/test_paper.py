"""Typing bulletins on paper in: table after table, and what is said when it cannot be."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from arbitrage.models import PaperBulletin
from arbitrage.services.correction import correct_turn
from arbitrage.views.paper import NAMED
from tests.bulletins import fill, give_tables
from tests.room import Room
from tests.tournament.views.office import HTMX, SignIn, at, seen
from tournament.models import LateBulletin, Turn
from tournament.queries import clock


def address(room: Room) -> str:
    return at(room, "arbiter-paper", 1, 1)


def typed(**changes: Any) -> dict[str, Any]:
    sheet = {"rows": ["RATINES"], "struck": []}
    return {
        "table": 6,
        "seen": 0,
        "sheet": json.dumps(sheet),
        "reference": "H2",
        "score": "66",
        "state": "ok",
    } | changes


def post(client: Client, room: Room, **changes: Any) -> Any:
    return client.post(address(room), typed(**changes), headers=HTMX)


def test_the_page_proposes_the_first_table_without_a_bulletin(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    page = seen(arbiter.get(address(room)))

    assert 'name="table" id="id_ask" value="6"' in page
    assert "Sans bulletin :" in page
    assert 'id="sheet"' not in page


def test_in_a_big_room_the_first_tables_without_a_bulletin_are_named(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    fill(room, 100)
    page = seen(arbiter.get(address(room)))
    assert page.count(f'href="{address(room)}?table=') == NAMED
    assert f"et {100 - 5 - NAMED} autres" in page
    nobody = typed(table=100, sheet="", reference="", score="", state="missing")
    following = seen(arbiter.post(address(room), nobody, headers=HTMX))
    assert 'id="id_ask" value="6"' in following


def test_the_list_leads_there(arbiter: Client, room: Room, corrected: Turn) -> None:
    page = seen(arbiter.get(at(room, "arbiter-list")))

    assert f'href="{address(room)}"' in page
    assert f'href="{address(room)}?table=6"' in page
    assert f'href="{address(room)}?table=5"' not in page
    opened = seen(arbiter.get(address(room), {"table": 6}))
    assert "<html" in opened
    assert "Table 6, France" in opened


def test_a_table_is_opened_to_be_typed_in(arbiter: Client, room: Room, corrected: Turn) -> None:
    page = seen(arbiter.get(address(room), {"table": 6}, headers=HTMX))

    assert "Table 6, France" in page
    assert 'name="seen" value="0"' in page
    assert "<html" not in page


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [("99", "Personne ne joue à la table 99."), ("", "Quelle table ?"), ("x", "nombre entier")],
)
def test_a_table_that_is_none_is_named(
    arbiter: Client, room: Room, corrected: Turn, asked: str, sentence: str
) -> None:
    response = arbiter.get(address(room), {"table": asked}, headers=HTMX)

    assert response.status_code == 422
    assert sentence in seen(response)


def test_a_bulletin_is_taken_and_the_next_table_proposed(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    response = post(arbiter, room)

    assert response.status_code == 200
    page = seen(response)
    assert "Table 6, France : bulletin enregistré" in page
    assert "Toutes vos tables ont un bulletin." in page
    paper = PaperBulletin.objects.get()
    assert (paper.rows, paper.reference, paper.score) == (["RATINES"], "H2", "66")
    assert paper.by is not None
    assert paper.by.username == "camille"


def test_what_cannot_be_read_is_taken_as_illegible_and_shown_so(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    post(arbiter, room, reference="", score="", reference_illegible="on", score_illegible="on")
    paper = PaperBulletin.objects.get()
    assert (paper.reference, paper.score) == ("illegible", "illegible")
    correct_turn(turn_id=corrected.pk, now=clock.now())

    again = seen(arbiter.get(address(room), {"table": 6}, headers=HTMX))
    assert again.count("checked") >= 2
    listed = seen(arbiter.get(at(room, "arbiter-list")))
    assert "papier" in listed
    assert listed.count("illisible") >= 2


def test_the_bulletin_of_a_tablet_is_shown_and_asks_for_a_word(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    opened = seen(arbiter.get(address(room), {"table": 4}, headers=HTMX))
    assert "La tablette de cette table a remis :" in opened
    response = post(arbiter, room, table=4)
    assert response.status_code == 409
    page = seen(response)
    assert "Cochez la case" in page
    assert 'data-reference="H2"' in page
    assert "RATINES" in unescape(page)

    assert post(arbiter, room, table=4, over_tablet="on").status_code == 200


def test_what_came_too_late_is_shown_as_such(arbiter: Client, room: Room, corrected: Turn) -> None:
    LateBulletin.objects.create(
        turn=corrected,
        entry=room.entries[5],
        rev=1,
        device="d",
        rows=["TARD"],
        arrived_at=clock.now(),
    )
    opened = seen(arbiter.get(address(room), {"table": 6}, headers=HTMX))

    assert "La tablette de cette table a remis :" in opened
    assert "hors temps" in opened


def test_what_was_typed_already_is_there_to_be_replaced(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    post(arbiter, room)
    opened = seen(arbiter.get(address(room), {"table": 6}, headers=HTMX))
    assert "Déjà saisi par camille" in opened
    assert 'name="seen" value="1"' in opened
    refused = post(arbiter, room, score="70")
    assert refused.status_code == 409
    assert "camille vient de saisir le bulletin de la table 6" in seen(refused)
    assert 'name="seen" value="1"' in seen(refused)
    assert 'data-score="70"' in seen(refused)

    assert post(arbiter, room, score="70", seen=1).status_code == 200
    assert PaperBulletin.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"sheet": "", "reference": "", "score": ""}, "Rien n’est écrit."),
        ({"state": "blank"}, "Un bulletin vierge ou absent ne porte rien"),
        ({"sheet": '{"rows": ["A1"], "struck": []}'}, "n’a pas pu être lue"),
        ({"sheet": json.dumps({"rows": ["A" * 14, "A"]})}, "n’a pas pu être lue"),
        ({"sheet": "[1]"}, "n’a pas pu être lue"),
        ({"state": "perdu"}, "perdu"),
    ],
)
def test_a_refusal_says_what_to_do_and_keeps_what_was_typed(
    arbiter: Client, room: Room, corrected: Turn, changes: dict[str, Any], sentence: str
) -> None:
    response = post(arbiter, room, **changes)

    assert response.status_code == 422
    assert sentence in seen(response)
    assert "Table 6, France" in seen(response)
    assert not PaperBulletin.objects.exists()


def test_before_the_bell_nothing_can_be_typed_in(arbiter: Client, room: Room, turn: Turn) -> None:
    for response in (arbiter.get(address(room)), post(arbiter, room)):
        assert response.status_code == 409
        assert "après la fin du temps de jeu" in seen(response)


def test_an_arbiter_with_tables_is_proposed_his_own_and_refused_others(
    arbiter: Client, room: Room, corrected: Turn, his_tables: list[int], sign_in: SignIn
) -> None:
    page = seen(arbiter.get(address(room)))
    assert "Toutes vos tables ont un bulletin." in page
    other = sign_in("arbiter", name="dominique")
    refused = other.get(address(room), {"table": his_tables[0]}, headers=HTMX)

    assert refused.status_code == 403
    assert "est corrigée par camille" in seen(refused)


def test_nobody_s_table_is_typed_in_by_whoever_comes_and_a_refusal_keeps_it(
    arbiter: Client, room: Room, corrected: Turn, his_tables: list[int], sign_in: SignIn
) -> None:
    refused = post(arbiter, room, state="blank")
    assert "Table 6, France" in seen(refused)
    assert post(arbiter, room).status_code == 200
    give_tables(room, "camille", 6)
    nothing = seen(sign_in("arbiter", name="dominique").get(address(room)))

    assert "Aucune table ne vous est confiée." in nothing


def test_a_form_for_a_table_that_is_gone_is_refused_in_words(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    response = post(arbiter, room, table=99)

    assert response.status_code == 422
    assert "Personne ne joue à la table 99." in seen(response)
    assert 'id="sheet"' not in seen(response)


def test_only_arbiters_come_here(room: Room, corrected: Turn, sign_in: SignIn) -> None:
    assert sign_in("organiser").get(address(room)).status_code == 403
    assert Client().get(address(room)).status_code == 302
