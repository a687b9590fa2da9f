"""One device leads the games; another watches, and may take over."""

from django.test import Client

from tests.room import Listener, Room
from tests.tournament.views.judge_desk import Desk
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import DeskHold, Journal, Turn
from tournament.protocol import Audience
from tournament.services.play.turns import draw_turn


def test_the_first_device_leads_and_comes_back_without_a_gesture(room: Room, judge: Client) -> None:
    room.game()
    desk = Desk(judge, room)
    assert 'id="primary"' in desk.read_page()
    assert 'id="primary"' in desk.read_page()
    assert desk.press("draw").status_code == 200
    assert not Journal.objects.filter(kind="desk").exists()


def test_a_second_device_looks_on_until_it_takes_over(
    room: Room, sign_in: SignIn, listener: Listener
) -> None:
    game = room.game()
    first = Desk(sign_in(Role.JUDGE, name="alice"), room)
    second = Desk(sign_in(Role.JUDGE, name="bruno"), room)
    first.read_page()
    page = second.read_page()
    assert "alice mène la partie sur un autre appareil depuis" in page
    assert 'id="primary"' not in page
    assert 'class="asks"' not in page
    refused = second.press("draw")
    assert refused.status_code == 409
    assert "alice a pris la main sur un autre appareil" in read_text(refused)
    assert not Turn.objects.exists()

    event_count = len(listener.kinds)
    page = read_text(second.client.post(reverse_for(room, "judge-take"), headers=HTMX))
    assert 'id="primary"' in page
    row = Journal.objects.get(kind="desk")
    assert (row.game, row.by and row.by.username, row.data["from"]) == (game, "bruno", "alice")
    assert listener.kinds[event_count:] == ["desk"]  # the judges' pages only
    listener.check()
    assert [c.audience for c in listener.clients if c.held["seq"] == row.seq] == [Audience.JUDGE]
    assert second.press("draw").status_code == 200
    assert "bruno mène la partie" in first.read_page()
    again = second.client.post(reverse_for(room, "judge-take"))
    assert "bruno mène" not in read_text(again)
    assert Journal.objects.filter(kind="desk").count() == 1


def test_displaced_judge_keeps_typed_values_and_gets_advice(room: Room, sign_in: SignIn) -> None:
    game = room.game(source="hand")
    first = Desk(sign_in(Role.JUDGE, name="alice"), room)
    second = Desk(sign_in(Role.JUDGE, name="bruno"), room)
    first.read_page()
    second.client.post(reverse_for(room, "judge-take"), headers=HTMX)
    page = read_text(first.press("draw", letters="TAESINR"))
    assert "ce que vous avez tapé est gardé" in page
    assert 'value="TAESINR"' in page

    draw_turn(game=game, letters="TAESINR", **room.get_author_and_time())
    refused = first.press("cancel", reason="other", detail="chrono en panne")
    assert refused["HX-Retarget"] == "#ask-body"
    page = read_text(refused)
    assert "bruno a pris la main" in page
    assert 'value="chrono en panne"' in page
    assert reverse_for(room, "judge-take") in page
    first.client.post(reverse_for(room, "judge-take"), headers=HTMX)
    assert "Coup annulé" in read_text(
        first.press("cancel", reason="other", detail="chrono en panne")
    )


def test_another_account_on_the_same_device_leads_from_it(room: Room, sign_in: SignIn) -> None:
    first = Desk(sign_in(Role.JUDGE, name="alice"), room)
    first.read_page()
    hold = DeskHold.objects.get()
    other = Desk(sign_in(Role.JUDGE, name="bruno"), room)
    other.client.cookies["desk"] = hold.device
    assert "mène la partie" not in other.read_page()
    assert DeskHold.objects.get().by.username == "bruno"
    assert "mène la partie" not in first.read_page()
