"""Public pages in proxies: what everybody sees is kept for seconds, what one person sees never."""

import gzip
from typing import Any

import pytest
from django.test import Client

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import reverse_for
from tournament.models import Entry, Tournament
from tournament.views.device import TABLE_COOKIE
from tournament.views.public import conditional, ranking, ranking_pages

pytestmark = pytest.mark.usefixtures("nobody_works")
PAGES = ("public-home", "public-ranking", "public-charts", "public-tables", "public-players")


def get(room: Room, name: str, client: Client | None = None, **parameters: Any) -> Any:
    return (client or Client()).get(reverse_for(room, name), parameters)


@pytest.mark.parametrize("name", PAGES)
def test_only_pages_for_everybody_are_shared(room: Room, name: str) -> None:
    shared = get(room, name)
    assert shared["Cache-Control"] == "public, max-age=0, s-maxage=3"
    assert set(shared["Vary"].split(", ")) == {"Accept-Encoding", "Cookie", "HX-Request"}
    assert not shared.cookies

    signed_in, at_table = Client(), Client()
    signed_in.force_login(room.user)
    at_table.cookies[TABLE_COOKIE] = "anything"
    for client in (signed_in, at_table):
        answer = get(room, name, client)
        assert "private" in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"]


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
