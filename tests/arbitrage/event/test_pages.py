"""The host's pages, what a centre sends over the network, and the joint results."""

import json
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arbitrage.event import verify
from arbitrage.event.core.envelope import EnvelopeHeader, build_message, write_envelope
from arbitrage.event.core.event_archive import read_event_archive, write_event_archive
from arbitrage.event.models import Centre, CentreArchive, Event, EventDecision, EventGame
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.keys import make_signing_keys, sign
from arbitrage.event.services.verification import perform
from tests.arbitrage.event.centres import PlayedRoom, archive, make_event, receive
from tests.room import Room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text
from tournament.models import Membership
from tournament.queries import clock


class Hosted(NamedTuple):
    room: Room
    event: Event
    content: bytes
    browser: Browser

    def reverse(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.organisation_id, self.event.slug, *args])


@pytest.fixture
def hosted(first_centre: PlayedRoom) -> Hosted:
    room, game = first_centre
    event = make_event(room, game, "Nantes", "Lomé")
    Membership.objects.update_or_create(
        organisation=event.organisation, user=room.user, defaults={"manages": True}
    )
    browser = Browser()
    browser.force_login(room.user)
    return Hosted(room, event, archive(room), browser)


def _sign(event: Event, centre: Centre, key: bytes, content: bytes) -> EnvelopeHeader:
    digest = sha256(content).hexdigest()
    message = build_message(str(event.uid), str(centre.uid), digest)
    return EnvelopeHeader(
        event=str(event.uid),
        centre=str(centre.uid),
        sha256=digest,
        signature=sign(key, message).hex(),
    )


def _verify_all() -> None:
    for row in CentreArchive.objects.filter(state="waiting"):
        perform(archive=row, clock=clock.now)


def test_a_host_receives_decides_and_publishes(hosted: Hosted) -> None:
    browser, event = hosted.browser, hosted.event
    page = read_text(browser.get(hosted.reverse("event-host")))
    assert "attendue" in page
    nantes = event.centres.get(name="Nantes")
    file = {"file": SimpleUploadedFile("a.duplicata.zip", hosted.content), "centre": nantes.pk}
    answered = read_text(browser.post(hosted.reverse("event-receive"), file, follow=True))
    assert "L’archive de « Nantes » est arrivée." in answered
    assert "Vérification de « Nantes »" in answered
    _verify_all()
    file = {"file": SimpleUploadedFile("a.duplicata.zip", hosted.content), "centre": nantes.pk}
    answered = read_text(browser.post(hosted.reverse("event-receive"), file, follow=True))
    assert "était déjà là" in answered
    assert "comptée" in answered
    lome = event.centres.get(name="Lomé")
    missing = {"kind": "missing", "subject": str(lome.uid), "name": "Lomé", "reason": ""}
    refused = read_text(browser.post(hosted.reverse("event-decide"), missing, follow=True))
    assert "Écrivez le motif" in refused
    browser.post(hosted.reverse("event-decide"), missing | {"reason": "Pas de salle"})
    assert not load_state(event).is_provisional
    visitor = Client()
    address = reverse("event-ranking", args=[event.slug])
    assert visitor.get(address).status_code == 404
    publish = {"kind": "publish", "subject": "", "name": "", "reason": ""}
    early = read_text(browser.post(hosted.reverse("event-decide"), publish, follow=True))
    assert "se publie après l’heure de fin" in early
    Event.objects.update(ends_at=clock.now() - timedelta(minutes=1))
    browser.post(hosted.reverse("event-decide"), publish)
    ranking = read_text(visitor.get(address))
    assert "Algérie" in ranking
    row = load_state(Event.objects.get()).joint.rows[0]
    sheet = read_text(visitor.get(reverse("event-sheet", args=[event.slug, row.uid])))
    assert row.joint.entry.name in sheet
    assert visitor.get(reverse("event-export", args=[event.slug, "csv"])).status_code == 404
    table = browser.get(reverse("event-export", args=[event.slug, "csv"]) + "?part=centre")
    assert table.content.decode("utf-8-sig").startswith("Rang;Nom;Licence")
    assert EventDecision.objects.count() == 2


