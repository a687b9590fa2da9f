"""Certificates of the joint ranking, and its files in the profiles of federations."""

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.models import Event
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.events import decide
from tests.arbitrage.event.centres import RANKS, PlayedRoom, archive, make_event, receive
from tests.tournament.views.office import read_text
from tests.tournament.views.organiser.test_paper import print_document
from tournament.models import Membership, Player
from tournament.queries import clock

PLACES = ("1re place", "2e place", "3e place")


@pytest.fixture
def event(first_centre: PlayedRoom) -> Event:
    """Nantes has played; Lomé is awaited."""
    room, game = first_centre
    event = make_event(room, game, "Nantes", "Lomé")
    Player.objects.filter(entries=room.entries[0]).update(licence="1234567", club="Loire")
    Membership.objects.update_or_create(
        organisation=event.organisation, user=room.user, defaults={"manages": True}
    )
    receive(event, "Nantes", archive(room))
    return event


@pytest.fixture
def host(event: Event) -> Client:
    client = Client()
    assert event.by is not None
    client.force_login(event.by)
    return client


def test_certificates_wait_for_every_centre(event: Event, host: Client) -> None:
    address = reverse("event-certificates", args=[event.slug])
    early = host.get(address)
    assert early.status_code == 409
    assert "encore provisoire" in read_text(early)
    lome = event.centres.get(name="Lomé")
    missing = EventDecisionKind.MISSING
    by_now: dict[str, Any] = {"by": event.by, "now": clock.now()}
    decide(event=event, kind=missing, subject=str(lome.uid), reason="Pas de salle", **by_now)
    assert reverse("event-certificates", args=[event.slug]) in read_page(host, event)
    printed = print_document(host, address)
    assert [place in page for place, page in zip(PLACES, printed.pages, strict=True)] == [True] * 3
    assert "Classement général" in printed.text()
    assert "Nantes (France)" in printed.text()
    group = print_document(host, address, part="centre", group="Nantes", first="1")
    assert len(group.pages) == 1
    assert "Centre Nantes" in group.text()
    assert host.get(address, {"part": "centre", "group": "Nulle part"}).status_code == 422
    assert Client().get(address).status_code == 302


def read_page(host: Client, event: Event) -> str:
    return host.get(reverse("event-ranking", args=[event.slug])).content.decode()


def test_files_of_federations_are_of_all_centres(event: Event, host: Client) -> None:
    page = host.get(reverse("event-files", args=[event.slug])).content.decode()
    address = reverse("event-file", args=[event.slug, "tout", "all"])
    assert address in page
    answer = host.get(address)
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-tout.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    general = [row for row in rows if not row["game"]]
    assert len(general) == len(load_state(event).joint.rows) == len(RANKS)
    first = general[0]
    assert (first["rank"], first["licence"], first["club"]) == ("1", "1234567", "Loire")
    sigles = host.get(reverse("event-file", args=[event.slug, "sigles", "1"])).content
    lines = sigles.decode("latin-1").splitlines()
    assert [line.split(",")[0] for line in lines] == [f'"{n}"' for n in range(1, 7)]
    assert host.get(reverse("event-file", args=[event.slug, "tout", "9"])).status_code == 404
    assert host.get(reverse("event-file", args=[event.slug, "rien", "all"])).status_code == 404
    assert Client().get(address).status_code == 302
