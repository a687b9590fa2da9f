"""Previews, pictures and frames of a classic tournament."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.classic_room import make_classic_room
from tournament.core.states import ResultVisibility
from tournament.models import Entry, Tournament
from tournament.presentation import share_picture
from tournament.presentation.paper.pdf_renderer import Document

pytestmark = pytest.mark.django_db


@pytest.fixture
def documents(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the data of every picture that is drawn; none is drawn in fact."""
    drawn: list[str] = []

    def draw(document: Document, *, cache: bool) -> bytes:
        drawn.append(document.data)
        return b"png"

    monkeypatch.setattr(share_picture, "render_pdf", draw)
    return drawn


def test_classic_pages_are_shared_and_framed_if_allowed(documents: list[str]) -> None:
    room = make_classic_room(rounds=3)
    slug = room.tournament.slug
    match = room.matches(room.begin())[0]
    room.sheet(match, (412, 388))
    browser = Client()
    addresses = [
        reverse("public-home", args=[slug]),
        reverse("public-ranking", args=[slug]),
        reverse("public-round", args=[slug, 1]),
        reverse("public-player", args=[slug, match.x.pk]),
        reverse("public-match", args=[slug, match.pk]),
    ]
    for address in addresses:
        text = browser.get(address).text
        assert 'name="description"' in text, address
        picture = re.search(r'og:image" content="https?://[^/]*([^"?]*)', text)
        assert picture is not None, address
        assert browser.get(picture[1])["Content-Type"] == "image/png"
    assert all(match.x.name in document for document in documents)
    assert f'href="{addresses[3]}"' in browser.get(addresses[0]).text

    frame = reverse("embed-ranking", args=[slug])
    assert browser.get(frame).status_code == 404
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    assert match.x.name in browser.get(frame).text
    assert browser.get(reverse("embed-grid", args=[slug])).status_code == 404


def test_classic_pictures_name_nobody_who_left(documents: list[str]) -> None:
    room = make_classic_room(rounds=3)
    match = room.matches(room.begin())[0]
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    address = reverse("public-match-picture", args=[room.tournament.slug, match.pk])
    Entry.objects.filter(pk=match.x.pk).update(withdrawn=True)
    assert Client().get(address).status_code == 404
    Client().get(reverse("public-picture", args=[room.tournament.slug]))
    assert match.x.name not in documents[-1]

    Entry.objects.filter(pk=match.x.pk).update(withdrawn=False)
    Tournament.objects.filter(pk=room.tournament.pk).update(publicity=ResultVisibility.END)
    assert Client().get(address).status_code == 404
