"""Handing in over a socket: permissions, answers, and messages to others."""

from typing import Any

import pytest

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.outage import cut_database
from tests.tournament.live.web import Web, browse, watch
from tournament.live.connection import DISPLACED
from tournament.live.consumer import MAX_UNANSWERED
from tournament.models import Entry
from tournament.protocol import Audience

OTHERS = (Audience.PUBLIC, Audience.ARBITERS, Audience.JUDGE)


def test_a_bulletin_is_acknowledged_once_it_is_stored(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        answer = browser.ask(hall.save(rev=1))
        assert answer == {"type": "saved", "turn": 1, "rev": 1, "late": False}
        assert hall.list_revs() == {1: 1}
        assert browser.ask(hall.save(rev=1))["type"] == "saved"
        hall.ring()
        assert browser.ask(hall.save(rev=2)) == {"type": "saved", "turn": 1, "rev": 2, "late": True}
    assert (hall.list_revs(), hall.list_late_revs()) == ({1: 1}, {1: 2})


def test_staff_learns_that_a_table_handed_in_and_nothing_more(hall: LiveHall, web: Web) -> None:
    with (
        watch(web, hall.make_token(Audience.JUDGE)) as judge,
        watch(web, hall.make_token(Audience.ARBITERS)) as arbiter,
        watch(web, hall.make_token(Audience.ENTRY, 2)) as player,
    ):
        player.ask(hall.save(rev=1))
        news = {"type": "holding", "game_id": hall.game.pk, "turn": 1, "tables": [3]}
        assert judge.next("holding") == arbiter.next("holding") == news
        with browse(web, hall.make_token(Audience.JUDGE)) as newcomer:
            assert newcomer.next("snapshot")["state"]["holding"] == [3]


@pytest.mark.parametrize("audience", OTHERS)
def test_another_role_cannot_hand_in(hall: LiveHall, web: Web, audience: Audience) -> None:
    with watch(web, hall.make_token(audience)) as browser:
        answer = browser.ask(hall.save())
    assert (answer["type"], answer["code"], answer["retry"]) == ("refused", "not-allowed", False)
    assert answer["text"]
    assert hall.list_revs() == {}


def test_a_withdrawn_table_cannot_hand_in_any_more(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        Entry.objects.filter(pk=hall.entries[0].pk).update(withdrawn=True)
        answer = browser.ask(hall.save())
    assert (answer["type"], answer["code"], answer["turn"], answer["rev"]) == (
        "refused",
        "not-allowed",
        1,
        1,
    )


@pytest.mark.parametrize("fields", [{"rows": ["A1"]}, {"rev": 0}, {"device": "d" * 41}])
def test_a_bulletin_of_impossible_shape_is_refused(
    hall: LiveHall, web: Web, fields: dict[str, Any]
) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        answer = browser.ask(hall.save(**fields))
    assert (answer["type"], answer["code"], answer["retry"]) == ("refused", "malformed", False)


def test_the_newest_device_of_a_table_wins(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as old:
        old.ask(hall.save(rev=4, device="old"))
        with browse(web, hall.make_token(Audience.ENTRY, 0)) as new:
            assert new.next("snapshot")["state"]["bulletin"]["rev"] == 4
            assert old.next()["type"] == "displaced"
            assert old.read_close_code() == DISPLACED
            assert new.ask(hall.save(rev=5, device="new"))["type"] == "saved"


def test_the_newest_device_wins_in_every_process(hall: LiveHall, webs: list[Web]) -> None:
    with (
        watch(webs[0], hall.make_token(Audience.ENTRY, 0)) as old,
        watch(webs[1], hall.make_token(Audience.ENTRY, 0)) as new,
    ):
        assert old.next()["type"] == "displaced"
        assert old.read_close_code() == DISPLACED
        assert new.ask(hall.save(rev=1))["type"] == "saved"


def test_an_outdated_device_gets_the_newer_bulletin(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        browser.ask(hall.save(rev=7, device="new", reference="8G"))
        answer = browser.ask(hall.save(rev=7, device="old"))
    assert (answer["type"], answer["bulletin"]["device"]) == ("stale", "new")
    assert answer["bulletin"]["reference"] == "8G"


def test_a_client_with_too_many_unanswered_bulletins_keeps_them(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        with cut_database():
            for rev in range(1, MAX_UNANSWERED + 2):
                browser.say(hall.save(rev=rev))
            answer = browser.next()
        assert (answer["code"], answer["retry"]) == ("busy", True)
        assert answer["rev"] == MAX_UNANSWERED + 1
        saved = [browser.next("saved")["rev"] for _ in range(MAX_UNANSWERED)]
    assert saved == list(range(1, MAX_UNANSWERED + 1))
