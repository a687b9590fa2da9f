"""One decision for equal bulletins: the tables concerned are listed, and it can be undone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from tests.arbitrage.views.test_arbiter import CHANGE
from tests.bulletins import RACK, WrittenBulletin, collect, give_tables, hand_in
from tests.room import Room, solve_now
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import Role, Source
from tournament.models import Journal, Score, Turn
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.turns import announce_turn, draw_turn, open_turn

#: What tables 1 to 5 write.
SAME: WrittenBulletin = (["RATINES"], "H2", "70")


@pytest.fixture
def turn(room: Room) -> Turn:
    """Collected: five tables wrote the same, table 6 nothing."""
    drawn = draw_turn(
        game=room.game(source=Source.HAND), letters=RACK, **room.get_author_and_time()
    )
    assert drawn is not None
    solve_now(drawn)
    announce_turn(turn=drawn, **room.get_author_and_time())
    open_turn(turn=drawn, **room.get_author_and_time())
    for entry in room.entries[:5]:
        hand_in(drawn, entry, SAME)
    return collect(drawn)


@pytest.fixture
def dominique(room: Room, turn: Turn, arbiter: Client, sign_in: Callable[..., Client]) -> Client:
    """Camille has tables 1 to 3, Dominique table 4; 5 and 6 have no arbiter."""
    client = sign_in(Role.ARBITER, name="dominique")
    give_tables(room, "camille", 3)
    user = User.objects.get(username="dominique")
    assign_arbiter(tables=[room.entries[3].table], user=user, **room.get_author_and_time())
    assign_arbiter(
        tables=[entry.table for entry in room.entries[4:]], user=None, **room.get_author_and_time()
    )
    return client


def build_path(room: Room, name: str, table: int) -> str:
    return reverse_for(room, f"arbiter-{name}", 1, 1, room.entries[table - 1].pk) + "?all=1"


def get_dialog(client: Client, room: Room, table: int) -> str:
    """Return the dialog that lists the tables concerned."""
    return read_text(client.get(build_path(room, "equal", table), headers=HTMX))


def list_choices(page: str) -> list[str]:
    """Return the entries that each button of the dialog sends."""
    return re.findall(r'name="among" value="([^"]*)"', page)


def press(client: Client, room: Room, table: int, answer_key: str, version: int = 1) -> Any:
    fields = {"version": version, "among": answer_key}
    return client.post(build_path(room, "equal", table), fields, headers=HTMX)


def get_statuses(room: Room, turn: Turn) -> str:
    """Return a letter for each table: p(roposed), c(onfirmed) or changed (!)."""
    in_force = get_current_rulings(turn)
    short = {RulingStatus.PROPOSED: "p", RulingStatus.CONFIRMED: "c", RulingStatus.CHANGED: "!"}
    return "".join(short[RulingStatus(in_force[entry.pk].status)] for entry in room.entries)


def undo(client: Client, room: Room) -> Any:
    page = read_text(client.get(reverse_for(room, "arbiter-list")))
    match = re.search(r'"journal_row": (\d+)', page)
    assert match, "nothing to undo"
    return client.post(
        reverse_for(room, "arbiter-undo", 1, 1), {"journal_row": match[1]}, headers=HTMX
    )


def test_the_dialog_lists_included_tables_and_other_arbiters(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    page = get_dialog(arbiter, room, 1)
    assert "3 autres bulletins identiques à vos tables" in page
    own = re.findall(r'<strong class="num">(\d)</strong> \w', page)
    assert own == ["2", "3", "5"], "tables without an arbiter are offered to all"
    assert "Danemark" not in page
    assert "Aussi 1 bulletin identique à une table de dominique : 4." in page
    assert get_statuses(room, turn) == "pppppp"


def test_other_tables_are_included_by_the_second_button(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    mine, _all_entries = list_choices(get_dialog(arbiter, room, 1))
    assert press(arbiter, room, 1, mine).status_code == 200
    assert get_statuses(room, turn) == "cccpcp"
    (all_entries,) = list_choices(get_dialog(arbiter, room, 1))
    press(arbiter, room, 1, all_entries, version=2)
    assert get_statuses(room, turn) == "cccccp"


def test_arbiters_without_tables_have_the_unassigned_ones(
    room: Room, turn: Turn, arbiter: Client
) -> None:
    """A small club whose tables have no arbiters."""
    page = get_dialog(arbiter, room, 1)
    assert "4 autres bulletins identiques" in page
    assert len(list_choices(page)) == 1
    press(arbiter, room, 1, list_choices(page)[0])
    assert get_statuses(room, turn) == "cccccp"


def test_only_listed_bulletins_are_decided(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    press(arbiter, room, 1, str(room.entries[1].pk))
    assert get_statuses(room, turn) == "ccpppp"
    assert press(arbiter, room, 1, "x.1", version=2).status_code == 422
    assert get_statuses(room, turn) == "ccpppp"


def test_the_dialog_reloads_when_another_arbiter_was_first(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    answer_key = list_choices(get_dialog(arbiter, room, 1))[0]
    dominique.post(build_path(room, "confirm", 1), {"version": 1}, headers=HTMX)
    answer = press(arbiter, room, 1, answer_key)
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#change-body")
    assert "Un autre arbitre a décidé de ce bulletin juste avant vous." in read_text(answer)
    assert 'name="version" value="2"' in read_text(answer)
    assert get_statuses(room, turn) == "cppppp"


def test_a_change_includes_own_equals_and_others_on_request(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    page = read_text(arbiter.get(build_path(room, "change", 1), headers=HTMX))
    assert "tables 2, 3, 5" in page
    assert "dominique (4)" in page
    ids = dict(re.findall(r'name="(mine|others)" value="([\d.]+)"', page))
    data = CHANGE | ids | {"version": 1}
    arbiter.post(build_path(room, "change", 1), data | {"equal": "on"}, headers=HTMX)
    assert get_statuses(room, turn) == "!!!p!p"
    arbiter.post(build_path(room, "change", 1), data | {"version": 2, "room": "on"}, headers=HTMX)
    assert get_statuses(room, turn) == "!!!!!p"


def test_one_undo_restores_every_bulletin_of_the_decision(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    before = list(Score.objects.order_by("entry").values("entry", "points", "explanation"))
    ids = {"mine": ".".join(str(entry.pk) for entry in room.entries[1:3])}
    data = CHANGE | ids | {"version": 1, "equal": "on"}
    arbiter.post(build_path(room, "change", 1), data, headers=HTMX)
    assert "Annuler ma décision : tables 1, 2, 3" in read_text(
        arbiter.get(reverse_for(room, "arbiter-list"))
    )
    assert "Annuler ma décision" not in read_text(dominique.get(reverse_for(room, "arbiter-list")))

    answer = undo(arbiter, room)

    assert answer.status_code == 200
    assert "Annuler ma décision" not in read_text(answer)
    assert get_statuses(room, turn) == "pppppp"
    assert list(Score.objects.order_by("entry").values("entry", "points", "explanation")) == before
    assert {ruling.version for ruling in get_current_rulings(turn).values()} == {1, 3}
    last = Journal.objects.filter(kind="corrected").latest("pk")
    assert (last.data["decision"], last.by and last.by.username) == ("undone", "camille")
    assert last.data["entries"] == [str(entry.uid) for entry in room.entries[:3]]


def test_undoing_keeps_decisions_made_since(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    press(arbiter, room, 1, list_choices(get_dialog(arbiter, room, 1))[0])
    dominique.post(build_path(room, "change", 2), CHANGE | {"version": 2}, headers=HTMX)
    assert undo(arbiter, room).status_code == 200
    assert get_statuses(room, turn) == "p!pppp"
    user = get_current_rulings(turn)[room.entries[1].pk].by
    assert user
    assert user.username == "dominique"


def test_a_late_undo_changes_nothing_and_says_why(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    press(arbiter, room, 1, "")
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    gesture = re.findall(r'"journal_row": (\d+)', page)[0]
    dominique.post(build_path(room, "change", 1), CHANGE | {"version": 2}, headers=HTMX)
    for client in (arbiter, dominique):
        answer = client.post(
            reverse_for(room, "arbiter-undo", 1, 1), {"journal_row": gesture}, headers=HTMX
        )
        assert answer.status_code == 409
        assert "rien n’a été annulé" in read_text(answer)
    assert get_statuses(room, turn) == "!ppppp"


def test_undoing_restores_the_decision_of_another_arbiter(
    room: Room, turn: Turn, arbiter: Client, dominique: Client
) -> None:
    dominique.post(build_path(room, "change", 1), CHANGE | {"version": 1}, headers=HTMX)
    arbiter.post(
        build_path(room, "change", 1),
        CHANGE | {"version": 2, "points": "1", "free": "on"},
        headers=HTMX,
    )
    undo(arbiter, room)
    ruling = get_current_rulings(turn)[room.entries[0].pk]
    assert (ruling.version, ruling.points, ruling.status) == (4, 61, RulingStatus.CHANGED)
    assert ruling.by
    assert ruling.by.username == "dominique"
