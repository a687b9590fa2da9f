"""The page of the slips: printing four to a sheet, ticking by range, undoing."""

from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.core.second_looks import LookCriteria
from arbitrage.models import Slip
from arbitrage.services import acts
from arbitrage.services.second_looks import choose_plan
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.documents.pdfs import Printed
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import PlayMedium, Role
from tournament.models import Entry, Tournament
from tournament.services.people.registration import assign_arbiter

LONG = "Jean-Baptiste Emmanuel de la Tour d’Auvergne et Maximilienne Schwarzenbergerovitch"


@pytest.fixture
def on_paper(sanctioned_turns: SanctionedTurns) -> SanctionedTurns:
    """All entries play on paper, and no slip has been printed or handed over."""
    Entry.objects.update(plays_on=PlayMedium.PAPER)
    Slip.objects.update(handed_at=None, handed_by=None)
    return sanctioned_turns


def read_page(arbiter: Client, room: Room, **query: Any) -> str:
    response = arbiter.get(reverse_for(room, "arbiter-slips"), query)
    assert response.status_code == HTTPStatus.OK
    return read_text(response)


def list_tables(text: str) -> list[str]:
    """Return the tables that the page lists, as their boxes name them."""
    return [part.split(",")[0] for part in text.split('aria-label="table ')[1:]]


def handle(arbiter: Client, room: Room, done: str, query: str = "", **more: Any) -> Any:
    newest = Slip.objects.latest("pk").pk
    fields = {"done": done, "newest": newest} | more
    return arbiter.post(reverse_for(room, "arbiter-slips-handle") + query, fields)


