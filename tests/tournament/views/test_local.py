"""Time zone and paper of a page: of the tournament, else its organisation, else the
installation."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Journal, Organisation, RoleChange, Table, Tournament
from tournament.queries.local import list_time_zones

MOMENT = datetime(2026, 5, 2, 21, 30, tzinfo=UTC)
#: A page of the office, a public one and the tablet's.
ONE_OF_EACH = ("journal", "public-home", "table")
PARIS, REUNION, TORONTO = "Europe/Paris", "Indian/Reunion", "America/Toronto"


def settle(room: Room, *, organisation: str = "", tournament: str = "", paper: str = "") -> None:
    Organisation.objects.update(time_zone=organisation)
    Tournament.objects.update(time_zone=tournament, paper=paper)


@pytest.fixture
def everywhere(room: Room, sign_in: SignIn) -> Iterator[dict[str, Any]]:
    """Yield a page of each kind of a tournament."""
    room.game()
    RoleChange.objects.update(at=MOMENT)
    Journal.objects.update(at=MOMENT)
    staff, tablet = sign_in(*Role), Client()
    table = Table.objects.get(tournament=room.tournament, number=1)
    tablet.get(reverse("enter-by-key", args=[table.key]))
    pages: dict[str, Any] = {
        name: (staff, reverse_for(room, name))
        for name in ("office-tournament", "judge-desk", "arbiter-list", "players", "journal")
    }
    pages |= {
        name: (Client(), reverse_for(room, name))
        for name in ("public-home", "public-screen", "public-ranking")
    }
    yield pages | {"table": (tablet, reverse("table"))}
    assert timezone.get_current_timezone_name() == PARIS


def test_every_page_of_a_tournament_has_its_zone_and_paper(
    room: Room, everywhere: dict[str, Any]
) -> None:
    with every_row() as row:
        for fields, zone, sheet in [
            ({}, PARIS, "a4"),
            ({"organisation": REUNION}, REUNION, "a4"),
            (
                {"organisation": REUNION, "tournament": TORONTO, "paper": "letter"},
                TORONTO,
                "letter",
            ),
        ]:
            settle(room, **fields)
            for name, (client, path) in everywhere.items():
                if fields and sheet == "a4" and name not in ONE_OF_EACH:
                    continue
                with row(f"{name} {zone}"):
                    page = read_text(client.get(path))
                    assert f'data-time-zone="{zone}"' in page
                    # Nobody prints a tablet's page: it asks for no sheet.
                    assert (f"css/paper/{sheet}.css" in page) == (name != "table")


def test_journal_is_shown_and_downloaded_in_its_time_zone(
    room: Room, everywhere: dict[str, Any]
) -> None:
    client, page = everywhere["journal"]
    for zone, day, hour in [(PARIS, "02", "23:30:00"), (REUNION, "03", "01:30:00")]:
        settle(room, tournament=zone)
        assert f"{day}/05/2026 {hour}" in read_text(client.get(page, {"what": "all"}))
        written = read_text(client.get(reverse_for(room, "journal-csv"), {"what": "all"}))
        assert f"2026-05-{day};{hour}" in written


def test_links_expire_at_midnight_in_the_tournaments_time_zone(
    room: Room, organiser: Client
) -> None:
    fields = {
        "name": "Essai",
        "starts_on": "2026-05-02",
        "links_valid_until": "2026-05-03",
        "plays_on": "tablet",
        "publicity": "live",
        "lexicon": "fr-libre",
        "edition": "2023",
    }
    for zone, ends in [
        (REUNION, datetime(2026, 5, 3, 19, 59, 59, tzinfo=UTC)),
        (" america/toronto", datetime(2026, 5, 4, 3, 59, 59, tzinfo=UTC)),
        ("", datetime(2026, 5, 3, 21, 59, 59, tzinfo=UTC)),
    ]:
        sent = organiser.post(reverse_for(room, "office-settings"), fields | {"time_zone": zone})
        assert sent.status_code == 302
        room.tournament.refresh_from_db()
        assert room.tournament.links_valid_until == ends
        form = read_text(organiser.get(reverse_for(room, "office-settings")))
        assert 'value="2026-05-03"' in form
    assert room.tournament.time_zone == ""
    # West of Greenwich the last second of the year 9999 is none that can be read back.
    for zone, day in (("America/Toronto", "9999-12-31"), ("Asia/Tokyo", "0001-01-01")):
        changed = fields | {"time_zone": zone, "links_valid_until": day}
        assert organiser.post(reverse_for(room, "office-settings"), changed).status_code == 422
    assert organiser.get(reverse_for(room, "office-settings")).status_code == 200


def test_unknown_zone_or_paper_is_refused_and_stays_typed(room: Room, organiser: Client) -> None:
    manager = Browser()
    manager.force_login(room.user)
    organisation = reverse("organisation", args=[room.tournament.organisation_id])
    settings = {
        "name": "Essai",
        "starts_on": "2026-05-02",
        "links_valid_until": "2026-05-03",
        "plays_on": "tablet",
        "publicity": "live",
        "lexicon": "fr-libre",
        "edition": "2023",
    }
    with every_row() as row:
        for client, path, fields in [
            (manager, organisation, {"name": "Club"}),
            (organiser, reverse_for(room, "office-settings"), settings),
        ]:
            for wrong in ("Europe/Atlantide", "../../etc/passwd", "localtime"):
                with row(f"{path} {wrong}"):
                    response = client.post(path, fields | {"time_zone": wrong})
                    assert response.status_code == 422
                    assert f"« {wrong} » n’est pas un fuseau horaire." in read_text(response)
                    assert f'value="{wrong}"' in read_text(response)
            with row(f"{path} a5"):
                response = client.post(path, fields | {"paper": "a5"})
                assert response.status_code == 422
                assert "Sélectionnez un choix valide" in read_text(response)
    room.tournament.refresh_from_db()
    assert (room.tournament.time_zone, room.tournament.organisation.time_zone) == ("", "")


def test_an_organisation_has_its_clock_and_its_paper(room: Room, sign_in: SignIn) -> None:
    manager = Browser()
    manager.force_login(room.user)
    path = reverse("organisation", args=[room.tournament.organisation_id])
    manager.post(path, {"name": "Club", "time_zone": "indian/reunion", "paper": "letter"})
    page = read_text(manager.get(path))
    assert f'data-time-zone="{REUNION}"' in page
    assert "css/paper/letter.css" in page
    form = read_text(sign_in(Role.ORGANISER).get(reverse_for(room, "office-settings")))
    assert f"Vide : {REUNION}." in form
    assert "comme d’habitude : lettre (Amérique du Nord)" in form


def test_every_zone_that_is_offered_is_one_of_python_s() -> None:
    assert {PARIS, REUNION, TORONTO} <= set(list_time_zones())
    assert not {"localtime", "posixrules", "Factory"} & set(list_time_zones())
