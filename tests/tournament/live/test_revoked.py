"""Renewed links and removed roles close the sockets that they opened, at once."""

from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import Browser, Web, browse, watch
from tournament.core.states import GameState, Role
from tournament.live.connection import BAD_TOKEN, RENEWED
from tournament.models import Game, StaffMember, Table
from tournament.protocol import Audience, Ping, Sync, bus
from tournament.protocol.tokens import make_token
from tournament.queries import clock
from tournament.services.accounts.accounts import choose_password
from tournament.services.accounts.staff import remove_staff
from tournament.services.tournaments import renew_links

STAFF = [(Audience.JUDGE, Role.JUDGE), (Audience.ARBITERS, Role.ARBITER)]


def renew(hall: LiveHall) -> None:
    """Renew the links, between two games."""
    Game.objects.filter(pk=hall.game.pk).update(state=GameState.FINISHED, finished_at=clock.now())
    renew_links(tournament=hall.tournament, by=None, now=clock.now())


def remove_role(hall: LiveHall, role: Role) -> None:
    member = StaffMember.objects.get(tournament=hall.tournament, user=hall.officer, role=role)
    remove_staff(member=member, by=None, now=clock.now())


def make_new_token(hall: LiveHall, entry: int = 0) -> str:
    link = Table.objects.get(entry=hall.entries[entry]).renewals
    return make_token(hall.make_ticket(entry, link))


def is_served(browser: Browser) -> bool:
    return bool(browser.ask(Ping(t=1.0))["type"] == "pong")


def test_a_renewed_link_closes_its_tablets_in_all_processes(
    hall: LiveHall, webs: list[Web]
) -> None:
    with ExitStack() as stack, watch(webs[0], hall.make_token(Audience.PUBLIC)) as public:
        tablets = [
            stack.enter_context(watch(web, hall.make_token(Audience.ENTRY, number)))
            for number, web in enumerate(webs)
        ]
        saved = [tablet.ask(hall.save(rev=3))["type"] for tablet in tablets]
        renew(hall)
        for tablet in tablets:
            assert tablet.next("renewed") == {"type": "renewed"}
            assert tablet.read_close_code() == RENEWED
        assert is_served(public)
    assert saved == ["saved"] * len(webs)
    assert hall.list_revs() == dict.fromkeys(range(1, len(webs) + 1), 3)


def test_the_new_link_restores_the_saved_bulletin(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as tablet:
        tablet.ask(hall.save(rev=3))
    renew(hall)
    with browse(web, make_new_token(hall)) as tablet:
        snapshot = tablet.next("snapshot")
    assert snapshot["state"]["bulletin"]["rev"] == 3


def test_a_token_of_an_old_link_is_refused(hall: LiveHall, webs: list[Web]) -> None:
    old = hall.make_token(Audience.ENTRY, 0)
    renew(hall)
    with watch(webs[0], make_new_token(hall)) as tablet:
        for web in webs[:2]:
            with browse(web, old) as stranger:
                assert stranger.next()["type"] == "renewed"
                assert stranger.read_close_code() == RENEWED
        assert is_served(tablet)


def test_a_tablet_that_missed_a_renewal_learns_it_by_snapshot(
    hall: LiveHall, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as tablet:
        with monkeypatch.context() as patch:
            patch.setattr(bus, "publish", lambda _: None)
            renew(hall)
        answer = tablet.ask(hall.save())
        assert (answer["type"], answer["code"], answer["retry"]) == ("refused", "renewed", False)
        assert "organisateur" in answer["text"]
        tablet.say(Sync())
        assert tablet.next()["type"] == "renewed"
        assert tablet.read_close_code() == RENEWED
    assert hall.list_revs() == {}


@pytest.mark.parametrize(("audience", "role"), STAFF)
def test_a_removed_role_closes_its_sockets_in_all_processes(
    hall: LiveHall, webs: list[Web], audience: Audience, role: Role
) -> None:
    token = hall.make_token(audience)
    with watch(webs[0], token) as first_browser, watch(webs[1], token) as second_browser:
        remove_role(hall, role)
        assert first_browser.read_close_code() == second_browser.read_close_code() == BAD_TOKEN
    with browse(webs[1], token) as again:
        assert again.read_close_code() == BAD_TOKEN


@pytest.mark.parametrize("end", ["sign out", "password"])
def test_signing_out_or_a_new_password_closes_sockets(
    hall: LiveHall, webs: list[Web], end: str
) -> None:
    browser = Client()
    browser.force_login(hall.officer)
    with (
        watch(webs[0], hall.make_token(Audience.JUDGE)) as judge,
        watch(webs[1], hall.make_token(Audience.ARBITERS)) as arbiter,
        watch(webs[1], hall.make_token(Audience.PUBLIC)) as public,
    ):
        if end == "sign out":
            browser.post(reverse("logout"))
        else:
            choose_password(user=hall.officer, password="x", by=None, now=clock.now())
        assert judge.read_close_code() == arbiter.read_close_code() == BAD_TOKEN
        assert is_served(public)


def test_an_account_with_another_role_reopens_its_page(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.JUDGE)) as judge:
        remove_role(hall, Role.ARBITER)
        assert judge.read_close_code() == BAD_TOKEN
        with watch(web, hall.make_token(Audience.JUDGE)) as again:
            assert is_served(again)


def test_a_commission_member_receives_nothing_for_arbiters_only(hall: LiveHall, web: Web) -> None:
    roles = StaffMember.objects.filter(user=hall.officer)
    roles.exclude(role=Role.JUDGE).delete()
    roles.update(role=Role.COMMISSION)
    for audience, _role in STAFF:
        with browse(web, hall.make_token(audience)) as member:
            assert member.read_close_code() == BAD_TOKEN
