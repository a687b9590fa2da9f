"""Public pages in proxies: what everybody sees is kept for seconds, what one person sees never."""

import gzip
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.classic_room import ClassicRoom, make_classic_room
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.topping.services.toppings import create_topping_for
from tests.tournament.views.office import HTMX, reverse_for
from tests.waiting import TIMEOUT_S
from tournament.classic.models import Match
from tournament.classic.services.matches import open_game
from tournament.core.states import ResultVisibility
from tournament.models import Entry, Tournament
from tournament.queries import clock, freshness
from tournament.topping.services.runs import start_run
from tournament.views.device import TABLE_COOKIE
from tournament.views.public import conditional, ranking, ranking_pages

pytestmark = pytest.mark.usefixtures("nobody_works")
PAGES = ("public-home", "public-ranking", "public-charts", "public-tables", "public-players")
VARY = {"Accept-Encoding", "Cookie", "HX-Request"}
CLASSIC_PAGES = ("public-home", "public-ranking", "public-wall", "public-grid")
TOPPING_PAGES = ("public-topping", "public-topping-screen")


@dataclass
class ClassicPages:
    """Addresses of a classic tournament with a running round."""

    room: ClassicRoom
    match: Match

    def build_address(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.room.tournament.slug, *args])

    def list_matches(self) -> list[Match]:
        assert self.match.round
        return self.room.matches(self.match.round)

    def list_addresses(self) -> list[str]:
        return [
            *map(self.build_address, CLASSIC_PAGES),
            self.build_address("public-round", 1),
            self.build_address("public-player", self.match.x_id),
            self.match_address,
        ]

    @property
    def match_address(self) -> str:
        return self.build_address("public-match", self.match.pk)


@pytest.fixture
def classic(room: Room) -> ClassicPages:
    classic_room = make_classic_room(user=room.user)
    return ClassicPages(classic_room, classic_room.matches(classic_room.begin())[0])


def get(room: Room, name: str, client: Client | None = None, **parameters: Any) -> Any:
    return (client or Client()).get(reverse_for(room, name), parameters)


def test_only_pages_for_everybody_are_shared(room: Room, classic: ClassicPages) -> None:
    create_topping_for(room)
    signed_in, at_table = Client(), Client()
    signed_in.force_login(room.user)
    at_table.cookies[TABLE_COOKIE] = "anything"
    addresses = [
        *(reverse_for(room, name) for name in PAGES),
        *(reverse_for(room, name, 1) for name in TOPPING_PAGES),
        *classic.list_addresses(),
    ]
    personal = {addresses[0], classic.match_address}
    with every_row() as row:
        for address in addresses:
            with row(address):
                shared = Client().get(address)
                assert shared["Cache-Control"] == "public, max-age=0, s-maxage=3"
                assert set(shared["Vary"].split(", ")) == VARY
                assert not shared.cookies
                part = Client().get(address, headers=HTMX)
                assert part["Cache-Control"] == "private, max-age=0"
                for client in (signed_in, at_table) if address in personal else ():
                    answer = client.get(address)
                    assert "private" in answer["Cache-Control"]
                    assert "no-store" in answer["Cache-Control"]


def test_withheld_results_are_for_the_staff(room: Room, classic: ClassicPages) -> None:
    tournaments = Tournament.objects.filter(pk=classic.room.tournament.pk)
    tournaments.update(publicity=ResultVisibility.END)
    staff = Client()
    staff.force_login(room.user)
    classic.room.sheet(classic.match, (412, 388))
    assert "412" in staff.get(classic.match_address).text
    refused = Client().get(classic.match_address)
    assert refused.status_code == 403
    assert "no-store" in refused["Cache-Control"]
    wall = classic.build_address("public-wall")
    assert "412" in staff.get(wall).text
    assert "412" not in Client().get(wall).text


def test_a_change_shows_at_once(
    room: Room, classic: ClassicPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conditional, "POLL_VERSION_S", 60.0)
    author_and_time = classic.room.get_author_and_time()
    match, other = classic.list_matches()[:2]
    topping = create_topping_for(room)
    board = reverse_for(room, "public-topping", 1)
    changes: list[tuple[str, list[str], Callable[[], object]]] = [
        (
            "a game without an event",
            [classic.build_address("public-match", other.pk)],
            partial(open_game, match=other, **author_and_time),
        ),
        ("a result", classic.list_addresses(), lambda: classic.room.sheet(match, (412, 388))),
        ("a run", [board], partial(start_run, run=topping.runs.all()[0], **author_and_time)),
    ]
    with every_row() as row:
        for name, addresses, change in changes:
            old = {address: read_tags(address) for address in addresses}
            assert old[addresses[0]] == read_tags(addresses[0])
            change()
            with row(name):
                for address in addresses:
                    assert not {*old[address]} & {*read_tags(address)}, address
                    poll = {**HTMX, "If-None-Match": old[address][1]}
                    assert Client().get(address, headers=poll).status_code == 200


def read_tags(address: str) -> list[str]:
    """Return the tags of a page and of its part."""
    return [Client().get(address, headers=headers)["ETag"] for headers in ({}, HTMX)]