def test_slips_are_printed_once_ticked_by_range_and_undone(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    assert list_tables(read_page(arbiter, room)) == ["1", "4", "5"]
    answer = handle(arbiter, room, "printed")
    assert answer["Content-Type"] == "application/pdf"
    assert list_tables(read_page(arbiter, room)) == []
    assert "Rien à imprimer." in read_page(arbiter, room)
    assert list_tables(read_page(arbiter, room, only="hand")) == ["1", "4", "5"]

    done = handle(arbiter, room, "handed", "?only=hand&first=6&last=4")
    assert done.status_code == HTTPStatus.FOUND
    text = read_page(arbiter, room, only="hand")
    assert list_tables(text) == ["1"]
    assert "2 billets notés remis." in text
    assert "Annuler mon geste : 2 billets notés remis" in text
    assert "Noter remis" not in read_page(arbiter, room, only="handed")
    slips = Slip.objects.filter(handed_at__isnull=False)
    assert {slip.handed_by.username for slip in slips if slip.handed_by} == {"camille"}

    gesture = text.split('name="journal_row" value="')[1].split('"')[0]
    arbiter.post(reverse_for(room, "arbiter-slips-undo"), {"journal_row": gesture})
    assert list_tables(read_page(arbiter, room, only="hand")) == ["1", "4", "5"]
    again = arbiter.post(reverse_for(room, "arbiter-slips-undo"), {"journal_row": gesture})
    assert again.status_code == HTTPStatus.CONFLICT
    assert "Ce n’est plus votre dernier geste" in read_text(again)

    handle(arbiter, room, "handed", "?only=hand&first=4&last=4")
    handle(arbiter, room, "handed", "?only=all")
    assert "2 billets notés remis. 1 l’était déjà." in read_page(arbiter, room, only="all")


def test_the_official_form_has_four_slips_by_table(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    Entry.objects.filter(pk=room.entries[0].pk).update(name=LONG)
    warned = room.entries[4]
    acts.give_warning(
        turn=on_paper.first, entry=warned, reason="bavardage " * 29, **room.get_author_and_time()
    )
    acts.remove_warning(
        turn=on_paper.first, entry=room.entries[3], reason="relu", **room.get_author_and_time()
    )
    on_paper.reveal(on_paper.second)
    printed = Printed(handle(arbiter, room, "printed").content)
    assert len(printed.pages) == 2
    assert printed.cut_off(2) == []
    text = printed.text()
    with every_row() as row:
        for expected in (
            *("DOUBLE ARBITRAGE", "AVERTISSEMENT", "− 5 POINTS", "ZÉRO", "VOTRE BULLETIN"),
            *("Mot(s) non admis : NUPTE", "Avertissement n° 2", "Avertissement enlevé"),
            *("Autre motif d’avertissement : bavardage", "Vérifiez votre grille !", LONG),
            *("Bulletin en commission", "Partie 1, coup 2", "art. 5.7"),
        ):
            with row(expected):
                assert expected.lower() in text.lower()
    order = [text.index(f"Table {number}") for number in (1, 4, 5)]
    assert order == sorted(order)


def test_slips_give_points_if_the_tournament_wants_them(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    on_paper.reveal(on_paper.second)
    entry = room.entries[3]
    first, second = (get_score(turn, entry).points for turn in (on_paper.first, on_paper.second))

    def print_slips() -> str:
        slips = list(Slip.objects.filter(entry=entry).values_list("pk", flat=True))
        printed = Printed(handle(arbiter, room, "printed", slips=slips).content)
        assert printed.cut_off(1) == []
        return printed.text()

    assert "Points :" not in print_slips()
    Tournament.objects.update(points_on_slips=True)
    text = print_slips()
    tops = on_paper.first.score, on_paper.second.score
    assert f"Points : {first} · top {tops[0]} · total {first}" in text
    assert f"Points : {second} · top {tops[1]} · total {first + second}" in text


def test_slips_of_an_unrevealed_turn_are_never_listed(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    assert '<td class="num">2</td>' not in read_page(arbiter, room, only="all")
    hidden = list(Slip.objects.filter(turn=on_paper.second).values_list("pk", flat=True))
    answer = handle(arbiter, room, "printed", slips=hidden)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Slip.objects.filter(printed_at__isnull=False).exists()


def test_slips_made_after_the_page_are_left_out(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    newest = Slip.objects.latest("pk").pk
    acts.give_warning(
        turn=on_paper.first, entry=room.entries[1], reason="bavardage", **room.get_author_and_time()
    )
    handle(arbiter, room, "handed", newest=newest)
    assert list_tables(read_page(arbiter, room)) == ["2"]


def test_slips_waiting_for_a_second_look_are_left_out(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    get_account(room, Role.DOUBLE_ARBITER, name="camille")
    opened = on_paper.first.opened_at
    assert opened is not None
    choose_plan(
        tournament=room.tournament, plan=LookCriteria(sanctioned=True), by=room.user, now=opened
    )
    slips = Slip.objects.filter(turn=on_paper.first)
    printed = handle(arbiter, room, "printed", slips=list(slips.values_list("pk", flat=True)))
    text = Printed(printed.content).text()
    stamped = {slip.entry_id for slip in slips.filter(printed_at__isnull=False)}
    blinded, shown = room.entries[0], room.entries[3]
    assert (f"Table {blinded.table.number}" in text, blinded.pk in stamped) == (False, False)
    assert (f"Table {shown.table.number}" in text, shown.pk in stamped) == (True, True)


def test_arbiters_see_their_tables_and_can_request_paper(
    sanctioned_turns: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    camille = User.objects.get(username="camille")
    for index, user in ((0, room.user), (3, camille), (4, room.user)):
        assign_arbiter(tables=[room.entries[index].table], user=user, **room.get_author_and_time())
    Slip.objects.update(handed_at=None, handed_by=None)
    assert list_tables(read_page(arbiter, room, only="all")) == ["4"]
    assert list_tables(read_page(arbiter, room, only="all", all="1")) == ["1", "4", "5"]
    assert list_tables(read_page(arbiter, room)) == []  # on tablets
    shown = Slip.objects.get(turn=sanctioned_turns.first, entry=room.entries[0])
    Slip.objects.filter(pk=shown.pk).update(shown_at=shown.made_at)
    assert list_tables(read_page(arbiter, room, only="unshown", all="1")) == ["4", "5"]
    handle(arbiter, room, "wanted", "?only=unshown")
    assert list_tables(read_page(arbiter, room)) == ["4"]
    assert list_tables(read_page(arbiter, room, only="unshown", all="1")) == ["5"]


def test_the_page_explains_a_bad_range_and_a_missing_game(room: Room, arbiter: Client) -> None:
    assert "Aucune partie n’est encore jouée" in read_page(arbiter, room)
    nothing = arbiter.post(reverse_for(room, "arbiter-slips-handle"), {"done": "handed"})
    assert nothing.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_the_live_part_is_the_page_without_its_frame(
    on_paper: SanctionedTurns, room: Room, arbiter: Client
) -> None:
    part = read_text(arbiter.get(reverse_for(room, "arbiter-slips"), headers=HTMX))
    assert part.lstrip().startswith('<div id="slips"')
    assert list_tables(part) == ["1", "4", "5"]


@pytest.fixture
def tablet(room: Room) -> Client:
    """The device of table 1."""
    client = Client()
    client.get(reverse("enter-by-key", args=[room.entries[0].table.key]))
    return client


def test_a_tablet_without_socket_sends_receipts_by_request(
    sanctioned_turns: SanctionedTurns, room: Room, tablet: Client
) -> None:
    mine = Slip.objects.get(turn=sanctioned_turns.first, entry=room.entries[0])
    other = Slip.objects.get(turn=sanctioned_turns.first, entry=room.entries[3])

    def send(client: Client, body: Any) -> Any:
        return client.post(reverse("table-slip"), body, content_type="application/json")

    answer = send(tablet, {"type": "shown", "uid": str(mine.uid)})
    assert answer.json() == {"type": "receipt", "uid": str(mine.uid), "known": True}
    mine.refresh_from_db()
    assert mine.shown_at is not None
    answer = send(tablet, {"type": "shown", "uid": str(other.uid)})
    assert answer.json() == {"type": "receipt", "uid": str(other.uid), "known": False}
    assert send(tablet, {"type": "shown", "uid": "x"}).status_code == 400
    assert send(Client(), {"type": "shown", "uid": str(mine.uid)}).status_code == 403
    other.refresh_from_db()
    assert other.shown_at is None
