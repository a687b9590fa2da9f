"""The keying page and its JSON: state, accepted and refused bulletins."""

import json
from typing import Any

import pytest
from django.test import Client

from arbitrage.models import PaperBulletin
from arbitrage.services.correction import correct_turn
from tests.bulletins import give_tables
from tests.room import Room
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import LateBulletin, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.turns import reveal_turn

SLIP = {"table": 6, "rows": ["RATINES"], "reference": "H2", "score": "66"}


def post(client: Client, room: Room, *slips: dict[str, Any], body: Any = None) -> Any:
    content = json.dumps({"bulletins": slips}) if body is None else body
    return client.post(
        reverse_for(room, "arbiter-paper", 1, 1), content, content_type="application/json"
    )


def read_state(client: Client, room: Room) -> dict[int, dict[str, Any]]:
    answer = client.get(reverse_for(room, "arbiter-paper-state", 1, 1)).json()
    return {slip["table"]: slip for slip in answer["bulletins"]}


def test_each_table_shows_its_typed_bulletin_and_ruling(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    before = read_state(arbiter, room)[6]
    assert (before["how"], before["version"], before["typed"]) == ("not", 0, None)
    answer = post(arbiter, room, SLIP).json()["bulletins"]
    assert answer == [{"table": 6, "outcome": "stored", "version": 1}]
    correct_turn(turn_id=corrected.pk, now=clock.now())

    bulletin = read_state(arbiter, room)[6]
    assert bulletin["typed"] == {
        "rows": ["RATINES"],
        "struck": [],
        "reference": "H2",
        "score": "66",
        "state": "ok",
        "by": "camille",
    }
    assert (bulletin["verdict"]["points"], bulletin["verdict"]["sanction"]) == (66, "none")
    assert post(arbiter, room, SLIP).json()["bulletins"][0]["outcome"] == "same"
    assert PaperBulletin.objects.count() == 1


def test_each_refusal_has_a_sentence_and_others_are_stored(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    LateBulletin.objects.create(
        turn=corrected, entry=room.entries[4], rev=9, device="d", arrived_at=clock.now()
    )
    slips: list[dict[str, Any]] = [SLIP | {"table": 99}, SLIP | {"table": 1}, {"table": 6}, SLIP]
    receipts = post(arbiter, room, *slips).json()["bulletins"]
    assert [slip["outcome"] for slip in receipts] == ["refused", "refused", "refused", "stored"]
    assert [slip["reason"] for slip in receipts[:3]] == [
        "no-such-table",
        "tablet-bulletin",
        "nothing-written",
    ]
    assert all(slip["sentence"].endswith(".") for slip in receipts[:3])


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        '{"bulletins": []}',
        '{"bulletins": [{"table": 0}]}',
        '{"bulletins": [{"table": 6, "state": "perdu"}]}',
        '{"bulletins": [{"table": 6, "rows": ["A1"]}]}',
        '{"bulletins": [{"table": 6, "score": "123456789012345678901"}]}',
        '{"bulletins": [{"table": 6, "points": 12}]}',
    ],
)
def test_unreadable_data_is_refused_and_nothing_is_stored(
    arbiter: Client, room: Room, corrected: Turn, body: str
) -> None:
    answer = post(arbiter, room, body=body)
    assert answer.status_code == 422
    assert "Rechargez la page" in answer.json()["sentence"]
    assert not PaperBulletin.objects.exists()


def test_keying_is_refused_before_the_end(arbiter: Client, room: Room, turn: Turn) -> None:
    assert arbiter.get(reverse_for(room, "arbiter-paper", 1, 1)).status_code == 409
    assert post(arbiter, room, SLIP).status_code == 409
    assert arbiter.get(reverse_for(room, "arbiter-keying")).url == reverse_for(room, "arbiter-list")  # type: ignore[attr-defined]
    # The list says it, in what the first bulletins replace: no message stays above them.
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert page.count("Aucun coup n’est encore ramassé.") == 1


def test_the_key_for_the_top_stands_for_the_word_retained(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    def read_tops() -> Any:
        page = arbiter.get(reverse_for(room, "arbiter-paper", 1, 1))
        return page.context["data"]["tops"]

    top = load_choice(corrected).proposed_top
    assert top is not None
    assert read_tops()[0] == [top.word, top.ref, top.score]
    assert len(read_tops()) > 1
    reveal_turn(turn=corrected, word=top.word, ref=top.ref, **room.get_author_and_time())
    assert read_tops() == [[top.word, top.ref, top.score]]


def test_arbiters_get_their_own_tables_and_earlier_typing(
    arbiter: Client, room: Room, corrected: Turn
) -> None:
    numbers = give_tables(room, "camille", 3)
    mine = {table for table, slip in read_state(arbiter, room).items() if slip["mine"]}
    assert mine == set(numbers)
    post(arbiter, room, SLIP)
    page = read_text(
        arbiter.get(reverse_for(room, "arbiter-paper-history", 1, 1, room.entries[5].pk))
    )
    assert "RATINES" in page
    assert "camille" in page