def test_running_time_makes_new_versions(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    topping, now = create_topping_for(room), clock.now()
    address = reverse_for(room, "public-topping", 1)

    def read_later(seconds: int) -> str:
        monkeypatch.setattr(freshness, "now", lambda: now + timedelta(seconds=seconds))
        return read_tags(address)[0]

    assert read_later(0) == read_later(freshness.SHOWN_TIME_S)
    start_run(run=topping.runs.all()[0], by=None, now=now)
    assert read_later(0) != read_later(freshness.SHOWN_TIME_S)


def test_pages_with_a_token_are_not_shared(room: Room) -> None:
    room.game()
    for address in ("/", reverse_for(room, "public-screen")):
        assert "no-store" in Client().get(address)["Cache-Control"]
    assert "s-maxage=3" in Client().get("/direct/")["Cache-Control"]


def test_a_draft_and_its_staff_share_nothing(room: Room) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(state="draft")
    staff = Client()
    staff.force_login(room.user)
    assert "no-store" in get(room, "public-ranking", staff)["Cache-Control"]
    assert get(room, "public-ranking").status_code == 404
    assert "public" not in get(room, "public-ranking").get("Cache-Control", "")


def test_an_address_with_its_version_is_shared_longer(room: Room) -> None:
    first = get(room, "public-ranking")
    version = first.wsgi_request.version
    assert "s-maxage=60" in get(room, "public-ranking", v=version)["Cache-Control"]
    Entry.objects.filter(pk=room.entries[0].pk).update(name="Zambie")
    assert "s-maxage=3" in get(room, "public-ranking", v=version)["Cache-Control"]
    assert "s-maxage=3" in get(room, "public-ranking", v="forged")["Cache-Control"]


def test_a_page_is_compressed_once_and_reads_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = get(room, "public-ranking").content
    monkeypatch.setattr(f"{conditional.__name__}.compress_string", None)  # not called again
    address = reverse_for(room, "public-ranking")
    answer = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == plain
    assert "Accept-Encoding" in answer["Vary"]
    assert get(room, "public-ranking").content == plain


def test_requests_at_once_render_a_page_once() -> None:
    request = RequestFactory().get("/")
    begun = threading.Barrier(4)
    rendered: list[HttpResponse] = []

    def render() -> HttpResponse:
        begun.wait(TIMEOUT_S)  # until the others ask
        rendered.append(HttpResponse("page"))
        return rendered[0]

    def read(is_first: bool) -> bytes:
        if not is_first:
            begun.wait(TIMEOUT_S)
        return conditional._cache.get_or_render("stamp", request, render).content

    with ThreadPoolExecutor() as pool:
        assert set(pool.map(read, [True, False, False, False])) == {b"page"}
    assert len(rendered) == 1


def test_polls_of_one_second_compute_one_version(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(conditional, "POLL_VERSION_S", 1.0)
    monkeypatch.setattr(f"{conditional.__name__}.monotonic", lambda: now[0])
    tag = get(room, "public-ranking")["ETag"]
    Entry.objects.filter(pk=room.entries[0].pk).update(name="Zambie")
    poll: dict[str, Any] = {"HTTP_IF_NONE_MATCH": tag}
    address = reverse_for(room, "public-ranking")
    assert Client().get(address, **poll).status_code == 304
    assert "Zambie" in get(room, "public-ranking").content.decode(), "a first visit is never old"
    now[0] += 1
    assert Client().get(address, **poll).status_code == 200


def test_long_ranking_comes_in_parts_of_one_version(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_turn(room, room.game())
    whole = [row.name for row in ranking.load_general_ranking(room.tournament).table.rows]
    monkeypatch.setattr(ranking, "FIRST_ROWS", 2)
    monkeypatch.setattr(ranking_pages, "FIRST_ROWS", 2)
    monkeypatch.setattr(ranking_pages, "PART_ROWS", 3)
    page = get(room, "public-ranking")
    version = page.wsgi_request.version
    parts = [page] + [
        get(room, "public-ranking-rows", None, **{"from": first, "v": version})
        for first in ("3", "6")
    ]
    shown = [[name for name in whole if f">{name}<" in part.content.decode()] for part in parts]
    assert shown == [whole[:2], whole[2:5], whole[5:]]
    assert ["ranking-rest" in part.content.decode() for part in parts] == [True, True, False]
    assert "s-maxage=60" in parts[1]["Cache-Control"]

    Entry.objects.filter(pk=room.entries[0].pk).update(name="Zambie")
    late = get(room, "public-ranking-rows", None, **{"from": "3", "v": version})
    assert (late.status_code, late.content) == (409, b"")
    assert "no-store" in late["Cache-Control"]

    staff = Client()
    staff.force_login(room.user)
    late = get(room, "public-ranking-rows", staff, **{"from": "3", "v": version})
    assert late.status_code == 409, "nor does the staff read rows twice"

    plain = get(room, "public-ranking", None, **{"from": "5"}).content.decode()
    assert [name for name in whole if f">{name}<" in plain] == whole[4:6]
    matches = get(room, "public-ranking", q=whole[-1]).content.decode()
    assert [name for name in whole if f">{name}<" in matches] == whole[-1:]