def test_the_archive_of_an_event_verifies_alone(
    hosted: Hosted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nantes = hosted.event.centres.get(name="Nantes")
    file = {"file": SimpleUploadedFile("a.duplicata.zip", hosted.content), "centre": nantes.pk}
    hosted.browser.post(hosted.reverse("event-receive"), file)
    _verify_all()
    answer = hosted.browser.get(reverse("event-archive", args=[hosted.event.slug]))
    path = tmp_path / "epreuve.zip"
    path.write_bytes(answer.content)
    assert verify.main([str(path)]) == 0
    assert "1 centres comptés, 6 classés" in capsys.readouterr().out
    event, archives = read_event_archive(answer.content)
    lines = [msgspec.structs.replace(event.ranking[0], total=9999), *event.ranking[1:]]
    forged = msgspec.structs.replace(event, ranking=lines)
    path.write_bytes(write_event_archive(forged, archives))
    assert verify.main([str(path)]) == 1
    assert "ne suit pas" in capsys.readouterr().out


def test_a_centre_sends_its_archive_in_pieces(hosted: Hosted) -> None:
    centre = hosted.event.centres.get(name="Lomé")
    header = _sign(hosted.event, centre, bytes(centre.signing_key), hosted.content)
    client = Client()
    headers = {"Authorization": f"Bearer {centre.token}"}
    size = len(hosted.content)
    announced = {
        "sha256": header.sha256, "size": size, "name": "a.zip", "signature": header.signature,
    }  # fmt: skip

    def announce(token: str = centre.token) -> Any:
        return client.post(
            reverse("centre-upload"), json.dumps(announced), content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )  # fmt: skip

    def send(start: int, end: int) -> Any:
        return client.put(
            reverse("centre-upload-piece", args=[header.sha256]), hosted.content[start:end],
            content_type="application/octet-stream",
            headers=headers | {"Upload-Offset": str(start)},
        )  # fmt: skip

    assert announce("autre").status_code == 403
    assert announce().json() == {"received": 0}
    assert send(10, 20).status_code == 409, "a piece before it is missing"
    assert send(0, 1000).json() == {"received": 1000, "done": False}
    assert announce().json() == {"received": 1000}, "after an interruption"
    assert send(500, 2000).json() == {"received": 2000, "done": False}
    assert send(2000, size).json() == {"received": size, "done": True}
    assert announce().json() == {"received": size}
    _verify_all()
    assert CentreArchive.objects.get().objections == []
    assert len(load_state(hosted.event).joint.rows) == 6


def test_a_letter_names_its_centre_and_is_signed(hosted: Hosted) -> None:
    centre = hosted.event.centres.get(name="Lomé")
    key = bytes(centre.signing_key)
    header = _sign(hosted.event, centre, key, hosted.content)
    other = _sign(hosted.event, centre, make_signing_keys().private, hosted.content)
    address = hosted.reverse("event-receive")
    for sent, sentence in ((other, "pas signé par la clé"), (header, "est arrivée")):
        content = write_envelope(hosted.content, sent)
        file = {"file": SimpleUploadedFile("lome.envoi.zip", content), "centre": ""}
        assert sentence in read_text(hosted.browser.post(address, file, follow=True))


def test_a_host_sets_aside_excludes_and_puts_back(hosted: Hosted) -> None:
    event = hosted.event
    address = hosted.reverse("event-decide")
    received = receive(event, "Nantes", hosted.content)
    entry = load_state(event).joint.rows[0].joint.entry

    def decide(kind: str, subject: str, name: str) -> str:
        fields = {"kind": kind, "subject": subject, "name": name, "reason": "Contrôle"}
        return read_text(hosted.browser.post(address, fields, follow=True))

    assert "Participations exclues" in decide("exclude", entry.uid, entry.name)
    assert len(load_state(event).joint.rows) == 5
    assert "Participations exclues" not in decide("include", entry.uid, entry.name)
    page = hosted.browser.get(hosted.reverse("event-host")).content.decode()
    assert 'value="set-aside"' in page
    decide("set-aside", received.sha256, "Nantes")
    page = hosted.browser.get(hosted.reverse("event-host")).content.decode()
    nantes = event.centres.get(name="Nantes")
    assert f'id="missing-{nantes.uid}"' in page
    assert 'value="take-up"' in page


def test_a_file_without_word_list_is_verified_again(hosted: Hosted) -> None:
    received = receive(hosted.event, "Nantes", hosted.content)
    lacking = {"code": "no-word-list", "article": "", "data": {"words": "0"}}
    CentreArchive.objects.update(objections=[lacking], contribution=None)
    page = read_text(hosted.browser.get(hosted.reverse("event-host")))
    assert "Vérifier de nouveau" in page
    hosted.browser.post(hosted.reverse("event-archive-retry", received.pk))
    _verify_all()
    received.refresh_from_db()
    assert received.objections == []
    assert len(load_state(hosted.event).joint.rows) == 6


def test_pages_are_for_the_host_alone(hosted: Hosted) -> None:
    stranger = Browser()
    stranger.force_login(User.objects.create_user("autre"))
    assert stranger.get(hosted.reverse("event-host")).status_code == 404
    assert Client().get(hosted.reverse("event-host")).status_code == 302


def test_an_event_is_created_with_its_centres(hosted: Hosted) -> None:
    browser, home = hosted.browser, hosted.event.organisation_id
    address = reverse("event-create", args=[home])
    assert "Créer une épreuve" in read_text(browser.get(address))
    fields = {
        "name": "Mondial",
        "source": hosted.room.tournament.pk,
        "opens_at": "2027-05-01T14:00",
        "ends_at": "2027-05-01T22:00",
        "counted_over": "centre",
    }
    page = read_text(browser.post(address, fields, follow=True))
    assert "Mondial" in page
    event = Event.objects.get(name="Mondial")
    centres = reverse("event-centres", args=[home, event.slug])
    bad = read_text(browser.post(centres, {"centres": "Lomé ; Togo"}))
    assert "Ligne 1" in bad
    lines = "Lomé ; Togo ; Africa/Lome\nLiège ; Belgique ; Europe/Brussels"
    page = read_text(browser.post(centres, {"centres": lines}, follow=True))
    assert "Liège" in page
    assert event.terms["counted_over"] == "centre"
    browser.post(centres, {"centres": "Liege ; Belgique ; Europe/Brussels"})
    EventGame.objects.filter(event=hosted.event).update(event=event)
    packages = browser.post(reverse("event-packages", args=[home, event.slug]))
    with ZipFile(BytesIO(packages.content)) as zipped:
        names = zipped.namelist()
    assert len(set(names)) == 3
    liege = event.centres.get(name="Liège")
    assert f"liege-{liege.pk}.paquet.zip" in names
    remove = reverse("event-centre-remove", args=[home, event.slug, liege.uid])
    assert "déclarez-le manquant" in read_text(browser.post(remove, follow=True))
    assert event.centres.count() == 3
    assert "Mondial" in read_text(browser.get(reverse("organisation-events", args=[home])))
