"""The check-in on the day, and teams."""

from django.test import Client

from tests.room import Room
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import PlayMedium
from tournament.models import Entry, Team


def test_an_entry_is_searched_and_checked_in(room: Room, organiser: Client) -> None:
    page = read_text(organiser.get(reverse_for(room, "office-check-in") + "?q=algerie"))
    assert "Algérie" in page
    assert "Belgique" not in page
    response = organiser.post(reverse_for(room, "office-tick", room.entries[0].pk), headers=HTMX)
    assert "Pointés : <strong>1</strong> sur 6 · à venir : 5" in read_text(response)
    assert "Algérie : table 1." in read_text(response)
    missing = read_text(organiser.get(reverse_for(room, "office-check-in") + "?missing=1"))
    assert 'class="check-in-name" translate="no">Algérie' not in missing
    assert 'class="check-in-name" translate="no">Belgique' in missing
    organiser.post(reverse_for(room, "office-tick", room.entries[0].pk), {"here": "0"})
    assert not Entry.objects.exclude(checked_in_at=None).exists()


def test_the_absent_are_read_before_they_are_so(room: Room, organiser: Client) -> None:
    organiser.post(reverse_for(room, "office-tick", room.entries[0].pk))
    page = read_text(organiser.get(reverse_for(room, "office-absent")))
    assert '<li translate="no">Algérie' not in page
    assert "<li>Belgique, table 2" in page
    response = organiser.post(reverse_for(room, "office-absent"), follow=True)
    assert "5 absents de plus." in read_text(response)
    assert Entry.objects.filter(plays_on=PlayMedium.ABSENT).count() == 5


def test_teams_are_made_by_ticking_entries(room: Room, organiser: Client) -> None:
    fields = {"entries": room.entry_ids[:2], "name": "Les As"}
    assert "2 inscriptions changées." in read_text(
        organiser.post(reverse_for(room, "office-teams"), fields, follow=True)
    )
    (team,) = Team.objects.all()
    organiser.post(reverse_for(room, "office-team", team.pk), {"name": "Les Rois"})
    assert "Les Rois" in read_text(organiser.get(reverse_for(room, "office-entries")))
    nobody = organiser.post(reverse_for(room, "office-teams"), {"name": "X"})
    assert nobody.status_code == 422
    assert "Cochez d’abord des joueurs." in read_text(nobody)
    organiser.post(reverse_for(room, "office-team", team.pk), {"name": " "})
    team.refresh_from_db()
    assert team.name == "Les Rois"
